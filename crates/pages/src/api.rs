//! The server for programs, as people read about it, and the tokens that they hand out.

use maud::{Markup, html};

use crate::Context;
use crate::shell::Shell;

/// One thing that a program can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiRow {
    /// `GET`, `POST`.
    pub method: String,
    /// Where.
    pub path: &'static str,
    /// The message that says what it does.
    pub says: &'static str,
    /// What a token must be good for.
    pub scope: Option<&'static str>,
}

/// Everything that programs can ask for.
pub fn api(context: &Context<'_>, rows: &[ApiRow]) -> Markup {
    let title = context.say("api-title");
    let main = html! {
        main #main .narrow {
            h1 { (title) }
            p.lead { (context.say("api-lead")) }
            p { (context.say("api-tokens-lead")) @if !context.local { " " a href="/options/tokens" { (context.say("tokens-title")) } } }
            p { a.button href="/api/openapi.json" { "OpenAPI 3.1" } }
            div.wide tabindex="0" role="region" aria-label=(title) {
                table.api {
                    thead { tr { th scope="col" { (context.say("api-column-address")) } th scope="col" { (context.say("api-column-does")) } th scope="col" { (context.say("api-column-scope")) } } }
                    tbody {
                        @for row in rows {
                            tr {
                                th scope="row" { b { (row.method) } " " code { (row.path) } }
                                td { (context.say(row.says)) }
                                td { @if let Some(scope) = row.scope { code { (scope) } } }
                            }
                        }
                    }
                }
            }
        }
    };
    Shell::new(&title, "").styles(&["api.css"]).page(context, &main)
}

/// A token that somebody has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    /// The name that the program plays under.
    pub name: String,
    /// What it may do.
    pub scopes: String,
}

/// Somebody's tokens, a form for another, and the one that was just `made`. `scopes` are names and the messages that explain them.
pub fn tokens(
    context: &Context<'_>,
    rows: &[TokenRow],
    scopes: &[(&str, &str)],
    made: Option<&str>,
    problem: Option<&str>,
) -> Markup {
    let title = context.say("tokens-title");
    let main = html! {
        main #main .narrow {
            h1 { (title) }
            p.lead { (context.say("tokens-lead")) " " a href="/api" { (context.say("api-title")) } }
            @if let Some(problem) = problem { p.problem role="alert" { (problem) } }
            @if let Some(made) = made {
                p.saved role="status" { "✓ " (context.say("token-made")) }
                div.invite {
                    input readonly value=(made) aria-label=(context.say("token-shown"));
                    button type="button" data-copy=(made) data-copied=(context.say("page-copied")) { (context.say("page-copy")) }
                }
                pre.command { code { "PLATEAU_TOKEN=" (made) " plateau bot --server " (context.origin) " --engine level:5" } }
            }
            @if !rows.is_empty() {
                ul.tokens {
                    @for row in rows {
                        li {
                            form method="post" action={ "/options/tokens/" (row.name) "/delete" } {
                                span { b { (row.name) } " " small { (row.scopes) } }
                                button { (context.say("token-take-away")) }
                            }
                        }
                    }
                }
            }
            form.setup method="post" action="/options/tokens" {
                div.fields {
                    label.field { span { (context.say("token-program")) }
                        input name="name" required minlength="2" maxlength="20" pattern="[A-Za-z0-9][A-Za-z0-9_\\-]+" title=(context.say("token-name")) autocomplete="off" spellcheck="false"; }
                }
                fieldset.switches { legend { (context.say("token-scopes")) }
                    @for (scope, message) in scopes {
                        label.switch { input type="checkbox" name="scope" value=(scope) checked;
                            span { b { (context.say(message)) } small { (scope) } } }
                    }
                }
                div.row { button.primary.large { (context.say("token-make")) } }
            }
        }
    };
    Shell::new(&title, "/options").styles(&["api.css"]).page(context, &main)
}
