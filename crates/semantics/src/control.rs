//! Control of a thread, as far as it is the same whether the thread runs on the concrete
//! machine (`machine/step.rs`) or over terms (`symbolic/executing`): atomic sections, how
//! far a step goes, and what calls, new threads and the ends of threads need.
//!
//! Different, with reasons, and therefore there:
//! - An `await` whose condition is not determined is several paths over terms, one on the
//!   machine; what it means is said at [`raddle_ir::AwaitKind`].
//! - Over terms calls and loops count against the bounds of unwinding. The machine has no
//!   such bounds, so that it rests after many calls, objects and bytes too, which steps
//!   over terms do only after many loops; a replay lets it go on.
//! - The machine stops at a failing check, since there is one execution; over terms only
//!   the case in which it fails ends there.

use raddle_ir::{
    CheckKind, Effect, Function, FunctionId, Instruction, MemoryOrder, Origin, RegisterId,
    StopReason, Terminator,
};
use raddle_passes::{Place, Ready};
use raddle_terms::Bits;

use crate::budgets::{CALL_DEPTH, LOOP_BUDGET, SECTION_BUDGET};
use crate::host::Interrupt;
use crate::machine::{Sharing, Status};
use crate::schedule::ThreadNumber;

/// The atomic sections that a thread is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Section {
    depth: u32,
    /// The outermost was begun by the library; kept when it ends.
    in_library: bool,
}

impl Section {
    /// Within so many, of which the outermost was begun by the library or by the program.
    pub fn nested(depth: u32, in_library: bool) -> Section {
        Section { depth, in_library }
    }

    pub fn depth(self) -> u32 {
        self.depth
    }

    /// The same for what comes: who began sections that are over is forgotten.
    #[must_use]
    pub fn without_history(self) -> Section {
        Section { depth: self.depth, in_library: self.in_library && self.is_inside() }
    }

    pub fn is_inside(self) -> bool {
        self.depth > 0
    }

    /// In a section, or last in one, that the library began.
    pub fn is_library(self) -> bool {
        self.in_library
    }

    /// Enters a section in this function; whether it is the outermost.
    pub fn enter(&mut self, ready: &Ready, function: FunctionId) -> bool {
        let is_outermost = self.depth == 0;
        if is_outermost {
            self.in_library = ready.program.functions[function].origin == Origin::Library;
        }
        self.depth += 1;
        is_outermost
    }

    /// Leaves the innermost section; whether the thread is in none any more.
    pub fn leave(&mut self, place: Place) -> Result<bool, Interrupt> {
        let Some(depth) = self.depth.checked_sub(1) else {
            let what = "the end of an atomic section that was not begun".to_string();
            return Err(Interrupt::Unsupported(place, what));
        };
        self.depth = depth;
        Ok(depth == 0)
    }

    /// A thread cannot end in the middle of one.
    pub fn end_thread(self, place: Place) -> Result<(), Interrupt> {
        if self.is_inside() {
            let what = "the end of a thread inside an atomic section".to_string();
            return Err(Interrupt::Unsupported(place, what));
        }
        Ok(())
    }

    pub fn sharing(self, order: MemoryOrder, volatile: bool) -> Sharing {
        Sharing::of(order, volatile, self.depth, self.in_library)
    }
}

/// How far a step goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Visible actions that may still be begun.
    pub allowance: u32,
    /// No other thread can run: plain accesses need no pause between them.
    pub alone: bool,
    pub section: Section,
}

/// A visible action, to the step that comes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visible {
    /// One that the step may begin.
    Begins,
    /// Part of what it has begun.
    Within,
    /// One of a later step.
    Later,
}

impl Pace {
    pub fn new(allowance: u32, alone: bool) -> Pace {
        Pace { allowance, alone, section: Section::default() }
    }

    /// The step comes to a visible action. A thread that is alone goes on through plain
    /// accesses, unless objects died in the step: their numbers can be used again only
    /// after it.
    #[inline]
    pub fn visible(&mut self, ready: &Ready, place: Place, has_died: bool) -> Visible {
        if self.section.is_inside() {
            return Visible::Within;
        }
        if self.allowance > 0 {
            self.allowance -= 1;
            return Visible::Begins;
        }
        match self.alone && !has_died && is_plain(ready, place) {
            true => Visible::Within,
            false => Visible::Later,
        }
    }
}

/// Whether the statement only reads, writes or moves memory.
pub fn is_plain(ready: &Ready, place: Place) -> bool {
    let instruction = place.instruction(&ready.program);
    instruction.is_none_or(|instruction| instruction.effect() == Effect::Accesses)
}

/// Whether the edge at a position of the terminator that a frame stands at closes a loop.
pub fn closes_loop(ready: &Ready, place: Place, edge: usize) -> bool {
    let back = &ready.functions[place.function].back_edges[place.block];
    back.get(edge).copied().unwrap_or(true)
}

/// A loop was closed, so many times with this one in the step: whether the step rests there.
/// Where it may not, there is a limit.
pub fn rests_in_loop(loops: u32, may_rest: bool) -> Result<bool, Interrupt> {
    if may_rest {
        return Ok(loops >= LOOP_BUDGET);
    }
    if loops > SECTION_BUDGET {
        let what = format!("an atomic section goes round loops more than {SECTION_BUDGET} times");
        return Err(Interrupt::Limit(what));
    }
    Ok(false)
}

