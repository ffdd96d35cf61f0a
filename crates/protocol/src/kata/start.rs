//! What a game begins with.

use std::collections::BTreeMap;

use go::{Board, Game, Handicap, Komi, Move, Position, Rules, Scoring, Size};
use plateau_core::Player;
use serde_json::Value;

use super::fields::{Fields, shortened};
use super::problem::{Problem, Warning};
use crate::kata_rules::{self, Unread};

/// The position before the first move: the rules, the stones, and who is to move.
pub(super) fn read(
    fields: Fields<'_>,
    size: Size,
    stones: &[(Player, Move)],
    moves: &[(Player, Move)],
    warnings: &mut Vec<Warning>,
) -> Result<Position, Problem> {
    let rules = read_rules(fields, warnings)?;
    let placed = stones.iter().map(|&(player, mv)| mv.point().map(|point| (point, player)));
    let placed: Option<BTreeMap<_, _>> = placed.collect();
    let placed = placed.ok_or_else(|| fields.problem("initialStones", "Must be stones on the board"))?;
    let board = Board::with_stones(size, placed)
        .map_err(|_| fields.problem("initialStones", "Every stone must have a liberty"))?;
    let game = Game::new(size, rules, handicap(&board, moves)).unwrap_or(Game::even(size, rules));
    let only_black = board.stones(Player::White) == 0 && board.stones(Player::Black) > 0;
    let usual = if only_black { Player::White } else { Player::Black };
    let first = moves.first().map_or(usual, |&(player, _)| player);
    let turn = fields.player("initialPlayer")?.unwrap_or(first);
    Ok(Position::with_board(game, board, turn))
}

/// The size of the board, which is square.
pub(super) fn read_size(fields: Fields<'_>) -> Result<Size, Problem> {
    const SIZES: std::ops::RangeInclusive<i64> = 2..=25;
    let [width, height] = ["boardXSize", "boardYSize"].map(|name| match fields.integer(name, SIZES) {
        Ok(None) => Err(fields.problem(name, "Must provide an integer from 2 to 25")),
        other => other,
    });
    let (width, height) = (width?, height?);
    if width != height {
        return Err(fields.problem("boardYSize", "Must be the same as boardXSize: only square boards are supported"));
    }
    let size = width.and_then(|width| Size::new(width as u8));
    size.ok_or_else(|| fields.problem("boardXSize", "Must provide an integer from 2 to 25"))
}

/// Stones of Black alone, or several first moves of Black alone, are a handicap; a single one is not.
fn handicap(board: &Board, moves: &[(Player, Move)]) -> Handicap {
    let first = moves.iter().take_while(|(player, _)| *player == Player::Black).count() as u16;
    let stones = board.stones(Player::Black) + if first > 1 { first } else { 0 };
    if board.stones(Player::White) > 0 || stones < 2 { Handicap::None } else { Handicap::Free(stones) }
}

fn read_rules(fields: Fields<'_>, warnings: &mut Vec<Warning>) -> Result<Rules, Problem> {
    const FORM: &str =
        "Must specify rules string, such as \"chinese\" or \"tromp-taylor\", or a JSON object with rules";
    let start = Rules { everything_alive: false, ..Rules::default() };
    let (read, text) = match fields.get("rules") {
        Some(Value::String(name)) => (kata_rules::read(name, start), name.clone()),
        Some(Value::Object(object)) => {
            let mut object = object.clone();
            // The komi of the query is all that counts.
            object.remove("komi");
            (kata_rules::read_object(&object, start), Value::Object(object).to_string())
        }
        _ => return Err(fields.problem("rules", FORM)),
    };
    let mut rules = match read {
        Ok(rules) => rules,
        Err(Unread::Unplayed { what, nearest }) => {
            let message = format!("Rules with {what} are not supported, using the same without it");
            warnings.push(Warning::new("rules", message));
            nearest
        }
        Err(Unread::Unknown) => {
            return Err(fields.problem("rules", format!("Could not parse rules: {}", shortened(&text))));
        }
    };
    let usual = if rules.scoring == Scoring::Territory { 6.5 } else { 7.5 };
    let half_points = fields.number("komi", -400.0..=400.0)?.unwrap_or(usual) * 2.0;
    if half_points.fract() != 0.0 {
        return Err(fields.problem("komi", "Must be an integer or half-integer from -400 to 400"));
    }
    rules.komi = Komi::from_half_points(half_points as i16);
    if let Some(bonus) = fields.get("whiteHandicapBonus") {
        let read = bonus.as_str().and_then(kata_rules::read_bonus);
        rules.compensation =
            read.ok_or_else(|| fields.problem("whiteHandicapBonus", "Must be \"0\", \"N\" or \"N-1\""))?;
    }
    Ok(rules)
}
