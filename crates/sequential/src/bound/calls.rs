//! Calls, returns, and the start and the end of threads. Through a pointer that is not
//! known there is a way for each function that the analysis of pointers knows; what
//! is none of them is a pointer to no function.

use raddle_ir::index::Index;
use raddle_ir::{
    AllocationKind, BlockId, Callee, Edge, Function, FunctionId, Instruction, Operand, RegisterId,
    StopReason, Terminator, Type,
};
use raddle_passes::block_order::Position;
use raddle_passes::points_to::InstanceId;
use raddle_terms::Operator;

use super::draft::Special;
use super::nodes::{Caller, Frame, Incoming, Node};
use super::value::Value;
use super::walk::{DeadEnd, Start, Walk, nowhere};
use crate::bounded::Slot;
use crate::marks::ReachedBound;

/// A function that a pointer may lead to.
type Candidate = (FunctionId, Option<InstanceId>);

impl Walk<'_, '_> {
    /// The functions that the current statement may call or start.
    fn candidates(&self, spawns: bool) -> Vec<Candidate> {
        let place = self.place();
        let points_to = self.shared.points_to;
        let instances = points_to.instances();
        let instance = self.frames[self.frame].instance;
        let Some(instance) = instance.and_then(|instance| instances.get(instance as usize)) else {
            return points_to.callees(place).iter().map(|function| (*function, None)).collect();
        };
        let mut found: Vec<Candidate> = instance
            .calls
            .iter()
            .filter(|call| call.place == (place.block, place.statement) && call.spawns == spawns)
            .filter_map(|call| {
                let callee = instances.get(call.callee as usize)?;
                Some((callee.function, Some(call.callee)))
            })
            .collect();
        found.sort_unstable();
        found.dedup_by_key(|(function, _)| *function);
        found
    }

    fn candidate(&self, function: FunctionId, spawns: bool) -> Candidate {
        let known = self.candidates(spawns).into_iter().find(|(each, _)| *each == function);
        known.unwrap_or((function, None))
    }

    pub fn call(&mut self, callee: &Callee, arguments: &[Operand]) {
        let arguments: Vec<Value> = arguments.iter().map(|each| self.value(each)).collect();
        let pointer = match callee {
            Callee::Direct(function) => {
                let candidate = self.candidate(*function, false);
                return self.enter_call(candidate, arguments);
            }
            Callee::Indirect(pointer) => self.value(pointer),
        };
        if let Value::Operand(Operand::Function(function)) = pointer {
            let candidate = self.candidate(function, false);
            return self.enter_fitting(candidate, arguments);
        }
        for candidate in self.candidates(false) {
            let otherwise = self.only_if(pointer, candidate.0);
            self.enter_fitting(candidate, arguments.clone());
            self.here = otherwise;
        }
        self.dead_end_here(DeadEnd::Fault("calls through a pointer to no function"));
    }

    /// Goes on where a pointer is this function; gives the block for the other case.
    fn only_if(&mut self, pointer: Value, function: FunctionId) -> BlockId {
        let condition = self.draft.register(Type::Integer(1), None, false);
        let operands = vec![self.operand(pointer), Operand::Function(function)];
        let operator = Operator::Equal;
        self.emit(Instruction::Apply { result: condition, operator, operands }, false);
        let note = self.note(false);
        let (then, otherwise) = (self.draft.block(note), self.draft.block(note));
        let edge = |target| Edge { target, arguments: Vec::new() };
        self.close(Terminator::Branch {
            condition: Operand::Register(condition),
            then: edge(then),
            otherwise: edge(otherwise),
        });
        self.here = then;
        otherwise
    }

    /// Whether a function that a pointer leads to takes the arguments and gives the
    /// results of the call.
    fn enter_fitting(&mut self, candidate: Candidate, arguments: Vec<Value>) {
        let callee = &self.ready.program.functions[candidate.0];
        let target = self.ready.program.target;
        let takes = callee.parameters.iter().zip(&arguments).all(|(parameter, value)| {
            self.may_be_empty(*value)
                || target.width(callee.registers[*parameter].kind)
                    == value.width(&self.draft.function, target)
        });
        let caller = self.function();
        let mut results = self.call_results().iter().zip(&callee.results);
        let gives = results.all(|(register, kind)| {
            target.width(caller.registers[*register].kind) == target.width(*kind)
        });
        if takes && gives {
            return self.enter_call(candidate, arguments);
        }
        let name = &callee.name;
        let what = format!("a call of `{name}` through a pointer to functions of another type");
        self.dead_end_here(DeadEnd::Unsupported(what));
    }

