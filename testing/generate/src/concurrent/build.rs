//! Draws a program from the tables: a palette of few variables and locks, one or two
//! idioms whose roles go to different threads, then single statements until there
//! are enough accesses.
//!
//! A program uses few kinds of statements, each several times, rather than a little
//! of everything (swarm testing, Groce et al. 2012): so threads meet on the same things.

use std::collections::BTreeMap;

use crate::random::Random;

use super::declarations::{DECLARATIONS, Sharing};
use super::draw::{accesses_of, some_statements, weighted};
use super::idioms::IDIOMS;
use super::program::{Program, Thread};
use super::rows::{Part, parts};
use super::tables::{
    ATOMICS, CONDITIONS, COUNTERS, CROWDS, FINAL, GUARDS, Guard, GuardSort, HOMEMADE, INTEGERS,
    LOAD_ORDERS, ORDERS, Row, STATEMENTS, STORE_ORDERS, Use, VALUES, VARIABLES, all_guards,
};
use super::tree::{Node, Piece, Sort, first_name, names, text_of};

/// What a program may do, drawn once for each.
struct Flavour {
    /// Plain accesses are inside of a lock.
    careful: bool,
    inputs: bool,
    faults: bool,
    indeterminate: bool,
    spins: bool,
    unordered: bool,
    /// Many threads at once, and locks of the program's own.
    crowded: bool,
}

pub(crate) struct Builder {
    random: Random,
    flavour: Flavour,
    variables: Vec<&'static [&'static str]>,
    integers: Vec<&'static str>,
    atomics: Vec<&'static str>,
    counter: &'static str,
    guards: Vec<&'static Guard>,
    statements: Vec<Row>,
    /// Locks that are held where the next statement will be.
    held: Vec<&'static str>,
    /// Nothing that waits fits here.
    simple: bool,
    depth: usize,
}

/// Holes that were filled for a whole row or idiom.
type Bound = BTreeMap<String, String>;

/// Of a hundred programs, so many with crowds.
const CROWDED: usize = 35;

/// Levels of statements and of values within each other.
const DEEPEST: usize = 3;

impl Builder {
    pub(crate) fn new(seed: u64) -> Builder {
        let mut random = Random::new(seed ^ 0x636f_6e63_7572);
        let flavour = Flavour {
            careful: random.chance(60),
            inputs: random.chance(20),
            faults: random.chance(20),
            indeterminate: random.below(40) == 0,
            spins: random.chance(3),
            unordered: random.chance(35),
            // Drawn apart, so that other programs stay what they are.
            crowded: Random::new(seed ^ 0x6372_6f77_6473).chance(CROWDED),
        };
        let mut variables = vec![weighted(&mut random, VARIABLES, |row| row.0).1];
        for _ in 0..random.between(1, 2) {
            variables.push(weighted(&mut random, VARIABLES, |row| row.0).1);
        }
        let integers = vec![*random.pick(INTEGERS), *random.pick(&INTEGERS[..2])];
        let first = random.below(ATOMICS.len());
        let atomics = vec![ATOMICS[first], ATOMICS[(first + 1) % ATOMICS.len()]];
        let counter = random.pick(COUNTERS);
        let guard = |random: &mut Random| weighted(random, GUARDS, |guard| guard.weight);
        let mut guards = vec![guard(&mut random), guard(&mut random)];
        let mut statements = some_statements(&mut random);
        if flavour.crowded {
            let own = weighted(&mut random, HOMEMADE, |guard| guard.weight);
            guards.insert(usize::from(random.chance(30)), own);
            statements.extend(CROWDS.iter().filter(|_| random.chance(40)));
        }
        let (held, simple, depth) = (Vec::new(), false, 0);
        Builder {
            random,
            flavour,
            variables,
            integers,
            atomics,
            counter,
            guards,
            statements,
            held,
            simple,
            depth,
        }
    }

