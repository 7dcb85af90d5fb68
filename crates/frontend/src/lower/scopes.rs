//! Variables of blocks: each time their block is entered they are new, and where it is left
//! they end.
//!
//! clang marks both places if it is asked to (`llvm.lifetime.start` and `.end`), at the price of
//! other ways through the program: all ways out of a block then meet at its end. So it is asked
//! only for files in which that can matter ([`matter_in`]): a variable of a block whose address
//! gets away.
//!
//! The marks become `StackSave` and `StackRestore`, between which the variable is allocated: blocks
//! nest, and so do they. Left out are marks at which nothing but the end of the function
//! follows, which ends all its variables anyway, and those of temporaries, which no source names.
//! What an optimiser has moved about need not nest; its marks are not looked at. Nor are those of a
//! function with objects of its own size: what `alloca` makes outlives its block. Behind a label
//! of the same block, to which a jump may lead back, clang makes none by itself.

use raddle_ir::dominators::Dominators;
use raddle_ir::{BlockId, Function, Instruction, Operand, RegisterId, Statement, Terminator, Type};
use rustc_hash::FxHashSet;

use super::escapes::{Escapes, root};
use super::function::{FunctionLowering, definitions};
use super::{Lowering, Unsupported, is_intrinsic};
use crate::llvm::ast::{
    self, Body, Call, DebugKind, DebugRecord, DebugValue, LocalId, Module, Operation, Value,
};
use crate::llvm::metadata::Node;

/// Whether marks say where variables end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marks {
    /// As clang makes them for C.
    Followed,
    Ignored,
}

/// A variable of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    variable: LocalId,
    object: RegisterId,
    mark: RegisterId,
}

/// Whether a pointer to a variable of a block can get away anywhere in the module.
pub(crate) fn matter_in(module: &Module<'_>) -> bool {
    let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    bodies.into_iter().any(|body| {
        let variables = block_variables(module, body);
        if variables.is_empty() {
            return false;
        }
        let definitions = definitions(body);
        let escapes = Escapes::of_body(body, &definitions, |symbol| is_intrinsic(module, symbol));
        variables.into_iter().any(|local| escapes.escapes(local))
    })
}

impl Marks {
    /// Those of one function: not if it uses `alloca`, or arrays of variable length.
    pub fn within(self, body: &Body<'_>) -> Marks {
        let mut instructions = body.blocks.iter().flat_map(|block| &block.instructions);
        let is_sized = |it: &ast::Instruction<'_>| {
            matches!(it.operation, Operation::Allocate { count: Some(_), .. })
        };
        match self {
            Marks::Followed if !instructions.any(is_sized) => Marks::Followed,
            Marks::Followed | Marks::Ignored => Marks::Ignored,
        }
    }
}

/// The addresses of the variables that are declared in a block within the function.
fn block_variables(module: &Module<'_>, body: &Body<'_>) -> Vec<LocalId> {
    let address = |instruction: &ast::Instruction<'_>| {
        let Operation::Debug(DebugRecord::Variable {
            kind: DebugKind::Declare,
            value: DebugValue::Operand(ast::Operand { value: Value::Local(local), .. }),
            variable,
            ..
        }) = &instruction.operation
        else {
            return None;
        };
        let Some(Node::LocalVariable { scope: Some(scope), .. }) = module.metadata.node(*variable)
        else {
            return None;
        };
        matches!(module.metadata.node(scope), Some(Node::LexicalBlock { .. })).then_some(*local)
    };
    body.blocks.iter().flat_map(|block| &block.instructions).filter_map(address).collect()
}

impl<'m, 'a> FunctionLowering<'_, 'm, 'a> {
    pub fn lower_lifetime(&mut self, which: &str, call: &'m Call<'a>) -> Lowering<Vec<Operand>> {
        if self.marks == Marks::Ignored {
            return Ok(Vec::new());
        }
        let argument =
            call.arguments.last().ok_or_else(|| Unsupported::new("a mark of nothing"))?;
        let Some((variable, object)) = self.block_variable(&argument.operand.value) else {
            return Ok(Vec::new());
        };
        if which == "start" {
            let mark = self.new_register(Type::Pointer);
            self.emit(Instruction::StackSave { mark });
            self.scopes.push(Scope { variable, object, mark });
        } else if let Some(scope) = self.scopes.iter().find(|scope| scope.variable == variable) {
            let mark = Operand::Register(scope.mark);
            self.emit(Instruction::StackRestore { mark });
        }
        Ok(Vec::new())
    }

    /// The variable that a mark is for, and the register of its address, if others may know it.
    fn block_variable(&mut self, marked: &Value<'a>) -> Option<(LocalId, RegisterId)> {
        let variable = root(&self.definitions, marked)?;
        self.variables[variable.index()].as_ref()?;
        let definition = self.definitions[variable.index()]?;
        if !matches!(definition.operation, Operation::Allocate { count: None, .. })
            || !self.may_be_known(variable)
        {
            return None;
        }
        match self.values[variable.index()].as_deref() {
            Some([Operand::Register(object)]) => Some((variable, *object)),
            Some(_) | None => None,
        }
    }
}

