//! The log for those who work on Raddle: what engines and solvers do, on standard error, as
//! the variable `RADDLE_LOG` asks for it (`RADDLE_LOG=engine=debug,solver=debug`). Where it is
//! not set, nothing is collected.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::time::uptime;

use crate::diagnostic::Diagnostic;

const VARIABLE: &str = "RADDLE_LOG";

/// Begins to log, if that is asked for.
pub fn begin() -> Result<(), Diagnostic> {
    let Ok(filter) = std::env::var(VARIABLE) else { return Ok(()) };
    let filter = EnvFilter::try_new(filter).map_err(|error| {
        Diagnostic::new(format!("the variable {VARIABLE} is not understood: {error}"))
            .help("for example: RADDLE_LOG=engine=debug,solver=debug")
    })?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_timer(uptime())
        .with_writer(std::io::stderr)
        .init();
    Ok(())
}
