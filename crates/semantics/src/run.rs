//! Runs straight-line code. This is the one place that says what an
//! instruction means; control goes back to the caller at every choice, call or
//! switch point, so that an explicit search may loop, an explorer fork, and a
//! bounded model checker walk blocks in topological order.

use raddle_ir::index::Index;
use raddle_ir::{
    Access, AllocationKind, AwaitKind, Callee, CheckKind, FunctionId, Instruction, Operand,
    RegisterId, StopReason, Terminator, UpdateOperator,
};
use raddle_passes::{Place, Ready};
use raddle_terms::{Bits, Operator};

use crate::domain::Domain;
use crate::frame::Frame;
use crate::host::{At, Change, Host, Interrupt, Source};

/// Where control goes. After `Call`, `Spawn`, `Await`, `AtomicBegin` and
/// `AtomicEnd` the frame still stands at the instruction: the caller does what
/// it says and then [`Frame::complete`]s it.
#[derive(Clone, Debug)]
pub enum Exit<V> {
    /// The only edge of the terminator, see [`Frame::follow`].
    Goto,
    /// Edge 0 if the condition is true, else edge 1.
    Branch(V),
    /// The edge of the first case that equals the value, else the last one.
    Switch(V),
    Call {
        callee: Target<V>,
        arguments: Vec<Option<V>>,
    },
    Return(Vec<Option<V>>),
    Spawn {
        function: V,
        argument: Option<V>,
    },
    Await {
        kind: AwaitKind,
        condition: V,
        holder: Option<V>,
    },
    AtomicBegin,
    AtomicEnd,
    ThreadExit,
    Stop(StopReason),
    /// In front of a visible instruction, as the host asked.
    Paused,
    Interrupted(Interrupt),
}

#[derive(Clone, Debug)]
pub enum Target<V> {
    Known(FunctionId),
    Pointer(V),
}

/// Runs from where the frame stands to the next exit.
pub fn run_block<D: Domain, H: Host<D>>(
    ready: &Ready,
    frame: &mut Frame<D::Value>,
    domain: &mut D,
    host: &mut H,
) -> Exit<D::Value> {
    let block = &ready.program.functions[frame.function].blocks[frame.block];
    let visible = &ready.functions[frame.function].visible[frame.block];
    while let Some(statement) = block.statements.get(frame.statement as usize) {
        let place = frame.place();
        if visible.get(frame.statement as usize).copied().unwrap_or(true) && host.pause(place) {
            return Exit::Paused;
        }
        let mut runner = Runner { ready, place, frame, domain, host };
        match runner.run(&statement.instruction) {
            Ok(None) => frame.statement += 1,
            Ok(Some(exit)) => return exit,
            Err(interrupt) => return Exit::Interrupted(interrupt),
        }
    }
    let place = frame.place();
    if visible.get(frame.statement as usize).copied().unwrap_or(false) && host.pause(place) {
        return Exit::Paused;
    }
    let mut runner = Runner { ready, place, frame, domain, host };
    runner.terminate(&block.terminator).unwrap_or_else(Exit::Interrupted)
}

struct Runner<'a, D: Domain, H> {
    ready: &'a Ready,
    place: Place,
    frame: &'a mut Frame<D::Value>,
    domain: &'a mut D,
    host: &'a mut H,
}

type Outcome<V> = Result<Option<Exit<V>>, Interrupt>;

