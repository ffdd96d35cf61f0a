//! Games and records that are looked through, and records that are brought.

use pages::{Context, Exercise, GoOn, GoneOn, InDeck, Place, ReviewPage, Study, Wish, game_of_file, games_of_file};
use plateau_core::Player;
use players::analyst::{Spot, cards};
use store::{Brought, Deck, First, GameId, HERE, Judgements, Kept, PaperId, PaperQuery, Room, Shelf, Store, Upload};
use table::{Message, Review, records};

use super::{Answered, board, done, exercise, needs_server};
use crate::refused::{Refused, no_such_page};
use crate::request::{Answer, Field, Request};
use crate::site::Site;

/// The longest record that can be brought, in bytes, and how many nodes it may have.
pub(super) const UPLOAD_BYTES: usize = 1 << 20;
const UPLOAD_NODES: usize = 50_000;

/// Records that were brought take no more room than this: all of them are read when the site is opened. Those that were brought longest ago
/// go first.
const ROOM: Room = Room { papers: 100, bytes: 8 << 20 };

/// What is looked through: a game that was played here, or one of a file.
struct Subject {
    /// `/game/ID`, `/record/KEY`.
    address: String,
    /// Where its review is.
    review: String,
    /// The game, where it was played here.
    game: Option<GameId>,
    /// Whose mistakes are one's own.
    own: Vec<Player>,
    /// What was passed over to read it, and the games of the file, where it is of one.
    brought: Option<(PaperId, Brought, usize)>,
}

pub(super) fn of_game(
    site: &mut Site,
    request: &Request,
    context: &Context<'_>,
    id: GameId,
    (post, rest): (bool, &[&str]),
) -> Answered {
    let kept = Kept::open(&site.store, id)?;
    let is_over = kept.table().end().is_some();
    let review = kept.review(&site.store)?;
    let address = format!("/game/{id}");
    let own = Player::BOTH.into_iter().filter(|&player| kept.table().is_person(player)).collect();
    let subject = Subject { review: format!("{address}/review"), address, game: Some(id), own, brought: None };
    match (post, rest) {
        (false, ["review"]) => page(site, request, context, &subject, review, is_over),
        (true, ["study" | "deck" | "board"]) | (_, ["try"]) if !is_over => Err(Message::new("study-not-over").into()),
        _ => beside(site, request, context, &subject, review, (post, rest)),
    }
}

pub(super) fn of_record(
    site: &mut Site,
    request: &Request,
    context: &Context<'_>,
    key: &str,
    (post, rest): (bool, &[&str]),
) -> Answered {
    if (post, rest) == (true, &["delete"]) {
        site.store.drop_paper(HERE, key.parse().map_err(|_| no_such_page())?)?;
        return Ok(done(request, "/games"));
    }
    if let (false, [], Some(game)) = (post, rest, request.asked::<Place>().game) {
        return Ok(done(request, &format!("/record/{}.{game}", key.split('.').next().unwrap_or_default())));
    }
    let (id, game) = game_of_file(key).ok_or_else(no_such_page)?;
    let paper = site.store.paper(id)?.filter(|paper| paper.heading.shelf == Shelf::Record);
    let gone = || Refused { status: 404, message: Message::new("record-gone") };
    let brought = Upload::from_text(&paper.ok_or_else(gone)?.text).ok_or_else(gone)?.read(UPLOAD_NODES)?;
    let review = brought.games.get(game).cloned().ok_or_else(no_such_page)?;
    let address = format!("/record/{key}");
    let subject =
        Subject { review: address.clone(), address, game: None, own: Vec::new(), brought: Some((id, brought, game)) };
    match (post, rest) {
        (false, []) => page(site, request, context, &subject, review, true),
        _ => beside(site, request, context, &subject, review, (post, rest)),
    }
}

