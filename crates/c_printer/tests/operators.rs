//! Each operator, printed as C and compiled, computes what `evaluate` computes.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

mod compiling;

use compiling::{compile, compilers, run};
use raddle_c_printer::{Dialect, print};
use raddle_ir::{
    Callee, Edge, FileId, FunctionId, IndexVec, Instruction, Operand, Origin, Program, StopReason,
    Target, Terminator, Type,
};
use raddle_sequential::Code;
use raddle_sequential::code::constant;
use raddle_terms::operator::evaluate;
use raddle_terms::{Bits, FloatBinary, FloatKind, FloatPredicate, FloatUnary, Operator};

/// Calls of one operator.
struct Case {
    operator: Operator,
    widths: Vec<u16>,
    operands: Vec<Vec<Bits>>,
}

/// A row of numbers without a pattern, the same in each run.
struct Row(u64);

impl Row {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Corners are as likely as everything else.
    fn bits(&mut self, width: u16) -> Bits {
        let any = u128::from(self.next()) << 64 | u128::from(self.next());
        let corner = match self.next() % 12 {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (width - 1),
            4 => (1 << (width - 1)) - 1,
            5 => any & 0xff,
            6 => !(any & 0xff),
            _ => any,
        };
        Bits::new(corner, width)
    }

    fn float(&mut self, kind: FloatKind) -> Bits {
        const NUMBERS: [f64; 22] = [
            0.0,
            -0.0,
            0.5,
            -0.5,
            1.5,
            -1.5,
            2.5,
            -2.5,
            0.49999999999999994,
            1e300,
            -1e300,
            1e-310,
            2147483647.5,
            -2147483648.5,
            4294967296.0,
            9.3e18,
            -9.3e18,
            1.9e19,
            1e39,
            f64::INFINITY,
            f64::NEG_INFINITY,
            4503599627370497.5,
        ];
        let number = NUMBERS[self.next() as usize % NUMBERS.len()];
        let small = (self.next() as i64 >> 40) as f64 / 64.0;
        let any = self.next();
        match (kind, self.next() % 4) {
            (FloatKind::F32, 0) => Bits::narrow(any & 0xffff_ffff, 32),
            (FloatKind::F64, 0) => Bits::narrow(any, 64),
            (FloatKind::F32, 1) => Bits::narrow(u64::from((small as f32).to_bits()), 32),
            (FloatKind::F64, 1) => Bits::narrow(small.to_bits(), 64),
            (FloatKind::F32, 2) => Bits::narrow(u64::from((number as f32).to_bits()), 32),
            (FloatKind::F64, 2) => Bits::narrow(number.to_bits(), 64),
            // Not a number, quiet or not.
            (FloatKind::F32, _) => Bits::narrow((any & 0xffff_ffff) | 0x7f80_0001, 32),
            (FloatKind::F64, _) => Bits::narrow(any | 0x7ff0_0000_0000_0001, 64),
        }
    }
}

const WIDTHS: [u16; 9] = [1, 5, 8, 16, 24, 32, 48, 64, 128];

fn integer_operators(width: u16) -> Vec<Operator> {
    let mut list = vec![
        Operator::IfThenElse,
        Operator::Concat,
        Operator::SignedToFloat(FloatKind::F32),
        Operator::SignedToFloat(FloatKind::F64),
        Operator::UnsignedToFloat(FloatKind::F32),
        Operator::UnsignedToFloat(FloatKind::F64),
    ];
    list.extend(Operator::of_two().chain(Operator::of_one(width)));
    for to in WIDTHS {
        if to >= width {
            list.extend([Operator::ZeroExtend(to), Operator::SignExtend(to)]);
        } else {
            let low = |low| Operator::Extract { low, width: to };
            list.extend([low(0), low(width - to)]);
        }
    }
    list
}

fn float_operators(kind: FloatKind) -> Vec<Operator> {
    let mut list = Vec::new();
    list.extend(FloatBinary::ALL.iter().map(|operator| operator.of(kind)));
    list.extend(FloatUnary::ALL.iter().map(|operator| operator.of(kind)));
    list.push(Operator::FloatConvert { from: kind, to: FloatKind::F32 });
    list.push(Operator::FloatConvert { from: kind, to: FloatKind::F64 });
    for position in 0..16u8 {
        let bit = |number: u8| position >> number & 1 == 1;
        let predicate =
            FloatPredicate { less: bit(0), equal: bit(1), greater: bit(2), unordered: bit(3) };
        list.push(Operator::FloatCompare(kind, predicate));
    }
    for width in [1, 8, 16, 31, 32, 33, 63, 64, 80, 128] {
        list.push(Operator::FloatToSigned { from: kind, width });
        list.push(Operator::FloatToUnsigned { from: kind, width });
    }
    list
}

const TRIES: usize = 20;

