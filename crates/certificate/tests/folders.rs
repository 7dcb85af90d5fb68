//! Certificates as folders: what is missing is noticed, and one answer can be written
//! for other checkers.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use std::fs;
use std::path::Path;

use raddle_certificate::digest::Digest;
use raddle_certificate::manifest::{Counts, FORMAT, Holds, Manifest, NAME, Part, Program};
use raddle_certificate::{Refusal, check, check_part, export};
use tempfile::TempDir;

/// Two questions to one solver: under an assumption, and under none after one more
/// clause.
const PART: &str = "\
raddle proof 1
i 1 1 2 0
i 2 1 -2 0
i 3 -1 -3 0
l 4 1 0 1 2 0
l 5 -3 0 4 3 0
u 5 3 7 0
d 5 1 0
i 6 -1 3 0
i 8 -1 -3 9 0
i 9 -9 0
l 10 0 4 6 3 0
u 10 0
f 1 2
f 2 3
";

fn counts() -> Counts {
    Counts { answers: 2, clauses: 6, steps: 3, lemmas: 0, facts: 2 }
}

fn manifest() -> Manifest {
    let digest = Digest::of(PART.as_bytes()).text();
    let part = |file: &str| Part {
        file: file.into(),
        engine: "order".into(),
        digest: digest.clone(),
        counts: counts(),
    };
    Manifest {
        format: FORMAT,
        tool: "raddle".into(),
        program: Program { files: vec!["a.c".into()], fingerprint: "0".into() },
        holds: vec![Holds { check: "assert".into(), engine: "order".into(), bounds: vec![] }],
        parts: vec![part("0001.proof"), part("0002.proof")],
        digest: String::new(),
    }
}

fn folder(manifest: &Manifest) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(NAME), manifest.to_json().unwrap()).unwrap();
    for name in ["0001.proof", "0002.proof"] {
        fs::write(folder.path().join(name), PART).unwrap();
    }
    folder
}

#[test]
fn all_parts_are_counted() {
    let folder = folder(&manifest());
    let (read, total) = check(folder.path()).unwrap();
    assert_eq!(Manifest { digest: String::new(), ..read }, manifest());
    assert_eq!(total, Counts { answers: 4, clauses: 12, steps: 6, lemmas: 0, facts: 4 });
}

#[test]
fn what_is_missing_is_noticed() {
    let folder = folder(&manifest());
    let second = folder.path().join("0002.proof");
    let without = |line: &str| PART.replacen(line, "", 1);
    for shorter in [
        PART.trim_end(),
        &without("u 10 0\n"),
        &without("i 8 -1 -3 9 0\n"),
        &without("l 5 -3 0 4 3 0\n"),
        &without("f 2 3\n"),
        "raddle proof 1\n",
        "",
    ] {
        fs::write(&second, shorter).unwrap();
        assert!(matches!(check(folder.path()), Err(Refusal::Wrong(_))), "{shorter:?}");
    }
    fs::remove_file(&second).unwrap();
    assert!(matches!(check(folder.path()), Err(Refusal::CannotRead(_))));
    fs::remove_file(folder.path().join(NAME)).unwrap();
    assert!(matches!(check(folder.path()), Err(Refusal::CannotRead(_))));
}

/// Other formulas have proofs as well; they are not what was asked.
#[test]
fn what_is_changed_is_noticed() {
    for (from, to) in [
        ("i 3 -1 -3 0", "i 3 -3 -1 0"),
        ("u 5 3 7 0", "u 5 3 8 0"),
        ("d 5 1 0\n", ""),
        ("f 2 3", "f 2 4"),
    ] {
        let folder = folder(&manifest());
        let changed = PART.replacen(from, to, 1);
        assert_ne!(changed, PART);
        assert!(check_part(changed.as_bytes()).is_ok(), "{to:?} is right as well");
        fs::write(folder.path().join("0002.proof"), changed).unwrap();
        let refusal = Refusal::Wrong("0002.proof was changed after it was written".into());
        assert_eq!(check(folder.path()), Err(refusal), "{from:?} to {to:?}");
    }
}

type Change = fn(&mut Manifest);

