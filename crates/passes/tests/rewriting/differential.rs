//! Random functions over a few local variables run the same before and after
//! each pass: what they output and return, by a small interpreter of its own.
//! What was never written is zero here, in memory and in registers.

use proptest::prelude::*;
use raddle_ir::index::Index;
use raddle_ir::text::parse;
use raddle_ir::verify::verify;
use raddle_ir::{BlockId, Function, Instruction, Operand, Program, RegisterId, Target, Terminator};
use raddle_passes::{constants, mem2reg, reachable, simplify};
use raddle_terms::Bits;
use raddle_terms::operator::evaluate;

const VARIABLES: usize = 3;

/// A block: the statements, then what it does last.
#[derive(Clone, Debug)]
struct Shape {
    statements: Vec<(u8, u8, u8)>,
    ending: (u8, u8, u8),
}

fn shape() -> impl Strategy<Value = Shape> {
    let statements = proptest::collection::vec(any::<(u8, u8, u8)>(), 0..6);
    (statements, any::<(u8, u8, u8)>())
        .prop_map(|(statements, ending)| Shape { statements, ending })
}

/// The text of a function of these blocks. Values pass between blocks in
/// variables only, and only the first of these is written at the start.
fn text(shapes: &[Shape]) -> String {
    use std::fmt::Write;
    let mut text =
        String::from("raddle-ir 1 target 64 entry f0\nf0 function f(r0:i32) -> i32 {\nb0:\n");
    for variable in 0..VARIABLES {
        let _ = writeln!(text, "r{}:ptr = allocate stack 4:i64 as v{variable}", variable + 1);
    }
    let _ = writeln!(text, "store i32 r1 = r0\njump b1");
    let mut next = VARIABLES + 1;
    for (position, shape) in shapes.iter().enumerate() {
        let _ = writeln!(text, "b{}:", position + 1);
        let mut value = String::from("r0");
        for &(action, variable, constant) in &shape.statements {
            let address = 1 + usize::from(variable) % VARIABLES;
            let constant = constant % 4;
            match action % 7 {
                0 | 1 => {
                    let _ = writeln!(text, "r{next}:i32 = load i32 r{address}");
                }
                2 => {
                    let _ = writeln!(text, "store i32 r{address} = {value}\noutput {value}");
                    continue;
                }
                3 => {
                    let _ = writeln!(text, "store i32 r{address} = {constant}:i32");
                    continue;
                }
                4 => {
                    let _ = writeln!(text, "r{next}:i32 = add {value}, {constant}:i32");
                }
                5 => {
                    let condition = next;
                    next += 1;
                    let _ = writeln!(text, "r{condition}:i1 = equal {value}, {constant}:i32");
                    let _ = writeln!(text, "r{next}:i32 = zero_extend.32 r{condition}");
                }
                _ => {
                    let _ = writeln!(text, "r{next}:i32 = and {value}, {constant}:i32");
                }
            }
            value = format!("r{next}");
            next += 1;
        }
        let (kind, then, otherwise) = shape.ending;
        let then = 1 + usize::from(then) % shapes.len();
        let otherwise = 1 + usize::from(otherwise) % shapes.len();
        if kind % 8 == 0 {
            let _ = writeln!(text, "return {value}");
        } else if kind % 8 < 3 {
            let _ = writeln!(text, "jump b{then}");
        } else {
            let _ = writeln!(text, "r{next}:i1 = not_equal {value}, 0:i32");
            let _ = writeln!(text, "branch r{next} then b{then} else b{otherwise}");
            next += 1;
        }
    }
    text.push_str("}\n");
    text
}

struct Run<'a> {
    function: &'a Function,
    target: Target,
    registers: Vec<Bits>,
    objects: Vec<Bits>,
    outputs: Vec<Bits>,
}

