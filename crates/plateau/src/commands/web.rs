//! `plateau web` and `plateau serve`: the browser version, on one's own machine and for everybody.

use std::fs;
use std::future;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ::web::config::Config;
use ::web::exchange;
use ::web::{Failed, run as serve};
use store::Address;

use crate::cli::{Serve, Web};
use crate::console::Console;
use crate::failure::Failure;
use crate::files;

/// The graphical version on this machine.
pub(crate) fn run_web(args: &Web, console: &mut Console<'_>) -> Result<(), Failure> {
    let config = Config::local(args.port.unwrap_or(Config::USUAL_PORT));
    let database = Address::File(games(console)?);
    let path = first_page(args.file.as_deref(), &config, &database, console)?;
    let open = !args.no_open;
    let line = |address: &str| console.say("page-ready", &[("address", address.into())]);
    let ready = |address: SocketAddr| {
        let address = format!("http://{address}{path}");
        println!("{}", line(&address));
        if open {
            open_browser(&address);
        }
        future::pending()
    };
    serve(config, &database, ready).map_err(|failed| explain(&failed, console))
}

/// The path of what is shown first: a record, if there is a file, or else the home page.
pub(super) fn first_page(
    file: Option<&str>,
    config: &Config,
    database: &Address,
    console: &Console<'_>,
) -> Result<String, Failure> {
    let Some(path) = file else { return Ok("/".to_owned()) };
    let limit = config.limits.upload_bytes;
    let bytes = files::read_bytes(path, limit, console.words)?;
    if bytes.len() > limit {
        let too_large = console.say("upload-too-large", &[("megabytes", (limit >> 20).into())]);
        return Err(Failure::Input(format!("{path}: {too_large}")));
    }
    let name = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
    ::web::bring(config, database, name, bytes).map_err(|failed| match failed {
        Failed::Record(message) => Failure::Input(format!("{path}: {}", tui::say(console.words, &message))),
        failed => explain(&failed, console),
    })
}

/// The public server.
pub(crate) fn run_serve(args: &Serve, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut config = Config::public();
    if let Some(path) = &args.config {
        let text = fs::read_to_string(path).map_err(|error| files::unreadable(path, &error, console.words))?;
        config = config.read(&text).map_err(|problem| {
            let gaps = [
                ("path", path.as_str().into()),
                ("line", problem.line.into()),
                ("column", problem.column.into()),
                ("problem", problem.problem.into()),
            ];
            Failure::Input(console.say("error-config-syntax", &gaps))
        })?;
    }
    if let Some(bind) = args.bind {
        config.bind = bind;
    }
    let database = match database(args.database.as_deref(), console)?.or(config.database.take()) {
        Some(address) => address,
        None => Address::File(games(console)?),
    };
    config.nats = nats(args.nats.as_deref(), console)?.or(config.nats.take());
    if config.nats.is_some() && matches!(database, Address::File(_)) {
        return Err(Failure::Usage(console.say("error-nats-alone", &[])));
    }
    let line = |address: &str| console.say("page-ready", &[("address", address.into())]);
    let ready = |address: SocketAddr| {
        println!("{}", line(&format!("http://{address}/")));
        future::pending()
    };
    serve(config, &database, ready).map_err(|failed| explain(&failed, console))
}

/// Where games are said to be, by an option or else by the variable `PLATEAU_DATABASE`, which a list of processes does not show.
pub(super) fn database(option: Option<&str>, console: &Console<'_>) -> Result<Option<Address>, Failure> {
    let variable = std::env::var("PLATEAU_DATABASE").ok().filter(|text| !text.is_empty());
    let Some(text) = option.or(variable.as_deref()) else { return Ok(None) };
    // What comes after the scheme may be secret.
    let shown = text.split_inclusive("://").next().unwrap_or_default();
    let unknown = |_| Failure::Usage(console.say("error-unknown-database", &[("url", shown.into())]));
    text.parse().map(Some).map_err(unknown)
}

/// Where the servers of a site meet, by an option or else by the variable `PLATEAU_NATS`.
pub(super) fn nats(option: Option<&str>, console: &Console<'_>) -> Result<Option<exchange::Address>, Failure> {
    let variable = std::env::var("PLATEAU_NATS").ok().filter(|text| !text.is_empty());
    let Some(text) = option.or(variable.as_deref()) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| Failure::Usage(console.say("error-no-nats", &[])))
}

/// The games that the terminal has, too.
pub(super) fn games(console: &Console<'_>) -> Result<PathBuf, Failure> {
    let path = console.settings.data.value.as_ref().map(|folder| folder.join("games.db"));
    path.ok_or_else(|| Failure::Input(console.say("error-no-data", &[])))
}

pub(super) fn explain(failed: &Failed, console: &Console<'_>) -> Failure {
    match failed {
        Failed::Store(error) => Failure::Input(tui::say(console.words, &error.message())),
        Failed::Record(message) => Failure::Input(tui::say(console.words, message)),
        Failed::Bind(address, error) => {
            let gaps = [("address", address.to_string().into()), ("problem", error.to_string().into())];
            Failure::Input(console.say("error-bind", &gaps))
        }
        Failed::Nats(place, problem) => {
            let gaps = [("place", place.as_str().into()), ("problem", problem.as_str().into())];
            Failure::Input(console.say("error-nats", &gaps))
        }
        Failed::System(error) => Failure::Input(console.say("error-server", &[("problem", error.to_string().into())])),
    }
}

/// Shows the address in whatever the person uses. Where that does not work, the printed address is there to be clicked.
pub(super) fn open_browser(address: &str) {
    let (program, args): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let quiet = Stdio::null;
    let started = Command::new(program).args(args).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Ok(mut child) = started {
        // Somebody has to wait for it, or the system keeps what is left of it.
        std::thread::spawn(move || child.wait());
    }
}
