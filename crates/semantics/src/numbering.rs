//! Numbers for objects and threads that depend only on which thread asks, where, and how many
//! they already have, so that equal situations reached in different orders are
//! equal states. The numbering grows over the whole search and never changes.

use rustc_hash::FxHashMap;

use crate::budgets::MOST_THREADS;
use crate::host::Interrupt;
use crate::machine::ObjectKey;
use crate::schedule::ThreadNumber;

#[derive(Debug, Default)]
pub struct Numbering {
    /// For each key the numbers of its slots.
    objects: FxHashMap<ObjectKey, Vec<u32>>,
    object_count: u32,
    /// For each thread the numbers of those that it created.
    threads: FxHashMap<ThreadNumber, Vec<ThreadNumber>>,
    thread_count: u32,
}

impl Numbering {
    /// The lowest slot of this key that is usable.
    pub fn object(
        &mut self,
        key: ObjectKey,
        first: u32,
        limit: u32,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        let slots = self.objects.entry(key).or_default();
        if let Some(number) = slots.iter().copied().find(|&number| usable(number)) {
            return Ok(number);
        }
        let number = first + self.object_count;
        if number >= limit {
            return Err(Interrupt::Limit(format!(
                "more than {} objects were allocated, the most that these pointers can name",
                limit - first
            )));
        }
        self.object_count += 1;
        slots.push(number);
        Ok(number)
    }

    /// Whether the number was ever given to an object.
    pub fn is_given(&self, number: u32, first: u32) -> bool {
        (first..first + self.object_count).contains(&number)
    }

    /// The lowest number among the parent's that is usable.
    pub fn thread(
        &mut self,
        parent: ThreadNumber,
        usable: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        let children = self.threads.entry(parent).or_default();
        if let Some(number) = children.iter().copied().find(|&number| usable(number)) {
            return Ok(number);
        }
        if self.thread_count >= MOST_THREADS {
            return Err(Interrupt::Limit(format!("more than {MOST_THREADS} threads are created")));
        }
        self.thread_count += 1;
        children.push(self.thread_count);
        Ok(self.thread_count)
    }
}
