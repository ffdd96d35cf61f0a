//! Two builds of one program, beside each other on a machine that does other things too.

use std::fs;
use std::process::{Command, Stdio};

/// Runs two programs with the same arguments in turns and says how much faster the second is, by the processor time that each took:
/// by the best run of each, and by the median of the pairs. Where the machine is busy, both must say the same.
pub(crate) fn compare(rounds: &str, programs: [&str; 2], args: &[&str]) -> bool {
    let Some(rounds) = rounds.parse().ok().filter(|&rounds: &usize| rounds > 0) else {
        eprintln!("{rounds} is no number of rounds");
        return false;
    };
    let mut pairs: Vec<[f64; 2]> = Vec::new();
    for round in 0..rounds {
        let mut seconds = [0.0; 2];
        // Each begins as often as the other.
        for place in [round % 2, 1 - round % 2] {
            let Some(took) = cpu_seconds(programs[place], args) else { return false };
            seconds[place] = took;
        }
        pairs.push(seconds);
    }
    let best = [0, 1].map(|place| pairs.iter().map(|pair| pair[place]).fold(f64::INFINITY, f64::min));
    if best.contains(&0.0) {
        eprintln!("a run takes no time that could be counted");
        return false;
    }
    let mut ratios: Vec<f64> = pairs.iter().map(|[first, second]| first / second).collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "{:.2} and {:.2} seconds at best; the second is {:.3} times as fast by the best runs, {:.3} times by the median of {rounds} pairs",
        best[0],
        best[1],
        best[0] / best[1],
        ratios[rounds / 2]
    );
    true
}

/// The processor time that a run took.
fn cpu_seconds(program: &str, args: &[&str]) -> Option<f64> {
    let before = of_children()?;
    let status = Command::new(program).args(args).stdout(Stdio::null()).stderr(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => of_children().map(|after| after - before),
        Ok(status) => {
            eprintln!("{program}: {status}");
            None
        }
        Err(error) => {
            eprintln!("{program} cannot be run: {error}");
            None
        }
    }
}

/// The processor time of all programs that this one has run, in the hundredths of a second that Linux counts.
fn of_children() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").map_err(|error| eprintln!("/proc/self/stat: {error}")).ok()?;
    // The name of the program, which may have blanks, is in brackets; fields 16 and 17 are the two times of children.
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(13);
    let mut next = || fields.next()?.parse::<f64>().ok();
    Some((next()? + next()?) / 100.0)
}
