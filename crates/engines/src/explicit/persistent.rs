//! Persistent sets of threads: which threads must step from a state, and which can wait.
//!
//! A set of threads is *persistent* in a state if nothing that the other threads can do,
//! among themselves, is dependent with the next step of a member (Godefroid, "Partial-Order
//! Methods for the Verification of Concurrent Systems"). Then it is enough to let the members
//! step: in every run either a member steps at some time, and could have done so first, or
//! none does, and a member's step leaves the run possible.
//!
//! Others compute such sets from what code may touch, or (dynamic partial-order reduction,
//! Flanagan and Godefroid) add backtracking points while they run without storing states.
//! Here states are stored, and what can still happen from each is kept (`futures.rs`). So a
//! thread is let step on trial; when the search comes back it knows all that can happen behind
//! that step, by actual address, and adds the threads that turned out to be dependent. If in
//! some run *w* without members a step *b* were dependent with the next step of a member, take
//! the first such *b*: *w* without it is possible behind any member's step, and *b* is a next step
//! there, waiting or not; so it is in the future of that successor.
//!
//! What each check needs:
//! - A failing step, a gap: every step that is possible anywhere is taken somewhere, because no
//!   thread is forgotten on a cycle: where a member's step leads to an open state (one on a
//!   cycle with this one, perhaps), all threads step.
//! - Deadlock: what all threads do next is looked at in every state, members or not. Circles of
//!   waiting threads are seen: a wait for a certain thread counts as dependent with what any
//!   other one does to it, so no member can break a circle; the thread itself waits in it too.
//!   Where all wait but for steps *by themselves*, these must not lead away unseen: the first
//!   member can step in earnest.
//! - Race: the next steps of all threads are compared in every state. Two that race are
//!   dependent, so the argument for a dependent *b* holds for the pair as well.
//! - Races by happens-before (`watched.rs`) are cut off once nothing can come of them, which
//!   hides what can still happen; there the reduction is off. So it is under bounds: the run
//!   that stands for another one may have more switches.

use raddle_passes::Place;
use raddle_semantics::ThreadNumber;
use rustc_hash::{FxHashMap, FxHashSet};

use super::footprint::{Footprint, PrivateCell};
use super::futures::{Future, Futures, Known, Left, Row, Sets, Touched};
use super::waits::{WaitSet, WaitingStep};

/// What a thread does next.
#[derive(Clone, Copy, Debug)]
pub struct NextStep {
    pub thread: ThreadNumber,
    pub place: Option<Place>,
    /// Of all its choices.
    pub footprint: Footprint,
    /// The same, divided.
    pub touched: Touched,
    /// It waits.
    pub is_blocked: bool,
    /// It can step, and not only by itself.
    pub goes_on: bool,
    /// It can step.
    pub moves: bool,
}

/// Where a member's step led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// To a state in the store.
    Stored(u32),
    /// To one that was gone through, and what is known of it.
    Passed(Known),
}

#[derive(Debug)]
struct Successor {
    by: ThreadNumber,
    arrival: Arrival,
    /// The threads that it created.
    created: Vec<ThreadNumber>,
}

/// The threads that step from a state.
#[derive(Debug)]
pub struct Selection {
    /// The number of the state, if it is stored.
    state: Option<u32>,
    entered: u32,
    lowest: u32,
    next: Vec<NextStep>,
    /// Threads that have ended, whose numbers a new one may get.
    ended: Vec<ThreadNumber>,
    members: Vec<ThreadNumber>,
    /// The member whose turn it is.
    turn: usize,
    successors: Vec<Successor>,
    /// Waits of others that were tried here, and cannot end while the members wait.
    tried: Vec<(ThreadNumber, WaitSet)>,
    /// What the threads do alone, once that was asked.
    alone: Option<Vec<(ThreadNumber, Option<Alone>)>>,
}

/// What a thread does if no other one steps, until it ends or waits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone {
    /// In all its steps.
    pub executed: Footprint,
    /// In these, and in the one that waits.
    pub touched: Touched,
    /// What that one reads, and the thread that must act first.
    pub waits_for: Option<(Footprint, ThreadNumber)>,
}

