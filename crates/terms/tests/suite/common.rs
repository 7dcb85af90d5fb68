//! What the tests share: every operator with sensible parameters, and the
//! making of cases.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use raddle_terms::{FloatBinary, FloatKind, FloatPredicate, FloatUnary, Operator};

pub const KINDS: [FloatKind; 2] = [FloatKind::F32, FloatKind::F64];

pub fn predicates() -> Vec<FloatPredicate> {
    (0..16)
        .map(|bits| FloatPredicate {
            less: bits & 1 != 0,
            equal: bits & 2 != 0,
            greater: bits & 4 != 0,
            unordered: bits & 8 != 0,
        })
        .collect()
}

pub fn float_operators(kind: FloatKind) -> Vec<Operator> {
    let mut all = vec![Operator::SignedToFloat(kind), Operator::UnsignedToFloat(kind)];
    all.extend(FloatBinary::ALL.iter().map(|operator| operator.of(kind)));
    all.extend(FloatUnary::ALL.iter().map(|operator| operator.of(kind)));
    for to in KINDS {
        all.push(Operator::FloatConvert { from: kind, to });
    }
    for width in [1, 8, 16, 31, 32, 33, 64, 100, 128] {
        all.push(Operator::FloatToSigned { from: kind, width });
        all.push(Operator::FloatToUnsigned { from: kind, width });
    }
    for predicate in predicates() {
        all.push(Operator::FloatCompare(kind, predicate));
    }
    all
}

pub fn all_operators() -> Vec<Operator> {
    let mut all = Vec::new();
    all.extend(Operator::of_two());
    all.extend(Operator::of_one(8));
    all.extend([Operator::Concat, Operator::IfThenElse]);
    for width in [1, 7, 8, 32, 64, 128] {
        all.push(Operator::ZeroExtend(width));
        all.push(Operator::SignExtend(width));
        all.push(Operator::PointerAdd { offset_bits: width });
        for low in [0, 1, 31, 100] {
            all.push(Operator::Extract { low, width });
        }
    }
    all.extend(KINDS.into_iter().flat_map(float_operators));
    all
}

/// The same cases in every run.
pub fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Values near the borders of every width as often as arbitrary ones.
pub fn interesting() -> impl Strategy<Value = u128> {
    let near = (0u32..128, -2i128..3)
        .prop_map(|(bit, distance)| (1u128 << bit).wrapping_add(distance as u128));
    prop_oneof![any::<u128>(), near, 0u128..20, (0u128..20).prop_map(|v| !v)]
}