    fn call_results(&self) -> &[RegisterId] {
        let statements = &self.function().blocks[self.block].statements;
        match statements.get(self.statement as usize).map(|statement| &statement.instruction) {
            Some(Instruction::Call { results, .. }) => results,
            _ => &[],
        }
    }

    fn enter_call(&mut self, (function, instance): Candidate, arguments: Vec<Value>) {
        let callee = &self.ready.program.functions[function];
        if !callee.has_body() {
            let what = format!("a call of `{}`, which has no body", callee.name);
            return self.dead_end_here(DeadEnd::Unsupported(what));
        }
        let mut nested = 0;
        let mut around = Some(self.frame);
        while let Some(frame) = around.and_then(|around| self.frames.get(around)) {
            nested += u32::from(frame.function == function);
            around = frame.caller.as_ref().map(|caller| caller.frame);
        }
        if nested > self.shared.bounds.all {
            return self.dead_end_here(DeadEnd::Cut(ReachedBound::Recursion { function }));
        }
        let live = self.live(self.block, self.statement + 1);
        let values = live.iter().map(|register| self.values[register.position()]).collect();
        let caller = Caller {
            frame: self.frame,
            block: self.block,
            statement: self.statement,
            loop_counts: self.loop_counts.clone(),
            values,
        };
        self.enter(function, instance, arguments, Some(caller));
    }

    /// The current block goes on in a new copy of a function.
    pub fn enter(
        &mut self,
        function: FunctionId,
        instance: Option<InstanceId>,
        arguments: Vec<Value>,
        caller: Option<Caller>,
    ) {
        let code = &self.ready.program.functions[function];
        self.name_after(code);
        let order = self.shared.order(function);
        let number = self.frames.len();
        let prefix = match &caller {
            Some(caller) => self.frames[caller.frame].call_prefix(
                caller.block,
                caller.statement,
                &caller.loop_counts,
                number,
            ),
            None => Position::new(),
        };
        if caller.is_some() {
            self.close(Terminator::Jump(nowhere()));
        } else {
            // The thread's first block has no statement to stand for.
            let note = self.draft.ends[self.here];
            self.draft.close(self.here, Terminator::Jump(nowhere()), None, note);
        }
        let entry = BlockId::new(Function::ENTRY);
        let mut values = Vec::new();
        let mut moved = Vec::new();
        let live = &self.ready.functions[function].live[entry][0];
        for (position, register) in live.iter().enumerate() {
            let parameter = code.parameters.iter().position(|each| each == register);
            let argument = parameter.and_then(|parameter| arguments.get(parameter)).copied();
            let nothing = Value::Operand(Operand::Undefined(code.registers[*register].kind));
            let value = argument.unwrap_or(nothing);
            // A thread's own parameter is where its argument is.
            if self.may_be_empty(value) && (caller.is_some() || argument.is_none()) {
                moved.push(position);
            }
            values.push(value);
        }
        let named = code.parameters.len().min(arguments.len());
        let extra = if code.variadic { arguments[named..].to_vec() } else { Vec::new() };
        self.frames.push(Frame { function, instance, order, prefix, caller, extra, mark: None });
        let incoming = Incoming { block: self.here, edge: 0, values, moved };
        let (frame, statement, loop_counts) = (number, 0, Vec::new());
        let (depth, incoming) = (self.depth, vec![incoming]);
        self.connect(Node { frame, block: entry, statement, loop_counts, depth, incoming });
    }

    /// At the beginning of a call that makes objects: they end when it returns.
    pub fn save_stack(&mut self) {
        let frame = &self.frames[self.frame];
        let function = &self.ready.program.functions[frame.function];
        if frame.caller.is_some() && has_objects(function) {
            let mark = self.draft.register(Type::Pointer, None, false);
            self.emit(Instruction::StackSave { mark }, false);
            self.frames[self.frame].mark = Some(mark);
        }
    }

    pub fn finish_call(&mut self, values: &[Operand]) {
        let Some(caller) = self.frames[self.frame].caller.clone() else {
            return match self.slot.position() {
                // The process ends when its first function returns.
                0 => self.end_thread(Terminator::Stop(StopReason::Exit)),
                _ => self.end_thread(Terminator::Return(Vec::new())),
            };
        };
        let results: Vec<Value> = values.iter().map(|value| self.value(value)).collect();
        if let Some(mark) = self.frames[self.frame].mark {
            let visible = self.is_visible();
            self.emit(Instruction::StackRestore { mark: Operand::Register(mark) }, visible);
        }
        self.close(Terminator::Jump(nowhere()));
        let function = &self.ready.program.functions[self.frames[caller.frame].function];
        let statement = function.blocks[caller.block].statements.get(caller.statement as usize);
        let registers = match statement.map(|statement| &statement.instruction) {
            Some(Instruction::Call { results, .. }) => results.as_slice(),
            _ => &[],
        };
        let nothing =
            |register: &RegisterId| Operand::Undefined(function.registers[*register].kind);
        let results: Vec<(RegisterId, Value)> = registers
            .iter()
            .enumerate()
            .map(|(position, register)| {
                let value = results.get(position).copied();
                (*register, value.unwrap_or(Value::Operand(nothing(register))))
            })
            .collect();
        self.go_on_behind(&caller, &results);
    }

