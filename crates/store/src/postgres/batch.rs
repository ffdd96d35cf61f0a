//! Events of many games in one statement.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::connection::Connection;
use crate::change::Change;
use crate::limit::{within_limit, without_nul};
use crate::sql::to_sql;
use crate::{Append, Claim, Error, GameId};

/// A game's row is changed only if its next event still has the number that was meant and the claim still holds; what belongs to the append goes in where that
/// was so. Rows are locked in the order of their names, so that two batches never wait for each other.
const APPEND: &str = "
    WITH wanted AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[],
                             $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[])
        AS wanted (id, first, added, moves, touched_ms, result, black_points, white_points,
                   black_who, black_name, white_who, white_name, node, epoch)
    ), locked AS (
        SELECT serial FROM games WHERE id = ANY ($1) ORDER BY id FOR UPDATE
    ), kept AS (
        UPDATE games SET events = events + added, moves = greatest(0, games.moves + wanted.moves),
                         touched_ms = greatest(games.touched_ms, wanted.touched_ms), result = wanted.result,
                         black_points = wanted.black_points, white_points = wanted.white_points,
                         black_who = coalesce(wanted.black_who, games.black_who),
                         black_name = coalesce(wanted.black_name, games.black_name),
                         white_who = coalesce(wanted.white_who, games.white_who),
                         white_name = coalesce(wanted.white_name, games.white_name)
        FROM wanted, locked
        WHERE games.serial = locked.serial AND games.id = wanted.id AND games.events = wanted.first
        AND (wanted.node IS NULL OR (games.node = wanted.node AND games.epoch = wanted.epoch))
        RETURNING games.id, games.serial
    ), lines AS (
        INSERT INTO events (game, number, line)
        SELECT serial, number, line FROM unnest($15::text[], $16::bigint[], $17::text[]) AS line (id, number, line)
        JOIN kept USING (id)
    ), noted AS (
        SELECT serial, key, value FROM unnest($18::text[], $19::text[], $20::text[]) AS note (id, key, value)
        JOIN kept USING (id)
    ), forgotten AS (
        DELETE FROM notes USING noted
        WHERE notes.game = noted.serial AND notes.key = noted.key AND noted.value IS NULL
    ), changed AS (
        UPDATE notes SET value = noted.value FROM noted
        WHERE notes.game = noted.serial AND notes.key = noted.key AND noted.value IS NOT NULL
        RETURNING notes.game, notes.key
    ), added AS (
        INSERT INTO notes (game, key, value)
        SELECT serial, key, value FROM noted
        WHERE value IS NOT NULL AND NOT EXISTS (SELECT FROM changed WHERE game = noted.serial AND key = noted.key)
    )
    SELECT id FROM kept
";

/// As [`Store::append_all`](crate::Store::append_all).
pub(super) fn append_all(connection: &mut Connection, batch: &[Append]) -> Result<Vec<Result<(), Error>>, Error> {
    let mut answers: Vec<Result<(), Error>> = Vec::with_capacity(batch.len());
    let mut rounds: Vec<Round> = Vec::new();
    let mut turns: HashMap<GameId, usize> = HashMap::new();
    for (place, append) in batch.iter().enumerate() {
        let change = change(append);
        answers.push(change.as_ref().map(|_| ()).map_err(Error::clone));
        let Ok(change) = change else { continue };
        // What follows on another append to the same game comes a statement later.
        let turn = turns.entry(append.game).or_default();
        if *turn == rounds.len() {
            rounds.push(Round::default());
        }
        rounds[*turn].add(place, append, change);
        *turn += 1;
    }
    let mut run = |connection: &mut Connection| {
        rounds.iter().try_for_each(|round| {
            for (place, refusal) in round.run(connection)? {
                answers[place] = Err(refusal);
            }
            Ok(())
        })
    };
    // A statement is a transaction by itself.
    if rounds.len() > 1 {
        connection.begin("BEGIN")?;
        connection.within(run)?;
    } else {
        run(connection)?;
    }
    Ok(answers)
}

/// The same when it is not known whether the batch was kept before: what is there already is not added again. The rest meets the
/// conditions that it met then, or does not.
pub(super) fn append_unless_there(
    connection: &mut Connection,
    batch: &[Append],
) -> Result<Vec<Result<(), Error>>, Error> {
    let mut answers = Vec::with_capacity(batch.len());
    for append in batch {
        answers.push(match change(append) {
            Ok(change) if is_there(connection, append, &change.lines)? => Ok(()),
            _ => append_all(connection, std::slice::from_ref(append))?.pop().unwrap_or(Ok(())),
        });
    }
    Ok(answers)
}

fn is_there(connection: &mut Connection, append: &Append, lines: &[String]) -> Result<bool, Error> {
    const LINES: &str = "SELECT line FROM events JOIN games ON games.serial = events.game
                         WHERE id = $1 AND number >= $2 AND number < $3 ORDER BY number";
    let until = append.from.saturating_add(lines.len() as u64);
    let rows = connection.rows(LINES, &[&append.game.to_string(), &to_sql(append.from), &to_sql(until)])?;
    Ok(!lines.is_empty() && rows.iter().map(|row| row.get::<_, &str>(0)).eq(lines.iter().map(String::as_str)))
}

