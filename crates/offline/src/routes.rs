//! What is where: the addresses of the server that are answered here, too.

use std::sync::Arc;

use pages::wire::{Do, Down, Up};
use pages::{Colour, lesson};
use pages::{Context, InDeck, Looks, NewGame, Opponent, PAGE_SIZE, ReviewPage};
use plateau_core::Player;
use serde::Deserialize;
use store::{GameId, HERE, Kept, PaperQuery, Preferences, Query, Shelf, Store, Which};
use table::clock::TimeControl;
use table::{Kind, Message, Review, records};
use words::Lang;

use crate::refused::{Refused, no_such_page};
use crate::request::{Answer, Request};
use crate::site::Site;

type Answered = Result<Answer, Refused>;

/// How many unfinished games the first page shows.
const SHOWN_AT_HOME: u32 = 6;
/// So many games are looked at to find the last ones against the machine.
const LOOKED_BACK: u32 = 60;

impl Site {
    /// Answers a request. What has [changed](Site::changes) is to be kept before anybody hears the answer.
    pub fn answer(&mut self, request: &Request) -> Answer {
        let options = Preferences::default().kept(&self.store).unwrap_or_default();
        let accepted = request.languages.iter().find_map(|tag| Lang::from_locale(tag));
        let lang = options.lang.or(accepted).unwrap_or_default();
        let words =
            self.words.iter().find(|words| words.lang() == lang).map(Arc::clone).expect("every language is there");
        let address = request.address();
        let context = Context {
            words: &words,
            options: &options,
            local: true,
            browser: true,
            origin: &request.origin,
            path: &address,
        };
        answer(self, request, &context).unwrap_or_else(|refused| refused.answer(&context, request.json))
    }
}

fn answer(site: &mut Site, request: &Request, context: &Context<'_>) -> Answered {
    let segments: Vec<&str> = request.path.split('/').filter(|segment| !segment.is_empty()).collect();
    match (request.post, segments.as_slice()) {
        (false, [] | ["here"]) => home(site, context),
        (false, ["here", "question"]) => Ok(question(site, request)),
        (true, ["here", "answer"]) => {
            site.hear(&request.body, request.now_ms)?;
            Ok(Answer::new(200, "text/plain; charset=utf-8", String::new()))
        }
        (false, ["new"]) => new_form(site, request, context),
        (true, ["new"]) => create(site, request, context),
        (false, ["games"]) => games(site, request, context),
        (false, ["rules"]) => Ok(Answer::page(200, pages::rules(context, None))),
        (false, ["rules", game]) => Ok(Answer::page(200, pages::rules(context, Some(kind(game)?)))),
        (false, ["learn"]) => Ok(Answer::page(200, pages::learn(context))),
        (false, ["lesson", game]) => {
            let page = lesson::page(context, kind(game)?, &request.asked()).ok_or_else(no_such_page)?;
            Ok(Answer::page(200, page))
        }
        (true, ["lesson", game]) => learn(request, context, kind(game)?),
        (false, ["options"]) => Ok(Answer::page(200, pages::options(context, request.query.contains("saved")))),
        (true, ["options"]) => set_options(site, request, context),
        (post, ["game", id, rest @ ..]) => {
            let id = id.parse().map_err(|_| no_such_page())?;
            game(site, request, context, id, (post, rest))
        }
        _ => Err(Refused { status: 503, message: Message::new("here-needs-server") }),
    }
}

fn kind(game: &str) -> Result<Kind, Refused> {
    game.parse().map_err(|_| no_such_page())
}

/// Something was done: a script is told so, a person is sent on.
fn done(request: &Request, next: &str) -> Answer {
    if request.json { Answer::down(200, &Down::At { at: next.to_owned() }) } else { Answer::see(next) }
}

fn home(site: &Site, context: &Context<'_>) -> Answered {
    let list = site.store.list(&Query { limit: SHOWN_AT_HOME, ..Query::unfinished() })?;
    Ok(Answer::page(200, pages::home(context, &list, 0, None)))
}

#[derive(Deserialize, Default)]
struct Worker {
    #[serde(default)]
    worker: String,
}

fn question(site: &mut Site, request: &Request) -> Answer {
    let Worker { worker } = request.asked();
    let question = site.question(&worker, request.now_ms);
    question.map_or_else(Answer::wait, |text| Answer::new(200, "text/plain; charset=utf-8", text))
}

#[derive(Deserialize, Default)]
struct Listed {
    which: Option<String>,
    game: Option<String>,
    #[serde(default)]
    page: u64,
}

