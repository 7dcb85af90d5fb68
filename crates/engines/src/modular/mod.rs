//! Engine `modular`: proofs for any number of threads and iterations, by static analysis.
//!
//! What it does is the crate `raddle_modular`'s; here its results become verdicts. It
//! only ever answers *holds* or *unknown*: what it cannot prove may hold all the same.

mod evidence;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use raddle_ir::CheckKind;
use raddle_modular::analysis::TIME_IS_OVER;
use raddle_modular::certificate::{Certificate, of_analysis};
use raddle_modular::{Analysis, analyse, analyse_and_keep};
use raddle_passes::{Place, Ready};
use raddle_verdict::Report;

use crate::ExplicitOptions;
use crate::common::findings::{Findings, STOPPING};
use crate::common::limits::Watch;
use crate::registry::MODULAR;
use crate::views::names::Names;

/// How long it takes at most beside others: what it proves it proves soon.
const MOST_BESIDE_OTHERS: Duration = Duration::from_millis(1500);

/// Where the certificate of what was proved is left.
#[derive(Clone, Debug, Default)]
pub struct Certificates(Arc<Mutex<Option<Certificate>>>);

impl Certificates {
    fn put(&self, certificate: Option<Certificate>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = certificate;
    }

    /// What was proved, if something was.
    pub fn take(&self) -> Option<Certificate> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

pub fn run(
    ready: &Ready,
    options: &ExplicitOptions<'_>,
    certificates: Option<&Certificates>,
) -> Report {
    let mut watch = Watch::new(options.limits.clone());
    let shared = options.limits.shared;
    let mut goes_on =
        || watch.reached().is_none() && !(shared && watch.elapsed() > MOST_BESIDE_OTHERS);
    let analysis = match certificates {
        None => analyse(ready, options.selected, &mut goes_on),
        Some(_) => analyse_and_keep(ready, options.selected, &mut goes_on),
    };
    if let Some(certificates) = certificates {
        certificates.put(of_analysis(&analysis));
    }
    let mut findings = Findings::new(&MODULAR, options.selected);
    findings.count("steps", analysis.tables.steps);
    findings.count("rounds", u64::from(analysis.rounds));
    tell(ready, &analysis, shared, &mut findings);
    let names = Names { ready, tables: &analysis.tables };
    findings.grounds = evidence::grounds(&names, &analysis);
    findings.report(ready, watch.elapsed())
}

fn tell(ready: &Ready, analysis: &Analysis<'_>, shared: bool, findings: &mut Findings) {
    if let Some(gap) = analysis.gap() {
        let beside =
            if shared { ", which is short beside others (see --engine modular)" } else { "" };
        let over = if gap == TIME_IS_OVER { beside } else { "" };
        findings.gap(format!("not proved: {gap}{over}"));
        return;
    }
    for kind in findings.open().iter() {
        if let Some(unproved) = analysis.unproved(kind).first() {
            let at = at(ready, unproved.place);
            findings.unanswered(kind, format!("not proved{at}: {}", unproved.message));
        }
    }
    if let Some(race) = analysis.races.first() {
        let (one, other) = (at(ready, race.first.1), at(ready, race.second.1));
        let reason = format!("not proved: nothing seems to keep accesses{one} and{other} apart");
        findings.unanswered(CheckKind::Race, reason);
    }
    let unproved = |kind: &CheckKind| !analysis.unproved(*kind).is_empty();
    findings.followed_up_to = STOPPING.into_iter().filter(unproved).collect();
    findings.assumed_defined = !analysis.undefined().is_empty();
}

fn at(ready: &Ready, place: Place) -> String {
    ready.location_text(place).map_or(String::new(), |at| format!(" at {at}"))
}
