//! Larger constructions, each showing one feature of C in a few lines with
//! random parts.

use crate::aggregates::as_output;
use crate::program::Generator;
use crate::scalars::{INTEGERS, Scalar};
use crate::scope::Array;

impl Generator {
    pub(crate) fn feature(&mut self) {
        match self.random.below(100) {
            0..=13 => return self.passing_construct(),
            14..=27 => return self.number_construct(),
            28..=67 => return self.construct(),
            _ => {}
        }
        match self.random.below(13) {
            0 => self.variable_length_array(),
            1 => self.variadic_call(),
            2 => self.memory_functions(),
            3 => self.union_access(),
            4 => self.sync_builtins(),
            5 => self.atomic_builtins(),
            6 => self.list(),
            7 => self.recursion(),
            8 => self.struct_traffic(),
            9 => self.struct_array(),
            10 => self.function_pointers(),
            11 => self.strings(),
            _ => self.grid(),
        }
    }

    fn variable_length_array(&mut self) {
        let kind = *self.random.pick(&INTEGERS);
        let (length, array, index) = (self.fresh("n"), self.fresh("vla"), self.fresh("i"));
        let size = self.integer(2).text;
        let (seed, name) = (self.of_kind(kind, 1), kind.name());
        self.open();
        self.line(&format!("unsigned {length} = ({size} & 7) + 1;"));
        self.line(&format!("{name} {array}[{length}];"));
        let each = format!("for (unsigned {index} = 0; {index} < {length}; {index}++)");
        self.line(&each);
        self.line(&format!("    {array}[{index}] = ({name})((unsigned){seed} + {index} * 5);"));
        self.line(&format!("out(sizeof {array} / sizeof *{array});"));
        let shown = as_output(kind, &format!("{array}[{length} - 1 - {index}]"));
        self.line(&each);
        self.line(&format!("    out({shown});"));
        self.close();
    }

    fn variadic_call(&mut self) {
        let mut kinds = String::new();
        let mut arguments = String::new();
        // Now and then more than registers hold.
        let most = if self.random.chance(30) { 14 } else { 5 };
        for _ in 0..self.random.between(0, most) {
            let (letter, argument) = match self.random.below(6) {
                0 => ('i', self.of_kind(Scalar::Int, 1)),
                1 => ('c', self.of_kind(Scalar::SignedChar, 1)),
                2 => ('u', self.of_kind(Scalar::UnsignedInt, 1)),
                3 => ('l', self.of_kind(Scalar::LongLong, 1)),
                4 => ('d', self.floating(1).text),
                _ => ('s', "\"thread\" + 2".to_owned()),
            };
            kinds.push(letter);
            arguments.push_str(", ");
            arguments.push_str(&argument);
        }
        self.line(&format!("out(gather(\"{kinds}\"{arguments}));"));
    }

    /// Two arrays of one type that can be written and have no padding or traps.
    fn plain_array(&mut self) -> Option<Array> {
        let fitting: Vec<Array> = self
            .scope
            .arrays
            .iter()
            .filter(|array| array.writable && array.kind != Scalar::Bool)
            .cloned()
            .collect();
        self.random.pick_any(&fitting).cloned()
    }

