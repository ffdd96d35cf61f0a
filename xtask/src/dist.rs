//! What people install, made by one command: `cargo xtask dist`.
//!
//! There is one build for Linux: static, so that it asks for no library of the machine it comes to, and for the first processors with 64
//! bits. It is a file by itself, the program in the Debian package, and all that is in the container image. Everything is in
//! [`FOLDER`] afterwards, with its checksums and a list of the crates in it. `--try` takes the package to a clean root without a
//! network, `--rehearse` does the same with a program that is built in a third of the time and handed out to nobody, `--twice` builds the program
//! again from another folder and compares.

mod bill;
mod binary;
mod debian;
mod image;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{output_of, run, run_with};

/// Where everything is put.
const FOLDER: &str = "target/dist";

/// How the program is built.
#[derive(Clone, Copy, PartialEq)]
enum Build {
    /// As it is handed out.
    Shipped,
    /// Without optimisation, and with the browser's program that [`browser::VARIABLE`](crate::browser::VARIABLE) names, if any: installing, serving
    /// and removing are the same with it.
    Quick,
}

/// Something that is about to be packed.
struct Release {
    /// As the workspace has it.
    version: String,
    /// When the last change was made, in seconds since 1970: the time of every file in every package, so that the same source makes
    /// the same bits.
    changed: String,
    /// The program.
    program: PathBuf,
}

/// What was made of it.
struct Made {
    release: Release,
    bill: PathBuf,
    package: PathBuf,
}

/// Makes everything.
pub(crate) fn make() -> bool {
    are_there(&[("buildah", "buildah")])
        && make_package(Build::Shipped).is_some_and(|Made { release, .. }| image::make(&release) && sum_up())
}

/// Makes everything and takes it where nothing of this machine is. Where the system grants no namespaces, to root of some containers, for
/// one, there is no such place, and no image can be made either: the package is made and checked all the same.
pub(crate) fn make_and_try() -> bool {
    make_and_try_by(Build::Shipped)
}

/// The same for those who only want to know whether it works. Nothing is left that could be taken for a release.
pub(crate) fn rehearse() -> bool {
    let holds = make_and_try_by(Build::Quick);
    fs::remove_dir_all(FOLDER).map_err(|error| eprintln!("{FOLDER}: {error}")).is_ok() && holds
}

fn make_and_try_by(build: Build) -> bool {
    if !trial::is_possible() {
        eprintln!("no namespaces here: the package is made and checked, but not tried, and there is no image");
        return make_package(build).is_some() && sum_up();
    }
    if !are_there(&[("buildah", "buildah"), ("mmdebstrap", "mmdebstrap"), ("ip", "iproute2")]) {
        return false;
    }
    let Some(Made { release, bill, package }) = make_package(build) else { return false };
    // The next revision, with nothing new in it, is made to be tried alone.
    let trial = Path::new(FOLDER).join("trial");
    image::make(&release)
        && sum_up()
        && debian::package(&release, &bill, 2, &trial, debian::LOOSE)
            .is_some_and(|newer| trial::in_clean_root(&[&package, &newer, &release.program]))
        && image::try_it(&release)
}

/// Builds the program, and once more from a copy of the last commit in another folder.
pub(crate) fn make_twice() -> bool {
    let Some(Made { release, .. }) = make_package(Build::Shipped) else { return false };
    let copy = std::env::temp_dir().join(format!("plateau-twice-{}", std::process::id()));
    let Some(folder) = copy.to_str() else { return false };
    let is_copied = run("git", &["worktree", "add", "--detach", folder, "HEAD"]);
    // With its own target folder, whatever this one's is.
    let target = copy.join("target");
    let again = is_copied.then(|| binary::build_into(&copy, &target, Build::Shipped)).flatten();
    let same = again.is_some_and(|again| run("cmp", &[&release.program.to_string_lossy(), &again.to_string_lossy()]));
    println!("{}", if same { "two builds, the same bits" } else { "two builds, and they differ" });
    run("git", &["worktree", "remove", "--force", folder]) && same
}

/// Builds the program, and makes the package and the list of what is in them.
fn make_package(build: Build) -> Option<Made> {
    let tools = [
        ("musl-gcc", "musl-tools"),
        ("dpkg-deb", "dpkg"),
        ("lintian", "lintian"),
        ("desktop-file-validate", "desktop-file-utils"),
        ("xmllint", "libxml2-utils"),
    ];
    if !are_there(&tools) {
        return None;
    }
    let folder = Path::new(FOLDER);
    // What an earlier run made. Where there was none, there is nothing to remove.
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| eprintln!("{FOLDER}: {error}")).ok()?;
    let changed = output_of("git", &["log", "-1", "--format=%ct"])?.trim().to_owned();
    let version = version()?;
    let program = folder.join(format!("plateau-{version}-{}", binary::TARGET));
    let built = binary::build(Path::new("."), build)?;
    fs::copy(built, &program).map_err(|error| eprintln!("{}: {error}", program.display())).ok()?;
    let release = Release { version, changed, program };
    let bill = folder.join("plateau.cdx.json");
    fs::write(&bill, bill::of_materials(&release)?).map_err(|error| eprintln!("{}: {error}", bill.display())).ok()?;
    let packing = if build == Build::Shipped { debian::SMALL } else { debian::QUICK };
    let package = debian::package(&release, &bill, 1, folder, packing)?;
    debian::check(&package).then_some(Made { release, bill, package })
}

/// The version that all crates of the workspace have.
fn version() -> Option<String> {
    let id = output_of("cargo", &["pkgid", "--package", "plateau"])?;
    Some(id.trim().rsplit(['#', '@']).next()?.to_owned())
}

/// Whether all of these programs are installed; says which Debian packages have those that are not.
fn are_there(tools: &[(&str, &str)]) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |name: &str| std::env::split_paths(&folders).any(|folder| folder.join(name).is_file());
    let missing: Vec<&str> = tools.iter().filter(|(name, _)| !is_there(name)).map(|&(_, package)| package).collect();
    if !missing.is_empty() {
        eprintln!("missing: apt-get install {}", missing.join(" "));
    }
    missing.is_empty()
}

/// The checksums of everything that is handed out.
fn sum_up() -> bool {
    let Ok(entries) = fs::read_dir(FOLDER) else { return false };
    let files = entries.flatten().filter(|entry| entry.path().is_file());
    let mut names: Vec<String> = files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let script = format!("cd {FOLDER} && sha256sum {} >SHA256SUMS && cat SHA256SUMS", names.join(" "));
    run("sh", &["-c", &script])
}
