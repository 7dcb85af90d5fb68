//! From input files to objects, several files at a time.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::clang::{Clang, CompileSettings};
use crate::input::Input;
use crate::llvm::ast::Module;
use crate::lower::{Marks, Purpose};
use crate::object::Object;
use crate::phases::{Phase, Stopwatch};
use crate::{FrontendError, llvm, lower, optimise};

/// What all files of a program are compiled by.
pub(crate) struct Compiler<'c> {
    /// None if there is LLVM text only.
    pub clang: Option<&'c Clang>,
    pub settings: &'c CompileSettings,
    pub stopwatch: &'c Stopwatch,
}

impl Compiler<'_> {
    /// The LLVM text of each input, in their order.
    pub fn llvm_texts(&self, inputs: &[Input]) -> Result<Vec<String>, FrontendError> {
        in_parallel(inputs, |input| {
            let text = self.text_of(input, false)?;
            let marked = self.marked_text(input, &self.read(input, &text)?)?;
            Ok(marked.unwrap_or(text))
        })
    }

    /// The lowered modules of all inputs, in their order.
    pub fn objects(
        &self,
        inputs: &[Input],
        purpose: Purpose<'_>,
    ) -> Result<Vec<Object>, FrontendError> {
        in_parallel(inputs, |input| self.object(input, purpose))
    }

    fn object(&self, input: &Input, purpose: Purpose<'_>) -> Result<Object, FrontendError> {
        let text = self.text_of(input, purpose.inline_bodies)?;
        let module = self.read(input, &text)?;
        let lower = |module: &Module<'_>, marks| {
            let path = input.path().to_string_lossy();
            self.stopwatch
                .time(Phase::Lowering, || lower::lower_module(module, &path, purpose, marks))
        };
        // With bodies for inlining, clang prints the marks anyway.
        if purpose.inline_bodies {
            return lower(&module, Marks::Followed);
        }
        match self.marked_text(input, &module)? {
            Some(text) => lower(&self.read(input, &text)?, Marks::Followed),
            None => lower(&module, Marks::Ignored),
        }
    }

    /// The text with marks where variables start and end, if it is of C and they matter.
    fn marked_text(
        &self,
        input: &Input,
        module: &Module<'_>,
    ) -> Result<Option<String>, FrontendError> {
        let settings = self.settings;
        if settings.optimise > 0 || !settings.sanitize || !lower::scopes::matter_in(module) {
            return Ok(None);
        }
        match (input, self.clang) {
            (Input::C(path), Some(clang)) => {
                let settings = CompileSettings { scopes: true, ..settings.clone() };
                let compile = || clang.compile(path, &settings, false);
                self.stopwatch.time(Phase::Clang, compile).map(Some)
            }
            (Input::C(_) | Input::Llvm(..), _) => Ok(None),
        }
    }

    fn text_of(&self, input: &Input, inline_bodies: bool) -> Result<String, FrontendError> {
        let settings = self.settings;
        match (input, self.clang) {
            (Input::Llvm(_, text), _) => Ok(text.clone()),
            (Input::C(path), Some(clang)) => self.stopwatch.time(Phase::Clang, || {
                if settings.optimise > 0 && !inline_bodies {
                    optimise::compile(clang, path, settings)
                } else {
                    clang.compile(path, settings, inline_bodies)
                }
            }),
            (Input::C(path), None) => {
                Err(FrontendError::new(format!("there is no clang to compile {}", path.display())))
            }
        }
    }

    fn read<'a>(&self, input: &Input, text: &'a str) -> Result<Module<'a>, FrontendError> {
        let module = self.stopwatch.time(Phase::Reading, || llvm::read(text));
        module.map_err(|error| read_error(input, input.path(), &error))
    }
}

fn read_error(input: &Input, path: &Path, error: &llvm::ReadError) -> FrontendError {
    match input {
        Input::Llvm(..) => FrontendError::new(format!("this is no LLVM text: {}", error.message))
            .at(path.to_string_lossy(), error.line, error.column)
            .hint("text that clang 14 to 20 print with -S -emit-llvm is understood"),
        Input::C(_) => FrontendError::new(format!(
            "cannot read what clang printed for {}: {error}",
            path.display()
        ))
        .hint("try another version of clang with --clang PATH"),
    }
}

/// Applies a function to all items on as many threads as the machine has; the
/// first error in the order of the items wins.
fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, FrontendError> + Sync,
) -> Result<Vec<R>, FrontendError> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(items.len());
    if workers <= 1 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<R, FrontendError>>>> =
        items.iter().map(|_| Mutex::new(None)).collect();
    let take_turns = || {
        loop {
            let position = next.fetch_add(1, Ordering::Relaxed);
            let (Some(item), Some(place)) = (items.get(position), results.get(position)) else {
                return;
            };
            let result = work(item);
            if let Ok(mut place) = place.lock() {
                *place = Some(result);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..workers {
            if std::thread::Builder::new().spawn_scoped(scope, take_turns).is_err() {
                // Where there can be no more threads, those that there are must do.
                break;
            }
        }
        take_turns();
    });
    results
        .into_iter()
        .map(|place| match place.into_inner() {
            Ok(Some(result)) => result,
            Ok(None) | Err(_) => Err(FrontendError::new("a compilation was lost")),
        })
        .collect()
}