    /// Jumps behind a call or the start of a thread, with its results.
    fn go_on_behind(&mut self, caller: &Caller, results: &[(RegisterId, Value)]) {
        let facts = &self.ready.functions[self.frames[caller.frame].function];
        let live = &facts.live[caller.block][caller.statement as usize + 1];
        let mut values = caller.values.clone();
        let mut moved = Vec::new();
        for (position, register) in live.iter().enumerate() {
            if let Some((_, value)) = results.iter().find(|(result, _)| result == register) {
                values[position] = *value;
                if self.may_be_empty(*value) {
                    moved.push(position);
                }
            }
        }
        let incoming = Incoming { block: self.here, edge: 0, values, moved };
        self.connect(Node {
            frame: caller.frame,
            block: caller.block,
            statement: caller.statement + 1,
            loop_counts: caller.loop_counts.clone(),
            depth: self.depth,
            incoming: vec![incoming],
        });
    }

    pub fn end_thread(&mut self, terminator: Terminator) {
        if self.depth.depth > 0 {
            let what = "the end of a thread inside an atomic section".to_string();
            return self.dead_end_here(DeadEnd::Unsupported(what));
        }
        self.close(terminator);
    }

    /// Whether the copy goes on with the next statement.
    pub fn spawn(&mut self, result: RegisterId, function: &Operand, argument: &Operand) -> bool {
        let (pointer, argument) = (self.value(function), self.value(argument));
        if let Value::Operand(Operand::Function(function)) = pointer {
            let candidate = self.candidate(function, true);
            return match self.start(candidate, argument) {
                Some(number) => {
                    self.set(result, Value::Operand(Operand::Register(number)));
                    true
                }
                None => false,
            };
        }
        let live = self.live(self.block, self.statement + 1);
        let values = live.iter().map(|register| self.values[register.position()]).collect();
        let caller = Caller {
            frame: self.frame,
            block: self.block,
            statement: self.statement,
            loop_counts: self.loop_counts.clone(),
            values,
        };
        for candidate in self.candidates(true) {
            let otherwise = self.only_if(pointer, candidate.0);
            if let Some(number) = self.start(candidate, argument) {
                self.close(Terminator::Jump(nowhere()));
                let number = Value::Operand(Operand::Register(number));
                self.go_on_behind(&caller, &[(result, number)]);
            }
            self.here = otherwise;
        }
        self.dead_end_here(DeadEnd::Fault("starts a thread at a pointer to no function"));
        false
    }

    /// The register that has the new thread's number.
    fn start(&mut self, (function, instance): Candidate, argument: Value) -> Option<RegisterId> {
        let code = &self.ready.program.functions[function];
        let target = self.ready.program.target;
        let takes_pointer = code.parameters.first().is_none_or(|parameter| {
            target.width(code.registers[*parameter].kind) == target.pointer_bits
        });
        if !code.has_body() || !takes_pointer {
            let reason = if takes_pointer { "has no body" } else { "takes no pointer" };
            let what = format!("a thread that starts in `{}`, which {reason}", code.name);
            self.dead_end_here(DeadEnd::Unsupported(what));
            return None;
        }
        if self.shared.starts.len() >= self.shared.bounds.threads {
            self.dead_end_here(DeadEnd::Cut(ReachedBound::Size));
            return None;
        }
        let slot = Slot::new(self.shared.starts.len());
        let may_be_empty = self.may_be_empty(argument);
        self.shared.starts.push(Start { function, instance, may_be_empty });
        let first = self.ready.program.functions.len();
        let start = FunctionId::new(first + slot.position());
        let result = self.draft.register(Type::Integer(32), None, false);
        let argument = self.operand(argument);
        let visible = self.is_visible();
        let spawn = Instruction::Spawn { result, function: Operand::Function(start), argument };
        self.emit_special(spawn, visible, Special::Spawns(slot));
        Some(result)
    }
}

/// Whether a function makes objects that end when it returns.
fn has_objects(function: &Function) -> bool {
    let mut statements = function.blocks.iter().flat_map(|block| &block.statements);
    statements.any(|statement| {
        matches!(
            statement.instruction,
            Instruction::Allocate { kind: AllocationKind::Stack, .. }
                | Instruction::VariadicArea { .. }
        )
    })
}
