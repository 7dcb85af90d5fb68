//! Checks certificates: what a *holds* rests on, written down so that every
//! step can be followed without believing the solver.
//!
//! A certificate is a folder: `manifest.json` says what it is about, and each of its
//! parts is the record of one solver, line by line in the order of events
//! (`reader.rs` has the format, in the manner of LIDRUP: Fazekas, Pollitt, Fleury
//! and Biere, "Incremental proofs for bounded model checking"). A part holds the
//! clauses that the solver was given, each clause that it derived with the clauses
//! that this takes (LRAT: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp,
//! "Efficient certified RAT verification"), and each answer *this cannot be*.
//!
//! This room shares no code with those that made the certificate: nothing of ours
//! is among its dependencies. Deviation: CaDiCaL derives nothing by resolution
//! asymmetric tautologies as it is used here, so that every step is checked by unit
//! propagation along its hints alone.
//!
//! Incomplete: that the clauses and the facts stand for the C program is believed
//! (`docs/certificates.md` tells what is certified and what is not).

mod clauses;
pub mod digest;
pub mod export;
pub mod manifest;
pub mod order;
mod part;
mod reader;

use std::fmt;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use digest::Digesting;
pub use export::export;
pub use manifest::{Counts, Manifest};
pub use part::check as check_part;

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot even be read: a file is missing.
    CannotRead(String),
    /// Something in it is wrong.
    Wrong(String),
    /// Nothing is wrong with it, but it has fewer answers than the one asked for.
    NoSuchAnswer { answers: u64 },
    /// Nothing is wrong with it, but a file beside it cannot be written.
    CannotWrite(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::CannotRead(message)
            | Refusal::Wrong(message)
            | Refusal::CannotWrite(message) => f.write_str(message),
            Refusal::NoSuchAnswer { answers } => {
                write!(f, "there is no such answer: it has {answers}")
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// Checks everything in a folder; gives what it is about, and how much was checked.
pub fn check(folder: &Path) -> Result<(Manifest, Counts), Refusal> {
    let manifest = Manifest::read(folder)?;
    let mut total = Counts::default();
    for part in &manifest.parts {
        let mut input = Digesting::new(open(folder, &part.file)?);
        let counts = check_part(&mut input)
            .map_err(|error| Refusal::Wrong(format!("{}:{error}", part.file)))?;
        if counts != part.counts {
            let message = format!(
                "{} has {counts}, but the manifest says {}: something is missing",
                part.file, part.counts
            );
            return Err(Refusal::Wrong(message));
        }
        // Another formula may have a proof as well.
        if input.digest.text() != part.digest {
            let message = format!("{} was changed after it was written", part.file);
            return Err(Refusal::Wrong(message));
        }
        total.add(&counts);
    }
    Ok((manifest, total))
}

fn open(folder: &Path, name: &str) -> Result<BufReader<File>, Refusal> {
    let path = folder.join(name);
    let cannot =
        |error: &dyn fmt::Display| Err(Refusal::CannotRead(format!("cannot read {name}: {error}")));
    match fs::metadata(&path) {
        // A pipe would wait for a writer, and a device may never end.
        Ok(found) if !found.is_file() => return cannot(&"this is no file"),
        Ok(_) => {}
        Err(error) => return cannot(&error),
    }
    match File::open(path) {
        Ok(file) => Ok(BufReader::with_capacity(1 << 16, file)),
        Err(error) => cannot(&error),
    }
}