impl<D: Domain, H: Host<D>> Runner<'_, D, H> {
    #[expect(clippy::too_many_lines, reason = "an arm for each instruction")]
    fn run(&mut self, instruction: &Instruction) -> Outcome<D::Value> {
        match instruction {
            Instruction::Apply { result, operator, operands } => {
                let value = self.apply(*operator, operands)?;
                self.frame.set(*result, Some(value));
            }
            Instruction::Load { result, address, access } => {
                self.load(*result, address, access)?;
            }
            Instruction::Store { address, value, access } => self.store(address, value, access)?,
            Instruction::Update { result, operator, address, value, access } => {
                let (address, value) = (self.used(address)?, self.used(value)?);
                let old = self.update(*operator, &address, &value, access)?;
                self.frame.set(*result, Some(old));
            }
            Instruction::CompareExchange { .. } => self.compare_exchange(instruction)?,
            Instruction::Copy { to, from, access } => self.copy(to, from, access)?,
            Instruction::Fence { order } => {
                let at = self.at();
                self.host.fence(self.domain, &at, *order);
            }
            Instruction::Allocate { result, kind, size, zeroed, .. } => {
                self.allocate(*result, *kind, size, *zeroed)?;
            }
            Instruction::Free { address } => {
                let (address, at) = (self.used(address)?, self.at());
                self.host.free(self.domain, &at, &address)?;
            }
            Instruction::StackSave { mark } => self.stack_save(*mark),
            Instruction::StackRestore { mark } => self.stack_restore(mark)?,
            Instruction::ObjectSize { result, address } => {
                let (address, at) = (self.used(address)?, self.at());
                let size = self.host.object_size(self.domain, &at, &address)?;
                self.frame.set(*result, Some(size));
            }
            Instruction::ThreadLocalAddress { result, global } => {
                let at = self.at();
                let pointer = self.host.thread_local(self.domain, &at, *global)?;
                self.frame.set(*result, Some(pointer));
            }
            Instruction::VariadicArea { result } => {
                let at = self.at();
                let made = self.host.variadic_area(self.domain, &at, &self.frame.extra)?;
                self.frame.objects.push(made.object);
                self.frame.set(*result, Some(made.pointer));
            }
            Instruction::Nondet { result, .. } => {
                let width = self.register_width(*result);
                let value =
                    self.host.nondet(self.domain, Source::Instruction(self.place), width)?;
                self.frame.set(*result, Some(value));
            }
            Instruction::Assume { condition } => {
                let condition = self.used(condition)?;
                let at = self.at();
                self.host.assume(self.domain, &at, &condition)?;
            }
            Instruction::Check { kind, condition, message } => {
                let condition = self.used(condition)?;
                let at = self.at();
                self.host.check(self.domain, &at, *kind, &condition, message)?;
            }
            Instruction::Output { value } => {
                let value = self.used(value)?;
                let at = self.at();
                self.host.output(self.domain, &at, &value);
            }
            Instruction::CurrentThread { result } => {
                let value = self.host.current_thread(self.domain);
                self.frame.set(*result, Some(value));
            }
            Instruction::Call { callee, arguments, .. } => return self.call(callee, arguments),
            Instruction::Spawn { function, argument, .. } => {
                let function = self.used(function)?;
                let argument = self.moved(argument);
                return Ok(Some(Exit::Spawn { function, argument }));
            }
            Instruction::Await { kind, condition, holder, .. } => {
                let condition = self.used(condition)?;
                let holder = holder.as_ref().map(|holder| self.used(holder)).transpose()?;
                return Ok(Some(Exit::Await { kind: *kind, condition, holder }));
            }
            Instruction::AtomicBegin => return Ok(Some(Exit::AtomicBegin)),
            Instruction::AtomicEnd => return Ok(Some(Exit::AtomicEnd)),
            Instruction::Unsupported { what } => {
                return Err(Interrupt::Unsupported(self.place, what.clone()));
            }
        }
        Ok(None)
    }

    fn call(&mut self, callee: &Callee, arguments: &[Operand]) -> Outcome<D::Value> {
        let callee = match callee {
            Callee::Direct(function) => Target::Known(*function),
            Callee::Indirect(pointer) => match self.moved(pointer) {
                Some(pointer) => Target::Pointer(pointer),
                None => return self.call_of_nothing(),
            },
        };
        let arguments = arguments.iter().map(|argument| self.moved(argument)).collect();
        Ok(Some(Exit::Call { callee, arguments }))
    }

    /// A pointer that was never written leads to no function: none is made up.
    #[cold]
    fn call_of_nothing(&mut self) -> Outcome<D::Value> {
        let (at, wrong) = (self.at(), self.domain.constant(Bits::boolean(false)));
        let message = "calls through a pointer that was never written";
        self.host.check(self.domain, &at, CheckKind::Memory, &wrong, message)?;
        Ok(Some(Exit::Stop(StopReason::Undefined)))
    }

    fn terminate(&mut self, terminator: &Terminator) -> Result<Exit<D::Value>, Interrupt> {
        Ok(match terminator {
            Terminator::Jump(_) => Exit::Goto,
            Terminator::Branch { condition, .. } => Exit::Branch(self.used(condition)?),
            Terminator::Switch { value, .. } => Exit::Switch(self.used(value)?),
            Terminator::Return(values) => {
                Exit::Return(values.iter().map(|value| self.moved(value)).collect())
            }
            Terminator::ThreadExit => Exit::ThreadExit,
            Terminator::Stop(reason) => Exit::Stop(*reason),
        })
    }

    fn apply(&mut self, operator: Operator, operands: &[Operand]) -> Result<D::Value, Interrupt> {
        Ok(match operands {
            [only] => {
                let only = self.used(only)?;
                self.domain.apply(operator, &[only])
            }
            [first, second] => {
                let (first, second) = (self.used(first)?, self.used(second)?);
                self.domain.apply(operator, &[first, second])
            }
            [condition, then, otherwise] if operator == Operator::IfThenElse => {
                return self.select(condition, then, otherwise);
            }
            many => {
                let many = many.iter().map(|operand| self.used(operand));
                let many = many.collect::<Result<Vec<_>, _>>()?;
                self.domain.apply(operator, &many)
            }
        })
    }

    /// Only the arm that is chosen counts as used, where the choice is known.
    fn select(
        &mut self,
        condition: &Operand,
        then: &Operand,
        otherwise: &Operand,
    ) -> Result<D::Value, Interrupt> {
        let condition = self.used(condition)?;
        match self.domain.known(&condition) {
            Some(known) => self.used(if known.is_true() { then } else { otherwise }),
            None => {
                let (then, otherwise) = (self.used(then)?, self.used(otherwise)?);
                Ok(self.domain.if_then_else(&condition, then, otherwise))
            }
        }
    }

    fn load(
        &mut self,
        result: RegisterId,
        address: &Operand,
        access: &Access,
    ) -> Result<(), Interrupt> {
        let (address, at) = (self.used(address)?, self.at());
        let value = self.host.load(self.domain, &at, &address, access)?;
        self.frame.set(result, Some(value));
        Ok(())
    }

    fn store(
        &mut self,
        address: &Operand,
        value: &Operand,
        access: &Access,
    ) -> Result<(), Interrupt> {
        let address = self.used(address)?;
        let (value, at) = (self.moved(value), self.at());
        self.host.store(self.domain, &at, &address, value.as_ref(), access)
    }

    fn copy(&mut self, to: &Operand, from: &Operand, access: &Access) -> Result<(), Interrupt> {
        let (to, from) = (self.used(to)?, self.used(from)?);
        let at = self.at();
        self.host.copy(self.domain, &at, &to, &from, access)
    }

    fn update(
        &mut self,
        operator: UpdateOperator,
        address: &D::Value,
        value: &D::Value,
        access: &Access,
    ) -> Result<D::Value, Interrupt> {
        let at = self.at();
        let mut compute = |domain: &mut D, old: &D::Value| Change {
            value: updated(domain, operator, old, value),
            written: domain.constant(Bits::boolean(true)),
        };
        self.host.update(self.domain, &at, address, access, &mut compute)
    }

    fn compare_exchange(&mut self, instruction: &Instruction) -> Result<(), Interrupt> {
        let Instruction::CompareExchange {
            old: old_register,
            success,
            address,
            expected,
            desired,
            weak,
            failure: _,
            access,
        } = instruction
        else {
            return Ok(());
        };
        let address = self.used(address)?;
        let (expected, desired) = (self.used(expected)?, self.used(desired)?);
        let at = self.at();
        let may_write = if *weak {
            let fails = self.host.fails_by_itself(self.domain, &at)?;
            self.domain.apply(Operator::Not, &[fails])
        } else {
            self.domain.constant(Bits::boolean(true))
        };
        let mut written = None;
        let mut compute = |domain: &mut D, old: &D::Value| {
            let equal = domain.apply(Operator::Equal, &[old.clone(), expected.clone()]);
            let writes = domain.and(&equal, &may_write);
            written = Some(writes.clone());
            Change { value: desired.clone(), written: writes }
        };
        let old = self.host.update(self.domain, &at, &address, access, &mut compute)?;
        self.frame.set(*old_register, Some(old));
        self.frame.set(*success, written);
        Ok(())
    }

    fn allocate(
        &mut self,
        result: RegisterId,
        kind: AllocationKind,
        size: &Operand,
        zeroed: bool,
    ) -> Result<(), Interrupt> {
        let (size, at) = (self.used(size)?, self.at());
        let made = self.host.allocate(self.domain, &at, kind, &size, zeroed)?;
        if kind == AllocationKind::Stack {
            self.frame.objects.push(made.object);
        }
        self.frame.set(result, Some(made.pointer));
        Ok(())
    }

    fn stack_save(&mut self, mark: RegisterId) {
        let width = self.register_width(mark);
        let count = Bits::new(self.frame.objects.len() as u128, width);
        let count = self.domain.constant(count);
        self.frame.set(mark, Some(count));
    }

    fn stack_restore(&mut self, mark: &Operand) -> Result<(), Interrupt> {
        let mark = self.used(mark)?;
        let Some(mark) = self.domain.known(&mark) else {
            let what = "a stack mark that is not one value".to_string();
            return Err(Interrupt::Unsupported(self.place, what));
        };
        while self.frame.objects.len() as u64 > mark.low64() {
            if let Some(object) = self.frame.objects.pop() {
                self.host.end_object(self.domain, object);
            }
        }
        Ok(())
    }

    fn at(&self) -> At<D::Value> {
        At { place: self.place, guard: self.frame.guard.clone() }
    }

    fn register_width(&self, register: RegisterId) -> u16 {
        let function = &self.ready.program.functions[self.frame.function];
        self.ready.width(function.registers[register].kind)
    }

    fn moved(&mut self, operand: &Operand) -> Option<D::Value> {
        self.frame.moved(self.ready, self.domain, operand)
    }

    /// The operand's value where it is used: a never written one becomes, from
    /// here on, one nondeterministic value.
    #[inline]
    fn used(&mut self, operand: &Operand) -> Result<D::Value, Interrupt> {
        match self.moved(operand) {
            Some(value) => Ok(value),
            None => self.made_up(operand),
        }
    }

    #[cold]
    fn made_up(&mut self, operand: &Operand) -> Result<D::Value, Interrupt> {
        let width = match operand {
            Operand::Register(register) => self.register_width(*register),
            Operand::Undefined(kind) => self.ready.width(*kind),
            Operand::Constant(bits) => bits.width(),
            Operand::Global(_) | Operand::Function(_) => self.ready.layout.pointer_bits,
        };
        let value = self.host.nondet(self.domain, Source::Register(self.place), width)?;
        if let Operand::Register(register) = operand {
            self.frame.registers[register.position()] = Some(value.clone());
        }
        Ok(value)
    }
}

