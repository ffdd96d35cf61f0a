//! A new game: everything has a sensible value, so that Enter alone starts.

mod form;

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEventKind};
use ratatui::layout::Rect;
use store::Preferences;
use table::{AnySetup, Proposal};

use self::form::{Colour, Field, Form};
use super::{Keys, heading, walk};
use crate::context::{Context, Door, Next};
use crate::look::Role;
use crate::{Event, Sitting, paint, say};

pub(crate) struct SetUp {
    form: Form,
    at: usize,
    problem: Option<String>,
}

impl SetUp {
    pub(crate) fn new(context: &Context) -> SetUp {
        SetUp { form: Form::new(context), at: 0, problem: None }
    }

    fn field(&self) -> Field {
        let fields = self.form.fields();
        fields[self.at.min(fields.len() - 1)]
    }

    pub(crate) fn is_typing(&self) -> bool {
        self.field().is_text()
    }

    fn start(&mut self, context: &mut Context) -> Next {
        if let Some(name) = self.form.own_name()
            && context.options.name != name
        {
            let options = Preferences { name: name.to_owned(), ..context.options.clone() };
            context.choose(options);
        }
        if self.form.lacks_command() {
            self.problem = Some(context.say("setup-command-advice"));
            return Next::Stay;
        }
        // What cannot be agreed on is told before the toss, not after it.
        let agreed = |proposal: Proposal| proposal.setup_with_first(Player::Black).map(|_| proposal);
        let table = match (self.form.finished().and_then(agreed), self.form.colour) {
            (Ok(proposal), Colour::Toss) => return Next::to(Door::Toss(proposal)),
            (Ok(proposal), Colour::White) => proposal.setup_with_first(Player::White).and_then(AnySetup::table),
            (Ok(proposal), Colour::Black) => proposal.setup().and_then(AnySetup::table),
            (Err(why), _) => Err(why),
        };
        match table.and_then(|table| Sitting::create(&context.desk, table)) {
            Ok(sitting) => Next::start(Door::Play(sitting, None)),
            Err(why) => {
                self.problem = Some(say(&context.words, &why));
                Next::Stay
            }
        }
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) => self.key(context, key),
            Event::Mouse(mouse) => {
                let MouseEventKind::Down(button) = mouse.kind else { return Next::Stay };
                let count = self.form.fields().len();
                let area = form_area(context.size, count);
                let line = mouse.row.saturating_sub(area.y) as usize;
                if mouse.row < area.y || line > count {
                    return Next::Stay;
                }
                (self.at, self.problem) = (line.min(count - 1), None);
                if self.field() == Field::Start {
                    return self.start(context);
                }
                self.form.change(self.field(), context, button == MouseButton::Left);
                Next::Stay
            }
            _ => Next::Stay,
        }
    }

    fn key(&mut self, context: &mut Context, key: &KeyEvent) -> Next {
        self.problem = None;
        let field = self.field();
        let typed = match key.code {
            KeyCode::Char(letter) => self.form.type_letter(field, letter),
            KeyCode::Backspace => self.form.erase(field),
            _ => false,
        };
        let count = self.form.fields().len();
        if typed || walk(&mut self.at, count, key) {
            return Next::Stay;
        }
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.form.change(field, context, false),
            KeyCode::Right | KeyCode::Char('l' | ' ') => self.form.change(field, context, true),
            KeyCode::Enter => return self.start(context),
            KeyCode::Esc | KeyCode::Char('q') => return Next::back(),
            _ => {}
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let look = context.look;
        heading(buf, area, &context.say("setup-title"), context);
        let fields = self.form.fields();
        let form = form_area(area, fields.len());
        for (&field, y) in fields.iter().zip(form.y..) {
            let chosen = field == self.field();
            let label = context.say(field.label());
            if field == Field::Start {
                let place = paint::middle(Rect { y: y + 1, height: 1, ..form }, paint::width(&label) + 8, 1);
                let role = if chosen { Role::Chosen } else { Role::Strong };
                buf.set_style(place, look.style(role));
                paint::centred(buf, place, &label, look.style(role));
                continue;
            }
            let role = |plain| if chosen { Role::Accent } else { plain };
            paint::text(buf, form.x, y, LABEL_WIDTH, &label, look.style(role(Role::Soft)));
            let (before, after) = look.pick(("◂ ", " ▸"), ("< ", " >"));
            let value = self.form.value(field, context);
            let x = form.x + LABEL_WIDTH + 2;
            let room = form.right().saturating_sub(x);
            let value = match (chosen, field.is_text()) {
                (true, true) => format!("  {}{}", end_of(&value, room - 3), look.pick("▏", "_")),
                (true, false) => format!("{before}{value}{after}"),
                (false, _) => format!("  {value}"),
            };
            paint::text(buf, x, y, room, &value, look.style(role(Role::Ink)));
        }
        let told = self.problem.clone().map(|problem| (problem, Role::Accent));
        if let Some((text, role)) = told.or_else(|| Some((self.form.advice(self.field(), context)?, Role::Soft))) {
            let lines = paint::wrap(&text, area.width - 4);
            for (line, y) in lines.iter().zip(area.bottom() - 3..area.bottom() - 1) {
                paint::centred(buf, Rect { y, height: 1, ..area }, line, look.style(role));
            }
        }
    }
}

/// The keys that work here.
pub(crate) fn keys() -> Keys {
    (vec![("Enter", "key-start"), ("↑↓", "key-move"), ("←→", "key-change"), ("Esc", "key-back")], Vec::new())
}

const LABEL_WIDTH: u16 = 18;

/// The end of a text that is too long, where the typing goes on.
fn end_of(text: &str, width: u16) -> String {
    let letters: Vec<char> = text.chars().collect();
    letters[letters.len().saturating_sub(width as usize)..].iter().collect()
}

fn form_area(area: Rect, count: usize) -> Rect {
    paint::middle(area, 66, count as u16 + 1)
}
