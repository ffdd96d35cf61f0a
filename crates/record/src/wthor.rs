//! WTHOR, the tournament database of the French Othello federation: reading of games (`.wtb`), players (`.JOU`) and
//! tournaments (`.TRN`).
//!
//! All three begin with a header of 16 bytes; numbers are little-endian.
//!
//! ```text
//! header   0 century, year, month, day of the file   4 games: u32   8 names: u16   10 year of the games: u16
//!         12 width of the board (0 is 8)   13 1 if these are problems   14 empty squares of the theoretical score
//! game     0 tournament: u16   2 Black: u16   4 White: u16   6 Black's discs   7 Black's discs with best play   8 moves: 60
//! player  20 bytes of a name, filled with zeros      tournament  26 bytes of a name
//! ```
//!
//! A move is a number of two digits, row before column; 0 ends the list. Passes are not written, and empty squares count
//! for the winner. There are no lines in these files: the place of an error is the number of the game and of the move.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use othello::{Game, Move, Square};
use plateau_core::{Expected, Player, Position as _, Reason as _};

use crate::charset::Charset;
use crate::error::Limit;
use crate::othello_line::OthelloLine;
use crate::reading::Reading;
use crate::tree::Record;
use crate::{Ending, Error, Mode, Place, ReadOptions};

const HEADER: Expected = Expected { id: "wthor-header", phrase: "16 bytes at the beginning" };
const LENGTH: Expected = Expected { id: "wthor-length", phrase: "as many entries as the header says" };
const BOARD: Expected = Expected { id: "wthor-board", phrase: "games on a board of eight by eight" };
const SQUARE: Expected = Expected { id: "wthor-square", phrase: "a square from 11 to 88" };

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;
const PLAYER_BYTES: usize = 20;
const TOURNAMENT_BYTES: usize = 26;

/// The names that the numbers of a game file stand for; without them the numbers are shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// From a `.JOU` file.
    pub players: Vec<String>,
    /// From a `.TRN` file.
    pub tournaments: Vec<String>,
}

impl Names {
    /// Reads the players of a `.JOU` file.
    pub fn read_players(bytes: &[u8]) -> Result<Vec<String>, Error> {
        read_names(bytes, PLAYER_BYTES)
    }

    /// Reads the tournaments of a `.TRN` file.
    pub fn read_tournaments(bytes: &[u8]) -> Result<Vec<String>, Error> {
        read_names(bytes, TOURNAMENT_BYTES)
    }
}

/// A game as the file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number of the tournament.
    pub tournament: u16,
    /// The number of the player with Black.
    pub black: u16,
    /// The number of the player with White.
    pub white: u16,
    /// Black's discs at the end, the empty squares counted for the winner.
    pub black_discs: u8,
    /// Black's discs with best play from the point that the header names.
    pub best_black_discs: u8,
    /// The moves, without passes.
    pub moves: Vec<u8>,
}

impl Entry {
    /// Who won, if anyone did.
    pub fn winner(&self) -> Option<Player> {
        match self.black_discs {
            32 => None,
            33.. => Some(Player::Black),
            _ => Some(Player::White),
        }
    }
}

/// The games of a `.wtb` file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Database {
    /// When they were played.
    pub year: u16,
    /// From how many empty squares on the theoretical score is known.
    pub depth: u8,
    /// The games.
    pub games: Vec<Entry>,
}

