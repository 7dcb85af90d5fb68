//! Every file of this project that a document or a comment names exists: documents are the map,
//! and a file that was moved must not leave them behind.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use std::fs;
use std::path::{Path, PathBuf};

/// How the paths of this project begin, seen from its folder.
const FOLDERS: [&str; 8] =
    ["bench/", "crates/", "docs/", "examples/", "library/", "testing/", "tests/", "xtask/"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Documents and sources; not what was built, and not what is hidden.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            collect(&path, found);
        } else if name.ends_with(".md") || name.ends_with(".rs") {
            found.push(path);
        }
    }
}

/// What stands between backticks, as far as it can be the path of a file or folder.
fn quoted_paths(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('`').skip(1).step_by(2).filter_map(|text| text.split(':').next());
    let is_path = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    quoted.filter(move |text| text.chars().all(is_path))
}

/// Paths begin in the project's folder; of Rust files the end of the path will do.
fn exists(path: &str, root: &Path, files: &[PathBuf]) -> bool {
    if FOLDERS.iter().any(|folder| path.starts_with(folder)) {
        return root.join(path).exists();
    }
    !path.ends_with(".rs") || files.iter().any(|file| file.ends_with(path))
}

/// The targets of Markdown's links to files.
fn linked_paths(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| !target.is_empty() && !target.contains("://"))
}

#[test]
fn every_path_that_is_named_exists() {
    let root = root();
    let mut files = Vec::new();
    collect(&root, &mut files);
    let mut missing = Vec::new();
    for file in &files {
        let is_document = file.extension().is_some_and(|ending| ending == "md");
        for (number, line) in fs::read_to_string(file).unwrap().lines().enumerate() {
            let mut absent = Vec::new();
            if is_document || line.trim_start().starts_with("//") {
                absent.extend(quoted_paths(line).filter(|path| !exists(path, &root, &files)));
            }
            if is_document {
                let folder = file.parent().unwrap();
                absent.extend(linked_paths(line).filter(|path| !folder.join(path).exists()));
            }
            let file = file.strip_prefix(&root).unwrap_or(file).display();
            missing.extend(absent.iter().map(|path| format!("{file}:{}: {path}", number + 1)));
        }
    }
    assert!(missing.is_empty(), "no such file:\n{}", missing.join("\n"));
}

#[test]
fn paths_are_told_from_other_words() {
    let line = "`crates/ir/src/lib.rs:7` and `docs/*.md`, `src/none.rs` and `a b/c` in `xtask/src`";
    let paths: Vec<&str> = quoted_paths(line).collect();
    assert_eq!(paths, ["crates/ir/src/lib.rs", "src/none.rs", "xtask/src"]);
    let files = [PathBuf::from("/project/crates/ir/src/lib.rs")];
    let found = |path: &str| exists(path, &root(), &files);
    assert!(found("crates/ir/src/lib.rs") && found("src/lib.rs") && found("word"));
    assert!(!found("crates/ir/src/none.rs") && !found("src/none.rs"));
    let line = "[map](ARCHITECTURE.md#rooms), [site](https://example.org), [here](#top)";
    assert_eq!(linked_paths(line).collect::<Vec<_>>(), ["ARCHITECTURE.md"]);
}
