//! Reads the instructions.

use super::cursor::Parsed;
use super::parse::Parser;
use super::parse_body::{Line, Registers};
use super::print_instruction::{
    ALLOCATIONS, AWAITS, NAMED_ORDERS, UPDATES, allocation_name, await_name, order_suffix,
    update_name,
};
use crate::{Access, Callee, CheckKind, Instruction, MemoryOrder, Operand, RegisterId};

use raddle_terms::Operator;

/// What stands before the `=`. Nearly every instruction has at most one.
#[derive(Default)]
struct Results {
    first: Option<RegisterId>,
    more: Vec<RegisterId>,
}

impl<'a> Parser<'a> {
    pub(super) fn line(&mut self, registers: &mut Registers) -> Parsed<Line> {
        if self.cursor.at_digit() {
            self.cursor.number()?;
            self.cursor.expect(b':')?;
        }
        let mut results = Results::default();
        if self.cursor.at_entity(b'r') {
            results.first = Some(self.definition(registers)?);
            while self.cursor.eat(b',') {
                results.more.push(self.definition(registers)?);
            }
            self.cursor.expect(b'=')?;
        }
        self.cursor.peek();
        let start = self.cursor.position();
        match self.line_after_results(results) {
            Ok(Some(line)) => Ok(line),
            Ok(None) => self.cursor.fail_at(start, "the results do not fit the instruction"),
            Err(failure) => Err(failure),
        }
    }

    /// `None`: the number of results is wrong.
    fn line_after_results(&mut self, results: Results) -> Parsed<Option<Line>> {
        let instruction = match results {
            Results { first: Some(result), more } if more.is_empty() => self.with_result(result)?,
            Results { first: Some(first), more } => self.with_results(first, more)?,
            Results { first: None, .. } => return self.without_result(),
        };
        Ok(instruction.map(Line::Statement))
    }

    fn with_result(&mut self, result: RegisterId) -> Parsed<Option<Instruction>> {
        let start = self.cursor.position();
        let word = self.cursor.word();
        let instruction = match word {
            "load" => {
                let access = self.access()?;
                Instruction::Load { result, address: self.operand()?, access }
            }
            "update" => self.update(result)?,
            "allocate" => self.allocate(result)?,
            "stack_save" => Instruction::StackSave { mark: result },
            "object_size" => Instruction::ObjectSize { result, address: self.operand()? },
            "thread_local" => {
                let global = self.cursor.entity("g")?;
                self.cursor.skip_ornament()?;
                Instruction::ThreadLocalAddress { result, global }
            }
            "variadic_area" => Instruction::VariadicArea { result },
            "call" => self.call(vec![result])?,
            "nondet" => Instruction::Nondet { result, name: self.cursor.name()? },
            "current_thread" => Instruction::CurrentThread { result },
            "spawn" => {
                let (function, argument) = self.pair(b',')?;
                Instruction::Spawn { result, function, argument }
            }
            "await" => self.await_instruction(result)?,
            text => match self.operator(text) {
                Some(operator) => {
                    Instruction::Apply { result, operator, operands: self.operands()? }
                }
                None => {
                    let message = format!("'{text}' is no instruction with a result");
                    return self.cursor.fail_at(start, message);
                }
            },
        };
        Ok(Some(instruction))
    }

