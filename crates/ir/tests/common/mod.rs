//! Programs made from arbitrary bytes: every kind of everything, though hardly
//! ever well-formed.

use raddle_ir::debug::{DebugMember, DebugType, Encoding};
use raddle_ir::index::Index;
use raddle_ir::*;
use raddle_terms::{Bits, FloatBinary, FloatKind, FloatPredicate, Operator};

/// Decisions read off a list of bytes; zeros at its end.
pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices { bytes: bytes.iter() }
    }

    fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or(0)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    fn number(&mut self) -> u64 {
        let bytes = self.below(9);
        (0..bytes).fold(0, |value, _| value << 8 | u64::from(self.byte()))
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn index<I: Index>(&mut self) -> I {
        I::new(usize::from(self.byte()))
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.below(4);
        (0..count).map(|_| item(self)).collect()
    }

    fn option<T>(&mut self, item: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.flag() { Some(item(self)) } else { None }
    }

    fn name(&mut self) -> String {
        let plain = ["x", "counter", "main", "a.addr", "void", "of", "r1", "_$"];
        let strange = [
            "",
            "a b",
            "\"",
            "\\n",
            "line\nbreak",
            "ünïcode",
            "0",
            "-",
            "\u{7f}",
            "; @b0:{}",
            "\t",
        ];
        if self.flag() { self.pick(&plain).to_owned() } else { self.pick(&strange).to_owned() }
    }

    fn kind(&mut self) -> Type {
        match self.below(8) {
            0 => Type::Pointer,
            1 => Type::Float(FloatKind::F32),
            2 => Type::Float(FloatKind::F64),
            3 => Type::Integer(1 + u16::from(self.byte()) % 128),
            _ => Type::Integer(self.pick(&[1, 8, 16, 32, 64, 128])),
        }
    }

    fn bits(&mut self) -> Bits {
        let width = self.pick(&[1, 2, 8, 32, 33, 64, 127, 128]);
        let value = u128::from(self.number()) << 64 | u128::from(self.number());
        if self.flag() { Bits::new(!value, width) } else { Bits::new(value, width) }
    }

    fn location(&mut self) -> Option<Location> {
        match self.below(4) {
            0 => None,
            _ => Some(Location {
                file: FileId::new(self.below(3)),
                line: self.below(3) as u32,
                column: self.pick(&[0, 1, u32::MAX]),
            }),
        }
    }

    fn origin(&mut self) -> Origin {
        self.pick(&[Origin::User, Origin::Library])
    }

    fn operand(&mut self) -> Operand {
        match self.below(8) {
            0 => Operand::Global(self.index()),
            1 => Operand::Function(self.index()),
            2 => Operand::Undefined(self.kind()),
            3 | 4 => Operand::Constant(self.bits()),
            _ => Operand::Register(self.index()),
        }
    }

    fn operands(&mut self) -> Vec<Operand> {
        self.list(Choices::operand)
    }

    fn order(&mut self) -> MemoryOrder {
        self.pick(&[
            MemoryOrder::Plain,
            MemoryOrder::Relaxed,
            MemoryOrder::Acquire,
            MemoryOrder::Release,
            MemoryOrder::AcquireRelease,
            MemoryOrder::SequentiallyConsistent,
        ])
    }

    fn access(&mut self) -> Access {
        Access { kind: self.kind(), order: self.order(), volatile: self.flag() }
    }

    fn operator(&mut self) -> Operator {
        let float = self.pick(&[FloatKind::F32, FloatKind::F64]);
        let width = u16::from(self.byte());
        let predicate = FloatPredicate {
            less: self.flag(),
            equal: self.flag(),
            greater: self.flag(),
            unordered: self.flag(),
        };
        self.pick(&[
            Operator::Add,
            Operator::Not,
            Operator::SignedLess,
            Operator::UnsignedMultiplyOverflows,
            Operator::ZeroExtend(width),
            Operator::Extract { low: 3, width },
            Operator::IfThenElse,
            Operator::PointerAdd { offset_bits: width },
            FloatBinary::Add.of(float),
            Operator::FloatCompare(float, predicate),
            Operator::FloatToUnsigned { from: float, width },
        ])
    }

    fn edge(&mut self) -> Edge {
        Edge { target: self.index(), arguments: self.operands() }
    }

    fn terminator(&mut self) -> Terminator {
        match self.below(6) {
            0 => Terminator::Return(self.operands()),
            1 => Terminator::Jump(self.edge()),
            2 => Terminator::Branch {
                condition: self.operand(),
                then: self.edge(),
                otherwise: self.edge(),
            },
            3 => Terminator::Switch {
                value: self.operand(),
                cases: self.list(|choices| (choices.bits(), choices.edge())),
                default: self.edge(),
            },
            4 => Terminator::ThreadExit,
            _ => Terminator::Stop(self.pick(&[
                StopReason::Exit,
                StopReason::Abort,
                StopReason::Undefined,
            ])),
        }
    }

    fn memory_instruction(&mut self) -> Instruction {
        match self.below(9) {
            0 => Instruction::Load {
                result: self.index(),
                address: self.operand(),
                access: self.access(),
            },
            1 => Instruction::Store {
                address: self.operand(),
                value: self.operand(),
                access: self.access(),
            },
            2 => Instruction::Update {
                result: self.index(),
                operator: self.pick(&[
                    UpdateOperator::Exchange,
                    UpdateOperator::Add,
                    UpdateOperator::Subtract,
                    UpdateOperator::And,
                    UpdateOperator::Nand,
                    UpdateOperator::Or,
                    UpdateOperator::Xor,
                    UpdateOperator::SignedMaximum,
                    UpdateOperator::SignedMinimum,
                    UpdateOperator::UnsignedMaximum,
                    UpdateOperator::UnsignedMinimum,
                ]),
                address: self.operand(),
                value: self.operand(),
                access: self.access(),
            },
            3 => Instruction::CompareExchange {
                old: self.index(),
                success: self.index(),
                address: self.operand(),
                expected: self.operand(),
                desired: self.operand(),
                weak: self.flag(),
                failure: self.order(),
                access: self.access(),
            },
            4 => Instruction::Copy {
                to: self.operand(),
                from: self.operand(),
                access: self.access(),
            },
            5 => Instruction::Allocate {
                result: self.index(),
                kind: self.pick(&[AllocationKind::Stack, AllocationKind::Heap]),
                size: self.operand(),
                zeroed: self.flag(),
                name: self.option(Choices::name),
                debug_type: self.option(Choices::index),
            },
            6 => Instruction::Free { address: self.operand() },
            7 => Instruction::StackSave { mark: self.index() },
            _ => Instruction::StackRestore { mark: self.operand() },
        }
    }

    fn thread_instruction(&mut self) -> Instruction {
        match self.below(6) {
            0 => Instruction::CurrentThread { result: self.index() },
            1 => Instruction::Spawn {
                result: self.index(),
                function: self.operand(),
                argument: self.operand(),
            },
            2 => Instruction::Await {
                result: self.index(),
                kind: self.pick(&[AwaitKind::Plain, AwaitKind::Spurious, AwaitKind::Timed]),
                condition: self.operand(),
                holder: self.option(Choices::operand),
            },
            3 => Instruction::AtomicBegin,
            4 => Instruction::AtomicEnd,
            _ => Instruction::Fence { order: self.order() },
        }
    }

    fn instruction(&mut self) -> Instruction {
        match self.below(14) {
            0 => Instruction::ObjectSize { result: self.index(), address: self.operand() },
            1 => Instruction::ThreadLocalAddress { result: self.index(), global: self.index() },
            2 => Instruction::VariadicArea { result: self.index() },
            3 => Instruction::Call {
                results: self.list(Choices::index),
                callee: if self.flag() {
                    Callee::Direct(self.index())
                } else {
                    Callee::Indirect(self.operand())
                },
                arguments: self.operands(),
            },
            4 => Instruction::Nondet { result: self.index(), name: self.name() },
            5 => Instruction::Assume { condition: self.operand() },
            6 => Instruction::Check {
                kind: self.pick(&CheckKind::ALL),
                condition: self.operand(),
                message: self.name(),
            },
            7 => Instruction::Output { value: self.operand() },
            8 => Instruction::Unsupported { what: self.name() },
            9 | 10 => self.thread_instruction(),
            11 => Instruction::Apply {
                result: self.index(),
                operator: self.operator(),
                operands: vec![self.operand(), self.operand()],
            },
            _ => self.memory_instruction(),
        }
    }

    fn block(&mut self) -> Block {
        Block {
            parameters: self.list(Choices::index),
            statements: self.list(|choices| Statement {
                instruction: choices.instruction(),
                location: choices.location(),
            }),
            terminator: self.terminator(),
            location: self.location(),
        }
    }

    fn function(&mut self) -> Function {
        Function {
            name: self.name(),
            parameters: self.list(Choices::index),
            variadic: self.flag(),
            results: self.list(Choices::kind),
            registers: self
                .list(|choices| Register {
                    kind: choices.kind(),
                    name: choices.option(Choices::name),
                })
                .into_iter()
                .collect(),
            blocks: self.list(Choices::block).into_iter().collect(),
            origin: self.origin(),
            location: self.location(),
        }
    }

    fn global(&mut self) -> Global {
        Global {
            name: self.name(),
            size: self.number(),
            alignment: self.number(),
            initial: self.list(|choices| Initial {
                offset: choices.number(),
                value: match choices.below(3) {
                    0 => InitialValue::Bytes(choices.list(Choices::byte)),
                    1 => InitialValue::GlobalAddress {
                        global: choices.index(),
                        addend: choices.number() as i64,
                    },
                    _ => InitialValue::FunctionAddress(choices.index()),
                },
            }),
            constant: self.flag(),
            thread_local: self.flag(),
            kept: self.flag(),
            origin: self.origin(),
            debug_type: self.option(Choices::index),
            location: self.location(),
        }
    }

    fn debug_type(&mut self) -> DebugType {
        match self.below(7) {
            0 => DebugType::Base {
                name: self.name(),
                size: self.number(),
                encoding: self.pick(&[
                    Encoding::Boolean,
                    Encoding::Signed,
                    Encoding::Unsigned,
                    Encoding::SignedCharacter,
                    Encoding::UnsignedCharacter,
                    Encoding::Float,
                ]),
            },
            1 => DebugType::Pointer { to: self.option(Choices::index) },
            2 => DebugType::Structure {
                name: self.option(Choices::name),
                size: self.number(),
                union: self.flag(),
                members: self.list(|choices| DebugMember {
                    name: choices.name(),
                    offset_bits: choices.number(),
                    size_bits: choices.number(),
                    of: choices.index(),
                }),
            },
            3 => DebugType::Array { element: self.index(), count: self.option(Choices::number) },
            4 => DebugType::Enumeration {
                name: self.option(Choices::name),
                size: self.number(),
                values: self.list(|choices| {
                    let value = choices.pick(&[0, -1, 7, i128::MAX, i128::MIN]);
                    (choices.name(), value)
                }),
            },
            5 => DebugType::Alias {
                name: self.option(Choices::name),
                of: self.option(Choices::index),
            },
            _ => DebugType::Function,
        }
    }

    pub fn program(&mut self) -> Program {
        Program {
            target: Target { pointer_bits: self.pick(&[64, 32]) },
            functions: self.list(Choices::function).into_iter().collect(),
            globals: self.list(Choices::global).into_iter().collect(),
            types: self.list(Choices::debug_type).into_iter().collect(),
            files: self
                .list(|choices| SourceFile { path: choices.name(), text: None })
                .into_iter()
                .collect(),
            entry: self.index(),
        }
    }
}
