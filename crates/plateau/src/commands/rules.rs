//! `plateau rules`: a game's rules page as text.

use crate::cli::Rules;
use crate::commands::play::look;
use crate::console::Console;
use crate::failure::Failure;

pub(crate) fn run(args: &Rules, console: &mut Console<'_>) -> Result<(), Failure> {
    let charset = look(console).charset;
    let mut text = String::new();
    for line in tui::rules_lines(args.game, console.words.lang(), tui::PAGE_WIDTH, charset) {
        text += &if line.is_heading { console.bold(&line.text) } else { line.text };
        text.push('\n');
    }
    console.write(&text)
}