/// Whether the members are a persistent set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extended {
    Closed,
    /// More threads are members, and must step.
    Grown,
    /// It would help to know what the threads do alone.
    Doubtful,
}

/// What a wait did that was tried in the current state: it waits there, after it read this.
pub struct Blocked {
    pub read: Footprint,
    pub private: Box<[PrivateCell]>,
    /// The thread that must act first, where it is known.
    pub holder: Option<ThreadNumber>,
}

/// Tries a waiting step in the current state.
pub type Try<'a> = &'a mut dyn FnMut(&mut Sets, &WaitingStep) -> Option<Blocked>;

/// How often a thread at a place was enough by itself.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    tried: u32,
    failed: u32,
}

pub struct Persistent {
    pub sets: Sets,
    futures: Futures,
    records: FxHashMap<Place, Record>,
    /// Numbers that a second thread got: what is known of them speaks of several threads.
    reused: FxHashSet<ThreadNumber>,
    /// In how many states some thread was left out, of how many that were searched.
    pub reduced: u64,
    searched: u64,
    /// How many threads could step in them, and how many had to.
    moving: u64,
    chosen: u64,
    trial: u64,
    /// How often it was asked what threads do alone, and how often that helped.
    alone: Record,
    asked: u64,
    /// It does not pay, or needs too much memory: from now on all threads step.
    pub gave_up: bool,
}

/// What can still happen is kept for as many states as go into so many bytes.
const MOST_BYTES: usize = 2 << 30;

impl Selection {
    pub fn turn(&self) -> Option<ThreadNumber> {
        self.members.get(self.turn).copied()
    }

    pub fn turn_is_over(&mut self) {
        self.turn += 1;
    }

    /// The search came back from the last successor.
    pub fn came_back(&mut self, arrival: Arrival, lowest: u32) {
        if let Some(successor) = self.successors.last_mut() {
            successor.arrival = arrival;
        }
        self.lowest = self.lowest.min(lowest);
    }

    /// All threads that run.
    pub fn threads(&self) -> impl Iterator<Item = ThreadNumber> + '_ {
        self.next.iter().map(|next| next.thread)
    }

    /// What the threads do alone was found out.
    pub fn knows_alone(&mut self, alone: Vec<(ThreadNumber, Option<Alone>)>) {
        self.alone = Some(alone);
    }

    /// Whether this thread alone steps, as far as is known.
    pub fn is_only(&self, thread: ThreadNumber) -> bool {
        self.members == [thread]
    }

    fn contains(&self, thread: ThreadNumber) -> bool {
        self.members.contains(&thread)
    }

    fn is_everyone(&self) -> bool {
        self.members.len() == self.next.len()
    }

    fn add(&mut self, thread: ThreadNumber) {
        if !self.contains(thread) {
            self.members.push(thread);
        }
    }

    fn add_all(&mut self, threads: Vec<ThreadNumber>) {
        for thread in threads {
            let is_here = self.next.iter().any(|next| next.thread == thread);
            match is_here && !self.contains(thread) {
                true => self.add(thread),
                // One that is not there yet: the thread that creates it must step.
                false => self.add_everyone(),
            }
        }
    }

    fn add_everyone(&mut self) {
        for at in 0..self.next.len() {
            self.add(self.next[at].thread);
        }
    }

    fn footprint(&self, thread: ThreadNumber) -> Footprint {
        let next = self.next.iter().find(|next| next.thread == thread);
        next.map_or(Footprint::EMPTY, |next| next.footprint)
    }
}

impl Persistent {
    /// Each time after so many states it is looked at whether it pays.
    pub fn new(trial: u64) -> Persistent {
        Persistent {
            sets: Sets::new(),
            futures: Futures::new(),
            records: FxHashMap::default(),
            reused: FxHashSet::default(),
            reduced: 0,
            searched: 0,
            moving: 0,
            chosen: 0,
            trial,
            alone: Record::default(),
            asked: 0,
            gave_up: false,
        }
    }

    /// Threads that could step and that had to, in all states.
    pub fn share(&self) -> (u64, u64, u64) {
        (self.searched, self.moving, self.chosen)
    }

    pub fn bytes(&self) -> usize {
        self.futures.bytes() + self.sets.footprints.bytes() + self.sets.waits.bytes()
    }

