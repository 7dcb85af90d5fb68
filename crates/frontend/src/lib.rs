//! From C files to one program: runs clang, reads LLVM text, lowers it, links
//! it with the embedded library. The only room that knows C and LLVM.
//!
//! ```text
//! input ──clang──▶ LLVM text ──llvm──▶ Module ──lower──▶ Object ──link──▶ Program
//! ```

mod clang;
mod compile;
mod error;
mod input;
mod library;
mod link;
pub mod llvm;
mod lower;
#[cfg(test)]
mod mutations;
mod object;
mod optimise;
mod phases;

use std::path::PathBuf;

use raddle_ir::{Origin, Program, Target};
use rustc_hash::FxHashSet;

pub use clang::{
    Clang, CompileSettings, OLDEST_CLANG, language_arguments, on_path, operand,
    optimising_arguments,
};
pub use error::{ErrorPlace, FrontendError};
pub use library::compile_library;
pub use lower::SCRATCH;
pub use phases::{Phase, PhaseTimes};

use compile::Compiler;
use input::Input;
use link::{CommandLine, Externs, Missing, Outcome, Role, Start};
use lower::Purpose;
use lower::is_convention;
pub use lower::is_error_location;
use phases::Stopwatch;

/// What to load, and how.
#[derive(Clone, Debug)]
pub struct FrontendOptions {
    pub inputs: Vec<PathBuf>,
    /// Passed on to clang.
    pub clang_arguments: Vec<String>,
    pub clang: Option<PathBuf>,
    /// The data model for C files; LLVM text brings its own.
    pub target: Target,
    /// 0 to 3.
    pub optimise: u8,
    /// Whether the compiler's own checks (overflow, division, shifts, array
    /// bounds) go in; never together with `optimise`.
    pub sanitize: bool,
    /// Functions without a body or model return any value.
    pub nondet_externs: bool,
    /// The conventions of the competition: the same, without a warning; `main`'s arguments
    /// are any; a left shift that loses bits is an overflow.
    pub sv_comp: bool,
}

/// A program, and what its user should know about how it came to be.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub program: Program,
    pub warnings: Vec<String>,
    /// Why nothing can be said to hold of the program, whatever the check, if so.
    pub doubt: Option<&'static str>,
    pub times: PhaseTimes,
}

/// Compiles and links the inputs.
pub fn load(options: &FrontendOptions) -> Result<Loaded, FrontendError> {
    let inputs = classify(options)?;
    let clang = find_clang(options, &inputs)?;
    load_inputs(options, &inputs, clang.as_ref())
}

/// The same for LLVM text that is in no file; `options` name none. `path` is what
/// messages call it.
pub fn load_llvm(
    options: &FrontendOptions,
    path: &str,
    text: &str,
) -> Result<Loaded, FrontendError> {
    load_inputs(options, &[Input::Llvm(path.into(), text.to_owned())], None)
}

fn load_inputs(
    options: &FrontendOptions,
    inputs: &[Input],
    clang: Option<&Clang>,
) -> Result<Loaded, FrontendError> {
    let (settings, stopwatch) = (settings(options), Stopwatch::default());
    let compiler = Compiler { clang, settings: &settings, stopwatch: &stopwatch };
    let nothing = FxHashSet::default();
    let mut purpose = Purpose {
        origin: Origin::User,
        inline_bodies: false,
        defined_elsewhere: &nothing,
        shifts_overflow: options.sv_comp,
    };
    let mut objects = compiler.objects(inputs, purpose)?;
    let own_meaning = conventions_with_bodies(&objects);
    if !own_meaning.is_empty() {
        purpose.defined_elsewhere = &own_meaning;
        objects = compiler.objects(inputs, purpose)?;
    }
    let target = common_target(&objects)?;
    let warnings: Vec<String> =
        objects.iter().flat_map(|object| object.warnings.iter().cloned()).collect();
    let mut linked: Vec<link::Input> =
        objects.into_iter().map(|object| link::Input { object, role: Role::User }).collect();
    let library = stopwatch.time(Phase::Linking, || library::embedded(target))?;
    linked.push(link::Input { object: library, role: Role::Library });
    let mut loaded = link_inputs(options, inputs, linked, &compiler, purpose)?;
    loaded.warnings.splice(0..0, warnings);
    loaded.times = stopwatch.times();
    finish(loaded, inputs)
}

