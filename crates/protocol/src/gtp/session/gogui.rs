//! What `GoGui` asks to play games other than Go, and to offer commands in its menus.
//!
//! <https://www.kayufu.com/gogui/rules.html> and the manual's chapter on analyze commands. `GoGui` takes our session both for the
//! referee and for the opponent.

use plateau_core::Position;

use super::Session;
use crate::gtp::adapter::Adapter;

/// One of the `gogui-rules_…` commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    GameId,
    Board,
    BoardSize,
    Graphics,
    LegalMoves,
    SideToMove,
    FinalResult,
}

impl<A: Adapter> Session<A> {
    /// From the first of these on, the controller is known to move by single vertices.
    pub(super) fn gogui_rules(&mut self, question: Question) -> String {
        self.gogui = true;
        let half = self.half.as_ref().map(|half| half.vertex.as_str());
        match question {
            Question::GameId => A::GAME_ID.into(),
            Question::Board => format!("\n{}", self.adapter.gogui_board(&self.position, half)),
            Question::BoardSize => match self.adapter.gogui_size() {
                (width, height) if width == height => width.to_string(),
                (width, height) => format!("{width} {height}"),
            },
            Question::Graphics => self.adapter.gogui_graphics(&self.position, half),
            Question::LegalMoves => self.adapter.gogui_moves(&self.position, half).join(" "),
            Question::SideToMove => self.position.turn().to_string(),
            Question::FinalResult => self.adapter.gogui_result(&self.position),
        }
    }

    pub(super) fn gogui_analyze_commands(&self) -> String {
        let common = ["string/Show Board/showboard", "string/Final Score/final_score", "var/Best Move/reg_genmove %m"];
        let own = self.adapter.gogui_analyze_commands();
        common.iter().chain(own).copied().collect::<Vec<_>>().join("\n")
    }
}
