//! `raddle sequentialise` with another verifier.

use std::fs;
use std::process::Command;

use raddle_test_support::processes::{Scratch, execute};
use raddle_test_support::{raddle, root};

/// Another verifier's run is shown as one of the original. A script plays the verifier:
/// it compiles and runs the program with values that are known to violate it, and tells
/// what happens in the words of CBMC.
#[test]
fn a_backend_is_read_and_its_run_is_shown() {
    let scratch = Scratch::new();
    let [source, values, script] = ["s.c", "values", "verifier"].map(|name| scratch.file(name));
    let example = root().join("examples/lost_update.c");
    let sequentialise = |extra: &[&str]| {
        let mut command = Command::new(raddle());
        command.args(["sequentialise", "--check", "assert", "--rounds", "3", "--time", "60"]);
        command.arg("-o").arg(&source).args(extra).arg(&example);
        execute(&mut command, &scratch)
    };
    let made = sequentialise(&["--choices", &values.to_string_lossy()]);
    assert_eq!(made.status, "1", "{}", made.errors);
    // Marks are told by the program itself; the values are not needed here.
    let text = "gcc -DRADDLE_NATIVE -o $1.bin $1\n\
        RADDLE_MARKS=1 RADDLE_CHOICES=$2 $1.bin 2>&1 | sed 's/^\\([0-9]*\\)$/  raddle_at=\\1ull/'\n\
        echo VERIFICATION FAILED\n";
    fs::write(&script, text).expect("the script can be written");
    let backend = format!("sh {} {{}} {}", script.display(), values.display());
    let answer = sequentialise(&["--backend", &backend]);
    assert_eq!(answer.status, "1", "{}{}", answer.output, answer.errors);
    assert!(answer.output.contains("sh: assert is violated"), "{}", answer.output);
    assert!(answer.output.contains("lost_update.c"), "{}", answer.output);
    for (said, status) in [("VERIFICATION SUCCESSFUL", "0"), ("nonsense; false", "1")] {
        let answer = sequentialise(&["--backend", &format!("sh -c 'echo {said}' {{}}")]);
        assert_eq!(answer.status, status, "{said}: {}", answer.output);
    }
}
