//! The Debian package: a tree of files as they will lie on the machine, packed by `dpkg-deb`, which every Debian has. What the program
//! says of itself (manual pages, completions) is asked of the program, so that no list of options is kept by hand.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::{Release, output_of, run, run_with};

/// Debian's name for the processors.
const ARCHITECTURE: &str = "amd64";

/// How a package is packed for everybody: every Debian of the last ten years unpacks it.
pub(super) const SMALL: &str = "-Zxz";

/// In a few seconds, where it is only looked at.
pub(super) const QUICK: &str = "-Zgzip";

/// Not at all, where it goes nowhere.
pub(super) const LOOSE: &str = "-Znone";

/// Packs a release into a folder, with the list of what is in it; the revision counts the packages of one release.
pub(super) fn package(release: &Release, bill: &Path, revision: u32, folder: &Path, packing: &str) -> Option<PathBuf> {
    let version = format!("{}-{revision}", release.version);
    let tree = Tree(folder.join("debian"));
    lay_out(&tree, release, bill, &version)?;
    let package = folder.join(format!("plateau_{version}_{ARCHITECTURE}.deb"));
    let args = [packing, "--root-owner-group", "--build", tree.0.to_str()?, package.to_str()?];
    let packed = run_with("dpkg-deb", &args, &[("SOURCE_DATE_EPOCH", &release.changed)]);
    fs::remove_dir_all(&tree.0).ok()?;
    packed.then_some(package)
}

/// What Debian's own checker has to say: nothing.
pub(super) fn check(package: &Path) -> bool {
    run("desktop-file-validate", &["deploy/debian/plateau.desktop"])
        && run("xmllint", &["--noout", "deploy/debian/plateau.xml"])
        && run("lintian", &["--allow-root", "--fail-on", "error,warning,info", "--info", &package.to_string_lossy()])
}

