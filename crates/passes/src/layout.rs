//! Chooses how pointers name objects and offsets, and tells it to the program's
//! pointer additions.
//!
//! A pointer of 64 bits has 32 for the offset; one of 32 bits has 20, so 4,094
//! objects of up to half a megabyte. Where that does not fit the program, the
//! border moves: up for the largest object that is known beforehand (a global, an
//! allocation of constant size, a constant size handed to an allocating
//! function), down for many functions and globals.
//!
//! A trace is lifted back over this unchanged.

use std::fmt;

use raddle_ir::{AllocationKind, Callee, FunctionId, Instruction, Operand, Program, Statement};
use raddle_terms::Operator;

use crate::PointerLayout;
use crate::bit_set::BitSet;
use crate::ready::LARGEST_OBJECT;
use raddle_ir::index::Index;

/// Room that is wanted for the objects of a run, and what must be there.
const WANTED_FOR_RUN: u64 = 1024;
const NEEDED_FOR_RUN: u64 = 64;
const FEWEST_OFFSET_BITS: u16 = 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// Functions, globals and what a run needs do not fit beside the largest object.
    TooManyObjects { pointer_bits: u16, objects: u64, largest: u64 },
    /// A variable that no run could keep.
    TooLarge { name: String, size: u64 },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::TooManyObjects { pointer_bits, objects, largest } => {
                write!(
                    f,
                    "too many objects for {pointer_bits}-bit pointers: {objects} functions and \
                     variables, the largest of {largest} bytes"
                )?;
                if *pointer_bits == 32 {
                    f.write_str("; use --data-model lp64")?;
                }
                Ok(())
            }
            LayoutError::TooLarge { name, size } => write!(
                f,
                "the variable {name} has {size} bytes; the most that can be handled is \
                 {LARGEST_OBJECT}"
            ),
        }
    }
}

impl std::error::Error for LayoutError {}

/// The layout for a program, as it stands.
pub fn choose(program: &Program) -> Result<PointerLayout, LayoutError> {
    let certain = largest_certain(program);
    // A size that may be wrong must not make the program impossible.
    let layout =
        fit(program, certain.max(largest_likely(program))).or_else(|_| fit(program, certain))?;
    match program.globals.iter().find(|global| global.size > LARGEST_OBJECT) {
        Some(global) => Err(LayoutError::TooLarge { name: global.name.clone(), size: global.size }),
        None => Ok(layout),
    }
}

/// The same layout, for what passes left of the functions and globals.
pub fn recount(program: &Program, layout: PointerLayout) -> PointerLayout {
    PointerLayout {
        functions: program.functions.len() as u32,
        globals: program.globals.len() as u32,
        ..layout
    }
}

/// Gives every pointer addition its number of offset bits.
pub fn set_offset_bits(program: &mut Program, layout: &PointerLayout) {
    let functions = program.functions.iter_mut();
    let blocks = functions.flat_map(|function| function.blocks.iter_mut());
    for statement in blocks.flat_map(|block| &mut block.statements) {
        if let Instruction::Apply { operator: Operator::PointerAdd { offset_bits }, .. } =
            &mut statement.instruction
        {
            *offset_bits = layout.offset_bits;
        }
    }
}

fn fit(program: &Program, largest: u64) -> Result<PointerLayout, LayoutError> {
    let pointer_bits = program.target.pointer_bits;
    let preferred = if pointer_bits >= 64 { 32 } else { 20 };
    let objects = program.functions.len() as u64 + program.globals.len() as u64;
    // The largest object must be smaller than half the range of offsets.
    let needed = (FEWEST_OFFSET_BITS..pointer_bits.min(60))
        .find(|bits| largest < 1u64 << (bits - 1))
        .ok_or(LayoutError::TooManyObjects { pointer_bits, objects, largest })?;
    let layout = |offset_bits| PointerLayout {
        pointer_bits,
        offset_bits,
        functions: program.functions.len() as u32,
        globals: program.globals.len() as u32,
    };
    let has_room = |layout: &PointerLayout, room: u64| {
        // Null is an object too.
        1 + objects + room <= u64::from(layout.object_limit())
    };
    let start = needed.max(preferred.min(pointer_bits - 1));
    (needed..=start)
        .rev()
        .map(layout)
        .find(|layout| has_room(layout, WANTED_FOR_RUN))
        .or_else(|| Some(layout(needed)).filter(|layout| has_room(layout, NEEDED_FOR_RUN)))
        .ok_or(LayoutError::TooManyObjects { pointer_bits, objects, largest })
}

fn statements(program: &Program) -> impl Iterator<Item = (FunctionId, &Statement)> {
    program.functions.iter_enumerated().flat_map(|(id, function)| {
        function
            .blocks
            .iter()
            .flat_map(move |block| block.statements.iter().map(move |statement| (id, statement)))
    })
}

