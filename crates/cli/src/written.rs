//! What is written about a *holds* while it is looked for: a certificate of the solvers' answers
//! (`--proof`), or of what the engine `modular` proved (`--certificate`).

use raddle_engines::modular::Certificates;
use raddle_engines::symbolic::Proofs;

use crate::diagnostic::Diagnostic;
use crate::invariant::Invariant;
use crate::load::LoadedProgram;
use crate::options::CheckOptions;
use crate::proof::Certificate;
use crate::validation::ValidatedReport;

pub enum Written {
    Proof(Certificate),
    Invariant(Invariant),
}

impl Written {
    /// Makes the folder that was asked for, if one was.
    pub fn prepare(options: &CheckOptions) -> Result<Option<Written>, Diagnostic> {
        let (proof, certificate) = (&options.search.solver.proof, &options.search.certificate);
        Ok(match (proof, certificate) {
            (Some(folder), _) => Some(Written::Proof(Certificate::prepare(folder)?)),
            (None, Some(folder)) => Some(Written::Invariant(Invariant::prepare(folder)?)),
            (None, None) => None,
        })
    }

    pub fn proofs(&self) -> Option<&Proofs> {
        match self {
            Written::Proof(certificate) => Some(&certificate.proofs),
            Written::Invariant(_) => None,
        }
    }

    pub fn certificates(&self) -> Option<&Certificates> {
        match self {
            Written::Proof(_) => None,
            Written::Invariant(invariant) => Some(&invariant.certificates),
        }
    }

    /// Takes away what this run has written.
    pub fn discard(&self) {
        match self {
            Written::Proof(certificate) => certificate.discard(),
            Written::Invariant(invariant) => invariant.discard(),
        }
    }

    /// Writes what is missing, and says what was written.
    pub fn finish(
        &self,
        options: &CheckOptions,
        loaded: &LoadedProgram,
        report: &ValidatedReport,
    ) -> Result<(), Diagnostic> {
        match self {
            Written::Proof(certificate) => certificate.finish(options, loaded, report),
            Written::Invariant(invariant) => invariant.finish(options, loaded, report),
        }
    }
}