    pub(crate) fn program(mut self) -> Program {
        let count = *self.random.pick(&[1, 1, 2, 2, 2, 2, 2, 3]);
        // The last one is main while the others run.
        let mut bodies = vec![Vec::new(); count + 1];
        // Specialities have idioms of their own.
        let idioms = match self.flavour.unordered {
            true => usize::from(self.random.chance(20)),
            false => *self.random.pick(&[0, 1, 1, 1, 1, 1, 1, 2]),
        };
        for _ in 0..idioms {
            self.idiom(&mut bodies, None);
        }
        self.specialities(&mut bodies);
        // Every run of those with unordered accesses is walked to its end.
        let sizes: &[usize] = match self.flavour.unordered {
            true => &[3, 4, 4, 5, 5, 6],
            false => &[3, 4, 4, 5, 6, 6, 7, 8, 10, 14],
        };
        let wanted = *self.random.pick(sizes);
        self.fill(&mut bodies, wanted);
        let meanwhile = bodies.pop().unwrap_or_default();
        let mut threads: Vec<Thread> = bodies
            .into_iter()
            .enumerate()
            .map(|(index, body)| self.thread(index + 1, body))
            .collect();
        let small = threads.len() < 3 && accesses_of(&threads[0].body) < 4;
        threads[0].twice = small && self.random.chance(15);
        let in_a_loop = self.flavour.crowded && self.random.chance(40);
        threads[0].twice |= in_a_loop;
        let before = if self.random.chance(25) { self.preparation() } else { Vec::new() };
        let mut program = Program {
            threads,
            before,
            meanwhile,
            after: Vec::new(),
            observed: Vec::new(),
            standard_threads: self.random.chance(7),
            one_by_one: self.random.chance(2),
            in_a_loop,
            can_fault: self.flavour.faults || self.flavour.indeterminate,
        };
        self.finish(&mut program);
        program
    }

    fn thread(&mut self, number: usize, body: Vec<Node>) -> Thread {
        let uses_register = body.iter().any(|node| names(&node.text()).any(|name| name == "r0"));
        let result = if uses_register && self.random.chance(70) {
            Some(Node::leaf(Sort::Value, "r0"))
        } else if self.random.chance(15) {
            Some(Node::leaf(Sort::Value, "me"))
        } else {
            None
        };
        Thread { number, body, result, twice: false, joined: !self.random.chance(3) }
    }

    /// Main sets something before there are threads.
    fn preparation(&mut self) -> Vec<Node> {
        let text = if self.flavour.inputs && self.random.chance(60) {
            "$p = __VERIFIER_nondet_bool();"
        } else {
            "$p = $constant;"
        };
        self.row(text, &mut Bound::new())
    }

    /// The asserts at the end, over what the threads use, and what is observed.
    fn finish(&mut self, program: &mut Program) {
        let text = Program { before: Vec::new(), ..program.clone() }.text();
        let used: Vec<&str> = names(&text).collect();
        let mentioned = |place: &str| used.contains(&first_name(place).as_str());
        self.variables.retain(|places| mentioned(places[0]));
        if self.variables.is_empty() {
            let places = VARIABLES.iter().map(|row| row.1);
            self.variables.extend(places.filter(|places| mentioned(places[0])).take(2));
        }
        let no_places = self.variables.is_empty();
        let missing = |text: &str| {
            (text.contains("$p") || text.contains("$condition")) && no_places
                || text.contains("$a") && !self.atomics.iter().any(|name| used.contains(name))
                || text.contains("$n") && !used.contains(&self.counter)
                || text.contains("result1") && program.threads[0].result.is_none()
                || text.contains("result2")
                    && program.threads.get(1).is_none_or(|thread| thread.result.is_none())
        };
        let rows: Vec<&Row> = FINAL.iter().filter(|row| !missing(row.2)).collect();
        self.depth = DEEPEST - 1;
        for _ in 0..*self.random.pick(&[0, 1, 1, 1, 2, 2]) {
            if !rows.is_empty() {
                let row = weighted(&mut self.random, &rows, |row| row.0);
                program.after.extend(self.row(row.2, &mut Bound::new()));
            }
        }
        for places in VARIABLES.iter().map(|row| row.1) {
            let shown = places.iter().filter(|place| mentioned(place) && !place.contains('$'));
            program.observed.extend(shown.map(|place| (*place).to_owned()));
        }
        let atomic = ATOMICS.iter().chain(COUNTERS).filter(|name| mentioned(name));
        program.observed.extend(atomic.map(|name| (*name).to_owned()));
        let results = program.threads.iter().filter(|thread| thread.result.is_some());
        program.observed.extend(results.map(|thread| format!("result{}", thread.number)));
        program.observed.sort();
        program.observed.dedup();
    }