/// The edge that a switch takes for a value.
pub fn switch_edge(ready: &Ready, place: Place, value: Bits) -> usize {
    match &ready.program.functions[place.function].blocks[place.block].terminator {
        Terminator::Switch { cases, .. } => {
            cases.iter().position(|(case, _)| *case == value).unwrap_or(cases.len())
        }
        Terminator::Jump(_)
        | Terminator::Branch { .. }
        | Terminator::Return(_)
        | Terminator::ThreadExit
        | Terminator::Stop(_) => 0,
    }
}

pub const CALLS_NO_FUNCTION: &str = "calls through a pointer to no function";
pub const STARTS_NO_FUNCTION: &str = "starts a thread at a pointer to no function";

/// The function that a constant points to, if it points to one's start.
pub fn function_at(ready: &Ready, pointer: Bits) -> Option<FunctionId> {
    let (object, offset) = ready.layout.split(pointer);
    ready.layout.object_function(object).filter(|_| offset == 0)
}

/// The function that is called at a place, from so many frames.
pub fn called(
    ready: &Ready,
    place: Place,
    id: FunctionId,
    frames: usize,
) -> Result<&Function, Interrupt> {
    let function = &ready.program.functions[id];
    if !function.has_body() {
        let what = format!("a call of `{}`, which has no body", function.name);
        return Err(Interrupt::Unsupported(place, what));
    }
    if frames >= CALL_DEPTH {
        let what = format!("calls nest deeper than {CALL_DEPTH}, in `{}`", function.name);
        return Err(Interrupt::Limit(what));
    }
    Ok(function)
}

/// Whether a function that a pointer leads to takes the arguments (by their
/// widths, where they have values) and gives the results of the call at this
/// place. C forbids anything else, and registers would get values of other widths.
pub fn fits_call(
    ready: &Ready,
    place: Place,
    function: FunctionId,
    mut arguments: impl Iterator<Item = Option<u16>>,
) -> Result<(), Interrupt> {
    let callee = &ready.program.functions[function];
    let caller = &ready.program.functions[place.function];
    let takes = callee.parameters.iter().all(|parameter| match arguments.next().flatten() {
        Some(width) => ready.width(callee.registers[*parameter].kind) == width,
        None => true,
    });
    let mut pairs = call_results(ready, place).iter().zip(&callee.results);
    let gives = pairs.all(|(register, kind)| {
        ready.width(caller.registers[*register].kind) == ready.width(*kind)
    });
    if takes && gives {
        return Ok(());
    }
    let name = &callee.name;
    let what = format!("a call of `{name}` through a pointer to functions of another type");
    Err(Interrupt::Unsupported(place, what))
}

/// The registers that the call at a place writes.
pub fn call_results(ready: &Ready, place: Place) -> &[RegisterId] {
    if let Some(Instruction::Call { results, .. }) = place.instruction(&ready.program) {
        results
    } else {
        &[]
    }
}

/// Whether a thread can start in a function.
pub fn can_start(ready: &Ready, place: Place, start: FunctionId) -> Result<(), Interrupt> {
    let function = &ready.program.functions[start];
    if !function.has_body() {
        let name = &function.name;
        let what = format!("a thread that starts in `{name}`, which has no body");
        return Err(Interrupt::Unsupported(place, what));
    }
    Ok(())
}

/// The most that the library adds to a thread's number when it stores one.
const LARGEST_NUMBER_MARK: u32 = 3;

/// Whether a new thread may have a number, with the status of the one that has it. That of
/// a finished one may come again when no word in memory could still name it: the library
/// keeps a thread's number, plus a small constant at most, in words of 32 bits.
pub fn may_have_number(
    number: ThreadNumber,
    status: Option<Status>,
    running: ThreadNumber,
    has_word: impl FnOnce(std::ops::RangeInclusive<u32>) -> bool,
) -> bool {
    match status {
        None => number != running,
        Some(Status::Finished) => !has_word(number..=number + LARGEST_NUMBER_MARK),
        Some(Status::Running | Status::Stopped(_) | Status::Assumed) => false,
    }
}

/// Whether the process ends with a thread: when its first function returns.
pub fn ends_process(ready: &Ready, thread: ThreadNumber, has_callers: bool, place: Place) -> bool {
    let block = &ready.program.functions[place.function].blocks[place.block];
    thread == 0
        && !has_callers
        && matches!(block.terminator, Terminator::Return(_))
        && place.statement as usize == block.statements.len()
}

/// How a thread ends at a failing check that does not let it go on. A failing assertion is
/// no undefined behaviour: it aborts. What was told is known to the user.
pub fn stop_at_failure(kind: CheckKind, is_told: bool) -> StopReason {
    match kind == CheckKind::Assert || is_told {
        true => StopReason::Abort,
        false => StopReason::Undefined,
    }
}

/// Where the program's own code stands, for an instruction at a place; `caller` is where
/// it last called into the library.
pub fn user_place(ready: &Ready, place: Place, caller: Option<Place>) -> Place {
    match ready.program.functions[place.function].origin {
        Origin::User => place,
        Origin::Library => caller.unwrap_or(place),
    }
}

/// A call at a place: where the program's own code last called.
pub fn note_caller(ready: &Ready, place: Place, caller: &mut Option<Place>) {
    match ready.program.functions[place.function].origin {
        Origin::User => *caller = Some(place),
        Origin::Library => {}
    }
}
