//! A finished game, or a record, looked at move by move. Nothing here changes what was kept; who plays on from a position
//! begins a new game with the moves that led to it.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use plateau_core::Player;
use players::analyst::{cards as cards_of, remarks, review as review_game, worth};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Rect;
use search::{Resources, Stop};
use store::{Deck, HERE, Judgements};
use study::{Analysis, Effort, Grade};
use table::records::AnyRecord;
use table::view::{Mark, View, Wanted};
use table::{AnyWay, Message, Review};

use super::Keys;
use super::layout::{Layout, remark_area, sentence};
use crate::cards::{self, Side};
use crate::console::remark;
use crate::context::{Context, Door, Next};
use crate::exercise::Exercise;
use crate::look::Role;
use crate::study::study_lines;
use crate::{Event, Sitting, board, paint, say};

pub(crate) struct ReviewScreen {
    review: Review,
    note: Option<String>,
    territory: bool,
    /// Whether what is said about the move stands over the board, so that all of it can be read.
    remark_shown: bool,
    /// What the machine makes of it, once it was asked.
    study: Option<Study>,
    /// Whether that stands over the board.
    study_shown: bool,
}

/// The machine looks through the game, on threads of its own, until this is dropped.
struct Study {
    way: Arc<AnyWay>,
    known: Arc<Mutex<Analysis>>,
    /// How many mistakes have gone into the deck, once that is known.
    in_deck: Arc<Mutex<Option<usize>>>,
    stop: Stop,
}

impl Drop for Study {
    fn drop(&mut self) {
        self.stop.ask();
    }
}

impl Study {
    fn begin(context: &Context, review: &Review) -> Result<Study, Message> {
        let way = Arc::new(review.way()?);
        let analysis = Analysis::new(&way, Effort::Normal);
        let (known, stop) = (Arc::new(Mutex::new(analysis.clone())), Stop::new());
        let (shown, asked, game) = (Arc::clone(&known), stop.clone(), Arc::clone(&way));
        let (store, post) = (Arc::clone(&context.desk.store), Arc::clone(&context.post));
        let in_deck: Arc<Mutex<Option<usize>>> = Arc::default();
        // Records are of others' games; in a game of this machine its people learn from their own mistakes.
        let seats = review.view(&Wanted::default()).players;
        let own = Player::BOTH.into_iter().filter(|&player| review.is_game() && seats[player].who.is_person());
        let (own, kept, now_ms): (Vec<Player>, _, _) = (own.collect(), review.clone(), context.desk.now_ms());
        let learned = Arc::clone(&in_deck);
        thread::spawn(move || {
            let show = |analysis: &Analysis, _| {
                *shown.lock().unwrap_or_else(PoisonError::into_inner) = analysis.clone();
                post(Event::Tick);
            };
            let resources = Resources::of_this_machine();
            let analysis = review_game(&game, analysis, &resources, &Judgements(&*store), &asked, &show);
            if asked.is_asked() || own.is_empty() {
                return;
            }
            let entries = cards_of(&kept, &game, &analysis, &own, None, now_ms);
            // What cannot be kept now is put in when the game is looked at again.
            if let Ok(put) = Deck::new(&*store, HERE).put(&entries, now_ms) {
                *learned.lock().unwrap_or_else(PoisonError::into_inner) = Some(put.new + put.known);
                post(Event::Tick);
            }
        });
        Ok(Study { way, known, in_deck, stop })
    }

