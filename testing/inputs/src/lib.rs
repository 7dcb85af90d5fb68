//! Fuzz targets: what strangers can hand to Raddle, as functions from bytes: each must come back
//! whatever it is given, without a panic, in little time and memory.
//!
//! | target | bytes are |
//! |---|---|
//! | `llvm_text` | a file in LLVM's textual form |
//! | `ir_text` | a program in our own text form |
//! | `trace_json` | a trace file, which is then replayed |
//! | `certificate` | one part of a certificate |
//! | `options` | a command line, one argument a line |
//!
//! What can be read is carried on as the tool does it: linked, verified, prepared, and
//! run for some steps on the concrete machine. C files are not here: clang reads
//! those. No engine is run either.
//!
//! The functions have two drivers: [`campaign`], which damages seeds blindly but the same
//! way every time (`./x fuzz-inputs`, and a test), and libFuzzer, which is guided by
//! coverage (`testing/fuzz`).

pub mod campaign;
mod certificate;
mod ir_text;
mod llvm_text;
mod options;
mod seeds;
mod trace_json;
pub mod walk;

pub use certificate::certificate;
pub use ir_text::ir_text;
pub use llvm_text::llvm_text;
pub use options::options;
pub use trace_json::trace_json;

/// One kind of input.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    /// Good inputs, to be damaged.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Keywords of the format.
    pub words: fn() -> Vec<String>,
}

/// All of them.
pub const TARGETS: [Target; 5] = [
    Target { name: "llvm_text", run: llvm_text, seeds: seeds::llvm, words: seeds::llvm_words },
    Target { name: "ir_text", run: ir_text, seeds: seeds::ir, words: seeds::ir_words },
    Target { name: "trace_json", run: trace_json, seeds: seeds::traces, words: seeds::trace_words },
    Target {
        name: "certificate",
        run: certificate,
        seeds: seeds::certificates,
        words: seeds::certificate_words,
    },
    Target { name: "options", run: options, seeds: seeds::options, words: seeds::option_words },
];
