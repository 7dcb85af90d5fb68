//! Asking the built `raddle` about a program, within a limit, and reading its answer.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::measured::{self, Measured};

/// How much longer than its limit a run may take before it is ended from outside.
const GRACE: Duration = Duration::from_secs(10);
/// How many characters of a reason are shown.
const REASON: usize = 80;

pub struct Verifier {
    raddle: PathBuf,
}

/// A question about one program.
#[derive(Clone, Debug, Default)]
pub struct Question {
    pub arguments: Vec<String>,
    pub files: Vec<PathBuf>,
    pub clang_arguments: Vec<String>,
}

/// The words of the competition: `true` is a proof, `false` a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    True,
    False,
    Unknown,
}

pub struct Reply {
    pub verdict: Verdict,
    /// Whether a *holds* was only within bounds; its verdict is unknown.
    pub bounded: bool,
    /// Why the verdict is unknown.
    pub reason: String,
    pub statistics: Value,
    pub cpu: f64,
    pub wall: f64,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Verdict::True => "true",
            Verdict::False => "false",
            Verdict::Unknown => "unknown",
        }
    }
}

impl Verifier {
    /// The tool lies beside this program in the build's folder.
    pub fn built() -> Result<Verifier, String> {
        let here = std::env::current_exe().map_err(|error| error.to_string())?;
        let raddle = here.with_file_name("raddle");
        if raddle.is_file() {
            Ok(Verifier { raddle })
        } else {
            Err(format!("{} is not built", raddle.display()))
        }
    }

    pub fn path(&self) -> &Path {
        &self.raddle
    }

    /// Those that the tool has; of each other one a line says that it is left out.
    pub fn known_engines(&self, wanted: &[String]) -> Result<Vec<String>, String> {
        let mut known = Vec::new();
        for engine in wanted {
            if self.accepts("--engine", engine)? {
                known.push(engine.clone());
            } else {
                eprintln!("left out: this raddle has no engine {engine}");
            }
        }
        if known.is_empty() { Err("no engine is left to compare".to_string()) } else { Ok(known) }
    }

    /// Whether the tool has an option with this value. The command line is read before the
    /// program, so a file that is not there tells the two complaints apart.
    pub fn accepts(&self, option: &str, value: &str) -> Result<bool, String> {
        let mut command = Command::new(&self.raddle);
        command.args(["check", option, value, "--time", "1", "/nonexistent/program.c"]);
        let measured = measured::run(&mut command, GRACE)?;
        Ok(!measured.complaint().contains(&format!("'{option}")))
    }

    pub fn ask(&self, question: &Question, limit: f64) -> Result<Reply, String> {
        let mut command = Command::new(&self.raddle);
        command.current_dir(crate::root()).args(["check", "--format", "json"]);
        command.args(["--time", &limit.to_string()]).args(&question.arguments);
        command.args(&question.files);
        if !question.clang_arguments.is_empty() {
            command.arg("--").args(&question.clang_arguments);
        }
        let measured = measured::run(&mut command, Duration::from_secs_f64(limit) + GRACE)?;
        Ok(read(&measured))
    }

    /// Writes a program's LLVM text beside it, so that clang's time is not measured with
    /// what follows.
    pub fn translate(&self, file: &Path) -> Result<PathBuf, String> {
        let mut command = Command::new(&self.raddle);
        let text = crate::process::output(command.args(["show", "llvm"]).arg(file))?;
        let path = file.with_extension("ll");
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }
}

fn read(measured: &Measured) -> Reply {
    let mut reply = Reply {
        verdict: Verdict::Unknown,
        bounded: false,
        reason: String::new(),
        statistics: Value::Null,
        cpu: measured.cpu.as_secs_f64(),
        wall: measured.wall.as_secs_f64(),
    };
    let Some(status) = measured.status else {
        reply.reason = "did not stop at its limit".to_string();
        return reply;
    };
    let Ok(answer) = serde_json::from_slice::<Value>(&measured.stdout) else {
        reply.reason = shortened(&format!("{status}: {}", measured.complaint()));
        return reply;
    };
    (reply.verdict, reply.bounded) = verdict(&answer);
    if reply.bounded {
        reply.reason = "holds within bounds only".to_string();
    } else if reply.verdict == Verdict::Unknown {
        reply.reason = shortened(answer["reason"].as_str().unwrap_or("no reason given"));
    }
    reply.statistics = answer["statistics"].clone();
    reply
}

/// Only a complete *holds* is a proof.
fn verdict(answer: &Value) -> (Verdict, bool) {
    match (answer["verdict"].as_str(), answer["complete"].as_bool()) {
        (Some("violated"), _) => (Verdict::False, false),
        (Some("holds"), Some(true)) => (Verdict::True, false),
        (Some("holds"), _) => (Verdict::Unknown, true),
        _ => (Verdict::Unknown, false),
    }
}

fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let start: String = line.chars().take(REASON).collect();
    if start.len() < line.len() { format!("{start}…") } else { start }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::ExitStatus;

    use super::*;

    fn reply(status: Option<i32>, stdout: &str, stderr: &str) -> Reply {
        read(&Measured {
            status: status.map(|code| ExitStatus::from_raw(code << 8)),
            stdout: stdout.into(),
            stderr: stderr.into(),
            cpu: Duration::from_millis(1500),
            wall: Duration::from_secs(2),
            peak: 0,
        })
    }

    #[test]
    fn only_a_complete_holds_is_a_proof() {
        let proof = reply(Some(0), r#"{"verdict": "holds", "complete": true}"#, "");
        assert_eq!((proof.verdict, proof.cpu, proof.wall), (Verdict::True, 1.5, 2.0));
        let bounded = reply(Some(0), r#"{"verdict": "holds", "complete": false}"#, "");
        assert_eq!((bounded.verdict, bounded.bounded), (Verdict::Unknown, true));
        let silent = reply(Some(0), r#"{"verdict": "holds"}"#, "");
        assert_eq!(silent.verdict, Verdict::Unknown);
        let bug = reply(Some(1), r#"{"verdict": "violated", "complete": false}"#, "");
        assert_eq!((bug.verdict, bug.bounded), (Verdict::False, false));
    }

    #[test]
    fn what_is_unknown_has_a_reason() {
        let unknown = reply(Some(2), r#"{"verdict": "unknown", "reason": "time"}"#, "");
        assert_eq!((unknown.verdict, unknown.reason.as_str()), (Verdict::Unknown, "time"));
        let crashed = reply(Some(101), "", "a panic\nmore");
        assert!(crashed.reason.contains("101") && crashed.reason.ends_with("a panic"));
        assert_eq!(reply(None, "", "").reason, "did not stop at its limit");
        assert_eq!(shortened(&"ä".repeat(100)), format!("{}…", "ä".repeat(REASON)));
    }
}
