//! The worklist: nodes that hold sets of objects, edges along which sets flow,
//! and dereferences that grow edges as sets grow. Only what is new in a set is
//! carried on (difference propagation), and nodes that flow into each other are
//! made one from time to time.

use std::collections::VecDeque;
use std::mem::{replace, take};

use raddle_ir::index::Index;
use raddle_ir::{BlockId, FunctionId, InitialValue, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::cycles::components;
use super::template::{Constraint, Template, Term};
use super::{AbstractObject, CallEdge, Instance, InstanceId, ObjectNumbers};
use crate::Place;
use crate::bit_set::BitSet;

/// A function of more statements is never analysed once a call.
const LARGEST_COPY: usize = 80;
/// Nor is one that is so many copies deep.
const DEEPEST_COPY: usize = 8;
/// Nor any more when so many unknowns were added for copies.
const COPIES_BUDGET: usize = 20_000;

/// So many new edges, and cycles are looked for.
const EDGES_BETWEEN_SEARCHES: usize = 4_000;

type NodeId = u32;

#[derive(Clone, Debug, Default)]
struct Node {
    points: BitSet,
    /// The part of `points` that was not yet carried on.
    fresh: BitSet,
    queued: bool,
    successors: Vec<NodeId>,
    /// Gets the contents of everything that this node points to.
    loaded: Option<NodeId>,
    /// Flows into the contents of everything that this node points to.
    stored: Option<NodeId>,
    /// Calls and spawns through this node.
    sites: Vec<u32>,
}

/// A call or a spawn in one instance.
#[derive(Clone, Debug)]
struct Site {
    instance: InstanceId,
    place: (BlockId, u32),
    spawns: bool,
    arguments: Vec<Option<NodeId>>,
    results: Vec<Option<NodeId>>,
}

pub(super) struct Solver<'p> {
    program: &'p Program,
    numbers: ObjectNumbers,
    pub templates: Vec<Template>,
    nodes: Vec<Node>,
    /// A union-find forest: the node that a node was merged into, or itself.
    merged_into: Vec<NodeId>,
    edges: FxHashSet<(NodeId, NodeId)>,
    /// The number of edges at which cycles are looked for next.
    next_search: usize,
    pub objects: Vec<AbstractObject>,
    /// For each object the node of what it holds; functions hold nothing.
    contents: Vec<Option<NodeId>>,
    /// Nodes that hold one object each.
    literals: FxHashMap<u32, NodeId>,
    pub instances: Vec<Instance>,
    /// For each function the instance of all calls that get no copy.
    common: Vec<Option<InstanceId>>,
    sites: Vec<Site>,
    bound: FxHashSet<(u32, FunctionId)>,
    pending: Vec<(u32, FunctionId)>,
    worklist: VecDeque<NodeId>,
    /// The number of nodes at which no more copies are made.
    copies_end: usize,
}