/// The largest global or stack variable.
fn largest_certain(program: &Program) -> u64 {
    let globals = program.globals.iter().map(|global| global.size);
    let locals = statements(program).filter_map(|(_, statement)| {
        let Instruction::Allocate { kind: AllocationKind::Stack, size, .. } =
            &statement.instruction
        else {
            return None;
        };
        constant(size)
    });
    globals.chain(locals).max().unwrap_or(0)
}

/// The largest heap object that the program seems to ask for: a constant size,
/// or the product of the constants handed to a function that allocates.
fn largest_likely(program: &Program) -> u64 {
    let mut allocating = BitSet::new(program.functions.len());
    let mut largest = 0;
    for (id, statement) in statements(program) {
        if let Instruction::Allocate { kind: AllocationKind::Heap, size, .. } =
            &statement.instruction
        {
            allocating.insert(id.position());
            largest = largest.max(constant(size).unwrap_or(0));
        }
    }
    for (_, statement) in statements(program) {
        if let Instruction::Call { callee: Callee::Direct(callee), arguments, .. } =
            &statement.instruction
            && allocating.contains(callee.position())
        {
            let sizes = arguments.iter().filter_map(constant).filter(|size| *size != 0);
            largest = largest.max(sizes.fold(1, u64::saturating_mul));
        }
    }
    largest
}

fn constant(operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Constant(bits) => Some(bits.low64()),
        Operand::Register(_)
        | Operand::Global(_)
        | Operand::Function(_)
        | Operand::Undefined(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_ir::text::parse;

    fn program(target: u16, globals: &[u64], body: &str) -> Program {
        let mut text = format!("raddle-ir 1 target {target} entry f0\n");
        for (number, size) in globals.iter().enumerate() {
            text.push_str(&format!("g{number} global x{number} {size} align 4\n"));
        }
        text.push_str(&format!("f0 function main() {{\nb0:\n{body}\n  return\n}}\n"));
        parse(&text).expect("the text form of a test")
    }

    #[test]
    fn defaults() {
        let layout = choose(&program(64, &[4], "")).unwrap();
        assert_eq!((layout.offset_bits, layout.functions, layout.globals), (32, 1, 1));
        let layout = choose(&program(32, &[4, 400_000], "")).unwrap();
        assert_eq!(layout.offset_bits, 20);
        assert_eq!(layout.object_limit(), 4095);
    }

    #[test]
    fn a_large_variable_moves_the_border_up() {
        let half_megabyte = 1 << 19;
        let layout = choose(&program(32, &[half_megabyte], "")).unwrap();
        assert_eq!(layout.offset_bits, 21);
        assert!(layout.largest_object() >= half_megabyte);
        let local = "r0:ptr = allocate stack 2000000:i32";
        assert_eq!(choose(&program(32, &[], local)).unwrap().offset_bits, 22);
    }

    #[test]
    fn many_variables_move_it_down() {
        let layout = choose(&program(32, &vec![4; 5000], "")).unwrap();
        assert_eq!(layout.offset_bits, 19);
        assert!(layout.object_limit() >= 5000 + 1024);
    }

    #[test]
    fn what_cannot_be_is_an_error() {
        let error = choose(&program(32, &[1 << 30], "")).unwrap_err();
        assert!(error.to_string().ends_with("use --data-model lp64"), "{error}");
        let mut sizes = vec![4; 5000];
        sizes.push(1 << 24);
        assert!(choose(&program(32, &sizes, "")).is_err());
        assert!(choose(&program(64, &sizes, "")).is_ok());
    }

    #[test]
    fn what_no_run_could_keep_is_an_error() {
        let error = choose(&program(64, &[4, 99_999_999_999], "")).unwrap_err();
        assert!(error.to_string().contains("x1 has 99999999999 bytes"), "{error}");
        assert!(choose(&program(64, &[LARGEST_OBJECT], "")).is_ok());
    }

    #[test]
    fn a_doubtful_size_is_no_error() {
        let heap = "r0:ptr = allocate heap 4000000000:i32";
        assert_eq!(choose(&program(32, &[], heap)).unwrap().offset_bits, 20);
    }

    #[test]
    fn additions_learn_the_layout() {
        let body = "r0:ptr = pointer_add.0 g0, 4:i64";
        let mut program = program(64, &[8], body);
        let layout = choose(&program).unwrap();
        set_offset_bits(&mut program, &layout);
        let statement = &program.functions.iter().next().unwrap().blocks.iter().next().unwrap();
        let Instruction::Apply { operator, .. } = &statement.statements[0].instruction else {
            panic!("not an addition");
        };
        assert_eq!(*operator, Operator::PointerAdd { offset_bits: 32 });
    }
}
