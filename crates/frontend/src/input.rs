//! The files that a user names: what they are, and clear words where they are
//! not what we can read.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::FrontendError;

/// What an input file holds, told by its extension and a look inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// C, before or after the preprocessor: clang reads it.
    C(PathBuf),
    /// LLVM text, and the text itself.
    Llvm(PathBuf, String),
}

pub fn classify(path: &Path) -> Result<Input, FrontendError> {
    let shown = path.display();
    let metadata = fs::metadata(path)
        .map_err(|error| FrontendError::new(format!("cannot read {shown}: {}", plain(&error))))?;
    if metadata.is_dir() {
        return Err(FrontendError::new(format!("{shown} is a directory"))
            .hint("name the C files in it, for example with a shell pattern"));
    }
    match extension(path).as_str() {
        "c" | "i" => {
            let head = read_head(path)?;
            if head.is_empty() {
                return Err(FrontendError::new(format!("{shown} is empty")));
            }
            if head.contains(&0) {
                return Err(not_text(path));
            }
            Ok(Input::C(path.to_owned()))
        }
        "ll" => read_llvm(path).map(|text| Input::Llvm(path.to_owned(), text)),
        "bc" => Err(FrontendError::new(format!("{shown} is LLVM bitcode"))
            .hint("turn it into text first: llvm-dis FILE.bc -o FILE.ll")),
        "cc" | "cpp" | "cxx" | "C" | "ii" | "hpp" => {
            Err(FrontendError::new(format!("{shown} is C++"))
                .hint("only C programs can be checked"))
        }
        "h" => Err(FrontendError::new(format!("{shown} is a header"))
            .hint("name the .c files that include it")),
        "o" | "a" | "so" | "out" => Err(not_text(path)),
        _ => Err(FrontendError::new(format!("cannot tell what kind of file {shown} is"))
            .hint("C files end in .c or .i, LLVM text in .ll; options for clang go after --")),
    }
}

fn extension(path: &Path) -> String {
    path.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default()
}

fn read_head(path: &Path) -> Result<Vec<u8>, FrontendError> {
    let failed = |error: std::io::Error| {
        FrontendError::new(format!("cannot read {}: {}", path.display(), plain(&error)))
    };
    let mut head = Vec::new();
    fs::File::open(path).map_err(failed)?.take(64 * 1024).read_to_end(&mut head).map_err(failed)?;
    Ok(head)
}

fn read_llvm(path: &Path) -> Result<String, FrontendError> {
    let bytes = fs::read(path).map_err(|error| {
        FrontendError::new(format!("cannot read {}: {}", path.display(), plain(&error)))
    })?;
    if bytes.is_empty() {
        return Err(FrontendError::new(format!("{} is empty", path.display())));
    }
    if bytes.contains(&0) {
        return Err(not_text(path));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn not_text(path: &Path) -> FrontendError {
    FrontendError::new(format!("{} is a binary file", path.display()))
        .hint("name C files (.c, .i) or LLVM text (.ll)")
}

/// The reason without Rust's "(os error 2)".
pub(crate) fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}

impl Input {
    pub fn path(&self) -> &Path {
        match self {
            Input::C(path) | Input::Llvm(path, _) => path,
        }
    }
}
