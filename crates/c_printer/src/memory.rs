//! Instructions that touch memory, and where the objects of a function are.

use raddle_ir::index::Index;
use raddle_ir::{
    Access, AllocationKind, Block, Function, FunctionId, Instruction, Operand, RegisterId, Type,
    UpdateOperator,
};
use raddle_terms::Operator;

use crate::function::Body;
use crate::needed::reached;
use crate::operators::{Atom, expression};
use crate::printer::{Object, Printer};
use crate::shapes::Shape;
use crate::types::{bytes, cut, declared, in_memory, storage};

/// The objects on the stack that can be static variables, by register: of a known
/// size, one at a time, and written before anything else can happen.
pub fn static_objects(printer: &mut Printer<'_>, id: FunctionId, name: &str) -> Vec<Option<usize>> {
    let program = printer.program;
    let function = &program.functions[id];
    let mut aliases = vec![None; function.registers.len()];
    if printer.recursive.get(id.position()).copied().unwrap_or(true) {
        return aliases;
    }
    for (block_id, block) in function.blocks.iter_enumerated() {
        for (position, statement) in block.statements.iter().enumerate() {
            let Instruction::Allocate {
                result,
                kind: AllocationKind::Stack,
                size: Operand::Constant(size),
                zeroed: false,
                name: variable,
                debug_type,
            } = &statement.instruction
            else {
                continue;
            };
            let size = size.low64();
            if !is_written(block, position, *result, size, printer)
                || is_in_a_loop(function, block_id)
            {
                continue;
            }
            let variable = variable.clone().unwrap_or_else(|| "object".to_string());
            let shape = Shape::new(program, size, *debug_type, &[]);
            let name = printer.names.unique(&format!("{name}_{variable}"));
            aliases[result.position()] = Some(printer.objects.len());
            printer.objects.push(Object { name, shape });
        }
    }
    aliases
}

fn is_in_a_loop(function: &Function, block: raddle_ir::BlockId) -> bool {
    // Nothing jumps to the entry.
    block.position() != Function::ENTRY && reached(function, block)[block.position()]
}

