//! One suite that every store must pass, for tests only: it is compiled with the feature `conformance`, which nothing that
//! ships asks for.
//!
//! Each promise that [`Store`] makes in words is a function here that breaks off with a panic where it is not kept. Start
//! reading at [`PROMISES`]. A backend calls [`check`] with a way to make empty stores; one that several processes can use
//! at once also calls [`check_together`].

mod beside;
pub mod games;
mod kept;
mod lists;
mod papers;
mod together;
mod tokens;
mod transfer;

use crate::Store;

/// A store under test.
pub type Handle = Box<dyn Store>;

/// Something that every store promises.
#[derive(Clone, Copy, Debug)]
pub struct Promise<Opened> {
    /// What it is.
    pub name: &'static str,
    /// Holds stores to it, which are empty when they are opened.
    pub check: fn(&dyn Fn() -> Opened),
}

/// What every store promises. Each is checked on stores of its own.
pub const PROMISES: [Promise<Handle>; 32] = [
    Promise { name: "random tables come back equal", check: kept::random_tables_come_back_equal },
    Promise { name: "a new game is as its table", check: kept::a_new_game_is_as_its_table },
    Promise { name: "a game begins whole or not at all", check: kept::a_game_begins_whole_or_not_at_all },
    Promise { name: "events come back from any number on", check: kept::events_come_back_from_any_number_on },
    Promise { name: "an event with a wrong number is a conflict", check: kept::a_wrong_number_is_a_conflict },
    Promise { name: "an append is whole or not at all", check: kept::an_append_is_whole_or_not_at_all },
    Promise { name: "a batch is kept or refused one by one", check: kept::a_batch_is_kept_or_refused_one_by_one },
    Promise { name: "control characters in names become blanks", check: kept::control_characters_become_blanks },
    Promise { name: "what does not fit is not taken for a game", check: kept::what_does_not_fit_is_no_game },
    Promise { name: "a deleted game is gone with all of it", check: kept::a_deleted_game_is_gone },
    Promise { name: "times beyond all clocks are kept", check: kept::times_beyond_all_clocks_are_kept },
    Promise { name: "the last touched is listed first", check: lists::the_last_touched_is_first },
    Promise { name: "a list is of a kind, finished or not", check: lists::a_list_is_of_a_kind_finished_or_not },
    Promise { name: "pages show every game once", check: lists::pages_show_every_game_once },
    Promise { name: "a summary says how the game stands", check: lists::a_summary_says_how_the_game_stands },
    Promise { name: "notes are kept, found and forgotten", check: beside::notes_are_kept_found_and_forgotten },
    Promise { name: "judgements are kept by key", check: beside::judgements_are_kept_by_key },
    Promise { name: "options are kept and forgotten", check: beside::options_are_kept_and_forgotten },
    Promise { name: "names are remembered, the last used first", check: beside::names_are_remembered },
    Promise { name: "a text may be as long as the limit", check: beside::a_text_may_be_as_long_as_the_limit },
    Promise { name: "a NUL is kept as a blank", check: beside::a_nul_is_kept_as_a_blank },
    Promise { name: "papers come back as they were", check: papers::papers_come_back_as_they_were },
    Promise {
        name: "no paper is written over unseen",
        check: papers::a_paper_that_changed_elsewhere_is_not_written_over,
    },
    Promise { name: "papers are listed by owner and shelf", check: papers::papers_are_listed_by_owner_and_shelf },
    Promise { name: "papers are found when they are due", check: papers::papers_are_found_when_they_are_due },
    Promise { name: "a full shelf loses the untouched", check: papers::a_full_shelf_loses_what_was_not_touched },
    Promise { name: "tokens are kept and taken away", check: tokens::tokens_are_kept_found_and_taken_away },
    Promise { name: "an export can be imported", check: transfer::an_export_can_be_imported },
    Promise { name: "the longest set-up can be imported", check: transfer::the_longest_set_up_can_be_imported },
    Promise { name: "the format is as described", check: transfer::the_format_is_as_described },
    Promise { name: "a bad text is refused whole", check: transfer::a_bad_text_is_refused_whole },
    Promise { name: "of many threads one wins each number", check: together::of_many_threads_one_wins_each_number },
];

/// What a store promises besides if several processes can use it at once: two handles are opened on the same data.
pub const PROMISES_TOGETHER: [Promise<[Handle; 2]>; 2] = [
    Promise { name: "what one writes the other reads", check: together::what_one_writes_the_other_reads },
    Promise { name: "the second of two writers catches up", check: together::the_second_writer_catches_up },
];

/// Panics at the first promise that is not kept.
pub fn check(open: &dyn Fn() -> Handle) {
    for promise in PROMISES {
        println!("{}", promise.name);
        (promise.check)(open);
    }
}

/// The same for stores that several processes can use at once.
pub fn check_together(open: &dyn Fn() -> [Handle; 2]) {
    for promise in PROMISES_TOGETHER {
        println!("{}", promise.name);
        (promise.check)(open);
    }
}
