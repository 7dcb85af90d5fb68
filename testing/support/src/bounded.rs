//! What a bounded program promises (`crates/sequential/src/bounded.rs`), looked at statement by
//! statement.

use raddle_ir::index::Index;
use raddle_ir::{
    BlockId, CheckKind, Function, FunctionId, Instruction, Operand, Origin, Statement, StopReason,
    Terminator,
};
use raddle_passes::{Place, Ready};
use raddle_sequential::{Bounded, Bounds, Section, Slot};

/// Every loop and call within the same bound, and enough of everything else.
pub fn bounds(all: u32) -> Bounds {
    Bounds { all, loops: Default::default(), threads: 16, statements: 50_000 }
}

pub fn check_shape(bounded: &Bounded) {
    let program = &bounded.program;
    assert!(program.globals.iter().all(|global| !global.thread_local));
    let main = &bounded.threads[Slot::new(0)];
    assert_eq!((main.function, main.spawned_by), (program.entry, None));
    let mut spawned = Vec::new();
    for (slot, thread) in bounded.threads.iter_enumerated() {
        let function = &program.functions[thread.function];
        assert!(function.has_body());
        check_blocks(function);
        for (place, Statement { instruction, .. }) in bounded.statements_of(slot) {
            if let Instruction::Spawn { function, .. } = instruction {
                let Operand::Function(child) = function else { panic!("{instruction}") };
                spawned.push((*child, slot, place));
            }
        }
    }
    spawned.sort();
    let mut expected: Vec<(FunctionId, Slot, Place)> = Vec::new();
    for (slot, thread) in bounded.threads.iter_enumerated().skip(1) {
        let (parent, place) = thread.spawned_by.unwrap();
        assert!(parent < slot, "{parent} is no parent of {slot}");
        expected.push((thread.function, parent, place));
    }
    expected.sort();
    assert_eq!(spawned, expected);
    check_cuts(bounded);
}

fn check_blocks(function: &Function) {
    for (id, block) in function.blocks.iter_enumerated() {
        for edge in block.terminator.edges() {
            assert!(edge.target > id, "an edge from {id} to {}", edge.target);
        }
        for statement in &block.statements {
            assert!(
                !matches!(
                    statement.instruction,
                    Instruction::Call { .. }
                        | Instruction::ThreadLocalAddress { .. }
                        | Instruction::VariadicArea { .. }
                ),
                "{}",
                statement.instruction
            );
        }
    }
}

fn check_cuts(bounded: &Bounded) {
    let mut cuts = Vec::new();
    for (_, place, Statement { instruction, .. }) in bounded.statements() {
        if let Instruction::Check { kind: CheckKind::Unwind, condition, .. } = instruction {
            let block = &bounded.program.functions[place.function].blocks[place.block];
            assert_eq!(place.statement as usize + 1, block.statements.len());
            assert_eq!(block.terminator, Terminator::Stop(StopReason::Exit));
            let Operand::Constant(bits) = condition else { panic!("{instruction}") };
            assert!(bits.is_zero());
            cuts.push(place);
        }
    }
    assert_eq!(cuts, bounded.cuts.iter().map(|cut| cut.place).collect::<Vec<_>>());
}

pub fn check_notes(original: &Ready, bounded: &Bounded) {
    for thread in bounded.threads.iter() {
        let function = &bounded.program.functions[thread.function];
        let notes = &bounded.notes[thread.function];
        assert_eq!(notes.len(), function.blocks.len());
        let mut sections: Vec<Option<Section>> = vec![None; notes.len()];
        sections[Function::ENTRY] = Some(Section::Outside);
        for (id, block) in function.blocks.iter_enumerated() {
            assert_eq!(notes[id].len(), block.statements.len() + 1);
            let mut section = sections[id.position()].expect("each block can be reached");
            for (statement, note) in block.statements.iter().zip(&notes[id]) {
                assert_eq!(note.section, section, "{id}: {}", statement.instruction);
                section = behind(original, section, &statement.instruction, note.origin);
                assert!(!note.visible || note.section == Section::Outside);
                check_origin(original, note.visible, note.origin, &statement.instruction);
            }
            assert_eq!(notes[id][block.statements.len()].section, section);
            check_edges(&block.terminator, section, &mut sections);
        }
    }
}

fn behind(original: &Ready, before: Section, instruction: &Instruction, from: Place) -> Section {
    if *instruction == Instruction::AtomicBegin {
        assert_eq!(before, Section::Outside, "sections do not nest");
        match original.program.functions[from.function].origin {
            Origin::User => Section::User,
            Origin::Library => Section::Library,
        }
    } else if *instruction == Instruction::AtomicEnd {
        assert_ne!(before, Section::Outside);
        Section::Outside
    } else {
        before
    }
}

/// What is visible stands for a visible statement of the original.
fn check_origin(original: &Ready, visible: bool, origin: Place, instruction: &Instruction) {
    let block: BlockId = origin.block;
    let code = &original.program.functions[origin.function].blocks[block];
    if !visible {
        return;
    }
    let facts = &original.functions[origin.function].visible[block];
    assert!(facts[origin.statement as usize], "{instruction}");
    match code.statements.get(origin.statement as usize) {
        Some(from) => assert_eq!(
            std::mem::discriminant(&from.instruction),
            std::mem::discriminant(instruction),
            "{instruction} stands for {}",
            from.instruction
        ),
        None => assert!(matches!(instruction, Instruction::StackRestore { .. }), "{instruction}"),
    }
}

fn check_edges(terminator: &Terminator, section: Section, sections: &mut [Option<Section>]) {
    for edge in terminator.edges() {
        let known = sections[edge.target.position()].get_or_insert(section);
        assert_eq!(*known, section, "two ways to {} are in different sections", edge.target);
    }
    if matches!(terminator, Terminator::Return(_) | Terminator::ThreadExit) {
        assert_eq!(section, Section::Outside);
    }
}
