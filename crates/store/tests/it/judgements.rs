use store::{JUDGEMENTS, Judgements, Sqlite, Store};
use study::Notebook;

#[test]
fn the_oldest_judgements_give_way() {
    let store = Sqlite::in_memory().expect("a store");
    for number in 0..JUDGEMENTS {
        store.keep_judgement(&number.to_string(), "thought").expect("kept");
    }
    // One that is thought anew is not old any more.
    store.keep_judgement("0", "thought again").expect("kept");
    store.keep_judgement("more", "thought").expect("kept");
    let kept = |key: &str| store.judgement(key).expect("an answer").is_some();
    assert_eq!(["0", "1", "2", "more"].map(kept), [true, false, true, true]);
}

#[test]
fn what_cannot_be_kept_is_no_reason_to_fail() {
    let store = Sqlite::in_memory().expect("a store");
    let notebook = Judgements(&store);
    notebook.keep("key", &"x".repeat(store::MAX_TEXT_BYTES + 1));
    assert_eq!(notebook.find("key"), None);
    notebook.keep("key", "text");
    assert_eq!(notebook.find("key").as_deref(), Some("text"));
}
