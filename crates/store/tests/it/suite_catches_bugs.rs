//! A suite that finds nothing proves nothing: here it is run on a store once right and once with each kind of mistake.

use std::io::{BufRead, Write};
use std::panic::catch_unwind;

use store::conformance::{Handle, PROMISES, PROMISES_TOGETHER, check};
use store::{
    Append, Error, GameId, Heading, Imported, Loaded, MAX_TEXT_BYTES, Noted, Page, Paper, PaperId, PaperPage,
    PaperQuery, Query, Room, Shelf, Sqlite, Store, Summary, Token,
};
use table::event::Event;
use table::{AnyTable, End};

/// One mistake of each kind that the suite is there to find.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Bug {
    None,
    ChecksNoNumber,
    ChecksTheNumberTooEarly,
    KeepsThePartBefore,
    BatchFailsWhole,
    BatchStopsAtARefusal,
    NotesWhatItRefuses,
    EventsFromTheStart,
    EventsMissTheFirst,
    NeverEnds,
    NeverOpensAgain,
    ForgetsWhoSatDown,
    RoundsTimes,
    RefusesLateTimes,
    BeginsBitByBit,
    BeginsAndForgetsTheRest,
    BeginsWhatIsThere,
    ListsEveryKind,
    ListsEveryGame,
    ListsTheOldestFirst,
    ShowsTheFirstPageAgain,
    CountsThePage,
    DeletesNothing,
    DeletesWhatIsNot,
    NotesOneByOne,
    NeverForgetsNotes,
    FindsNotesByKey,
    FindsTooMany,
    OptionsInAnyOrder,
    AnEmptyOptionIsNone,
    TheLastCallIsTheLastUsed,
    NamesInAnyOrder,
    CutsLongTexts,
    RefusesTheLongest,
    RefusesNul,
    ConfusesJudgements,
    KeepsTheFirstJudgement,
    ExportsNoNotes,
    ImportOverwrites,
    ImportLeavesARest,
    ImportSkipsBadLines,
    WritesOverPapers,
    KeepsPapersOneByOne,
    LetsAnybodyChangePapers,
    LetsAnybodyDropPapers,
    CutsPapers,
    ListsEverybodysPapers,
    ListsTheOldestPaperFirst,
    CountsThePageOfPapers,
    ShowsTheFirstPapersAgain,
    FindsPapersTooEarly,
    FindsWhatIsNeverDue,
    ThinsOutTheLatest,
    ThinsOutEverybody,
    ExportsNoPapers,
    ImportWritesOverPapers,
    FindsWhatIsOver,
    FindsWhatCameLater,
    TakesTokensOfTheSameName,
    CountsNoTokens,
    LetsAnybodyTakeTokensAway,
    ExportsNoTokens,
}

