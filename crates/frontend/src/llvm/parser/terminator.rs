//! Instructions that end a block.

use super::{Parse, Parser};
use crate::llvm::ast::{Constant, Operand, TerminatorOperation, Type, TypeId, TypeTable};

impl<'a> Parser<'a> {
    /// The terminator of an opcode that was just read, and the type of its
    /// result; `None` if the opcode is of another kind.
    pub(super) fn parse_terminator(
        &mut self,
        opcode: &'a str,
    ) -> Parse<Option<(TerminatorOperation<'a>, TypeId)>> {
        let operation = match opcode {
            "ret" => self.parse_return()?,
            "br" => self.parse_branch()?,
            "switch" => self.parse_switch(opcode)?,
            "indirectbr" => self.parse_indirect_branch()?,
            "unreachable" => TerminatorOperation::Unreachable,
            "invoke" | "callbr" => return self.parse_unsupported_call(opcode).map(Some),
            "resume" => {
                self.parse_operand()?;
                unsupported(opcode)
            }
            "catchswitch" => {
                self.skip_rest_of_line();
                let token = self.types.intern(Type::Token);
                return Ok(Some((unsupported(opcode), token)));
            }
            "cleanupret" | "catchret" => {
                self.skip_rest_of_line();
                unsupported(opcode)
            }
            _ => return Ok(None),
        };
        Ok(Some((operation, TypeTable::VOID)))
    }

    fn parse_return(&mut self) -> Parse<TerminatorOperation<'a>> {
        // `void (i32)*` starts like `void`, but is a pointer.
        let type_id = self.parse_type()?;
        if type_id == TypeTable::VOID {
            return Ok(TerminatorOperation::Return(None));
        }
        if let Type::Function(_) | Type::Label | Type::Metadata = self.types.get(type_id) {
            return Err(self.error("a value of this type cannot be returned"));
        }
        let value = self.parse_value(type_id)?;
        Ok(TerminatorOperation::Return(Some(Operand { type_id, value })))
    }

    fn parse_branch(&mut self) -> Parse<TerminatorOperation<'a>> {
        if self.at_word("label") {
            return Ok(TerminatorOperation::Jump(self.parse_block_reference()?));
        }
        let condition = self.parse_operand()?;
        if condition.type_id != TypeTable::BOOLEAN {
            return Err(self.error("a branch needs a condition of type i1"));
        }
        self.expect(b',')?;
        let then = self.parse_block_reference()?;
        self.expect(b',')?;
        let otherwise = self.parse_block_reference()?;
        Ok(TerminatorOperation::Branch { condition, then, otherwise })
    }

    fn parse_switch(&mut self, opcode: &'a str) -> Parse<TerminatorOperation<'a>> {
        let value = self.parse_operand()?;
        self.expect(b',')?;
        let default = self.parse_block_reference()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        let mut wide = false;
        while !self.accept(b']') {
            let start = self.start;
            let case = self.parse_typed_constant()?;
            if case.type_id != value.type_id {
                return Err(self.error_at(start, "a case of another type".to_owned()));
            }
            let number = match case.value {
                Constant::Integer(number) => number,
                Constant::WideInteger(_) => {
                    wide = true;
                    0
                }
                _ => return Err(self.error_at(start, "a case that is no number".to_owned())),
            };
            self.expect(b',')?;
            cases.push((number, self.parse_block_reference()?));
        }
        if wide {
            let mut targets: Vec<_> = cases.into_iter().map(|(_, target)| target).collect();
            targets.push(default);
            return Ok(TerminatorOperation::Unsupported { opcode, targets });
        }
        Ok(TerminatorOperation::Switch { value, cases, default })
    }

    fn parse_indirect_branch(&mut self) -> Parse<TerminatorOperation<'a>> {
        let address = self.parse_operand()?;
        self.expect(b',')?;
        let targets = self.parse_block_list()?;
        Ok(TerminatorOperation::IndirectBranch { address, targets })
    }

    /// `[label %a, label %b]`
    fn parse_block_list(&mut self) -> Parse<Vec<crate::llvm::ast::BlockId>> {
        self.expect(b'[')?;
        let mut targets = Vec::new();
        if !self.accept(b']') {
            loop {
                targets.push(self.parse_block_reference()?);
                if !self.accept(b',') {
                    break;
                }
            }
            self.expect(b']')?;
        }
        Ok(targets)
    }

    /// A call that ends its block: `invoke` has a way out for exceptions,
    /// `callbr` (assembly with gotos) has labels.
    fn parse_unsupported_call(
        &mut self,
        opcode: &'a str,
    ) -> Parse<(TerminatorOperation<'a>, TypeId)> {
        let call = self.parse_call(crate::llvm::ast::TailCall::None)?;
        self.expect_word("to")?;
        let mut targets = vec![self.parse_block_reference()?];
        if opcode == "invoke" {
            self.expect_word("unwind")?;
            targets.push(self.parse_block_reference()?);
        } else {
            targets.extend(self.parse_block_list()?);
        }
        let operation = TerminatorOperation::Unsupported { opcode, targets };
        Ok((operation, call.result_type))
    }

    /// For opcodes of which we keep only that they are there.
    pub(super) fn skip_rest_of_line(&mut self) {
        if !self.new_line {
            self.lexer.set_position(self.start);
            self.lexer.skip_line();
            self.advance();
        }
    }
}

fn unsupported(opcode: &str) -> TerminatorOperation<'_> {
    TerminatorOperation::Unsupported { opcode, targets: Vec::new() }
}