    /// What the program's flavour promises occurs at least once.
    fn specialities(&mut self, bodies: &mut [Vec<Node>]) {
        for (purpose, wanted) in [
            (Use::Fault, self.flavour.faults),
            (Use::Input, self.flavour.inputs),
            (Use::Indeterminate, self.flavour.indeterminate),
            (Use::Spinning, self.flavour.spins),
            (Use::Unordered, self.flavour.unordered),
        ] {
            let rows: Vec<Row> =
                STATEMENTS.iter().copied().filter(|row| row.1 == purpose).collect();
            if wanted && (rows.is_empty() || self.random.chance(50)) {
                self.idiom(bodies, Some(purpose));
            } else if wanted {
                let row = *weighted(&mut self.random, &rows, |row| row.0);
                let slot = self.random.below(bodies.len() - 1);
                let nodes = self.statement_of(row);
                bodies[slot].extend(nodes);
            }
        }
    }

    /// Gives the roles of an idiom to different threads.
    fn idiom(&mut self, bodies: &mut [Vec<Node>], wanted: Option<Use>) {
        let slots = bodies.len();
        let fits = |purpose: Use| wanted.is_none_or(|wanted| wanted == purpose);
        let rows: Vec<_> = IDIOMS
            .iter()
            .filter(|row| row.2.len() <= slots && fits(row.1) && self.suits(row.1))
            .collect();
        if rows.is_empty() {
            return;
        }
        let (purpose, roles) = {
            let row = weighted(&mut self.random, &rows, |row| row.0);
            (row.1, row.2)
        };
        // Main, the last one, takes part only if it must or now and then.
        let first = if roles.len() == slots || self.random.chance(10) {
            self.random.below(slots)
        } else {
            0
        };
        let mut bound = Bound::new();
        for (index, role) in roles.iter().enumerate() {
            let nodes = self.row(role, &mut bound);
            let guards = matches!(purpose, Use::Always | Use::Fault);
            let nodes = if guards { self.guarded(nodes) } else { nodes };
            bodies[(first + index) % slots].extend(nodes);
        }
    }

    /// More statements, until every thread has one and there are enough accesses.
    fn fill(&mut self, bodies: &mut [Vec<Node>], wanted: usize) {
        let threads = bodies.len() - 1;
        // A single thread would be alone without main.
        let busy = if threads == 1 { 2 } else { threads };
        for body in bodies.iter_mut().take(busy) {
            if body.is_empty() {
                body.extend(self.statement());
            }
        }
        for _ in 0..12 {
            if bodies.iter().map(|body| accesses_of(body)).sum::<usize>() >= wanted {
                break;
            }
            let slot = if self.random.chance(12) { threads } else { self.random.below(threads) };
            let nodes = self.statement();
            if bodies[slot].len() < 6 {
                let at = self.random.below(bodies[slot].len() + 1);
                bodies[slot].splice(at..at, nodes);
            }
        }
    }

    fn suits(&mut self, purpose: Use) -> bool {
        match purpose {
            Use::Always => true,
            Use::Nesting => self.depth < DEEPEST - 1,
            Use::Synchronised => !self.simple && self.held.len() < 2,
            Use::Racing => !self.flavour.careful || self.random.chance(15),
            Use::Input => self.flavour.inputs,
            Use::Fault => self.flavour.faults && self.held.is_empty(),
            Use::Indeterminate => self.flavour.indeterminate,
            Use::Spinning => self.flavour.spins && !self.simple,
            Use::Unordered => self.flavour.unordered && !self.simple && self.held.is_empty(),
        }
    }

    fn statement(&mut self) -> Vec<Node> {
        let rows: Vec<Row> =
            self.statements.clone().into_iter().filter(|row| self.suits(row.1)).collect();
        let favourite = |row: &Row| match row.1 {
            Use::Fault | Use::Input | Use::Unordered => row.0 * 3,
            Use::Indeterminate | Use::Spinning => row.0 * 20,
            Use::Always | Use::Nesting | Use::Synchronised | Use::Racing => row.0,
        };
        let row = *weighted(&mut self.random, &rows, favourite);
        self.statement_of(row)
    }

    fn statement_of(&mut self, (_, purpose, text): Row) -> Vec<Node> {
        let nodes = self.row(text, &mut Bound::new());
        match purpose {
            Use::Synchronised | Use::Racing | Use::Spinning | Use::Unordered => nodes,
            Use::Always | Use::Nesting | Use::Input | Use::Fault | Use::Indeterminate => {
                self.guarded(nodes)
            }
        }
    }

