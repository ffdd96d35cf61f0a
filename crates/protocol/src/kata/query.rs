//! A query: a game, the turns of it that are to be analysed, and what is wanted of each.

use std::collections::BTreeMap;
use std::time::Duration;

use go::{Move, Position, Size};
use plateau_core::{Player, Position as _};
use search::Ban;
use serde_json::Value;

use super::fields::{Fields, shortened};
use super::manner::Manner;
use super::problem::{Problem, Warning};
use super::start;

/// The longest game that is analysed: many times the longest that was ever played.
pub const MAX_MOVES: usize = 10_000;

/// Positions to be analysed.
#[derive(Clone, Debug)]
pub struct Query {
    /// By which the client knows it.
    pub id: String,
    start: Position,
    moves: Vec<(Player, Move)>,
    /// The turns to analyse, each with its priority: 0 is the first position.
    pub turns: BTreeMap<usize, i64>,
    /// How they are searched and told.
    pub manner: Manner,
    /// Moves that are left aside.
    pub bans: Vec<Ban<Move>>,
    /// When the first report is sent before the end, and how long after each comes the next.
    pub reports: Option<(Duration, Duration)>,
    /// What is told.
    pub wants: Wants,
}

/// What is told beside moves and values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a wish that is there or not")]
pub struct Wants {
    /// Who will own each point.
    pub ownership: bool,
    /// How much the visits differ about it.
    pub ownership_deviation: bool,
    /// Who will own each point after each move.
    pub moves_ownership: bool,
    /// How much the visits differ about that.
    pub moves_ownership_deviation: bool,
    /// What each move promised before any was tried.
    pub policy: bool,
    /// How often each move of a line was visited.
    pub line_visits: bool,
}

/// The fields that a query may have; the client is warned of any other.
const KNOWN: [&str; 31] = [
    "action",
    "allowMoves",
    "analysisPVLen",
    "analyzeTurns",
    "avoidMoves",
    "boardXSize",
    "boardYSize",
    "firstReportDuringSearchAfter",
    "id",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "includeOwnership",
    "includeOwnershipStdev",
    "includePVVisits",
    "includePolicy",
    "initialPlayer",
    "initialStones",
    "komi",
    "maxVisits",
    "moves",
    "overrideSettings",
    "priorities",
    "priority",
    "reportDuringSearchEvery",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "rules",
    "terminateId",
    "turnNumbers",
    "whiteHandicapBonus",
];

/// Priorities are within this of 0.
const PRIORITY_MAX: i64 = (1 << 62) - 1;