fn lay_out(tree: &Tree, release: &Release, bill: &Path, version: &str) -> Option<()> {
    let from = |name: &str| {
        let path = Path::new("deploy").join(name);
        fs::read_to_string(&path).map_err(|error| eprintln!("{}: {error}", path.display())).ok()
    };
    tree.program("usr/bin/plateau", &fs::read(&release.program).ok()?)?;
    manual(tree, release)?;
    let program = release.program.to_str()?;
    for (shell, path) in [
        ("bash", "usr/share/bash-completion/completions/plateau"),
        ("zsh", "usr/share/zsh/vendor-completions/_plateau"),
        ("fish", "usr/share/fish/vendor_completions.d/plateau.fish"),
    ] {
        tree.file(path, output_of(program, &["completions", shell, "--lang", "en"])?)?;
    }
    tree.file("usr/share/icons/hicolor/scalable/apps/plateau.svg", from("plateau.svg")?)?;
    tree.file("usr/share/applications/plateau.desktop", from("debian/plateau.desktop")?)?;
    tree.file("usr/share/mime/packages/plateau.xml", from("debian/plateau.xml")?)?;
    // Where it has been installed by hand so far, and what says how to do that.
    let unit = from("plateau.service")?.replace("/usr/local/bin/", "/usr/bin/");
    let unit: String = unit.lines().skip_while(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    tree.file("usr/lib/systemd/system/plateau.service", unit)?;
    tree.file("etc/plateau.toml", from("plateau.toml")?)?;
    let licence = fs::read_to_string("LICENSE-MIT").ok()?;
    tree.file("usr/share/doc/plateau/copyright", from("debian/copyright")?.replace("MIT_TEXT", &indented(&licence)))?;
    tree.packed("usr/share/doc/plateau/changelog", fs::read("CHANGELOG.md").ok()?)?;
    tree.packed("usr/share/doc/plateau/changelog.Debian", changelog(release, version)?)?;
    tree.packed("usr/share/doc/plateau/plateau.cdx.json", fs::read(bill).ok()?)?;
    tree.file("usr/share/lintian/overrides/plateau", from("debian/lintian-overrides")?)?;

    tree.file("DEBIAN/conffiles", "/etc/plateau.toml\n")?;
    let sums = format!("cd {} && find etc usr -type f | sort | xargs md5sum", tree.0.display());
    let sums = output_of("sh", &["-c", &sums])?;
    let size = sums.lines().filter_map(|line| fs::metadata(tree.0.join(line.split_once("  ")?.1)).ok());
    let kilobytes: u64 = size.map(|file| file.len().div_ceil(1024)).sum();
    tree.file("DEBIAN/md5sums", sums)?;
    let control = from("debian/control")?.replace("VERSION", version).replace("ARCHITECTURE", ARCHITECTURE);
    tree.file("DEBIAN/control", control.replace("SIZE", &kilobytes.to_string()))?;
    for script in ["postinst", "prerm", "postrm"] {
        tree.program(&format!("DEBIAN/{script}"), from(&format!("debian/{script}"))?)?;
    }
    Some(())
}

/// The manual in both languages: the page of the program, and of every command that this one refers to.
fn manual(tree: &Tree, release: &Release) -> Option<()> {
    let program = release.program.to_str()?;
    for (lang, folder) in [("en", "usr/share/man/man1"), ("fr", "usr/share/man/fr/man1")] {
        let page = output_of(program, &["man", "--lang", lang])?;
        let commands: Vec<&str> =
            page.lines().filter_map(|line| line.strip_prefix("plateau\\-")?.strip_suffix("(1)")).collect();
        assert!(!commands.is_empty(), "the manual page refers to those of the commands");
        for command in commands {
            let page = output_of(program, &["man", command, "--lang", lang])?;
            tree.packed(&format!("{folder}/plateau-{command}.1"), page)?;
        }
        tree.packed(&format!("{folder}/plateau.1"), page)?;
    }
    Some(())
}

/// What Debian wants to know of a package's own history.
fn changelog(release: &Release, version: &str) -> Option<String> {
    let date = output_of("date", &["--utc", "--rfc-email", "--date", &format!("@{}", release.changed)])?;
    let control = fs::read_to_string("deploy/debian/control").ok()?;
    let maintainer = control.lines().find_map(|line| line.strip_prefix("Maintainer: "))?;
    let news = format!("  * Plateau {}. What is new in it stands in changelog.gz.", release.version);
    Some(format!("plateau ({version}) unstable; urgency=medium\n\n{news}\n\n -- {maintainer}  {}\n", date.trim()))
}

/// As a copyright file has longer texts: each line after a blank, and a dot where a line is empty.
fn indented(text: &str) -> String {
    let lines: Vec<String> =
        text.trim_end().lines().map(|line| format!(" {}", if line.is_empty() { "." } else { line })).collect();
    lines.join("\n")
}

/// A folder that is filled.
struct Tree(PathBuf);

impl Tree {
    fn file(&self, path: &str, content: impl AsRef<[u8]>) -> Option<()> {
        self.put(path, content.as_ref(), 0o644)
    }

    fn program(&self, path: &str, content: impl AsRef<[u8]>) -> Option<()> {
        self.put(path, content.as_ref(), 0o755)
    }

    /// Packed without its name and time.
    fn packed(&self, path: &str, content: impl AsRef<[u8]>) -> Option<()> {
        self.file(path, content)?;
        output_of("gzip", &["-9", "--no-name", self.0.join(path).to_str()?]).map(drop)
    }

    fn put(&self, path: &str, content: &[u8], mode: u32) -> Option<()> {
        let at = self.0.join(path);
        let write = || -> io::Result<()> {
            let folder = at.parent().expect("it lies within the tree");
            fs::create_dir_all(folder)?;
            fs::write(&at, content)?;
            fs::set_permissions(&at, Permissions::from_mode(mode))?;
            // Whatever this machine's habit is, everybody may look into the folders of a package.
            folder
                .ancestors()
                .take_while(|above| above.starts_with(&self.0))
                .try_for_each(|above| fs::set_permissions(above, Permissions::from_mode(0o755)))
        };
        write().map_err(|error| eprintln!("{}: {error}", at.display())).ok()
    }
}
