//! Running other programs and measuring them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The output of a program that must succeed.
pub fn output(command: &mut Command) -> Result<String, String> {
    let output = run(command)?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} failed:\n{errors}", name(command)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

pub fn run(command: &mut Command) -> Result<Output, String> {
    command.output().map_err(|error| format!("{} could not be run: {error}", name(command)))
}

/// The shortest of several runs: what the work costs without what else the
/// machine was doing.
pub fn shortest(times: usize, command: &mut Command) -> Result<Duration, String> {
    let mut best = Duration::MAX;
    for _ in 0..times {
        let start = Instant::now();
        run(command)?;
        best = best.min(start.elapsed());
    }
    Ok(best)
}

/// An executable on the `PATH`.
pub fn find(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|candidate| candidate.is_file())
}

/// A folder that is gone when dropped.
pub struct TemporaryFolder(pub PathBuf);

impl TemporaryFolder {
    pub fn new(purpose: &str) -> Result<TemporaryFolder, String> {
        let name = format!("raddle-{purpose}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(TemporaryFolder(path))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn name(command: &Command) -> String {
    Path::new(command.get_program()).display().to_string()
}