    fn memory_functions(&mut self) {
        let Some(array) = self.plain_array() else {
            return;
        };
        let (text, length, kind) = (&array.text, array.length, array.kind.name());
        let count = self.random.between(0, length);
        let from = self.random.below(length - count + 1);
        let to = self.random.below(length - count + 1);
        match self.random.below(4) {
            0 => self.line(&format!(
                "memmove({text} + {to}, {text} + {from}, {count} * sizeof *{text});"
            )),
            1 => {
                let byte = self.integer(1).text;
                self.line(&format!("memset({text} + {to}, {byte}, {count} * sizeof({kind}));"));
            }
            2 => {
                let copy = self.fresh("copy");
                self.open();
                self.line(&format!("{kind} {copy}[{length}];"));
                self.line(&format!("memcpy({copy}, {text}, sizeof {copy});"));
                self.line(&format!("{copy}[{from}] ^= 1;", from = from.min(length - 1)));
                self.line(&format!(
                    "out((unsigned long long)(memcmp({copy}, {text}, sizeof {copy}) != 0));"
                ));
                let last = length - 1;
                self.line(&format!("memcpy(&{text}[{last}], &{copy}[0], sizeof {copy}[0]);"));
                self.close();
            }
            _ => {
                let (bytes, index) = (self.fresh("b"), self.fresh("i"));
                self.open();
                self.line(&format!(
                    "const unsigned char *{bytes} = (const unsigned char *){text};"
                ));
                self.line(&format!(
                    "for (unsigned {index} = 0; {index} < sizeof({kind}) * {length}; {index} += 3)"
                ));
                self.line(&format!("    out({bytes}[{index}]);"));
                self.close();
            }
        }
    }

    /// Every member of the union covers it, so any may be read.
    fn union_access(&mut self) {
        let (name, value) = (self.fresh("u"), self.of_kind(Scalar::UnsignedLongLong, 2));
        self.open();
        self.line(&format!("union Pun {name} = {{ .whole = {value} }};"));
        if self.random.chance(40) {
            self.line(&format!("{name} = turn({name});"));
        }
        let index = self.index(4);
        let writes = [
            format!("{name}.bytes[{index}] = {};", self.integer(1).text),
            format!("{name}.halves[{index}] += 3;"),
            format!("{name}.number = {};", self.floating(1).text),
            format!("{name}.parts.low ^= 0x55;"),
            format!("{name}.fields.b -= 1;"),
            format!("{name}.fields.d |= 7;"),
        ];
        let write = self.random.pick(&writes).clone();
        self.line(&write);
        // The bits of a NaN that was computed are not C's to say.
        self.line(&format!("if ({name}.number != {name}.number)"));
        self.line(&format!("    {name}.number = 1.5;"));
        let reads = ["whole", "words[1]", "halves[2]", "bytes[7]", "parts.middle"];
        for _ in 0..3 {
            let read = *self.random.pick(&reads);
            self.line(&format!("out((unsigned long long){name}.{read});"));
        }
        self.line(&format!("out({name}.fields.a + {name}.fields.b + {name}.fields.c);"));
        self.line(&format!("out(double_bits({name}.number));"));
        self.close();
    }

    /// A global object that the atomic built-in functions may use.
    fn atomic_object(&mut self) -> (String, Scalar) {
        let choices = [
            ("atomic_int", Scalar::Int),
            ("atomic_unsigned", Scalar::UnsignedInt),
            ("atomic_long", Scalar::LongLong),
            ("atomic_short", Scalar::UnsignedShort),
            ("atomic_byte", Scalar::SignedChar),
        ];
        let (name, kind) = *self.random.pick(&choices);
        (name.to_owned(), kind)
    }

    fn sync_builtins(&mut self) {
        let (object, kind) = self.atomic_object();
        let value = self.of_kind(kind, 2);
        let kept = self.fresh("x");
        let operations = [
            "__sync_fetch_and_add",
            "__sync_fetch_and_sub",
            "__sync_fetch_and_or",
            "__sync_fetch_and_and",
            "__sync_fetch_and_xor",
            "__sync_add_and_fetch",
            "__sync_sub_and_fetch",
            "__sync_xor_and_fetch",
            "__sync_lock_test_and_set",
        ];
        let call = match self.random.below(4) {
            0 => format!("__sync_bool_compare_and_swap(&{object}, {object}, {value})"),
            1 => {
                let expected = self.of_kind(kind, 1);
                format!("__sync_val_compare_and_swap(&{object}, {expected}, {value})")
            }
            _ => {
                let operation = *self.random.pick(&operations);
                format!("{operation}(&{object}, {value})")
            }
        };
        self.line(&format!("{} {kept} = {call};", kind.name()));
        self.line(&format!("out({});", as_output(kind, &kept)));
        if self.random.chance(30) {
            self.line("__sync_synchronize();");
        }
    }

