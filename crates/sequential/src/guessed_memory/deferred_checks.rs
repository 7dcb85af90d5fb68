//! What fails in a run that is perhaps no run of the concurrent program: it is noted, a
//! bit for each place, and checked in the end. The last choice of
//! a run is which of the bits is looked at, so that none hides another.
//!
//! No other thread sees half of an atomic section. After a failure inside of one the run
//! goes on with half of it done, so that nothing but that failure is looked at.

use raddle_ir::{
    CheckKind, Edge, GlobalId, Instruction, Location, Operand, StopReason, Terminator, Type,
};
use raddle_passes::Place;
use raddle_terms::{Bits, Operator};

use super::ProgramBuilder;
use crate::bounded::Slot;
use crate::code::{BIT, Code, constant, edge};
use crate::marks::{ReachedBound, TraceMark};

/// What failed so far.
#[derive(Default)]
pub struct DeferredChecks {
    sites: Vec<Site>,
    /// Holds the number of the only error that counts, or 0.
    only: Option<GlobalId>,
}

struct Site {
    what: Failure,
    stands: Option<(Slot, Place)>,
    location: Option<Location>,
    flag: GlobalId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Check { kind: CheckKind, message: String, cut: Option<ReachedBound> },
    Unsupported(String),
}

/// Of an error's number, which is its position plus one.
pub const NUMBER: Type = Type::Integer(32);

pub fn number(value: usize) -> Operand {
    constant(value as u128, 32)
}

impl DeferredChecks {
    /// Notes whether this goes wrong here. A statement runs at most once.
    pub fn note(
        &mut self,
        code: &mut Code,
        build: &mut ProgramBuilder,
        what: Failure,
        wrong: Operand,
    ) {
        self.note_of(None, code, build, what, wrong);
    }

    /// The same, of a thread in front of a place of the original program. Gives the
    /// error's number.
    pub fn note_of(
        &mut self,
        stands: Option<(Slot, Place)>,
        code: &mut Code,
        build: &mut ProgramBuilder,
        what: Failure,
        wrong: Operand,
    ) -> usize {
        let flag = build.variable(&format!("error_{}", self.sites.len()), BIT);
        code.write(flag, wrong, BIT);
        self.sites.push(Site { what, stands, location: code.location, flag });
        self.sites.len()
    }

    /// From here on only this error counts. There can be one such error in a run.
    pub fn only(&mut self, code: &mut Code, build: &mut ProgramBuilder, error: Operand) {
        let only = *self.only.get_or_insert_with(|| build.variable("only_error", NUMBER));
        let before = code.read(only, NUMBER);
        let none = code.test(Operator::Equal, &[before, number(0)]);
        code.assume(none);
        code.write(only, error, NUMBER);
    }

    /// The checks, at the very end, once it is known that the run is one of the
    /// concurrent program. Closes the function.
    pub fn check(self, code: &mut Code, build: &mut ProgramBuilder) {
        let which = match self.sites.len() {
            0 => None,
            _ => Some(code.nondet(NUMBER, "the check that is looked at")),
        };
        if let (Some(only), Some(which)) = (self.only, which) {
            let only = code.read(only, NUMBER);
            let all = code.test(Operator::Equal, &[only, number(0)]);
            let this = code.test(Operator::Equal, &[only, which]);
            let counts = code.either(all, this);
            code.assume(counts);
        }
        let from = code.current();
        let done = code.block();
        let mut cases: Vec<(Bits, Edge)> = Vec::new();
        for (position, site) in self.sites.into_iter().enumerate() {
            let block = code.block();
            cases.push((Bits::new(position as u128 + 1, 32), edge(block)));
            code.go_to(block);
            code.location = site.location;
            if let Some((slot, place)) = site.stands {
                build.mark(code, TraceMark::Stands { slot, place });
            }
            let wrong = code.read(site.flag, BIT);
            match site.what {
                Failure::Check { kind, message, cut } => {
                    if let Some(reached) = cut {
                        build.mark(code, TraceMark::Cut { reached });
                    }
                    let right = code.not(wrong);
                    code.check(kind, right, &message);
                    code.jump(done);
                }
                Failure::Unsupported(what) => {
                    let reached = code.block();
                    code.branch(wrong, reached, done);
                    code.go_to(reached);
                    code.add(Instruction::Unsupported { what });
                    code.jump(done);
                }
            }
        }
        code.location = None;
        code.go_to(from);
        code.close(match which {
            Some(value) => Terminator::Switch { value, cases, default: edge(done) },
            None => Terminator::Jump(edge(done)),
        });
        code.go_to(done);
        code.close(Terminator::Stop(StopReason::Exit));
    }
}