/// The new value of an atomic read-modify-write.
fn updated<D: Domain>(
    domain: &mut D,
    operator: UpdateOperator,
    old: &D::Value,
    value: &D::Value,
) -> D::Value {
    let mut plain = |operator| domain.apply(operator, &[old.clone(), value.clone()]);
    let (comparison, takes_lesser) = match operator {
        UpdateOperator::Exchange => return value.clone(),
        UpdateOperator::Add => return plain(Operator::Add),
        UpdateOperator::Subtract => return plain(Operator::Subtract),
        UpdateOperator::And => return plain(Operator::And),
        UpdateOperator::Or => return plain(Operator::Or),
        UpdateOperator::Xor => return plain(Operator::Xor),
        UpdateOperator::Nand => {
            let both = plain(Operator::And);
            return domain.apply(Operator::Not, &[both]);
        }
        UpdateOperator::SignedMinimum => (Operator::SignedLess, true),
        UpdateOperator::SignedMaximum => (Operator::SignedLess, false),
        UpdateOperator::UnsignedMinimum => (Operator::UnsignedLess, true),
        UpdateOperator::UnsignedMaximum => (Operator::UnsignedLess, false),
    };
    let old_is_less = plain(comparison);
    let (lesser, greater) = (
        domain.if_then_else(&old_is_less, old.clone(), value.clone()),
        domain.if_then_else(&old_is_less, value.clone(), old.clone()),
    );
    if takes_lesser { lesser } else { greater }
}
