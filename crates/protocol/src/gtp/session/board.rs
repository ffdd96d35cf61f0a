//! The commands that set up the board, play on it and look at it.

use plateau_core::Player;

use super::{Answer, Fault, Half, MAX_PLIES, Session, replay};
use crate::gtp::adapter::{Adapter, Click, Refusal, Status};
use crate::gtp::syntax::read_colour;
use crate::gtp::time::{Clocks, System};

impl<A: Adapter> Session<A> {
    pub(super) fn boardsize(&mut self, arguments: &[&str]) -> Answer {
        // `9 13` and `9:13` ask for a board that is not square, which some programs have.
        let sizes: Vec<&str> = arguments.iter().flat_map(|word| word.split(':')).collect();
        let size = match sizes[..] {
            [size] => size,
            [width, height] if width == height => width,
            [width, height] if width.parse::<u32>().is_ok() && height.parse::<u32>().is_ok() => {
                return Err(Refusal::Size.into());
            }
            _ => return Err(Fault::SYNTAX),
        };
        // A number too large for any board is a size, though not one to accept.
        let digits = !size.is_empty() && size.bytes().all(|byte| byte.is_ascii_digit());
        let size = if digits { size.parse().unwrap_or(u32::MAX) } else { return Err(Fault::SYNTAX) };
        let mut adapter = self.adapter.clone();
        adapter.set_size(size)?;
        adapter.clear();
        self.adapter = adapter;
        self.restart();
        Ok(String::new())
    }

    pub(super) fn clear_board(&mut self) {
        self.adapter.clear();
        self.restart();
    }

    pub(super) fn komi(&mut self, arguments: &[&str]) -> Answer {
        let [komi] = arguments else { return Err(Fault::SYNTAX) };
        self.agree(|adapter| adapter.set_komi(komi))?;
        Ok(String::new())
    }

    pub(super) fn set_rules(&mut self, arguments: &[&str]) -> Answer {
        if arguments.is_empty() {
            return Err(Fault::SYNTAX);
        }
        self.agree(|adapter| adapter.set_rules(&arguments.join(" ")))?;
        Ok(String::new())
    }

    /// The same by the names of KGS, whose Chinese rules forbid every board to come again.
    pub(super) fn set_kgs_rules(&mut self, arguments: &[&str]) -> Answer {
        let is_chinese = matches!(arguments, [name] if name.eq_ignore_ascii_case("chinese"));
        self.set_rules(if is_chinese { &["chinese-kgs"] } else { arguments })
    }

    /// One part of the rules: `ko SIMPLE`.
    pub(super) fn set_rule(&mut self, arguments: &[&str]) -> Answer {
        let [name, value] = arguments else { return Err(Fault::SYNTAX) };
        let value = if matches!(*value, "true" | "false") { (*value).into() } else { format!("{value:?}") };
        self.agree(|adapter| adapter.set_rules(&format!("{{{name:?}:{value}}}")))?;
        Ok(String::new())
    }

    /// Any stones on an otherwise empty board, and nothing played: `B D4 W Q16 …`. Black is to move.
    pub(super) fn set_position(&mut self, arguments: &[&str]) -> Answer {
        let mut adapter = self.adapter.clone();
        adapter.clear();
        adapter.set_up(&read_pairs(arguments)?)?;
        self.adapter = adapter;
        self.restart();
        Ok(String::new())
    }

    /// Who moves next on a board that was set up.
    pub(super) fn gogui_setup_player(&mut self, arguments: &[&str]) -> Answer {
        let [colour] = arguments else { return Err(Fault::SYNTAX) };
        let player = read_colour(colour).ok_or(Fault::SYNTAX)?;
        if !self.played.is_empty() {
            return Err(Fault::text("moves were played since the setup"));
        }
        self.agree(|adapter| adapter.set_up_turn(player))?;
        Ok(String::new())
    }

    /// Several moves at once, all of them or none: `B D4 W Q16 …`.
    pub(super) fn gogui_play_sequence(&mut self, arguments: &[&str]) -> Answer {
        let mut played = self.played.clone();
        for (player, text) in read_pairs(arguments)? {
            played.push((player, self.adapter.read_move(text).ok_or(Fault::SYNTAX)?));
        }
        if played.len() > MAX_PLIES {
            return Err(Fault::text("too many moves"));
        }
        self.position = replay(&self.adapter, &played).ok_or(Fault::ILLEGAL)?;
        self.played = played;
        self.half = None;
        Ok(String::new())
    }

    pub(super) fn clear_cache(&mut self) {
        self.engine.forget();
    }

    pub(super) fn fixed_handicap(&mut self, arguments: &[&str]) -> Answer {
        let stones = self.stones_for_empty_board(arguments)?;
        Ok(self.agree(|adapter| adapter.fixed_handicap(stones))?.join(" "))
    }

