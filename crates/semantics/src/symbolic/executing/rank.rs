//! How far the threads of a state have come: an engine that looks at states in this
//! order meets a state after all that lead to it, so that those of equal rank
//! can be merged before any of them is gone on from.
//!
//! A step takes one thread further in the order of the program (see `block_order.rs`)
//! and leaves the others where they are, so the ranks of all threads, compared
//! one after the other, grow with every step. Where they do not (a number of a
//! thread is used again), states are met late and less is merged, no more.

use std::rc::Rc;

use raddle_ir::index::Index;
use raddle_passes::block_order::{BlockOrder, BlockOrders, Position};
use raddle_passes::{Place, Ready};

use crate::machine::Status;
use crate::symbolic::state::{Counters, State, SymbolicThread};

/// One entry a thread; a thread that is not there yet has none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(Vec<Option<Position>>);

/// Finds ranks; keeps the orders of functions.
#[derive(Debug, Default)]
pub struct Ranks {
    orders: BlockOrders,
}

impl Ranks {
    pub fn rank(&mut self, ready: &Ready, state: &State) -> Rank {
        let each = |thread: &Option<Rc<SymbolicThread>>| {
            thread.as_deref().map(|thread| self.of_thread(ready, thread))
        };
        Rank(state.threads.iter().map(each).collect())
    }

    fn of_thread(&mut self, ready: &Ready, thread: &SymbolicThread) -> Position {
        let mut position = Position::new();
        match thread.thread.status {
            Status::Running => position.extend([0]),
            Status::Finished | Status::Assumed | Status::Stopped(_) => {
                position.extend([1]);
                return position;
            }
        }
        for (frame, counters) in thread.thread.frames.iter().zip(&thread.counters) {
            let place = frame.place();
            add_frame(&mut position, self.orders.of(ready, place.function), place, counters);
        }
        position
    }
}

/// Adds where one frame stands.
pub fn add_frame(position: &mut Position, order: &BlockOrder, place: Place, counters: &Counters) {
    let iterations = order.loops(place.block).iter().map(|header| {
        counters.iter().find(|(of, _)| of == header).map_or(0, |(_, iterations)| *iterations)
    });
    position.extend([place.function.position() as u32]);
    position.extend_block(order, place.block, iterations);
    position.extend([place.statement]);
}
