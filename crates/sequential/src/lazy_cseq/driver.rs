//! Which thread runs when: the function with which the sequential program begins.
//!
//! A *turn* of a thread, a context, guesses at which label the next context switch is,
//! and calls the thread's function. The drivers differ in the thread that has the turn:
//!
//! - *round-robin*: every thread, one after the other, so many times;
//! - *context-bounded*: a guessed thread, so many times;
//! - *KISS*: the schedules of a stack of threads (Qadeer and Wu, "KISS: Keep It Simple and
//!   Sequential"). There a thread that is interrupted calls one that has not begun,
//!   and goes on when that one has ended or is given up for ever. Deviation: not as
//!   a call, which would be copied wherever a thread can be interrupted; the
//!   threads that are interrupted are kept as a chain, and since each begins once,
//!   twice as many turns as there are threads, less one, are enough for them all.

use raddle_ir::index::Index;
use raddle_ir::{
    AllocationKind, CheckKind, GlobalId, Instruction, Operand, Origin, StopReason, Terminator, Type,
};
use raddle_terms::Operator;

use super::{Building, Driver, LOOKED_FOR, Look, reduce, waits};
use crate::bounded::Slot;
use crate::code::{BIT, Code, constant, truth};

pub(super) fn add(building: &mut Building<'_>) -> Result<(), String> {
    let mut code = Code::new("sequential_main", building.program.target, Origin::Library);
    begin(building, &mut code);
    let options = building.options;
    match &options.driver {
        Driver::RoundRobin { rounds, order } => {
            let order =
                if order.is_empty() { building.bounded.slots().collect() } else { order.clone() };
            check_order(building, &order)?;
            let mut turns = Turns::default();
            for round in 1..=*rounds {
                turns.first_round = round == 1;
                turns.last_round = round == *rounds;
                for &slot in &order {
                    turns.turn_if_it_can(building, &mut code, slot);
                }
            }
        }
        Driver::ContextBounded { contexts } => context_bounded(building, &mut code, *contexts),
        Driver::Kiss => kiss(building, &mut code),
    }
    waits::judge(building, &mut code);
    code.close(Terminator::Stop(StopReason::Exit));
    building.program.entry = building.program.functions.push(code.function);
    Ok(())
}

fn check_order(building: &Building<'_>, order: &[Slot]) -> Result<(), String> {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if sorted.iter().copied().eq(building.bounded.slots()) {
        return Ok(());
    }
    let threads: Vec<String> = building.bounded.slots().map(|slot| slot.to_string()).collect();
    Err(format!("the order must name each thread once; they are {}", threads.join(",")))
}

/// What is there before any thread runs.
fn begin(building: &Building<'_>, code: &mut Code) {
    for made in &building.objects {
        let result = code.register(Type::Pointer);
        code.add(Instruction::Allocate {
            result,
            kind: AllocationKind::Heap,
            size: made.size,
            zeroed: made.zeroed,
            name: made.name.clone(),
            debug_type: made.debug_type,
        });
        code.write(made.holder, Operand::Register(result), Type::Pointer);
    }
    let looked_for = code.nondet(LOOKED_FOR, "looked_for");
    code.write(building.looked_for, looked_for, LOOKED_FOR);
    if let Some(watch) = building.watch {
        watch.begin(code);
    }
    if let Some(main) = building.threads.iter().next() {
        code.write(main.active, truth(true), BIT);
    }
}

fn can_run(building: &Building<'_>, code: &mut Code, slot: Slot) -> Operand {
    let kept = &building.threads[slot];
    let active = code.read(kept.active, BIT);
    let position = code.read(kept.program_counter, kept.kind);
    let last = building.label(slot, kept.last);
    let before_end = code.test(Operator::NotEqual, &[position, last]);
    code.both(active, before_end)
}

/// The turns that were given so far.
#[derive(Default)]
struct Turns {
    count: u32,
    first_round: bool,
    last_round: bool,
    /// Turns of one step only.
    single: bool,
}

impl Turns {
    fn turn_if_it_can(&mut self, building: &mut Building<'_>, code: &mut Code, slot: Slot) {
        let can = can_run(building, code, slot);
        let on = code.begin_if(can);
        self.turn(building, code, slot);
        code.end_if(on);
    }

    fn turn(&mut self, building: &mut Building<'_>, code: &mut Code, slot: Slot) {
        let kept = &building.threads[slot];
        let kind = kept.kind;
        let place = kept.program_counter;
        let position = code.read(place, kind);
        let goal = match self.single {
            true => {
                let one = constant(1, building.program.target.width(kind));
                code.apply(Operator::Add, &[position, one], kind)
            }
            false => code.nondet(kind, "goal"),
        };
        if let Some(watch) = building.watch {
            watch.end(code, slot);
        }
        if let Some(done) = building.done {
            done.begin(building, code, self.first_round);
        }
        call(building, code, slot, [position, goal], Look::Run);
        if let Some(done) = building.done {
            done.end(building, code, slot);
        }
        if self.last_round && building.options.complete {
            let after = code.read(place, kind);
            reduce::no_move(building, code, position, after);
        }
        if let Some(watch) = building.watch {
            let now = watch.is_after(building, code, self.count);
            let on = code.begin_if(now);
            look(building, code, slot, Look::Watched);
            code.end_if(on);
        }
        self.count += 1;
    }
}