/// What an append does, if nothing in it is refused whatever the database says.
fn change(append: &Append) -> Result<Change, Error> {
    let Append { game, from, events, end, notes, claim: _ } = append;
    for (key, value) in notes {
        within_limit(key)?;
        within_limit(value.as_deref().unwrap_or_default())?;
    }
    Change::new(*game, *from, events, end.as_ref())
}

/// Appends to games of which each is in it once, by columns.
#[derive(Default)]
struct Round {
    /// Where each stands in the batch, by its game.
    places: HashMap<String, Wanted>,
    ids: Vec<String>,
    numbers: [Vec<i64>; 4],
    texts: [Vec<Option<String>>; 8],
    epochs: Vec<Option<i64>>,
    line_ids: Vec<String>,
    line_numbers: Vec<i64>,
    lines: Vec<String>,
    note_ids: Vec<String>,
    note_keys: Vec<String>,
    note_values: Vec<Option<String>>,
}

/// What was wanted of a game.
struct Wanted {
    /// Where that stands in the batch.
    place: usize,
    game: GameId,
    from: u64,
    claim: Option<Claim>,
}

impl Wanted {
    /// Why it was refused, by the row of the game if there is one.
    fn refusal(&self, row: Option<&tokio_postgres::Row>) -> Error {
        let Wanted { game, from, claim, .. } = *self;
        let Some(row) = row else { return Error::NoSuchGame { game } };
        let holder: (Option<String>, i64) = (row.get(2), row.get(3));
        match claim {
            Some(claim) if holder != (Some(claim.node.to_string()), to_sql(claim.epoch)) => Error::Lost { game },
            _ => Error::Conflict { game, expected: from, found: row.get::<_, i64>(1) as u64 },
        }
    }
}

impl Round {
    fn add(&mut self, place: usize, append: &Append, change: Change) {
        let id = append.game.to_string();
        let [black, white] = [0, 1].map(|side| change.who_and_name(side));
        let [black_points, white_points] = change.points().map_or([None, None], |points| points.map(Some));
        let added = change.lines.len() as i64;
        let numbers = [to_sql(append.from), added, change.moves, to_sql(change.touched_ms)];
        let node = append.claim.map(|claim| claim.node.to_string());
        let texts = [change.result(), black_points, white_points, black.0, black.1, white.0, white.1, node];
        self.epochs.push(append.claim.map(|claim| to_sql(claim.epoch)));
        self.numbers.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
        self.texts.iter_mut().zip(texts).for_each(|(column, text)| column.push(text));
        for (number, line) in (append.from..).zip(change.lines) {
            self.line_ids.push(id.clone());
            self.line_numbers.push(to_sql(number));
            self.lines.push(line);
        }
        // Of what is noted twice the last word counts.
        let notes: BTreeMap<&str, Option<&str>> =
            append.notes.iter().map(|(key, value)| (key.as_ref(), value.as_deref())).collect();
        for (key, value) in notes {
            self.note_ids.push(id.clone());
            self.note_keys.push(without_nul(key).into_owned());
            self.note_values.push(value.map(|value| without_nul(value).into_owned()));
        }
        let Append { game, from, claim, .. } = *append;
        self.places.insert(id.clone(), Wanted { place, game, from, claim });
        self.ids.push(id);
    }

    /// Adds them, and says which were refused and why.
    fn run(&self, connection: &mut Connection) -> Result<Vec<(usize, Error)>, Error> {
        let Round {
            ids, numbers, texts, epochs, line_ids, line_numbers, lines, note_ids, note_keys, note_values, ..
        } = self;
        let [from, added, moves, touched] = numbers;
        let [result, black_points, white_points, black_who, black_name, white_who, white_name, node] = texts;
        let kept = connection.rows(
            APPEND,
            &[
                ids,
                from,
                added,
                moves,
                touched,
                result,
                black_points,
                white_points,
                black_who,
                black_name,
                white_who,
                white_name,
                node,
                epochs,
                line_ids,
                line_numbers,
                lines,
                note_ids,
                note_keys,
                note_values,
            ],
        )?;
        let kept: BTreeSet<&str> = kept.iter().map(|row| row.get(0)).collect();
        let refused: Vec<&str> = ids.iter().map(String::as_str).filter(|id| !kept.contains(id)).collect();
        if refused.is_empty() {
            return Ok(Vec::new());
        }
        let rows = connection.rows("SELECT id, events, node, epoch FROM games WHERE id = ANY ($1)", &[&refused])?;
        let found: HashMap<&str, &tokio_postgres::Row> = rows.iter().map(|row| (row.get(0), row)).collect();
        let why = |id: &&str| (self.places[*id].place, self.places[*id].refusal(found.get(id).copied()));
        Ok(refused.iter().map(why).collect())
    }
}
