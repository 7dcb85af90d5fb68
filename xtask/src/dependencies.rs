//! The policy for dependencies, without any further tool: only permissive
//! licences, only packages of the usual registry, and no dependency without a version.
//! (`cargo deny` checks the same by `deny.toml`, where it is installed.)

use std::process::Command;

use serde_json::Value;

use crate::process;

/// Licences that ask for no more than to be named.
const PERMISSIVE: [&str; 10] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The registry that cargo uses unless it is told otherwise, by its two protocols.
const USUAL: [&str; 2] =
    ["registry+https://github.com/rust-lang/crates.io-index", "sparse+https://index.crates.io/"];

pub fn run() -> Result<(), String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let text = process::output(
        Command::new(cargo)
            .current_dir(crate::root())
            .args(["metadata", "--format-version", "1", "--locked"])
            .args(["--filter-platform", &host()?]),
    )?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let problems = problems(&metadata);
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The platform that we build for, as rustc calls it.
fn host() -> Result<String, String> {
    let text = process::output(Command::new("rustc").arg("-vV"))?;
    text.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_string)
        .ok_or_else(|| "rustc does not say its host".to_string())
}

fn problems(metadata: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or("?");
        // The workspace's own packages come from no source.
        let Some(source) = package["source"].as_str() else {
            let wild = wildcards(package).into_iter();
            problems.extend(wild.map(|other| format!("{name} takes any version of {other}")));
            continue;
        };
        if !USUAL.contains(&source) {
            problems.push(format!("{name} comes from {source}, not from the usual registry"));
        }
        match package["license"].as_str() {
            Some(licence) if is_permissive(licence) => {}
            Some(licence) => problems.push(format!("{name} has the licence {licence}")),
            None => problems.push(format!("{name} names no licence")),
        }
    }
    problems
}

/// The dependencies that ask for no version. (Those of the workspace are named by their folders.)
fn wildcards(package: &Value) -> Vec<&str> {
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    let wild = dependencies.filter(|other| other["req"] == "*" && other["path"].is_null());
    wild.filter_map(|other| other["name"].as_str()).collect()
}

/// Whether an SPDX expression can be met with permissive licences alone. `OR`
/// binds weaker than `AND`; parentheses group; a slash is an old way to say `OR`.
fn is_permissive(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    alternatives(&mut rest) && rest.is_empty()
}

fn alternatives(words: &mut &[&str]) -> bool {
    let mut result = conjunction(words);
    while skip(words, "OR") {
        result |= conjunction(words);
    }
    result
}

fn conjunction(words: &mut &[&str]) -> bool {
    let mut result = licence(words);
    while skip(words, "AND") {
        result &= licence(words);
    }
    result
}

/// Steps over the next word if it is this one.
fn skip(words: &mut &[&str], expected: &str) -> bool {
    match words.split_first() {
        Some((first, rest)) if *first == expected => {
            *words = rest;
            true
        }
        Some(_) | None => false,
    }
}

fn licence(words: &mut &[&str]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let result = alternatives(words);
            skip(words, ")") && result
        }
        [name, "WITH", exception, rest @ ..] => {
            *words = rest;
            PERMISSIVE.contains(&format!("{name} WITH {exception}").as_str())
        }
        [name, rest @ ..] => {
            *words = rest;
            PERMISSIVE.contains(name)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn expressions_are_understood() {
        for good in [
            "MIT",
            "MIT OR Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
            "MIT/Apache-2.0",
        ] {
            assert!(is_permissive(good), "{good}");
        }
        for bad in [
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR Apache-2.0) AND GPL-3.0",
            "Apache-2.0 WITH Strange-exception",
            "(MIT",
            "MIT MIT",
            "",
        ] {
            assert!(!is_permissive(bad), "{bad}");
        }
    }

    #[test]
    fn a_foreign_package_must_name_its_licence_and_its_registry() {
        let metadata = json!({"packages": [
            {"name": "own", "source": null, "license": null},
            {"name": "fine", "source": USUAL[0], "license": "MIT"},
            {"name": "forked", "source": "git+https://example.org/x", "license": "MIT"},
            {"name": "foreign", "source": "registry+https://example.org/index", "license": "MIT"},
            {"name": "silent", "source": USUAL[1], "license": null},
            {"name": "strict", "source": USUAL[1], "license": "GPL-3.0"},
        ]});
        let problems = problems(&metadata).join("\n");
        for name in ["forked", "foreign", "silent", "strict"] {
            assert!(problems.contains(name), "{problems}");
        }
        assert_eq!(problems.lines().count(), 4, "{problems}");
    }

    #[test]
    fn a_dependency_must_name_its_version() {
        let metadata = json!({"packages": [{"name": "own", "source": null, "dependencies": [
            {"name": "fine", "req": "^1"},
            {"name": "wild", "req": "*"},
            {"name": "ours", "req": "*", "path": "/somewhere"},
        ]}]});
        assert_eq!(problems(&metadata), ["own takes any version of wild"]);
    }
}
