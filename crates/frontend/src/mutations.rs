//! Damaged LLVM text: an error or a well-formed program, never a panic.

use raddle_generate::damage::Damage;
use raddle_ir::Origin;

use crate::link::{self, Externs, Outcome, Role, Start};
use crate::lower::{Marks, Purpose, lower_module};

fn fixtures() -> Vec<(String, String)> {
    let folder = format!("{}/tests/fixtures", env!("CARGO_MANIFEST_DIR"));
    let mut list: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the fixtures are there")
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_str()?.to_owned();
            name.ends_with(".ll").then(|| (name, std::fs::read_to_string(path).ok()))
        })
        .filter_map(|(name, text)| Some((name, text?)))
        .collect();
    list.sort();
    list
}

/// Lowers and links everything that a text defines, and checks what comes out.
fn try_text(name: &str, text: &str) -> bool {
    let Ok(module) = crate::llvm::read(text) else {
        return false;
    };
    let defined_elsewhere = &Default::default();
    let purpose = Purpose {
        origin: Origin::User,
        inline_bodies: false,
        defined_elsewhere,
        shifts_overflow: false,
    };
    let Ok(object) = lower_module(&module, name, purpose, Marks::Followed) else {
        return false;
    };
    let inputs = [link::Input { object, role: Role::User }];
    match link::link(&inputs, Start::Nowhere, Externs::Refuse) {
        Ok(Outcome::Program { program, .. }) => {
            match raddle_ir::verify::verify(&program) {
                Ok(()) => true,
                // What the damage itself did: the text is no LLVM any more, which
                // `load` tells its user.
                Err(problems) if problems.iter().all(broken_by_the_text) => false,
                Err(problems) => {
                    let shown = raddle_ir::text::Printer::READABLE.program(&program);
                    panic!("{name}: {}\n{shown}\n{text}", problems[0]);
                }
            }
        }
        Ok(Outcome::Missing(_)) | Err(_) => false,
    }
}

/// Rules of LLVM that reading does not check.
fn broken_by_the_text(problem: &raddle_ir::verify::Problem) -> bool {
    ["on every path", "entry block"].iter().any(|words| problem.message.contains(words))
}

#[test]
fn whole_fixtures_load() {
    for (name, text) in fixtures() {
        assert!(try_text(&name, &text), "{name}");
    }
}

/// What turns up rarely in the fixtures themselves.
const WORDS: [&str; 12] = [
    "i1", "i24", "i64", "i129", "half", "x86_fp80", "sdiv", "ult", "ptr", "undef", "inbounds",
    "union",
];

#[test]
fn damaged_fixtures_do_no_harm() {
    let mut damage = Damage::new(1, &WORDS);
    let mut loaded = 0;
    for (name, text) in fixtures() {
        for _ in 0..60 {
            let damaged = damage.once(text.as_bytes(), b"");
            loaded += usize::from(try_text(&name, &String::from_utf8_lossy(&damaged)));
        }
    }
    assert!(loaded > 100, "most of the damage was not even readable: {loaded}");
}
