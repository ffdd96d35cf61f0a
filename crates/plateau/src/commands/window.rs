//! `plateau window`: the browser version in a window of its own, and the server behind it, which ends when the window is closed.

use std::ffi::OsString;
use std::fs::{self, File};
use std::future;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use ::web::config::Config;
use store::Address;
use tokio::sync::oneshot;

use super::web;
use crate::cli::Window;
use crate::console::Console;
use crate::failure::Failure;

/// The variable that names another browser.
const BROWSER: &str = "PLATEAU_BROWSER";

/// Programs that can show a page without anything around it, in the order in which they are tried.
const BROWSERS: &[&str] = if cfg!(target_os = "macos") {
    &[
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ]
} else if cfg!(windows) {
    &[
        r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
        r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    ]
} else {
    &[
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "microsoft-edge",
        "microsoft-edge-stable",
    ]
};

/// The graphical version in a window of its own; in the usual browser where none can show one.
pub(crate) fn run(args: &Window, console: &mut Console<'_>) -> Result<(), Failure> {
    let games = web::games(console)?;
    let profiles = games.with_file_name("window");
    let (config, database) = (Config::local(Config::USUAL_PORT), Address::File(games));
    let path = web::first_page(args.file.as_deref(), &config, &database, console)?;
    let line = |address: &str| console.say("page-ready", &[("address", address.into())]);
    let ready = |address: SocketAddr| {
        let address = format!("http://{address}{path}");
        let instead = line(&address);
        let window = open(&address, &profiles);
        async move {
            // A window that could not be shown was never closed.
            if let Some(closed) = window
                && closed.await == Ok(true)
            {
                return;
            }
            println!("{instead}");
            web::open_browser(&address);
            future::pending::<()>().await;
        }
    };
    ::web::run(config, &database, ready).map_err(|failed| web::explain(&failed, console))
}

/// Opens the window. What is given back tells when it was closed, and whether it had been there at all; nothing if there is no such browser.
fn open(address: &str, profiles: &Path) -> Option<oneshot::Receiver<bool>> {
    let profile = Profile::free(profiles).ok()?;
    let mut window = start(address, &profile.folder)?;
    let (tell, closed) = oneshot::channel();
    thread::spawn(move || {
        let ended = window.wait();
        drop(profile);
        // A browser that cannot begin says so by a code; one that was killed had begun. Nobody may be left to hear it.
        let _ = tell.send(ended.is_ok_and(|status| status.success() || status.code().is_none()));
    });
    Some(closed)
}

fn start(address: &str, profile: &Path) -> Option<Child> {
    let named = std::env::var_os(BROWSER).filter(|name| !name.is_empty());
    let browsers = named.map_or_else(|| BROWSERS.iter().map(OsString::from).collect(), |name| vec![name]);
    let mut folder = OsString::from("--user-data-dir=");
    folder.push(profile);
    browsers.into_iter().find_map(|browser| {
        let mut command = Command::new(browser);
        command.arg(format!("--app={address}")).arg(&folder);
        command.args(["--no-first-run", "--no-default-browser-check", "--window-size=1280,880"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
    })
}

/// A folder for what the browser wants to remember, such as the size of the window. Two windows never share one: the second would be
/// handed to the browser of the first, and its end could not be seen.
struct Profile {
    folder: PathBuf,
    /// Held as long as the window is there.
    _lock: File,
}

impl Profile {
    /// More windows than this are a mistake.
    const MOST: usize = 100;

    fn free(all: &Path) -> io::Result<Profile> {
        for number in 1..=Profile::MOST {
            let folder = all.join(number.to_string());
            fs::create_dir_all(&folder)?;
            let lock = File::create(folder.join("in-use"))?;
            if lock.try_lock().is_ok() {
                return Ok(Profile { folder, _lock: lock });
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_windows_have_two_profiles_and_the_first_is_used_again() {
        let all = std::env::temp_dir().join(format!("plateau-profiles-{}", std::process::id()));
        let first = Profile::free(&all).expect("a folder");
        let second = Profile::free(&all).expect("another one");
        assert_ne!(first.folder, second.folder);
        let folder = first.folder.clone();
        drop(first);
        assert_eq!(Profile::free(&all).expect("the first one").folder, folder);
        fs::remove_dir_all(all).expect("it was made here");
    }
}