    pub(super) fn place_free_handicap(&mut self, arguments: &[&str]) -> Answer {
        let stones = self.stones_for_empty_board(arguments)?;
        Ok(self.agree(|adapter| adapter.place_free_handicap(stones))?.join(" "))
    }

    pub(super) fn set_free_handicap(&mut self, arguments: &[&str]) -> Answer {
        self.check_board_empty()?;
        self.agree(|adapter| adapter.set_free_handicap(arguments))?;
        Ok(String::new())
    }

    fn stones_for_empty_board(&self, arguments: &[&str]) -> Result<u32, Fault> {
        let [stones] = arguments else { return Err(Fault::SYNTAX) };
        let stones = stones.parse().map_err(|_| Fault::SYNTAX)?;
        self.check_board_empty()?;
        Ok(stones)
    }

    fn check_board_empty(&self) -> Result<(), Fault> {
        let mut cleared = self.adapter.clone();
        cleared.clear();
        let empty = self.played.is_empty() && cleared.root() == self.position;
        if empty { Ok(()) } else { Err(Fault::text("board not empty")) }
    }

    pub(super) fn play(&mut self, arguments: &[&str]) -> Answer {
        let [colour, text] = arguments else { return Err(Fault::SYNTAX) };
        let player = read_colour(colour).ok_or(Fault::SYNTAX)?;
        if self.gogui {
            return self.click(player, text);
        }
        let mv = self.adapter.read_move(text).ok_or(Fault::SYNTAX)?;
        self.record(player, mv)?;
        Ok(String::new())
    }

    /// `GoGui` plays by vertices alone; in Aligne 4 two of them make a move. A whole move is understood all the same.
    fn click(&mut self, player: Player, text: &str) -> Answer {
        let half = self.half.as_ref().map(|half| half.vertex.as_str());
        match self.adapter.read_click(&self.position, half, text).ok_or(Fault::ILLEGAL)? {
            Click::Move(mv) => self.record(player, mv)?,
            Click::Half => self.half = Some(Half { vertex: text.to_ascii_uppercase(), owed: None }),
        }
        Ok(String::new())
    }

    pub(super) fn undo(&mut self) -> Answer {
        if self.half.take().is_some() {
            return Ok(String::new());
        }
        let (_, before) = self.played.split_last().ok_or(Fault::text("cannot undo"))?;
        self.position = replay(&self.adapter, before).ok_or(Fault::text("cannot undo"))?;
        self.played.pop();
        Ok(String::new())
    }

    pub(super) fn time_settings(&mut self, arguments: &[&str]) -> Answer {
        self.clocks = Clocks::new(System::read(arguments).ok_or(Fault::SYNTAX)?);
        Ok(String::new())
    }

    pub(super) fn kgs_time_settings(&mut self, arguments: &[&str]) -> Answer {
        self.clocks = Clocks::new(System::read_kgs(arguments).ok_or(Fault::SYNTAX)?);
        Ok(String::new())
    }

    pub(super) fn kata_time_settings(&mut self, arguments: &[&str]) -> Answer {
        self.clocks = Clocks::new(System::read_kata(arguments).ok_or(Fault::SYNTAX)?);
        Ok(String::new())
    }

    pub(super) fn time_left(&mut self, arguments: &[&str]) -> Answer {
        let [colour, time, stones] = arguments else { return Err(Fault::SYNTAX) };
        let player = read_colour(colour).ok_or(Fault::SYNTAX)?;
        self.clocks.set_left(player, [time, stones]).ok_or(Fault::SYNTAX)?;
        Ok(String::new())
    }

    pub(super) fn final_score(&self) -> Answer {
        self.adapter.final_score(&self.position).ok_or(Fault::text("cannot score"))
    }

    pub(super) fn final_status_list(&self, arguments: &[&str]) -> Answer {
        let status = match arguments {
            ["alive"] => Status::Alive,
            ["dead"] => Status::Dead,
            ["seki"] => Status::Seki,
            _ => return Err(Fault::SYNTAX),
        };
        let chains = self.adapter.final_status(&self.position, status);
        Ok(chains.ok_or(Fault::text("cannot score"))?.join("\n"))
    }

    /// The board begins on a line of its own, so that its columns stand under each other.
    pub(super) fn showboard(&self) -> String {
        format!("\n{}", self.adapter.show(&self.position))
    }
}

/// Pairs of a colour and a text.
fn read_pairs<'a>(arguments: &[&'a str]) -> Result<Vec<(Player, &'a str)>, Fault> {
    let (pairs, []) = arguments.as_chunks::<2>() else { return Err(Fault::SYNTAX) };
    pairs.iter().map(|[colour, text]| Ok((read_colour(colour).ok_or(Fault::SYNTAX)?, *text))).collect()
}
