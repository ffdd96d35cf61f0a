//! `loadsgf` and `printsgf`: the one place where this crate touches a file, because the protocol says so.

use std::fs::File;
use std::io::Read as _;

use plateau_core::{Game as _, Player};
use record::sgf::syntax::Collection;
use record::sgf::{self, Dialect};
use record::tree::NodeId;
use record::{Limits, ReadOptions, Record};

use super::{Answer, Fault, MAX_PLIES, MoveOf, Session, replay};
use crate::gtp::adapter::Adapter;

/// The largest file that is loaded: a commented game is a few hundred kilobytes.
const MAX_FILE_BYTES: usize = 16 << 20;

const CANNOT_LOAD: Fault = Fault::text("cannot load file");

impl<A: Adapter> Session<A> {
    /// `loadsgf file [move]`: the end of the main line of the first game, or the position before that move.
    pub(super) fn loadsgf(&mut self, arguments: &[&str]) -> Answer {
        let (path, before) = match arguments {
            [path] => (path, usize::MAX),
            [path, number] => (path, number.parse().ok().filter(|&number| number > 0).ok_or(Fault::SYNTAX)?),
            _ => return Err(Fault::SYNTAX),
        };
        let record: Record<A::Game> = read_file(path).and_then(|bytes| read_record(&bytes)).ok_or(CANNOT_LOAD)?;
        let (start, played) = main_line::<A>(&record, before - 1).ok_or(CANNOT_LOAD)?;
        let mut adapter = self.adapter.clone();
        adapter.adopt(&record, &start);
        let position = replay(&adapter, &played).ok_or(CANNOT_LOAD)?;
        self.adapter = adapter;
        self.restart();
        self.position = position;
        self.played = played;
        Ok(String::new())
    }

    /// The game so far. A file name is not taken: whoever wants a file can write what comes back into one.
    pub(super) fn printsgf(&self, arguments: &[&str]) -> Answer {
        if !arguments.is_empty() {
            return Err(Fault::SYNTAX);
        }
        let mut record = self.adapter.record();
        record.info.application = format!("{}:{}", self.identity.name, self.identity.version);
        let mut node = NodeId::ROOT;
        for &played in &self.played {
            node = record.add(node, Some(played));
        }
        Ok(sgf::write(&record))
    }
}

/// Files only: a pipe or a terminal might never end.
fn read_file(path: &str) -> Option<Vec<u8>> {
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    let read = File::open(path).ok()?.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes).ok()?;
    (read <= MAX_FILE_BYTES).then_some(bytes)
}

fn read_record<G: Dialect>(bytes: &[u8]) -> Option<Record<G>> {
    let limits = Limits { bytes: MAX_FILE_BYTES, ..Limits::DEFAULT };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let collection = Collection::parse(bytes, &options).ok()?;
    let &root = collection.roots().first()?;
    let is_this_game = sgf::game_number(&collection, root).ok()? == G::NUMBER;
    if is_this_game { sgf::read(&collection, root, &options).ok().map(|reading| reading.record) } else { None }
}

/// The first position, and the moves after it. Where a set-up stands between moves, it makes a new first position.
#[expect(clippy::type_complexity, reason = "a name for this pair would say less than the pair")]
fn main_line<A: Adapter>(
    record: &Record<A::Game>,
    max_moves: usize,
) -> Option<(A::Position, Vec<(Player, MoveOf<A>)>)> {
    let mut start = record.game.start();
    let mut position = start.clone();
    let mut played = Vec::new();
    let mut moves = 0;
    for id in record.main_line() {
        let node = record.node(id);
        if node.mv.is_some() {
            if moves == max_moves {
                break;
            }
            moves += 1;
        }
        record.step(&mut position, id).ok()?;
        if node.setup().is_some_and(|setup| !setup.is_empty()) {
            start = position.clone();
            played.clear();
        } else {
            played.extend(node.mv);
        }
    }
    (played.len() <= MAX_PLIES).then_some((start, played))
}
