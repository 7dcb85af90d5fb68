//! `./x library`: compiles `library/*.c` for both data models into the text that
//! the tool embeds, and writes down from which sources and by which clang. Tests
//! compare: the sources always, the text wherever that same clang is installed
//! (another version may choose other instructions for the same meaning).

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use raddle_frontend::{Clang, compile_library};
use raddle_ir::Target;
use raddle_ir::text::Printer;

const MODELS: [(&str, u16); 2] = [("lp64", 64), ("ilp32", 32)];
const RECORD: &str = "library/compiled/record.txt";

pub fn run() -> Result<(), String> {
    enter_root()?;
    let clang = Clang::find(None).map_err(|error| error.to_string())?;
    for (model, bits) in MODELS {
        let path = compiled_path(model);
        let text = compile(&clang, bits)?;
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{}", path.display());
    }
    let version = clang.version().unwrap_or_default();
    fs::write(RECORD, record(version)?).map_err(|error| format!("{RECORD}: {error}"))
}

fn compile(clang: &Clang, pointer_bits: u16) -> Result<String, String> {
    let sources: Vec<PathBuf> =
        sources()?.into_iter().filter(|path| has_extension(path, "c")).collect();
    let program = compile_library(clang, Target { pointer_bits }, &sources)
        .map_err(|error| error.to_string())?;
    Ok(Printer::COMPACT.program(&program))
}

/// Paths are given to clang as they are, so that the text does not tell where the
/// project lies.
fn enter_root() -> Result<(), String> {
    std::env::set_current_dir(crate::root()).map_err(|error| error.to_string())
}

fn compiled_path(model: &str) -> PathBuf {
    Path::new("library/compiled").join(format!("{model}.ir"))
}

/// The C files and headers of the library, sorted.
fn sources() -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir("library").map_err(|error| format!("library: {error}"))?;
    let mut found: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| has_extension(path, "c") || has_extension(path, "h"))
        .collect();
    found.sort();
    Ok(found)
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension == wanted)
}

/// Which clang, and a digest of each source.
fn record(clang_version: u32) -> Result<String, String> {
    let mut text = format!("clang {clang_version}\n");
    for path in sources()? {
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let _ = writeln!(text, "{:016x} {}", raddle_terms::fnv::digest(&bytes), path.display());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADVICE: &str = "the compiled library is out of date: run ./x library";

    fn recorded_version() -> u32 {
        let text = fs::read_to_string(RECORD).expect(ADVICE);
        let first = text.lines().next().and_then(|line| line.strip_prefix("clang "));
        first.and_then(|number| number.parse().ok()).expect(ADVICE)
    }

    #[test]
    fn the_library_is_compiled_from_its_sources() {
        enter_root().unwrap();
        let expected = record(recorded_version()).unwrap();
        assert_eq!(fs::read_to_string(RECORD).unwrap(), expected, "{ADVICE}");
    }

    #[test]
    fn the_compiled_library_is_what_its_clang_gives() {
        enter_root().unwrap();
        let version = recorded_version();
        let names = [format!("clang-{version}"), "clang".to_string()];
        let same = names
            .iter()
            .filter_map(|name| crate::process::find(&[name.as_str()]))
            .filter_map(|path| Clang::find(Some(&path)).ok())
            .find(|clang| clang.version() == Some(version));
        let Some(clang) = same else {
            println!("clang {version} is not here: nothing to compare");
            return;
        };
        for (model, bits) in MODELS {
            let stored = fs::read_to_string(compiled_path(model)).expect(ADVICE);
            // Not assert_eq: nobody wants to see both texts.
            assert!(compile(&clang, bits).unwrap() == stored, "{model}: {ADVICE}");
        }
    }
}