fn games(site: &Site, request: &Request, context: &Context<'_>) -> Answered {
    let Listed { which, game, page } = request.asked();
    let which = if which.as_deref() == Some("unfinished") { Which::Unfinished } else { Which::Finished };
    let kind = game.and_then(|game| game.parse().ok());
    let list = site.store.list(&Query { which, kind, ..Query::unfinished() }.page(page, PAGE_SIZE))?;
    let records = site.store.papers(&PaperQuery::of(HERE, Shelf::Record))?.papers;
    Ok(Answer::page(200, pages::results(context, which, kind, &list, page, &records)))
}

#[derive(Deserialize, Default)]
struct Form {
    game: Option<String>,
}

fn new_form(site: &Site, request: &Request, context: &Context<'_>) -> Answered {
    let Form { game } = request.asked();
    let kind = game.map_or(Ok(Kind::Go), |game| kind(&game))?;
    let mut new = NewGame::new(kind);
    let finished = site.store.list(&Query { limit: LOOKED_BACK, ..Query::finished() })?.games;
    let suited = |kind| Some((kind, store::suited_by(&finished, kind, players::levels(kind).len() as u8)?));
    new.suited = Kind::ALL.into_iter().filter_map(suited).collect();
    Ok(Answer::page(200, pages::new_game(context, &new, None)))
}

fn create(site: &Site, request: &Request, context: &Context<'_>) -> Answered {
    let mut new = NewGame::from_form(request.fields());
    if new.opponent.is_elsewhere() {
        new.opponent = Opponent::Here;
    }
    new.proposal.control = TimeControl::Unlimited;
    let own = match new.colour {
        Colour::Given(player) => player,
        Colour::Toss => toss_up()?,
    };
    let table = match new.setup(own).and_then(table::AnySetup::table) {
        Ok(table) => table,
        Err(message) => {
            let said = context.tell(&message);
            return Ok(Answer::page(400, pages::new_game(context, &new, Some(&said))));
        }
    };
    site.store.remember_name(&new.names[0], request.now_ms)?;
    let id = Kept::create(&site.store, table, request.now_ms)?.id();
    let toss = if new.needs_toss() { format!("/toss?drawn={own}") } else { String::new() };
    Ok(done(request, &format!("/game/{id}{toss}")))
}

/// A coin that nobody can foresee.
fn toss_up() -> Result<Player, Refused> {
    let mut byte = [0];
    getrandom::fill(&mut byte).map_err(store::Error::from)?;
    Ok(Player::BOTH[usize::from(byte[0] % 2)])
}

fn set_options(site: &Site, request: &Request, context: &Context<'_>) -> Answered {
    let options = pages::preferences_from_form(context.options, request.fields());
    options.keep(context.options, &site.store)?;
    Ok(done(request, pages::back_from_options(request.field("back"))))
}

fn learn(request: &Request, context: &Context<'_>, kind: Kind) -> Answered {
    let answered = lesson::answer(context, kind, &request.sent()).ok_or_else(no_such_page)?;
    Ok(match answered {
        Ok(next) => done(request, &next),
        Err((why, _)) if request.json => Answer::down(400, &Down::Refused { n: None, why: context.tell(&why) }),
        Err((_, page)) => Answer::page(400, page),
    })
}

#[derive(Deserialize, Default)]
struct Place {
    at: Option<u32>,
    step: Option<usize>,
    owners: Option<u8>,
    best: Option<u8>,
    chance: Option<u8>,
}

#[derive(Deserialize, Default)]
struct Since {
    #[serde(default)]
    from: u64,
}

#[derive(Deserialize, Default)]
struct Tossed {
    drawn: Option<String>,
}