fn call(
    building: &Building<'_>,
    code: &mut Code,
    slot: Slot,
    [position, goal]: [Operand; 2],
    look: Look,
) {
    let mut arguments = vec![position, goal];
    if building.looks() {
        arguments.push(look.number());
    }
    code.call(building.threads[slot].function, arguments);
}

/// Asks a thread about where it stands.
pub(super) fn look(building: &Building<'_>, code: &mut Code, slot: Slot, look: Look) {
    let can = can_run(building, code, slot);
    let on = code.begin_if(can);
    let kept = &building.threads[slot];
    let position = code.read(kept.program_counter, kept.kind);
    call(building, code, slot, [position, position], look);
    code.end_if(on);
}

/// The width of a thread's number.
fn thread_kind(building: &Building<'_>) -> Type {
    let threads = building.threads.len() as u32;
    Type::Integer((32 - threads.leading_zeros()) as u16)
}

fn thread_number(building: &Building<'_>, slot: Slot) -> Operand {
    constant(slot.position() as u128, building.program.target.width(thread_kind(building)))
}

/// A turn of the thread whose number this is.
fn turn_of(building: &mut Building<'_>, code: &mut Code, turns: &mut Turns, number: Operand) {
    let after = code.block();
    for slot in building.bounded.slots() {
        let is_meant = code.test(Operator::Equal, &[number, thread_number(building, slot)]);
        let can = can_run(building, code, slot);
        let both = code.both(is_meant, can);
        let on = code.begin_if(both);
        turns.turn(building, code, slot);
        code.jump(after);
        code.go_to(on);
    }
    code.jump(after);
    code.go_to(after);
}

fn context_bounded(building: &mut Building<'_>, code: &mut Code, contexts: u32) {
    // Only `main` can be the first.
    let first = thread_number(building, Slot::new(0));
    let mut turns = Turns::default();
    turn_of(building, code, &mut turns, first);
    for _ in 1..contexts {
        let number = code.nondet(thread_kind(building), "thread");
        turn_of(building, code, &mut turns, number);
    }
    // A race is a state that so many contexts lead to; the second access is seen behind it.
    if let Some(race) = building.number_of(CheckKind::Race) {
        let looked_for = building.is_looked_for(code, race);
        let on = code.begin_if(looked_for);
        turns.single = true;
        let number = code.nondet(thread_kind(building), "thread");
        turn_of(building, code, &mut turns, number);
        code.end_if(on);
    }
}

fn kiss(building: &mut Building<'_>, code: &mut Code) {
    let kind = thread_kind(building);
    let count = building.threads.len();
    // The thread that each one interrupted; for `main` none, which is the number behind the
    // last.
    let below: Vec<GlobalId> = building
        .bounded
        .slots()
        .map(|slot| building.global(&format!("below_{slot}"), kind))
        .collect();
    let none = constant(count as u128, building.program.target.width(kind));
    if let Some(main) = below.first() {
        code.write(*main, none, kind);
    }
    let mut turns = Turns::default();
    let mut running = thread_number(building, Slot::new(0));
    for _ in 0..(2 * count).saturating_sub(1) {
        turn_of(building, code, &mut turns, running);
        running = next_of_stack(building, code, running, &below, kind);
    }
}

/// A thread that has not begun, on top of the one that runs; or the one below it.
fn next_of_stack(
    building: &Building<'_>,
    code: &mut Code,
    running: Operand,
    below: &[GlobalId],
    kind: Type,
) -> Operand {
    let wanted = code.nondet(kind, "thread");
    let after = code.block();
    let next = code.parameter(after, kind);
    for (slot, &below) in building.bounded.slots().zip(below) {
        let kept = &building.threads[slot];
        let is_wanted = code.test(Operator::Equal, &[wanted, thread_number(building, slot)]);
        let active = code.read(kept.active, BIT);
        let position = code.read(kept.program_counter, kept.kind);
        let not_begun = code.test(Operator::Equal, &[position, building.label(slot, 0)]);
        let can_begin = code.both(active, not_begun);
        let begins = code.both(is_wanted, can_begin);
        let on = code.begin_if(begins);
        code.write(below, running, kind);
        let number = thread_number(building, slot);
        code.close(Terminator::Jump(raddle_ir::Edge { target: after, arguments: vec![number] }));
        code.go_to(on);
    }
    // None begins: the one below goes on.
    let mut under = constant(building.threads.len() as u128, building.program.target.width(kind));
    for (slot, &below) in building.bounded.slots().zip(below) {
        let is_running = code.test(Operator::Equal, &[running, thread_number(building, slot)]);
        let lower = code.read(below, kind);
        under = code.choose(is_running, lower, under, kind);
    }
    code.close(Terminator::Jump(raddle_ir::Edge { target: after, arguments: vec![under] }));
    code.go_to(after);
    next
}
