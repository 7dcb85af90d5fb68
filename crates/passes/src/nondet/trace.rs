//! Follows one nondeterministic value to all of its uses: through registers,
//! edges, calls, returns, and memory that is only ever touched as a whole.

use std::collections::BTreeSet;

use raddle_ir::index::Index;
use raddle_ir::{
    Callee, FunctionId, IndexVec, Instruction, Operand, Program, RegisterId, Terminator,
    UpdateOperator,
};
use rustc_hash::FxHashMap;

use super::memory::WholeObjects;
use super::view::{Outcome, View, equalities, truth};
use crate::Place;
use crate::points_to::{AbstractObject, PointsTo};

/// A register or object that has more different views of a value is given up.
const MOST_VIEWS: usize = 4;
/// A value with more uses is given up.
const MOST_VISITS: usize = 5_000;

/// What became of a value.
#[derive(Clone, Debug)]
pub(super) struct Traced {
    /// All that matters is between which of `cuts` its lowest `base` bits lie.
    pub exact: bool,
    pub base: u16,
    pub cuts: BTreeSet<u128>,
}

/// Where uses are, found once for many values.
pub(super) struct Uses<'p> {
    pub program: &'p Program,
    pub points_to: &'p PointsTo,
    /// For each register of the functions met so far: who reads it.
    readers: IndexVec<FunctionId, Option<Vec<Vec<Place>>>>,
    callers: FxHashMap<FunctionId, Vec<Place>>,
    memory: Option<WholeObjects>,
}

impl<'p> Uses<'p> {
    pub fn new(program: &'p Program, points_to: &'p PointsTo) -> Uses<'p> {
        let mut callers: FxHashMap<FunctionId, Vec<Place>> = FxHashMap::default();
        for instance in points_to.instances() {
            for call in instance.calls.iter().filter(|call| !call.spawns) {
                if let Some(callee) = points_to.instances().get(call.callee as usize) {
                    callers.entry(callee.function).or_default().push(Place {
                        function: instance.function,
                        block: call.place.0,
                        statement: call.place.1,
                    });
                }
            }
        }
        for places in callers.values_mut() {
            places.sort_unstable();
            places.dedup();
        }
        Uses {
            program,
            points_to,
            readers: program.functions.iter().map(|_| None).collect(),
            callers,
            memory: None,
        }
    }

    fn readers(&mut self, function: FunctionId, register: RegisterId) -> Vec<Place> {
        let program = self.program;
        let readers = self.readers[function].get_or_insert_with(|| find_readers(program, function));
        readers.get(register.position()).cloned().unwrap_or_default()
    }

    fn memory(&mut self) -> &WholeObjects {
        let (program, points_to) = (self.program, self.points_to);
        self.memory.get_or_insert_with(|| WholeObjects::new(program, points_to))
    }
}

fn find_readers(program: &Program, id: FunctionId) -> Vec<Vec<Place>> {
    let function = &program.functions[id];
    let mut readers: Vec<Vec<Place>> = vec![Vec::new(); function.registers.len()];
    for (block_id, block) in function.blocks.iter_enumerated() {
        let place =
            |statement: usize| Place { function: id, block: block_id, statement: statement as u32 };
        let mut note = |place: Place, operand: &Operand| {
            if let Operand::Register(register) = operand
                && let Some(places) = readers.get_mut(register.position())
                && places.last() != Some(&place)
            {
                places.push(place);
            }
        };
        for (position, statement) in block.statements.iter().enumerate() {
            statement.instruction.for_each_operand(|operand| note(place(position), operand));
        }
        block.terminator.for_each_operand(|operand| note(place(block.statements.len()), operand));
    }
    readers
}

/// Something that holds a view of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Register(FunctionId, RegisterId),
    Object(AbstractObject),
}

