//! How far the threads of a state have come: an engine that looks at states in this
//! order meets a state after all that lead to it, so that those of equal rank
//! can be merged before any of them is gone on from.
//!
//! A step takes one thread further in the order of the program (see `block_order.rs`)
//! and leaves the others where they are, so the ranks of all threads, compared
//! one after the other, grow with every step. Where they do not (a number of a
//! thread is used again), states are met late and less is merged, no more.

use std::rc::Rc;

use raddle_ir::FunctionId;
use raddle_ir::index::Index;
use raddle_passes::Ready;
use raddle_passes::block_order::BlockOrder;
use rustc_hash::FxHashMap;

use crate::machine::Status;
use crate::symbolic::state::{State, SymbolicThread};

/// One entry a thread; a thread that is not there yet has none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(Vec<Option<Box<[u32]>>>);

/// Finds ranks; keeps the orders of functions.
#[derive(Debug, Default)]
pub struct Ranks {
    orders: FxHashMap<FunctionId, Rc<BlockOrder>>,
}

impl Ranks {
    pub fn rank(&mut self, ready: &Ready, state: &State) -> Rank {
        let each = |thread: &Option<Rc<SymbolicThread>>| {
            thread.as_deref().map(|thread| self.of_thread(ready, thread))
        };
        Rank(state.threads.iter().map(each).collect())
    }

    fn of_thread(&mut self, ready: &Ready, thread: &SymbolicThread) -> Box<[u32]> {
        match thread.thread.status {
            Status::Running => {}
            Status::Finished | Status::Assumed | Status::Stopped(_) => return Box::new([1]),
        }
        let mut rank = vec![0];
        for (frame, counters) in thread.thread.frames.iter().zip(&thread.counters) {
            let place = frame.place();
            let order = self.orders.entry(place.function).or_insert_with(|| {
                let function = &ready.program.functions[place.function];
                Rc::new(BlockOrder::new(function, &ready.functions[place.function]))
            });
            rank.push(place.function.position() as u32);
            for header in order.loops(place.block) {
                let count = counters.iter().find(|(of, _)| of == header).map_or(0, |(_, n)| *n);
                rank.extend([order.number(*header), count]);
            }
            rank.extend([order.number(place.block), place.statement]);
        }
        rank.into_boxed_slice()
    }
}
