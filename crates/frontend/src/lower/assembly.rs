//! Inline assembly: only what has no effect beyond ordering is understood.

use raddle_ir::{MemoryOrder, Operand};

use super::function::FunctionLowering;
use super::{Lowering, Unsupported};
use crate::llvm::ast::{Assembly, Call};

/// Templates that only wait or order memory, and how they order it for other threads. (An empty
/// one keeps the compiler from reordering, and orders nothing.)
const HARMLESS: [(&str, MemoryOrder); 14] = [
    ("", MemoryOrder::Plain),
    ("nop", MemoryOrder::Plain),
    ("pause", MemoryOrder::Plain),
    ("rep; nop", MemoryOrder::Plain),
    ("rep;nop", MemoryOrder::Plain),
    ("rep nop", MemoryOrder::Plain),
    ("yield", MemoryOrder::Plain),
    ("lfence", MemoryOrder::Acquire),
    ("sfence", MemoryOrder::Release),
    ("mfence", MemoryOrder::SequentiallyConsistent),
    ("lock; addl $$0,0(%esp)", MemoryOrder::SequentiallyConsistent),
    ("lock; addl $$0,0(%rsp)", MemoryOrder::SequentiallyConsistent),
    ("lock; orl $$0,0(%esp)", MemoryOrder::SequentiallyConsistent),
    ("lock; orl $$0,0(%rsp)", MemoryOrder::SequentiallyConsistent),
];

impl<'m, 'a> FunctionLowering<'_, 'm, 'a> {
    pub fn lower_assembly(
        &mut self,
        call: &'m Call<'a>,
        assembly: &'m Assembly<'a>,
    ) -> Lowering<Vec<Operand>> {
        let template = assembly.template.trim().trim_end_matches(';').trim_end();
        let harmless = HARMLESS.iter().find(|(known, _)| known.eq_ignore_ascii_case(template));
        let Some((_, order)) = harmless else {
            return Err(Unsupported::new(format!(
                "inline assembly \"{}\"",
                template.escape_debug()
            )));
        };
        let values = self.tied_results(call, &assembly.constraints)?;
        self.fence(*order);
        Ok(values)
    }

    /// Results of a template that does nothing: each must be tied to an input
    /// (`asm("" : "+r"(x))`), whose value it keeps.
    fn tied_results(&mut self, call: &'m Call<'a>, constraints: &str) -> Lowering<Vec<Operand>> {
        let kinds = self.module.scalars(call.result_type)?;
        if kinds.is_empty() {
            return Ok(Vec::new());
        }
        let is_output = |constraint: &&str| constraint.starts_with('=');
        let outputs = constraints.split(',').filter(is_output).count();
        let inputs: Vec<&str> = constraints
            .split(',')
            .filter(|constraint| !constraint.starts_with('=') && !constraint.starts_with('~'))
            .collect();
        let mut values = Vec::new();
        for position in 0..outputs {
            let wanted = position.to_string();
            let input = inputs.iter().position(|input| *input == wanted);
            let Some(input) = input else {
                return Err(Unsupported::new("inline assembly with an output"));
            };
            values.push(self.argument(call, input)?);
        }
        if values.len() == kinds.len() {
            Ok(values)
        } else {
            Err(Unsupported::new("inline assembly with several outputs"))
        }
    }
}