pub(super) fn trace(
    uses: &mut Uses<'_>,
    function: FunctionId,
    register: RegisterId,
    width: u16,
) -> Traced {
    let mut tracer = Tracer {
        uses,
        pending: Vec::new(),
        seen: FxHashMap::default(),
        exact: true,
        base: None,
        cuts: BTreeSet::new(),
    };
    tracer.hold(Holder::Register(function, register), View::whole(width));
    let mut visits = 0;
    while let Some((holder, view)) = tracer.pending.pop() {
        visits += 1;
        if visits > MOST_VISITS {
            tracer.exact = false;
            break;
        }
        match holder {
            Holder::Register(function, register) => tracer.register(function, register, &view),
            Holder::Object(object) => tracer.object(object, &view),
        }
    }
    Traced { exact: tracer.exact, base: tracer.base.unwrap_or(width), cuts: tracer.cuts }
}

struct Tracer<'u, 'p> {
    uses: &'u mut Uses<'p>,
    pending: Vec<(Holder, View)>,
    seen: FxHashMap<Holder, Vec<View>>,
    exact: bool,
    /// Of all views that were cut so far.
    base: Option<u16>,
    cuts: BTreeSet<u128>,
}

impl Tracer<'_, '_> {
    fn hold(&mut self, holder: Holder, view: View) {
        let views = self.seen.entry(holder).or_default();
        if views.contains(&view) {
            return;
        }
        if views.len() >= MOST_VIEWS {
            self.exact = false;
            return;
        }
        views.push(view.clone());
        self.pending.push((holder, view));
    }

    fn lose(&mut self) {
        self.exact = false;
    }

    fn cut(&mut self, view: &View, cuts: &[u128]) {
        if cuts.is_empty() {
            return;
        }
        // The circle of the lowest k bits and that of more bits do not fit.
        if *self.base.get_or_insert(view.base) != view.base {
            self.lose();
            return;
        }
        self.cuts.extend(cuts.iter().map(|&cut| view.cut_of_base(cut)));
    }

    /// A value of one bit that decides something.
    fn test(&mut self, view: &View) {
        if view.width == 1 {
            self.cut(view, &truth());
        } else {
            self.lose();
        }
    }

    fn register(&mut self, function: FunctionId, register: RegisterId, view: &View) {
        for place in self.uses.readers(function, register) {
            match place.instruction(self.uses.program) {
                Some(instruction) => self.instruction(place, instruction, register, view),
                None => self.terminator(place, register, view),
            }
        }
    }

