//! A list of what is in the program, which others can check for known faults: a bill of materials in the format `CycloneDX` 1.5.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::{Value, json};

use super::binary::TARGET;
use super::{Release, output_of};

/// The bill, from what cargo says of the build: the crates that are linked in, without those that only help to build or test it.
pub(super) fn of_materials(release: &Release) -> Option<String> {
    let metadata = output_of("cargo", &["metadata", "--format-version=1", "--locked", "--filter-platform", TARGET])?;
    let lock = fs::read_to_string("Cargo.lock").map_err(|error| eprintln!("Cargo.lock: {error}")).ok()?;
    let bill = bill(&serde_json::from_str(&metadata).ok()?, &checksums(&lock), release)?;
    Some(format!("{bill:#}\n"))
}

fn bill(metadata: &Value, checksums: &BTreeMap<(&str, &str), &str>, release: &Release) -> Option<Value> {
    let packages: BTreeMap<&str, &Value> = by_id(&metadata["packages"])?;
    let nodes: BTreeMap<&str, &Value> = by_id(&metadata["resolve"]["nodes"])?;
    let (&root, _) = packages.iter().find(|(_, package)| package["name"] == "plateau")?;
    let mut linked = BTreeSet::from([root]);
    let mut waiting = vec![root];
    while let Some(id) = waiting.pop() {
        waiting.extend(links(nodes[id])?.filter(|next| linked.insert(next)));
    }
    let component = |id: &str| {
        let package = packages[id];
        let (name, version) = (package["name"].as_str()?, package["version"].as_str()?);
        let mut component = json!({
            "type": if id == root { "application" } else { "library" },
            "bom-ref": address(package)?,
            "name": name,
            "version": version,
            "purl": address(package)?,
            // Some crates write the old form of 'or'.
            "licenses": [{ "expression": package["license"].as_str()?.replace('/', " OR ") }],
        });
        if let Some(checksum) = checksums.get(&(name, version)) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
        }
        Some(component)
    };
    let components: Option<Vec<Value>> = linked.iter().filter(|&&id| id != root).map(|id| component(id)).collect();
    let dependency = |id: &&str| {
        let on: Option<BTreeSet<String>> = links(nodes[id])?.map(|next| address(packages[next])).collect();
        Some(json!({ "ref": address(packages[id])?, "dependsOn": on? }))
    };
    let dependencies: Option<Vec<Value>> = linked.iter().map(dependency).collect();
    Some(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": output_of("date", &["--utc", "--date", &format!("@{}", release.changed), "+%FT%TZ"])?.trim(),
            "component": component(root)?,
            "properties": [{ "name": "target", "value": TARGET }],
        },
        "components": components?,
        "dependencies": dependencies?,
    }))
}

fn by_id(list: &Value) -> Option<BTreeMap<&str, &Value>> {
    list.as_array()?.iter().map(|entry| Some((entry["id"].as_str()?, entry))).collect()
}

/// The crates that end up in the same program as this one because of it.
fn links(node: &Value) -> Option<impl Iterator<Item = &str>> {
    let is_linked =
        |on: &&Value| on["dep_kinds"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()));
    Some(node["deps"].as_array()?.iter().filter(is_linked).filter_map(|on| on["pkg"].as_str()))
}

/// The name by which the whole world knows a crate.
fn address(package: &Value) -> Option<String> {
    Some(format!("pkg:cargo/{}@{}", package["name"].as_str()?, package["version"].as_str()?))
}

/// What the lock file says of crates from elsewhere, by name and version.
fn checksums(lock: &str) -> BTreeMap<(&str, &str), &str> {
    let sections = lock.split("[[package]]");
    sections.filter_map(|of| Some(((value(of, "name")?, value(of, "version")?), value(of, "checksum")?))).collect()
}

/// What a section of the lock file says under a key.
fn value<'a>(section: &'a str, key: &str) -> Option<&'a str> {
    section.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'))
}