    fn atomic_builtins(&mut self) {
        let (object, kind) = self.atomic_object();
        let (value, name) = (self.of_kind(kind, 2), kind.name());
        let order = *self.random.pick(&["__ATOMIC_SEQ_CST", "__ATOMIC_RELAXED"]);
        let kept = self.fresh("x");
        let call = match self.random.below(8) {
            0 => format!("__atomic_load_n(&{object}, {order})"),
            1 => format!("__atomic_exchange_n(&{object}, {value}, {order})"),
            2 => format!("__atomic_fetch_add(&{object}, {value}, {order})"),
            3 => format!("__atomic_sub_fetch(&{object}, {value}, {order})"),
            4 => format!("__atomic_fetch_nand(&{object}, {value}, {order})"),
            5 => format!("__atomic_or_fetch(&{object}, {value}, {order})"),
            6 => {
                self.line(&format!("__atomic_store_n(&{object}, {value}, {order});"));
                format!("__atomic_load_n(&{object}, __ATOMIC_ACQUIRE)")
            }
            _ => {
                let expected = self.fresh("x");
                let guess =
                    if self.random.chance(50) { object.clone() } else { self.of_kind(kind, 1) };
                self.line(&format!("{name} {expected} = {guess};"));
                self.line(&format!(
                    "out(__atomic_compare_exchange_n(&{object}, &{expected}, {value}, 0, {order}, {order}));"
                ));
                expected
            }
        };
        self.line(&format!("{name} {kept} = {call};"));
        self.line(&format!("out({});", as_output(kind, &kept)));
    }

    /// Over the linked list of globals.
    fn list(&mut self) {
        let node = self.fresh("node");
        let seed = self.integer(1).text;
        match self.random.below(3) {
            0 => {
                self.line(&format!(
                    "for (struct Node *{node} = list; {node}; {node} = {node}->next)"
                ));
                self.line(&format!("    {node}->value += (short)({seed});"));
            }
            1 => {
                let (turned, next) = (self.fresh("node"), self.fresh("node"));
                self.open();
                self.line(&format!("struct Node *{turned} = NULL;"));
                self.line(&format!(
                    "for (struct Node *{node} = list, *{next}; {node}; {node} = {next}) {{"
                ));
                self.line(&format!("    {next} = {node}->next;"));
                self.line(&format!("    {node}->next = {turned};"));
                self.line(&format!("    {turned} = {node};"));
                self.line("}");
                self.line(&format!("list = {turned};"));
                self.close();
            }
            _ => {
                self.line(&format!(
                    "for (struct Node *{node} = list; {node}; {node} = {node}->next)"
                ));
                self.line(&format!("    out({node}->value * 3 + ({node} == &nodes[1]));"));
            }
        }
    }

    fn recursion(&mut self) {
        let (depth, value) = (self.integer(1).text, self.integer(1).text);
        let name = *self.random.pick(&["descend", "is_even", "fibonacci"]);
        match name {
            "descend" => self.line(&format!("out(descend({depth} & 7, {value}));")),
            "is_even" => self.line(&format!("out(is_even({depth} & 15));")),
            _ => self.line(&format!("out(fibonacci({depth} & 7));")),
        }
    }

    /// Structs assigned, passed and returned by value, changed by pointer.
    fn struct_traffic(&mut self) {
        let Some(record) = self.random.pick_any(&self.scope.records).cloned() else {
            return self.declaration();
        };
        let (text, number) = (&record.text, record.structure);
        let seed = self.integer(1).text;
        match self.random.below(5) {
            0 => self.line(&format!("change_S{number}(&{text}, {seed});")),
            1 => {
                let value = self.record_value(number);
                self.line(&format!("{text} = {value};"));
            }
            2 => {
                let (condition, other) = (self.condition(1), self.record_value(number));
                self.line(&format!("{text} = {condition} ? {other} : make_S{number}({seed});"));
            }
            3 => {
                let kept = self.fresh("s");
                self.open();
                self.line(&format!("struct S{number} *{kept} = &{text};"));
                self.line(&format!("change_S{number}({kept}, {seed});"));
                self.line(&format!("struct S{number} copy = *{kept};"));
                self.line("change_S0(&(struct S0[2]){make_S0(1)}[1], 3);");
                self.line(&format!("change_S{number}(&copy, 17);"));
                self.line(&format!("memcpy(&{text}, &copy, sizeof copy);"));
                self.close();
            }
            _ => self.line(&format!("out(hash_S{number}({text}));")),
        }
    }

