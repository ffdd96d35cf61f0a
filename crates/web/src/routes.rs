//! What is where: every address of the server, and what is common to their answers.

mod api;
mod asked;
mod asking;
mod board;
mod deck;
mod game;
mod learn;
mod lesson;
mod operation;
mod pages;
mod puzzles;
mod record;
mod refused;
mod studies;
mod trying;
mod visitor;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

pub(crate) use self::asked::ONCE;
pub(crate) use self::refused::{Door, Refused};
pub(crate) use self::visitor::{language, tell};
use crate::site::Site;

/// Every address. The crate of the pages has the same table from the side of those who read.
pub(crate) fn router(site: &Site) -> Router<Site> {
    let limits = site.config().limits;
    let upload = Router::new()
        .route("/upload", get(pages::upload_form).post(record::upload))
        .layer(DefaultBodyLimit::max(limits.upload_bytes));
    // More than a file may have, for what is around it in a form.
    let deck_file = Router::new()
        .route("/deck/file", get(deck::download).post(deck::upload))
        .layer(DefaultBodyLimit::max(study::deck::FILE_BYTES + limits.form_bytes));
    // A remark may be longer than other forms are.
    let study = Router::new()
        .route("/board/{id}/edit", post(board::edit))
        .layer(DefaultBodyLimit::max(limits.form_bytes.max(128 << 10)));
    Router::new()
        .route("/", get(pages::home))
        .route("/new", get(pages::new_form).post(game::create))
        .route("/lobby", get(pages::lobby))
        .route("/lobby/live", get(pages::lobby_live))
        .route("/games", get(pages::results))
        .route("/rules", get(pages::rules))
        .route("/rules/{game}", get(pages::rules_of))
        .route("/learn", get(pages::learn))
        .route("/lesson/{game}", get(lesson::page).post(lesson::answer))
        .route("/options", get(pages::options).post(pages::set_options))
        .route("/options/tokens", get(api::options).post(api::make))
        .route("/options/tokens/{name}/delete", post(api::take_away))
        .route("/offline", get(pages::offline))
        .route("/here", get(pages::here))
        .route("/here/{*rest}", get(pages::here))
        .route("/here/review", post(record::review_elsewhere))
        .route("/game/{id}", get(game::page))
        .route("/game/{id}/live", get(game::live))
        .route("/game/{id}/do", post(game::act))
        .route("/game/{id}/sit", post(game::sit))
        .route("/game/{id}/toss", get(game::toss))
        .route("/game/{id}/question", get(game::question))
        .route("/game/{id}/review", get(record::review_game))
        .route("/game/{id}/study", post(record::study_game))
        .route("/game/{id}/try", get(trying::try_game).post(trying::answer_game))
        .route("/game/{id}/deck", post(record::take_game))
        .route("/game/{id}/board", post(board::from_game))
        .route("/game/{id}/play-on", post(record::play_on_game))
        .route("/game/{id}/delete", post(game::delete))
        .route("/game/{id}/share", get(game::share))
        .route("/game/{id}/state.json", get(game::state))
        .route("/game/{id}/{file}", get(record::download))
        .route("/record/{key}", get(record::review_record))
        .route("/record/{key}/{file}", get(record::download_record))
        .route("/record/{key}/delete", post(record::delete_record))
        .route("/record/{key}/study", post(record::study_record))
        .route("/record/{key}/try", get(trying::try_record).post(trying::answer_record))
        .route("/record/{key}/deck", post(record::take_record))
        .route("/deck", get(deck::page))
        .route("/deck/next", get(deck::next))
        .route("/deck/card/{id}", get(deck::card).post(deck::answer))
        .route("/deck/card/{id}/drop", post(deck::drop_card))
        .route("/record/{key}/board", post(board::from_record))
        .route("/record/{key}/play-on", post(record::play_on_record))
        .route("/board", get(board::list).post(board::create))
        .route("/board/new", get(board::new_form))
        .route("/board/{id}", get(board::page))
        .route("/board/{id}/copy", post(board::copy))
        .route("/board/{id}/delete", post(board::delete))
        .route("/board/{id}/study.sgf", get(board::download))
        .route("/puzzles", get(puzzles::overview))
        .route("/puzzles/{game}", get(puzzles::game))
        .route("/puzzles/{game}/next", get(puzzles::next))
        .route("/puzzle/{game}/{number}", get(puzzles::page).post(puzzles::answer))
        .route("/healthz", get(operation::healthz))
        .route("/readyz", get(operation::readyz))
        .route("/metrics", get(operation::metrics))
        .merge(api::router(site))
        .fallback(operation::asset)
        .layer(DefaultBodyLimit::max(limits.form_bytes))
        .merge(upload)
        .merge(deck_file)
        .merge(study)
}