/// What else there is of something that is looked through.
fn beside(
    site: &mut Site,
    request: &Request,
    context: &Context<'_>,
    subject: &Subject,
    review: Review,
    (post, rest): (bool, &[&str]),
) -> Answered {
    let next = format!("{}?study=1", subject.review);
    match (post, rest) {
        (true, ["study"]) => {
            site.studies.begin(&subject.address, &review, request.now_ms)?;
            Ok(done(request, &next))
        }
        (true, ["deck"]) => {
            take(site, request, subject, &review)?;
            Ok(done(request, &next))
        }
        (true, ["board"]) => board::from(site, request, &request.sent::<Place>().of(review), ""),
        (true, ["play-on"]) => {
            let go_on: GoOn = request.sent();
            let GoneOn { table, actions, origin } = go_on.begin(&go_on.place().of(review), &context.options.name)?;
            let first = First { actions, notes: origin.notes().collect(), elsewhere: None };
            let id =
                Kept::begin(&site.store, GameId::random().map_err(store::Error::from)?, table, first, request.now_ms)?
                    .id();
            Ok(done(request, &format!("/game/{id}")))
        }
        (_, ["try"]) => {
            let wish: Wish = if post { request.sent() } else { request.asked() };
            let address = format!("{}/try", subject.address);
            let (spot, asked) = pages::try_again(address, &subject.review, &Place::node(wish.at).of(review))?;
            try_again(site, request, context, (&spot, asked), &wish)
        }
        (false, [file]) if file.starts_with("record.") => {
            let ending = &file["record.".len()..];
            let name = format!("{}.{ending}", review.kind());
            let text = records::write(&review.record(), &name)?;
            Ok(Answer { file: Some(name), ..Answer::new(200, "text/plain; charset=utf-8", text) })
        }
        _ => Err(needs_server()),
    }
}

/// A better move is tried, or asked for.
fn try_again(
    site: &mut Site,
    request: &Request,
    context: &Context<'_>,
    (spot, asked): (&Spot, Exercise),
    wish: &Wish,
) -> Answered {
    let think = (wish.spot(spot)?, wish.play.clone());
    if request.post {
        let refused = exercise::refused(context, &asked, &think);
        return Ok(refused.unwrap_or_else(|| done(request, &wish.address(&asked))));
    }
    let shown = asked.shown(spot, wish, &Judgements(&site.store))?;
    let shown = exercise::thought(site, shown, Some(think))?;
    Ok(Answer::page(200, pages::exercise(context, &shown)))
}

fn page(
    site: &mut Site,
    request: &Request,
    context: &Context<'_>,
    subject: &Subject,
    review: Review,
    is_over: bool,
) -> Answered {
    let place: Place = request.asked();
    // An address that wants it asks: also after the program was begun anew.
    if place.study.is_some() && is_over {
        site.studies.begin(&subject.address, &review, request.now_ms)?;
    }
    let study = site.studies.look(&subject.address, &Judgements(&site.store), request.now_ms);
    let deck = in_deck(site, subject, study.as_ref(), &review, request.now_ms)?;
    let (damage, games) = match &subject.brought {
        Some((id, brought, shown)) => (brought.damage.clone(), games_of_file(*id, brought, *shown)),
        None => (Vec::new(), Vec::new()),
    };
    let page = ReviewPage {
        address: subject.review.clone(),
        files: subject.address.clone(),
        is_shared: subject.game.is_some(),
        review: place.of(review),
        damage,
        looks: place.looks(study.as_ref()),
        study,
        step: place.step,
        deck,
        games,
    };
    Ok(Answer::page(200, pages::review(context, &page)))
}

/// What becomes of the mistakes in a game: one's own go into the deck, once it is known what they are.
fn in_deck(
    site: &mut Site,
    subject: &Subject,
    study: Option<&Study>,
    review: &Review,
    now_ms: u64,
) -> Result<InDeck, Refused> {
    let Some(study) = study.filter(|study| !study.is_growing) else { return Ok(InDeck::Unknown) };
    if let Some(&mut Some(count)) = site.studies.taken(&subject.address) {
        return Ok(InDeck::Own(count));
    }
    if subject.own.is_empty() {
        return Ok(InDeck::Others);
    }
    learn(site, subject, study, review, &subject.own, now_ms).map(InDeck::Own)
}

