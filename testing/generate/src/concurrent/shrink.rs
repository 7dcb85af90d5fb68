//! Smaller programs: every single simplification of one, and the greedy search for a
//! smallest one that still does what it is kept for.

use std::collections::BTreeSet;

use super::program::{Program, Thread};
use super::tree::{Node, simpler_block};

/// Takes the first smaller program that still `keeps`, and goes on from that one, until
/// there is none or `tries` are used up.
pub fn shrink<P>(
    program: P,
    smaller: impl Fn(&P) -> Vec<P>,
    tries: usize,
    keeps: &mut dyn FnMut(&P) -> bool,
) -> P {
    let mut best = program;
    let mut left = tries;
    'smaller: loop {
        for candidate in smaller(&best) {
            if left == 0 {
                return best;
            }
            left -= 1;
            if keeps(&candidate) {
                best = candidate;
                continue 'smaller;
            }
        }
        return best;
    }
}

impl Program {
    /// The size of the program; less after every simplification.
    pub fn weight(&self) -> usize {
        let blocks = [&self.before, &self.meanwhile, &self.after];
        let of_main: usize = blocks.into_iter().flatten().map(Node::weight).sum();
        let of_threads: usize = self.threads.iter().map(Thread::weight).sum();
        of_main
            + of_threads
            + usize::from(self.standard_threads)
            + usize::from(self.one_by_one)
            + usize::from(self.in_a_loop)
    }

    /// All programs that are simpler by one step, those first that lose the most.
    pub fn smaller(&self) -> Vec<Program> {
        let mut results = Vec::new();
        for index in 0..self.threads.len() {
            let mut copy = self.clone();
            copy.threads.remove(index);
            results.push(copy);
            for thread in self.threads[index].smaller() {
                let mut copy = self.clone();
                copy.threads[index] = thread;
                results.push(copy);
            }
        }
        for of in [before, meanwhile, after] {
            let mut copy = self.clone();
            of(&mut copy).clear();
            results.push(copy);
            for block in simpler_block(of(&mut self.clone())) {
                let mut copy = self.clone();
                *of(&mut copy) = block;
                results.push(copy);
            }
        }
        results.push(Program { standard_threads: false, ..self.clone() });
        results.push(Program { one_by_one: false, ..self.clone() });
        results.push(Program { in_a_loop: false, ..self.clone() });
        results.extend(self.with_plainer_variables());
        let weight = self.weight();
        results.retain(|program| program.weight() < weight);
        results.sort_by_key(Program::weight);
        results
    }

    /// With x or y instead of another variable, everywhere.
    fn with_plainer_variables(&self) -> Vec<Program> {
        let mut variables = BTreeSet::new();
        let mut copy = self.clone();
        copy.each_node(&mut |node| node.variables(&mut variables));
        let mut results = Vec::new();
        for variable in &variables {
            for plain in ["x", "y"] {
                let mut copy = self.clone();
                copy.each_node(&mut |node| node.replace_variable(variable, plain));
                results.push(copy);
            }
        }
        results
    }

    fn each_node(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        for thread in &mut self.threads {
            thread.body.iter_mut().for_each(&mut *visit);
            thread.result.iter_mut().for_each(&mut *visit);
        }
        for of in [before, meanwhile, after] {
            of(self).iter_mut().for_each(&mut *visit);
        }
    }
}

impl Thread {
    fn weight(&self) -> usize {
        let body: usize = self.body.iter().map(Node::weight).sum();
        let result = self.result.as_ref().map_or(0, |result| 1 + result.weight());
        10 + body + result + usize::from(self.twice) * 5 + usize::from(!self.joined)
    }

    fn smaller(&self) -> Vec<Thread> {
        let mut results: Vec<Thread> = simpler_block(&self.body)
            .into_iter()
            .map(|body| Thread { body, ..self.clone() })
            .collect();
        results.push(Thread { result: None, ..self.clone() });
        results.push(Thread { twice: false, ..self.clone() });
        results.push(Thread { joined: true, ..self.clone() });
        results
    }
}

fn before(program: &mut Program) -> &mut Vec<Node> {
    &mut program.before
}

fn meanwhile(program: &mut Program) -> &mut Vec<Node> {
    &mut program.meanwhile
}

fn after(program: &mut Program) -> &mut Vec<Node> {
    &mut program.after
}