/// Each with the promise that it breaks.
const BUGS: [(Bug, &str); 61] = [
    (Bug::ChecksNoNumber, "an event with a wrong number is a conflict"),
    (Bug::ChecksTheNumberTooEarly, "of many threads one wins each number"),
    (Bug::KeepsThePartBefore, "an append is whole or not at all"),
    (Bug::BatchFailsWhole, "a batch is kept or refused one by one"),
    (Bug::BatchStopsAtARefusal, "a batch is kept or refused one by one"),
    (Bug::NotesWhatItRefuses, "a batch is kept or refused one by one"),
    (Bug::EventsFromTheStart, "events come back from any number on"),
    (Bug::EventsMissTheFirst, "events come back from any number on"),
    (Bug::NeverEnds, "a list is of a kind, finished or not"),
    (Bug::NeverOpensAgain, "a list is of a kind, finished or not"),
    (Bug::ForgetsWhoSatDown, "a summary says how the game stands"),
    (Bug::RoundsTimes, "a new game is as its table"),
    (Bug::RefusesLateTimes, "times beyond all clocks are kept"),
    (Bug::BeginsBitByBit, "a game begins whole or not at all"),
    (Bug::BeginsAndForgetsTheRest, "a game begins whole or not at all"),
    (Bug::BeginsWhatIsThere, "a game begins whole or not at all"),
    (Bug::ListsEveryKind, "a list is of a kind, finished or not"),
    (Bug::ListsEveryGame, "a list is of a kind, finished or not"),
    (Bug::ListsTheOldestFirst, "the last touched is listed first"),
    (Bug::ShowsTheFirstPageAgain, "pages show every game once"),
    (Bug::CountsThePage, "pages show every game once"),
    (Bug::DeletesNothing, "a deleted game is gone with all of it"),
    (Bug::DeletesWhatIsNot, "a deleted game is gone with all of it"),
    (Bug::NotesOneByOne, "notes are kept, found and forgotten"),
    (Bug::NeverForgetsNotes, "notes are kept, found and forgotten"),
    (Bug::FindsNotesByKey, "notes are kept, found and forgotten"),
    (Bug::FindsTooMany, "notes are kept, found and forgotten"),
    (Bug::OptionsInAnyOrder, "options are kept and forgotten"),
    (Bug::AnEmptyOptionIsNone, "options are kept and forgotten"),
    (Bug::TheLastCallIsTheLastUsed, "names are remembered, the last used first"),
    (Bug::NamesInAnyOrder, "names are remembered, the last used first"),
    (Bug::CutsLongTexts, "a text may be as long as the limit"),
    (Bug::RefusesTheLongest, "a text may be as long as the limit"),
    (Bug::RefusesNul, "a NUL is kept as a blank"),
    (Bug::ConfusesJudgements, "judgements are kept by key"),
    (Bug::KeepsTheFirstJudgement, "judgements are kept by key"),
    (Bug::ExportsNoNotes, "an export can be imported"),
    (Bug::ImportOverwrites, "an export can be imported"),
    (Bug::ImportLeavesARest, "a bad text is refused whole"),
    (Bug::ImportSkipsBadLines, "a bad text is refused whole"),
    (Bug::WritesOverPapers, "no paper is written over unseen"),
    (Bug::KeepsPapersOneByOne, "no paper is written over unseen"),
    (Bug::LetsAnybodyChangePapers, "no paper is written over unseen"),
    (Bug::LetsAnybodyDropPapers, "no paper is written over unseen"),
    (Bug::CutsPapers, "papers come back as they were"),
    (Bug::ListsEverybodysPapers, "papers are listed by owner and shelf"),
    (Bug::ListsTheOldestPaperFirst, "papers are listed by owner and shelf"),
    (Bug::CountsThePageOfPapers, "papers are listed by owner and shelf"),
    (Bug::ShowsTheFirstPapersAgain, "papers are listed by owner and shelf"),
    (Bug::FindsPapersTooEarly, "papers are found when they are due"),
    (Bug::FindsWhatIsNeverDue, "papers are found when they are due"),
    (Bug::ThinsOutTheLatest, "a full shelf loses the untouched"),
    (Bug::ThinsOutEverybody, "a full shelf loses the untouched"),
    (Bug::ExportsNoPapers, "an export can be imported"),
    (Bug::ImportWritesOverPapers, "an export can be imported"),
    (Bug::FindsWhatIsOver, "notes are kept, found and forgotten"),
    (Bug::FindsWhatCameLater, "notes are kept, found and forgotten"),
    (Bug::TakesTokensOfTheSameName, "tokens are kept and taken away"),
    (Bug::CountsNoTokens, "tokens are kept and taken away"),
    (Bug::LetsAnybodyTakeTokensAway, "tokens are kept and taken away"),
    (Bug::ExportsNoTokens, "an export can be imported"),
];

fn open(bug: Bug) -> Handle {
    Box::new(Broken { kept: Sqlite::in_memory().expect("a store"), bug })
}

#[test]
fn the_right_store_passes() {
    check(&|| open(Bug::None));
}

