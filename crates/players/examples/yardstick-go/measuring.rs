//! What is lost by the moves that searches choose.

use std::collections::HashMap;

use go::{Move, Size};

use crate::judged::{Judged, Worth};
use crate::machine::Machine;

/// Judgements that differ by less, in percentage points of the chance to win, are the same: so much a judge may be wrong.
const NOTICEABLE: f32 = 2.0;
/// A move that loses so many percentage points is a blunder.
const BLUNDER: f32 = 10.0;

/// A move that was chosen, and what it loses beside the best that is known.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Choice {
    mv: Move,
    is_best: bool,
    loss: Worth,
}

/// Prints, for each board and each number of visits, what was chosen; before that, where more visits chose a worse move.
pub(crate) fn measure(positions: &[Judged], all_visits: &[u64]) -> Result<(), String> {
    let mut chosen = Vec::new();
    let (mut machine, mut judge) = (Machine::judged(), Machine::judge());
    for (number, judged) in positions.iter().enumerate() {
        let choices = choices(judged, all_visits, &mut machine, &mut judge);
        let choices = choices.map_err(|why| format!("position {}: {why}", number + 1))?;
        if let Some(worse) = worse_with_more(&choices, all_visits) {
            println!("position {}, move {}: {worse}", number + 1, judged.moves.len() + 1);
        }
        chosen.push((judged.position.size(), choices));
    }
    println!("\n| board | positions | visits | the best move | as good | blunders | chance lost, % | points lost |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut sizes: Vec<Size> = chosen.iter().map(|&(size, _)| size).collect();
    sizes.sort();
    sizes.dedup();
    for size in sizes {
        for (place, visits) in all_visits.iter().enumerate() {
            let here = chosen.iter().filter(|(board, _)| *board == size);
            let choices: Vec<Choice> = here.map(|(_, choices)| choices[place]).collect();
            println!("| {size}×{size} | {} | {visits} | {} |", choices.len(), row(&choices));
        }
    }
    Ok(())
}

/// What each number of visits chooses in a position.
fn choices(
    judged: &Judged,
    all_visits: &[u64],
    machine: &mut Machine,
    judge: &mut Machine,
) -> Result<Vec<Choice>, String> {
    // Moves that nobody thought of when the positions were made.
    let mut late: HashMap<Move, Worth> = HashMap::new();
    let (best, most) = judged.best();
    let choose = |&visits: &u64| {
        let mv = machine.choose(&judged.position, visits);
        let worth = match judged.worth(mv) {
            Some(worth) => worth,
            None if judged.visits == 0 => {
                return Err(format!(
                    "{mv}, the choice of {visits} visits, is not judged; print `questions` for {visits} visits, too, and ask again"
                ));
            }
            None => *late.entry(mv).or_insert_with(|| judge.worth(&judged.position, mv, judged.visits)),
        };
        let loss = Worth { chance: most.chance - worth.chance, lead: most.lead - worth.lead };
        Ok(Choice { mv, is_best: mv == best || loss.chance < 0.0, loss })
    };
    all_visits.iter().map(choose).collect()
}

/// What was chosen, where the loss grows with the visits by as much as counts.
fn worse_with_more(choices: &[Choice], all_visits: &[u64]) -> Option<String> {
    let grows = choices.windows(2).any(|pair| pair[1].loss.chance >= pair[0].loss.chance + NOTICEABLE);
    let say =
        |(choice, visits): (&Choice, &u64)| format!("{visits} visits {} (-{:.1} %)", choice.mv, choice.loss.chance);
    grows.then(|| choices.iter().zip(all_visits).map(say).collect::<Vec<_>>().join(", "))
}

/// The cells of a row: shares, and means with their standard errors.
fn row(choices: &[Choice]) -> String {
    let share = |is_one: &dyn Fn(&Choice) -> bool| {
        let count = choices.iter().filter(|choice| is_one(choice)).count();
        format!("{:.0} %", 100.0 * count as f64 / choices.len().max(1) as f64)
    };
    let mean = |of: &dyn Fn(&Choice) -> f32| {
        let (mean, error) = mean_and_error(choices.iter().map(of));
        format!("{mean:.2} ± {error:.2}")
    };
    [
        share(&|choice| choice.is_best),
        share(&|choice| choice.loss.chance < NOTICEABLE),
        share(&|choice| choice.loss.chance >= BLUNDER),
        mean(&|choice| choice.loss.chance),
        mean(&|choice| choice.loss.lead),
    ]
    .join(" | ")
}

/// The mean, and its standard error.
fn mean_and_error(values: impl Iterator<Item = f32>) -> (f64, f64) {
    let values: Vec<f64> = values.map(f64::from).collect();
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, (variance / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(mv: &str, chance: f32) -> Choice {
        Choice { mv: mv.parse().expect("a move"), is_best: chance <= 0.0, loss: Worth { chance, lead: 2.0 * chance } }
    }

    #[test]
    fn a_row_counts_what_was_chosen() {
        let choices = [choice("C3", 0.0), choice("D4", 1.0), choice("E5", 3.0), choice("F6", 12.0)];
        assert_eq!(row(&choices), "25 % | 50 % | 25 % | 4.00 ± 2.74 | 8.00 ± 5.48");
    }

    #[test]
    fn a_position_is_named_only_where_more_visits_lose_more() {
        let fine = [choice("C3", 5.0), choice("D4", 0.0), choice("E5", 1.5)];
        assert_eq!(worse_with_more(&fine, &[1, 60, 600]), None);
        let worse = [choice("C3", 0.0), choice("D4", 2.5)];
        assert_eq!(worse_with_more(&worse, &[1, 60]).as_deref(), Some("1 visits C3 (-0.0 %), 60 visits D4 (-2.5 %)"));
    }

    /// A judge that cannot be asked again is not replaced by another.
    #[test]
    fn what_another_judged_is_not_mixed_with_what_we_think() {
        let judged: Judged = "9 0 | A1 1 -60".parse().expect("a position");
        let why =
            choices(&judged, &[1], &mut Machine::judged(), &mut Machine::judge()).expect_err("it plays elsewhere");
        assert!(why.contains("is not judged; print `questions` for 1 visits"), "{why}");
    }
}