impl Run<'_> {
    fn value(&self, operand: &Operand) -> Bits {
        match operand {
            Operand::Register(register) => self.registers[register.position()],
            Operand::Constant(bits) => *bits,
            Operand::Undefined(kind) => Bits::zero(self.target.width(*kind)),
            Operand::Global(_) | Operand::Function(_) => panic!("no addresses here"),
        }
    }

    fn set(&mut self, register: RegisterId, value: Bits) {
        self.registers[register.position()] = value;
    }

    fn object(&mut self, address: &Operand) -> &mut Bits {
        let number = self.value(address).low64() as usize;
        &mut self.objects[number]
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the generator makes a few instructions only"
    )]
    fn instruction(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Apply { result, operator, operands } => {
                let operands: Vec<Bits> = operands.iter().map(|o| self.value(o)).collect();
                self.set(*result, evaluate(*operator, &operands));
            }
            Instruction::Allocate { result, .. } => {
                self.objects.push(Bits::zero(32));
                self.set(*result, Bits::new(self.objects.len() as u128 - 1, 64));
            }
            Instruction::Load { result, address, .. } => {
                let value = *self.object(address);
                self.set(*result, value);
            }
            Instruction::Store { address, value, .. } => {
                *self.object(address) = self.value(value);
            }
            Instruction::Output { value } => self.outputs.push(self.value(value)),
            other => panic!("{other} is not made here"),
        }
    }

    /// True if it returned, false if it ran out of steps.
    fn run(&mut self, blocks: usize) -> bool {
        let mut block = BlockId::new(0);
        for _ in 0..blocks {
            let function = self.function;
            for statement in &function.blocks[block].statements {
                self.instruction(&statement.instruction);
            }
            let terminator = &function.blocks[block].terminator;
            let position = match terminator {
                Terminator::Branch { condition, .. } => {
                    usize::from(!self.value(condition).is_true())
                }
                Terminator::Return(values) => {
                    self.outputs
                        .extend(values.iter().map(|value| self.value(value)).collect::<Vec<_>>());
                    return true;
                }
                Terminator::Jump(_)
                | Terminator::Switch { .. }
                | Terminator::ThreadExit
                | Terminator::Stop(_) => 0,
            };
            let Some(edge) = terminator.edge(position) else {
                return true;
            };
            let arguments: Vec<Bits> = edge.arguments.iter().map(|a| self.value(a)).collect();
            block = edge.target;
            for (&parameter, argument) in function.blocks[block].parameters.iter().zip(arguments) {
                self.set(parameter, argument);
            }
        }
        false
    }
}

fn run(program: &Program, argument: u128, blocks: usize) -> (bool, Vec<Bits>) {
    let function = &program.functions[program.entry];
    let mut run = Run {
        function,
        target: program.target,
        registers: vec![Bits::zero(1); function.registers.len()],
        objects: Vec::new(),
        outputs: Vec::new(),
    };
    run.set(function.parameters[0], Bits::new(argument, 32));
    let returned = run.run(blocks);
    (returned, run.outputs)
}

type Pass = (&'static str, fn(&mut Program));

const PASSES: [Pass; 5] = [
    ("mem2reg", mem2reg::run),
    ("constants", constants::run),
    ("simplify", simplify::run),
    ("constants again", constants::run),
    ("reachable", reachable::run),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn passes_keep_what_a_function_does(
        shapes in proptest::collection::vec(shape(), 1..8),
        argument in 0..4u128,
    ) {
        let source = text(&shapes);
        let original = parse(&source).map_err(|error| TestCaseError::fail(format!("{error}\n{source}")))?;
        prop_assert_eq!(verify(&original), Ok(()));
        let (returned, outputs) = run(&original, argument, 300);
        let mut program = original.clone();
        for (name, pass) in PASSES {
            pass(&mut program);
            prop_assert_eq!(verify(&program), Ok(()), "{}:\n{}\n{}", name, source, program);
            let (now_returned, now_outputs) = run(&program, argument, 1000);
            // Passes merge and split blocks, which are what is counted, so that only
            // runs that end are compared to their end.
            if returned {
                prop_assert!(now_returned, "{}:\n{}\n{}", name, source, program);
                prop_assert_eq!(&now_outputs, &outputs, "{}:\n{}\n{}", name, source, program);
            } else {
                let common = outputs.len().min(now_outputs.len());
                prop_assert_eq!(&now_outputs[..common], &outputs[..common], "{}:\n{}\n{}", name, source, program);
            }
        }
        let left = program.functions.iter().flat_map(|f| f.blocks.iter()).flat_map(|b| &b.statements)
            .filter(|s| matches!(s.instruction, Instruction::Allocate { .. } | Instruction::Load { .. }))
            .count();
        prop_assert_eq!(left, 0, "everything is promoted:\n{}", program);
    }
}
