//! Widths: every operand and result has the one that its instruction asks for.
//! Runs only on functions whose structure is sound.

use raddle_terms::{Bits, Operator};

use super::Checker;
use crate::{Access, Callee, Edge, FunctionId, Instruction, Operand, RegisterId, Terminator};

impl Checker<'_> {
    pub(super) fn widths(&mut self) {
        let function = self.function;
        for (id, block) in function.blocks.iter_enumerated() {
            for (position, statement) in block.statements.iter().enumerate() {
                self.at(id, position);
                self.instruction_widths(&statement.instruction);
            }
            self.at(id, self.terminator_position(id));
            self.terminator_widths(&block.terminator);
        }
    }

    fn pointer(&self) -> u16 {
        self.program.target.pointer_bits
    }

    fn register_width(&self, register: RegisterId) -> u16 {
        let kind = self.function.registers[register].kind;
        self.program.target.width(kind)
    }

    fn operand_width(&self, operand: &Operand) -> u16 {
        match *operand {
            Operand::Register(register) => self.register_width(register),
            Operand::Constant(bits) => bits.width(),
            Operand::Global(_) | Operand::Function(_) => self.pointer(),
            Operand::Undefined(kind) => self.program.target.width(kind),
        }
    }

    fn expect_operand(&mut self, what: &str, operand: &Operand, width: u16) {
        let actual = self.operand_width(operand);
        if actual != width {
            self.problem(format!("{what} {operand} has {actual} bits, not {width}"));
        }
    }

    fn expect_result(&mut self, register: RegisterId, width: u16) {
        let actual = self.register_width(register);
        if actual != width {
            self.problem(format!("{register} has {actual} bits, not {width}"));
        }
    }

    fn instruction_widths(&mut self, instruction: &Instruction) {
        let pointer = self.pointer();
        match instruction {
            Instruction::Apply { result, operator, operands } => {
                self.apply(*result, *operator, operands)
            }
            Instruction::Load { result, address, access } => {
                self.access(address, &[], Some(*result), access)
            }
            Instruction::Store { address, value, access } => {
                self.access(address, &[*value], None, access)
            }
            Instruction::Update { result, address, value, access, .. } => {
                self.access(address, &[*value], Some(*result), access)
            }
            Instruction::CompareExchange {
                old,
                success,
                address,
                expected,
                desired,
                access,
                ..
            } => {
                self.access(address, &[*expected, *desired], Some(*old), access);
                self.expect_result(*success, 1);
            }
            Instruction::Copy { to, from, .. } => {
                self.expect_operand("the address", to, pointer);
                self.expect_operand("the address", from, pointer);
            }
            Instruction::Allocate { result, size, .. } => {
                self.expect_result(*result, pointer);
                self.expect_operand("the size", size, pointer);
            }
            Instruction::Free { address } => self.expect_operand("the address", address, pointer),
            Instruction::StackRestore { mark } => self.expect_operand("the mark", mark, pointer),
            Instruction::ObjectSize { result, address } => {
                self.expect_operand("the address", address, pointer);
                self.expect_result(*result, pointer);
            }
            Instruction::StackSave { mark: result }
            | Instruction::ThreadLocalAddress { result, .. }
            | Instruction::VariadicArea { result } => self.expect_result(*result, pointer),
            Instruction::Call { .. }
            | Instruction::Assume { .. }
            | Instruction::Check { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::Spawn { .. }
            | Instruction::Await { .. }
            | Instruction::Nondet { .. }
            | Instruction::Output { .. }
            | Instruction::Fence { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Unsupported { .. } => self.control_widths(instruction),
        }
    }

    /// Of the instructions that are about control, threads and the outside.
    fn control_widths(&mut self, instruction: &Instruction) {
        let pointer = self.pointer();
        if let Instruction::Call { results, callee, arguments } = instruction {
            match callee {
                Callee::Direct(function) => self.direct_call(*function, results, arguments),
                Callee::Indirect(callee) => self.expect_operand("the callee", callee, pointer),
            }
        }
        if let Instruction::Assume { condition }
        | Instruction::Check { condition, .. }
        | Instruction::Await { condition, .. } = instruction
        {
            self.expect_operand("the condition", condition, 1);
        }
        if let Instruction::Await { result, holder, .. } = instruction {
            self.expect_result(*result, 1);
            if let Some(holder) = holder {
                self.expect_operand("the holder", holder, 32);
            }
        }
        if let Instruction::CurrentThread { result } | Instruction::Spawn { result, .. } =
            instruction
        {
            self.expect_result(*result, 32);
        }
        if let Instruction::Spawn { function, argument, .. } = instruction {
            self.expect_operand("the function", function, pointer);
            self.expect_operand("the argument", argument, pointer);
        }
    }

    fn access(
        &mut self,
        address: &Operand,
        values: &[Operand],
        result: Option<RegisterId>,
        access: &Access,
    ) {
        let width = self.program.target.width(access.kind);
        self.expect_operand("the address", address, self.pointer());
        for value in values {
            self.expect_operand("the value", value, width);
        }
        if let Some(result) = result {
            self.expect_result(result, width);
        }
    }

    fn apply(&mut self, result: RegisterId, operator: Operator, operands: &[Operand]) {
        let mut operator = operator;
        // Not laid out yet: any number of offset bits will do.
        if let Operator::PointerAdd { offset_bits } = &mut operator
            && *offset_bits == 0
        {
            *offset_bits = self.pointer();
        }
        let widths: Vec<u16> = operands.iter().map(|operand| self.operand_width(operand)).collect();
        match operator.result_width(&widths) {
            Ok(width) => self.expect_result(result, width),
            Err(message) => self.problem(message),
        }
    }

    fn direct_call(&mut self, callee: FunctionId, results: &[RegisterId], arguments: &[Operand]) {
        let callee = &self.program.functions[callee];
        let name = &callee.name;
        let (given, taken) = (arguments.len(), callee.parameters.len());
        if given < taken || (given > taken && !callee.variadic) {
            self.problem(format!("{name} takes {taken} arguments, not {given}"));
        }
        for (argument, parameter) in arguments.iter().zip(&callee.parameters) {
            // A broken callee is reported where it is checked itself.
            if let Some(parameter) = callee.registers.get(*parameter) {
                let width = self.program.target.width(parameter.kind);
                self.expect_operand("the argument", argument, width);
            }
        }
        let (given, taken) = (callee.results.len(), results.len());
        if given != taken {
            self.problem(format!("{name} has {given} results, not {taken}"));
        }
        for (register, kind) in results.iter().zip(&callee.results) {
            self.expect_result(*register, self.program.target.width(*kind));
        }
    }

    fn terminator_widths(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(edge) => self.edge(edge),
            Terminator::Branch { condition, then, otherwise } => {
                self.expect_operand("the condition", condition, 1);
                self.edge(then);
                self.edge(otherwise);
            }
            Terminator::Switch { value, cases, default } => {
                self.cases(self.operand_width(value), cases);
                cases.iter().for_each(|(_, edge)| self.edge(edge));
                self.edge(default);
            }
            Terminator::Return(values) => {
                let results = &self.function.results;
                let (given, taken) = (values.len(), results.len());
                if given != taken {
                    self.problem(format!("the function has {taken} results, not {given}"));
                }
                for (value, kind) in values.iter().zip(results) {
                    self.expect_operand("the result", value, self.program.target.width(*kind));
                }
            }
            Terminator::ThreadExit | Terminator::Stop(_) => {}
        }
    }

    fn cases(&mut self, width: u16, cases: &[(Bits, Edge)]) {
        let mut values: Vec<Bits> = cases.iter().map(|(value, _)| *value).collect();
        values.sort_unstable();
        for pair in values.windows(2) {
            if pair[0] == pair[1] {
                self.problem(format!("the case {} comes twice", pair[0]));
            }
        }
        for value in values {
            if value.width() != width {
                self.problem(format!("the case {value} does not have {width} bits"));
            }
        }
    }

    fn edge(&mut self, edge: &Edge) {
        let parameters = &self.function.blocks[edge.target].parameters;
        for (argument, parameter) in edge.arguments.iter().zip(parameters) {
            self.expect_operand("the argument", argument, self.register_width(*parameter));
        }
    }
}