impl<'p> Solver<'p> {
    pub fn new(program: &'p Program, numbers: ObjectNumbers) -> Solver<'p> {
        let templates: Vec<Template> = program
            .functions
            .indices()
            .map(|function| Template::new(program, numbers, function))
            .collect();
        let unknowns: usize = templates.iter().map(|each| each.classes as usize).sum();
        let mut solver = Solver {
            program,
            numbers,
            common: vec![None; templates.len()],
            templates,
            nodes: Vec::new(),
            merged_into: Vec::new(),
            edges: FxHashSet::default(),
            next_search: EDGES_BETWEEN_SEARCHES,
            objects: Vec::new(),
            contents: Vec::new(),
            literals: FxHashMap::default(),
            instances: Vec::new(),
            sites: Vec::new(),
            bound: FxHashSet::default(),
            pending: Vec::new(),
            worklist: VecDeque::new(),
            copies_end: unknowns * 2 + COPIES_BUDGET,
        };
        solver.add_static_objects();
        solver
    }

    /// Globals and functions, in the order that [`ObjectNumbers`] says, and what
    /// globals hold at the start.
    fn add_static_objects(&mut self) {
        for (id, global) in self.program.globals.iter_enumerated() {
            self.new_object(if global.thread_local {
                AbstractObject::ThreadLocal(id)
            } else {
                AbstractObject::Global(id)
            });
        }
        for id in self.program.functions.indices() {
            self.new_object(AbstractObject::Function(id));
        }
        for (id, global) in self.program.globals.iter_enumerated() {
            for part in &global.initial {
                let target = match part.value {
                    InitialValue::Bytes(_) => continue,
                    InitialValue::GlobalAddress { global, .. } => self.numbers.global(global),
                    InitialValue::FunctionAddress(function) => self.numbers.function(function),
                };
                if let Some(Some(node)) = self.contents.get(id.position()).copied() {
                    self.add_target(node, target);
                }
            }
        }
    }

    /// Solves for everything that may run when `entry` does.
    pub fn run(&mut self, entry: FunctionId) {
        self.common_instance(entry);
        loop {
            while let Some((site, function)) = self.pending.pop() {
                self.bind(site, function);
            }
            let Some(node) = self.worklist.pop_front() else {
                break;
            };
            if self.merged_into[node as usize] == node {
                self.carry_on(node);
            }
            if self.edges.len() >= self.next_search {
                self.merge_cycles();
                self.next_search = self.edges.len() * 5 / 4 + EDGES_BETWEEN_SEARCHES;
            }
        }
    }

    /// For each node the one whose set it has, and the sets; at the end.
    pub fn take_points(&mut self) -> (Vec<NodeId>, Vec<BitSet>) {
        let owners = (0..self.nodes.len() as NodeId).map(|node| self.find(node)).collect();
        (owners, self.nodes.iter_mut().map(|node| take(&mut node.points)).collect())
    }

    fn find(&mut self, mut node: NodeId) -> NodeId {
        while self.merged_into[node as usize] != node {
            let above = self.merged_into[node as usize];
            self.merged_into[node as usize] = self.merged_into[above as usize];
            node = above;
        }
        node
    }

    fn merge_cycles(&mut self) {
        let found = components(self.nodes.len(), |node| self.nodes[node].successors.as_slice());
        for component in found {
            for pair in component.windows(2) {
                self.merge(pair[0], pair[1]);
            }
        }
        // What was an edge between two nodes may now be within one.
        self.edges.clear();
        for id in 0..self.nodes.len() as NodeId {
            let mut successors = take(&mut self.nodes[id as usize].successors);
            for successor in &mut successors {
                *successor = self.find(*successor);
            }
            successors.retain(|&successor| successor != id && self.edges.insert((id, successor)));
            self.nodes[id as usize].successors = successors;
        }
    }

    /// Makes two nodes with equal sets (sooner or later) one.
    fn merge(&mut self, one: NodeId, other: NodeId) {
        // Nodes that hold what they point to are equal too; a loop, since chains
        // of such nodes may be long.
        let mut pending = vec![(one, other)];
        while let Some((one, other)) = pending.pop() {
            let (one, other) = (self.find(one), self.find(other));
            if one == other {
                continue;
            }
            self.merged_into[other as usize] = one;
            let gone = take(&mut self.nodes[other as usize]);
            let kept = &mut self.nodes[one as usize];
            kept.points.union_with(&gone.points);
            kept.successors.extend(gone.successors);
            kept.sites.extend(gone.sites);
            match (kept.loaded, gone.loaded) {
                (Some(one), Some(other)) => pending.push((one, other)),
                (None, loaded) => kept.loaded = loaded,
                (Some(_), None) => {}
            }
            match (kept.stored, gone.stored) {
                (Some(one), Some(other)) => pending.push((one, other)),
                (None, stored) => kept.stored = stored,
                (Some(_), None) => {}
            }
            self.look_again(one);
        }
    }

    pub fn contents_node(&self, object: usize) -> Option<u32> {
        self.contents.get(object).copied().flatten()
    }

    fn new_nodes(&mut self, count: usize) -> NodeId {
        let first = self.nodes.len();
        self.nodes.resize(first + count, Node::default());
        self.merged_into.extend(first as NodeId..(first + count) as NodeId);
        first as NodeId
    }

    fn new_node(&mut self) -> NodeId {
        self.new_nodes(1)
    }

    fn new_object(&mut self, object: AbstractObject) -> u32 {
        let contents = match object {
            AbstractObject::Function(_) => None,
            AbstractObject::Global(_)
            | AbstractObject::ThreadLocal(_)
            | AbstractObject::Allocation { .. }
            | AbstractObject::VariadicArea { .. } => Some(self.new_node()),
        };
        self.objects.push(object);
        self.contents.push(contents);
        self.objects.len() as u32 - 1
    }

    fn add_target(&mut self, node: NodeId, object: u32) {
        let node = self.find(node);
        let entry = &mut self.nodes[node as usize];
        if entry.points.insert(object as usize) {
            entry.fresh.insert(object as usize);
            self.enqueue(node);
        }
    }

    fn enqueue(&mut self, node: NodeId) {
        if !replace(&mut self.nodes[node as usize].queued, true) {
            self.worklist.push_back(node);
        }
    }

    fn add_edge(&mut self, from: NodeId, to: NodeId) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.edges.insert((from, to)) {
            return;
        }
        let source = &mut self.nodes[from as usize];
        source.successors.push(to);
        if source.points.is_empty() {
            return;
        }
        let points = take(&mut source.points);
        self.add_targets(&points, to);
        self.nodes[from as usize].points = points;
    }

