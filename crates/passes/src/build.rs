//! Small functions by hand, for the tests that are about the shape of a flow
//! graph. Everything else is tested on the text form.

use raddle_ir::index::Index;
use raddle_ir::{
    Block, BlockId, Edge, Function, IndexVec, Operand, Origin, RegisterId, Terminator, Type,
};

pub fn block(position: usize) -> BlockId {
    BlockId::new(position)
}

/// Collects empty blocks.
pub struct FunctionBuilder {
    function: Function,
}

impl FunctionBuilder {
    pub fn new(name: &str) -> FunctionBuilder {
        FunctionBuilder {
            function: Function {
                name: name.to_string(),
                parameters: vec![],
                variadic: false,
                results: vec![],
                registers: IndexVec::new(),
                blocks: IndexVec::new(),
                origin: Origin::User,
                location: None,
            },
        }
    }

    pub fn integer(&mut self, width: u16) -> RegisterId {
        self.function.new_register(Type::Integer(width), None)
    }

    pub fn jump(&mut self, target: BlockId) {
        self.close(Terminator::Jump(Edge { target, arguments: vec![] }));
    }

    pub fn branch(&mut self, condition: RegisterId, then: BlockId, otherwise: BlockId) {
        let edge = |target| Edge { target, arguments: vec![] };
        self.close(Terminator::Branch {
            condition: Operand::Register(condition),
            then: edge(then),
            otherwise: edge(otherwise),
        });
    }

    pub fn ends(&mut self) {
        self.close(Terminator::Return(vec![]));
    }

    fn close(&mut self, terminator: Terminator) {
        self.function.blocks.push(Block {
            parameters: vec![],
            statements: vec![],
            terminator,
            location: None,
        });
    }

    pub fn finish(self) -> Function {
        self.function
    }
}