/// Links the inputs and, behind them, the library, with the bodies that C99's `inline` leaves out
/// where something lacks one.
fn link_inputs(
    options: &FrontendOptions,
    inputs: &[Input],
    mut linked: Vec<link::Input>,
    compiler: &Compiler<'_>,
    purpose: Purpose<'_>,
) -> Result<Loaded, FrontendError> {
    let nondet = options.nondet_externs || options.sv_comp;
    let start = Start::Main(match options.sv_comp {
        true => CommandLine::Any,
        false => CommandLine::One,
    });
    let link = |linked: &[link::Input], externs| {
        compiler.stopwatch.time(Phase::Linking, || link::link(linked, start, externs))
    };
    let loaded = |program: Box<Program>, warnings, doubt| Loaded {
        program: *program,
        warnings,
        doubt,
        times: PhaseTimes::default(),
    };
    let mut supplemented = vec![false; inputs.len()];
    loop {
        let (program, missing) = match link(&linked, Externs::Refuse)? {
            Outcome::Program { program, missing, doubt } => (Some((program, doubt)), missing),
            Outcome::Missing(missing) => (None, missing),
        };
        let wanted: Vec<bool> = linked
            .iter()
            .zip(&supplemented)
            .map(|(input, done)| !done && declares_any(&input.object, &missing))
            .collect();
        let found = supplement(compiler, inputs, purpose, &wanted)?;
        for (done, wanted) in supplemented.iter_mut().zip(&wanted) {
            *done |= wanted;
        }
        if !found.is_empty() {
            linked.extend(found);
            continue;
        }
        match program {
            Some((program, doubt)) if missing.is_empty() || !nondet => {
                return Ok(loaded(program, Vec::new(), doubt));
            }
            None if !nondet => return Err(missing_names(&missing)),
            Some(_) | None => {}
        }
        return match link(&linked, Externs::Nondeterministic)? {
            Outcome::Program { program, missing, doubt } => {
                let told: &[Missing] = if options.sv_comp { &[] } else { &missing };
                Ok(loaded(program, told.iter().map(made_up_warning).collect(), doubt))
            }
            Outcome::Missing(_) => Err(missing_names(&missing)),
        };
    }
}

/// LLVM text of unknown origin may contradict itself (a value used where it is
/// not defined); what clang prints does not.
fn finish(loaded: Loaded, inputs: &[Input]) -> Result<Loaded, FrontendError> {
    let foreign = inputs.iter().find(|input| matches!(input, Input::Llvm(..)));
    if let (Some(input), Err(problems)) = (foreign, raddle_ir::verify::verify(&loaded.program)) {
        let first = problems.first().map(ToString::to_string).unwrap_or_default();
        return Err(FrontendError::new(format!("the LLVM text is not well-formed: {first}"))
            .at(input.path().to_string_lossy(), 0, 0)
            .hint("LLVM's own verifier may say more: opt -passes=verify"));
    }
    Ok(loaded)
}

/// The LLVM text of each input.
pub fn llvm_text(options: &FrontendOptions) -> Result<Vec<(PathBuf, String)>, FrontendError> {
    let inputs = classify(options)?;
    let clang = find_clang(options, &inputs)?;
    let (settings, stopwatch) = (settings(options), Stopwatch::default());
    let compiler = Compiler { clang: clang.as_ref(), settings: &settings, stopwatch: &stopwatch };
    let texts = compiler.llvm_texts(&inputs)?;
    Ok(options.inputs.iter().cloned().zip(texts).collect())
}

fn classify(options: &FrontendOptions) -> Result<Vec<Input>, FrontendError> {
    if options.inputs.is_empty() {
        return Err(FrontendError::new("there is no file to look at").hint("name a C file"));
    }
    options.inputs.iter().map(|path| input::classify(path)).collect()
}

fn find_clang(options: &FrontendOptions, inputs: &[Input]) -> Result<Option<Clang>, FrontendError> {
    let needed = inputs.iter().any(|input| matches!(input, Input::C(_)));
    if !needed {
        return Ok(None);
    }
    Clang::find(options.clang.as_deref()).map(Some)
}

fn settings(options: &FrontendOptions) -> CompileSettings {
    CompileSettings {
        target: options.target,
        optimise: options.optimise,
        sanitize: options.sanitize,
        scopes: false,
        arguments: options.clang_arguments.clone(),
    }
}

