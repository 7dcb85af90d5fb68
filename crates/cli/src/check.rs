//! `raddle check`: the way from options to a printed answer.

use std::path::Path;
use std::time::Instant;

use raddle_ir::{CheckKind, Program};
use raddle_semantics::Selected;
use raddle_trace::json::{OptionsRecord, ProgramRecord};
use raddle_trace::style::harmless;
use raddle_trace::{Counterexample, TraceFile};

use crate::diagnostic::Diagnostic;
use crate::engine::{self, Search};
use crate::judge::{Judgements, judge};
use crate::load::{LoadedProgram, load};
use crate::options::{CheckOptions, Format};
use crate::proof::Certificate;
use crate::terminal::ProgressLine;
use crate::{Status, fail, fingerprint, output};

pub fn run(options: &CheckOptions) -> Status {
    try_run(options).unwrap_or_else(|diagnostic| {
        fail(&diagnostic, options.format == Format::Json, options.output.color)
    })
}

fn try_run(options: &CheckOptions) -> Result<Status, Diagnostic> {
    let start = Instant::now();
    if let Some(wrong) = engine::contradiction(&options.search, &options.property.selected()) {
        return Err(wrong);
    }
    let loaded = load(&options.program)?;
    let selected: Selected = options.property.selected().into_iter().collect();
    let folder = options.search.solver.proof.as_deref();
    let certificate = folder.map(Certificate::prepare).transpose()?;
    let wanted = !options.output.quiet && options.format != Format::Json;
    let progress = ProgressLine::new(wanted);
    let mut search_options = options.search.clone();
    // The limit is for everything, compiling included.
    search_options.time = search_options.time.map(|time| time.saturating_sub(start.elapsed()));
    // In a competition nobody reads the failing run, so it need not be a short one.
    let shorten = !options.program.meaning.sv_comp;
    let search = Search {
        ready: &loaded.ready,
        selected,
        options: &search_options,
        shorten,
        proofs: certificate.as_ref().map(|certificate| &certificate.proofs),
        progress: &progress,
    };
    let found = search.run().inspect_err(|_| {
        certificate.iter().for_each(Certificate::discard);
    })?;
    progress.clear();
    let judgements = judge(&loaded, selected, found);
    keep_trace(options, &loaded.ready.program, &judgements)?;
    print_answer(options, &loaded, &judgements);
    let certified =
        certificate.map(|certificate| certificate.finish(options, &loaded, &judgements));
    Ok(match certified {
        // Whoever asked for a certificate must notice that there is none.
        Some(Err(diagnostic)) => fail(&diagnostic, false, options.output.color),
        Some(Ok(())) | None => judgements.status(),
    })
}

fn print_answer(options: &CheckOptions, loaded: &LoadedProgram, judgements: &Judgements) {
    match options.format {
        Format::Text => output::text::answer(options, loaded, judgements),
        Format::Json => crate::print(&output::json::answer(loaded, judgements)),
    }
}

/// Writes the first violation to the file that was asked for.
fn keep_trace(
    options: &CheckOptions,
    program: &Program,
    judgements: &Judgements,
) -> Result<(), Diagnostic> {
    let Some(path) = &options.trace else {
        return Ok(());
    };
    let Some((_, counterexample, _)) = judgements.violations().next() else {
        let path = harmless(&path.to_string_lossy());
        crate::print_message(&format!("note: nothing is violated, so {path} was not written\n"));
        return Ok(());
    };
    write_trace(options, path, program, counterexample)
}

fn write_trace(
    options: &CheckOptions,
    path: &Path,
    program: &Program,
    counterexample: &Counterexample,
) -> Result<(), Diagnostic> {
    let meaning = &options.program.meaning;
    let names = |kinds: Vec<CheckKind>| kinds.into_iter().map(|kind| kind.name().to_owned());
    let files = options.program.files.iter();
    let record = ProgramRecord {
        files: files.map(|file| file.to_string_lossy().into_owned()).collect(),
        options: OptionsRecord {
            data_model: meaning.data_model.name().to_owned(),
            sv_comp: meaning.sv_comp,
            nondet_externs: meaning.nondet_externs,
            malloc_may_fail: meaning.malloc_may_fail,
            optimise: meaning.optimise,
            checks: names(options.property.selected()).collect(),
            clang_arguments: options.program.clang_arguments.clone(),
        },
        fingerprint: fingerprint::of(program),
    };
    let tool = format!("raddle {}", env!("CARGO_PKG_VERSION"));
    let text = TraceFile::new(tool, program, record, counterexample)
        .to_json()
        .map_err(|error| Diagnostic::new(error.to_string()))?;
    std::fs::write(path, text).map_err(|error| {
        Diagnostic::new(format!("cannot write the trace: {error}"))
            .at(path.to_string_lossy())
            .help("choose another file with --trace FILE")
    })
}