    /// A new state, with what each of its threads does next (the preferred one first), and
    /// the threads that have ended.
    pub fn select(&mut self, next: Vec<NextStep>, ended: Vec<ThreadNumber>) -> Selection {
        let entered = self.futures.enter();
        let mut selection = Selection {
            state: None,
            entered,
            lowest: entered,
            next,
            ended,
            members: Vec::new(),
            turn: 0,
            successors: Vec::new(),
            tried: Vec::new(),
            alone: None,
        };
        let members = self.first_members(&selection.next);
        match members {
            Some(members) => selection.members = members,
            None => selection.add_everyone(),
        }
        selection
    }

    /// The state is stored under a number.
    pub fn store(&mut self, selection: &mut Selection, state: u32) {
        selection.state = Some(state);
        self.futures.store(state, selection.entered);
    }

    /// A state from which all threads step is stored under a number.
    pub fn store_unselected(&mut self, state: u32) {
        self.futures.store_unknown(state);
    }

    /// The smallest set that the next steps alone allow, with a thread that goes on; of equal
    /// ones that which was most often enough.
    fn first_members(&mut self, next: &[NextStep]) -> Option<Vec<ThreadNumber>> {
        let mut best: Option<((usize, u32), Vec<ThreadNumber>)> = None;
        for seed in next.iter().filter(|next| next.goes_on) {
            let members = self.dependent_closure(seed, next);
            let moving = |thread: &&ThreadNumber| {
                next.iter().any(|next| next.thread == **thread && next.goes_on)
            };
            let doubt = self.doubt(seed.place);
            let price = (members.iter().filter(moving).count(), doubt);
            if price == (1, 0) {
                return Some(members);
            }
            if best.as_ref().is_none_or(|(known, _)| price < *known) {
                best = Some((price, members));
            }
        }
        best.map(|(_, members)| members)
    }

    /// How often, in 16 steps, a thread at a place was not enough.
    fn doubt(&self, place: Option<Place>) -> u32 {
        let record = place.and_then(|place| self.records.get(&place)).copied().unwrap_or_default();
        (16 * record.failed).checked_div(record.tried).unwrap_or(0)
    }

    fn dependent_closure(&mut self, seed: &NextStep, next: &[NextStep]) -> Vec<ThreadNumber> {
        let mut members = vec![*seed];
        let mut at = 0;
        while let Some(member) = members.get(at).copied() {
            // One that waits is looked at when it is known what can end the wait.
            for other in next.iter().filter(|other| !other.is_blocked) {
                if members.iter().all(|known| known.thread != other.thread)
                    && self.sets.footprints.conflict(member.footprint, other.footprint)
                {
                    members.push(*other);
                }
            }
            at += 1;
        }
        members.iter().map(|member| member.thread).collect()
    }

    /// A member's step led to a state.
    pub fn arrived(
        &mut self,
        selection: &mut Selection,
        by: ThreadNumber,
        arrival: Arrival,
        running: impl Iterator<Item = ThreadNumber>,
    ) {
        let is_new =
            |thread: &ThreadNumber| selection.next.iter().all(|next| next.thread != *thread);
        let created: Vec<ThreadNumber> = running.filter(is_new).collect();
        self.reused.extend(created.iter().filter(|thread| selection.ended.contains(thread)));
        selection.successors.push(Successor { by, arrival, created });
    }

    /// All members have stepped: adds those that must as well.
    pub fn extend(&mut self, selection: &mut Selection, try_wait: Try<'_>) -> Extended {
        if selection.is_everyone() {
            return Extended::Closed;
        }
        let closed = self.closed_successors(selection);
        let is_known = |closed: &Vec<(usize, Future)>| {
            !closed.is_empty() && closed.iter().all(|(_, future)| *future != Future::ANYTHING)
        };
        let Some(closed) = closed.filter(is_known) else {
            self.note(selection, true);
            selection.add_everyone();
            return Extended::Grown;
        };
        let before = selection.members.len();
        let mut at = 0;
        while at < selection.members.len() && !selection.is_everyone() {
            let member = selection.members[at];
            let found = self.dependent(selection, &closed, member, try_wait);
            if !found.is_empty() && selection.alone.is_none() && self.alone_helps() {
                selection.members.truncate(before);
                selection.tried.clear();
                return Extended::Doubtful;
            }
            selection.add_all(found);
            at += 1;
            // One that came in may be dependent with members that were looked at before; these
            // were compared with everyone who was outside then, so nothing is missed.
        }
        let grown = selection.members.len() > before;
        self.alone.failed += u32::from(selection.alone.is_some() && grown);
        if before == 1 || grown {
            self.note(selection, grown);
        }
        if grown { Extended::Grown } else { Extended::Closed }
    }

