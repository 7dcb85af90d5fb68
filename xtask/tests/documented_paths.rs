//! Every file of this project that a document or a comment names exists: documents are the map,
//! and a file that was moved must not leave them behind.

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

/// What stands between backticks, as far as it is the path of a file or folder.
fn quoted_paths(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('`').skip(1).step_by(2);
    quoted.filter_map(|text| {
        let is_path = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        let path = text.split(':').next()?;
        let is_ours = FOLDERS.iter().any(|folder| path.starts_with(folder));
        (is_ours && path.chars().all(is_path)).then_some(path)
    })
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
            let mut note = |path: &str, from: &Path| {
                if !from.join(path).exists() {
                    let file = file.strip_prefix(&root).unwrap_or(file).display();
                    missing.push(format!("{file}:{}: {path}", number + 1));
                }
            };
            if is_document || line.trim_start().starts_with("//") {
                quoted_paths(line).for_each(|path| note(path, &root));
            }
            if is_document {
                linked_paths(line).for_each(|path| note(path, file.parent().unwrap()));
            }
        }
    }
    assert!(missing.is_empty(), "no such file:\n{}", missing.join("\n"));
}

#[test]
fn paths_are_told_from_other_words() {
    let line = "`crates/ir/src/lib.rs:7` and `docs/*.md`, `tests/`, `other/file` see `xtask/src`";
    assert_eq!(
        quoted_paths(line).collect::<Vec<_>>(),
        ["crates/ir/src/lib.rs", "tests/", "xtask/src"]
    );
    let line = "[map](ARCHITECTURE.md#rooms), [site](https://example.org), [here](#top)";
    assert_eq!(linked_paths(line).collect::<Vec<_>>(), ["ARCHITECTURE.md"]);
}
