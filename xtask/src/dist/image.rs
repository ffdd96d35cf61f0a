//! The container image: the static program and nothing else, built by `buildah`, which needs no daemon.

use std::fs;
use std::path::Path;

use super::{FOLDER, Release, run};

/// What `buildah` keeps while it works; apart from whatever else it has on this machine.
const STORE: [&str; 6] =
    ["--root", "target/dist/image/store", "--runroot", "target/dist/image/run", "--storage-driver", "vfs"];

/// Builds the image into an archive in the format of the Open Container Initiative. It is packed here, since `buildah` writes the time at
/// which it packs into an archive.
pub(super) fn make(release: &Release) -> bool {
    let work = Path::new(FOLDER).join("image");
    let Some(()) = context(release, &work.join("context")) else { return false };
    let tag = tag(release);
    let build = ["build", "--quiet", "--isolation", "chroot", "--timestamp", &release.changed, "--tag", &tag];
    let context = format!("{FOLDER}/image/context");
    let layout = format!("{FOLDER}/image/layout");
    let time = format!("--mtime=@{}", release.changed);
    let archive = format!("{FOLDER}/plateau-{}-image.tar", release.version);
    let order = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX", &time];
    buildah(&[&build[..], &["--file", "deploy/Containerfile", &context]].concat())
        && buildah(&["push", "--quiet", &tag, &format!("oci:{layout}:{tag}")])
        && run("tar", &[&order[..], &["--create", "--file", &archive, "--directory", &layout, "."]].concat())
}

/// Plays and serves in a container made of the archive, without a network, as the user that the image names.
pub(super) fn try_it(release: &Release) -> bool {
    let archive = format!("oci-archive:{FOLDER}/plateau-{}-image.tar:{}", release.version, tag(release));
    // With this isolation a container has the network of whoever starts it: here it is one without devices.
    let enter = ["--net", "--pid", "--fork", "--kill-child", "deploy/try-image", "buildah"];
    buildah(&["from", "--quiet", "--name", "trial", &archive])
        && run("unshare", &[&enter[..], &STORE, &["run", "--isolation", "chroot", "trial", "--"]].concat())
        && buildah(&["rm", "trial"])
}

fn tag(release: &Release) -> String {
    format!("plateau:{}", release.version)
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
