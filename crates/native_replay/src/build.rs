//! Builds the user's program for a native replay: clang's thread sanitizer puts in its
//! callbacks, and the runtime is linked in place of the sanitizer's library. Only clang
//! and what it links with are needed, each run as a process, never through a shell.
//!
//! The compiler's checks for undefined behaviour go in only where they are what the
//! trace violates: what it passes on the way must not end the native run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_frontend::{Clang, CompileSettings, language_arguments, operand, optimising_arguments};
use raddle_ir::{CheckKind, Target};
use raddle_process::output;

use crate::assembly::{Globals, Locations, annotate, undefined_calls};
use crate::follow::Spots;
use crate::locals::announce;
use crate::script::Script;
use crate::tables::{self, CALLS, ENDS, Manner};

/// The runtime: file names and texts.
pub const RUNTIME: [(&str, &str); 7] = [
    ("runtime.c", include_str!("../runtime/runtime.c")),
    ("turns.h", include_str!("../runtime/turns.h")),
    ("accesses.h", include_str!("../runtime/accesses.h")),
    ("calls.h", include_str!("../runtime/calls.h")),
    ("blocks.h", include_str!("../runtime/blocks.h")),
    ("heap.h", include_str!("../runtime/heap.h")),
    ("failures.h", include_str!("../runtime/failures.h")),
];

/// What is built.
pub struct Source<'a> {
    pub clang: &'a Clang,
    pub files: &'a [PathBuf],
    pub arguments: Vec<String>,
    pub optimise: u8,
    pub pointer_bits: u16,
}

/// Why a program cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    pub message: String,
    /// What clang or the linker said.
    pub quoted: Option<String>,
    pub help: Option<String>,
}

impl BuildError {
    pub fn new(message: impl Into<String>) -> BuildError {
        BuildError { message: message.into(), quoted: None, help: None }
    }

    pub fn help(mut self, help: &str) -> BuildError {
        self.help = Some(help.to_owned());
        self
    }
}

/// Builds the program in `folder`; the path of the executable. `names` are those of its
/// globals.
pub fn build(
    source: &Source,
    script: &Script,
    visible: &Spots,
    names: &[&str],
    folder: &Path,
    in_debugger: bool,
) -> Result<PathBuf, BuildError> {
    check_input(source)?;
    let mut locations = Locations::new(script.locations.clone());
    let mut texts = Vec::new();
    for file in source.files {
        texts.push(assembly_of(source, file, script.ending.kind, folder)?);
    }
    let is_input =
        |name: &String| name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_");
    let inputs: Vec<String> = undefined_calls(&texts).into_iter().filter(is_input).collect();
    let reach_errors = script.ending.kind == CheckKind::Reach;
    let globals = Globals::new(&texts, names);
    let mut assembled = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let path = folder.join(format!("program_{number}.s"));
        write(&path, &annotate(text, &mut locations, &globals, reach_errors))?;
        assembled.push(path);
    }
    for (name, text) in RUNTIME {
        write(&folder.join(name), text)?;
    }
    let outcome = folder.join("outcome");
    let manner = Manner { patience: PATIENCE, in_debugger, outcome: &outcome, inputs };
    let header = tables::header(script, &locations.list, visible, &globals, &manner);
    write(&folder.join("script.h"), &header)?;
    let program = folder.join("program");
    link(source, folder, &assembled, &program)?;
    Ok(program)
}

/// Seconds that a thread may compute without meeting a point.
const PATIENCE: u32 = 10;

