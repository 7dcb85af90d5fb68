//! What goes wrong in a run that is perhaps no run of the concurrent program: it
//! is noted, a bit for each place, and checked in the end. The last choice of
//! a run is which of the bits is looked at, so that none hides another.

use raddle_ir::{
    CheckKind, Edge, GlobalId, Instruction, Location, Operand, StopReason, Terminator, Type,
};
use raddle_passes::Place;
use raddle_terms::Bits;

use super::Build;
use crate::bounded::Slot;
use crate::code::{Code, edge};
use crate::marks::{Mark, Reached};

/// What went wrong on the way.
#[derive(Default)]
pub struct Errors {
    sites: Vec<Site>,
}

struct Site {
    what: What,
    stands: Option<(Slot, Place)>,
    location: Option<Location>,
    flag: GlobalId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Check { kind: CheckKind, message: String, cut: Option<Reached> },
    Unsupported(String),
}

const BIT: Type = Type::Integer(1);

impl Errors {
    /// Notes whether this goes wrong here. A statement runs at most once.
    pub fn note(&mut self, code: &mut Code, build: &mut Build, what: What, wrong: Operand) {
        self.note_of(None, code, build, what, wrong);
    }

    /// The same, of a thread in front of a place of the original program.
    pub fn note_of(
        &mut self,
        stands: Option<(Slot, Place)>,
        code: &mut Code,
        build: &mut Build,
        what: What,
        wrong: Operand,
    ) {
        let flag = build.variable(&format!("error_{}", self.sites.len()), BIT);
        code.write(flag, wrong, BIT);
        self.sites.push(Site { what, stands, location: code.location, flag });
    }

    /// The checks, at the very end, once it is known that the run is one of the
    /// concurrent program. Closes the function.
    pub fn check(self, code: &mut Code, build: &mut Build) {
        let which = match self.sites.len() {
            0 => None,
            _ => Some(code.nondet(Type::Integer(32), "the check that is looked at")),
        };
        let from = code.current();
        let done = code.block();
        let mut cases: Vec<(Bits, Edge)> = Vec::new();
        for (number, site) in self.sites.into_iter().enumerate() {
            let block = code.block();
            cases.push((Bits::new(number as u128, 32), edge(block)));
            code.go_to(block);
            code.location = site.location;
            if let Some((slot, place)) = site.stands {
                build.mark(code, Mark::Stands { slot, place });
            }
            let wrong = code.read(site.flag, BIT);
            match site.what {
                What::Check { kind, message, cut } => {
                    if let Some(reached) = cut {
                        build.mark(code, Mark::Cut { reached });
                    }
                    let right = code.not(wrong);
                    code.check(kind, right, &message);
                    code.jump(done);
                }
                What::Unsupported(what) => {
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