    /// Whether to ask what threads do alone: if that helped often enough, and now and then.
    fn alone_helps(&mut self) -> bool {
        let Record { tried, failed } = self.alone;
        self.asked += 1;
        let helps = tried < 64 || (tried - failed) * 4 > tried || self.asked.is_multiple_of(64);
        self.alone.tried += u32::from(helps);
        helps
    }

    /// The threads outside that can do something dependent with the member's next step while the
    /// members wait.
    fn dependent(
        &mut self,
        selection: &mut Selection,
        closed: &[(usize, Future)],
        member: ThreadNumber,
        try_wait: Try<'_>,
    ) -> Vec<ThreadNumber> {
        let found = self.dependent_by_futures(selection, closed, member, try_wait);
        if found.is_empty() {
            return found;
        }
        let Some(outside) = self.alone_outside(selection) else { return found };
        let footprint = selection.footprint(member);
        let dependent = outside.into_iter().filter(|(_, alone)| {
            let footprints = &mut self.sets.footprints;
            let breaks = alone.waits_for.is_some_and(|(read, holder)| {
                holder != member && footprints.conflict(footprint, read)
            });
            breaks || footprints.conflict(footprint, alone.executed)
        });
        dependent.map(|(thread, _)| thread).collect()
    }

    /// What the threads outside do alone, if they are independent of each other: then that is
    /// all that they can do while the members wait.
    fn alone_outside(&mut self, selection: &Selection) -> Option<Vec<(ThreadNumber, Alone)>> {
        let all = selection.alone.as_ref()?.iter();
        let outside = all.filter(|(thread, _)| !selection.contains(*thread));
        let outside = outside.map(|(thread, alone)| Some((*thread, (*alone)?)));
        let outside = outside.collect::<Option<Vec<(ThreadNumber, Alone)>>>()?;
        for (at, (_, one)) in outside.iter().enumerate() {
            for (_, other) in &outside[at + 1..] {
                // What ends a wait of the other is executed, and read by it.
                let touched = self.all_touched(other.touched);
                if self.sets.footprints.conflict(one.executed, touched) {
                    return None;
                }
                let touched = self.all_touched(one.touched);
                if self.sets.footprints.conflict(other.executed, touched) {
                    return None;
                }
            }
        }
        Some(outside)
    }

    /// One footprint of what is touched with and without waiting.
    fn all_touched(&mut self, touched: Touched) -> Footprint {
        let waits = self.sets.waits.steps(touched.waiting).map(|step| step.footprint);
        let waits: Vec<Footprint> = waits.collect();
        waits.into_iter().fold(touched.plain, |all, one| self.sets.footprints.union(all, one))
    }

    fn note(&mut self, selection: &Selection, failed: bool) {
        let first = selection.members.first();
        let next = selection.next.iter().find(|next| Some(&next.thread) == first);
        if let Some(place) = next.and_then(|next| next.place) {
            let record = self.records.entry(place).or_default();
            record.tried = record.tried.saturating_add(1);
            record.failed = record.failed.saturating_add(u32::from(failed));
        }
    }

    /// What can happen behind each successor; `None` if one of them is open.
    fn closed_successors(&self, selection: &Selection) -> Option<Vec<(usize, Future)>> {
        let of = |(at, successor): (usize, &Successor)| match self.known(successor) {
            Known::Closed(future) => Some((at, future)),
            Known::Open(_) => None,
        };
        selection.successors.iter().enumerate().map(of).collect()
    }

