//! Checks, false assumptions and what stops a thread: noted or dropped, by whether
//! it is inside of an atomic section.

use raddle_ir::{CheckKind, Instruction, Operand, WhenUnselected};
use raddle_passes::Place;
use raddle_terms::Operator;

use super::deferred_checks::{Failure, NUMBER, number};
use super::thread::Translator;
use crate::bounded::Section;
use crate::code::truth;
use crate::marks::ReachedBound;

impl Translator<'_> {
    /// Goes on if the condition is true, else to the end of the thread.
    pub(super) fn go_on_if(&mut self, condition: Operand) {
        let next = self.code.block();
        self.code.branch(condition, next, self.stopped);
        self.code.go_to(next);
    }

    pub(super) fn fail_unless(&mut self, condition: Operand, what: Failure) {
        if condition == truth(true) {
            return;
        }
        let wrong = self.code.not(condition);
        let error = self.note_error(what, wrong);
        self.stop_unless(condition, number(error));
    }

    /// Goes on if the condition is true, else the thread stops with this error.
    fn stop_unless(&mut self, condition: Operand, error: Operand) {
        if !self.inside {
            return self.go_on_if(condition);
        }
        let (next, fails) = (self.code.block(), self.code.block());
        self.code.branch(condition, next, fails);
        self.code.go_to(fails);
        self.deferred_checks.only(&mut self.code, self.build, error);
        self.code.jump(self.stopped);
        self.code.go_to(next);
    }

    fn note_error(&mut self, what: Failure, wrong: Operand) -> usize {
        let stands = Some((self.slot, self.origin));
        self.deferred_checks.note_of(stands, &mut self.code, self.build, what, wrong)
    }

    /// What is needed in a section: else the section does not happen, and the run is
    /// none. But if a check failed in it before, the run ends with that.
    pub(super) fn need(&mut self, condition: Operand) {
        let Some(failed) = self.failed else { return self.code.assume(condition) };
        let error = self.code.read(failed, NUMBER);
        let wrong = self.code.test(Operator::NotEqual, &[error, number(0)]);
        let either = self.code.either(condition, wrong);
        self.code.assume(either);
        self.stop_unless(condition, error);
    }

    pub(super) fn check(
        &mut self,
        place: Place,
        kind: CheckKind,
        condition: Operand,
        message: &str,
    ) {
        let cut = self.bounded.cuts.iter().find(|cut| cut.place == place).map(|cut| cut.reached);
        let cut: Option<ReachedBound> = cut.filter(|_| kind == CheckKind::Unwind);
        let what = Failure::Check { kind, message: message.to_string(), cut };
        match kind.when_unselected() {
            WhenUnselected::Stop => self.fail_unless(condition, what),
            WhenUnselected::GoOn => {
                let wrong = self.code.not(condition);
                if wrong == truth(false) {
                    return;
                }
                let error = self.note_error(what, wrong);
                if let (Some(failed), true) = (self.failed, self.inside) {
                    let before = self.code.read(failed, NUMBER);
                    let now = self.code.choose(wrong, number(error), before, NUMBER);
                    self.code.write(failed, now, NUMBER);
                }
            }
        }
    }

    /// Whether there is a check in a section whose failure does not stop the thread.
    pub(super) fn goes_on_in_sections(&self) -> bool {
        let function = &self.bounded.program.functions[self.function];
        let Some(notes) = self.bounded.notes.get(self.function) else { return false };
        let blocks = function.blocks.iter().zip(notes.iter());
        let statements = blocks.flat_map(|(block, notes)| block.statements.iter().zip(notes));
        statements.into_iter().any(|(statement, note)| {
            let Instruction::Check { kind, .. } = &statement.instruction else { return false };
            note.section != Section::Outside && kind.when_unselected() == WhenUnselected::GoOn
        })
    }
}
