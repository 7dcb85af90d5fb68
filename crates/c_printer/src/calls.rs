//! Calls. One through a pointer is a choice between the functions that it can lead
//! to, by their addresses: neither compilers nor verifiers need to know types of
//! function pointers then. The arguments beyond the named ones go as one array.

use raddle_ir::{Callee, CheckKind, FunctionId, Operand, RegisterId, Type};

use crate::function::Body;
use crate::printer::result_type;
use crate::types::declared;

impl Body<'_, '_> {
    pub fn call(&mut self, results: &[RegisterId], callee: &Callee, arguments: &[Operand]) {
        match callee {
            Callee::Direct(function) => self.call_of(*function, results, arguments),
            Callee::Indirect(Operand::Function(function))
                if self.takes(*function, results, arguments) =>
            {
                self.call_of(*function, results, arguments);
            }
            Callee::Indirect(pointer) => self.call_through(pointer, results, arguments),
        }
    }

    fn call_through(&mut self, pointer: &Operand, results: &[RegisterId], arguments: &[Operand]) {
        // As an integer: compilers warn where addresses of functions are compared.
        let pointer = self.atom(pointer);
        let candidates: Vec<FunctionId> = self
            .printer
            .address_taken
            .iter()
            .copied()
            .filter(|function| self.takes(*function, results, arguments))
            .collect();
        let mut start = "if";
        for function in candidates {
            let address = self.atom(&Operand::Function(function)).text;
            self.line(&format!("{start} ({} == {address}) {{", pointer.text));
            self.call_of(function, results, arguments);
            start = "} else if";
        }
        if start != "if" {
            self.line("} else {");
        }
        self.mention(arguments);
        let message = "a call through a pointer to no function of this type";
        self.check(Some(CheckKind::Memory), "0", message);
        self.stop();
        if start != "if" {
            self.line("}");
        }
    }

    /// Says registers that are handed to no callee: compilers warn where nothing reads
    /// what was computed.
    fn mention(&mut self, operands: &[Operand]) {
        for operand in operands {
            if let Operand::Register(_) = operand {
                let text = self.atom(operand).text;
                self.line(&format!("(void){text};"));
            }
        }
    }

    /// Whether widths fit, as the machine asks.
    fn takes(&self, function: FunctionId, results: &[RegisterId], arguments: &[Operand]) -> bool {
        let program = self.printer.program;
        let callee = &program.functions[function];
        let width = |operand: &Operand| match operand {
            Operand::Register(register) => program.target.width(self.kind(*register)),
            Operand::Constant(bits) => bits.width(),
            Operand::Global(_) | Operand::Function(_) => program.target.pointer_bits,
            Operand::Undefined(kind) => program.target.width(*kind),
        };
        let mut parameters = callee.parameters.iter().zip(arguments);
        let mut given = callee.results.iter().zip(results);
        arguments.len() >= callee.parameters.len()
            && callee.results.len() >= results.len()
            && parameters.all(|(parameter, argument)| {
                program.target.width(callee.registers[*parameter].kind) == width(argument)
            })
            && given.all(|(kind, register)| {
                program.target.width(*kind) == program.target.width(self.kind(*register))
            })
    }

    fn call_of(&mut self, function: FunctionId, results: &[RegisterId], arguments: &[Operand]) {
        let callee = &self.printer.program.functions[function];
        let name = self.printer.function(function);
        let kinds: Vec<Type> =
            callee.parameters.iter().map(|parameter| callee.registers[*parameter].kind).collect();
        let mut texts: Vec<String> =
            kinds.iter().zip(arguments).map(|(kind, one)| self.value(one, *kind)).collect();
        let rest = arguments.get(kinds.len()..).unwrap_or(&[]);
        let with_area = callee.variadic && !rest.is_empty();
        if with_area {
            let area = self.area(rest);
            self.line("{");
            self.line(&area);
            texts.push("(char *)new0".to_string());
        } else if callee.variadic {
            texts.push("(char *)0".to_string());
        }
        if !callee.variadic {
            self.mention(rest);
        }
        let call = format!("{name}({})", texts.join(", "));
        let wanted = results.iter().any(|register| self.needed.register(*register));
        match (callee.results.as_slice(), results) {
            ([kind], [result]) if wanted => self.set(*result, &call, *kind),
            ([_, _, ..], results) if wanted => {
                self.line("{");
                self.line(&format!("    {} new1 = {call};", result_type(&callee.results)));
                for (number, (result, kind)) in results.iter().zip(&callee.results).enumerate() {
                    self.set(*result, &format!("new1.result{number}"), *kind);
                }
                self.line("}");
            }
            _ => self.line(&format!("{call};")),
        }
        if with_area {
            self.line("}");
        }
    }

    /// The arguments beyond the named ones, in words of the pointers' size.
    fn area(&mut self, rest: &[Operand]) -> String {
        let bits = self.printer.program.target.pointer_bits;
        let word = declared(Type::Integer(bits));
        let mut words = Vec::new();
        for operand in rest {
            let atom = self.atom(operand);
            let count = atom.width.div_ceil(bits).max(1);
            for number in 0..count {
                let shift = number * bits;
                words.push(if shift == 0 {
                    format!("({word}){}", atom.text)
                } else {
                    format!("({word})({} >> {shift})", atom.text)
                });
            }
        }
        format!("    {word} new0[] = {{{}}};", words.join(", "))
    }
}
