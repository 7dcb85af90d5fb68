//! Damaged LLVM text: an error or a well-formed program, never a panic.

use raddle_ir::Origin;

use crate::link::{self, Externs, Outcome, Role, Start};
use crate::lower::lower_module;

/// A small linear congruential generator: the same damage every time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

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
    let Ok(object) = lower_module(&module, name, Origin::User, false) else {
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

/// Changes something that is likely to be still readable.
fn damage(text: &str, random: &mut Random) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let at = random.below(lines.len());
    let swaps = [
        ("i32", "i64"),
        ("i32", "i1"),
        ("i64", "i129"),
        ("i8", "i24"),
        ("double", "x86_fp80"),
        ("float", "half"),
        ("add", "sdiv"),
        ("align 4", "align 1"),
        ("0", "7"),
        ("1", "-1"),
        ("4", "1000000007"),
        ("eq", "ult"),
        ("struct.", "union."),
        ("inbounds", ""),
    ];
    match random.below(4) {
        0 => {
            changed.remove(at);
        }
        1 => {
            let other = random.below(lines.len());
            changed.swap(at, other);
        }
        _ => {
            let (from, to) = swaps[random.below(swaps.len())];
            changed[at] = changed[at].replace(from, to);
        }
    }
    changed.join("\n")
}

#[test]
fn whole_fixtures_load() {
    for (name, text) in fixtures() {
        assert!(try_text(&name, &text), "{name}");
    }
}

#[test]
fn damaged_fixtures_do_no_harm() {
    let mut random = Random(1);
    let mut loaded = 0;
    for (name, text) in fixtures() {
        for _ in 0..40 {
            let mut damaged = damage(&text, &mut random);
            if random.below(2) == 0 {
                damaged = damage(&damaged, &mut random);
            }
            loaded += usize::from(try_text(&name, &damaged));
        }
    }
    assert!(loaded > 100, "most of the damage was not even readable: {loaded}");
}
