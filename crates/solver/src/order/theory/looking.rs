//! What follows where something new has come before a node: literals whose edges
//! would close a cycle are false, and so are sources that were written over.

use super::{Flow, Local, Ordering, Write};

impl Ordering {
    /// Looks where something new has come before a node.
    pub(super) fn look_around(&mut self) -> bool {
        while let Some(node) = self.graph.next_touched() {
            if !self.look_at(node) {
                return false;
            }
        }
        true
    }

    fn look_at(&mut self, node: u32) -> bool {
        let local = std::mem::take(&mut self.locals[node as usize]);
        let fine = self.look_forward(node, &local)
            && self.look_back(node, &local.flows_in)
            && local.writes.iter().all(|write| self.look_beside(*write));
        self.locals[node as usize] = local;
        fine
    }

    /// An edge from here to what comes before would close a cycle.
    fn look_forward(&mut self, node: u32, local: &Local) -> bool {
        local.edges.iter().all(|edge| {
            let edge = self.guarded[*edge as usize];
            !self.graph.before(edge.after, node)
                || self.imply(!edge.when, [None; 2], [Some((edge.after, node)), None])
        }) && local.flows_out.iter().all(|flow| {
            let number = *flow;
            let flow = self.flows[number as usize];
            if self.value(flow.chosen) > 0 {
                return self.look_into(number);
            }
            !self.graph.before(flow.reader, node)
                || self.imply(!flow.chosen, [None; 2], [Some((flow.reader, node)), None])
        })
    }

    /// Something new has come before reads; `flows` are sorted by place.
    fn look_back(&mut self, reader: u32, flows: &[u32]) -> bool {
        let mut visible: Option<(u32, Vec<u32>)> = None;
        flows.iter().all(|number| {
            let flow = self.flows[*number as usize];
            if self.value(flow.chosen) != 0 {
                return self.value(flow.chosen) < 0 || self.look_into(*number);
            }
            let Write { node, place, .. } = self.writes[flow.write as usize];
            if visible.as_ref().is_none_or(|(known, _)| *known != place) {
                visible = Some((place, self.visible(reader, place)));
            }
            let others = visible.as_ref().map_or(&[][..], |(_, writes)| writes);
            let between = others
                .iter()
                .find(|other| self.graph.before(node, self.writes[**other as usize].node));
            between.is_none_or(|other| self.exclude(flow, *other))
        })
    }

    /// A write happens: the reads after it do not see what is before it.
    pub(super) fn look_after(&mut self, write: u32) -> bool {
        let Write { node, place, .. } = self.writes[write as usize];
        (0..self.places[place as usize].readers.len()).all(|reader| {
            let reader = self.places[place as usize].readers[reader];
            if !self.graph.before(node, reader) {
                return true;
            }
            let local = std::mem::take(&mut self.locals[reader as usize]);
            let fine = self.look_back(reader, &local.flows_in);
            self.locals[reader as usize] = local;
            fine
        })
    }

    /// The last writes before a read that happen, one a chain: any other one that
    /// comes before the read comes before one of these.
    fn visible(&self, reader: u32, place: u32) -> Vec<u32> {
        let clock = self.graph.clock(reader);
        let last = |(chain, writes): &(usize, Vec<(u32, u32)>)| {
            let count = writes.partition_point(|(position, _)| *position <= clock[*chain]);
            let mut before = writes[..count].iter().rev().map(|(_, write)| *write);
            before.find(|write| {
                let write = self.writes[*write as usize];
                write.node != reader && self.value(write.happens) > 0
            })
        };
        self.places[place as usize].by_chain.iter().filter_map(last).collect()
    }

    /// A flow is chosen, and something new has come before one of its ends.
    fn look_into(&mut self, number: u32) -> bool {
        let flow = self.flows[number as usize];
        let place = self.writes[flow.write as usize].place as usize;
        (0..self.places[place].writes.len()).all(|other| {
            let other = self.places[place].writes[other];
            match self.value(self.writes[other as usize].happens) {
                1 => self.keep_out_if_open(number, other),
                0 => self.exclude(flow, other),
                _ => true,
            }
        })
    }

    /// Something new has come before a write.
    fn look_beside(&mut self, write: u32) -> bool {
        let Write { place, happens, .. } = self.writes[write as usize];
        let place = place as usize;
        let happens = self.value(happens);
        happens < 0
            || (0..self.places[place].chosen.len()).all(|flow| {
                let flow = self.places[place].chosen[flow];
                match happens {
                    1 => self.keep_out_if_open(flow, write),
                    _ => self.exclude(self.flows[flow as usize], write),
                }
            })
    }

    fn keep_out_if_open(&mut self, flow: u32, other: u32) -> bool {
        let from = self.writes[self.flows[flow as usize].write as usize].node;
        let open = self.first_of(self.writes[other as usize].node, from);
        open.is_none_or(|literal| self.value(literal) != 0) || self.keep_out(flow, other)
    }

    /// If the write is between source and read, not both can be.
    fn exclude(&mut self, flow: Flow, other: u32) -> bool {
        let (write, other) = (self.writes[flow.write as usize], self.writes[other as usize]);
        let (from, between, to) = (write.node, other.node, flow.reader);
        if !(self.graph.before(from, between) && self.graph.before(between, to)) {
            return true;
        }
        let (known, excluded) = match self.value(flow.chosen) {
            1 => (flow.chosen, other.happens),
            _ => (other.happens, flow.chosen),
        };
        self.imply(!excluded, [Some(known), None], [Some((from, between)), Some((between, to))])
    }
}