fn cases() -> Vec<Case> {
    let mut row = Row(7);
    let mut cases = Vec::new();
    for width in WIDTHS {
        for operator in integer_operators(width) {
            let widths = match operator.arity() {
                1 => vec![width],
                3 => vec![1, width, width],
                _ => vec![width, width],
            };
            if operator.result_width(&widths).is_err() {
                continue;
            }
            let operands =
                (0..TRIES).map(|_| widths.iter().map(|width| row.bits(*width)).collect()).collect();
            cases.push(Case { operator, widths, operands });
        }
    }
    for kind in [FloatKind::F32, FloatKind::F64] {
        for operator in float_operators(kind) {
            let widths = vec![kind.width(); operator.arity()];
            let operands =
                (0..4 * TRIES).map(|_| widths.iter().map(|_| row.float(kind)).collect()).collect();
            cases.push(Case { operator, widths, operands });
        }
    }
    cases
}

/// Says the result of the operator in two halves.
fn show(code: &mut Code, case: &Case, operands: &[Operand]) {
    let width = case.operator.result_width(&case.widths).expect("widths fit");
    let result = code.apply(case.operator, operands, Type::Integer(width));
    let wide = code.apply(Operator::ZeroExtend(128), &[result], Type::Integer(128));
    for low in [0, 64] {
        let half = Operator::Extract { low, width: 64 };
        let value = code.apply(half, &[wide], Type::Integer(64));
        code.add(Instruction::Output { value });
    }
}

fn ask(code: &mut Code, case: &Case) -> Vec<Operand> {
    case.widths.iter().map(|width| code.nondet(Type::Integer(*width), "")).collect()
}

/// A function a case, with a loop that asks for operands and shows results. In the
/// last call, behind the loop, the second operand is known.
fn program(cases: &[Case]) -> Program {
    let target = Target { pointer_bits: 64 };
    let mut functions = IndexVec::new();
    let mut entry = Code::new("entry", target, Origin::User);
    for (number, case) in cases.iter().enumerate() {
        let mut code = Code::new(&format!("case_{number}"), target, Origin::User);
        let (body, end) = (code.block(), code.block());
        let left = code.parameter(body, Type::Integer(32));
        let rounds = constant(case.operands.len() as u128 - 1, 32);
        code.close(Terminator::Jump(Edge { target: body, arguments: vec![rounds] }));
        code.go_to(body);
        let operands = ask(&mut code, case);
        show(&mut code, case, &operands);
        let rest = code.apply(Operator::Subtract, &[left, constant(1, 32)], Type::Integer(32));
        let done = code.test(Operator::Equal, &[rest, constant(0, 32)]);
        let again = Edge { target: body, arguments: vec![rest] };
        let then = Edge { target: end, arguments: Vec::new() };
        code.close(Terminator::Branch { condition: done, then, otherwise: again });
        code.go_to(end);
        let mut operands = ask(&mut code, case);
        let last = case.operands.last().expect("there are calls");
        if let ([_, second], [_, known]) = (operands.as_mut_slice(), last.as_slice()) {
            *second = Operand::Constant(*known);
        }
        show(&mut code, case, &operands);
        code.close(Terminator::Return(Vec::new()));
        let function: FunctionId = functions.push(code.function);
        let callee = Callee::Direct(function);
        let call = Instruction::Call { results: Vec::new(), callee, arguments: Vec::new() };
        entry.add(call);
    }
    entry.close(Terminator::Stop(StopReason::Exit));
    let entry = functions.push(entry.function);
    let files: IndexVec<FileId, _> = IndexVec::new();
    Program { target, files, types: IndexVec::new(), globals: IndexVec::new(), functions, entry }
}

#[test]
fn operators_compute_in_c_what_they_mean() {
    let cases = cases();
    let text = print(&program(&cases), Dialect::SvComp).expect("it can be printed");
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("operators.c");
    std::fs::write(&source, text).expect("the text can be written");
    let choices: Vec<u128> = cases
        .iter()
        .flat_map(|case| case.operands.iter().flatten())
        .map(|bits| bits.unsigned())
        .collect();
    for (compiler, level) in compilers().into_iter().zip(["-O2", "-O0"]) {
        let executable = folder.path().join(compiler);
        compile(compiler, &[level, "-DRADDLE_NATIVE"], &source, &executable)
            .unwrap_or_else(|errors| panic!("{errors}"));
        let found = run(&executable, &choices);
        assert_eq!((found.exit, found.messages.as_slice()), (Some(0), &[][..]));
        let mut outputs = found.outputs.chunks(2);
        for case in &cases {
            for operands in &case.operands {
                let expected = evaluate(case.operator, operands);
                let halves = outputs.next().expect("an output for each call");
                let value = u128::from(halves[1]) << 64 | u128::from(halves[0]);
                assert_eq!(
                    value,
                    expected.unsigned(),
                    "{compiler} {level}: {} of {operands:x?}: {value:#x} instead of {:#x}",
                    case.operator,
                    expected.unsigned()
                );
            }
        }
    }
}
