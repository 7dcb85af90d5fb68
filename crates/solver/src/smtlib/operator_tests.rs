//! Every operator's text against its evaluation, by asking solvers that are
//! installed: exhaustively at small widths, at corners of greater ones.
//!
//! Each operator at each width becomes one function and one question: is there
//! a row of the table of values that the function contradicts?

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use raddle_terms::operator::evaluate;
use raddle_terms::{Bits, FloatBinary, FloatKind, FloatPredicate, FloatUnary, Operator};

use super::operators::{Meaning, Operand, constant, meaning, sort};

const PARAMETERS: [&str; 3] = ["x", "y", "w"];

/// What each `check-sat` of the script says; `None`, with a note, if the
/// solver is not installed.
fn run(solver: &[&str], script: &str) -> Option<Vec<String>> {
    let mut child = match Command::new(solver[0])
        .args(&solver[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
    {
        Ok(child) => child,
        Err(error) => {
            eprintln!("not tested with {}: {error}", solver[0]);
            return None;
        }
    };
    let mut input = child.stdin.take().unwrap();
    let script = script.to_owned();
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

/// The operator with operands of these widths, and rows of their values.
struct Case {
    operator: Operator,
    rows: Vec<Vec<Bits>>,
}

impl Case {
    fn widths(&self) -> Vec<u16> {
        self.rows[0].iter().map(|value| value.width()).collect()
    }

    /// Satisfiable if and only if the text contradicts the evaluation.
    fn question(&self) -> String {
        let widths = self.widths();
        let operands: Vec<Operand> = widths
            .iter()
            .zip(PARAMETERS)
            .map(|(width, name)| Operand { text: name.to_owned(), width: *width })
            .collect();
        let result = sort(self.operator.result_width(&widths).unwrap());
        let mut parameters = String::new();
        for operand in &operands {
            write!(parameters, "({} {})", operand.text, sort(operand.width)).unwrap();
        }
        let mut text = "(push 1)\n".to_owned();
        let (definition, is_function) = match meaning(self.operator, &operands, "r").unwrap() {
            Meaning::Expression(body) => {
                (format!("(define-fun f ({parameters}) {result} {body})"), true)
            }
            Meaning::Constraint(body) => {
                (format!("(define-fun f ({parameters}(r {result})) Bool {body})"), false)
            }
        };
        writeln!(text, "{definition}\n(assert (or false").unwrap();
        for row in &self.rows {
            let values: Vec<String> = row.iter().map(|value| constant(*value)).collect();
            let (values, expected) = (values.join(" "), constant(evaluate(self.operator, row)));
            if is_function {
                writeln!(text, "(distinct (f {values}) {expected})").unwrap();
            } else {
                // By its neighbour and the other sign it must not be.
                writeln!(text, "(not (f {values} {expected}))").unwrap();
                let found = evaluate(self.operator, row);
                for wrong in [1, 1 << (found.width() - 1)] {
                    let wrong = constant(Bits::new(found.unsigned() ^ wrong, found.width()));
                    writeln!(text, "(f {values} {wrong})").unwrap();
                }
            }
        }
        text.push_str("))\n(check-sat)\n(pop 1)\n");
        text
    }
}

fn verify(cases: &[Case]) {
    assert!(!cases.is_empty());
    for solver in [&["z3", "-in", "-smt2"] as &[&str], &["cvc5", "--lang=smt2", "--incremental"]] {
        let mut script = "(set-logic ALL)\n".to_owned();
        cases.iter().for_each(|case| script.push_str(&case.question()));
        let Some(answers) = run(solver, &script) else { continue };
        for (case, answer) in cases.iter().zip(&answers) {
            assert_eq!(answer, "unsat", "{}: {} {:?}", solver[0], case.operator, case.widths());
        }
        assert_eq!(answers.len(), cases.len(), "{}", solver[0]);
    }
}

fn all(width: u16) -> Vec<Bits> {
    (0..1u128 << width).map(|value| Bits::new(value, width)).collect()
}

/// Where results change their shape, and a few values in between.
fn corners(width: u16) -> Vec<Bits> {
    let top = 1u128 << (width - 1);
    let ragged = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835u128;
    let width_itself = u128::from(width);
    [0, 1, 2, width_itself - 1, width_itself, width_itself + 1, top - 1, top, top + 1]
        .into_iter()
        .chain([!0, !1, ragged, !ragged, ragged >> 60, 1 << (width / 2)])
        .map(|value| Bits::new(value, width))
        .collect()
}

fn pairs(values: &[Bits]) -> Vec<Vec<Bits>> {
    values.iter().flat_map(|left| values.iter().map(|right| vec![*left, *right])).collect()
}

fn singles(values: &[Bits]) -> Vec<Vec<Bits>> {
    values.iter().map(|value| vec![*value]).collect()
}

#[test]
fn binary_operators_exhaustively_at_small_widths() {
    let cases = Operator::of_two()
        .flat_map(|operator| (1..=4).map(move |width| (operator, width)))
        .map(|(operator, width)| Case { operator, rows: pairs(&all(width)) });
    verify(&cases.collect::<Vec<_>>());
}

#[test]
fn unary_operators_exhaustively_at_small_widths() {
    let mut cases = Vec::new();
    for width in 1..=7 {
        let rows = singles(&all(width));
        cases.extend(Operator::of_one(width).map(|operator| Case { operator, rows: rows.clone() }));
        for to in width..=9 {
            for operator in [Operator::ZeroExtend(to), Operator::SignExtend(to)] {
                cases.push(Case { operator, rows: rows.clone() });
            }
        }
    }
    cases.extend(Operator::of_one(8).map(|operator| Case { operator, rows: singles(&all(8)) }));
    verify(&cases);
}

#[test]
fn operators_at_corners_of_great_widths() {
    let mut cases = Vec::new();
    for width in [8, 33, 64, 65, 128] {
        let values = corners(width);
        cases.extend(Operator::of_two().map(|operator| Case { operator, rows: pairs(&values) }));
        cases.extend(
            Operator::of_one(width).map(|operator| Case { operator, rows: singles(&values) }),
        );
        for offset_bits in [1, width / 2, width - 1, width] {
            let operator = Operator::PointerAdd { offset_bits };
            cases.push(Case { operator, rows: pairs(&values) });
        }
        for operator in [Operator::ZeroExtend(128), Operator::SignExtend(128)] {
            cases.push(Case { operator, rows: singles(&values) });
        }
        if width % 8 == 0 {
            cases.push(Case { operator: Operator::SwapBytes, rows: singles(&values) });
        }
    }
    verify(&cases);
}

#[test]
fn parts_and_choices_exhaustively_at_small_widths() {
    let mut cases = Vec::new();
    for width in 1..=5u16 {
        for low in 0..width {
            for part in 1..=width - low {
                let operator = Operator::Extract { low, width: part };
                cases.push(Case { operator, rows: singles(&all(width)) });
            }
        }
    }
    for (upper, lower) in [(1, 1), (1, 3), (3, 1), (2, 3)] {
        let rows = all(upper)
            .into_iter()
            .flat_map(|left| all(lower).into_iter().map(move |right| vec![left, right]));
        cases.push(Case { operator: Operator::Concat, rows: rows.collect() });
    }
    for width in 1..=3 {
        let rows = pairs(&all(width)).into_iter().flat_map(|row| {
            [false, true].map(|condition| [vec![Bits::boolean(condition)], row.clone()].concat())
        });
        cases.push(Case { operator: Operator::IfThenElse, rows: rows.collect() });
    }
    for width in 1..=4 {
        for offset_bits in 1..=width {
            let operator = Operator::PointerAdd { offset_bits };
            cases.push(Case { operator, rows: pairs(&all(width)) });
        }
    }
    verify(&cases);
}

/// Zeros, subnormal and normal numbers, ties, limits of the integers,
/// infinities, and NaNs of both signs, quiet and signalling.
fn patterns(kind: FloatKind) -> Vec<Bits> {
    let numbers = [0.0, 0.5, 1.0, 1.5, 2.5, 3.0, 0.1, 255.9, 1e10, 1e-40, f64::MIN_POSITIVE];
    let limits = [31, 32, 62, 63, 64, 126, 127, 128].map(|power| f64::powi(2.0, power));
    let others = [f64::INFINITY, f64::MAX, 2_147_483_647.5, 4_294_967_295.0];
    let positive = numbers.into_iter().chain(limits).chain(others);
    let mut patterns: Vec<u128> = match kind {
        FloatKind::F32 => positive.map(|it| (it as f32).to_bits().into()).collect(),
        FloatKind::F64 => positive.map(|it| it.to_bits().into()).collect(),
    };
    patterns.extend(match kind {
        FloatKind::F32 => [1, 0x007f_ffff, 0x7f7f_ffff, 0x7f80_0001, 0x7fc1_2345],
        FloatKind::F64 => [
            1,
            0x000f_ffff_ffff_ffff,
            0x43df_ffff_ffff_ffff,
            0x7ff0_0000_0000_0001,
            0x7ff8_1234_5678_9abc,
        ],
    });
    let sign = 1u128 << (kind.width() - 1);
    let negative: Vec<u128> = patterns.iter().map(|pattern| pattern | sign).collect();
    patterns.into_iter().chain(negative).map(|it| Bits::new(it, kind.width())).collect()
}

#[test]
fn floating_point_comparisons_and_signs() {
    let mut cases = Vec::new();
    for kind in [FloatKind::F32, FloatKind::F64] {
        let values: Vec<Bits> = patterns(kind).into_iter().step_by(2).collect();
        for mask in [1, 2, 4, 8, 13] {
            let predicate = FloatPredicate {
                less: mask & 1 != 0,
                equal: mask & 2 != 0,
                greater: mask & 4 != 0,
                unordered: mask & 8 != 0,
            };
            let operator = Operator::FloatCompare(kind, predicate);
            cases.push(Case { operator, rows: pairs(&values) });
        }
        for operator in [FloatUnary::Negate.of(kind), FloatUnary::Absolute.of(kind)] {
            cases.push(Case { operator, rows: singles(&values) });
        }
    }
    verify(&cases);
}

#[test]
fn floating_point_arithmetic() {
    let mut cases = Vec::new();
    for kind in [FloatKind::F32, FloatKind::F64] {
        let values = patterns(kind);
        let few: Vec<Bits> = values.iter().copied().step_by(3).collect();
        for operator in [
            FloatBinary::Add.of(kind),
            FloatBinary::Subtract.of(kind),
            FloatBinary::Multiply.of(kind),
            FloatBinary::Divide.of(kind),
        ] {
            cases.push(Case { operator, rows: pairs(&few) });
        }
        for operator in [
            FloatUnary::SquareRoot.of(kind),
            FloatUnary::Floor.of(kind),
            FloatUnary::Ceiling.of(kind),
            FloatUnary::Truncate.of(kind),
            FloatUnary::Round.of(kind),
            FloatUnary::RoundEven.of(kind),
            Operator::FloatConvert { from: kind, to: FloatKind::F32 },
            Operator::FloatConvert { from: kind, to: FloatKind::F64 },
        ] {
            cases.push(Case { operator, rows: singles(&values) });
        }
    }
    verify(&cases);
}

#[test]
fn floating_point_conversions_to_and_from_integers() {
    let mut cases = Vec::new();
    for kind in [FloatKind::F32, FloatKind::F64] {
        for width in [1, 8, 31, 32, 33, 63, 64, 65, 128] {
            for operator in [
                Operator::FloatToSigned { from: kind, width },
                Operator::FloatToUnsigned { from: kind, width },
            ] {
                cases.push(Case { operator, rows: singles(&patterns(kind)) });
            }
            let integers = singles(&if width == 1 { all(1) } else { corners(width) });
            for operator in [Operator::SignedToFloat(kind), Operator::UnsignedToFloat(kind)] {
                cases.push(Case { operator, rows: integers.clone() });
            }
        }
    }
    verify(&cases);
}

#[test]
fn the_floating_point_remainder_is_refused() {
    let operand = || Operand { text: "x".to_owned(), width: 32 };
    let operator = FloatBinary::Remainder.of(FloatKind::F32);
    assert!(meaning(operator, &[operand(), operand()], "r").is_err());
}