/// Written with the right digest: whoever wrote that made a mistake.
#[test]
fn the_index_has_every_part_once_and_every_check_once() {
    let changes: [(&str, Change); 7] = [
        ("0002.proof", |manifest| drop(manifest.parts.pop())),
        ("0001.proof", |manifest| drop(manifest.parts.remove(0))),
        ("0001.proof", |manifest| manifest.parts.clear()),
        ("0002.proof", |manifest| manifest.parts[1] = manifest.parts[0].clone()),
        ("0001.proof", |manifest| manifest.parts.reverse()),
        ("nothing that holds", |manifest| manifest.holds.clear()),
        ("twice", |manifest| manifest.holds.push(manifest.holds[0].clone())),
    ];
    for (says, change) in changes {
        let mut changed = manifest();
        change(&mut changed);
        match check(folder(&changed).path()) {
            Err(Refusal::Wrong(message)) => assert!(message.contains(says), "{message}"),
            other => panic!("{says}: {other:?}"),
        }
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let folder = folder(&manifest());
    for name in ["0002.proof", NAME] {
        fs::remove_file(folder.path().join(name)).unwrap();
        std::os::unix::fs::symlink("/dev/zero", folder.path().join(name)).unwrap();
        assert!(matches!(check(folder.path()), Err(Refusal::CannotRead(_))), "{name}");
    }
}

#[test]
fn manifests_that_are_none_are_refused() {
    let right = manifest().to_json().unwrap();
    for (from, to) in [
        ("\"format\": 2", "\"format\": 1"),
        ("\"bounds\": []", "\"bounds\": [\"1 round\"]"),
        ("\"check\": \"assert\"", "\"check\": \"leak\""),
        ("\"fingerprint\": \"0\"", "\"fingerprint\": \"1\""),
        ("\"a.c\"", "\"b.c\""),
        ("0001.proof", "../0001.proof"),
        ("0001.proof", ""),
        ("0001.proof", "/etc/passwd"),
        ("\"answers\": 2", "\"answers\": 3"),
        ("\"answers\": 2", "\"answers\": -2"),
        ("\"tool\"", "\"tools\""),
        ("{", "["),
    ] {
        let folder = folder(&manifest());
        assert!(right.contains(from));
        fs::write(folder.path().join(NAME), right.replacen(from, to, 1)).unwrap();
        assert!(matches!(check(folder.path()), Err(Refusal::Wrong(_))), "{from:?} to {to:?}");
    }
}

/// Reads DIMACS and LRAT as a part.
fn read_back(cnf: &Path, lrat: &Path) -> String {
    let mut text = "raddle proof 1\n".to_owned();
    let formula = fs::read_to_string(cnf).unwrap();
    for (number, clause) in (1..).zip(formula.lines().skip(1)) {
        text += &format!("i {number} {clause}\n");
    }
    let mut last = "";
    for line in fs::read_to_string(lrat).unwrap().leak().lines() {
        let (number, rest) = line.split_once(' ').unwrap();
        match rest.strip_prefix("d ") {
            Some(ids) => text += &format!("d {ids}\n"),
            None => text += &format!("l {line}\n"),
        }
        last = number;
    }
    text + &format!("u {last} 0\n")
}

#[test]
fn an_answer_in_the_usual_formats_is_a_proof_too() {
    let folder = folder(&manifest());
    for (answer, header) in [(1, "p cnf 7 5"), (2, "p cnf 9 6"), (4, "p cnf 9 6")] {
        let paths = ["cnf", "lrat"].map(|ending| folder.path().join(format!("{answer}.{ending}")));
        export(folder.path(), answer, &paths[0], &paths[1]).unwrap();
        assert!(fs::read_to_string(&paths[0]).unwrap().starts_with(header));
        let text = read_back(&paths[0], &paths[1]);
        assert!(check_part(text.as_bytes()).is_ok(), "{text}");
    }
    for missing in [0, 5] {
        let paths = ["c", "l"].map(|name| folder.path().join(name));
        let refusal = export(folder.path(), missing, &paths[0], &paths[1]);
        assert_eq!(refusal, Err(Refusal::NoSuchAnswer { answers: 4 }));
    }
}
