//! Why checks hold, in words for people who write C: what keeps accesses of shared variables
//! apart, and what the variables in conditions can be.

use std::collections::{BTreeMap, BTreeSet};

use raddle_ir::CheckKind;
use raddle_modular::Analysis;
use raddle_modular::grounds::Ground as Noted;
use raddle_modular::objects::ObjectId;
use raddle_modular::range::Range;
use raddle_modular::reasons::{Reason, Which, needs_reason, reasons};
use raddle_modular::span::Span;
use raddle_modular::tables::Touched;
use raddle_verdict::Ground;

use crate::views::names::Names;

/// Objects with more different accesses are not explained.
const MOST_ACCESSES: usize = 300;

pub fn grounds(names: &Names<'_>, analysis: &Analysis<'_>) -> Vec<Ground> {
    let mut list = Vec::new();
    for kind in analysis.tables.selected.iter().filter(|kind| analysis.proves(*kind)) {
        match kind {
            CheckKind::Race => list.extend(of_races(names)),
            CheckKind::Assert
            | CheckKind::Reach
            | CheckKind::Deadlock
            | CheckKind::Memory
            | CheckKind::Leak
            | CheckKind::Overflow
            | CheckKind::Division
            | CheckKind::Shift
            | CheckKind::Unwind => list.extend(of_check(names, kind)),
        }
    }
    list
}

// ---- conditions ----

fn of_check(names: &Names<'_>, kind: CheckKind) -> Vec<Ground> {
    let all = names.tables.grounds.iter().flatten().filter(|((of, _), _)| *of == kind);
    let told = all.map(|((_, place), noted)| {
        let because: Vec<String> =
            noted.variables.iter().filter_map(|(name, range)| value(name, range)).collect();
        let about = format!("{} ({})", names.at(*place), noted.message);
        let because = because.into_iter().map(|text| format!("{text} {}", by_whom(names, noted)));
        Ground { kind, about, because: because.collect() }
    });
    told.filter(|ground| !ground.because.is_empty()).collect()
}

fn by_whom(names: &Names<'_>, noted: &Noted) -> String {
    let mut kinds: BTreeSet<String> = noted.kinds.iter().map(|kind| names.thread(*kind)).collect();
    // The first of many is one of them.
    let all = kinds.clone();
    kinds.retain(|kind| !all.contains(&format!("threads of {kind}")));
    let kinds: Vec<String> = kinds.into_iter().collect();
    format!("in {}", kinds.join(" and "))
}

/// `i` is 0..9; nothing where that says nothing.
fn value(name: &str, range: &Range) -> Option<String> {
    let says_nothing = range.is_any() || range.is_wild() || !range.pointers().is_empty();
    (!says_nothing).then(|| format!("`{name}` is {range}"))
}

// ---- accesses ----

fn of_races(names: &Names<'_>) -> Vec<Ground> {
    let mut objects: BTreeMap<ObjectId, Vec<Touched>> = BTreeMap::new();
    for touched in names.tables.touched.keys() {
        objects.entry(touched.object).or_default().push(*touched);
    }
    let mut list = Vec::new();
    for accesses in objects.values_mut().filter(|list| list.len() <= MOST_ACCESSES) {
        accesses.sort_by_key(|touched| (touched.span, touched.kind, touched.by, touched.held));
        list.extend(of_object(names, accesses));
    }
    list.sort_by(|one, other| one.about.cmp(&other.about));
    list.dedup();
    list
}

/// What keeps the accesses of one object apart; nothing if only one thread touches it.
fn of_object(names: &Names<'_>, accesses: &[Touched]) -> Option<Ground> {
    let mut pairs: Vec<Vec<String>> = Vec::new();
    for (position, one) in accesses.iter().enumerate() {
        for other in &accesses[position..] {
            let found = reasons(names.tables, one, other);
            if needs_reason(one.kind, other.kind) && !found.contains(&Reason::OneThread) {
                let told = |reason: &Reason| text(names, *reason, (one, other), accesses);
                pairs.push(found.iter().map(told).collect());
            }
        }
    }
    let object = accesses.first()?.object;
    let spans: BTreeSet<Span> = accesses.iter().map(|touched| touched.span).collect();
    let about = match spans.len() {
        1 => names.name(object, spans.first()?),
        _ => names.name(object, &Span { low: 0, high: 1, step: 1, bytes: 1 }),
    };
    let about = about.trim_end_matches("[...]").to_string();
    let because = fewest(pairs);
    (!because.is_empty()).then_some(Ground { kind: CheckKind::Race, about, because })
}

/// A few reasons such that every pair has one of them: always the one that serves most of those
/// that have none yet.
fn fewest(mut pairs: Vec<Vec<String>>) -> Vec<String> {
    let mut chosen = Vec::new();
    while !pairs.is_empty() {
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        for reason in pairs.iter().flatten() {
            *counts.entry(reason).or_default() += 1;
        }
        let most =
            counts.iter().max_by_key(|(reason, count)| (**count, std::cmp::Reverse(*reason)));
        let Some(best) = most.map(|(reason, _)| (*reason).clone()) else { break };
        pairs.retain(|reasons| !reasons.contains(&best));
        chosen.push(best);
    }
    chosen
}

fn text(
    names: &Names<'_>,
    reason: Reason,
    (first, second): (&Touched, &Touched),
    all: &[Touched],
) -> String {
    let (one, other) = (names.thread(first.by.kind), names.thread(second.by.kind));
    match reason {
        Reason::OneThread => "only one thread touches it".to_string(),
        Reason::BeforeCreation(Which::First) => before(&one, &other),
        Reason::BeforeCreation(Which::Second) => before(&other, &one),
        Reason::AfterEnd(Which::First) => after(&other, &one),
        Reason::AfterEnd(Which::Second) => after(&one, &other),
        Reason::DifferentBytes => "threads touch different parts of it".to_string(),
        Reason::BothAtomic => "the accesses are atomic".to_string(),
        Reason::Lock(lock) => {
            let held = names.tables.locks.list.get(lock);
            let name = held.map(|(object, at)| names.name(*object, &Span::at(*at, 4)));
            let name = name.unwrap_or_default();
            match all.iter().all(|touched| touched.held.contains(lock)) {
                true => format!("every access holds `{name}`"),
                false => format!("accesses of threads that run side by side hold `{name}`"),
            }
        }
    }
}

fn before(who: &str, whom: &str) -> String {
    format!("{who} touches it before it creates {whom}")
}

fn after(who: &str, whom: &str) -> String {
    format!("{who} touches it after the end of {whom}")
}
