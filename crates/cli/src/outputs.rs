//! Where something is to be written, looked at before anything is done: what the user
//! has must not be overwritten, and a place that cannot be written is told at once
//! instead of after a long search.
//!
//! Ours is what this tool wrote before, by how it begins; that may be replaced. Devices
//! and pipes are written to as they are.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;

/// A file that will be written.
#[derive(Clone, Copy)]
pub struct Output<'a> {
    pub path: &'a Path,
    /// What it will be, for messages: `the trace`.
    pub what: &'static str,
    /// The option that chooses it, for messages: `--trace FILE`.
    pub option: &'static str,
    /// Whether a file that begins so may be replaced.
    pub is_ours: fn(&[u8]) -> bool,
}

/// How much of a file is looked at.
const BEGINNING: u64 = 4096;

pub fn is_trace(beginning: &[u8]) -> bool {
    beginning.starts_with(b"{") && contains(beginning, b"\"raddle-trace\"")
}

pub fn is_sequential_program(beginning: &[u8]) -> bool {
    beginning.starts_with(b"raddle-ir ") || contains(beginning, b"Compiled with -DRADDLE_NATIVE")
}

pub fn is_choices(beginning: &[u8]) -> bool {
    beginning.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'\n')
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

impl Output<'_> {
    fn refused(&self, message: String) -> Diagnostic {
        Diagnostic::new(message)
            .at(self.path.to_string_lossy())
            .help(format!("choose another file with {}", self.option))
    }

    pub fn unwritable(&self, error: &io::Error) -> Diagnostic {
        self.refused(format!("cannot write {}: {error}", self.what))
    }

    /// Fails unless the file can be written without a loss.
    pub fn prepare(&self, inputs: &[PathBuf]) -> Result<(), Diagnostic> {
        if inputs.iter().any(|input| is_same(self.path, input)) {
            let what = self.what;
            return Err(self.refused(format!("{what} would overwrite a file of the program")));
        }
        self.probe().map_err(|error| self.unwritable(&error))?;
        let beginning = beginning(self.path).map_err(|error| self.unwritable(&error))?;
        if !beginning.is_empty() && !(self.is_ours)(&beginning) {
            let message = format!(
                "{} would overwrite a file that is there already, and that raddle did not write",
                self.what
            );
            return Err(self.refused(message));
        }
        Ok(())
    }

    /// Writes all of it; half a file does not stay.
    pub fn write(&self, text: &str) -> Result<(), Diagnostic> {
        fs::write(self.path, text).map_err(|error| {
            if fs::symlink_metadata(self.path).is_ok_and(|found| found.is_file()) {
                // What cannot be removed stays as it is.
                let _ = fs::remove_file(self.path);
            }
            self.unwritable(&error)
        })
    }

    /// Whether writing may wait for a reader at the other end.
    pub fn may_wait(&self) -> bool {
        fs::metadata(self.path).is_ok_and(|found| is_pipe(&found))
    }

    /// Whether the file could be written now; it is left as it was.
    fn probe(&self) -> io::Result<()> {
        match fs::metadata(self.path) {
            Ok(found) if found.is_file() => {
                OpenOptions::new().append(true).open(self.path).map(|_| ())
            }
            Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            // Opening a pipe may wait for a reader.
            Ok(_) => Ok(()),
            // A link to nothing: writing makes what it leads to.
            Err(_) if fs::symlink_metadata(self.path).is_ok() => Ok(()),
            Err(_) => File::create_new(self.path).and_then(|_| fs::remove_file(self.path)),
        }
    }
}

#[cfg(unix)]
fn is_pipe(found: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&found.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &fs::Metadata) -> bool {
    false
}

/// How a file begins; a missing one, a device or a pipe with nothing.
fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut beginning = Vec::new();
    if fs::metadata(path).is_ok_and(|found| found.is_file()) {
        File::open(path)?.take(BEGINNING).read_to_end(&mut beginning)?;
    }
    Ok(beginning)
}

/// Whether two names are of one file.
fn is_same(one: &Path, other: &Path) -> bool {
    place(one) == place(other)
}

/// Where a file is, or would be.
fn place(path: &Path) -> PathBuf {
    let below = |name| Some(path.parent()?.join(".").canonicalize().ok()?.join(name));
    let missing = || path.file_name().and_then(below).unwrap_or_else(|| path.to_owned());
    path.canonicalize().unwrap_or_else(|_| missing())
}

/// Two files that are written must be two.
pub fn refuse_same(one: &Output, other: &Output) -> Result<(), Diagnostic> {
    if is_same(one.path, other.path) {
        let message = format!("{} and {} cannot be in one file", one.what, other.what);
        return Err(other.refused(message));
    }
    Ok(())
}

/// Makes a folder for our files; one with anything in it is not touched. Gives whether
/// it was not there before.
pub fn prepare_folder(
    folder: &Path,
    what: &'static str,
    option: &'static str,
) -> Result<bool, Diagnostic> {
    let refused = |message: String| {
        Diagnostic::new(message)
            .at(folder.to_string_lossy())
            .help(format!("choose a new or an empty folder with {option}"))
    };
    let is_new = !folder.exists();
    if !is_new && !folder.is_dir() {
        return Err(refused(format!("cannot write {what} here: this is a file, not a folder")));
    }
    let mut entries = fs::create_dir_all(folder)
        .and_then(|()| fs::read_dir(folder))
        .map_err(|error| refused(format!("cannot write {what} here: {error}")))?;
    if entries.next().is_some() {
        return Err(refused(format!("the folder for {what} is not empty")));
    }
    let probe = folder.join(".probe");
    let written = File::create_new(&probe).and_then(|_| fs::remove_file(&probe));
    written.map_err(|error| {
        if is_new {
            // What cannot be removed stays as it is.
            let _ = fs::remove_dir(folder);
        }
        refused(format!("cannot write {what} here: {error}"))
    })?;
    Ok(is_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ours_is_known_by_its_beginning() {
        assert!(is_trace(b"{\n  \"format\": \"raddle-trace\",\n"));
        assert!(!is_trace(b"{\"format\": \"something else\"}"));
        assert!(!is_trace(b"int main(void) { return \"raddle-trace\"; }"));
        assert!(is_choices(b"0\nff\n1a\n") && !is_choices(b"hello\n"));
        assert!(is_sequential_program(b"raddle-ir 1 target 64 entry @0\n"));
        assert!(!is_sequential_program(b"int main(void) { return 0; }\n"));
    }

    #[test]
    fn a_probe_leaves_nothing_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace.json");
        let output = Output { path: &path, what: "it", option: "--it", is_ours: is_trace };
        output.prepare(&[]).unwrap();
        assert!(!path.exists());
        fs::write(&path, "{ \"raddle-trace\"").unwrap();
        output.prepare(&[]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"{ \"raddle-trace\"");
        assert!(output.prepare(std::slice::from_ref(&path)).is_err());
        fs::write(&path, "mine").unwrap();
        assert!(output.prepare(&[]).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"mine");
    }
}
