//! The container image: the static program and nothing else, built by `buildah`, which needs no daemon.

use std::fs;
use std::path::Path;

use super::{FOLDER, Release, run};

/// What `buildah` keeps while it works; apart from whatever else it has on this machine.
const STORE: [&str; 6] =
    ["--root", "target/dist/image/store", "--runroot", "target/dist/image/run", "--storage-driver", "vfs"];

/// Builds the image into an archive that `podman load` and `docker load` take.
pub(super) fn make(release: &Release) -> bool {
    let work = Path::new(FOLDER).join("image");
    let Some(()) = context(release, &work.join("context")) else { return false };
    let tag = format!("plateau:{}", release.version);
    let context = format!("{FOLDER}/image/context");
    let build = ["build", "--quiet", "--isolation", "chroot", "--timestamp", &release.changed, "--tag", &tag];
    let archive = format!("oci-archive:{FOLDER}/plateau-{}-image.tar:{tag}", release.version);
    buildah(&[&build[..], &["--file", "deploy/Containerfile", &context]].concat())
        && buildah(&["push", "--quiet", &tag, &archive])
}

/// Runs the program in a container made of the image, without a network, as the user that the image names.
pub(super) fn try_it(release: &Release) -> bool {
    let tag = format!("plateau:{}", release.version);
    buildah(&["from", "--name", "trial", &tag])
        && ["--version", "levels go", "bench aligne4"].iter().all(|words| {
            let words: Vec<&str> = words.split(' ').collect();
            let run = ["run", "--isolation", "chroot", "--network", "none", "trial", "--", "/plateau"];
            buildah(&[&run[..], &words].concat())
        })
        && buildah(&["rm", "trial"])
}

/// What goes into it: the program, the settings, an empty folder for the games.
fn context(release: &Release, folder: &Path) -> Option<()> {
    let copy = || {
        fs::create_dir_all(folder.join("games"))?;
        fs::copy(&release.program, folder.join("plateau"))?;
        fs::copy("deploy/plateau.toml", folder.join("plateau.toml"))
    };
    copy().map(drop).map_err(|error| eprintln!("{}: {error}", folder.display())).ok()
}

fn buildah(args: &[&str]) -> bool {
    run("buildah", &[&STORE[..], args].concat())
}