#[test]
fn every_kind_of_mistake_is_found() {
    for (bug, promise) in BUGS {
        let promise = PROMISES.into_iter().find(|one| one.name == promise).expect(promise);
        let held = catch_unwind(|| (promise.check)(&|| open(bug)));
        assert!(held.is_err(), "{bug:?} went unnoticed by '{}'", promise.name);
    }
}

#[test]
fn handles_on_different_data_are_found() {
    for promise in PROMISES_TOGETHER {
        let open = || [open(Bug::None), open(Bug::None)];
        assert!(catch_unwind(|| (promise.check)(&open)).is_err(), "'{}' saw nothing", promise.name);
    }
}

/// A good store in memory behind one mistake.
struct Broken {
    kept: Sqlite,
    bug: Bug,
}

impl Broken {
    fn next_event(&self, game: GameId) -> Result<u64, Error> {
        Ok(self.kept.load(game)?.summary.events)
    }

    /// Whatever version is there is replaced, or whosever it is.
    fn keep_carelessly(&self, paper: &Paper) -> Result<(), Error> {
        let Some(found) = self.kept.paper(paper.heading.id)? else { return self.kept.keep_paper(paper) };
        let mut heading = paper.heading.clone();
        match self.bug {
            Bug::WritesOverPapers => heading.version = found.heading.version,
            _ => heading = Heading { owner: found.heading.owner, shelf: found.heading.shelf, ..heading },
        }
        self.kept.keep_paper(&Paper { heading, text: paper.text.clone() })
    }
}

impl Store for Broken {
    fn begin(&self, game: GameId, table: &AnyTable, at_ms: u64, with: &[Append]) -> Result<(), Error> {
        match self.bug {
            Bug::RoundsTimes => self.kept.begin(game, table, at_ms / 1000 * 1000, with),
            Bug::RefusesLateTimes if i64::try_from(at_ms).is_err() => Err(Error::Full { place: "the end".to_owned() }),
            Bug::BeginsBitByBit => {
                self.kept.begin(game, table, at_ms, &[])?;
                self.kept.append_all(with)?.into_iter().collect()
            }
            Bug::BeginsAndForgetsTheRest => self.kept.begin(game, table, at_ms, &with[..with.len().min(1)]),
            Bug::BeginsWhatIsThere => match self.kept.begin(game, table, at_ms, with) {
                Err(Error::Conflict { expected: 0, .. }) => Ok(()),
                answer => answer,
            },
            _ => self.kept.begin(game, table, at_ms, with),
        }
    }

    fn append(&self, game: GameId, from: u64, events: &[Event], end: Option<&End>) -> Result<(), Error> {
        let before = self.kept.load(game)?.summary;
        match self.bug {
            Bug::ChecksNoNumber => self.kept.append(game, before.events, events, end),
            Bug::ChecksTheNumberTooEarly if before.events == from => {
                std::thread::sleep(std::time::Duration::from_millis(1));
                self.kept.append(game, self.next_event(game)?, events, end)
            }
            Bug::KeepsThePartBefore => {
                let each = |(number, event)| self.kept.append(game, number, std::slice::from_ref(event), end);
                (from..).zip(events).try_for_each(each)
            }
            Bug::NeverEnds => self.kept.append(game, from, events, None),
            Bug::NeverOpensAgain => self.kept.append(game, from, events, end.or(before.end.as_ref())),
            _ => self.kept.append(game, from, events, end),
        }
    }

    fn append_all(&self, batch: &[Append]) -> Result<Vec<Result<(), Error>>, Error> {
        if self.bug == Bug::NotesWhatItRefuses {
            for one in batch {
                let notes: Vec<_> = one.notes.iter().map(|(key, value)| (&**key, value.as_deref())).collect();
                // A game that is gone has nothing noted about it.
                let _ = self.kept.set_notes(one.game, &notes);
            }
        }
        let mut answers = self.kept.append_all(batch)?;
        match self.bug {
            Bug::BatchFailsWhole => answers.into_iter().map(|answer| answer.map(Ok)).collect(),
            Bug::BatchStopsAtARefusal => {
                let first = answers.iter().position(Result::is_err).unwrap_or(answers.len() - 1);
                answers.truncate(first + 1);
                Ok(answers)
            }
            _ => Ok(answers),
        }
    }

