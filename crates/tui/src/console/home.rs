//! The whole program line by line: home, and all that is reached from there.

use std::io::{self, Write};
use std::path::PathBuf;

use store::{Deck, HERE, Kept, Preferences, Summary, Which};
use table::records::AnyRecord;
use table::{Kind, Review};
use words::{Lang, Words};

use super::talk::{Gone, Talk, is_back};
use super::{Ears, Manner, agree, leaf, play, show};
use crate::disk::expanded;
use crate::options::LINES;
use crate::puzzles::Puzzles;
use crate::{Desk, First, Sitting, desk, pages};

/// The entries of the menu.
const ENTRIES: [&str; 10] = [
    "home-play",
    "home-continue",
    "home-rules",
    "home-results",
    "home-deck",
    "puzzle-all",
    "home-lessons",
    "home-load",
    "home-options",
    "home-exit",
];

/// The program from what it begins with until somebody leaves, or the input ends. `Ok` holds the number of the signal that ended it, if
/// one did.
pub fn run(
    desk: &Desk,
    first: First,
    lang: Lang,
    options: Preferences,
    manner: Manner,
    ears: &mut Ears,
    out: &mut dyn Write,
) -> io::Result<Option<i32>> {
    let mut talk = Talk { desk, words: Words::new(lang), options, manner, ears, out };
    let done = match first {
        First::Home => talk.home(),
        First::Game(sitting) => talk.sit_down(*sitting),
        First::Deck => talk.deck(),
        First::Puzzle(kind, number) => talk.puzzles(Puzzles::at(&*desk.store, kind, number)),
    };
    match done {
        Ok(()) => Ok(None),
        Err(Gone::Ended(signal)) => Ok(signal),
        Err(Gone::Output(problem)) => Err(problem),
    }
}

