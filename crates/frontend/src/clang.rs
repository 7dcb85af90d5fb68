//! Running the user's clang: any version from 14 on, as a process that prints
//! LLVM text to a pipe, so that no file is ever left behind. How long it may take is
//! for the caller to watch; how much it may print is limited here.
//!
//! The version is in the executable's name; only a clang without a number is asked for it, since
//! that costs one more process.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use raddle_ir::Target;
use raddle_process::{Excess, Output, output};

use crate::FrontendError;
use crate::input::plain;

/// The oldest clang whose text we promise to read.
pub const OLDEST_CLANG: u32 = 14;

/// Names to look for on the `PATH`, the best first.
const NAMES: [&str; 8] =
    ["clang", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"];

/// The undefined behaviour that clang's own instrumentation makes visible: by a trap, or by a
/// call, so that two reasons of one instruction can be told apart (`lower/checks.rs`).
const TRAPPING: &str = "signed-integer-overflow,shift-exponent,array-bounds,vla-bound";
const CALLING: &str = "integer-divide-by-zero,shift-base";

/// By these arguments of the user the results of signed arithmetic wrap, as C leaves open, or do
/// not; new versions of clang check it all the same, if they are asked to.
const WRAPPING: [(&str, &str); 2] =
    [("-fwrapv", "-fno-wrapv"), ("-fno-strict-overflow", "-fstrict-overflow")];
const WRAPPED: &str = "signed-integer-overflow,shift-base";

/// A function cannot ask to be left out of the checks: the attribute is defined away.
const EXEMPTIONS: [&str; 2] = ["no_sanitize", "__no_sanitize__"];

/// How long an array at the end of a structure is, as its author says: to check it, clang reads
/// the member that says so, which the program does not.
const COUNTS: [&str; 2] = ["counted_by", "__counted_by__"];

/// A variable whose value is returned stays one of its function: clang would make it the object
/// that the caller gets, which lives on and may be known to others.
const OWN_RESULTS: &str = "-fno-elide-constructors";

/// Text that went through gcc's preprocessor has words of gcc's headers that clang does not know.
/// So that they can be told to it, it goes through clang's too, which knows no other macro then.
const GCC_ATTRIBUTE: &str = "__malloc__(...)=__malloc__";
/// Where another compiler preprocessed the same headers they declare these themselves.
const GCC_TYPES: [(&str, &str); 5] = [
    ("_Float32", "float"),
    ("_Float64", "double"),
    ("_Float32x", "double"),
    ("_Float64x", "long double"),
    ("_Float128", "__float128"),
];

/// What gcc's `<stdatomic.h>` is made of; clang refuses pointers to atomic objects there.
const GCC_ATOMICS: [&str; 10] = [
    "load",
    "store",
    "exchange",
    "compare_exchange",
    "fetch_add",
    "fetch_sub",
    "fetch_and",
    "fetch_or",
    "fetch_xor",
    "fetch_nand",
];

/// An array at the end of a structure has the size that it says, unless that is 0 or 1. Since
/// version 16 clang takes others for larger too, if it is not told otherwise, and does not check
/// them.
const STRICT_ARRAYS: &str = "-fstrict-flex-arrays=1";
const STRICT_ARRAYS_SINCE: u32 = 16;

/// More than clang prints for any program that could be checked.
const LONGEST_OUTPUT: u64 = 1 << 30;

/// More than anybody reads of what it complains of.
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
        let version = version_in_name(&path).or_else(|| version_by_asking(&path));
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
        let mut arguments = arguments(Some(input), settings, inline_bodies);
        if settings.sanitize && self.version.is_some_and(|version| version >= STRICT_ARRAYS_SINCE) {
            arguments.insert(0, STRICT_ARRAYS.into());
        }
        self.run(input, settings, &arguments, None)
    }

    /// The same for LLVM text, made of that file.
    pub(crate) fn recompile(
        &self,
        text: &str,
        input: &Path,
        settings: &CompileSettings,
    ) -> Result<String, FrontendError> {
        self.run(input, settings, &arguments(None, settings, false), Some(text))
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
        let text = String::from_utf8_lossy(&said.stdout).into_owned();
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

/// All arguments for one file, or for LLVM text on standard input. Ours that must win
/// come after the user's.
fn arguments(
    input: Option<&Path>,
    settings: &CompileSettings,
    inline_bodies: bool,
) -> Vec<OsString> {
    let mut list: Vec<OsString> =
        language_arguments(settings).into_iter().map(OsString::from).collect();
    let mut add = |argument: &str| list.push(argument.into());
    for argument in &settings.arguments {
        add(argument);
    }
    if settings.sanitize && settings.optimise == 0 {
        for argument in checking_arguments(&settings.arguments) {
            add(&argument);
        }
    }
    if settings.scopes {
        add("-Xclang");
        add("-fsanitize-address-use-after-scope");
    }
    for argument in optimising_arguments(settings) {
        add(&argument);
    }
    if inline_bodies {
        add("-O1");
    }
    // Also without optimising clang would inline functions that ask for it, and with the call
    // goes what a function means by its name, and the end of its variables.
    if inline_bodies || settings.optimise == 0 {
        add("-Xclang");
        add("-disable-llvm-passes");
    }
    for argument in ["-g", "-fno-discard-value-names", "-S", "-emit-llvm", "-o", "-"] {
        add(argument);
    }
    match input {
        Some(path) => {
            if path.extension().is_some_and(|ending| ending == "i") {
                list.extend(rereading_arguments(path).into_iter().map(OsString::from));
            }
            list.push(operand(path));
        }
        None => list.extend(["-x", "ir", "-"].map(OsString::from)),
    }
    list
}

/// What makes clang put its checks in, and show what they need.
fn checking_arguments(users: &[String]) -> Vec<String> {
    let mut list = vec![
        format!("-fsanitize={TRAPPING},{CALLING}"),
        format!("-fsanitize-trap={TRAPPING}"),
        format!("-fno-sanitize-recover={CALLING}"),
        "-fno-sanitize-ignorelist".to_owned(),
        OWN_RESULTS.to_owned(),
    ];
    if wraps(users) {
        list.push(format!("-fno-sanitize={WRAPPED}"));
    }
    let ignored = EXEMPTIONS.iter().chain(&COUNTS);
    list.extend(ignored.map(|attribute| format!("-D{attribute}(...)=")));
    list
}

/// Whether signed arithmetic wraps: of each pair of arguments the last one counts, and the second
/// pair only where there is nothing of the first.
fn wraps(users: &[String]) -> bool {
    let last = |(yes, no): &(&str, &str)| {
        let argument = users.iter().rfind(|argument| *argument == yes || *argument == no);
        argument.map(|argument| argument == yes)
    };
    WRAPPING.iter().find_map(last).unwrap_or(false)
}

/// For text that was preprocessed before.
fn rereading_arguments(path: &Path) -> Vec<String> {
    let text = std::fs::read(path).unwrap_or_default();
    let declares = |name: &str| {
        let end = format!("{name};");
        text.windows(end.len()).any(|window| window == end.as_bytes())
    };
    let mut list: Vec<String> = ["-x", "c", "-undef"].map(str::to_owned).to_vec();
    list.push(format!("-D{GCC_ATTRIBUTE}"));
    let foreign = GCC_TYPES.iter().filter(|(name, _)| !declares(name));
    list.extend(foreign.map(|(name, meaning)| format!("-D{name}={meaning}")));
    list.extend(GCC_ATOMICS.map(|name| {
        let plain = "(__typeof__((void)0, *(p)) *)(p)";
        format!("-D__atomic_{name}(p, ...)=__atomic_{name}({plain}, __VA_ARGS__)")
    }));
    list
}

/// What decides how C is understood.
pub fn language_arguments(settings: &CompileSettings) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    let mut add = |argument: &str| list.push(argument.to_owned());
    add("-std=gnu11");
    add("-w");
    add("-ffp-contract=off");
    // Errors since clang 16, but common in old code; unknown names are ignored.
    for lenient in [
        "implicit-function-declaration",
        "implicit-int",
        "int-conversion",
        "incompatible-pointer-types",
        "incompatible-function-pointer-types",
        "return-mismatch",
    ] {
        add(&format!("-Wno-error={lenient}"));
    }
    if settings.target.pointer_bits == 32 {
        add("-m32");
    } else {
        add("-m64");
    }
    list
}

