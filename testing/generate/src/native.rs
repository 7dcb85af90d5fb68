//! Compiles generated programs with the system's compiler and runs them: what
//! they output then is the truth that an interpreted run is compared with.
//!
//! For 32 bits neither headers nor libraries are needed, only a compiler and a
//! kernel that know the processor's 32-bit mode: `native32.c` is all there is
//! besides the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// For a native run of 64 bits: link the program with this, and read the numbers
/// that it prints, one a line.
pub const NATIVE_SHIM: &str = "\
int printf(const char *format, ...);

void __raddle_output(unsigned long long value)
{
    printf(\"%llu\\n\", value);
}

/* gcc calls it for atomic floats, and has it in a library of its own. */
void __atomic_feraiseexcept(int exceptions)
{
    (void)exceptions;
}
";

const NATIVE_SHIM_32: &str = include_str!("native32.c");

/// Floats as IEEE 754 has them. Without the second, gcc takes `0.0 - (double)n` for
/// `-(double)n`; without the third it forgets to round what goes through a wider
/// register.
const EXACT_FLOATS: [&str; 3] =
    ["-ffp-contract=off", "-frounding-math", "-fexcess-precision=standard"];
/// For clang, which has no such habits.
const EXACT_FLOATS_OTHER: [&str; 1] = ["-ffp-contract=off"];

/// The smallest program, for trying out whether programs can be made and run.
const TRIAL: &str = "\
void __raddle_output(unsigned long long value);
int main(void) { __raddle_output(18446744073709551615ULL); return 23; }
";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataModel {
    Lp64,
    Ilp32,
}

/// How the compiler is asked to work; a well-defined program does the same under
/// all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    Plain,
    Optimised,
    /// With the compiler's checks for undefined behaviour, which end the program
    /// by a signal: keeps the generator honest.
    Checked,
    /// By another compiler, where one was named.
    Other,
}

impl Build {
    pub const ALL: [Build; 4] = [Build::Plain, Build::Optimised, Build::Checked, Build::Other];

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Build::Plain => &["-O0"],
            Build::Optimised => &["-O2"],
            Build::Checked => &[
                "-O1",
                "-fsanitize=undefined,float-cast-overflow",
                "-fsanitize-undefined-trap-on-error",
            ],
            Build::Other => &["-O1"],
        }
    }
}

/// What a compiled program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeRun {
    pub outputs: Vec<u64>,
    pub exit: i32,
}

/// A compiler, and all that its programs are linked with.
#[derive(Clone, Debug)]
pub struct Native {
    compiler: PathBuf,
    /// A clang, for [`Build::Other`].
    other: Option<PathBuf>,
    model: DataModel,
    shim: PathBuf,
}

impl Native {
    /// Gets ready to run programs of a data model, with files in this folder. An
    /// error says why this machine cannot do it.
    pub fn prepare(model: DataModel, folder: &Path) -> Result<Native, String> {
        let (name, text) = match model {
            DataModel::Lp64 => ("shim64", NATIVE_SHIM),
            DataModel::Ilp32 => ("shim32", NATIVE_SHIM_32),
        };
        let source = folder.join(name).with_extension("c");
        write(&source, text)?;
        let shim = source.with_extension("o");
        let mut native =
            Native { compiler: PathBuf::from("cc"), other: None, model, shim: shim.clone() };
        let mut command = native.command(Build::Plain);
        command.arg("-c").arg(&source).arg("-o").arg(&shim);
        if let Err(error) = succeed(&mut command) {
            native.compiler = PathBuf::from("gcc");
            let mut command = native.command(Build::Plain);
            command.arg("-c").arg(&source).arg("-o").arg(&shim);
            succeed(&mut command).map_err(|_| error)?;
        }
        native.try_out(&folder.join(format!("trial-{name}.c")))?;
        Ok(native)
    }

    fn try_out(&self, path: &Path) -> Result<(), String> {
        write(path, TRIAL)?;
        let run = self.run(path, Build::Plain)?;
        if run == (NativeRun { outputs: vec![u64::MAX], exit: 23 }) {
            Ok(())
        } else {
            Err(format!("a trial program did something strange: {run:?}"))
        }
    }

    pub fn model(&self) -> DataModel {
        self.model
    }

    /// Programs are compiled by this clang too.
    pub fn with_other(self, clang: PathBuf) -> Native {
        Native { other: Some(clang), ..self }
    }

    fn command(&self, build: Build) -> Command {
        let other = self.other.as_ref().filter(|_| build == Build::Other);
        let mut command = Command::new(other.unwrap_or(&self.compiler));
        command.args(["-std=gnu11", "-w"]).args(build.arguments());
        match other {
            Some(_) => command.args(EXACT_FLOATS_OTHER),
            None => command.args(EXACT_FLOATS),
        };
        if self.model == DataModel::Ilp32 {
            // Floats as on 64 bits, and nothing that a C library would set up; there is
            // one thread, so that its own variables are like all others.
            command.args(["-m32", "-msse2", "-mfpmath=sse", "-ffreestanding", "-fno-pic"]);
            command.args(["-fno-stack-protector", "-D_Thread_local="]);
        }
        command
    }

    /// Compiles the program, beside its source, and runs it.
    pub fn run(&self, program: &Path, build: Build) -> Result<NativeRun, String> {
        let executable = program.with_extension(format!("{build:?}-{:?}", self.model));
        let mut command = self.command(build);
        if self.model == DataModel::Ilp32 {
            command.args(["-nostdlib", "-static", "-no-pie"]);
        }
        command.arg(program).arg(&self.shim).arg("-o").arg(&executable);
        if self.model == DataModel::Lp64 {
            command.arg("-lm");
        }
        succeed(&mut command)?;
        let result = execute(&mut Command::new(&executable));
        // What is left behind is in the caller's folder, and may stay.
        let _ = fs::remove_file(&executable);
        read(&result?)
    }
}

fn read(output: &Output) -> Result<NativeRun, String> {
    let exit = output.status.code().ok_or("the compiled program was ended by a signal")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Result<Vec<u64>, _> = text.lines().map(str::parse).collect();
    let outputs = numbers.map_err(|error| format!("the compiled program printed: {error}"))?;
    Ok(NativeRun { outputs, exit })
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

pub(crate) fn execute(command: &mut Command) -> Result<Output, String> {
    let name = Path::new(command.get_program()).display().to_string();
    command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{name} could not be run: {error}"))
}

pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    let output = execute(command)?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(format!("the system's compiler failed:\n{errors}"))
}