impl Query {
    pub(super) fn read(fields: Fields<'_>, warnings: &mut Vec<Warning>) -> Result<Query, Problem> {
        let size = start::read_size(fields)?;
        let stones = fields.moves("initialStones", size, size.area() as usize)?.unwrap_or_default();
        let moves = fields.moves("moves", size, MAX_MOVES)?;
        let moves = moves.ok_or_else(|| fields.problem("moves", "Must specify an array of [player,location] pairs"))?;
        let start = start::read(fields, size, &stones, &moves, warnings)?;
        let query = Query {
            id: fields.id.to_owned(),
            start,
            turns: read_turns(fields, moves.len())?,
            moves,
            manner: read_manner(fields, warnings)?,
            bans: read_bans(fields, size)?,
            reports: read_reports(fields)?,
            wants: read_wants(fields, warnings)?,
        };
        query.check_moves(fields)?;
        warn_of_unknown(fields, warnings);
        Ok(query)
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// The position at a turn, as it is analysed: where both have passed, as if play went on. Nothing can be said of a game that is
    /// void.
    pub fn position(&self, turn: usize) -> Option<Position> {
        let mut position = self.start.clone();
        for &(player, mv) in self.moves.iter().take(turn) {
            step(&mut position, player, mv)?;
        }
        let position = if position.is_over() { position.resumed(position.turn()) } else { position };
        (!position.is_over()).then_some(position)
    }

    fn check_moves(&self, fields: Fields<'_>) -> Result<(), Problem> {
        let mut position = self.start.clone();
        for (number, &(player, mv)) in self.moves.iter().enumerate() {
            step(&mut position, player, mv)
                .ok_or_else(|| fields.problem("moves", format!("Illegal move {number}: {mv}")))?;
        }
        Ok(())
    }
}

/// So many fields that nobody knows are named, and the rest are counted.
const NAMED_UNKNOWN: usize = 16;

fn warn_of_unknown(fields: Fields<'_>, warnings: &mut Vec<Warning>) {
    let mut unknown = fields.object.keys().filter(|name| !KNOWN.contains(&name.as_str()));
    let named = unknown.by_ref().take(NAMED_UNKNOWN);
    warnings.extend(named.map(|name| Warning::new(&shortened(name), "Unexpected or unused field, is it a typo?")));
    let others = unknown.count();
    if others > 0 {
        warnings.push(Warning::new("", format!("There are {others} more fields that are unexpected or unused")));
    }
}

/// Plays a move for a player, out of turn and after two passes too.
fn step(position: &mut Position, player: Player, mv: Move) -> Option<()> {
    if position.turn() != player || position.is_over() {
        *position = position.resumed(player);
    }
    if position.is_over() { None } else { position.play(mv).ok() }
}

/// What the query itself says counts more than its settings; both temperatures count.
fn read_manner(fields: Fields<'_>, warnings: &mut Vec<Warning>) -> Result<Manner, Problem> {
    let mut manner = Manner::default();
    match fields.get("overrideSettings") {
        None => {}
        Some(Value::Object(settings)) => manner.override_by(settings, fields, warnings)?,
        Some(_) => return Err(fields.problem("overrideSettings", "Must be an object")),
    }
    if let Some(visits) = fields.integer("maxVisits", 1..=1 << 50)? {
        manner.visits = Some(visits as u64);
    }
    if let Some(temperature) = fields.number("rootPolicyTemperature", 0.01..=100.0)? {
        manner.root_temperature *= temperature as f32;
    }
    if let Some(reduction) = fields.number("rootFpuReductionMax", 0.0..=2.0)? {
        manner.root_reduction = Some(reduction as f32);
    }
    if let Some(plies) = fields.integer("analysisPVLen", 1..=1000)? {
        manner.plies = plies as usize + 1;
    }
    Ok(manner)
}

fn read_turns(fields: Fields<'_>, moves: usize) -> Result<BTreeMap<usize, i64>, Problem> {
    let priorities = fields.integers("priorities", "the priority of each turn")?;
    if priorities.is_some() && fields.get("priority").is_some() {
        return Err(fields.problem("priority", "Cannot specify both priority and priorities"));
    }
    let priority = fields.integer("priority", -PRIORITY_MAX..=PRIORITY_MAX)?.unwrap_or(0);
    let Some(turns) = fields.integers("analyzeTurns", "the turns to analyze")? else {
        return match priorities {
            Some(_) => Err(fields.problem("priorities", "Can only specify when also specifying analyzeTurns")),
            None => Ok(BTreeMap::from([(moves, priority)])),
        };
    };
    let priorities = priorities.unwrap_or_else(|| vec![priority; turns.len()]);
    if priorities.len() != turns.len() {
        return Err(fields.problem("priorities", "Must be of matching length to analyzeTurns"));
    }
    let pair = |(&turn, &priority): (&i64, &i64)| {
        let known = usize::try_from(turn).ok().filter(|&turn| turn <= moves);
        let turn = known.ok_or_else(|| fields.problem("analyzeTurns", format!("Invalid turn number: {turn}")))?;
        if !(-PRIORITY_MAX..=PRIORITY_MAX).contains(&priority) {
            return Err(fields.problem("priorities", format!("Invalid priority: {priority}")));
        }
        Ok((turn, priority))
    };
    turns.iter().zip(&priorities).map(pair).collect()
}

fn read_bans(fields: Fields<'_>, size: Size) -> Result<Vec<Ban<Move>>, Problem> {
    let (name, allow) = match (fields.get("avoidMoves"), fields.get("allowMoves")) {
        (None, None) => return Ok(Vec::new()),
        (Some(_), None) => ("avoidMoves", false),
        (None, Some(_)) => ("allowMoves", true),
        (Some(_), Some(_)) => {
            return Err(fields.problem("allowMoves", "Cannot specify both allowMoves and avoidMoves"));
        }
    };
    let form = || fields.problem(name, "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'");
    let list = fields.get(name).and_then(Value::as_array).ok_or_else(form)?;
    // No more than a list for each player and each ply of a search that looks far ahead.
    if list.len() > if allow { 2 } else { 64 } {
        return Err(fields.problem(name, "Must be fewer dicts: at most one for each player and depth"));
    }
    let mut bans = Vec::new();
    let mut seen = Vec::new();
    for entry in list {
        let object = entry.as_object().ok_or_else(form)?;
        let entry = Fields { object, id: fields.id };
        let player = entry.player("player")?.ok_or_else(form)?;
        let plies = entry.integer("untilDepth", 1..=1_000_000_000)?.ok_or_else(form)? as u32;
        let moves = if entry.get("moves").is_some() { entry.vertices("moves", size)? } else { return Err(form()) };
        if allow && seen.contains(&player) {
            return Err(fields.problem(name, "Cannot specify allowMoves more than once for the same player"));
        }
        seen.push(player);
        let moves: Vec<Move> = if allow { others(&moves, size) } else { moves };
        bans.extend(moves.into_iter().map(|mv| Ban { player, mv, plies }));
    }
    Ok(bans)
}

/// Every move of the board that is not among these.
fn others(moves: &[Move], size: Size) -> Vec<Move> {
    let all = size.points().map(Move::Play).chain([Move::Pass]);
    all.filter(|mv| !moves.contains(mv)).collect()
}

fn read_reports(fields: Fields<'_>) -> Result<Option<(Duration, Duration)>, Problem> {
    let seconds = |name| fields.number(name, 0.001..=1_000_000.0).map(|number| number.map(Duration::from_secs_f64));
    let (every, first) = (seconds("reportDuringSearchEvery")?, seconds("firstReportDuringSearchAfter")?);
    Ok(match (first, every) {
        (None, None) => None,
        (first, every) => Some((first.or(every).unwrap_or(Duration::MAX), every.unwrap_or(Duration::MAX))),
    })
}

fn read_wants(fields: Fields<'_>, warnings: &mut Vec<Warning>) -> Result<Wants, Problem> {
    if fields.flag("includeNoResultValue")? {
        warnings.push(Warning::new("includeNoResultValue", "The network says nothing about games without result"));
    }
    Ok(Wants {
        ownership: fields.flag("includeOwnership")?,
        ownership_deviation: fields.flag("includeOwnershipStdev")?,
        moves_ownership: fields.flag("includeMovesOwnership")?,
        moves_ownership_deviation: fields.flag("includeMovesOwnershipStdev")?,
        policy: fields.flag("includePolicy")?,
        line_visits: fields.flag("includePVVisits")?,
    })
}
