//! The sequential program among others: what a run of it has to be given so that it
//! fails, and what a run that another verifier found is of the original.

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::symbolic::Unwind;
use raddle_sequential::RunEvent;
use raddle_terms::Bits;
use raddle_verdict::Counterexample;

use super::stage::Made;
use super::{SequentialOptions, lift};
use crate::SymbolicOptions;
use crate::common::limits::Watch;
use crate::common::questions::Possible;
use crate::common::refusal::Refusal;
use crate::common::sequential_formula::SequentialFormula;

/// A failing run of the sequential program.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    pub kind: CheckKind,
    /// What its `nondet` instructions give, in order.
    pub values: Vec<Bits>,
}

/// The values with which the first of these checks that can fail does. An error is
/// a reason why that is not known.
pub fn values(made: &Made, options: &SequentialOptions<'_>) -> Result<Option<Values>, String> {
    let mut watch = Watch::new(options.symbolic.limits.clone());
    let settings: &SymbolicOptions<'_> = &options.symbolic;
    let mut whole =
        SequentialFormula::open_made(&made.ready, settings).map_err(|error| error.message)?;
    let record = whole.unroll(settings, Unwind::default(), &mut watch);
    for kind in settings.selected.iter() {
        match whole.failure(&record, kind).1 {
            Possible::Yes((_, model)) => {
                let reason = |refusal: Refusal| refusal.reason(kind);
                let schedule = whole.schedule(&record, &model, kind).map_err(reason)?;
                let ran = lift::ran(&made.ready, kind, &schedule).map_err(reason)?;
                let values = ran.iter().filter_map(|item| match item {
                    RunEvent::Value(value) => Some(*value),
                    RunEvent::Output(_) | RunEvent::Unwritten(_) => None,
                });
                return Ok(Some(Values { kind, values: values.collect() }));
            }
            Possible::No => {}
            Possible::Undecided(reason) => return Err(reason),
        }
    }
    match record.gaps.first() {
        Some(gap) if whole.any(&[&gap.guard]).may_be() => Err(gap.reason.clone()),
        Some(_) | None => Ok(None),
    }
}

/// The counterexample of the original that a run of the sequential program stands
/// for.
pub fn lifted(
    original: &Ready,
    made: &Made,
    kind: CheckKind,
    ran: &[RunEvent],
) -> Result<Counterexample, String> {
    let happened = made.sequential.happened(ran).ok_or("its marks make no sense")?;
    lift::lift(original, kind, &happened).map_err(|refusal| refusal.reason(kind))
}