    /// With a lock around it, if it has accesses that need one and none is held.
    fn guarded(&mut self, nodes: Vec<Node>) -> Vec<Node> {
        let text = text_of(&nodes);
        let plain = |name: &str| {
            name == "given"
                || DECLARATIONS
                    .iter()
                    .any(|row| row.sharing == Sharing::Plain && row.names.contains(&name))
        };
        let synchronises = all_guards().any(|guard| text.contains(guard.enter));
        let needs = self.flavour.careful
            && self.held.is_empty()
            && !synchronises
            && names(&text).any(plain);
        if !needs || self.random.chance(4) {
            return nodes;
        }
        let guard = self.guards[0];
        let enter = Piece::Text(format!("{} ", guard.enter));
        let leave = Piece::Text(format!(" {}", guard.leave));
        vec![Node { sort: Sort::Statement, pieces: vec![enter, Piece::Block(nodes), leave] }]
    }

    /// The statements of a row.
    fn row(&mut self, text: &str, bound: &mut Bound) -> Vec<Node> {
        let mut nodes = Vec::new();
        for part in parts(text) {
            let pieces = match part {
                Part::Whole(text) => self.pieces(text, bound),
                Part::Around(before, inside, behind) => {
                    let mut pieces = self.pieces(&format!("{} ", before.trim_end()), bound);
                    pieces.push(Piece::Block(self.row(inside, bound)));
                    pieces.extend(self.pieces(&format!(" {behind}"), bound));
                    pieces
                }
            };
            nodes.push(Node { sort: Sort::Statement, pieces });
        }
        nodes
    }