    fn load(&self, game: GameId) -> Result<Loaded, Error> {
        let mut loaded = self.kept.load(game)?;
        if self.bug == Bug::ForgetsWhoSatDown {
            loaded.summary.seats = loaded.setup.seats().clone();
        }
        Ok(loaded)
    }

    fn events(&self, game: GameId, from: u64) -> Result<Vec<Event>, Error> {
        match self.bug {
            Bug::EventsFromTheStart => self.kept.events(game, 0),
            Bug::EventsMissTheFirst => self.kept.events(game, from.saturating_add(1)),
            _ => self.kept.events(game, from),
        }
    }

    fn list(&self, query: &Query) -> Result<Page, Error> {
        let mut page = match self.bug {
            Bug::ListsEveryKind => self.kept.list(&Query { kind: None, ..*query })?,
            Bug::ShowsTheFirstPageAgain => self.kept.list(&Query { skip: 0, ..*query })?,
            _ => self.kept.list(query)?,
        };
        match self.bug {
            Bug::ListsEveryGame => {
                page.games.extend(self.kept.list(&Query::finished())?.games);
            }
            Bug::ListsTheOldestFirst => page.games.reverse(),
            Bug::CountsThePage => page.total = page.games.len() as u64,
            _ => {}
        }
        Ok(page)
    }

    fn delete(&self, game: GameId) -> Result<(), Error> {
        match self.bug {
            Bug::DeletesNothing => self.kept.load(game).map(|_| ()),
            Bug::DeletesWhatIsNot => self.kept.delete(game).or(Ok(())),
            _ => self.kept.delete(game),
        }
    }

    fn notes(&self, game: GameId) -> Result<Vec<(String, String)>, Error> {
        self.kept.notes(game)
    }

    fn set_notes(&self, game: GameId, notes: &[(&str, Option<&str>)]) -> Result<(), Error> {
        match self.bug {
            Bug::NotesOneByOne => notes.iter().try_for_each(|note| self.kept.set_notes(game, &[*note])),
            Bug::NeverForgetsNotes => {
                let set: Vec<_> = notes.iter().copied().filter(|(_, value)| value.is_some()).collect();
                self.kept.set_notes(game, &set)
            }
            _ => self.kept.set_notes(game, notes),
        }
    }

    fn noted(&self, query: &Noted<'_>) -> Result<Vec<Summary>, Error> {
        match self.bug {
            Bug::FindsNotesByKey => {
                let mut games = self.kept.list(&Query::unfinished())?.games;
                let has_key =
                    |game: &Summary| self.kept.notes(game.id).is_ok_and(|all| all.iter().any(|one| one.0 == query.key));
                games.retain(has_key);
                games.truncate(query.limit as usize);
                Ok(games)
            }
            Bug::FindsTooMany => self.kept.noted(&Noted { limit: 99, ..*query }),
            Bug::FindsWhatIsOver => self.kept.noted(&Noted { which: None, ..*query }),
            Bug::FindsWhatCameLater => self.kept.noted(&Noted { before_ms: None, ..*query }),
            _ => self.kept.noted(query),
        }
    }

    fn option(&self, key: &str) -> Result<Option<String>, Error> {
        let option = self.kept.option(key)?;
        Ok(option.filter(|value| self.bug != Bug::AnEmptyOptionIsNone || !value.is_empty()))
    }

    fn options(&self) -> Result<Vec<(String, String)>, Error> {
        let mut options = self.kept.options()?;
        if self.bug == Bug::OptionsInAnyOrder {
            // As a database sorts for people of a certain language.
            options.sort_by_key(|(key, _)| key.to_lowercase().replace('é', "e"));
            options.reverse();
        }
        Ok(options)
    }

