//! Still more constructions: vectors, loops and recursion that take long, calls in
//! the old style and with many arguments, large objects.

use crate::aggregates::as_output;
use crate::program::Generator;
use crate::scalars::{FLOATS, INTEGERS, Scalar};

impl Generator {
    pub(crate) fn rarity(&mut self) {
        match self.random.below(10) {
            0 => self.integer_vectors(),
            1 => self.float_vectors(),
            2 => self.long_loop(),
            3 => self.old_style_call(),
            4 => self.many_arguments(),
            5 => self.more_bit_functions(),
            6 => self.nested_initialisers(),
            7 => self.large_object(),
            8 => self.atomic_structure(),
            _ => self.loop_with_exits(),
        }
    }

    fn integer_vectors(&mut self) {
        let (a, b) = (self.fresh("a"), self.fresh("b"));
        let (one, two, at) = (self.integer(1).text, self.integer(1).text, self.index(4));
        let operations = [
            format!("{a} * {b} + 3"),
            format!("({a} ^ {b}) - {a}"),
            format!("({a} << 3) | ({b} >> 5)"),
            format!("(Vector)({a} > {b}) & {b}"),
            format!("-{a} / (({b} & 7) + 1)"),
            format!("~{a} % (({b} & 15) + 1)"),
        ];
        let operation = self.random.pick(&operations).clone();
        self.open();
        self.lines(&format!(
            "Vector {a} = {{ (unsigned)({one}), 2, (unsigned)({two}), UINT_MAX }}, {b} = {a} + 5;
{b}[1] = (unsigned)({two});
{a} = {operation};
out({a}[0] + {a}[3]);
out({a}[{at}]);"
        ));
        self.close();
    }

    fn float_vectors(&mut self) {
        let (a, b) = (self.fresh("a"), self.fresh("b"));
        let (one, two) = (self.floating(1).text, self.floating(1).text);
        let operator = *self.random.pick(&["+", "-", "*", "/"]);
        self.open();
        self.lines(&format!(
            "Doubles {a} = {{ {one}, {two} }}, {b} = {{ 0.5, -3 }};
{a} = {a} {operator} {b};
out(double_bits({a}[0]));
out(double_bits({a}[1]));"
        ));
        self.close();
    }