/// Is every byte of the new object written before anything is read? That is how
/// `with_choices` leaves it.
fn is_written(
    block: &Block,
    position: usize,
    object: RegisterId,
    size: u64,
    printer: &Printer<'_>,
) -> bool {
    let mut places = vec![(object, 0u64)];
    let mut end = 0;
    for statement in block.statements.iter().skip(position + 1) {
        if end >= size {
            break;
        }
        match &statement.instruction {
            Instruction::Apply { result, operator: Operator::PointerAdd { .. }, operands } => {
                if let [Operand::Register(of), Operand::Constant(distance)] = operands.as_slice()
                    && *of == object
                {
                    places.push((*result, distance.low64()));
                }
            }
            Instruction::Store { address: Operand::Register(address), access, .. } => {
                let offset = places.iter().find(|(register, _)| register == address);
                if offset.is_some_and(|(_, offset)| *offset <= end) {
                    let offset = offset.map_or(0, |(_, offset)| *offset);
                    end = end.max(offset + bytes(access.kind, printer.program.target));
                }
            }
            Instruction::Apply { .. }
            | Instruction::Nondet { .. }
            | Instruction::Allocate { .. }
            | Instruction::Output { .. } => {}
            Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Update { .. }
            | Instruction::CompareExchange { .. }
            | Instruction::Copy { .. }
            | Instruction::Fence { .. }
            | Instruction::Free { .. }
            | Instruction::StackSave { .. }
            | Instruction::StackRestore { .. }
            | Instruction::ObjectSize { .. }
            | Instruction::ThreadLocalAddress { .. }
            | Instruction::VariadicArea { .. }
            | Instruction::Call { .. }
            | Instruction::Assume { .. }
            | Instruction::Check { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::Spawn { .. }
            | Instruction::Await { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Unsupported { .. } => break,
        }
    }
    end >= size
}

impl Body<'_, '_> {
    /// What is at an address, as something that can be read and set.
    fn place(&mut self, address: &Operand, kind: Type) -> String {
        let program = self.printer.program;
        let named = match *address {
            Operand::Global(global) => {
                let name = self.printer.global(global);
                let writable = !program.globals[global].constant;
                let shape = &self.printer.shapes[global];
                shape.scalar().filter(|_| writable).map(|kind| (name, kind))
            }
            Operand::Register(register) => self.alias(register).and_then(|object| {
                let Object { name, shape } = &self.printer.objects[object];
                shape.scalar().map(|kind| (name.clone(), kind))
            }),
            Operand::Constant(_) | Operand::Function(_) | Operand::Undefined(_) => None,
        };
        match named {
            Some((name, scalar)) if fits(scalar, kind, bytes(kind, program.target)) => name,
            Some(_) | None => format!("*({} *){}", in_memory(kind), self.address(address)),
        }
    }

    /// Of an access. Compilers warn about addresses that are numbers.
    fn address(&mut self, address: &Operand) -> String {
        let pointer = self.pointer(address);
        match address {
            Operand::Constant(_) => {
                let name = "raddle_address";
                if self.printer.helpers.begin(name) {
                    self.printer.helpers.add(&format!(
                        "static __attribute__((noinline)) char *{name}(char *address)\n\
                         {{\n    return address;\n}}\n"
                    ));
                }
                format!("{name}({pointer})")
            }
            Operand::Register(_)
            | Operand::Global(_)
            | Operand::Function(_)
            | Operand::Undefined(_) => pointer,
        }
    }

    fn is_plain(&self, kind: Type) -> bool {
        matches!(bytes(kind, self.printer.program.target), 1 | 2 | 4 | 8 | 16)
    }

    fn load(&mut self, address: &Operand, kind: Type) -> String {
        let width = self.width(kind);
        let count = bytes(kind, self.printer.program.target);
        let text = if self.is_plain(kind) {
            self.place(address, kind)
        } else {
            let name = self.printer.helpers.bytes(count, false);
            format!("{name}({})", self.address(address))
        };
        if width.is_multiple_of(8) { text } else { cut(&text, width) }
    }

    fn store(&mut self, address: &Operand, kind: Type, value: &str) {
        let line = if self.is_plain(kind) {
            format!("{} = {value};", self.place(address, kind))
        } else {
            let count = bytes(kind, self.printer.program.target);
            let name = self.printer.helpers.bytes(count, true);
            format!("{name}({}, {value});", self.address(address))
        };
        self.line(&line);
    }

    pub fn access(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Load { result, address, access } => {
                let text = self.load(address, access.kind);
                if self.needed.register(*result) {
                    self.set(*result, &text, access.kind);
                } else if text.starts_with('*') || text.starts_with("raddle") {
                    // An access whose value is not needed can be a fault.
                    self.line(&format!("(void){text};"));
                }
            }
            Instruction::Store { address, value, access } => {
                let value = self.value(value, access.kind);
                self.store(address, access.kind, &value);
            }
            Instruction::Copy { to, from, access } => {
                let value = self.load(from, access.kind);
                self.store(to, access.kind, &value);
            }
            Instruction::Update { result, operator, address, value, access } => {
                self.update(*result, *operator, address, value, access);
            }
            Instruction::CompareExchange { .. } => self.compare_exchange(instruction),
            Instruction::Allocate { result, size, zeroed, .. } => {
                self.allocate(*result, size, *zeroed);
            }
            Instruction::Free { address } => {
                self.printer.heap = true;
                let address = self.pointer(address);
                self.line(&format!("raddle_free({address});"));
            }
            Instruction::ObjectSize { result, address } => self.object_size(*result, address),
            Instruction::ThreadLocalAddress { result, global } => {
                let text = self.pointer(&Operand::Global(*global));
                self.set(*result, &text, Type::Pointer);
            }
            Instruction::Apply { .. }
            | Instruction::Fence { .. }
            | Instruction::StackSave { .. }
            | Instruction::StackRestore { .. }
            | Instruction::VariadicArea { .. }
            | Instruction::Call { .. }
            | Instruction::Nondet { .. }
            | Instruction::Assume { .. }
            | Instruction::Check { .. }
            | Instruction::Output { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::Spawn { .. }
            | Instruction::Await { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Unsupported { .. } => {}
        }
    }

    fn update(
        &mut self,
        result: RegisterId,
        operator: UpdateOperator,
        address: &Operand,
        value: &Operand,
        access: &Access,
    ) {
        // Computed as integers.
        let width = self.width(access.kind);
        let kind = Type::Integer(width);
        let old = self.load(address, kind);
        self.line("{");
        self.line(&format!("    {} new0 = {old};", declared(kind)));
        // It may be that nothing looks at what an exchange found.
        self.line("    (void)new0;");
        let (old, value) = (Atom::named("new0", width), self.atom(value));
        let mut apply =
            |operator, operands: &[Atom]| expression(operator, operands, &mut self.printer.helpers);
        let both = [old.clone(), value.clone()];
        let smaller = |comparison: String, less: &Atom, other: &Atom| {
            format!("({comparison}) ? {} : {}", less.text, other.text)
        };
        let text = match operator {
            UpdateOperator::Exchange => value.text.clone(),
            UpdateOperator::Add => apply(Operator::Add, &both),
            UpdateOperator::Subtract => apply(Operator::Subtract, &both),
            UpdateOperator::And => apply(Operator::And, &both),
            UpdateOperator::Or => apply(Operator::Or, &both),
            UpdateOperator::Xor => apply(Operator::Xor, &both),
            UpdateOperator::Nand => {
                let and = Atom::named(format!("({})", apply(Operator::And, &both)), width);
                apply(Operator::Not, &[and])
            }
            UpdateOperator::SignedMinimum => {
                smaller(apply(Operator::SignedLess, &both), &old, &value)
            }
            UpdateOperator::SignedMaximum => {
                smaller(apply(Operator::SignedLess, &both), &value, &old)
            }
            UpdateOperator::UnsignedMinimum => {
                smaller(apply(Operator::UnsignedLess, &both), &old, &value)
            }
            UpdateOperator::UnsignedMaximum => {
                smaller(apply(Operator::UnsignedLess, &both), &value, &old)
            }
        };
        self.store(address, kind, &text);
        self.set(result, "new0", kind);
        self.line("}");
    }

    /// A weak one is taken for a strong one that may also fail: `with_choices` says so.
    fn compare_exchange(&mut self, instruction: &Instruction) {
        let Instruction::CompareExchange {
            old,
            success,
            address,
            expected,
            desired,
            weak,
            access,
            ..
        } = instruction
        else {
            return;
        };
        let kind = access.kind;
        let found = self.load(address, kind);
        let (expected, desired) = (self.value(expected, kind), self.value(desired, kind));
        let space = if kind == Type::Pointer { "" } else { " " };
        let goes = if *weak { format!(" && !{}", self.choice(1)) } else { String::new() };
        self.line("{");
        self.line(&format!("    {}{space}new0 = {found};", declared(kind)));
        self.line(&format!("    u8 new1 = new0 == {expected}{goes};"));
        self.line("    if (new1)");
        self.store(address, kind, &desired);
        self.set(*old, "new0", kind);
        self.set(*success, "new1", Type::Integer(1));
        self.line("}");
    }

    fn allocate(&mut self, result: RegisterId, size: &Operand, zeroed: bool) {
        if self.alias(result).is_some() {
            return;
        }
        self.printer.heap = true;
        let size = self.atom(size).text;
        let function = if zeroed { "raddle_allocate_zeroed" } else { "raddle_allocate" };
        if self.needed.register(result) {
            self.set(result, &format!("{function}({size})"), Type::Pointer);
        } else {
            self.line(&format!("{function}({size});"));
        }
    }

    fn object_size(&mut self, result: RegisterId, address: &Operand) {
        let kind = Type::Integer(self.printer.program.target.pointer_bits);
        let known = match *address {
            Operand::Global(global) => Some(self.printer.program.globals[global].size),
            Operand::Register(register) => {
                self.alias(register).map(|object| self.printer.objects[object].shape.size)
            }
            Operand::Constant(_) | Operand::Function(_) | Operand::Undefined(_) => None,
        };
        let text = match known {
            Some(size) => format!("{size}u"),
            None => {
                self.printer.sizes = true;
                let pointer = self.pointer(address);
                format!("raddle_object_size({pointer})")
            }
        };
        self.set(result, &text, kind);
    }
}

/// Can a variable declared as the one be accessed as the other?
fn fits(scalar: Type, kind: Type, bytes: u64) -> bool {
    match (scalar, kind) {
        (Type::Pointer, Type::Pointer) => true,
        (Type::Integer(width), Type::Integer(_) | Type::Float(_)) => {
            u64::from(storage(width)) == 8 * bytes
        }
        (Type::Pointer, Type::Integer(_) | Type::Float(_))
        | (Type::Integer(_), Type::Pointer)
        | (Type::Float(_), _) => false,
    }
}
