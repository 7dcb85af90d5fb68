//! The program `raddle`; all of it is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    raddle_cli::main()
}
