//! A review as one page that stands alone: no server, no script, nothing loaded.

use draw::{Style, Theme};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use plateau_core::Player;
use players::analyst::{remarks, worth};
use study::{Analysis, Summary};
use table::view::{Mark, Wanted};
use table::{AnyWay, Message, Review};
use words::Words;

use crate::numbers_table;

/// How the page looks; the graph has its own sheet.
const STYLE: &str = include_str!("report.css");

/// The page of a game, with its title and its players' names: the curve, how well they played, where it turned with the boards there, and
/// all moves.
pub fn page(
    title: &str,
    names: &[String; 2],
    review: &Review,
    way: &AnyWay,
    analysis: &Analysis,
    words: &Words,
) -> String {
    let report = Report { names, review, way, analysis, words };
    let summaries = Player::BOTH.map(|player| analysis.summary(player));
    let markup = html! {
        (DOCTYPE)
        html lang=(words.lang().tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(draw::GRAPH_STYLE)) (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (report.curve())
                (numbers_table(words, names.clone(), analysis.kind(), &summaries))
                @for player in Player::BOTH { (report.turning_points(player, &summaries[player])) }
                @if summaries.iter().any(|own| !own.turning_points.is_empty()) { p.signs { (report.say("report-signs")) } }
                (report.moves())
            }
        }
    };
    markup.into_string()
}

struct Report<'a> {
    names: &'a [String; 2],
    review: &'a Review,
    way: &'a AnyWay,
    analysis: &'a Analysis,
    words: &'a Words,
}

impl Report<'_> {
    fn say(&self, id: &str) -> String {
        self.words.say(id, &[])
    }

    fn tell(&self, message: &Message) -> String {
        message.say(&|id, gaps: &[(&str, words::Arg<'_>)]| self.words.say(id, gaps))
    }

    /// Each part of the curve leads to its move in the list.
    fn curve(&self) -> Markup {
        let link = |at: usize| at.checked_sub(1).map(|before| format!("#m{before}"));
        let picture = draw::graph_svg(&self.analysis.curve(None), &self.say("report-graph"), &link);
        html! { figure { (PreEscaped(picture)) figcaption { (self.say("report-graph-caption")) } } }
    }

    fn turning_points(&self, player: Player, summary: &Summary) -> Markup {
        html! {
            @if !summary.turning_points.is_empty() {
                h2 { (self.words.say("analyze-turning-points", &[("name", self.names[player].as_str().into())])) }
                div.points {
                    @for &at in &summary.turning_points {
                        figure {
                            (self.board(at))
                            figcaption { strong { (self.number(at)) ". " } (self.remarks(at)) }
                        }
                    }
                }
            }
        }
    }

    /// The board before a move, with the move that was made and the better one marked on it.
    fn board(&self, at: usize) -> Markup {
        let mut review = self.review.clone();
        review.go_to(self.way.node(at));
        let best = self.analysis.verdict(at).map(|verdict| verdict.best.mv().to_owned());
        let mut board = review.view(&Wanted { hint: best, ..Wanted::default() }).board;
        let played = self.way.played(at).unwrap_or_default();
        for cell in board.cells.iter_mut().filter(|cell| !cell.name.is_empty() && played.ends_with(&cell.name)) {
            cell.marks.push(Mark::Cross);
        }
        let picture = draw::svg(&board, &Style::new(Theme::ALL[0])).unwrap_or_default();
        html! { div.board { (PreEscaped(picture)) } }
    }

    fn number(&self, at: usize) -> String {
        let number = self.way.shown(at).and_then(|shown| shown.number);
        number.map(|number| number.to_string()).unwrap_or_default()
    }

    fn remarks(&self, at: usize) -> String {
        let said: Vec<String> = remarks(self.way, self.analysis, at).iter().map(|part| self.tell(part)).collect();
        said.join(" ")
    }

    fn moves(&self) -> Markup {
        let (kind, lang) = (self.analysis.kind(), self.words.lang());
        html! {
            h2 { (self.say("report-moves")) }
            table.moves {
                thead {
                    tr {
                        @for head in ["report-number", "report-move", "report-worth", "report-lost", "report-remark"] {
                            th scope="col" { (self.say(head)) }
                        }
                    }
                }
                tbody {
                    @for at in 0..self.way.len() {
                        @if let Some(shown) = self.way.shown(at) {
                            @let verdict = self.analysis.verdict(at);
                            tr id={ "m" (at) } class=[verdict.map(|verdict| verdict.grade.name())] {
                                td { (self.number(at)) }
                                td { (self.tell(&Message::new("report-played").with("player", kind.side(shown.player)).with("move", kind.told_move(&shown.text)))) }
                                td { @if let Some(next) = self.analysis.judgement(at + 1) { (self.tell(&worth(kind, next))) } }
                                td { @if let Some(verdict) = verdict.filter(|verdict| verdict.loss > 0.0) { (lang.decimal(&format!("{:.1}", verdict.loss))) } }
                                td { (self.remarks(at)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
