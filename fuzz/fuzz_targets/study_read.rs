#![no_main]

use study::Judgement;
use table::Draft;
use table::draft::Edit;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // A study with the edits that were made to it, a single edit, and what an engine thought: what can be read is written and read alike.
    if let Ok(draft) = Draft::read(text) {
        let written = draft.text().expect("what was short enough to be read is short enough to be kept");
        let again = Draft::read(&written).expect("what is written is read");
        assert_eq!(again.text(), Ok(written));
    }
    if let Ok(edit) = text.parse::<Edit>() {
        assert_eq!(edit.to_string().parse::<Edit>(), Ok(edit));
    }
    if let Ok(judgement) = Judgement::read(text) {
        let written = judgement.to_string();
        assert_eq!(Judgement::read(&written).map(|again| again.to_string()), Ok(written));
    }
});