/// How far the program is optimised, whatever the user's own arguments say: they are often those
/// with which it is built.
pub fn optimising_arguments(settings: &CompileSettings) -> Vec<String> {
    let level = settings.optimise.min(3);
    let mut list = vec![format!("-O{level}")];
    if level > 0 {
        // Vectors wider than our values would only end in "unsupported".
        list.extend(["-fno-vectorize", "-fno-slp-vectorize"].map(str::to_owned));
        // For code at a fixed address, tables of pointers stay tables of pointers
        // instead of distances between objects, which are no constants here.
        list.push("-fno-pic".to_owned());
    }
    list
}

/// As in `clang-16`.
fn version_in_name(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.strip_prefix("clang-")?.parse().ok()
}

fn version_by_asking(path: &Path) -> Option<u32> {
    let said = output(Command::new(path).arg("--version"), None, LONGEST_OUTPUT).ok()?;
    version_in(&String::from_utf8_lossy(&said.stdout))
}

/// A file name that clang cannot mistake for an option, or for a file of options.
pub fn operand(path: &Path) -> OsString {
    if matches!(path.as_os_str().as_encoded_bytes().first(), Some(b'-' | b'@')) {
        Path::new(".").join(path).into_os_string()
    } else {
        path.as_os_str().to_owned()
    }
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

/// The number after "clang version".
fn version_in(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("clang version ")?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The version that clang wrote into `!llvm.ident`, which stands near the end.
fn ident_version(text: &str) -> Option<u32> {
    text.lines().rev().filter(|line| line.starts_with('!')).find_map(version_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_versions() {
        assert_eq!(version_in("Debian clang version 14.0.6\nTarget: x"), Some(14));
        assert_eq!(version_in("gcc (Debian) 12"), None);
        assert_eq!(
            ident_version("define\n!5 = !{!\"Ubuntu clang version 19.1.7 (3)\"}\n"),
            Some(19)
        );
        assert_eq!(ident_version("c\"clang version 3\""), None);
    }

    #[test]
    fn a_missing_clang_is_named() {
        let error = Clang::find(Some(Path::new("/no/such/clang"))).unwrap_err();
        assert!(error.message.contains("/no/such/clang"), "{error}");
    }

    #[test]
    fn dashes_are_no_options() {
        assert_eq!(operand(Path::new("-x.c")), OsString::from("./-x.c"));
        assert_eq!(operand(Path::new("@x.c")), OsString::from("./@x.c"));
        assert_eq!(operand(Path::new("a/x.c")), OsString::from("a/x.c"));
    }
}