fn common_target(objects: &[object::Object]) -> Result<Target, FrontendError> {
    let Some(first) = objects.first() else {
        return Err(FrontendError::new("there is no file to look at"));
    };
    let target = first.program.target;
    for object in objects {
        if object.program.target != target {
            return Err(FrontendError::new(format!(
                "{} has pointers of {} bits, {} of {}",
                first.path, target.pointer_bits, object.path, object.program.target.pointer_bits
            ))
            .hint("compile all files for one data model (--data-model)"));
        }
    }
    Ok(target)
}

/// Functions that one file defines and another one declares, with names that would mean
/// something to us (`lower/primitives.rs`) if no module defined them.
fn conventions_with_bodies(objects: &[object::Object]) -> FxHashSet<String> {
    let named = |wanted: fn(object::Binding) -> bool| {
        let functions = objects.iter().flat_map(move |object| {
            let symbols = object.functions.iter();
            let wanted = move |symbol: &object::FunctionSymbol| wanted(symbol.binding);
            object.program.functions.iter().zip(symbols).filter(move |(_, it)| wanted(it))
        });
        functions
            .map(|(function, _)| function.name.as_str())
            .filter(|name| is_convention(name))
            .collect::<FxHashSet<&str>>()
    };
    let declared = named(|binding| !binding.is_definition());
    let mut defined = named(object::Binding::is_exported);
    let aliases = objects.iter().flat_map(|object| &object.aliases);
    defined.extend(aliases.map(|alias| alias.name.as_str()));
    defined.intersection(&declared).map(|name| (*name).to_owned()).collect()
}

/// Whether a module calls a missing function that it only declares.
fn declares_any(object: &object::Object, missing: &[Missing]) -> bool {
    missing.iter().any(|missing| {
        missing.is_function
            && object
                .program
                .functions
                .iter()
                .any(|function| !function.has_body() && function.name == missing.name)
    })
}

/// Whether another run of clang could find bodies: not if all of the text is
/// there, and never says `inline`.
fn may_have_inline_bodies(input: &Input) -> bool {
    match input {
        Input::Llvm(..) => false,
        Input::C(path) if path.extension().is_some_and(|extension| extension == "i") => {
            std::fs::read(path).is_ok_and(|text| String::from_utf8_lossy(&text).contains("inline"))
        }
        Input::C(_) => true,
    }
}

/// C99's `inline` leaves bodies out; files that lack one are compiled once more
/// so that clang prints them.
fn supplement(
    compiler: &Compiler<'_>,
    inputs: &[Input],
    purpose: Purpose<'_>,
    wanted: &[bool],
) -> Result<Vec<link::Input>, FrontendError> {
    let mut found = Vec::new();
    for (position, (input, wanted)) in inputs.iter().zip(wanted).enumerate() {
        if !wanted || !may_have_inline_bodies(input) {
            continue;
        }
        let one = std::slice::from_ref(input);
        let purpose = Purpose { inline_bodies: true, ..purpose };
        let objects = compiler.objects(one, purpose)?;
        found.extend(
            objects
                .into_iter()
                .map(|object| link::Input { object, role: Role::Supplement(position) }),
        );
    }
    Ok(found)
}

fn made_up_warning(missing: &Missing) -> String {
    let place = missing.used_at.as_deref().unwrap_or("somewhere");
    if missing.is_function {
        format!(
            "{} has neither a body nor a model: its calls return any value ({place})",
            missing.name
        )
    } else {
        format!("{} is defined nowhere: it starts with any value ({place})", missing.name)
    }
}

fn missing_names(missing: &[Missing]) -> FrontendError {
    let list: Vec<String> = missing
        .iter()
        .map(|missing| {
            let verb = match (missing.is_function, missing.is_needed) {
                (true, true) => "called",
                (true, false) => "pointed to",
                (false, _) => "used",
            };
            match &missing.used_at {
                Some(place) => format!("\n    {}, {verb} at {place}", missing.name),
                None => format!("\n    {}", missing.name),
            }
        })
        .collect();
    FrontendError::new(format!("these have neither a definition nor a model:{}", list.concat()))
        .hint("add the files that define them, or let them return any value with --nondet-externs")
}
