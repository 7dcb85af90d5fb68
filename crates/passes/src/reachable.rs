//! Drops the functions and globals that the entry function cannot reach: through
//! direct calls, addresses in instructions (also in blocks that never run), and
//! addresses in the initial contents of reachable globals. What stays keeps its
//! order.

use raddle_ir::index::Index;
use raddle_ir::{
    Callee, Function, FunctionId, GlobalId, IndexVec, InitialValue, Instruction, Operand, Program,
};

pub fn run(program: &mut Program) {
    let reached = Reached::from_entry(program);
    let functions = numbers::<FunctionId>(&reached.functions);
    let globals = numbers::<GlobalId>(&reached.globals);
    keep(&mut program.functions, &reached.functions);
    keep(&mut program.globals, &reached.globals);
    let renumbering = Renumbering { functions, globals };
    renumbering.program(program);
}

/// What has been found so far; what was found but not looked through is `left`.
struct Reached {
    functions: Vec<bool>,
    globals: Vec<bool>,
    left: Vec<Item>,
}

enum Item {
    Function(FunctionId),
    Global(GlobalId),
}

impl Reached {
    fn from_entry(program: &Program) -> Reached {
        let mut reached = Reached {
            functions: vec![false; program.functions.len()],
            globals: vec![false; program.globals.len()],
            left: Vec::new(),
        };
        reached.function(program.entry);
        while let Some(item) = reached.left.pop() {
            match item {
                Item::Function(function) => reached.body(&program.functions[function]),
                Item::Global(global) => {
                    for part in &program.globals[global].initial {
                        match part.value {
                            InitialValue::Bytes(_) => {}
                            InitialValue::GlobalAddress { global, .. } => reached.global(global),
                            InitialValue::FunctionAddress(function) => reached.function(function),
                        }
                    }
                }
            }
        }
        reached
    }

    fn function(&mut self, function: FunctionId) {
        if let Some(known @ false) = self.functions.get_mut(function.position()) {
            *known = true;
            self.left.push(Item::Function(function));
        }
    }

    fn global(&mut self, global: GlobalId) {
        if let Some(known @ false) = self.globals.get_mut(global.position()) {
            *known = true;
            self.left.push(Item::Global(global));
        }
    }

    fn body(&mut self, function: &Function) {
        for block in function.blocks.iter() {
            for statement in &block.statements {
                let instruction = &statement.instruction;
                instruction.for_each_operand(|operand| self.operand(operand));
                if let Instruction::ThreadLocalAddress { global, .. } = instruction {
                    self.global(*global);
                }
                if let Instruction::Call { callee: Callee::Direct(function), .. } = instruction {
                    self.function(*function);
                }
            }
            block.terminator.for_each_operand(|operand| self.operand(operand));
        }
    }

    fn operand(&mut self, operand: &Operand) {
        match *operand {
            Operand::Global(global) => self.global(global),
            Operand::Function(function) => self.function(function),
            Operand::Register(_) | Operand::Constant(_) | Operand::Undefined(_) => {}
        }
    }
}

/// The new number of each kept item; of the others whatever.
fn numbers<I: Index>(kept: &[bool]) -> Vec<I> {
    let mut next = 0;
    kept.iter()
        .map(|kept| {
            let number = I::new(next);
            next += usize::from(*kept);
            number
        })
        .collect()
}

fn keep<I: Index, T>(items: &mut IndexVec<I, T>, kept: &[bool]) {
    let all = std::mem::take(items).into_vec();
    *items = all.into_iter().zip(kept).filter_map(|(item, kept)| kept.then_some(item)).collect();
}

struct Renumbering {
    functions: Vec<FunctionId>,
    globals: Vec<GlobalId>,
}

impl Renumbering {
    fn function(&self, function: &mut FunctionId) {
        if let Some(number) = self.functions.get(function.position()) {
            *function = *number;
        }
    }

    fn global(&self, global: &mut GlobalId) {
        if let Some(number) = self.globals.get(global.position()) {
            *global = *number;
        }
    }

    fn operand(&self, operand: &mut Operand) {
        match operand {
            Operand::Global(global) => self.global(global),
            Operand::Function(function) => self.function(function),
            Operand::Register(_) | Operand::Constant(_) | Operand::Undefined(_) => {}
        }
    }

    fn program(&self, program: &mut Program) {
        self.function(&mut program.entry);
        for global in program.globals.iter_mut() {
            for part in &mut global.initial {
                match &mut part.value {
                    InitialValue::Bytes(_) => {}
                    InitialValue::GlobalAddress { global, .. } => self.global(global),
                    InitialValue::FunctionAddress(function) => self.function(function),
                }
            }
        }
        for function in program.functions.iter_mut() {
            self.body(function);
        }
    }

    fn body(&self, function: &mut Function) {
        for block in function.blocks.iter_mut() {
            for statement in &mut block.statements {
                let instruction = &mut statement.instruction;
                instruction.for_each_operand_mut(|operand| self.operand(operand));
                if let Instruction::ThreadLocalAddress { global, .. } = instruction {
                    self.global(global);
                }
                if let Instruction::Call { callee: Callee::Direct(function), .. } = instruction {
                    self.function(function);
                }
            }
            block.terminator.for_each_operand_mut(|operand| self.operand(operand));
        }
    }
}