    fn known(&self) -> Analysis {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The way to a record, at the end of its main line.
pub(super) fn door(record: AnyRecord) -> Door {
    let mut review = Review::of_record(record);
    review.go_to(review.steps().last);
    Door::Review(review)
}

impl ReviewScreen {
    pub(crate) fn new(context: &Context, review: Review) -> ReviewScreen {
        ReviewScreen {
            review,
            note: None,
            territory: context.options.territory,
            remark_shown: false,
            study: None,
            study_shown: false,
        }
    }

    fn view(&self) -> View {
        let best = self.study.as_ref().and_then(|study| {
            let at = study.way.find(self.review.here())?;
            Some(study.known().judgement(at)?.best()?.mv().to_owned())
        });
        self.review.view(&Wanted { territory: self.territory, hint: best, ..Wanted::default() })
    }

    /// A new game from here, with the same seats.
    fn play_on(&mut self, context: &mut Context) -> Next {
        match Sitting::replay(&context.desk, &self.review.replay(), Some(&self.review.record())) {
            Ok(sitting) => Next::to(Door::Play(sitting, None)),
            Err(why) => {
                self.note = Some(say(&context.words, &why));
                Next::Stay
            }
        }
    }

    fn go_to(&mut self, node: Option<u32>) {
        if let Some(node) = node {
            self.review.go_to(node);
            (self.note, self.remark_shown, self.study_shown) = (None, false, false);
        }
    }

    /// The first move that was tried in this place, unless it is this one.
    fn first_variation(&self) -> Option<u32> {
        let mut look = self.review.clone();
        let mut first = None;
        while let Some(above) = look.steps().above {
            look.go_to(above);
            first = Some(above);
        }
        first
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        let steps = self.review.steps();
        match event {
            Event::Key(key) => match key.code {
                KeyCode::Left | KeyCode::Char('h' | 'u') | KeyCode::Backspace => self.go_to(steps.back),
                KeyCode::Right | KeyCode::Char('l' | ' ') => self.go_to(steps.on),
                KeyCode::PageUp | KeyCode::Up | KeyCode::Char('k') => self.go_to(steps.ten_back),
                KeyCode::PageDown | KeyCode::Down | KeyCode::Char('j') => self.go_to(steps.ten_on),
                KeyCode::Home => self.go_to(Some(steps.first)),
                KeyCode::End => self.go_to(Some(steps.last)),
                // Around the moves that were tried here.
                KeyCode::Char('v') => self.go_to(steps.below.or_else(|| self.first_variation())),
                KeyCode::Char('c') => self.remark_shown = !self.remark_shown,
                KeyCode::Char('a') if self.study.is_none() => match Study::begin(context, &self.review) {
                    Ok(study) => self.study = Some(study),
                    Err(why) => self.note = Some(say(&context.words, &why)),
                },
                KeyCode::Char('a') => self.study_shown = !self.study_shown,
                KeyCode::Char('n') => self.next_mistake(),
                KeyCode::Char('r') => match Exercise::of_review(&self.review) {
                    Ok(exercise) => return Next::to(Door::Exercise(exercise)),
                    Err(why) => self.note = Some(say(&context.words, &why)),
                },
                KeyCode::Esc if self.study_shown => self.study_shown = false,
                KeyCode::Char('m') | KeyCode::F(1) => return Next::to(Door::Rules(self.review.kind())),
                KeyCode::Esc if self.remark_shown => self.remark_shown = false,
                KeyCode::Char('t') => self.territory = !self.territory,
                KeyCode::Char('p') | KeyCode::Enter => return self.play_on(context),
                KeyCode::Esc | KeyCode::Char('q') => return Next::back(),
                _ => {}
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.go_to(steps.back),
                MouseEventKind::ScrollDown => self.go_to(steps.on),
                _ => {}
            },
            _ => {}
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let view = self.view();
        let layout = Layout::new(&view, area, context.options.coordinates, last_cell(&view));
        sentence(buf, layout.sentence, &view, context, Some('c'));
        if let Some(geometry) = &layout.board {
            board::paint(buf, geometry, &view.board, context.look, None);
        }
        for (player, area) in Player::BOTH.into_iter().zip([layout.left, layout.right]) {
            cards::draw(buf, area, &Side { view: &view, player, thinking: None, piece: None }, context);
        }
        let (at, of) = (i64::from(self.review.ply()), self.review.main_length() as i64);
        let mut position = context.words.say("review-place", &[("at", at.into()), ("of", of.into())]);
        let (variation, variations) = self.review.variation();
        if variations > 1 {
            let gaps = [("at", i64::from(variation).into()), ("of", i64::from(variations).into())];
            position = format!("{position}. {}", context.words.say("review-variation", &gaps));
        }
        if let Some(study) = &self.study {
            let analysis = study.known();
            if !analysis.is_done() {
                let [known, all] = analysis.progress().map(|count| count as i64);
                let gaps = [("known", known.into()), ("all", all.into())];
                position = format!("{position}. {}", context.words.say("study-progress", &gaps));
            } else if let Some(count @ 1..) = *study.in_deck.lock().unwrap_or_else(PoisonError::into_inner) {
                position = format!("{position}. {}", context.words.say("deck-went-in", &[("count", count.into())]));
            }
        }
        self.remark(context, buf, area, remark_area(&view, layout.left));
        let problem = self.review.problem().map(|why| say(&context.words, why));
        let said = problem.unwrap_or(position);
        paint::centred(buf, layout.note, self.note.as_ref().unwrap_or(&said), context.look.style(Role::Accent));
        self.draw_study(context, buf, area);
    }
}

impl ReviewScreen {
    /// What is said about this move, in the record and by the machine.
    fn said(&self, context: &Context) -> String {
        let by_machine = self.study.as_ref().and_then(|study| {
            let (at, analysis) = (study.way.find(self.review.here())?, study.known());
            let of_move = at.checked_sub(1).map(|before| remarks(&study.way, &analysis, before)).unwrap_or_default();
            let here = analysis.judgement(at).map(|judgement| worth(analysis.kind(), judgement));
            let said = of_move.iter().chain(&here).map(|part| say(&context.words, part));
            Some(said.collect::<Vec<_>>().join("\n"))
        });
        let parts = [Some(remark(self.review.comment())), by_machine];
        parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// Goes to the next move on the way that lost something, round and round.
    fn next_mistake(&mut self) {
        let Some(study) = &self.study else { return };
        let analysis = study.known();
        let bad = |&at: &usize| analysis.verdict(at).is_some_and(|verdict| verdict.grade > Grade::Fine);
        let mistakes: Vec<u32> = (0..analysis.len()).filter(bad).map(|at| study.way.node(at + 1)).collect();
        let here = self.review.here();
        let next = mistakes.iter().find(|&&node| node > here).or(mistakes.first()).copied();
        self.go_to(next);
    }

    /// The curve and the numbers, over the board.
    fn draw_study(&self, context: &Context, buf: &mut Buffer, whole: Rect) {
        let Some(study) = self.study.as_ref().filter(|_| self.study_shown) else { return };
        let (look, width) = (context.look, whole.width.min(90) - 8);
        let here = study.way.find(self.review.here());
        let lines = study_lines(&self.review, &study.known(), here, &context.words, look.charset, usize::from(width));
        let height = (lines.len() as u16).min(whole.height.saturating_sub(3));
        let outside = paint::middle(whole, whole.width.min(90) - 4, height + 2);
        paint::wipe(buf, outside);
        let area = paint::frame(buf, outside, &context.say("study-title"), look.style(Role::Accent), look);
        for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
            paint::text(buf, area.x + 1, y, area.width.saturating_sub(1), line, look.style(Role::Ink));
        }
    }

    /// What is said about this move: beside the board as far as there is room, or all of it over the board.
    fn remark(&self, context: &Context, buf: &mut Buffer, whole: Rect, beside: Rect) {
        let look = context.look;
        let mut said = self.said(context);
        if self.remark_shown {
            // All that was said of the move, too: it may be longer than its lines.
            let happened: Vec<String> = self.view().sentences.iter().map(|part| say(&context.words, part)).collect();
            said = format!("{}\n{said}", happened.join(" "));
        }
        if said.trim().is_empty() {
            return;
        }
        let wrapped = |width: u16| said.lines().flat_map(|line| paint::wrap(line, width)).collect::<Vec<_>>();
        let (area, mut lines) = if self.remark_shown {
            let lines = wrapped(whole.width.min(90) - 8);
            let height = (lines.len() as u16).min(whole.height - 6);
            let outside = paint::middle(whole, whole.width.min(90) - 4, height + 2);
            paint::wipe(buf, outside);
            (paint::frame(buf, outside, &context.say("review-remark"), look.style(Role::Accent), look), lines)
        } else {
            (beside, wrapped(beside.width.saturating_sub(1)))
        };
        if lines.len() > usize::from(area.height) && area.height > 0 {
            lines.truncate(usize::from(area.height));
            if let Some(last) = lines.last_mut() {
                *last = paint::cut(&format!("{last} …"), area.width.saturating_sub(1));
            }
        }
        for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
            paint::text(buf, area.x + 1, y, area.width.saturating_sub(1), line, look.style(Role::Ink));
        }
    }

    /// The keys that work here.
    pub(crate) fn keys(&self) -> Keys {
        let mut keys = vec![("←→", "key-step"), ("↑↓", "key-ten"), ("Home End", "key-first"), ("p", "key-play-on")];
        if self.review.variation().1 > 1 {
            keys.insert(1, ("v", "key-variation"));
        }
        if !self.review.comment().is_empty() || self.study.is_some() {
            keys.insert(1, ("c", "key-remark"));
        }
        keys.insert(1, ("a", "key-study"));
        keys.insert(2, ("r", "key-again"));
        if self.study.is_some() {
            keys.insert(3, ("n", "key-next-mistake"));
        }
        keys.extend([("Esc", "key-back"), ("t", "key-territory")]);
        (keys, vec![("m F1", "key-rules")])
    }
}

/// Where the last move was played: there one looks.
fn last_cell(view: &View) -> usize {
    view.board.cells.iter().position(|cell| cell.marks.contains(&Mark::Last)).unwrap_or(0)
}
