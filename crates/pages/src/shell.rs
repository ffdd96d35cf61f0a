//! What every page has around it: the head, the way to the other pages.

use maud::{DOCTYPE, Markup, html};

use store::Preferences;

use crate::Context;
use crate::assets::address;
use crate::context::theme_name;

/// A page under construction.
pub(crate) struct Shell<'a> {
    /// The title, before the name of the program.
    pub(crate) title: &'a str,
    /// Which entry of the way is this page, if it is one.
    pub(crate) at: &'a str,
    /// The scripts besides that of all pages, the main one first: what it imports follows, so that nothing waits.
    pub(crate) scripts: &'a [&'a str],
    /// The style sheets besides that of all pages.
    pub(crate) styles: &'a [&'a str],
    /// What else stands in the head.
    pub(crate) head: Option<Markup>,
}

impl<'a> Shell<'a> {
    pub(crate) fn new(title: &'a str, at: &'a str) -> Shell<'a> {
        Shell { title, at, scripts: &[], styles: &[], head: None }
    }

    pub(crate) fn scripts(self, scripts: &'a [&'a str]) -> Shell<'a> {
        Shell { scripts, ..self }
    }

    pub(crate) fn styles(self, styles: &'a [&'a str]) -> Shell<'a> {
        Shell { styles, ..self }
    }

    /// The document. `main` is the `main` element.
    pub(crate) fn page(self, context: &Context<'_>, main: &Markup) -> Markup {
        let options = context.options;
        let theme = theme_name(options.theme);
        let on = |switch: bool| if switch { "on" } else { "off" };
        html! {
            (DOCTYPE)
            html lang=(context.words.lang().tag()) data-theme=(theme) data-sound=(on(options.sound))
                data-animation=(on(options.animation)) data-territory=(on(options.territory)) data-confirm=(confirms(options)) data-here=[context.browser.then_some("")]
                data-thinks=[context.thinks_here().then_some("here")] {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    title { (self.title) " · Plateau" }
                    link rel="stylesheet" href=(address("page.css"));
                    @for style in self.styles { link rel="stylesheet" href=(address(style)); }
                    // Before any that makes a connection: it says how.
                    @if context.browser { script type="module" src=(address("here.js")) {} }
                    @if let Some(main) = self.scripts.first() { script type="module" src=(address(main)) {} }
                    script type="module" src=(address("page.js")) {}
                    @for script in self.scripts.iter().skip(1) { link rel="modulepreload" href=(address(script)); }
                    link rel="icon" href="/favicon.svg" type="image/svg+xml";
                    link rel="apple-touch-icon" href="/icon-180.png";
                    link rel="manifest" href="/manifest.webmanifest";
                    (theme_colour(theme))
                    @if let Some(head) = &self.head { (head) }
                }
                body {
                    a.skip href="#main" { (context.say("page-skip")) }
                    (header(context, self.at))
                    (main)
                    dialog #ask aria-labelledby="ask-title" {
                        form method="dialog" {
                            h2 #ask-title {}
                            p #ask-text {}
                            div.buttons {
                                button.primary value="yes" { (context.say("answer-yes")) }
                                button value="no" { (context.say("answer-no")) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Which moves are asked for twice: the style sheet knows where points are small.
fn confirms(options: &Preferences) -> &'static str {
    match (options.confirm, options.confirm_small) {
        (true, _) => "always",
        (false, true) => "small",
        (false, false) => "never",
    }
}

/// The colour of the browser's own frame on a phone: the paper.
fn theme_colour(theme: &str) -> Markup {
    html! {
        @match theme {
            "dark" => { meta name="theme-color" content="#1c1815"; }
            "contrast" | "print" => { meta name="theme-color" content="#ffffff"; }
            "auto" => {
                meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f0e7";
                meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1c1815";
            }
            _ => { meta name="theme-color" content="#f5f0e7"; }
        }
    }
}

fn header(context: &Context<'_>, at: &str) -> Markup {
    let lobby = (!context.local).then_some(("/lobby", "page-nav-lobby"));
    // With its origin before it, it is the server's, whoever made this page.
    let server = format!("{}/", context.origin);
    let server = context.browser.then_some((server.as_str(), "here-server"));
    let entries = [
        Some(("/new", "page-nav-play")),
        lobby,
        Some(("/games", "page-nav-games")),
        Some(("/learn", "page-nav-learn")),
        Some(("/rules", "page-nav-rules")),
        Some(("/options", "page-nav-options")),
        server,
    ];
    html! {
        header.top {
            a.brand href="/" aria-label={ "Plateau, " (context.say("page-nav-home")) } { "Plateau" span.dot aria-hidden="true" { "." } }
            nav aria-label=(context.say("page-nav")) {
                @for (href, id) in entries.into_iter().flatten() {
                    a href=(href) aria-current=[(href == at).then_some("page")] { (context.say(id)) }
                }
            }
            (language(context))
        }
    }
}

/// The other languages, each in its own words.
fn language(context: &Context<'_>) -> Markup {
    let others = words::Lang::ALL.into_iter().filter(|lang| *lang != context.words.lang());
    html! {
        form.language method="post" action="/options" {
            input type="hidden" name="back" value=(context.path);
            @for lang in others {
                button.plain name="lang" value=(lang.tag()) lang=(lang.tag()) title=(context.say(&format!("lang-{lang}"))) {
                    span.long { (context.say(&format!("lang-{lang}"))) }
                    span.short { (lang.tag()) }
                }
            }
        }
    }
}