    /// Longer than a step of the machine is.
    fn long_loop(&mut self) {
        let (n, i, x) = (self.fresh("n"), self.fresh("i"), self.fresh("x"));
        let (seed, factor) = (self.integer(1).text, self.random.next() | 1);
        let kind = *self.random.pick(&["unsigned long long", "unsigned", "unsigned short"]);
        self.open();
        self.lines(&format!(
            "unsigned {n} = long_loops ? 4500 : 3;
{kind} {x} = {seed};
long_loops -= long_loops != 0;
for (unsigned {i} = 0; {i} < {n}; {i}++) {{
    {x} = {x} * {factor:#x}ULL + {i};
    if (({x} & 4095) == 7)
        {x} ^= grid[{i} % 3][{i} & 3];
}}
out({x});
out(descend(long_loops ? 300 : 5, {x}));"
        ));
        self.close();
    }

    fn old_style_call(&mut self) {
        let (one, two) = (self.of_kind(Scalar::Short, 1), self.of_kind(Scalar::Float, 1));
        let three = self.of_kind(Scalar::Char, 1);
        self.line(&format!("out(old_style({one}, {two}, {three}));"));
    }

    /// Of all types, more than there are registers for.
    fn many_arguments(&mut self) {
        let (name, total) = (self.fresh("many"), self.random.between(8, 20));
        let kinds: Vec<Scalar> = (0..total)
            .map(|_| match self.random.below(3) {
                0 => *self.random.pick(&FLOATS),
                _ => *self.random.pick(&INTEGERS),
            })
            .collect();
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        let mut weighted = String::from("0");
        for (position, kind) in kinds.iter().enumerate() {
            weighted.push_str(&format!(
                " + {}ULL * {}",
                position + 1,
                as_output(*kind, &format!("p{position}"))
            ));
        }
        let parameters: Vec<String> = names
            .iter()
            .enumerate()
            .map(|(position, kind)| format!("{kind} p{position}"))
            .collect();
        let arguments: Vec<String> = kinds.iter().map(|kind| self.of_kind(*kind, 1)).collect();
        self.late_functions.push(format!(
            "unsigned long long {name}({})\n{{\n    return {weighted};\n}}\n",
            parameters.join(", ")
        ));
        self.open();
        self.line(&format!("unsigned long long {name}({});", names.join(", ")));
        self.line(&format!("out({name}({}));", arguments.join(", ")));
        self.close();
    }

    fn more_bit_functions(&mut self) {
        let value = self.integer(2).text;
        let calls = [
            format!("__builtin_ffs({value})"),
            format!("__builtin_ffsll({value})"),
            format!("__builtin_parity({value})"),
            format!("__builtin_clrsb({value})"),
            format!("__builtin_clzll(({value}) | 1)"),
            format!("__builtin_ctz(({value}) | 1u << 31)"),
            format!("__builtin_abs((short)({value}))"),
            format!("__builtin_parityll({value})"),
        ];
        let call = self.random.pick(&calls).clone();
        self.line(&format!("out((unsigned long long){call});"));
    }

    fn nested_initialisers(&mut self) {
        let (name, value, at) = (self.fresh("t"), self.integer(1).text, self.index(3));
        let storage = *self.random.pick(&["", "static ", "const "]);
        let first =
            if storage == "static " { "12".to_owned() } else { format!("(short)({value})") };
        self.open();
        self.lines(&format!(
            "{storage}struct Tree {{
    char text[4];
    struct {{ short low, high; int more[2]; }} parts[3];
    const char *name;
}} {name} = {{
    \"abcd\", .parts[1].low = {first}, .parts[1].more = {{ [1] = -7 }}, 9, .name = \"tree\",
    .parts[2] = {{ .high = 4 }},
}};
out((unsigned char){name}.text[3] + (unsigned char){name}.name[{at}]);
out((unsigned long long)({name}.parts[{at}].low + {name}.parts[{at}].more[1]));
out((unsigned long long)({name}.parts[2].low + {name}.parts[2].high));"
        ));
        self.close();
    }

    fn large_object(&mut self) {
        let (a, b, i) = (self.fresh("a"), self.fresh("b"), self.fresh("i"));
        let (seed, at) = (self.integer(1).text, self.random.below(900));
        self.open();
        self.lines(&format!(
            "struct Large {{ unsigned char bytes[900]; int last; }} {a}, {b};
memset(&{a}, (int)({seed}), sizeof {a});
for (unsigned {i} = 0; {i} < 900; {i} += 37)
    {a}.bytes[{i}] = (unsigned char){i};
{b} = {a};
{b}.bytes[{at}]++;
out((unsigned long long){b}.last + {b}.bytes[{at}]);
out(memcmp(&{a}, &{b}, sizeof {a}) < 0);"
        ));
        self.close();
    }

    fn atomic_structure(&mut self) {
        let (kept, value) = (self.fresh("pair"), self.integer(1).text);
        self.open();
        self.lines(&format!(
            "struct Pair {kept} = atomic_pair;
{kept}.first ^= (int)({value});
{kept}.second++;
atomic_pair = {kept};
out((unsigned long long){kept}.first * 7 + ((struct Pair)atomic_pair).second);"
        ));
        self.close();
    }

    /// Two loops, left from the inside in several ways.
    fn loop_with_exits(&mut self) {
        let (i, j, label) = (self.fresh("i"), self.fresh("j"), self.fresh("L"));
        let (value, limit) = (self.integer(1).text, self.random.between(2, 9));
        self.open();
        self.lines(&format!(
            "unsigned {i}, {j} = 0;
for ({i} = 0;; {i}++) {{
    for ({j} = {i};; {j} += 2) {{
        if ({j} * {i} > {limit})
            goto {label};
        if ((((unsigned)({value}) >> ({j} & 31)) & 1) && {j} > 1)
            break;
        if ({j} > 7)
            break;
    }}
    if ({i} == 6)
        break;
}}
out({i} * 100 + {j});
{label}:
out({i} * 1000 + {j});"
        ));
        self.close();
    }
}
