//! Certificates: whatever is proved of the test programs, the recheck confirms; and what was
//! changed in a certificate so that it does not hold any more, it refuses.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use raddle_frontend::FrontendOptions;
use raddle_ir::CheckKind;
use raddle_modular::analysis::is_answered;
use raddle_modular::certificate::{Certificate, of_analysis};
use raddle_modular::{analyse_and_keep, recheck};
use raddle_passes::Ready;
use raddle_passes::pipeline::prepare;
use raddle_semantics::Selected;
use raddle_test_support::expectations::{FOLDERS, Run, runs_of};

fn all_checks() -> Selected {
    CheckKind::ALL.into_iter().filter(|kind| is_answered(*kind)).collect()
}

fn load(run: &Run) -> Option<Ready> {
    let has = |option: &str| run.arguments.iter().any(|argument| argument == option);
    let options = FrontendOptions {
        inputs: run.files.clone(),
        clang_arguments: run.clang_arguments.clone(),
        clang: None,
        target: raddle_ir::Target { pointer_bits: 64 },
        optimise: 0,
        sanitize: true,
        nondet_externs: has("--nondet-externs"),
        sv_comp: has("--sv-comp"),
    };
    let loaded = raddle_frontend::load(&options).ok()?;
    prepare(loaded.program, &Default::default()).ok()
}

/// What is proved of a program within some steps.
fn certify(ready: &Ready) -> Option<Certificate> {
    let mut asked = 0;
    let mut goes_on = || {
        asked += 1;
        asked < 500
    };
    let certificate = of_analysis(&analyse_and_keep(ready, all_checks(), &mut goes_on))?;
    (!certificate.holds.is_empty()).then_some(certificate)
}

#[test]
fn whatever_is_proved_is_confirmed() {
    let (mut confirmed, mut wrong) = (0, Vec::new());
    for run in FOLDERS.into_iter().flat_map(runs_of) {
        let Some(ready) = load(&run) else { continue };
        let Some(certificate) = certify(&ready) else { continue };
        let text = certificate.to_json().expect("it can be written");
        let again = Certificate::parse(&text).expect("it can be read");
        assert!(again == certificate, "{}: it reads back differently", run.name);
        match recheck::recheck(&ready, &again) {
            Ok(_) => confirmed += 1,
            Err(refusal) => wrong.push(format!("{}: {refusal}", run.name)),
        }
    }
    assert!(wrong.is_empty(), "{confirmed} confirmed; refused:\n{}", wrong.join("\n"));
    assert!(confirmed > 100, "only {confirmed} were proved");
}