fn game(
    site: &mut Site,
    request: &Request,
    context: &Context<'_>,
    id: GameId,
    (post, rest): (bool, &[&str]),
) -> Answered {
    let now_ms = request.now_ms;
    let address = format!("/game/{id}");
    match (post, rest) {
        (false, []) => Ok(Answer::page(200, pages::game(context, site.room(id, now_ms)?.scene(now_ms)))),
        (false, ["live"]) => {
            let Since { from } = request.asked();
            let news = site.room(id, now_ms)?.news(context, from, now_ms);
            Ok(news.map_or_else(Answer::wait, |update| Answer::down(200, &update)))
        }
        (true, ["live"]) => command(site, request, context, id),
        (true, ["do"]) => {
            let what: Do = match (request.field("do"), request.field("play")) {
                (Some(what), _) => what.parse()?,
                (None, mv) => format!("play {}", mv.unwrap_or_default()).parse()?,
            };
            site.act(id, what, now_ms)?;
            Ok(done(request, &address))
        }
        (false, ["toss"]) => {
            let Tossed { drawn } = request.asked();
            let drawn = if drawn.as_deref() == Some("white") { Player::White } else { Player::Black };
            let kind = site.room(id, now_ms)?.table().kind();
            Ok(Answer::page(200, pages::toss(context, kind, drawn, &address)))
        }
        (true, ["delete"]) => {
            site.delete(id)?;
            Ok(done(request, "/games?which=unfinished"))
        }
        (false, ["share"]) => {
            let scene = site.room(id, now_ms)?.scene(now_ms);
            Ok(Answer::page(200, pages::share(context, id, &scene.view, &scene.setup)))
        }
        (false, [file]) if file.starts_with("record.") => {
            let (name, text) = record(site, id, &file["record.".len()..])?;
            Ok(Answer { file: Some(name), ..Answer::new(200, "text/plain; charset=utf-8", text) })
        }
        (false, ["give"]) => {
            let ending = Kept::open(&site.store, id)?.table().kind().endings()[0];
            Ok(Answer::page(200, pages::give(context, &record(site, id, ending)?.1)))
        }
        (false, ["review"]) => review(site, request, context, id),
        (true, ["study"]) => {
            let review = over(site, id)?;
            site.studies.begin(&address, &review, now_ms)?;
            Ok(done(request, &format!("{address}/review?study=1")))
        }
        _ => Err(Refused { status: 503, message: Message::new("here-needs-server") }),
    }
}

/// A game as a file with this ending: its name, and what is in it.
fn record(site: &Site, id: GameId, ending: &str) -> Result<(String, String), Refused> {
    let kept = Kept::open(&site.store, id)?;
    let name = format!("{}-{}.{ending}", kept.table().kind(), &id.to_string()[..6]);
    let text = records::write(&kept.record(&site.store)?, &name)?;
    Ok((name, text))
}

/// A command of a live page, and what has changed by it.
fn command(site: &mut Site, request: &Request, context: &Context<'_>, id: GameId) -> Answered {
    let garbled = |_| Message::new("body-unreadable");
    let down = match request.body.parse::<Up>().map_err(garbled)? {
        Up::Unknown { n } => Down::Refused { n: Some(n), why: context.tell(&pages::wire::unknown()) },
        Up::Do { n, what, once } => match act_once(site, id, what, once.as_deref(), request.now_ms) {
            Ok(()) => Down::Done { n },
            Err(refused) => Down::Refused { n: Some(n), why: context.tell(&refused.message) },
        },
    };
    Ok(Answer::down(200, &down))
}

/// The note under which it stands what was done last.
const DONE: &str = "done";

/// Does something, unless it is what was done last: a page that did not hear the answer sends it again.
fn act_once(site: &mut Site, id: GameId, what: Do, name: Option<&str>, now_ms: u64) -> Result<(), Refused> {
    let is_done = site.store.notes(id)?.iter().any(|(key, value)| key == DONE && Some(value.as_str()) == name);
    if !is_done {
        site.act(id, what, now_ms)?;
        site.store.set_notes(id, &[(DONE, name)])?;
    }
    Ok(())
}

/// A game that is over, to be looked through.
fn over(site: &Site, id: GameId) -> Result<Review, Refused> {
    let kept = Kept::open(&site.store, id)?;
    if kept.table().end().is_none() {
        return Err(Message::new("study-not-over").into());
    }
    Ok(kept.review(&site.store)?)
}

fn review(site: &mut Site, request: &Request, context: &Context<'_>, id: GameId) -> Answered {
    let Place { at, step, owners, best, chance } = request.asked();
    let files = format!("/game/{id}");
    let mut review = Kept::open(&site.store, id)?.review(&site.store)?;
    if let Some(node) = at {
        review.go_to(node);
    }
    let study = site.studies.look(&files, request.now_ms);
    let on = |switch: Option<u8>| switch == Some(1);
    let looks = Looks { study: study.is_some(), owners: on(owners), best: on(best), chance: on(chance) };
    let page = ReviewPage {
        address: format!("{files}/review"),
        files: Some(files),
        review,
        damage: Vec::new(),
        looks,
        study,
        step,
        deck: InDeck::Unknown,
        games: Vec::new(),
    };
    Ok(Answer::page(200, pages::review(context, &page)))
}
