//! Pointers: made, moved, followed, converted; always inside their array.

use crate::program::Generator;
use crate::scope::{Array, Pointer};

impl Generator {
    /// A new pointer into an array that can be named here.
    pub(crate) fn declare_pointer(&mut self) {
        let Some(array) = self.random.pick_any(&self.scope.arrays).cloned() else {
            return;
        };
        let name = self.fresh("p");
        let target = self.address_within(&array);
        let qualifier = if array.writable { "" } else { "const " };
        let kind = array.kind.name();
        self.line(&format!("{qualifier}{kind} *{name} = {target};"));
        self.scope.pointers.push(Pointer { text: name, array });
    }

    fn address_within(&mut self, array: &Array) -> String {
        let (text, index) = (&array.text, self.index(array.length));
        match self.random.below(4) {
            0 => format!("{text} + {index}"),
            1 => format!("&{text}[{index}]"),
            2 => {
                let last = array.length - 1;
                format!("{text} + {last} - {index}")
            }
            _ => text.clone(),
        }
    }

    /// Something that is only about pointers.
    pub(crate) fn pointer_statement(&mut self) {
        let Some(pointer) = self.random.pick_any(&self.scope.pointers).cloned() else {
            return self.declare_pointer();
        };
        let (name, array, kind) = (&pointer.text, &pointer.array.text, pointer.array.kind.name());
        let length = pointer.array.length;
        match self.random.below(7) {
            0 => {
                let target = self.address_within(&pointer.array);
                self.line(&format!("{name} = {target};"));
            }
            1 => {
                self.line(&format!("if ({name} + 1 < {array} + {length})"));
                self.line(&format!("    {name}++;"));
            }
            2 => {
                self.line(&format!("if ({name} > {array})"));
                self.line(&format!("    --{name};"));
            }
            3 => {
                let step = self.random.between(1, length);
                self.line(&format!("if ({array} + {length} - {name} > {step})"));
                self.line(&format!("    {name} += {step};"));
            }
            4 => self.walk(&pointer.array),
            5 => {
                let shown = self.fresh("q");
                let qualifier = if pointer.array.writable { "" } else { "const " };
                self.line(&format!("{qualifier}{kind} **{shown} = &{name};"));
                self.line(&format!("out(*{shown} == {name});"));
                self.line(&format!("*{shown} = {array} + {};", length / 2));
                self.line(&format!("out((unsigned long long)(*{shown} - {array}));"));
            }
            _ => self.convert_pointer(&pointer),
        }
    }

    /// Visits every element, forwards or backwards.
    fn walk(&mut self, array: &Array) {
        let (text, length, kind) = (&array.text, array.length, array.kind.name());
        let cursor = self.fresh("c");
        let shown = crate::aggregates::as_output(array.kind, &format!("*{cursor}"));
        if self.random.chance(50) {
            self.line(&format!(
                "for (const {kind} *{cursor} = {text}; {cursor} != {text} + {length}; {cursor}++)"
            ));
            self.line(&format!("    out({shown});"));
        } else {
            self.line(&format!(
                "for (const {kind} *{cursor} = {text} + {length}; {cursor}-- > {text};)"
            ));
            self.line(&format!("    out({shown});"));
            self.line(&format!("out({text} + {length} - &{text}[{}]);", length - 1));
        }
    }

    /// To integers and back; an address itself is never shown.
    fn convert_pointer(&mut self, pointer: &Pointer) {
        let (name, kind) = (&pointer.text, pointer.array.kind.name());
        let back = format!("*(const {kind} *)(unsigned long){name}");
        let shown = crate::aggregates::as_output(pointer.array.kind, &format!("({back})"));
        match self.random.below(4) {
            0 => self.line(&format!("out({shown});")),
            1 => self.line(&format!("out((unsigned long)({name} + 1) - (unsigned long){name});")),
            2 => self.line(&format!("out(((unsigned long){name} & (_Alignof({kind}) - 1)) == 0);")),
            _ => self.line(&format!(
                "out({name} != NULL && !!{name} && (const void *){name} == (const char *){name});"
            )),
        }
    }
}