impl Database {
    /// Reads a `.wtb` file.
    ///
    /// With [`Mode::Recover`] a file that was cut off gives the games that are whole.
    pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Reading<Database>, Error> {
        let limits = &options.limits;
        if bytes.len() > limits.bytes {
            return Err(Error::Limit { place: Place::START, limit: Limit::Bytes, max: limits.bytes });
        }
        let (header, body) = bytes.split_at_checked(HEADER_BYTES).ok_or(Error::Header { expected: HEADER })?;
        if !matches!(header[12], 0 | 8) || header[13] == 1 {
            return Err(Error::Header { expected: BOARD });
        }
        let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
        let (entries, rest) = body.as_chunks::<GAME_BYTES>();
        let mut warnings = Vec::new();
        if entries.len() != count || !rest.is_empty() {
            let error = Error::Header { expected: LENGTH };
            if options.mode == Mode::Strict || entries.is_empty() {
                return Err(error);
            }
            warnings.push(error);
        }
        let record = Database {
            year: u16::from_le_bytes([header[10], header[11]]),
            depth: header[14],
            games: entries.iter().take(count).map(read_entry).collect(),
        };
        Ok(Reading { record, warnings })
    }

    /// The game of this number as a record.
    ///
    /// With [`Mode::Recover`] a game with an impossible move is opened up to it.
    pub fn record(&self, number: usize, names: &Names, options: &ReadOptions) -> Result<Reading<Record<Game>>, Error> {
        let entry = &self.games[number];
        let mut game = OthelloLine::new();
        let mut warnings = Vec::new();
        for (index, &mv) in entry.moves.iter().enumerate() {
            let place = Place { line: number + 1, column: index + 1 };
            if let Err(error) = play(&mut game, mv, place) {
                if options.mode == Mode::Strict {
                    return Err(error);
                }
                warnings.push(error);
                break;
            }
        }
        let is_over = game.position().is_over();
        let info = &mut game.record.info;
        info.names = [entry.black, entry.white].map(|player| name(&names.players, player));
        info.event = name(&names.tournaments, entry.tournament);
        info.date = self.year.to_string();
        let half_points = 4 * i32::from(entry.black_discs) - 128;
        info.ending = Some(match Ending::from_margin(half_points) {
            // A game that broke off was won, but not by so many discs.
            Ending::Score { winner, .. } if !is_over => Ending::Win(winner),
            ending => ending,
        });
        Ok(Reading { record: game.record, warnings })
    }
}

/// Whether a file could be a game database.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    let century = |byte: u8| matches!(byte, 19..=21);
    bytes.len() >= HEADER_BYTES
        && century(bytes[0])
        && bytes[1] < 100
        && (1..=12).contains(&bytes[2])
        && (1..=31).contains(&bytes[3])
        && (bytes.len() - HEADER_BYTES).is_multiple_of(GAME_BYTES)
}

fn read_entry(bytes: &[u8; GAME_BYTES]) -> Entry {
    let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    Entry {
        tournament: number(0),
        black: number(2),
        white: number(4),
        black_discs: bytes[6],
        best_black_discs: bytes[7],
        moves: bytes[8..].iter().copied().take_while(|&mv| mv != 0).collect(),
    }
}

fn play(game: &mut OthelloLine, number: u8, place: Place) -> Result<(), Error> {
    let square = Square::from_number(number.into()).ok_or_else(|| Error::Value {
        place,
        property: "move".to_owned(),
        value: number.to_string(),
        expected: SQUARE,
    })?;
    game.play(Move::Place(square)).map_err(|illegal| Error::Illegal {
        place,
        mv: square.to_string(),
        reason_id: illegal.id(),
        reason: illegal.to_string(),
    })
}

fn name(names: &[String], number: u16) -> String {
    names.get(number as usize).cloned().unwrap_or_else(|| format!("#{number}"))
}

fn read_names(bytes: &[u8], width: usize) -> Result<Vec<String>, Error> {
    let (header, body) = bytes.split_at_checked(HEADER_BYTES).ok_or(Error::Header { expected: HEADER })?;
    let count = u16::from_le_bytes([header[8], header[9]]) as usize;
    if body.len() != count * width {
        return Err(Error::Header { expected: LENGTH });
    }
    let name = |entry: &[u8]| {
        let end = entry.iter().position(|&byte| byte == 0).unwrap_or(entry.len());
        Charset::LATIN_1.decode(&entry[..end]).0.trim().to_owned()
    };
    Ok(body.chunks(width).map(name).collect())
}
