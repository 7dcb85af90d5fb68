//! The text form and the typing rules of operators.

use std::collections::HashSet;

use raddle_terms::operator::evaluate;
use raddle_terms::{Bits, FloatBinary, Operator};

use crate::common;

#[test]
fn text_forms_are_distinct_and_read_back() {
    let all = common::all_operators();
    let texts: HashSet<String> = all.iter().map(Operator::to_string).collect();
    assert_eq!(texts.len(), all.len());
    for operator in all {
        assert_eq!(Operator::parse(&operator.to_string()), Some(operator));
    }
}

#[test]
fn text_forms_are_as_documented() {
    let expected = [
        ("add", Operator::Add),
        ("zero_extend.32", Operator::ZeroExtend(32)),
        ("extract.0.8", Operator::Extract { low: 0, width: 8 }),
        ("pointer_add.20", Operator::PointerAdd { offset_bits: 20 }),
    ];
    for (text, operator) in expected {
        assert_eq!(operator.to_string(), text);
    }
    let less = Operator::parse("float_compare.f64.olt").map(|operator| {
        let (one, two) = (1f64.to_bits().into(), 2f64.to_bits().into());
        evaluate(operator, &[Bits::new(one, 64), Bits::new(two, 64)])
    });
    assert_eq!(less, Some(Bits::boolean(true)));
}

#[test]
fn other_texts_are_refused() {
    for text in [
        "",
        ".",
        "add.8",
        "add.",
        "Add",
        "zero_extend",
        "zero_extend.",
        "zero_extend.032",
        "zero_extend.+32",
        "zero_extend.70000",
        "zero_extend.8.8",
        "extract.8",
        "extract.0.8.1",
        "float_add.f16",
        "float_compare.f32.lt",
    ] {
        assert_eq!(Operator::parse(text), None, "{text}");
    }
}

#[test]
fn widths_that_fit() {
    let extract = Operator::Extract { low: 4, width: 8 };
    let pointer_add = Operator::PointerAdd { offset_bits: 20 };
    let cases: [(Operator, &[u16], Option<u16>); 16] = [
        (Operator::Add, &[32, 32], Some(32)),
        (Operator::Add, &[32, 16], None),
        (Operator::Add, &[32], None),
        (Operator::Add, &[0, 0], None),
        (Operator::Add, &[129, 129], None),
        (Operator::SignedLess, &[7, 7], Some(1)),
        (Operator::ZeroExtend(64), &[64], Some(64)),
        (Operator::SignExtend(32), &[64], None),
        (extract, &[12], Some(8)),
        (extract, &[11], None),
        (Operator::Concat, &[100, 28], Some(128)),
        (Operator::Concat, &[100, 29], None),
        (Operator::IfThenElse, &[1, 9, 9], Some(9)),
        (Operator::IfThenElse, &[2, 9, 9], None),
        (pointer_add, &[32, 32], Some(32)),
        (pointer_add, &[16, 16], None),
    ];
    for (operator, widths, expected) in cases {
        assert_eq!(operator.result_width(widths).ok(), expected, "{operator} of {widths:?}");
    }
}

#[test]
fn float_operators_want_their_format() {
    for kind in common::KINDS {
        let width = kind.width();
        let other = 96 - width;
        assert_eq!(FloatBinary::Add.of(kind).result_width(&[width, width]), Ok(width));
        assert!(FloatBinary::Add.of(kind).result_width(&[other, other]).is_err());
        assert_eq!(Operator::SignedToFloat(kind).result_width(&[7]), Ok(width));
        let to_signed = Operator::FloatToSigned { from: kind, width: 9 };
        assert_eq!(to_signed.result_width(&[width]), Ok(9));
    }
}

/// Whatever the operands, the result has the width that the typing rule says.
#[test]
fn results_have_the_width_of_the_rule() {
    for operator in common::all_operators() {
        for first in [1, 8, 32, 64, 120, 128] {
            for second in [1, 8, 32, 64, 120, 128] {
                let widths = &[first, second, second][..operator.arity()];
                let operands: Vec<Bits> = widths.iter().map(|width| Bits::ones(*width)).collect();
                if let Ok(width) = operator.result_width(widths) {
                    assert_eq!(evaluate(operator, &operands).width(), width, "{operator}");
                }
            }
        }
    }
}
