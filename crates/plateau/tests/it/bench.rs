use engine_go::net;
use plateau_core::processor;

use crate::program::run;

/// The signatures of the fixed workloads, with their games. A change here is a change of the rules or of the random sequence: say why.
pub(crate) const SIGNATURES: [(&str, &str); 6] = [
    ("go", "f6b147d9ae2b47ed"),
    ("go", "5e82517820ae2e79"),
    ("go", "f77453b4dd73caec"),
    ("othello", "000000000ca6cff0"),
    ("othello", "00000771e0b80b12"),
    ("aligne4", "0000000071b8e400"),
];

#[test]
fn signatures_hold() {
    let run = run(&["bench", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let objects: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    // First it says which ways the program takes, by the names that the crates give them.
    let (ways, objects) = objects.split_first().expect("lines");
    let known = processor::available().any(|instructions| ways["instructions"] == instructions.name());
    let network = net::Path::available().any(|path| ways["network_path"] == path.to_string());
    assert!(known && network, "{ways}");
    // Searches over the network have none: the last bits of its arithmetic differ from processor to processor.
    let signed = objects.iter().filter(|object| object.get("search_by_network_on").is_none());
    let signatures: Vec<(&str, &str)> =
        signed.map(|o| (o["game"].as_str().unwrap(), o["signature"].as_str().unwrap())).collect();
    assert_eq!(signatures, SIGNATURES);
    assert!(objects.iter().all(|object| object["per_second"].as_f64().unwrap() > 0.0));
}