impl Talk<'_> {
    fn home(&mut self) -> Result<(), Gone> {
        self.line("Plateau")?;
        self.tell("home-line")?;
        self.tell("console-home")?;
        loop {
            self.write("\n")?;
            let unfinished = self.games(Which::Unfinished)?.len() as u64;
            let due = Deck::new(&*self.desk.store, HERE).due(self.desk.now_ms()).unwrap_or_default();
            let entry = |id: &&str| {
                let said = self.words.say(id, &[]);
                match (*id, unfinished, due) {
                    ("home-continue", count @ 1.., _) | ("home-deck", _, count @ 1..) => format!("{said} ({count})"),
                    _ => said,
                }
            };
            let entries: Vec<String> = ENTRIES.iter().map(entry).collect();
            let chosen = self.choose("", &entries, None)?;
            match chosen.map(|at| ENTRIES[at]) {
                Some("home-play") => {
                    if let Some(sitting) = agree::agree(self)? {
                        self.sit_down(sitting)?;
                    }
                }
                Some("home-continue") => self.go_on()?,
                Some("home-rules") => self.rules()?,
                Some("home-results") => self.results()?,
                Some("home-deck") => self.deck()?,
                Some("puzzle-all") => self.choose_puzzles()?,
                Some("home-lessons") => self.lessons()?,
                Some("home-load") => self.open()?,
                Some("home-options") => self.choose_options()?,
                Some(_) => return Ok(()),
                // An empty line shows the menu again.
                None => {}
            }
        }
    }

    /// Plays a game until it is left.
    pub(super) fn sit_down(&mut self, sitting: Sitting) -> Result<(), Gone> {
        let Manner { charset, echo, interactive, counters, .. } = self.manner;
        let Preferences { coordinates, confirm, sound, .. } = self.options;
        let manner = Manner {
            charset,
            echo,
            interactive,
            counters,
            coordinates,
            confirm: confirm && interactive,
            sound: sound && interactive,
        };
        match play(self.desk, sitting, &self.words, manner, self.ears, self.out)? {
            Some(signal) => Err(Gone::Ended(Some(signal))),
            None => Ok(()),
        }
    }

    fn games(&mut self, which: Which) -> Result<Vec<Summary>, Gone> {
        match desk::games(&*self.desk.store, which) {
            Ok(games) => Ok(games),
            Err(why) => {
                self.message(&why)?;
                Ok(Vec::new())
            }
        }
    }

    fn go_on(&mut self) -> Result<(), Gone> {
        let games = self.games(Which::Unfinished)?;
        if games.is_empty() {
            return self.tell("continue-none");
        }
        let listed: Vec<String> = games.iter().map(|listed| show::listed(&self.words, listed)).collect();
        let label = self.words.say("continue-title", &[]);
        let Some(at) = self.choose(&label, &listed, Some(0))? else { return Ok(()) };
        match Sitting::open(self.desk, games[at].id) {
            Ok(sitting) => self.sit_down(sitting),
            Err(why) => self.message(&why),
        }
    }

    fn results(&mut self) -> Result<(), Gone> {
        let games = self.games(Which::Finished)?;
        if games.is_empty() {
            return self.tell("results-none");
        }
        let listed: Vec<String> = games.iter().map(|listed| show::finished(&self.words, listed)).collect();
        let label = self.words.say("results-title", &[]);
        while let Some(at) = self.choose(&label, &listed, None)? {
            let store = &*self.desk.store;
            match Kept::open(store, games[at].id).and_then(|kept| kept.review(store)) {
                Ok(review) => leaf::through(self, review)?,
                Err(error) => self.message(&error.message())?,
            }
        }
        Ok(())
    }

    fn rules(&mut self) -> Result<(), Gone> {
        let label = self.words.say("home-rules", &[]);
        if let Some(at) = self.choose(&label, &Kind::ALL.map(|kind| kind.name().to_owned()), None)? {
            let lines = pages::rules_lines(Kind::ALL[at], self.words.lang(), pages::PAGE_WIDTH, self.manner.charset);
            for line in lines {
                self.line(&line.text)?;
            }
        }
        Ok(())
    }

    /// A record, by its path or from the list of a folder.
    fn open(&mut self) -> Result<(), Gone> {
        let mut folder = self.desk.files.folder();
        loop {
            let entries = self.desk.files.entries(&folder);
            let mut shown: Vec<String> = vec!["../".to_owned()];
            shown.extend(
                entries.iter().map(
                    |entry| {
                        if entry.is_folder { format!("{}/", entry.name) } else { entry.name.clone() }
                    },
                ),
            );
            let said = self.words.say("file-folder", &[("folder", folder.display().to_string().into())]);
            self.line(&said)?;
            for (number, name) in shown.iter().enumerate() {
                self.line(&format!("{number:>3}. {name}"))?;
            }
            let label = self.words.say("file-which", &[]);
            let answer = self.hear(&label)?;
            if answer.is_empty() || is_back(&answer) {
                return Ok(());
            }
            let path = match answer.parse::<usize>() {
                Ok(0) => folder.parent().map_or_else(|| folder.clone(), PathBuf::from),
                Ok(number) if number <= entries.len() => folder.join(&entries[number - 1].name),
                _ => folder.join(expanded(&answer)),
            };
            if self.desk.files.is_folder(&path) {
                folder = path;
                continue;
            }
            match self.desk.files.load(&path) {
                Ok(records) => self.choose_record(records)?,
                Err(why) => self.message(&why)?,
            }
        }
    }

    fn choose_record(&mut self, records: Vec<AnyRecord>) -> Result<(), Gone> {
        if records.len() == 1 {
            return records.into_iter().try_for_each(|record| leaf::through(self, Review::of_record(record)));
        }
        let lines: Vec<String> = records.iter().map(|record| show::recorded(&self.words, record)).collect();
        let label = self.words.say("file-game", &[]);
        while let Some(at) = self.choose(&label, &lines, None)? {
            leaf::through(self, Review::of_record(records[at].clone()))?;
        }
        Ok(())
    }

    fn choose_options(&mut self) -> Result<(), Gone> {
        loop {
            let shown = LINES.map(|line| {
                let (label, value) = (self.words.say(line.label(), &[]), line.value(&self.words, &self.options));
                self.words
                    .say("console-option", &[("label", label.into()), ("value", self.words.say(value, &[]).into())])
            });
            let mut shown = shown.to_vec();
            // The name is typed.
            let name = self.words.say("setup-name", &[]);
            let value = self.options.name.clone();
            shown.push(self.words.say("console-option", &[("label", name.clone().into()), ("value", value.into())]));
            let label = self.words.say("console-change", &[]);
            let Some(at) = self.choose(&label, &shown, None)? else { return Ok(()) };
            let mut options = self.options.clone();
            if let Some(row) = LINES.get(at) {
                row.change(&self.words, &mut options);
            } else if let Some(typed) = self.ask(&name, &self.options.name.clone())? {
                options.name = store::preferences::clean_name(&typed);
            }
            self.take_options(options);
        }
    }

    /// Takes other preferences, and keeps them; those that cannot be kept still hold until the program ends.
    pub(super) fn take_options(&mut self, options: Preferences) {
        let _ = options.keep(&self.options, &*self.desk.store);
        if let Some(lang) = options.lang.filter(|lang| *lang != self.words.lang()) {
            self.words = Words::new(lang);
        }
        self.options = options;
    }
}