fn check_input(source: &Source) -> Result<(), BuildError> {
    if source.pointer_bits != 64 {
        return Err(BuildError::new("a program for 32 bits cannot be run natively")
            .help("clang's thread sanitizer needs 64 bits: check with --data-model lp64"));
    }
    for file in source.files {
        if file.extension().is_some_and(|ending| ending == "ll") {
            return Err(BuildError::new(format!("{} is LLVM text", file.display()))
                .help("a native replay needs the C files that the trace was made from"));
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), BuildError> {
    std::fs::write(path, text)
        .map_err(|error| BuildError::new(format!("cannot write {}: {error}", path.display())))
}

/// Without optimisation in two halves, so that accesses of local variables are announced.
fn assembly_of(
    source: &Source,
    file: &Path,
    kind: CheckKind,
    folder: &Path,
) -> Result<String, BuildError> {
    let arguments = arguments_for_assembly(source, kind);
    let compile = |more: &[&str], input: Input| {
        let mut command = Command::new(source.clang.path());
        command.args(&arguments).args(more).args(["-o", "-"]);
        let text = match input {
            Input::File => {
                command.arg(operand(file));
                None
            }
            Input::Llvm(text) => {
                command.args(["-x", "ir", "-"]);
                Some(text)
            }
        };
        let what = format!("clang cannot compile {} for a native run", file.display());
        String::from_utf8(run(command, text, &what, folder)?).map_err(|_| {
            BuildError::new(format!("what clang makes of {} is not text in UTF-8", file.display()))
                .help("look for other characters in the file's name, and in asm statements")
        })
    };
    if source.optimise > 0 {
        return compile(&[], Input::File);
    }
    let first_half = ["-emit-llvm", "-Xclang", "-disable-llvm-passes"];
    let text = announce(&compile(&first_half, Input::File)?);
    compile(&[], Input::Llvm(&text))
}

enum Input<'a> {
    File,
    Llvm(&'a str),
}

fn arguments_for_assembly(source: &Source, kind: CheckKind) -> Vec<String> {
    let settings = CompileSettings {
        target: Target { pointer_bits: source.pointer_bits },
        optimise: source.optimise,
        sanitize: false,
        scopes: false,
        arguments: Vec::new(),
    };
    let mut arguments = language_arguments(&settings);
    arguments.extend(source.arguments.iter().cloned());
    arguments.extend(optimising_arguments(&settings));
    let ours = [
        "-fsanitize=thread",
        // Of a file in `.` clang prints tables of version 5 that its assembler refuses.
        "-gdwarf-4",
        // Comments would have names of files as they are, with line breaks and all.
        "-fno-verbose-asm",
        "-S",
        // Every access has its own callback, also a read that a write follows.
        "-mllvm",
        "-tsan-instrument-read-before-write=1",
        "-mllvm",
        "-tsan-instrument-func-entry-exit=0",
    ];
    arguments.extend(ours.map(str::to_owned));
    if let Some(checks) = sanitizers(kind).filter(|_| source.optimise == 0) {
        arguments.push(format!("-fsanitize={checks}"));
        arguments.push(format!("-fsanitize-trap={checks}"));
    }
    arguments
}

/// The compiler's checks that show a violation of this kind.
fn sanitizers(kind: CheckKind) -> Option<&'static str> {
    match kind {
        CheckKind::Overflow => Some("signed-integer-overflow"),
        CheckKind::Division => Some("integer-divide-by-zero"),
        CheckKind::Shift => Some("shift"),
        CheckKind::Memory => Some("array-bounds"),
        CheckKind::Assert
        | CheckKind::Reach
        | CheckKind::Deadlock
        | CheckKind::Race
        | CheckKind::Leak
        | CheckKind::Unwind => None,
    }
}

/// Arguments of the user that linking needs.
fn is_for_linking(argument: &str) -> bool {
    ["-l", "-L", "-Wl,", "-fuse-ld"].iter().any(|start| argument.starts_with(start))
}

fn link(
    source: &Source,
    folder: &Path,
    assembled: &[PathBuf],
    program: &Path,
) -> Result<(), BuildError> {
    let mut arguments: Vec<OsString> = Vec::new();
    // The runtime has no debug information: a debugger steps over it.
    for argument in ["-m64", "-O0", "-std=gnu11", "-fno-builtin", "-fno-omit-frame-pointer", "-w"] {
        arguments.push(argument.into());
    }
    if source.optimise > 0 {
        // Such code is made for a fixed address.
        arguments.extend(["-fno-pic", "-no-pie"].map(OsString::from));
    }
    arguments.push(folder.join("runtime.c").into());
    arguments.extend(assembled.iter().map(|path| path.clone().into_os_string()));
    for name in CALLS.iter().chain(ENDS) {
        arguments.push(format!("-Wl,--wrap={name}").into());
    }
    let for_linking = source.arguments.iter().filter(|argument| is_for_linking(argument));
    arguments.extend(for_linking.map(OsString::from));
    for argument in ["-pthread", "-ldl", "-lm", "-o"] {
        arguments.push(argument.into());
    }
    arguments.push(program.into());
    let mut command = Command::new(source.clang.path());
    command.args(arguments);
    run(command, None, "the program cannot be linked for a native run", folder).map(|_| ())
}

/// More than clang prints for any program that could be run here.
const LONGEST_OUTPUT: u64 = 1 << 30;

/// What clang leaves behind when it is interrupted goes away with our folder.
fn run(
    mut command: Command,
    text: Option<&str>,
    what: &str,
    folder: &Path,
) -> Result<Vec<u8>, BuildError> {
    command.env("TMPDIR", folder);
    let output = output(&mut command, text.map(str::as_bytes), LONGEST_OUTPUT)
        .map_err(|error| BuildError::new(format!("cannot run clang: {error}")))?;
    if output.excess.is_some() {
        return Err(BuildError::new("clang prints without end"));
    }
    if output.status.success() {
        return Ok(output.stdout);
    }
    let mut error = BuildError::new(what);
    error.quoted = Some(String::from_utf8_lossy(&output.stderr).into_owned());
    Err(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_files_of_clang_are_in_our_folder() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo $TMPDIR"]);
        assert_eq!(run(command, None, "", Path::new("/ours")).unwrap(), b"/ours\n");
    }
}
