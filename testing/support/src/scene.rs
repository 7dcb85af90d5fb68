//! Runs the binary on programs in a directory that goes away afterwards.

use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::raddle;

pub struct Scene {
    directory: TempDir,
}

pub struct Answer {
    pub code: Option<i32>,
    pub out: String,
    pub messages: String,
}

impl Scene {
    pub fn new(files: &[(&str, &str)]) -> Scene {
        let scene = Scene { directory: TempDir::new().unwrap() };
        for (name, text) in files {
            scene.write(name, text.as_bytes());
        }
        scene
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn write(&self, name: &str, contents: &[u8]) {
        std::fs::write(self.path(name), contents).unwrap();
    }

    /// The names of the files that are there.
    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.directory.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(raddle());
        command.args(arguments).current_dir(self.directory.path());
        command.env("LC_ALL", "C.UTF-8").env("TMPDIR", self.directory.path());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Answer {
        Answer::from(self.command(arguments).output().unwrap())
    }
}

impl From<Output> for Answer {
    fn from(output: Output) -> Answer {
        Answer {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            messages: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}
