//! What a browser calls, and what it is asked for: functions of numbers, and texts in memory that both can see.
//!
//! Whoever calls asks for [room](reserve), writes what it has to say there, calls, and reads as many bytes as it is told from
//! [where they are](output). A panic ends this program; the browser begins anew with what it has kept.

#![allow(unsafe_code, reason = "names that a browser calls by, and functions of the browser, cannot be looked into")]

use std::cell::RefCell;

use players::analyst::AnyAnalyst;
use players::elsewhere::question::Question;
use players::elsewhere::said::Said;
use search::Stop;

use crate::advice::Errand;
use crate::request::Answer;
use crate::{Request, Site};

#[link(wasm_import_module = "plateau")]
unsafe extern "C" {
    /// Fills so many bytes at this place with what nobody can foresee.
    fn random(place: *mut u8, len: usize);

    /// Something broke; so many bytes at this place say what.
    fn broke(place: *const u8, len: usize);
}

#[derive(Default)]
struct Host {
    input: Vec<u8>,
    output: Vec<u8>,
    site: Option<Site>,
    analyst: Option<AnyAnalyst>,
}

thread_local! {
    static HOST: RefCell<Host> = RefCell::default();
}

/// Randomness, for all that asks for it.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(place: *mut u8, len: usize) -> Result<(), getrandom::Error> {
    // SAFETY: whoever wants randomness has this place for it.
    unsafe { random(place, len) };
    Ok(())
}

/// Room for what is said next.
#[unsafe(no_mangle)]
extern "C" fn reserve(len: usize) -> *mut u8 {
    HOST.with_borrow_mut(|host| {
        host.input.clear();
        host.input.resize(len, 0);
        host.input.as_mut_ptr()
    })
}

/// Where the last answer is.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    HOST.with_borrow(|host| host.output.as_ptr())
}

/// Opens the site: a list, as JSON, of the version of the server's files and all texts that were kept. The answer is empty, or says what is wrong.
#[unsafe(no_mangle)]
extern "C" fn open() -> usize {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: the text is there until it was read.
        unsafe { broke(text.as_ptr(), text.len()) };
    }));
    call(|host, input| {
        let texts: Vec<String> = serde_json::from_slice(input).unwrap_or_default();
        let mut texts = texts.iter().map(String::as_str);
        texts.next().into_iter().for_each(pages::set_version);
        match Site::open(texts) {
            Ok(site) => {
                host.site = Some(site);
                String::new()
            }
            Err(problem) => problem.to_string(),
        }
    })
}

/// Here is a file: its name, a new line, and what is in it.
#[unsafe(no_mangle)]
extern "C" fn supply() -> usize {
    call(|_, input| {
        let Some(end) = input.iter().position(|&byte| byte == b'\n') else { return String::new() };
        let (name, bytes) = (&input[..end], &input[end + 1..]);
        if let Some(file) = players::files().into_iter().find(|file| file.name().as_bytes() == name) {
            file.hand_in(bytes.to_vec());
        }
        String::new()
    })
}

/// Answers a request; or says `lacks` and the name of a file, without which it cannot.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    call(|host, input| {
        let (Some(site), Ok(request)) = (&mut host.site, serde_json::from_slice::<Request>(input)) else {
            return Answer::new(400, "text/plain; charset=utf-8", String::new()).write(&[]);
        };
        if let Some(file) = request.files().into_iter().find(|file| file.find().is_err()) {
            return format!("lacks {}", file.name());
        }
        let answer = site.answer(&request);
        let changes = site.changes().unwrap_or_default();
        answer.write(&changes)
    })
}

/// Thinks about a question, and says what it thinks; or `lacks` and the name of a file, without which it cannot.
#[unsafe(no_mangle)]
extern "C" fn think() -> usize {
    call(|host, input| {
        let said = match Question::read(input) {
            None => Said::No,
            Some(question) => {
                if let Some(file) = question.files().into_iter().find(|file| file.find().is_err()) {
                    return format!("lacks {}", file.name());
                }
                question.think(&mut host.analyst, &Stop::new(), &|_| {}).unwrap_or(Said::No)
            }
        };
        String::from_utf8(said.write()).unwrap_or_default()
    })
}

/// Thinks about an errand of a server's page, and says what is to be shown of that: nothing if it cannot; or `lacks` and the name of a file, without which
/// it cannot.
#[unsafe(no_mangle)]
extern "C" fn advise() -> usize {
    call(|_, input| match Errand::read(input) {
        None => String::new(),
        Some(errand) => match errand.files().into_iter().find(|file| file.find().is_err()) {
            Some(file) => format!("lacks {}", file.name()),
            None => errand.advise().unwrap_or_default(),
        },
    })
}

/// Answers with a text.
fn call(work: impl FnOnce(&mut Host, &[u8]) -> String) -> usize {
    HOST.with_borrow_mut(|host| {
        let input = std::mem::take(&mut host.input);
        host.output = work(host, &input).into_bytes();
        host.output.len()
    })
}
