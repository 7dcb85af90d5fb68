//! Engine `uw`: under-approximation and widening (Cordeiro and Fischer, section
//! 3.4, figure 5). The formula is that of `schedule`, where a thread may be
//! chosen at a switch only if a control literal allows it. At first only those
//! of one interleaving are allowed; whatever a proof that nothing is wrong needs
//! to be forbidden is allowed next.
//!
//! Deviation: whether bounds cut something off is asked without restrictions.

use raddle_passes::Ready;
use raddle_solver::Model;
use raddle_terms::{Term, TermStore};
use raddle_verdict::Report;

use super::control_graph::Formula;
use super::recording::{self, Technique};
use crate::SymbolicOptions;
use crate::common::solving::{Checked, Solving};
use crate::registry::{self, Engine};

pub fn run(ready: &Ready, options: &SymbolicOptions<'_>) -> Report {
    recording::run(ready, options, Widening { iterations: 0 })
}

struct Widening {
    iterations: u64,
}

impl Technique for Widening {
    const ENGINE: &'static Engine = &registry::UW;
    const PERMISSIONS: bool = true;

    fn find(
        &mut self,
        terms: &mut TermStore,
        solving: &mut Solving,
        formula: &Formula,
        goal: Term,
    ) -> Option<Model> {
        let permissions = formula.permissions.iter();
        let mut assumed: Vec<Term> = permissions
            .filter(|(switch, _)| !formula.first.contains(switch))
            .map(|(_, permission)| terms.not(*permission))
            .collect();
        assumed.push(goal);
        loop {
            self.iterations += 1;
            match solving.check(terms, &assumed) {
                Checked::Satisfiable(model) => return Some(model),
                Checked::Unsatisfiable(core) => {
                    let before = assumed.len();
                    assumed.retain(|term| *term == goal || !core.contains(term));
                    if assumed.len() == before {
                        return None;
                    }
                }
                Checked::Unknown(reason) => {
                    solving.undecided.get_or_insert(reason);
                    return None;
                }
            }
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("iterations", self.iterations)]
    }
}