    fn with_results(
        &mut self,
        first: RegisterId,
        more: Vec<RegisterId>,
    ) -> Parsed<Option<Instruction>> {
        match self.cursor.word() {
            "call" => {
                let results = std::iter::once(first).chain(more).collect();
                self.call(results).map(Some)
            }
            "compare_exchange" => match more.as_slice() {
                &[success] => self.compare_exchange(first, success).map(Some),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn without_result(&mut self) -> Parsed<Option<Line>> {
        let start = self.cursor.position();
        let word = self.cursor.word();
        let instruction = match word {
            "store" => {
                let access = self.access()?;
                let (address, value) = self.pair(b'=')?;
                Instruction::Store { address, value, access }
            }
            "copy" => {
                let access = self.access()?;
                let (to, from) = self.pair(b'=')?;
                Instruction::Copy { to, from, access }
            }
            "fence" => Instruction::Fence { order: self.order() },
            "free" => Instruction::Free { address: self.operand()? },
            "stack_restore" => Instruction::StackRestore { mark: self.operand()? },
            "call" => self.call(Vec::new())?,
            "assume" => Instruction::Assume { condition: self.operand()? },
            "check" => Instruction::Check {
                kind: self.cursor.choice(&CheckKind::ALL, CheckKind::name, "kind of check")?,
                condition: self.operand()?,
                message: self.cursor.string()?,
            },
            "output" => Instruction::Output { value: self.operand()? },
            "atomic_begin" => Instruction::AtomicBegin,
            "atomic_end" => Instruction::AtomicEnd,
            "unsupported" => Instruction::Unsupported { what: self.cursor.string()? },
            "" => return self.cursor.fail("expected an instruction"),
            word => {
                return match self.terminator(word)? {
                    Some(terminator) => Ok(Some(Line::Terminator(terminator))),
                    None => {
                        let message = format!("'{word}' is no instruction without a result");
                        self.cursor.fail_at(start, message)
                    }
                };
            }
        };
        Ok(Some(Line::Statement(instruction)))
    }

    fn pair(&mut self, between: u8) -> Parsed<(Operand, Operand)> {
        let first = self.operand()?;
        self.cursor.expect(between)?;
        Ok((first, self.operand()?))
    }

    fn access(&mut self) -> Parsed<Access> {
        let atomic = self.cursor.eat_word("atomic");
        let order = if atomic { self.order() } else { MemoryOrder::Plain };
        let volatile = self.cursor.eat_word("volatile");
        Ok(Access { kind: self.kind()?, order, volatile })
    }

    /// Sequentially consistent unless another order is named.
    fn order(&mut self) -> MemoryOrder {
        let named = NAMED_ORDERS
            .into_iter()
            .find(|order| self.cursor.eat_word(order_suffix(*order).trim_start()));
        named.unwrap_or(MemoryOrder::SequentiallyConsistent)
    }

    fn update(&mut self, result: RegisterId) -> Parsed<Instruction> {
        let operator = self.cursor.choice(&UPDATES, update_name, "operator of an update")?;
        let access = self.access()?;
        let (address, value) = self.pair(b',')?;
        Ok(Instruction::Update { result, operator, address, value, access })
    }

    fn compare_exchange(&mut self, old: RegisterId, success: RegisterId) -> Parsed<Instruction> {
        let weak = self.cursor.eat_word("weak");
        let access = self.access()?;
        let address = self.operand()?;
        self.cursor.expect(b',')?;
        let (expected, desired) = self.pair(b',')?;
        let failure = match self.cursor.eat_word("failure") {
            true => self.order(),
            false => MemoryOrder::SequentiallyConsistent,
        };
        Ok(Instruction::CompareExchange {
            old,
            success,
            address,
            expected,
            desired,
            weak,
            failure,
            access,
        })
    }

    fn allocate(&mut self, result: RegisterId) -> Parsed<Instruction> {
        let kind = self.cursor.choice(&ALLOCATIONS, allocation_name, "kind of allocation")?;
        let zeroed = self.cursor.eat_word("zeroed");
        let size = self.operand()?;
        let name = if self.cursor.eat_word("as") { Some(self.cursor.name()?) } else { None };
        Ok(Instruction::Allocate {
            result,
            kind,
            size,
            zeroed,
            name,
            debug_type: self.optional_type()?,
        })
    }

    fn call(&mut self, results: Vec<RegisterId>) -> Parsed<Instruction> {
        let callee = if self.cursor.eat(b'*') {
            Callee::Indirect(self.operand()?)
        } else {
            let function = self.cursor.entity("f")?;
            self.cursor.skip_ornament()?;
            Callee::Direct(function)
        };
        self.cursor.expect(b'(')?;
        let mut arguments = Vec::new();
        if !self.cursor.eat(b')') {
            arguments = self.operands()?;
            self.cursor.expect(b')')?;
        }
        Ok(Instruction::Call { results, callee, arguments })
    }

    fn await_instruction(&mut self, result: RegisterId) -> Parsed<Instruction> {
        let kind = self.cursor.choice(&AWAITS, await_name, "kind of await")?;
        let condition = self.operand()?;
        let holder = if self.cursor.eat_word("holder") { Some(self.operand()?) } else { None };
        Ok(Instruction::Await { result, kind, condition, holder })
    }

    fn operator(&mut self, text: &'a str) -> Option<Operator> {
        if let Some(&operator) = self.operators.get(text) {
            return Some(operator);
        }
        let operator = Operator::parse(text)?;
        self.operators.insert(text, operator);
        Some(operator)
    }
}
