//! Tools that misbehave, as small scripts, and processes that are watched while they
//! run. Only for systems with a shell and signals.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::scene::Scene;

/// Far longer than anything here takes on a busy machine, and far shorter than what the
/// tools of these tests would take by themselves.
pub const LONG: Duration = Duration::from_secs(60);

/// A script in the scene that first notes its process in the file `pid`.
pub fn tool(scene: &Scene, name: &str, body: &str) -> PathBuf {
    let (path, pid) = (scene.path(name), scene.path("pid"));
    let text =
        format!("#!/bin/sh\necho $$ > '{}.new'\nmv '{0}.new' '{0}'\n{body}\n", pid.display());
    scene.write(name, text.as_bytes());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Starts it with pipes for what it prints.
pub fn start(command: &mut Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// What it printed, if it ended in time.
pub fn output(mut child: Child) -> Output {
    wait_until("the end", || child.try_wait().unwrap().is_some());
    child.wait_with_output().unwrap()
}

pub fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < LONG, "waited in vain for {what}");
        sleep(Duration::from_millis(5));
    }
}

/// The process that the script noted.
pub fn noted(scene: &Scene) -> String {
    let path = scene.path("pid");
    wait_until("the tool", || path.exists());
    std::fs::read_to_string(path).unwrap().trim().to_owned()
}

pub fn signal(name: &str, process: &str) {
    let sent = Command::new("kill").args(["-s", name, process]).status().unwrap();
    assert!(sent.success(), "{name} to {process}");
}

/// Ended, or waiting only for somebody to take note of it.
pub fn is_gone(process: &str) -> bool {
    match std::fs::read_to_string(format!("/proc/{process}/stat")) {
        Ok(text) => text.contains(") Z "),
        Err(_) => true,
    }
}
