//! Live registers: expected ones by hand, and random functions against a search
//! for a path to a use.

mod common;

use raddle_ir::index::Index;
use raddle_ir::{
    Block, BlockId, Edge, Function, IndexVec, Instruction, Operand, Origin, RegisterId, Statement,
    Terminator, Type,
};
use raddle_passes::liveness;
use raddle_terms::{Bits, Operator};

/// Every line says what is live before it.
fn check(text: &str) {
    let (program, lines) = common::read(text);
    let live: Vec<_> = program.functions.iter().map(liveness::find).collect();
    for line in lines {
        let place = line.place;
        let found = &live[place.function.position()][place.block][place.statement as usize];
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.join(" "), line.comment, "before `{}`", line.text);
    }
}

#[test]
fn a_loop_keeps_what_the_next_round_needs() {
    check(
        "f0 function main(r0:i32, r1:i32) -> i32 {
         b0:                                         
           r2:i32 = add r0, 1:i32                    ; r0 r1
           jump b1(0:i32, r2)                        ; r1 r2
         b1(r3:i32, r4:i32):                         
           r5:i1 = signed_less r3, r1                ; r1 r3 r4
           branch r5 then b2 else b3                 ; r1 r3 r4 r5
         b2:                                         
           r6:i32 = add r3, r4                       ; r1 r3 r4
           r7:i32 = multiply r3, 2:i32               ; r1 r3 r4 r6
           jump b1(r6, r4)                           ; r1 r4 r6
         b3:                                         
           return r3                                 ; r3
         }",
    );
}

#[test]
fn arguments_are_uses_even_if_the_parameter_is_dead() {
    check(
        "f0 function main(r0:i32, r1:i32) {
         b0:
           jump b1(r0)                               ; r0
         b1(r2:i32):
           return                                    ;
         }",
    );
}

#[test]
fn a_parameter_on_one_edge_is_a_register_on_another() {
    check(
        "f0 function main(r0:i1, r1:i32) -> i32 {
         b0:
           jump b1(r1, r1)                           ; r0 r1
         b1(r2:i32, r3:i32):
           branch r0 then b1(r3, r2) else b2         ; r0 r2 r3
         b2:
           return r2                                 ; r2
         }",
    );
}

#[test]
fn every_kind_of_operand_is_a_use() {
    check(
        "g0 global x 8 align 8
         f0 function main(r0:ptr, r1:i32, r2:i1, r3:ptr, r4:i64) {
         b0:
           store i32 r0 = r1                         ; r0 r1 r2 r3 r4
           r5:i32, r6:i1 = compare_exchange i32 r0, r1, r1 ; r0 r1 r2 r3 r4
           r7:i32 = spawn r3, r0                     ; r0 r1 r2 r3 r4 r6
           r8:i1 = await plain r2 holder r7          ; r0 r1 r2 r3 r4 r6 r7
           check assert r8 \"\"                      ; r0 r1 r2 r3 r4 r6 r8
           r9:ptr = allocate heap r4                 ; r0 r1 r2 r3 r4 r6
           copy i32 r9 = r0                          ; r0 r1 r2 r3 r6 r9
           call *r3(r1)                              ; r1 r2 r3 r6 r9
           free r9                                   ; r1 r2 r6 r9
           assume r6                                 ; r1 r2 r6
           output r1                                 ; r1 r2
           switch r1 {1:i32 b1, default b2(r2)}      ; r1 r2
         b1:
           stop exit                                 ;
         b2(r10:i1):
           branch r10 then b1 else b3                ; r10
         b3:
           thread_exit                               ;
         }",
    );
}

/// Small, fixed, and good enough to build functions with.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % bound
    }
}

const REGISTERS: usize = 70;

/// Registers here are defined anywhere and as often as it happens: the analysis
/// does not need single assignment.
fn random_function(random: &mut Random) -> Function {
    let count = 1 + random.below(6);
    let register = |random: &mut Random| RegisterId::new(random.below(REGISTERS));
    let operand = |random: &mut Random| match random.below(4) {
        0 => Operand::Constant(Bits::zero(32)),
        _ => Operand::Register(register(random)),
    };
    let mut blocks: IndexVec<BlockId, Block> = IndexVec::new();
    for _ in 0..count {
        let parameters = (0..random.below(3)).map(|_| register(random)).collect();
        let statements = (0..random.below(5))
            .map(|_| Statement {
                instruction: Instruction::Apply {
                    result: register(random),
                    operator: Operator::Add,
                    operands: vec![operand(random), operand(random)],
                },
                location: None,
            })
            .collect();
        blocks.push(Block {
            parameters,
            statements,
            terminator: Terminator::Return(vec![]),
            location: None,
        });
    }
    for position in 0..count {
        let edge = |random: &mut Random| {
            let target = BlockId::new(random.below(count));
            let arguments = blocks[target].parameters.iter().map(|_| operand(random)).collect();
            Edge { target, arguments }
        };
        let terminator = match random.below(4) {
            0 => Terminator::Return(vec![operand(random)]),
            1 => Terminator::Jump(edge(random)),
            _ => Terminator::Branch {
                condition: operand(random),
                then: edge(random),
                otherwise: edge(random),
            },
        };
        blocks[BlockId::new(position)].terminator = terminator;
    }
    let mut function = Function {
        name: "random".to_string(),
        parameters: vec![],
        variadic: false,
        results: vec![],
        registers: IndexVec::new(),
        blocks,
        origin: Origin::User,
        location: None,
    };
    for _ in 0..REGISTERS {
        function.new_register(Type::Integer(32), None);
    }
    function
}

/// Is there a path from here to a use, without a definition before it?
fn is_needed(function: &Function, block: BlockId, statement: usize, it: RegisterId) -> bool {
    let mut seen = std::collections::HashSet::new();
    let mut pending = vec![(block, statement)];
    while let Some((at, position)) = pending.pop() {
        if !seen.insert((at, position)) {
            continue;
        }
        let block = &function.blocks[at];
        let (mut used, mut defined) = (false, false);
        match block.statements.get(position) {
            Some(statement) => {
                let is_it = |operand: &Operand| used |= *operand == Operand::Register(it);
                statement.instruction.for_each_operand(is_it);
                statement.instruction.for_each_result(|result| defined |= *result == it);
                if !defined {
                    pending.push((at, position + 1));
                }
            }
            None => {
                let is_it = |operand: &Operand| used |= *operand == Operand::Register(it);
                block.terminator.for_each_operand(is_it);
                for edge in block.terminator.edges() {
                    if !function.blocks[edge.target].parameters.contains(&it) {
                        pending.push((edge.target, 0));
                    }
                }
            }
        }
        if used {
            return true;
        }
    }
    false
}

#[test]
fn random_functions() {
    let mut random = Random(7);
    for _ in 0..300 {
        let function = random_function(&mut random);
        let live = liveness::find(&function);
        for (id, block) in function.blocks.iter_enumerated() {
            assert_eq!(live[id].len(), block.statements.len() + 1);
            for (position, found) in live[id].iter().enumerate() {
                let expected: Vec<RegisterId> = function
                    .registers
                    .indices()
                    .filter(|&register| is_needed(&function, id, position, register))
                    .collect();
                assert_eq!(found.to_vec(), expected, "{function} {id} {position}");
            }
        }
    }
}
