//! Points-to analysis: which objects may a value point into?
//!
//! Andersen's inclusion-based analysis (L. O. Andersen, *Program Analysis and
//! Specialization for the C Programming Language*, 1994), with difference
//! propagation: flow-insensitive, one set of pointers an object whatever the
//! offset, indirect calls resolved while solving, and only code that may run is
//! looked at. Deviation: small functions are analysed once a *call* (up to a
//! depth and a budget), so that `malloc`, `memcpy` or a thread's start wrapper
//! do not join everything that ever goes through them.
//!
//! # What it relies on
//!
//! Pointers are plain integers here. A register of more than one bit points to
//! whatever its operands point to, through any operator but comparisons; memory
//! of any width carries pointers. Two things are *not* followed: a pointer that
//! is rebuilt from single bits or from control flow (`if (p == (char *)i) q =
//! (char *)i`), and a number that happens to be the address of an object. So a
//! value without targets is null, never written, or wild; an access through it
//! is an error in our memory model, unless the number is a live object's by
//! chance.

mod cycles;
mod solver;
mod template;

use raddle_ir::index::Index;
use raddle_ir::{BlockId, FunctionId, GlobalId, IndexVec, Operand, Program};
use rustc_hash::FxHashMap;

use crate::Place;
use crate::bit_set::BitSet;
use solver::Solver;
use template::{Template, Term};

/// A copy of a function that is analysed by itself.
pub type InstanceId = u32;

/// What may be pointed to. One abstract object stands for all the objects that
/// the run makes at that place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AbstractObject {
    /// One that is not thread-local.
    Global(GlobalId),
    /// The instances of a thread-local global, of all threads.
    ThreadLocal(GlobalId),
    Function(FunctionId),
    /// What an `Allocate` makes in one copy of its function.
    Allocation {
        site: Place,
        instance: InstanceId,
    },
    /// The variadic arguments of one copy of a function.
    VariadicArea {
        function: FunctionId,
        instance: InstanceId,
    },
}

/// A function as it is called from somewhere.
#[derive(Clone, Debug)]
pub struct Instance {
    pub function: FunctionId,
    /// The functions that led here, this one last.
    chain: Vec<FunctionId>,
    first_node: u32,
    variadic_area: Option<u32>,
    pub calls: Vec<CallEdge>,
}

/// A call, or the start of a thread, that may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallEdge {
    pub place: (BlockId, u32),
    /// Starts a thread.
    pub spawns: bool,
    pub callee: InstanceId,
}

/// How globals and functions are numbered as objects; the others follow.
#[derive(Clone, Copy, Debug)]
struct ObjectNumbers {
    globals: u32,
    functions: u32,
}

impl ObjectNumbers {
    fn global(self, global: GlobalId) -> u32 {
        global.position() as u32
    }
    fn function(self, function: FunctionId) -> u32 {
        self.globals + function.position() as u32
    }
    fn as_function(self, object: u32) -> Option<FunctionId> {
        (object >= self.globals && object < self.globals + self.functions)
            .then(|| FunctionId::new((object - self.globals) as usize))
    }
}

#[derive(Clone, Debug)]
pub struct PointsTo {
    numbers: ObjectNumbers,
    objects: Vec<AbstractObject>,
    object_numbers: FxHashMap<AbstractObject, u32>,
    templates: Vec<Template>,
    instances: Vec<Instance>,
    /// For each unknown of the solver the one that holds its set.
    owners: Vec<u32>,
    points: Vec<BitSet>,
    contents: Vec<Option<u32>>,
    /// Sorted lists, each kept once; number 0 is the empty one.
    lists: Vec<Box<[AbstractObject]>>,
    /// For each function and class the list of its targets in all instances.
    class_lists: IndexVec<FunctionId, Vec<u32>>,
    content_lists: Vec<u32>,
    callees: FxHashMap<Place, Vec<FunctionId>>,
}

/// The instance of the program's entry.
pub const ENTRY_INSTANCE: InstanceId = 0;

pub fn analyse(program: &Program) -> PointsTo {
    let numbers = ObjectNumbers {
        globals: program.globals.len() as u32,
        functions: program.functions.len() as u32,
    };
    let mut solver = Solver::new(program, numbers);
    if program.functions.get(program.entry).is_some() {
        solver.run(program.entry);
    }
    let contents: Vec<Option<u32>> =
        (0..solver.objects.len()).map(|object| solver.contents_node(object)).collect();
    let (owners, points) = solver.take_points();
    let mut result = PointsTo {
        numbers,
        owners,
        points,
        object_numbers: FxHashMap::default(),
        objects: solver.objects,
        templates: solver.templates,
        instances: solver.instances,
        contents,
        lists: vec![Box::default()],
        class_lists: IndexVec::new(),
        content_lists: Vec::new(),
        callees: FxHashMap::default(),
    };
    result.summarise();
    result
}