    /// Those that can, by what is known of the successors. Runs without members are runs
    /// without any one of them: it is enough that one of them, who stepped, tells that there is
    /// none.
    fn dependent_by_futures(
        &mut self,
        selection: &mut Selection,
        closed: &[(usize, Future)],
        member: ThreadNumber,
        try_wait: Try<'_>,
    ) -> Vec<ThreadNumber> {
        let mut least: Option<Vec<ThreadNumber>> = None;
        for &(at, future) in closed {
            let (found, tried) = self.dependent_in(selection, at, future, member, try_wait);
            if found.is_empty() {
                selection.tried.extend(tried);
                return found;
            }
            if least.as_ref().is_none_or(|known| found.len() < known.len()) {
                least = Some(found);
            }
        }
        least.unwrap_or_default()
    }

    /// The threads outside that can do something dependent with a member's next step behind a
    /// successor; and the waits that were tried.
    fn dependent_in(
        &mut self,
        selection: &Selection,
        at: usize,
        future: Future,
        member: ThreadNumber,
        try_wait: Try<'_>,
    ) -> (Vec<ThreadNumber>, Vec<(ThreadNumber, WaitSet)>) {
        let successor = &selection.successors[at];
        let is_outside = |thread: ThreadNumber| {
            let is_known = selection.contains(thread) || successor.created.contains(&thread);
            !is_known || self.reused.contains(&thread)
        };
        let row = self.futures.touched(future, successor.by);
        let outside: Vec<_> = row.filter(|(thread, _)| is_outside(*thread)).collect();
        let footprint = selection.footprint(member);
        let (mut found, mut tried) = (Vec::new(), Vec::new());
        for (thread, touched) in &outside {
            let is_dependent = self.sets.footprints.conflict(footprint, touched.plain)
                || !self.only_waits(selection, &outside, member, *touched, &mut tried, try_wait);
            if is_dependent {
                found.push(*thread);
            }
        }
        (found, tried)
    }

    /// Whether those of the waits that are dependent with a member's step cannot end while the
    /// members wait.
    fn only_waits(
        &mut self,
        selection: &Selection,
        outside: &[(ThreadNumber, Touched)],
        member: ThreadNumber,
        touched: Touched,
        tried: &mut Vec<(ThreadNumber, WaitSet)>,
        try_wait: Try<'_>,
    ) -> bool {
        let footprint = selection.footprint(member);
        let steps: Vec<WaitingStep> = self.sets.waits.steps(touched.waiting).cloned().collect();
        steps.into_iter().all(|step| {
            if !self.sets.footprints.conflict(footprint, step.footprint) {
                return true;
            }
            let Some(Blocked { read, private, holder }) = try_wait(&mut self.sets, &step) else {
                return false;
            };
            // Who waits for another thread than the member may be in a circle that the member
            // would break before it is seen.
            if holder.is_some_and(|holder| holder != member) {
                return false;
            }
            let same = private.iter().all(|cell| step.private.contains(cell));
            if !same || self.is_disturbed(selection, outside, read) {
                return false;
            }
            let number = step.number;
            let blocked = WaitingStep { footprint: read, private, ..step };
            tried.push((number, self.sets.waits.of_step(blocked)));
            true
        })
    }

    /// Whether the threads outside, in steps that are not dependent with a member's, can write
    /// what a wait has read.
    fn is_disturbed(
        &mut self,
        selection: &Selection,
        outside: &[(ThreadNumber, Touched)],
        read: Footprint,
    ) -> bool {
        let mut waiting = Footprint::EMPTY;
        for member in &selection.members {
            waiting = self.sets.footprints.union(waiting, selection.footprint(*member));
        }
        outside.iter().any(|(_, touched)| {
            let waits = self.sets.waits.steps(touched.waiting).map(|step| step.footprint);
            std::iter::once(touched.plain)
                .chain(waits)
                .any(|written| self.sets.footprints.disturbs(written, read, waiting))
        })
    }

    fn known(&self, successor: &Successor) -> Known {
        match successor.arrival {
            Arrival::Stored(state) => self.futures.of(state),
            Arrival::Passed(known) => known,
        }
    }

