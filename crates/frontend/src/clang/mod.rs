//! Running the user's clang: any version from 14 on, as a process that prints
//! LLVM text to a pipe, so that no file is ever left behind. How long it may take is
//! for the caller to watch; how much it may print is limited here.
//!
//! Which version it is says where it is installed (`version`); what it prints must agree, or it is
//! run again.

mod arguments;
mod version;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use raddle_ir::Target;
use raddle_process::{Excess, Output, output};

use crate::FrontendError;
use crate::input::plain;

use arguments::arguments;
pub use arguments::{language_arguments, operand, optimising_arguments};
use version::{ident_version, version_by_asking, version_installed};

/// The oldest clang whose text we promise to read.
pub const OLDEST_CLANG: u32 = 14;

/// Names to look for on the `PATH`, the best first.
const NAMES: [&str; 8] =
    ["clang", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"];

/// More than clang prints for any program that could be checked.
const LONGEST_OUTPUT: u64 = 1 << 30;

/// Of its diagnostics, more than a reader needs.
const LONGEST_QUOTE: usize = 20_000;

/// A clang executable.
#[derive(Clone, Debug)]
pub struct Clang {
    path: PathBuf,
    /// The major version, as far as it is known.
    version: Option<u32>,
}

/// How to compile; the same for all files of a program.
#[derive(Clone, Debug)]
pub struct CompileSettings {
    pub target: Target,
    /// 0 to 3.
    pub optimise: u8,
    /// Whether checks for overflow, division, shifts and array bounds go in.
    pub sanitize: bool,
    /// Whether variables are marked where they start and end (`lower/scopes.rs`).
    pub scopes: bool,
    /// The user's own arguments. Those that would change what is asked do not win.
    pub arguments: Vec<String>,
}

impl Clang {
    /// The clang to use: the given one, else `RADDLE_CLANG`, else what the
    /// `PATH` has.
    pub fn find(chosen: Option<&Path>) -> Result<Clang, FrontendError> {
        let from_environment = std::env::var_os("RADDLE_CLANG").filter(|name| !name.is_empty());
        if let Some(path) = chosen {
            return Clang::named(path, "--clang");
        }
        if let Some(path) = from_environment {
            return Clang::named(Path::new(&path), "RADDLE_CLANG");
        }
        let mut too_old = None;
        for name in NAMES {
            let Some(path) = on_path(Path::new(name)) else {
                continue;
            };
            let clang = Clang::at(path);
            match clang.version {
                Some(version) if version < OLDEST_CLANG => too_old = Some((clang, version)),
                Some(_) | None => return Ok(clang),
            }
        }
        Err(match too_old {
            Some((clang, version)) => clang.too_old(version),
            None => FrontendError::new("no clang was found").hint(format!(
                "install clang {OLDEST_CLANG} or newer (Debian, Ubuntu: apt install clang), \
                 or say where it is with --clang PATH"
            )),
        })
    }

    fn named(path: &Path, by: &str) -> Result<Clang, FrontendError> {
        match on_path(path) {
            Some(path) => Ok(Clang::at(path)),
            None => Err(FrontendError::new(format!("there is no clang at {}", path.display()))
                .hint(format!("it was chosen by {by}"))),
        }
    }

    /// The major version, as far as it is known.
    pub fn version(&self) -> Option<u32> {
        self.version
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn at(path: PathBuf) -> Clang {
        let version = version_installed(&path).or_else(|| version_by_asking(&path));
        Clang { path, version }
    }

    /// The LLVM text of one C file. With `inline_bodies` clang also prints the
    /// bodies that exist only for inlining (C99's `inline`, GNU's
    /// `extern inline`): it does so when it means to optimise, and is then kept
    /// from doing it.
    pub fn compile(
        &self,
        input: &Path,
        settings: &CompileSettings,
        inline_bodies: bool,
    ) -> Result<String, FrontendError> {
        let run = |version| {
            let arguments = arguments(Some(input), settings, inline_bodies, version);
            self.run(input, settings, &arguments, None)
        };
        let text = run(self.version);
        // Where it is installed may tell of another version than the one that ran.
        let version = match &text {
            Ok(text) => ident_version(text),
            Err(_) => version_by_asking(&self.path),
        };
        if version.is_none() || arguments::are_alike(version, self.version, settings) {
            return text;
        }
        run(version)
    }

    /// The same for LLVM text, made of that file.
    pub(crate) fn recompile(
        &self,
        text: &str,
        input: &Path,
        settings: &CompileSettings,
    ) -> Result<String, FrontendError> {
        self.run(input, settings, &arguments(None, settings, false, None), Some(text))
    }

    fn run(
        &self,
        input: &Path,
        settings: &CompileSettings,
        arguments: &[OsString],
        text: Option<&str>,
    ) -> Result<String, FrontendError> {
        let mut command = Command::new(&self.path);
        let text = text.map(str::as_bytes);
        let said = output(command.args(arguments), text, LONGEST_OUTPUT).map_err(|error| {
            FrontendError::new(format!("cannot run {}: {}", self.path.display(), plain(&error)))
                .hint("choose another one with --clang PATH")
        })?;
        if let Some(excess) = said.excess {
            let what = match excess {
                Excess::Output => "prints text without end",
                Excess::Errors => "complains without end",
            };
            return Err(FrontendError::new(format!("clang {what} for {}", input.display()))
                .hint("try another version with --clang PATH"));
        }
        if !said.status.success() {
            return Err(self.failure(input, settings, &said));
        }
        let text = String::from_utf8(said.stdout)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        if text.is_empty() {
            return Err(FrontendError::new(format!(
                "clang printed no LLVM text for {}",
                input.display()
            ))
            .clang_output(quote(&said.stderr))
            .hint("an argument after -- may have redirected or suppressed clang's output"));
        }
        match ident_version(&text) {
            Some(version) if version < OLDEST_CLANG => Err(self.too_old(version)),
            Some(_) | None => Ok(text),
        }
    }

    fn too_old(&self, version: u32) -> FrontendError {
        FrontendError::new(format!("{} is clang {version}, which is too old", self.path.display()))
            .hint(format!("install clang {OLDEST_CLANG} or newer, or choose one with --clang PATH"))
    }

    fn failure(&self, input: &Path, settings: &CompileSettings, output: &Output) -> FrontendError {
        let said = quote(&output.stderr);
        if let Some(how) = crash(output.status, &said) {
            return FrontendError::new(format!("clang {how} while compiling {}", input.display()))
                .clang_output(said)
                .hint("try another version with --clang PATH");
        }
        if let Some(version) = self.version.filter(|version| *version < OLDEST_CLANG) {
            return self.too_old(version).clang_output(said);
        }
        let mut message = format!("clang does not accept {}", input.display());
        if said.trim().is_empty() {
            message += &format!(": it printed nothing ({})", output.status);
        }
        let error = FrontendError::new(message);
        let error = if settings.target.pointer_bits == 32
            && (said.contains("stubs-32.h") || said.contains("'bits/"))
        {
            error.hint(
                "the 32-bit headers are missing (Debian, Ubuntu: apt install gcc-multilib, \
                 or libc6-dev-i386); or use a preprocessed .i file, or --data-model lp64",
            )
        } else if said.contains("'iostream' file not found") {
            error.hint("this is C++; only C programs can be checked")
        } else if said.contains("file not found") {
            error.hint("pass include directories to clang after --, as in: -- -Iinclude")
        } else {
            error
        };
        error.clang_output(said)
    }
}

/// The beginning of what clang complains of.
fn quote(bytes: &[u8]) -> String {
    let beginning = bytes.get(..LONGEST_QUOTE).unwrap_or(bytes);
    String::from_utf8_lossy(beginning).into_owned()
}

/// The executable of that name: as a path if it has a directory, else from
/// the `PATH`.
pub fn on_path(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return is_executable(name).then(|| name.to_owned());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|directory| directory.join(name))
        .find(|candidate| is_executable(candidate))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// How clang died, if it did not simply report errors.
fn crash(status: ExitStatus, said: &str) -> Option<String> {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return Some(format!("was killed by signal {signal}"));
        }
    }
    match status.code() {
        Some(code) if code >= 128 || said.contains("PLEASE submit a bug report") => {
            Some("crashed".to_owned())
        }
        Some(_) => None,
        None => Some("died".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_clang_is_named() {
        let error = Clang::find(Some(Path::new("/no/such/clang"))).unwrap_err();
        assert!(error.message.contains("/no/such/clang"), "{error}");
    }
}