    fn add_targets(&mut self, more: &BitSet, to: NodeId) {
        let to = self.find(to);
        let node = &mut self.nodes[to as usize];
        if node.points.union_noting_new(more, &mut node.fresh) {
            self.enqueue(to);
        }
    }

    /// Tells everyone concerned what is new in a node.
    fn carry_on(&mut self, id: NodeId) {
        let node = &mut self.nodes[id as usize];
        node.queued = false;
        let fresh = take(&mut node.fresh);
        let (loaded, stored) = (node.loaded, node.stored);
        if loaded.is_some() || stored.is_some() {
            self.dereference(&fresh, loaded, stored);
        }
        self.resolve(id, &fresh);
        let successors = take(&mut self.nodes[id as usize].successors);
        for &successor in &successors {
            self.add_targets(&fresh, successor);
        }
        // Nothing above adds an edge out of `id` while its list is away.
        self.nodes[id as usize].successors = successors;
    }

    /// Joins what is loaded and stored through a pointer with what its new
    /// targets hold.
    fn dereference(&mut self, fresh: &BitSet, loaded: Option<NodeId>, stored: Option<NodeId>) {
        let (mut last_loaded, mut last_stored) = (None, None);
        for object in fresh.iter() {
            let Some(contents) = self.contents.get(object).copied().flatten() else {
                continue;
            };
            // Many objects in a row are often one node by now.
            let contents = Some(self.find(contents));
            if let (Some(from), Some(to)) = (contents, loaded)
                && last_loaded != contents
            {
                self.add_edge(from, to);
                last_loaded = contents;
            }
            if let (Some(from), Some(to)) = (stored, contents)
                && last_stored != contents
                && !self.is_constant(object)
            {
                self.add_edge(from, to);
                last_stored = contents;
            }
        }
    }

    /// A store to constant memory is an error, and changes nothing.
    fn is_constant(&self, object: usize) -> bool {
        match self.objects.get(object) {
            Some(AbstractObject::Global(global) | AbstractObject::ThreadLocal(global)) => {
                self.program.globals[*global].constant
            }
            Some(
                AbstractObject::Function(_)
                | AbstractObject::Allocation { .. }
                | AbstractObject::VariadicArea { .. },
            )
            | None => false,
        }
    }

    /// Calls and spawns through a node find new functions.
    fn resolve(&mut self, id: NodeId, fresh: &BitSet) {
        if self.nodes[id as usize].sites.is_empty() {
            return;
        }
        let sites = self.nodes[id as usize].sites.clone();
        for object in fresh.iter() {
            if let Some(function) = self.numbers.as_function(object as u32) {
                for &site in &sites {
                    self.ask_to_bind(site, function);
                }
            }
        }
    }

    fn ask_to_bind(&mut self, site: u32, function: FunctionId) {
        if self.bound.insert((site, function)) {
            self.pending.push((site, function));
        }
    }

    /// Joins the arguments and results of a site with those of a function.
    fn bind(&mut self, site_number: u32, function: FunctionId) {
        let site = self.sites[site_number as usize].clone();
        let callee = self.choose_instance(site.instance, function);
        self.instances[site.instance as usize].calls.push(CallEdge {
            place: site.place,
            spawns: site.spawns,
            callee,
        });
        let base = self.instances[callee as usize].first_node;
        let area = self.instances[callee as usize].variadic_area;
        let template = &self.templates[function.position()];
        let parameters: Vec<Option<NodeId>> =
            template.parameters.iter().map(|class| class.map(|class| base + class)).collect();
        let returned: Vec<NodeId> = template.returned.iter().map(|class| base + class).collect();
        for (position, argument) in site.arguments.iter().enumerate() {
            let Some(argument) = *argument else { continue };
            match parameters.get(position) {
                Some(Some(parameter)) => self.add_edge(argument, *parameter),
                Some(None) => {}
                None => {
                    let area = area.and_then(|object| self.contents_node(object as usize));
                    if let Some(contents) = area {
                        self.add_edge(argument, contents);
                    }
                }
            }
        }
        for (result, returned) in site.results.iter().zip(returned) {
            if let Some(result) = *result {
                self.add_edge(returned, result);
            }
        }
    }

    /// A copy of the callee for this call alone, or the common instance.
    fn choose_instance(&mut self, caller: InstanceId, function: FunctionId) -> InstanceId {
        let template = &self.templates[function.position()];
        let chain = &self.instances[caller as usize].chain;
        let affordable = template.statements <= LARGEST_COPY
            && chain.len() < DEEPEST_COPY
            && !chain.contains(&function)
            && self.nodes.len() + template.classes as usize <= self.copies_end;
        if affordable {
            let chain = chain.iter().copied().chain([function]).collect();
            self.instantiate(function, chain)
        } else {
            self.common_instance(function)
        }
    }