    /// The search goes back from a state; where it was, and when the earliest state was entered
    /// that it has led back to.
    pub fn leave(&mut self, mut selection: Selection) -> (Arrival, u32) {
        self.searched += 1;
        self.reduced += u64::from(!selection.is_everyone());
        let moving = selection.next.iter().filter(|next| next.moves);
        self.moving += moving.clone().count().max(1) as u64;
        let chosen = moving.filter(|next| selection.contains(next.thread)).count();
        self.chosen += chosen.max(1) as u64;
        if self.searched.is_multiple_of(self.trial) {
            // A state costs several times as much as in a search in which all threads step, so
            // enough of the others must be left out where there is a choice.
            let (others, chosen) = (self.moving - self.searched, self.chosen - self.searched);
            self.gave_up |= chosen * 20 > others * 9;
        }
        if self.searched.is_multiple_of(1 << 10) {
            self.gave_up |= self.bytes() > MOST_BYTES;
        }
        for successor in &selection.successors {
            if let Known::Open(entered) = self.known(successor) {
                selection.lowest = selection.lowest.min(entered);
            }
        }
        let own = self.own_future(&selection);
        let Selection { state, entered, lowest, .. } = selection;
        let known = self.futures.leave(&mut self.sets, Left { state, entered, own }, lowest);
        (state.map_or(Arrival::Passed(known), Arrival::Stored), lowest)
    }

    /// What can happen from the state, as far as its successors are closed.
    fn own_future(&mut self, selection: &Selection) -> Future {
        let mut successors = selection.successors.iter();
        if successors.any(|each| self.known(each) == Known::Closed(Future::ANYTHING)) {
            return Future::ANYTHING;
        }
        let highest = selection.next.iter().map(|next| next.thread).max();
        let width = highest.map_or(0, |thread| thread as usize + 1);
        let mut all = vec![Touched::NOTHING; width];
        for next in &selection.next {
            all[next.thread as usize] = next.touched;
        }
        let next_steps = all.clone();
        self.add_successors(selection, &mut all, None, |_| true);
        self.add_tried(selection, &mut all, None);
        let mut rows: Vec<Row> = vec![all];
        for thread in 0..width as ThreadNumber {
            let runs = selection.next.iter().any(|next| next.thread == thread);
            rows.push(match runs {
                true => self.row_without(selection, &next_steps, thread),
                false => rows[0].clone(),
            });
        }
        self.futures.table(&rows)
    }

    fn row_without(&mut self, selection: &Selection, next: &Row, thread: ThreadNumber) -> Row {
        let mut row = next.clone();
        row[thread as usize] = Touched::NOTHING;
        let others_step = selection.successors.iter().any(|successor| successor.by != thread);
        if !others_step && let Some(outside) = self.alone_outside(selection) {
            // The other members wait.
            for (other, alone) in outside {
                row[other as usize] = alone.touched;
            }
            return row;
        }
        let counts = |by: ThreadNumber| (by != thread) == others_step;
        self.add_successors(selection, &mut row, Some(thread), counts);
        if !others_step {
            // The other members wait, and nothing but steps of members can change that.
            for member in selection.members.iter().filter(|member| **member != thread) {
                row[*member as usize] = next[*member as usize];
            }
        }
        self.add_tried(selection, &mut row, Some(thread));
        row
    }

    /// Adds what was found out of threads outside in this state itself.
    fn add_tried(&mut self, selection: &Selection, row: &mut Row, without: Option<ThreadNumber>) {
        let tried = selection.tried.iter().map(|(thread, waiting)| {
            (*thread, Touched { plain: Footprint::EMPTY, waiting: *waiting })
        });
        let alone = self.alone_outside(selection).unwrap_or_default();
        let alone = alone.into_iter().map(|(thread, alone)| (thread, alone.touched));
        for (thread, touched) in tried.chain(alone) {
            if without == Some(thread) {
                continue;
            }
            if row.len() <= thread as usize {
                row.resize(thread as usize + 1, Touched::NOTHING);
            }
            row[thread as usize] = self.sets.union(row[thread as usize], touched);
        }
    }

    fn add_successors(
        &mut self,
        selection: &Selection,
        row: &mut Row,
        without: Option<ThreadNumber>,
        counts: impl Fn(ThreadNumber) -> bool,
    ) {
        for successor in selection.successors.iter().filter(|successor| counts(successor.by)) {
            if let Known::Closed(future) = self.known(successor) {
                self.futures.add(&mut self.sets, row, future, without);
            }
        }
    }
}
