//! What is where: the addresses of the server that are answered here, too.

mod board;
mod exercise;
mod game;
mod review;

use std::sync::Arc;

use pages::wire::Down;
use pages::{Colour, Context, NewGame, Opponent, PAGE_SIZE, lesson};
use plateau_core::Player;
use search::Supply;
use serde::Deserialize;
use store::{Deck, HERE, Kept, PaperQuery, Preferences, Query, Shelf, Store, Which};
use study::puzzle::{Collection, DAY_MS, kind_of_day};
use table::clock::TimeControl;
use table::{Kind, Message};
use words::Lang;

use crate::refused::{Refused, no_such_page};
use crate::request::{Answer, Request};
use crate::site::{Site, random};

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
        let answer = answer(self, request, &context).unwrap_or_else(|refused| refused.answer(&context, request.json));
        if request.place().0 { answer.under_here() } else { answer }
    }
}

impl Request {
    /// The files without which it cannot be answered.
    pub fn files(&self) -> Vec<&'static Supply> {
        match (self.post, self.segments().as_slice()) {
            (false, []) => vec![Collection::file(kind_of_day(self.now_ms / DAY_MS))],
            // What was tried is kept for all games together.
            (_, ["puzzles" | "puzzle", ..]) => Kind::ALL.into_iter().map(Collection::file).collect(),
            _ => Vec::new(),
        }
    }

    fn segments(&self) -> Vec<&str> {
        self.place().1.split('/').filter(|segment| !segment.is_empty()).collect()
    }
}

fn answer(site: &mut Site, request: &Request, context: &Context<'_>) -> Answered {
    let segments = request.segments();
    let (is_here, _) = request.place();
    match (request.post, segments.as_slice()) {
        (false, []) => home(site, request, context),
        (false, ["question"]) if is_here => Ok(question(site, request)),
        (true, ["answer"]) if is_here => {
            site.hear(&request.body, request.now_ms)?;
            Ok(Answer::new(200, "text/plain; charset=utf-8", String::new()))
        }
        (true, ["review"]) if is_here => review::bring(site, request),
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
            game::answer(site, request, context, id, (post, rest))
        }
        (false, ["upload"]) => Ok(Answer::page(200, pages::upload(context, review::UPLOAD_BYTES, None))),
        (true, ["upload"]) => Ok(review::upload(site, request, context)),
        (post, ["board", rest @ ..]) => board::answer(site, request, context, (post, rest)),
        (post, ["record", key, rest @ ..]) => review::of_record(site, request, context, key, (post, rest)),
        (post, ["puzzles" | "puzzle" | "deck", ..]) => exercise::answer(site, request, context, (post, &segments)),
        _ => Err(needs_server()),
    }
}

fn needs_server() -> Refused {
    Refused { status: 503, message: Message::new("here-needs-server") }
}

fn kind(game: &str) -> Result<Kind, Refused> {
    game.parse().map_err(|_| no_such_page())
}

/// Something was done: a script is told so, a person is sent on.
fn done(request: &Request, next: &str) -> Answer {
    if request.json { Answer::down(200, &Down::At { at: next.to_owned() }) } else { Answer::see(next) }
}

fn home(site: &Site, request: &Request, context: &Context<'_>) -> Answered {
    let list = site.store.list(&Query { limit: SHOWN_AT_HOME, ..Query::unfinished() })?;
    let due = Deck::new(&site.store, HERE).due(request.now_ms)?;
    let daily = pages::puzzle_of_the_day(request.now_ms);
    Ok(Answer::page(200, pages::home(context, &list, due, daily.as_ref())))
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
    let [byte] = random()?;
    Ok(Player::BOTH[usize::from(byte % 2)])
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
