//! Objects that every access touches as a whole, with one width: such memory
//! holds values as a register does.

use raddle_ir::{
    FunctionId, Instruction, MemoryAccess, Operand, Program, RegisterId, Type, UpdateOperator,
};
use rustc_hash::FxHashMap;

use crate::points_to::{AbstractObject, PointsTo};

/// The accesses of the objects of at most 16 bytes.
pub(super) struct WholeObjects {
    accesses: FxHashMap<AbstractObject, Accesses>,
}

struct Accesses {
    /// In bits.
    size: u64,
    readers: Vec<Reader>,
    /// Some access is of another width, or of a kind that is not followed.
    mixed: bool,
}

/// An instruction that reads all of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    pub function: FunctionId,
    /// Gets the value.
    pub result: RegisterId,
    /// The value is also compared with this.
    pub compared: Option<Operand>,
}

impl WholeObjects {
    pub fn new(program: &Program, points_to: &PointsTo) -> WholeObjects {
        let mut accesses: FxHashMap<AbstractObject, Accesses> = FxHashMap::default();
        for &object in points_to.objects() {
            if let Some(size) = size_in_bits(program, object).filter(|size| *size <= 128) {
                let none = Accesses { size, readers: Vec::new(), mixed: false };
                accesses.insert(object, none);
            }
        }
        for (function, instruction) in statements(program) {
            let Some(touch) = touches(instruction) else {
                continue;
            };
            for MemoryAccess { address, .. } in instruction.accesses() {
                for target in points_to.targets(function, &address) {
                    if let Some(entry) = accesses.get_mut(target) {
                        entry.note(program, function, touch);
                    }
                }
            }
        }
        WholeObjects { accesses }
    }

    /// All instructions that read an object, if every access touches exactly all
    /// of its `width` bits.
    pub fn readers(&self, object: AbstractObject, width: u16) -> Option<&[Reader]> {
        let entry = self.accesses.get(&object)?;
        (!entry.mixed && entry.size == u64::from(width)).then_some(entry.readers.as_slice())
    }
}

impl Accesses {
    fn note(&mut self, program: &Program, function: FunctionId, touch: Touch) {
        match touch {
            Touch::Whole { kind, reader } => {
                self.mixed |= u64::from(program.target.width(kind)) != self.size;
                self.readers.extend(reader.map(|(result, compared)| Reader {
                    function,
                    result,
                    compared,
                }));
            }
            Touch::Other => self.mixed = true,
        }
    }
}

fn statements(program: &Program) -> impl Iterator<Item = (FunctionId, &Instruction)> {
    program.functions.iter_enumerated().flat_map(|(id, function)| {
        let blocks = function.blocks.iter();
        blocks.flat_map(move |block| {
            block.statements.iter().map(move |statement| (id, &statement.instruction))
        })
    })
}

/// What an instruction does with the bytes at its address.
#[derive(Clone, Copy)]
enum Touch {
    Whole {
        kind: Type,
        reader: Option<(RegisterId, Option<Operand>)>,
    },
    /// Something that is not followed.
    Other,
}

/// `None` if the instruction neither reads nor writes bytes.
fn touches(instruction: &Instruction) -> Option<Touch> {
    let kind = instruction.accesses().next()?.bytes?.kind;
    let whole = |reader| Some(Touch::Whole { kind, reader });
    if let Instruction::Load { result, .. }
    | Instruction::Update { operator: UpdateOperator::Exchange, result, .. } = instruction
    {
        whole(Some((*result, None)))
    } else if let Instruction::CompareExchange { old, expected, .. } = instruction {
        whole(Some((*old, Some(*expected))))
    } else if matches!(instruction, Instruction::Store { .. }) {
        whole(None)
    } else {
        Some(Touch::Other)
    }
}

fn size_in_bits(program: &Program, object: AbstractObject) -> Option<u64> {
    let bytes = match object {
        AbstractObject::Global(global) | AbstractObject::ThreadLocal(global) => {
            program.globals.get(global)?.size
        }
        AbstractObject::Allocation { site, .. } => {
            let Instruction::Allocate { size: Operand::Constant(bits), .. } =
                site.instruction(program)?
            else {
                return None;
            };
            bits.low64()
        }
        AbstractObject::Function(_) | AbstractObject::VariadicArea { .. } => return None,
    };
    bytes.checked_mul(8)
}