impl PointsTo {
    /// The objects that an operand of a function may point into; sorted. Empty
    /// for a function that never runs.
    pub fn targets(&self, function: FunctionId, operand: &Operand) -> &[AbstractObject] {
        let term = self.template(function).and_then(|each| each.term(self.numbers, operand));
        match term {
            None => &[],
            Some(Term::Object(object)) => match self.objects.get(object as usize) {
                Some(object) => std::slice::from_ref(object),
                None => &[],
            },
            Some(Term::Class(class)) => {
                let lists = self.class_lists.get(function);
                self.list(lists.and_then(|lists| lists.get(class as usize)))
            }
        }
    }

    /// The objects that pointers stored in an object may point into; sorted.
    pub fn contents(&self, object: AbstractObject) -> &[AbstractObject] {
        let number = self.object_numbers.get(&object);
        self.list(number.and_then(|&number| self.content_lists.get(number as usize)))
    }

    /// The functions that a call or spawn may start; sorted.
    pub fn callees(&self, place: Place) -> &[FunctionId] {
        self.callees.get(&place).map_or(&[], Vec::as_slice)
    }

    /// All abstract objects. Their positions are the numbers that the other
    /// methods speak of.
    pub fn objects(&self) -> &[AbstractObject] {
        &self.objects
    }

    pub fn object_number(&self, object: AbstractObject) -> Option<u32> {
        self.object_numbers.get(&object).copied()
    }

    /// The copies of functions that may run; the entry's is the first.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// The numbers of the objects that an operand may point into in one copy of
    /// its function.
    pub fn for_each_target(
        &self,
        instance: InstanceId,
        operand: &Operand,
        mut visit: impl FnMut(usize),
    ) {
        let Some(instance) = self.instances.get(instance as usize) else {
            return;
        };
        let term =
            self.template(instance.function).and_then(|each| each.term(self.numbers, operand));
        match term {
            None => {}
            Some(Term::Object(object)) => visit(object as usize),
            Some(Term::Class(class)) => {
                if let Some(points) = self.points_of(instance.first_node + class) {
                    points.iter().for_each(visit);
                }
            }
        }
    }

    /// The numbers of the objects that pointers in an object may point into.
    pub fn for_each_content(&self, object: usize, visit: impl FnMut(usize)) {
        let node = self.contents.get(object).copied().flatten();
        if let Some(points) = node.and_then(|node| self.points_of(node)) {
            points.iter().for_each(visit);
        }
    }

    fn points_of(&self, node: u32) -> Option<&BitSet> {
        self.points.get(*self.owners.get(node as usize)? as usize)
    }

    fn template(&self, function: FunctionId) -> Option<&Template> {
        self.templates.get(function.position())
    }

    fn list(&self, number: Option<&u32>) -> &[AbstractObject] {
        number.and_then(|&number| self.lists.get(number as usize)).map_or(&[], |list| list)
    }

    /// Joins what was found for the copies of each function.
    fn summarise(&mut self) {
        for (number, &object) in self.objects.iter().enumerate() {
            self.object_numbers.insert(object, number as u32);
        }
        let mut joined: IndexVec<FunctionId, Vec<BitSet>> = self
            .templates
            .iter()
            .map(|template| vec![BitSet::default(); template.classes as usize])
            .collect();
        for instance in &self.instances {
            for (class, set) in (0..).zip(&mut joined[instance.function]) {
                let node = self.owners.get((instance.first_node + class) as usize);
                if let Some(points) = node.and_then(|&node| self.points.get(node as usize)) {
                    set.union_with(points);
                }
            }
            for call in &instance.calls {
                if let Some(callee) = self.instances.get(call.callee as usize) {
                    let place = Place {
                        function: instance.function,
                        block: call.place.0,
                        statement: call.place.1,
                    };
                    self.callees.entry(place).or_default().push(callee.function);
                }
            }
        }
        for callees in self.callees.values_mut() {
            callees.sort_unstable();
            callees.dedup();
        }
        let mut lists = Lists::new(&self.objects);
        self.class_lists =
            joined.iter().map(|sets| sets.iter().map(|set| lists.number(set)).collect()).collect();
        let nothing = BitSet::default();
        self.content_lists = self
            .contents
            .iter()
            .map(|node| {
                let set = node.and_then(|node| self.points_of(node));
                lists.number(set.unwrap_or(&nothing))
            })
            .collect();
        self.lists = lists.lists;
    }
}

/// Turns sets into sorted lists, each different one once.
struct Lists<'o> {
    objects: &'o [AbstractObject],
    known: FxHashMap<Vec<usize>, u32>,
    lists: Vec<Box<[AbstractObject]>>,
}

impl<'o> Lists<'o> {
    fn new(objects: &'o [AbstractObject]) -> Lists<'o> {
        Lists {
            objects,
            known: FxHashMap::from_iter([(Vec::new(), 0)]),
            lists: vec![Box::default()],
        }
    }

    fn number(&mut self, set: &BitSet) -> u32 {
        let members: Vec<usize> = set.iter().collect();
        if let Some(&number) = self.known.get(&members) {
            return number;
        }
        let mut list: Vec<AbstractObject> =
            members.iter().filter_map(|&member| self.objects.get(member).copied()).collect();
        list.sort_unstable();
        let number = self.lists.len() as u32;
        self.lists.push(list.into_boxed_slice());
        self.known.insert(members, number);
        number
    }
}
