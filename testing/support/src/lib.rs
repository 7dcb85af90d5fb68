//! What tests and the chores of `xtask` have in common: the programs under `tests/programs` with
//! what is expected of them, running the tool on files that go away afterwards, a harness for
//! tests that are made of a table, and what bounded programs promise.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "what goes wrong here fails a test"
)]

pub mod bounded;
pub mod expectations;
pub mod harness;
pub mod processes;
pub mod scene;
#[cfg(unix)]
pub mod tools;

use std::path::{Path, PathBuf};

/// The project's folder: the nearest one above the working directory that has an `xtask`. It is
/// asked for at run time, because a copied binary must not write into another checkout.
pub fn root() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let found = here.ancestors().find(|folder| folder.join("xtask/Cargo.toml").is_file());
    found.unwrap_or(&here).to_path_buf()
}

/// The tool, which cargo builds before it builds the tests of its package: it is in the folder of
/// the running binary or, since tests are in a folder `deps`, in the one above.
///
/// # Panics
///
/// If it was not built.
pub fn raddle() -> PathBuf {
    let here = std::env::current_exe().expect("the running binary has a path");
    let candidates = here.ancestors().skip(1).take(2).map(|folder| folder.join("raddle"));
    let mut built = candidates.filter(|candidate| candidate.is_file());
    built.next().expect("raddle is built: cargo build --release -p raddle-cli")
}

/// Whether there is such a program on the `PATH`.
pub fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