    fn set_option(&self, key: &str, value: Option<&str>) -> Result<(), Error> {
        match self.bug {
            Bug::CutsLongTexts => {
                let cut = value.map(|value| &value[..value.len().min(MAX_TEXT_BYTES)]);
                self.kept.set_option(key, cut)
            }
            Bug::RefusesTheLongest if value.is_some_and(|value| value.len() >= MAX_TEXT_BYTES) => {
                Err(Error::TooLong { limit_bytes: MAX_TEXT_BYTES })
            }
            Bug::RefusesNul if key.contains('\0') => Err(Error::Busy { place: String::new() }),
            _ => self.kept.set_option(key, value),
        }
    }

    fn names(&self, limit: u32) -> Result<Vec<String>, Error> {
        let mut names = self.kept.names(limit)?;
        if self.bug == Bug::NamesInAnyOrder {
            names.sort();
        }
        Ok(names)
    }

    fn remember_name(&self, name: &str, at_ms: u64) -> Result<(), Error> {
        if self.bug == Bug::TheLastCallIsTheLastUsed {
            self.kept.forget_name(name)?;
        }
        self.kept.remember_name(name, at_ms)
    }

    fn forget_name(&self, name: &str) -> Result<(), Error> {
        self.kept.forget_name(name)
    }

    fn judgement(&self, key: &str) -> Result<Option<String>, Error> {
        let key = if self.bug == Bug::ConfusesJudgements { key.to_lowercase() } else { key.to_owned() };
        self.kept.judgement(&key)
    }

    fn keep_judgement(&self, key: &str, text: &str) -> Result<(), Error> {
        if self.bug == Bug::KeepsTheFirstJudgement && self.kept.judgement(key)?.is_some() {
            return Ok(());
        }
        let key = if self.bug == Bug::ConfusesJudgements { key.to_lowercase() } else { key.to_owned() };
        self.kept.keep_judgement(&key, text)
    }

    fn paper(&self, id: PaperId) -> Result<Option<Paper>, Error> {
        let mut paper = self.kept.paper(id)?;
        if let (Bug::CutsPapers, Some(paper)) = (self.bug, &mut paper) {
            paper.text.truncate(MAX_TEXT_BYTES);
        }
        Ok(paper)
    }

    fn keep_papers(&self, papers: &[Paper]) -> Result<(), Error> {
        match self.bug {
            Bug::KeepsPapersOneByOne => papers.iter().try_for_each(|paper| self.kept.keep_paper(paper)),
            Bug::WritesOverPapers | Bug::LetsAnybodyChangePapers => {
                papers.iter().try_for_each(|paper| self.keep_carelessly(paper))
            }
            _ => self.kept.keep_papers(papers),
        }
    }

    fn papers(&self, query: &PaperQuery) -> Result<PaperPage, Error> {
        let mut page = match self.bug {
            Bug::ShowsTheFirstPapersAgain => self.kept.papers(&PaperQuery { skip: 0, ..query.clone() })?,
            Bug::FindsPapersTooEarly => {
                let due_by = query.due_by.map(|due_by| due_by.saturating_add(1));
                self.kept.papers(&PaperQuery { due_by, ..query.clone() })?
            }
            Bug::FindsWhatIsNeverDue => self.kept.papers(&PaperQuery { due_by: None, ..query.clone() })?,
            _ => self.kept.papers(query)?,
        };
        match self.bug {
            Bug::ListsEverybodysPapers => {
                let others = self.kept.papers(&PaperQuery { owner: "ada".to_owned(), ..query.clone() })?;
                page.papers.extend(others.papers);
            }
            Bug::ListsTheOldestPaperFirst => page.papers.reverse(),
            Bug::CountsThePageOfPapers => page.total = page.papers.len() as u64,
            _ => {}
        }
        Ok(page)
    }

    fn drop_paper(&self, owner: &str, id: PaperId) -> Result<(), Error> {
        let kept = self.kept.paper(id)?;
        match kept {
            Some(paper) if self.bug == Bug::LetsAnybodyDropPapers => self.kept.drop_paper(&paper.heading.owner, id),
            _ => self.kept.drop_paper(owner, id),
        }
    }