/// Lets each variable live in its scope only, once the whole function is known.
pub(crate) fn place(function: &mut Function, scopes: &[Scope]) {
    if scopes.is_empty() {
        return;
    }
    let dominators = Dominators::new(function);
    for scope in scopes {
        let starts = scopes.iter().filter(|other| other.variable == scope.variable).count();
        if starts != 1
            || end_with_function(function, scope)
            || !place_one(function, &dominators, scope)
        {
            remove_marks(function, scope.mark);
        }
    }
}

/// Moves the allocation behind the mark. Not if that may come later than a use, as it might where
/// a jump leads into the block.
fn place_one(function: &mut Function, dominators: &Dominators, scope: &Scope) -> bool {
    let mark = find(
        function,
        |instruction| matches!(instruction, Instruction::StackSave { mark } if *mark == scope.mark),
    );
    let allocation = find(
        function,
        |instruction| matches!(instruction, Instruction::Allocate { result, .. } if *result == scope.object),
    );
    let (Some(mark), Some(allocation)) = (mark, allocation) else {
        return false;
    };
    if !comes_before_uses(function, dominators, mark, scope) || mark < allocation {
        return false;
    }
    let statement = function.blocks[allocation.0].statements[allocation.1].clone();
    function.blocks[mark.0].statements.insert(mark.1 + 1, statement);
    // The mark is behind the allocation, so that its place is still the same.
    function.blocks[allocation.0].statements.remove(allocation.1);
    true
}

fn find(function: &Function, wanted: impl Fn(&Instruction) -> bool) -> Option<(BlockId, usize)> {
    function.blocks.iter_enumerated().find_map(|(id, block)| {
        let mut statements = block.statements.iter();
        statements.position(|statement| wanted(&statement.instruction)).map(|at| (id, at))
    })
}

fn comes_before_uses(
    function: &Function,
    dominators: &Dominators,
    mark: (BlockId, usize),
    scope: &Scope,
) -> bool {
    let is_before = |block: BlockId, position: usize| {
        !dominators.is_reachable(block)
            || if block == mark.0 { mark.1 < position } else { dominators.dominates(mark.0, block) }
    };
    let mut all = true;
    for (id, block) in function.blocks.iter_enumerated() {
        for (position, statement) in block.statements.iter().enumerate() {
            statement.instruction.for_each_operand(|operand| {
                all &= !is_of(scope, operand) || is_before(id, position);
            });
        }
        block.terminator.for_each_operand(|operand| {
            all &= !is_of(scope, operand) || is_before(id, usize::MAX);
        });
    }
    all
}

fn is_of(scope: &Scope, operand: &Operand) -> bool {
    *operand == Operand::Register(scope.object) || *operand == Operand::Register(scope.mark)
}

fn remove_marks(function: &mut Function, mark: RegisterId) {
    let saves = |instruction: &Instruction| matches!(instruction, Instruction::StackSave { mark: made } if *made == mark);
    for block in function.blocks.iter_mut() {
        block.statements.retain(|statement| {
            !saves(&statement.instruction) && !restores(&statement.instruction, mark)
        });
    }
}

fn restores(instruction: &Instruction, mark: RegisterId) -> bool {
    matches!(instruction, Instruction::StackRestore { mark: used } if *used == Operand::Register(mark))
}

/// Whether after each end of the scope nothing is done to any object but the function's own
/// others, until the function returns.
fn end_with_function(function: &Function, scope: &Scope) -> bool {
    let own = own_objects(function, scope);
    let ends = |statement: &Statement| restores(&statement.instruction, scope.mark);
    let mut pending: Vec<(BlockId, usize)> = Vec::new();
    for (id, block) in function.blocks.iter_enumerated() {
        let statements = block.statements.iter().enumerate();
        pending.extend(statements.filter(|(_, it)| ends(it)).map(|(at, _)| (id, at + 1)));
    }
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    while let Some((id, from)) = pending.pop() {
        let block = &function.blocks[id];
        let rest = &block.statements[from..];
        if !rest.iter().all(|statement| is_harmless(&statement.instruction, &own)) {
            return false;
        }
        if matches!(block.terminator, Terminator::Stop(_)) {
            return false;
        }
        let targets = block.terminator.edges().into_iter().map(|edge| edge.target);
        pending.extend(targets.filter(|target| seen.insert(*target)).map(|target| (target, 0)));
    }
    true
}

/// The objects that the function allocates, but not that of the scope.
fn own_objects(function: &Function, scope: &Scope) -> FxHashSet<RegisterId> {
    let statements = function.blocks.iter().flat_map(|block| &block.statements);
    statements
        .filter_map(|statement| {
            let Instruction::Allocate { result, .. } = statement.instruction else { return None };
            (result != scope.object).then_some(result)
        })
        .collect()
}

fn is_harmless(instruction: &Instruction, own: &FxHashSet<RegisterId>) -> bool {
    if let Instruction::Load { address, .. } | Instruction::Store { address, .. } = instruction {
        return matches!(address, Operand::Register(register) if own.contains(register));
    }
    matches!(
        instruction,
        Instruction::StackRestore { .. } | Instruction::AtomicEnd | Instruction::Apply { .. }
    )
}
