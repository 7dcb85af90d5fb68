//! Command lines: taken apart, and the message of a wrong one written out.

use std::ffi::OsString;

use clap::Parser;

use raddle_cli::options::{Cli, Command};

pub fn options(data: &[u8]) {
    let arguments = data.split(|&byte| byte == b'\n').map(argument);
    match Cli::try_parse_from([OsString::from("raddle")].into_iter().chain(arguments)) {
        Ok(cli) => {
            let _ = format!("{cli:?}");
            match &cli.command {
                Command::Check(options) => drop(options.property.selected()),
                Command::Show(options) => drop(options.property.selected()),
                Command::Sequentialise(_)
                | Command::Replay(_)
                | Command::CheckProof(_)
                | Command::Completions { .. } => {}
            }
        }
        Err(error) => {
            let _ = error.render().ansi().to_string();
        }
    }
}

/// Arguments need not be UTF-8.
#[cfg(unix)]
fn argument(bytes: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn argument(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}