    fn thin_out(&self, shelf: Shelf, owner: Option<&str>, room: Room) -> Result<u64, Error> {
        match (self.bug, owner) {
            (Bug::ThinsOutEverybody, _) => self.kept.thin_out(shelf, None, room),
            (Bug::ThinsOutTheLatest, Some(owner)) => {
                let papers = self.kept.papers(&PaperQuery::of(owner, shelf))?.papers;
                let gone = papers.len().saturating_sub(room.papers as usize);
                papers[..gone].iter().try_for_each(|heading| self.kept.drop_paper(owner, heading.id))?;
                Ok(gone as u64)
            }
            _ => self.kept.thin_out(shelf, owner, room),
        }
    }

    fn add_token(&self, token: &Token, most: u64) -> Result<bool, Error> {
        match self.bug {
            Bug::CountsNoTokens => self.kept.add_token(token, u64::MAX),
            Bug::TakesTokensOfTheSameName => {
                if let Some(there) = self.kept.token_named(&token.name)? {
                    self.kept.drop_token(&there.owner, &there.name)?;
                }
                self.kept.add_token(token, most)
            }
            _ => self.kept.add_token(token, most),
        }
    }

    fn token(&self, hash: &str) -> Result<Option<Token>, Error> {
        self.kept.token(hash)
    }

    fn token_named(&self, name: &str) -> Result<Option<Token>, Error> {
        self.kept.token_named(name)
    }

    fn tokens(&self, owner: &str) -> Result<Vec<Token>, Error> {
        self.kept.tokens(owner)
    }

    fn drop_token(&self, owner: &str, name: &str) -> Result<bool, Error> {
        let owner = match self.bug {
            Bug::LetsAnybodyTakeTokensAway => self.kept.token_named(name)?.map(|token| token.owner),
            _ => None,
        }
        .unwrap_or_else(|| owner.to_owned());
        self.kept.drop_token(&owner, name)
    }

    fn export(&self, out: &mut dyn Write) -> Result<(), Error> {
        let missing: &[&[u8]] = match self.bug {
            Bug::ExportsNoNotes => &[b"note"],
            Bug::ExportsNoPapers => &[b"paper", b"text"],
            Bug::ExportsNoTokens => &[b"token"],
            _ => return self.kept.export(out),
        };
        let mut text = Vec::new();
        self.kept.export(&mut text)?;
        let is_missing = |line: &&[u8]| missing.iter().any(|kind| line.starts_with(kind));
        let lines = text.split_inclusive(|byte| *byte == b'\n').filter(|line| !is_missing(line));
        out.write_all(&lines.flatten().copied().collect::<Vec<u8>>())
            .map_err(|problem| Error::Transfer { problem: problem.to_string() })
    }

    fn import(&self, from: &mut dyn BufRead) -> Result<Imported, Error> {
        let mut text = Vec::new();
        from.read_to_end(&mut text).expect("a text");
        if self.bug == Bug::ImportOverwrites {
            self.kept.set_option("theme", None)?;
        }
        if self.bug == Bug::ImportWritesOverPapers {
            for heading in self.kept.papers(&PaperQuery::of("Ada\t", Shelf::Study))?.papers {
                self.kept.drop_paper("Ada\t", heading.id)?;
            }
        }
        let mut answer = self.kept.import(&mut text.as_slice());
        match self.bug {
            Bug::ImportLeavesARest if answer.is_err() => self.kept.set_option("a", Some("b"))?,
            Bug::ImportSkipsBadLines => {
                while let Err(Error::Import { line, expected }) = &answer {
                    if expected.id != "export-event" {
                        break;
                    }
                    let lines = (1..).zip(text.split_inclusive(|byte| *byte == b'\n'));
                    text = lines.filter(|(number, _)| number != line).flat_map(|(_, line)| line).copied().collect();
                    answer = self.kept.import(&mut text.as_slice());
                }
            }
            _ => {}
        }
        answer
    }

    fn check(&self) -> Result<(), Error> {
        self.kept.check()
    }
}