    fn instruction(
        &mut self,
        place: Place,
        instruction: &Instruction,
        register: RegisterId,
        view: &View,
    ) {
        let is_it = |operand: &Operand| *operand == Operand::Register(register);
        match instruction {
            Instruction::Apply { result, operator, operands } => {
                for position in (0..operands.len()).filter(|&at| is_it(&operands[at])) {
                    match view.apply(*operator, operands, position) {
                        Outcome::View(view) => {
                            self.hold(Holder::Register(place.function, *result), view);
                        }
                        Outcome::Cuts(cuts) => self.cut(view, &cuts),
                        Outcome::Lost => self.lose(),
                    }
                }
            }
            Instruction::Assume { .. } | Instruction::Check { .. } => self.test(view),
            Instruction::Await { holder, .. } => {
                if holder.as_ref().is_some_and(is_it) {
                    self.lose();
                }
                self.test(view);
            }
            Instruction::Store { address, value, .. } => {
                self.store(place, address, value, register, view)
            }
            Instruction::Update { operator: UpdateOperator::Exchange, address, value, .. } => {
                self.store(place, address, value, register, view)
            }
            Instruction::CompareExchange { address, expected, desired, .. } => {
                if is_it(expected) {
                    self.lose();
                }
                self.store(place, address, desired, register, view);
            }
            Instruction::Call { callee, arguments, .. } => {
                self.call(place, callee, arguments, register, view)
            }
            Instruction::Update { .. }
            | Instruction::Load { .. }
            | Instruction::Copy { .. }
            | Instruction::Allocate { .. }
            | Instruction::Free { .. }
            | Instruction::StackRestore { .. }
            | Instruction::ObjectSize { .. }
            | Instruction::Output { .. }
            | Instruction::Spawn { .. } => self.lose(),
            // These read nothing.
            Instruction::Fence { .. }
            | Instruction::StackSave { .. }
            | Instruction::ThreadLocalAddress { .. }
            | Instruction::VariadicArea { .. }
            | Instruction::Nondet { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Unsupported { .. } => {}
        }
    }

    fn store(
        &mut self,
        place: Place,
        address: &Operand,
        value: &Operand,
        register: RegisterId,
        view: &View,
    ) {
        if *address == Operand::Register(register) {
            self.lose();
        }
        if *value != Operand::Register(register) {
            return;
        }
        let points_to = self.uses.points_to;
        let targets = points_to.targets(place.function, address);
        if targets.is_empty() {
            self.lose();
        }
        for &object in targets {
            self.hold(Holder::Object(object), view.clone());
        }
    }

    fn call(
        &mut self,
        place: Place,
        callee: &Callee,
        arguments: &[Operand],
        register: RegisterId,
        view: &View,
    ) {
        if matches!(callee, Callee::Indirect(pointer) if *pointer == Operand::Register(register)) {
            self.lose();
        }
        let points_to = self.uses.points_to;
        let callees = points_to.callees(place);
        if callees.is_empty() {
            self.lose();
        }
        for &callee in callees {
            let function = &self.uses.program.functions[callee];
            for (position, argument) in arguments.iter().enumerate() {
                if *argument != Operand::Register(register) {
                    continue;
                }
                match function.parameters.get(position) {
                    Some(&parameter) if function.has_body() => {
                        self.hold(Holder::Register(callee, parameter), view.clone());
                    }
                    Some(_) | None => self.lose(),
                }
            }
        }
    }

    fn terminator(&mut self, place: Place, register: RegisterId, view: &View) {
        let function = &self.uses.program.functions[place.function];
        let Some(block) = function.blocks.get(place.block) else {
            return;
        };
        let it = Operand::Register(register);
        match &block.terminator {
            Terminator::Branch { condition, .. } => {
                if *condition == it {
                    self.test(view);
                }
            }
            Terminator::Switch { value, cases, .. } => {
                if *value == it {
                    self.cut(view, &equalities(cases.iter().map(|(value, _)| *value)));
                }
            }
            Terminator::Return(values) => self.returned(place.function, values, register, view),
            Terminator::Jump(_) | Terminator::ThreadExit | Terminator::Stop(_) => {}
        }
        for edge in block.terminator.edges() {
            let Some(target) = function.blocks.get(edge.target) else {
                continue;
            };
            for (argument, &parameter) in edge.arguments.iter().zip(&target.parameters) {
                if *argument == it {
                    self.hold(Holder::Register(place.function, parameter), view.clone());
                }
            }
        }
    }

    /// What the entry or the start of a thread returns is not looked at.
    fn returned(
        &mut self,
        function: FunctionId,
        values: &[Operand],
        register: RegisterId,
        view: &View,
    ) {
        let callers = self.uses.callers.get(&function).cloned().unwrap_or_default();
        for place in callers {
            let Some(instruction) = place.instruction(self.uses.program) else {
                continue;
            };
            let Instruction::Call { results, .. } = instruction else {
                self.lose();
                continue;
            };
            for (value, &result) in values.iter().zip(results) {
                if *value == Operand::Register(register) {
                    self.hold(Holder::Register(place.function, result), view.clone());
                }
            }
        }
    }

    /// The value is in memory: every load of the object has it.
    fn object(&mut self, object: AbstractObject, view: &View) {
        let readers = self.uses.memory().readers(object, view.width).map(<[_]>::to_vec);
        let Some(readers) = readers else {
            self.lose();
            return;
        };
        for reader in readers {
            self.hold(Holder::Register(reader.function, reader.result), view.clone());
            match reader.compared {
                None => {}
                Some(Operand::Constant(bits)) => self.cut(view, &equalities([bits].into_iter())),
                Some(
                    Operand::Register(_)
                    | Operand::Global(_)
                    | Operand::Function(_)
                    | Operand::Undefined(_),
                ) => self.lose(),
            }
        }
    }
}