/// The mistakes of these players go into the deck; how many of the game's are there now.
fn learn(
    site: &mut Site,
    subject: &Subject,
    study: &Study,
    review: &Review,
    players: &[Player],
    now_ms: u64,
) -> Result<usize, Refused> {
    let game = subject.game.map(|game| game.to_string());
    let entries = cards(review, &study.way, &study.analysis, players, game.as_deref(), now_ms);
    let put = Deck::new(&site.store, HERE).put(&entries, now_ms)?;
    let count = put.new + put.known;
    if let Some(taken) = site.studies.taken(&subject.address) {
        *taken = Some(taken.unwrap_or_default() + count);
    }
    Ok(count)
}

/// A side's mistakes go into the deck, whoever made them.
fn take(site: &mut Site, request: &Request, subject: &Subject, review: &Review) -> Result<(), Refused> {
    let side = Player::BOTH.into_iter().find(|player| Some(player.to_string().as_str()) == request.field("side"));
    let side = side.ok_or_else(no_such_page)?;
    site.studies.begin(&subject.address, review, request.now_ms)?;
    let study = site.studies.look(&subject.address, &Judgements(&site.store), request.now_ms);
    let study = study.filter(|study| !study.is_growing).ok_or_else(|| Message::new("deck-not-known-yet"))?;
    learn(site, subject, &study, review, &[side], request.now_ms)?;
    Ok(())
}

/// A record is brought: as a file, or as text.
pub(super) fn upload(site: &mut Site, request: &Request, context: &Context<'_>) -> Answer {
    let kept = match request.field("to") {
        Some(_) => read(request).and_then(|(_, brought)| board::from(site, request, &brought.games[0], "")),
        None => keep(site, request).map(|id| done(request, &format!("/record/{id}"))),
    };
    match kept {
        Ok(answer) => answer,
        Err(Refused { message, .. }) => {
            let said = context.tell(&message);
            Answer::page(400, pages::upload(context, UPLOAD_BYTES, Some(&said)))
        }
    }
}

/// A record of the server is to be looked through by the browser, or a study to be worked on.
pub(super) fn bring(site: &mut Site, request: &Request) -> Answered {
    if request.field("to").is_some() {
        let review = read(request)?.1.games.swap_remove(0);
        return board::from(site, request, &request.sent::<Place>().of(review), "&values=on");
    }
    Ok(done(request, &format!("/record/{}?study=1", keep(site, request)?)))
}

/// Keeps a record, unless it is here already.
fn keep(site: &mut Site, request: &Request) -> Result<PaperId, Refused> {
    let (upload, brought) = read(request)?;
    let paper = upload.paper(HERE, &brought, request.now_ms)?;
    for known in site.store.papers(&PaperQuery::of(HERE, Shelf::Record))?.papers {
        if site.store.paper(known.id)?.is_some_and(|known| known.text == paper.text) {
            return Ok(known.id);
        }
    }
    site.store.keep_paper(&paper)?;
    site.store.thin_out(Shelf::Record, Some(HERE), ROOM)?;
    Ok(paper.heading.id)
}

/// A record that is brought, as it came and as it was read.
fn read(request: &Request) -> Result<(Upload, Brought), Refused> {
    let is_file = |name: &str| matches!(name, "file" | "text");
    let sent = request.form.iter().find(|field| is_file(&field.name) && !field.value.is_empty());
    let name = sent.and_then(|sent| sent.file.clone()).filter(|name| !name.is_empty());
    let upload = Upload { name, bytes: sent.map(Field::bytes).unwrap_or_default() };
    if upload.bytes.len() > UPLOAD_BYTES {
        let megabytes = (UPLOAD_BYTES >> 20) as i64;
        return Err(Message::new("upload-too-large").with("megabytes", megabytes).into());
    }
    let brought = upload.read(UPLOAD_NODES)?;
    Ok((upload, brought))
}
