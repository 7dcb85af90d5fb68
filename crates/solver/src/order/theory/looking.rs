//! What follows where something new has come before an event: literals whose edges
//! would close a cycle are false, and so are candidates that were written over.

use super::{Local, Ordering, ReadFrom, Write};

impl Ordering {
    /// Looks where something new has come before an event.
    pub(super) fn look_around(&mut self) -> bool {
        while let Some(event) = self.graph.next_touched() {
            if !self.look_at(event) {
                return false;
            }
        }
        true
    }

    fn look_at(&mut self, event: u32) -> bool {
        let local = std::mem::take(&mut self.locals[event as usize]);
        let fine = self.look_forward(event, &local)
            && self.look_back(event, &local.reads_here)
            && local.writes.iter().all(|write| self.look_beside(*write));
        self.locals[event as usize] = local;
        fine
    }

    /// An edge from here to what comes before would close a cycle.
    fn look_forward(&mut self, event: u32, local: &Local) -> bool {
        local.edges.iter().all(|edge| {
            let edge = self.guarded[*edge as usize];
            !self.graph.before(edge.after, event)
                || self.imply(!edge.when, [None; 2], [Some((edge.after, event)), None])
        }) && local.writes_read.iter().all(|candidate| {
            let number = *candidate;
            let candidate = self.read_from[number as usize];
            if self.value(candidate.chosen) > 0 {
                return self.look_into(number);
            }
            !self.graph.before(candidate.reader, event)
                || self.imply(!candidate.chosen, [None; 2], [Some((candidate.reader, event)), None])
        })
    }

    /// Something new has come before reads; their candidates are sorted by location.
    fn look_back(&mut self, reader: u32, read_from: &[u32]) -> bool {
        let mut visible: Option<(u32, Vec<u32>)> = None;
        read_from.iter().all(|number| {
            let candidate = self.read_from[*number as usize];
            if self.value(candidate.chosen) != 0 {
                return self.value(candidate.chosen) < 0 || self.look_into(*number);
            }
            let Write { event, location, .. } = self.writes[candidate.write as usize];
            if visible.as_ref().is_none_or(|(known, _)| *known != location) {
                visible = Some((location, self.visible(reader, location)));
            }
            let others = visible.as_ref().map_or(&[][..], |(_, writes)| writes);
            let between = others
                .iter()
                .find(|other| self.graph.before(event, self.writes[**other as usize].event));
            between.is_none_or(|other| self.exclude(candidate, *other))
        })
    }

    /// A write happens: the reads after it do not see what is before it.
    pub(super) fn look_after(&mut self, write: u32) -> bool {
        let Write { event, location, .. } = self.writes[write as usize];
        (0..self.locations[location as usize].readers.len()).all(|reader| {
            let reader = self.locations[location as usize].readers[reader];
            if !self.graph.before(event, reader) {
                return true;
            }
            let local = std::mem::take(&mut self.locals[reader as usize]);
            let fine = self.look_back(reader, &local.reads_here);
            self.locals[reader as usize] = local;
            fine
        })
    }

    /// The last writes before a read that happen, one a chain: any other one that
    /// comes before the read comes before one of these.
    fn visible(&self, reader: u32, location: u32) -> Vec<u32> {
        let clock = self.graph.clock(reader);
        let last = |(chain, writes): &(usize, Vec<(u32, u32)>)| {
            let count = writes.partition_point(|(position, _)| *position <= clock[*chain]);
            let mut before = writes[..count].iter().rev().map(|(_, write)| *write);
            before.find(|write| {
                let write = self.writes[*write as usize];
                write.event != reader && self.value(write.happens) > 0
            })
        };
        self.locations[location as usize].by_chain.iter().filter_map(last).collect()
    }

    /// A candidate is chosen, and something new has come before one of its ends.
    fn look_into(&mut self, number: u32) -> bool {
        let candidate = self.read_from[number as usize];
        let location = self.writes[candidate.write as usize].location as usize;
        (0..self.locations[location].writes.len()).all(|other| {
            let other = self.locations[location].writes[other];
            match self.value(self.writes[other as usize].happens) {
                1 => self.keep_out_if_open(number, other),
                0 => self.exclude(candidate, other),
                _ => true,
            }
        })
    }

    /// Something new has come before a write.
    fn look_beside(&mut self, write: u32) -> bool {
        let Write { location, happens, .. } = self.writes[write as usize];
        let location = location as usize;
        let happens = self.value(happens);
        happens < 0
            || (0..self.locations[location].chosen.len()).all(|candidate| {
                let candidate = self.locations[location].chosen[candidate];
                match happens {
                    1 => self.keep_out_if_open(candidate, write),
                    _ => self.exclude(self.read_from[candidate as usize], write),
                }
            })
    }

    fn keep_out_if_open(&mut self, candidate: u32, other: u32) -> bool {
        let from = self.writes[self.read_from[candidate as usize].write as usize].event;
        let open = self.first_of(self.writes[other as usize].event, from);
        open.is_none_or(|literal| self.value(literal) != 0) || self.keep_out(candidate, other)
    }

    /// If the write is between candidate and read, not both can be.
    fn exclude(&mut self, candidate: ReadFrom, other: u32) -> bool {
        let (write, other) = (self.writes[candidate.write as usize], self.writes[other as usize]);
        let (from, between, to) = (write.event, other.event, candidate.reader);
        if !(self.graph.before(from, between) && self.graph.before(between, to)) {
            return true;
        }
        let (known, excluded) = match self.value(candidate.chosen) {
            1 => (candidate.chosen, other.happens),
            _ => (other.happens, candidate.chosen),
        };
        self.imply(!excluded, [Some(known), None], [Some((from, between)), Some((between, to))])
    }
}