    /// Fills the holes of a text.
    fn pieces(&mut self, text: &str, bound: &mut Bound) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut parts = text.split('$');
        pieces.push(Piece::Text(parts.next().unwrap_or_default().to_owned()));
        let guards = self.held.len();
        for part in parts {
            let end = part
                .find(|character: char| !character.is_ascii_alphanumeric())
                .unwrap_or(part.len());
            let (hole, rest) = part.split_at(end);
            self.fill_hole(hole, bound, &mut pieces);
            pieces.push(Piece::Text(rest.to_owned()));
        }
        self.held.truncate(guards);
        pieces.retain(|piece| *piece != Piece::Text(String::new()));
        pieces
    }

    fn fill_hole(&mut self, hole: &str, bound: &mut Bound, pieces: &mut Vec<Piece>) {
        let piece = match hole {
            "value" => Piece::Part(self.expression(VALUES)),
            "condition" => Piece::Part(self.expression(CONDITIONS)),
            "constant" => Piece::Part(self.constant()),
            "read" => Piece::Part(self.read()),
            "number" => Piece::Number(self.random.between(1, 3)),
            "block" => Piece::Block(self.block(false)),
            "simple" => Piece::Block(self.block(true)),
            "order" => Piece::Text((*self.random.pick(ORDERS)).to_owned()),
            "loadorder" => Piece::Text((*self.random.pick(LOAD_ORDERS)).to_owned()),
            "storeorder" => Piece::Text((*self.random.pick(STORE_ORDERS)).to_owned()),
            "l" => Piece::Text(format!("l{}", self.depth)),
            bound_once => return self.fill_bound(bound_once, bound, pieces),
        };
        pieces.push(piece);
    }

    /// The holes that are the same in a whole row.
    fn fill_bound(&mut self, hole: &str, bound: &mut Bound, pieces: &mut Vec<Piece>) {
        if !bound.contains_key(hole) {
            self.bind(hole, bound);
        }
        let text = bound.get(hole).cloned().unwrap_or_default();
        match hole {
            "p" | "q" | "i" | "j" => pieces.push(Piece::Part(self.place(&text))),
            "enter" | "enter2" | "try" => {
                let entered =
                    all_guards().find(|guard| guard.enter == text || guard.attempt == text);
                self.held.extend(entered.map(|guard| guard.enter));
                pieces.push(Piece::Text(text));
            }
            _ => pieces.push(Piece::Text(text)),
        }
    }

    fn bind(&mut self, hole: &str, bound: &mut Bound) {
        match hole {
            "p" | "q" => {
                let other = bound.get(if hole == "p" { "q" } else { "p" }).cloned();
                let places = self.places();
                let fresh: Vec<&str> = places
                    .iter()
                    .copied()
                    .filter(|place| other.as_deref() != Some(*place))
                    .collect();
                let place = if fresh.is_empty() { "x" } else { *self.random.pick(&fresh) };
                bound.insert(hole.to_owned(), place.to_owned());
            }
            "i" | "j" => {
                let index = usize::from(hole == "j");
                bound.insert(hole.to_owned(), self.integers[index].to_owned());
            }
            "a" | "b" => {
                let swapped = usize::from(self.random.chance(50));
                for (index, name) in ["a", "b"].into_iter().enumerate() {
                    bound.insert(name.to_owned(), self.atomics[(index + swapped) % 2].to_owned());
                }
            }
            "n" => {
                bound.insert(hole.to_owned(), self.counter.to_owned());
            }
            "r" | "s" => {
                let first = if self.random.chance(80) { ["r0", "r1"] } else { ["r1", "r0"] };
                bound.insert("r".to_owned(), first[0].to_owned());
                bound.insert("s".to_owned(), first[1].to_owned());
            }
            "enter" | "leave" | "try" | "enter2" | "leave2" => {
                self.bind_guards(hole == "try", bound)
            }
            unknown => debug_assert!(false, "a table has the hole {unknown}"),
        }
    }

    /// One lock that is not held, and another.
    fn bind_guards(&mut self, attempt: bool, bound: &mut Bound) {
        let waits: Vec<&Guard> =
            GUARDS.iter().filter(|guard| guard.sort != GuardSort::Section).collect();
        let usable = |guard: &&'static Guard, held: &[&str]| {
            guard.sort == GuardSort::Recursive || !held.contains(&guard.enter)
        };
        let mut choices: Vec<&Guard> =
            self.guards.iter().copied().filter(|guard| usable(guard, &self.held)).collect();
        choices.extend(waits.into_iter().filter(|guard| usable(guard, &self.held)));
        let suits = |guard: &&&Guard| !attempt || !guard.attempt.is_empty();
        let first = choices.iter().find(suits).copied().unwrap_or(&GUARDS[0]);
        let other =
            |guard: &&&Guard| guard.enter != first.enter && guard.sort != GuardSort::Section;
        let second = choices.iter().find(other).copied().unwrap_or(first);
        for (name, text) in [
            ("enter", first.enter),
            ("leave", first.leave),
            ("try", first.attempt),
            ("enter2", second.enter),
            ("leave2", second.leave),
        ] {
            bound.insert(name.to_owned(), text.to_owned());
        }
    }

    fn block(&mut self, simple: bool) -> Vec<Node> {
        let outer = self.simple;
        let in_section = self.held.iter().any(|enter| enter.starts_with("__VERIFIER"));
        self.simple |= simple || in_section;
        self.depth += 1;
        let count = if self.random.chance(75) { 1 } else { 2 };
        let block = (0..count).flat_map(|_| self.statement()).collect();
        self.depth -= 1;
        self.simple = outer;
        block
    }

    fn place(&mut self, text: &str) -> Node {
        Node { sort: Sort::Place, pieces: self.pieces(text, &mut Bound::new()) }
    }

    /// The places of one of the variables, or now and then of all; most often of the first.
    fn places(&mut self) -> Vec<&'static str> {
        match self.variables.as_slice() {
            [first, ..] if self.random.chance(45) => first.to_vec(),
            all => all.iter().flat_map(|places| places.iter().copied()).collect(),
        }
    }

    fn constant(&mut self) -> Node {
        Node::constant(*self.random.pick(&[0, 1, 1, 2, 2, 3]))
    }

    /// A shared place, or one of the thread's own variables.
    fn read(&mut self) -> Node {
        let own = ["r0", "r0", "r1", "me"];
        if self.random.chance(45) {
            return Node::leaf(Sort::Value, own[self.random.below(own.len())]);
        }
        let places = self.places();
        let text = self.random.pick_any(&places).copied().unwrap_or("x");
        let plain = if text.contains('$') { "x" } else { text };
        let place = self.place(plain);
        Node { sort: Sort::Value, pieces: vec![Piece::Part(place)] }
    }

    fn expression(&mut self, rows: &[Row]) -> Node {
        if self.depth >= DEEPEST {
            return if self.random.chance(50) { self.read() } else { self.constant() };
        }
        self.depth += 1;
        let text = weighted(&mut self.random, rows, |row| row.0).2;
        let node = Node { sort: Sort::Value, pieces: self.pieces(text, &mut Bound::new()) };
        self.depth -= 1;
        node
    }
}
