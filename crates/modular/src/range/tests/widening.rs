//! Widening has both, and its chains end.

use raddle_terms::Bits;

use super::{LAYOUT, Random, check_form};
use crate::range::{Base, Range};

fn chain(start: Range, width: u16, thresholds: &[u128], mut next: impl FnMut(&Range) -> Range) {
    let mut current = start;
    let mut changes = 0;
    for _ in 0..2000 {
        let new = next(&current);
        let widened = current.widen(&current.join(&new), thresholds);
        check_form(&widened);
        assert!(current.is_subset_of(&widened) && new.is_subset_of(&widened), "{current} {new}");
        changes += usize::from(widened != current);
        assert!(widened == current || !widened.is_subset_of(&current));
        current = widened;
    }
    let most = 24 + 2 * thresholds.len() + usize::from(width) / 2;
    assert!(changes <= most, "{changes} changes to {current}");
}

#[test]
fn chains_end() {
    let random = &mut Random(9);
    for width in [4, 8, 32, 64, 128] {
        for count in [0, 1, 5] {
            for _ in 0..40 {
                let mut thresholds: Vec<u128> = (0..count).map(|_| random.value(width)).collect();
                thresholds.sort_unstable();
                let start = random.range(width);
                chain(start, width, &thresholds, |_| random.range(width));
                let start = Range::constant(Bits::new(random.value(width), width));
                chain(start, width, &thresholds, |_| {
                    Range::constant(Bits::new(random.value(width), width))
                });
            }
        }
    }
}

#[test]
fn chains_of_offsets_end() {
    let random = &mut Random(10);
    for _ in 0..50 {
        let start = Range::pointer(Base(0), 0, &LAYOUT);
        chain(start, 64, &[40, 80], |_| {
            let base = Base(random.below(3) as u32);
            Range::pointer(base, random.below(1000) as i64 * 4 - 100, &LAYOUT)
        });
    }
}

/// The ranges of a counter that is widened from its second round on.
fn counter(start: i128, step: i128, thresholds: &[u128]) -> Vec<String> {
    let mut current = Range::constant(Bits::from_signed(start, 32));
    let mut seen = vec![current.to_string()];
    loop {
        let step = Range::constant(Bits::from_signed(step, 32));
        let next = crate::range::apply(&LAYOUT, raddle_terms::Operator::Add, &[&current, &step]);
        let widened = current.widen(&current.join(&next), thresholds);
        if widened == current {
            return seen;
        }
        current = widened;
        seen.push(current.to_string());
    }
}

#[test]
fn counters() {
    assert_eq!(counter(0, 1, &[])[..2], ["0", "0..2147483647"]);
    assert_eq!(counter(-1, 1, &[])[..3], ["4294967295", "-1..0", "-1..2147483647"]);
    assert_eq!(counter(0, 1, &[10])[..3], ["0", "0..10", "0..2147483647"]);
    assert_eq!(counter(10, -1, &[])[..2], ["10", "0..10"]);
    assert_eq!(counter(0, 8, &[])[..2], ["0", "0, 8, ..., 2147483640"]);
    assert_eq!(counter(0, 1, &[]).last().map(String::as_str), Some("any"));
}
