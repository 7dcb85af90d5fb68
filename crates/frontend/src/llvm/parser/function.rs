//! Bodies of functions: blocks, and the names inside one function.

use rustc_hash::FxHashMap;

use super::{Parse, Parser, Pending};
use crate::llvm::ast::{
    Block, BlockId, Body, Instruction, Local, LocalId, Name, NodeId, Operation, Terminator,
    TerminatorOperation, TypeId, TypeTable,
};
use crate::llvm::lexer::{RawName, Token};

/// What is known of the function that is being read.
#[derive(Default)]
pub(super) struct FunctionState<'a> {
    locals: Vec<Local<'a>>,
    /// Where each local was first mentioned, and whether it was defined.
    mentions: Vec<(usize, bool)>,
    local_names: FxHashMap<Name<'a>, LocalId>,
    /// Blocks by first mention; defined: their position in the text.
    blocks: Vec<Pending<'a, u32>>,
    block_names: FxHashMap<Name<'a>, BlockId>,
    /// The number of the next unnamed value or block.
    next_number: u32,
}

impl FunctionState<'_> {
    /// Forgets everything but the memory it has.
    pub(super) fn clear(&mut self) {
        self.locals.clear();
        self.mentions.clear();
        self.local_names.clear();
        self.blocks.clear();
        self.block_names.clear();
        self.next_number = 0;
    }
}

/// What an instruction has behind it.
#[derive(Clone, Copy, Default)]
pub(super) struct Attachments {
    pub(super) location: Option<NodeId>,
    pub(super) from_sanitizer: bool,
}