    fn common_instance(&mut self, function: FunctionId) -> InstanceId {
        if let Some(instance) = self.common[function.position()] {
            return instance;
        }
        let instance = self.instantiate(function, vec![function]);
        self.common[function.position()] = Some(instance);
        instance
    }

    fn instantiate(&mut self, function: FunctionId, chain: Vec<FunctionId>) -> InstanceId {
        let id = self.instances.len() as InstanceId;
        // Taken out for the loop below; nothing there looks at templates.
        let constraints = take(&mut self.templates[function.position()].constraints);
        let template = &self.templates[function.position()];
        let variadic = template.variadic;
        let first_node = self.new_nodes(template.classes as usize);
        self.instances.push(Instance {
            function,
            chain,
            first_node,
            variadic_area: None,
            calls: Vec::new(),
        });
        if variadic {
            let area = AbstractObject::VariadicArea { function, instance: id };
            self.instances[id as usize].variadic_area = Some(self.new_object(area));
        }
        for constraint in &constraints {
            self.add_constraint(id, first_node, constraint);
        }
        self.templates[function.position()].constraints = constraints;
        id
    }

    fn add_constraint(&mut self, id: InstanceId, base: NodeId, constraint: &Constraint) {
        match constraint {
            Constraint::Flow { from, to } => match *from {
                Term::Class(class) => self.add_edge(base + class, base + to),
                Term::Object(object) => self.add_target(base + to, object),
            },
            Constraint::Load { address, to } => {
                let address = self.node(base, *address);
                let loaded = match self.nodes[address as usize].loaded {
                    Some(node) => node,
                    None => {
                        let node = self.new_node();
                        self.nodes[address as usize].loaded = Some(node);
                        self.look_again(address);
                        node
                    }
                };
                self.add_edge(loaded, base + to);
            }
            Constraint::Store { address, value } => {
                let address = self.node(base, *address);
                let stored = match self.nodes[address as usize].stored {
                    Some(node) => node,
                    None => {
                        let node = self.new_node();
                        self.nodes[address as usize].stored = Some(node);
                        self.look_again(address);
                        node
                    }
                };
                let value = self.node(base, *value);
                self.add_edge(value, stored);
            }
            Constraint::Allocation { site, to } => {
                let object = self.new_object(AbstractObject::Allocation {
                    site: Place {
                        function: self.instances[id as usize].function,
                        block: site.0,
                        statement: site.1,
                    },
                    instance: id,
                });
                self.add_target(base + to, object);
            }
            Constraint::VariadicArea { to } => {
                if let Some(object) = self.instances[id as usize].variadic_area {
                    self.add_target(base + to, object);
                }
            }
            Constraint::Call { site, callee, arguments, results } => {
                let arguments =
                    arguments.iter().map(|term| term.map(|term| self.node(base, term))).collect();
                let results = results.iter().map(|class| class.map(|class| base + class)).collect();
                self.add_site(id, *site, false, *callee, arguments, results);
            }
            Constraint::Spawn { site, function, argument } => {
                let argument = argument.map(|term| self.node(base, term));
                self.add_site(id, *site, true, *function, vec![argument], vec![]);
            }
        }
    }

    fn add_site(
        &mut self,
        instance: InstanceId,
        place: (BlockId, u32),
        spawns: bool,
        callee: Term,
        arguments: Vec<Option<NodeId>>,
        results: Vec<Option<NodeId>>,
    ) {
        let number = self.sites.len() as u32;
        self.sites.push(Site { instance, place, spawns, arguments, results });
        match callee {
            Term::Object(object) => {
                if let Some(function) = self.numbers.as_function(object) {
                    self.ask_to_bind(number, function);
                }
            }
            Term::Class(class) => {
                let node = self.find(self.instances[instance as usize].first_node + class);
                self.nodes[node as usize].sites.push(number);
                self.look_again(node);
            }
        }
    }

    /// A node that got a new kind of user: all that it holds is news.
    fn look_again(&mut self, id: NodeId) {
        let node = &mut self.nodes[id as usize];
        if !node.points.is_empty() {
            node.fresh = node.points.clone();
            self.enqueue(id);
        }
    }

    fn node(&mut self, base: NodeId, term: Term) -> NodeId {
        match term {
            Term::Class(class) => self.find(base + class),
            Term::Object(object) => {
                if let Some(&node) = self.literals.get(&object) {
                    return self.find(node);
                }
                let node = self.new_node();
                self.literals.insert(object, node);
                self.add_target(node, object);
                node
            }
        }
    }
}
