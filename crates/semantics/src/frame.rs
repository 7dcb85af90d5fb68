//! A function under way: where it is and what its registers hold.

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Function, FunctionId, Operand, RegisterId};
use raddle_passes::{Place, Ready};

use crate::domain::Domain;

#[derive(Clone, Debug, PartialEq)]
pub struct Frame<V> {
    pub function: FunctionId,
    pub block: BlockId,
    /// The next statement; the number of statements means the terminator.
    pub statement: u32,
    /// `None` is a value that was never written.
    pub registers: Vec<Option<V>>,
    /// Arguments beyond the named ones.
    pub extra: Vec<Option<V>>,
    /// The stack objects that live in this frame, oldest first.
    pub objects: Vec<u32>,
    /// The condition under which this frame runs (width 1).
    pub guard: V,
}

impl<V: Clone> Frame<V> {
    /// A call: arguments beyond the parameters are kept for `VariadicArea`
    /// (and dropped by a function that is not variadic).
    pub fn enter(id: FunctionId, function: &Function, arguments: &[Option<V>], guard: V) -> Self {
        let mut registers = vec![None; function.registers.len()];
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            registers[parameter.position()] = argument.clone();
        }
        let named = function.parameters.len().min(arguments.len());
        Frame {
            function: id,
            block: BlockId::new(Function::ENTRY),
            statement: 0,
            registers,
            extra: if function.variadic { arguments[named..].to_vec() } else { Vec::new() },
            objects: Vec::new(),
            guard,
        }
    }

    pub fn place(&self) -> Place {
        Place { function: self.function, block: self.block, statement: self.statement }
    }

    /// Takes the frame to where code runs on it; what stays behind says where it stood.
    pub fn lend(&mut self) -> Frame<V> {
        Frame {
            function: self.function,
            block: self.block,
            statement: self.statement,
            registers: std::mem::take(&mut self.registers),
            extra: std::mem::take(&mut self.extra),
            objects: std::mem::take(&mut self.objects),
            guard: self.guard.clone(),
        }
    }

    #[inline]
    pub fn set(&mut self, register: RegisterId, value: Option<V>) {
        self.registers[register.position()] = value;
    }

    /// Goes along the terminator's edge with this position; all parameters of
    /// the target get their values at once.
    pub fn follow<D: Domain<Value = V>>(&mut self, ready: &Ready, domain: &mut D, edge: usize) {
        let function = &ready.program.functions[self.function];
        let Some(edge) = function.blocks[self.block].terminator.edge(edge) else {
            debug_assert!(false, "the terminator has no such edge");
            return;
        };
        let parameters = &function.blocks[edge.target].parameters;
        match (parameters.as_slice(), edge.arguments.as_slice()) {
            ([], []) => {}
            ([parameter], [argument]) => {
                let value = self.moved(ready, domain, argument);
                self.set(*parameter, value);
            }
            (parameters, arguments) => {
                let values: Vec<_> =
                    arguments.iter().map(|argument| self.moved(ready, domain, argument)).collect();
                for (parameter, value) in parameters.iter().zip(values) {
                    self.set(*parameter, value);
                }
            }
        }
        self.block = edge.target;
        self.statement = 0;
    }

    /// The operand's value where it is only moved: emptiness moves too.
    #[inline]
    pub fn moved<D: Domain<Value = V>>(
        &self,
        ready: &Ready,
        domain: &mut D,
        operand: &Operand,
    ) -> Option<V> {
        match operand {
            Operand::Register(register) => self.registers[register.position()].clone(),
            Operand::Constant(bits) => Some(domain.constant(*bits)),
            Operand::Global(_) | Operand::Function(_) => {
                ready.constant(operand).map(|bits| domain.constant(bits))
            }
            Operand::Undefined(_) => None,
        }
    }

    /// Finishes the instruction that made the last exit (a call, spawn, await or
    /// atomic marker): its results are written and the frame moves past it.
    pub fn complete(&mut self, ready: &Ready, results: &[Option<V>]) {
        use raddle_ir::Instruction;
        let block = &ready.program.functions[self.function].blocks[self.block];
        let Some(statement) = block.statements.get(self.statement as usize) else {
            debug_assert!(false, "no instruction waits for results");
            return;
        };
        let instruction = &statement.instruction;
        if let Instruction::Call { results: registers, .. } = instruction {
            for (position, register) in registers.iter().enumerate() {
                self.set(*register, results.get(position).cloned().flatten());
            }
        } else if let Instruction::Spawn { result, .. } | Instruction::Await { result, .. } =
            instruction
        {
            self.set(*result, results.first().cloned().flatten());
        } else {
            debug_assert!(results.is_empty());
        }
        self.statement += 1;
    }
}

/// One frame that stands for both, where `condition` chooses the first. Both
/// must be at the same place.
///
/// Registers that only one of them has written keep that value: a use on the
/// other path would be a use of a never written value.
pub fn merge<D: Domain>(
    domain: &mut D,
    condition: &D::Value,
    first: Frame<D::Value>,
    second: Frame<D::Value>,
) -> Frame<D::Value> {
    debug_assert_eq!(
        (first.function, first.block, first.statement),
        (second.function, second.block, second.statement)
    );
    let guard =
        domain.apply(raddle_terms::Operator::Or, &[first.guard.clone(), second.guard.clone()]);
    let registers = first
        .registers
        .into_iter()
        .zip(second.registers)
        .map(|pair| match pair {
            (Some(then), Some(otherwise)) if then == otherwise => Some(then),
            (Some(then), Some(otherwise)) => Some(domain.if_then_else(condition, then, otherwise)),
            (Some(value), None) | (None, Some(value)) => Some(value),
            (None, None) => None,
        })
        .collect();
    let mut objects = first.objects;
    objects.extend(
        second.objects.into_iter().filter(|object| !objects.contains(object)).collect::<Vec<_>>(),
    );
    Frame {
        function: first.function,
        block: first.block,
        statement: first.statement,
        registers,
        extra: first.extra,
        objects,
        guard,
    }
}
