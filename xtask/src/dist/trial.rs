//! The package in a clean root: the smallest Debian there is, in which nothing of this machine is seen, and no network.

use std::fs;
use std::path::Path;

use super::{FOLDER, output_of, run};

/// Makes the root, lets `deploy/debian/try` do there what people do (install, play, serve, upgrade, remove), and deletes it.
pub(super) fn in_clean_root(package: &Path, newer: &Path) -> bool {
    let Ok(folder) = Path::new(FOLDER).canonicalize() else { return false };
    let root = folder.join("root");
    let Some(path) = root.to_str() else { return false };
    let made = make_root(path);
    let copies = [(package, "plateau.deb"), (newer, "newer.deb"), (Path::new("deploy/debian/try"), "try")];
    let copied = made && copies.iter().all(|(from, name)| fs::copy(from, root.join("root").join(name)).is_ok());
    // The loopback device is the only one there; whatever runs in the root ends with the first process in it.
    let clean = "env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8";
    let enter =
        format!("ip link set lo up && mount -t proc proc {path}/proc && exec chroot {path} {clean} bash /root/try");
    let passed = copied && run("unshare", &["--net", "--mount", "--pid", "--fork", "sh", "-c", &enter]);
    run("rm", &["-rf", "--one-file-system", path]) && passed
}

/// The same release of Debian as this machine's, from where this machine has it.
fn make_root(path: &str) -> bool {
    let Some(suite) = output_of("sh", &["-c", ". /etc/os-release && echo $VERSION_CODENAME"]) else { return false };
    let sources = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"];
    let source = sources.into_iter().find(|source| Path::new(source).is_file());
    let args: Vec<&str> = ["--quiet", "--variant=minbase", suite.trim(), path].into_iter().chain(source).collect();
    run("mmdebstrap", &args)
}
