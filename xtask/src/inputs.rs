//! `./x fuzz-inputs [TARGET] [SECONDS]`: damaged files and command lines for everything
//! that reads them, for as long as one likes; with a file instead of the seconds that one
//! input is tried again. `./x fuzz-inputs seeds` writes good inputs into the folder `corpus` of
//! `testing/fuzz`, from all test programs too: campaigns and cargo-fuzz begin there.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use raddle_frontend::{FrontendOptions, llvm_text, load_llvm};
use raddle_inputs::campaign::{self, Until};
use raddle_inputs::{TARGETS, Target};
use raddle_ir::Target as DataModel;

const SECONDS: u64 = 60;

pub fn run(arguments: &[String]) -> Result<(), String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (targets, seconds) = match words[..] {
        ["seeds"] => return write_seeds(),
        [] => (TARGETS.to_vec(), SECONDS),
        [name] => (vec![named(name)?], SECONDS),
        [name, file] if Path::new(file).is_file() => return again(named(name)?, file),
        [name, seconds] => {
            (vec![named(name)?], seconds.parse().map_err(|error| format!("{seconds}: {error}"))?)
        }
        _ => return Err("usage: fuzz-inputs [seeds|TARGET] [SECONDS|FILE]".to_owned()),
    };
    let mut findings = 0;
    for target in targets {
        findings += campaign(target, seconds)?;
    }
    if findings == 0 { Ok(()) } else { Err(format!("{findings} inputs do harm")) }
}

/// One input once more, whatever it does.
fn again(target: Target, file: &str) -> Result<(), String> {
    let input = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let start = Instant::now();
    (target.run)(&input);
    println!("{file} does no harm ({} ms)", start.elapsed().as_millis());
    Ok(())
}

fn named(name: &str) -> Result<Target, String> {
    let names = TARGETS.map(|target| target.name).join(", ");
    let found = TARGETS.into_iter().find(|target| target.name == name);
    found.ok_or_else(|| format!("there is no target {name}, but {names}"))
}

fn campaign(target: Target, seconds: u64) -> Result<usize, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = here.with_file_name("fuzz-inputs");
    let more = read_all(&corpus(target));
    let dice = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    println!("{}: {} seeds of the corpus, dice {dice}", target.name, more.len());
    println!("the input that is tried: {}/{}-current", folder.display(), target.name);
    let until = Until::Elapsed(Duration::from_secs(seconds));
    let outcome = campaign::run(target, more, dice, until, &folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    println!("{}: {} inputs in {seconds} s", target.name, outcome.inputs);
    for finding in &outcome.findings {
        println!("  {}", finding.display());
    }
    Ok(outcome.findings.len())
}

fn corpus(target: Target) -> PathBuf {
    crate::root().join("testing/fuzz/corpus").join(target.name)
}

/// The contents of a folder's files, in the order of their names; of none, nothing.
fn read_all(folder: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

fn write_seeds() -> Result<(), String> {
    for target in TARGETS {
        let folder = corpus(target);
        for (number, seed) in (target.seeds)().iter().enumerate() {
            write(&folder, &format!("seed-{number}"), seed)?;
        }
    }
    let [llvm, ir] = [corpus(named("llvm_text")?), corpus(named("ir_text")?)];
    let mut count = 0;
    for path in c_files(crate::root().join("tests/programs")) {
        let options = options(path);
        // Those that need options of their own are not worth the trouble.
        let Ok(texts) = llvm_text(&options) else {
            continue;
        };
        for (_, text) in texts {
            count += 1;
            write(&llvm, &format!("program-{count}"), text.as_bytes())?;
            if let Ok(loaded) = load_llvm(&options, "input.ll", &text) {
                let text = loaded.program.to_string();
                write(&ir, &format!("program-{count}"), text.as_bytes())?;
            }
        }
    }
    println!("{count} programs are in {}", llvm.display());
    Ok(())
}

fn options(path: PathBuf) -> FrontendOptions {
    FrontendOptions {
        inputs: vec![path],
        clang_arguments: Vec::new(),
        clang: None,
        target: DataModel { pointer_bits: 64 },
        optimise: 0,
        sanitize: true,
        nondet_externs: true,
        sv_comp: false,
    }
}

/// All C files below a folder, in the order of their names.
fn c_files(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "c") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    let path = folder.join(name);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, bytes))
        .map_err(|error| format!("{}: {error}", path.display()))
}