    fn struct_array(&mut self) {
        let number = self.random.below(self.structures.len());
        let (array, index) = (self.fresh("sa"), self.fresh("i"));
        let length = self.random.between(2, 4);
        let (first, second) = (self.integer(1).text, self.random.below(length));
        self.open();
        self.line(&format!("struct S{number} {array}[{length}] = {{"));
        self.line(&format!("    [{second}] = make_S{number}({first}),"));
        self.line("};");
        let place = self.member(number, &format!("{array}[{}]", length - 1));
        let value = place.kind.literal(&mut self.random);
        self.line(&format!("{} = {value};", place.text));
        self.line(&format!("{array}[0] = {array}[{}];", length - 1));
        self.line(&format!(
            "for (struct S{number} *{index} = {array}; {index} < &{array}[{length}]; {index}++)"
        ));
        self.line(&format!("    out(hash_S{number}(*{index}));"));
        self.close();
    }

    fn function_pointers(&mut self) {
        let (name, choice) = (self.fresh("h"), self.index(self.handlers));
        let (left, right) = (self.integer(1).text, self.integer(1).text);
        match self.random.below(3) {
            0 => {
                self.line(&format!("int (*{name})(int, int) = handlers[{choice}];"));
                self.line(&format!("out({name}({left}, {right}));"));
                self.line(&format!("out({name} == &handler0);"));
            }
            1 => self.line(&format!("out(choose({left})({right}, {choice}));")),
            _ => {
                self.line(&format!(
                    "struct Handler {name} = {{ .call = choose({choice}), .bias = (short)({left}) }};"
                ));
                self.line(&format!("out(run(&{name}, {right}));"));
            }
        }
    }

    fn strings(&mut self) {
        let (name, index) = (self.fresh("t"), self.index(6));
        match self.random.below(4) {
            0 => self.line(&format!("out(strlen(words[{index} % 3]));")),
            1 => self.line(&format!("out((unsigned char)words[{index} % 3][{index}]);")),
            2 => {
                self.open();
                self.line(&format!("char {name}[16] = \"loom\";"));
                self.line(&format!("strcpy({name} + {index}, words[1]);"));
                self.line(&format!("out(strcmp({name}, words[0]) < 0);"));
                self.line(&format!("out(strlen({name}));"));
                self.line(&format!("out((unsigned char){name}[7]);"));
                self.close();
            }
            _ => {
                self.open();
                self.line(&format!("char {name}[] = \"a\\tb\\\\c\" \"d\";"));
                self.line(&format!("out(sizeof {name});"));
                self.line(&format!("{name}[{index}] = 'z';"));
                self.line(&format!("out(memcmp({name}, \"a\\tb\\\\cd\", 7) != 0);"));
                self.close();
            }
        }
    }

    /// An array of arrays, and pointers to its rows.
    fn grid(&mut self) {
        let (row, column) = (self.index(3), self.index(4));
        let (name, value) = (self.fresh("row"), self.integer(2).text);
        match self.random.below(3) {
            0 => self.line(&format!("grid[{row}][{column}] = {value};")),
            1 => {
                self.line(&format!("int (*{name})[4] = grid + {row};"));
                self.line(&format!("(*{name})[{column}] ^= {value};"));
                self.line(&format!("out({name} - grid);"));
            }
            _ => {
                self.line(&format!("int *{name} = grid[{row}];"));
                self.line(&format!("out({name}[{column}] != {name}[3]);"));
                self.line(&format!("out((unsigned long long)*({name} + {column}));"));
            }
        }
    }
}