impl<'a> Parser<'a> {
    /// `{ ... }`
    pub(super) fn parse_body(&mut self) -> Parse<Body<'a>> {
        let opened = self.start;
        self.expect(b'{')?;
        let mut blocks = Vec::new();
        while !self.at(b'}') {
            if self.accept_directive() {
                continue;
            }
            let block = self.parse_block(blocks.len() as u32)?;
            blocks.push(block);
        }
        if blocks.is_empty() {
            return Err(self.error_at(opened, "a function body without a block".to_owned()));
        }
        self.check_defined()?;
        self.advance();
        self.order_blocks(&mut blocks);
        Ok(Body { locals: std::mem::take(&mut self.state.locals), blocks })
    }

    /// Skips `uselistorder ...`
    fn accept_directive(&mut self) -> bool {
        let there = self.at_word("uselistorder");
        if there {
            self.lexer.skip_line();
            self.advance();
        }
        there
    }

    /// Everything that was used must have been defined.
    fn check_defined(&self) -> Parse<()> {
        for block in &self.state.blocks {
            if block.defined.is_none() {
                let message = format!("there is no block %{}", block.name);
                return Err(self.error_at(block.mentioned, message));
            }
        }
        for (local, mention) in self.state.locals.iter().zip(&self.state.mentions) {
            if !mention.1 {
                let message = format!("%{} is used but never defined", local.name);
                return Err(self.error_at(mention.0, message));
            }
        }
        Ok(())
    }

    /// Renumbers the blocks by their order in the text.
    fn order_blocks(&self, blocks: &mut [Block<'a>]) {
        let position = |block: &mut BlockId| {
            if let Some(position) = self.state.blocks[block.index()].defined {
                *block = BlockId(position);
            }
        };
        for block in blocks {
            for instruction in &mut block.instructions {
                if let Operation::Phi { incoming, .. } = &mut instruction.operation {
                    incoming.iter_mut().for_each(|(_, from)| position(from));
                }
            }
            match &mut block.terminator.operation {
                TerminatorOperation::Return(_) | TerminatorOperation::Unreachable => {}
                TerminatorOperation::Jump(target) => position(target),
                TerminatorOperation::Branch { then, otherwise, .. } => {
                    position(then);
                    position(otherwise);
                }
                TerminatorOperation::Switch { cases, default, .. } => {
                    cases.iter_mut().for_each(|(_, target)| position(target));
                    position(default);
                }
                TerminatorOperation::IndirectBranch { targets, .. }
                | TerminatorOperation::Unsupported { targets, .. } => {
                    targets.iter_mut().for_each(position);
                }
            }
        }
    }

    fn parse_block(&mut self, position: u32) -> Parse<Block<'a>> {
        let start = self.start;
        let name = match self.token {
            Token::Label(raw) => {
                self.advance();
                raw.name()
            }
            _ => Name::Number(self.state.next_number),
        };
        self.note_number(&name);
        let id = self.block_named(name.clone(), start);
        let pending = &mut self.state.blocks[id.index()];
        if pending.defined.is_some() {
            return Err(self.error_at(start, format!("there are two blocks %{name}")));
        }
        pending.defined = Some(position);
        let mut instructions = Vec::new();
        loop {
            match self.parse_statement()? {
                Statement::Instruction(instruction) => instructions.push(instruction),
                Statement::Terminator(terminator) => {
                    return Ok(Block { name, instructions, terminator });
                }
            }
        }
    }

    fn parse_statement(&mut self) -> Parse<Statement<'a>> {
        let line = self.line();
        if let Token::Record(record) = self.token {
            let instruction = self.parse_debug_record(record, line)?;
            return Ok(Statement::Instruction(instruction));
        }
        let start = self.start;
        let result = match self.token {
            Token::Local(raw) => {
                self.advance();
                self.expect(b'=')?;
                Some(raw)
            }
            _ => None,
        };
        let Token::Word(opcode) = self.token else {
            return Err(self.expected("an instruction"));
        };
        let opcode_start = self.start;
        self.advance();
        if let Some((operation, result_type)) = self.parse_terminator(opcode)? {
            let attachments = self.parse_attachments()?;
            self.define_result(result, result_type, start)?;
            return Ok(Statement::Terminator(Terminator {
                operation,
                location: attachments.location,
                from_sanitizer: attachments.from_sanitizer,
                line,
            }));
        }
        let (operation, result_type) = self.parse_operation_of(opcode, opcode_start)?;
        let attachments = self.parse_attachments()?;
        let result = self.define_result(result, result_type, start)?;
        Ok(Statement::Instruction(Instruction {
            result,
            operation,
            location: attachments.location,
            from_sanitizer: attachments.from_sanitizer,
            line,
        }))
    }

    /// `, !dbg !12, !tbaa !5`
    pub(super) fn parse_attachments(&mut self) -> Parse<Attachments> {
        let mut attachments = Attachments::default();
        while self.accept(b',') {
            let Token::MetadataName(kind) = self.token else {
                return Err(self.expected("metadata"));
            };
            self.advance();
            let node = self.parse_attached_node()?;
            match kind {
                "dbg" => attachments.location = node,
                "nosanitize" => attachments.from_sanitizer = true,
                _ => {}
            }
        }
        Ok(attachments)
    }

    /// The node behind the kind of an attachment; one written in place is skipped.
    pub(super) fn parse_attached_node(&mut self) -> Parse<Option<NodeId>> {
        match self.token {
            Token::Node(number) => {
                self.advance();
                Ok(Some(NodeId(number)))
            }
            Token::Exclamation | Token::MetadataName(_) => {
                self.advance();
                self.skip_brackets_if_any()?;
                Ok(None)
            }
            _ => Err(self.expected("a metadata node")),
        }
    }

    fn skip_brackets_if_any(&mut self) -> Parse<()> {
        match self.token {
            Token::Punctuation(b'(' | b'{') => self.skip_brackets(),
            Token::String(_) => {
                self.advance();
                Ok(())
            }
            _ => Err(self.expected("a metadata node")),
        }
    }

    /// Defines what an instruction computes, named or not.
    fn define_result(
        &mut self,
        result: Option<RawName<'a>>,
        type_id: TypeId,
        start: usize,
    ) -> Parse<Option<LocalId>> {
        if type_id == TypeTable::VOID {
            return match result {
                Some(_) => Err(self.error_at(start, "this computes no value".to_owned())),
                None => Ok(None),
            };
        }
        let name = match result {
            Some(raw) => raw.name(),
            None => Name::Number(self.state.next_number),
        };
        self.define_local(name, type_id, start).map(Some)
    }

    pub(super) fn define_local(
        &mut self,
        name: Name<'a>,
        type_id: TypeId,
        start: usize,
    ) -> Parse<LocalId> {
        self.note_number(&name);
        let local = self.local_named(name, type_id, start)?;
        let mention = &mut self.state.mentions[local.index()];
        if mention.1 {
            let name = &self.state.locals[local.index()].name;
            return Err(self.error_at(start, format!("%{name} is defined twice")));
        }
        mention.1 = true;
        Ok(local)
    }

    /// The next unnamed thing comes behind the highest number so far.
    fn note_number(&mut self, name: &Name<'a>) {
        if let Name::Number(number) = name {
            self.state.next_number = self.state.next_number.max(number.saturating_add(1));
        }
    }

    /// The name of a parameter that has none.
    pub(super) fn next_number(&self) -> Name<'a> {
        Name::Number(self.state.next_number)
    }

    pub(super) fn use_local(&mut self, raw: RawName<'a>, type_id: TypeId) -> Parse<LocalId> {
        let local = self.local_named(raw.name(), type_id, self.start)?;
        self.advance();
        Ok(local)
    }

    fn local_named(&mut self, name: Name<'a>, type_id: TypeId, start: usize) -> Parse<LocalId> {
        if let Some(known) = self.state.local_names.get(&name) {
            let there = self.state.locals[known.index()].type_id;
            if there != type_id {
                let message = format!(
                    "%{name} has type {} in one place and {} in another",
                    self.types.describe(there),
                    self.types.describe(type_id)
                );
                return Err(self.error_at(start, message));
            }
            return Ok(*known);
        }
        let id = LocalId(self.state.locals.len() as u32);
        self.state.locals.push(Local { name: name.clone(), type_id });
        self.state.mentions.push((start, false));
        self.state.local_names.insert(name, id);
        Ok(id)
    }

    /// `label %name`
    pub(super) fn parse_block_reference(&mut self) -> Parse<BlockId> {
        self.expect_word("label")?;
        self.parse_block_name()
    }

    /// `%name` of a block
    pub(super) fn parse_block_name(&mut self) -> Parse<BlockId> {
        let Token::Local(raw) = self.token else {
            return Err(self.expected("the name of a block"));
        };
        let block = self.block_named(raw.name(), self.start);
        self.advance();
        Ok(block)
    }

    fn block_named(&mut self, name: Name<'a>, start: usize) -> BlockId {
        if let Some(known) = self.state.block_names.get(&name) {
            return *known;
        }
        let id = BlockId(self.state.blocks.len() as u32);
        self.state.blocks.push(Pending { name: name.clone(), defined: None, mentioned: start });
        self.state.block_names.insert(name, id);
        id
    }
}

enum Statement<'a> {
    Instruction(Instruction<'a>),
    Terminator(Terminator<'a>),
}
