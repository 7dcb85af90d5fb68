//! More constructions like those of `features`: the rarer parts of C, memory from
//! the heap, and jumps that no loop makes.

use crate::aggregates::as_output;
use crate::program::Generator;
use crate::scalars::{INTEGERS, Scalar};

/// What a result of arithmetic with overflow may be stored in.
const RESULTS: [Scalar; 9] = [
    Scalar::SignedChar,
    Scalar::UnsignedChar,
    Scalar::Short,
    Scalar::UnsignedShort,
    Scalar::Int,
    Scalar::UnsignedInt,
    Scalar::Long,
    Scalar::LongLong,
    Scalar::UnsignedLongLong,
];

impl Generator {
    pub(crate) fn construct(&mut self) {
        if self.random.chance(35) {
            return self.rarity();
        }
        match self.random.below(18) {
            0 => self.heap_array(),
            1 => self.heap_list(),
            2 => self.flexible_array(),
            3 => self.overflow_builtin(),
            4 => self.very_wide_integer(),
            5 => self.switch_into_loop(),
            6 => self.computed_goto(),
            7 => self.jump_into_loop(),
            8 => self.variadic_structures(),
            9 => self.table_parameter(),
            10 => self.pointer_to_maker(),
            11 => self.float_to_integer(),
            12 => self.assignment_as_value(),
            13 => self.automatic_allocation(),
            14 => self.atomic_float_or_pointer(),
            15 => self.wide_characters(),
            16 => self.anonymous_members(),
            _ => self.callers_variables(),
        }
    }

    pub(crate) fn lines(&mut self, text: &str) {
        for line in text.lines() {
            self.line(line.trim_end());
        }
    }

    fn heap_array(&mut self) {
        let kind = *self.random.pick(&INTEGERS);
        let (p, i, name) = (self.fresh("heap"), self.fresh("i"), kind.name());
        let (first, second) = (self.random.between(1, 6), self.random.between(1, 9));
        let kept = first.min(second);
        let seed = self.integer(1).text;
        let shown = as_output(kind, &format!("{p}[{i}]"));
        // Only 0 and 1 are values of a `_Bool`.
        let byte = if kind == Scalar::Bool { 1 } else { second };
        let allocate = match self.random.below(2) {
            0 => format!("malloc({first} * sizeof *{p})"),
            _ => format!("calloc({first}, sizeof *{p})"),
        };
        self.open();
        self.lines(&format!(
            "{name} *{p} = {allocate};
for (unsigned {i} = 0; {i} < {first}; {i}++)
    {p}[{i}] = ({name})((unsigned)({seed}) * 3u + {i});
{p} = realloc({p}, {second} * sizeof *{p});
for (unsigned {i} = 0; {i} < {kept}; {i}++)
    out({shown});
memset({p}, {byte}, {second} * sizeof *{p});
out((unsigned long long){p}[{second} - 1]);
free({p});"
        ));
        self.close();
    }

    /// Built at the front, so that it comes out backwards.
    fn heap_list(&mut self) {
        let (head, next, i) = (self.fresh("head"), self.fresh("next"), self.fresh("i"));
        let (count, seed) = (self.random.between(1, 6), self.integer(1).text);
        self.open();
        self.lines(&format!(
            "struct Node *{head} = NULL;
for (unsigned {i} = 0; {i} < {count}; {i}++) {{
    struct Node *{next} = malloc(sizeof *{next});
    *{next} = (struct Node){{ .value = (unsigned)({seed}) + {i}, .next = {head} }};
    {head} = {next};
}}
while ({head}) {{
    struct Node *{next} = {head}->next;
    out({head}->value);
    free({head});
    {head} = {next};
}}"
        ));
        self.close();
    }

    fn flexible_array(&mut self) {
        let (p, i) = (self.fresh("bag"), self.fresh("i"));
        let (length, seed) = (self.random.between(1, 5), self.integer(1).text);
        self.open();
        self.lines(&format!(
            "struct Bag *{p} = calloc(1, sizeof *{p} + {length} * sizeof {p}->items[0]);
{p}->length = {length};
for (int {i} = 0; {i} < {p}->length; {i}++)
    {p}->items[{i}].key = (short)({seed}) ^ {i};
struct Bag copy = *{p};
out((unsigned long long)copy.length + sizeof copy);
for (struct Item *{i} = {p}->items; {i} < {p}->items + {p}->length; {i}++)
    out((unsigned long long){i}->key);
free({p});"
        ));
        self.close();
    }

    /// Operands and result of any types, in unlimited precision in between.
    fn overflow_builtin(&mut self) {
        let (left, right) = (self.integer(1).text, self.integer(1).text);
        let kind = *self.random.pick(&RESULTS);
        let operation = *self.random.pick(&["add", "sub", "mul"]);
        let (kept, name) = (self.fresh("w"), kind.name());
        self.line(&format!("{name} {kept};"));
        self.line(&format!("out(__builtin_{operation}_overflow({left}, {right}, &{kept}));"));
        self.line(&format!("out({});", as_output(kind, &kept)));
        self.scope.place(&kept, kind, crate::scope::Use::Full);
    }

    /// 128 bits, where the compiler has them.
    fn very_wide_integer(&mut self) {
        let (left, right) = (self.integer(2).text, self.integer(2).text);
        let (x, y) = (self.fresh("x"), self.fresh("y"));
        let sign = *self.random.pick(&["", "unsigned "]);
        let operations = [
            format!("(unsigned __int128){x} * (unsigned __int128){y}"),
            format!("{x} << ({y} & 63)"),
            format!("{x} >> ({y} & 127)"),
            format!("{y} ? ({x} >> 1) / {y} : 5"),
            format!("{y} ? ({x} >> 1) % {y} : 6"),
            format!("({x} ^ ((unsigned __int128){y} << 64)) + ({x} < {y})"),
            format!("(__int128)(double){x} - 1"),
            "~x_shared".replace("x_shared", &x),
        ];
        let operation = self.random.pick(&operations).clone();
        self.line("#ifdef __SIZEOF_INT128__");
        self.open();
        self.lines(&format!(
            "{sign}__int128 {x} = {left}, {y} = {right};
{x} = {x} & 0xffffffffffffffULL;
{x} = {operation};
out((unsigned long long){x});
out((unsigned long long)({x} >> 64));"
        ));
        self.close();
        self.line("#endif");
    }

    /// A copying loop that is entered in its middle.
    fn switch_into_loop(&mut self) {
        let (count, steps, left) = (self.fresh("n"), self.fresh("k"), self.integer(1).text);
        self.open();
        self.lines(&format!(
            "unsigned {count} = ((unsigned)({left}) & 15) + 1, {steps} = 0;
switch ({count} % 4) {{
case 0: do {{ {steps} += 1;
case 3:      {steps} += 10;
case 2:      {steps} += 100;
case 1:      {steps} ^= {count};
        }} while ({count} > 4 && ({count} -= 4));
}}
out({steps});"
        ));
        self.close();
    }

    fn computed_goto(&mut self) {
        let label = self.fresh("target");
        let (value, more) = (self.integer(1).text, self.integer(1).text);
        self.open();
        self.lines(&format!(
            "static void *const {label}[] = {{ &&{label}_a, &&{label}_b, &&{label}_c }};
unsigned turns = 0;
goto *{label}[(unsigned)({value}) % 3];
{label}_a: out(1);
if (turns++ < 2)
    goto *{label}[(unsigned)({more}) % 3];
{label}_b: out(2);
if (turns++ < 3)
    goto *{label}[turns % 3];
{label}_c: out(turns);"
        ));
        self.close();
    }

    /// A loop with two ways in.
    fn jump_into_loop(&mut self) {
        let (label, i, sum) = (self.fresh("L"), self.fresh("i"), self.fresh("sum"));
        let (condition, count) = (self.condition(1), self.random.between(1, 5));
        self.open();
        self.lines(&format!(
            "unsigned {i} = 0, {sum} = 0;
if ({condition})
    goto {label};
for ({i} = 1; {i} < {count}; {i}++) {{
    {sum} += 10 * {i};
{label}:
    {sum} += 1;
}}
out({sum} * 100 + {i});"
        ));
        self.close();
    }

    fn variadic_structures(&mut self) {
        let mut kinds = String::new();
        let mut arguments = String::new();
        for _ in 0..self.random.between(1, 7) {
            let (one, two) = (self.integer(1).text, self.random.below(100));
            let (letter, argument) = match self.random.below(7) {
                0 => ('p', format!("(struct Pair){{ (int)({one}), {two} }}")),
                1 => ('m', format!("(struct Mixed){{ {one}, {two} / 4.0 }}")),
                2 => ('f', format!("(struct Floats){{ {two}.5, -{two}.25 }}")),
                3 => ('b', format!("(struct Big){{ {{ {one}, {two}, 3 }}, 'x' }}")),
                4 => ('t', format!("(struct Tiny){{ (char){two}, 'a' }}")),
                5 => ('d', format!("{two} * 0.5")),
                _ => ('l', format!("(long long)({one})")),
            };
            kinds.push(letter);
            arguments.push_str(", ");
            arguments.push_str(&argument);
        }
        self.line(&format!("out(gather_structures(\"{kinds}\"{arguments}));"));
    }

    fn table_parameter(&mut self) {
        let (rows, columns) = (self.random.between(1, 4), self.random.between(1, 4));
        let (n, table, i) = (self.fresh("n"), self.fresh("table"), self.fresh("i"));
        let seed = self.integer(1).text;
        self.open();
        self.lines(&format!(
            "int {n} = {columns};
short {table}[{rows}][{n}];
for (int {i} = 0; {i} < {rows} * {n}; {i}++)
    {table}[{i} / {n}][{i} % {n}] = (short)((unsigned)({seed}) + {i});
out((unsigned long long)sum_table({rows}, {n}, {table}));
out(sizeof {table} + sizeof {table}[0]);"
        ));
        self.close();
    }

    /// Structs by value through a pointer to a function.
    fn pointer_to_maker(&mut self) {
        let number = self.random.below(self.structures.len());
        let (maker, hasher) = (self.fresh("maker"), self.fresh("hasher"));
        let seed = self.integer(1).text;
        self.open();
        self.lines(&format!(
            "struct S{number} (*{maker})(unsigned long long) = make_S{number};
unsigned long long (*{hasher})(struct S{number}) = &hash_S{number};
out({hasher}({maker}({seed})));"
        ));
        self.close();
    }

    /// Numbers that fit, after all that was done to them.
    fn float_to_integer(&mut self) {
        let (value, inner) = (self.fresh("f"), self.floating(2).text);
        let kind = *self.random.pick(&["float", "double"]);
        self.open();
        self.lines(&format!(
            "{kind} {value} = {inner};
if ({value} > -1.0 && {value} < 255.5)
    out((unsigned char){value} + (unsigned){value} + (unsigned short){value});
if ({value} >= -128 && {value} <= 127)
    out((unsigned long long)((signed char){value} + (long){value}));
if ({value} >= 0 && {value} < 1.8e19)
    out((unsigned long long){value});
out((_Bool){value});
out((unsigned long long)({value} < 0) + ({value} != {value}) + !{value});"
        ));
        self.close();
    }

    fn assignment_as_value(&mut self) {
        let (x, y, z) = (self.fresh("x"), self.fresh("y"), self.fresh("z"));
        let (one, two) = (*self.random.pick(&INTEGERS), *self.random.pick(&INTEGERS));
        let (value, condition) = (self.integer(2).text, self.condition(1));
        self.open();
        self.lines(&format!(
            "{} {x};
{} {y};
long long {z} = {x} = {y} = {value};
out((unsigned long long){z});
if ({condition} && ({x} = 3) != 0 || ({y} ^= 1, {y}))
    out((unsigned long long)({x} += 2));
{z} = {condition} ? ({x} -= 1, {x}) : ({y} |= 4);
out((unsigned long long){z} + (unsigned long long){x} * 3 + (unsigned long long){y});",
            one.name(),
            two.name()
        ));
        self.close();
    }

    fn automatic_allocation(&mut self) {
        let (p, i) = (self.fresh("p"), self.fresh("i"));
        let (size, count) = (self.integer(1).text, self.random.between(1, 3));
        self.open();
        self.lines(&format!(
            "for (unsigned {i} = 0; {i} < {count}; {i}++) {{
    unsigned *{p} = __builtin_alloca((((unsigned)({size}) & 3) + {i} + 1) * sizeof(unsigned));
    {p}[0] = 7;
    {p}[((unsigned)({size}) & 3) + {i}] = {i} + 40;
    out({p}[0]);
}}"
        ));
        self.close();
    }

    fn atomic_float_or_pointer(&mut self) {
        let (value, kept) = (self.floating(1).text, self.fresh("x"));
        let choices = [
            format!("atomic_float += {value};\nout(float_bits(atomic_float));"),
            format!(
                "atomic_double = {value};\natomic_double *= 0.5;\nout(double_bits(atomic_double));"
            ),
            format!(
                "int *{kept} = __atomic_exchange_n(&atomic_pointer, &atomic_int, __ATOMIC_ACQ_REL);
out(*{kept} == *atomic_pointer);"
            ),
            format!(
                "unsigned {kept} = __atomic_load_n(&atomic_unsigned, __ATOMIC_RELAXED);
while (!__atomic_compare_exchange_n(&atomic_unsigned, &{kept}, {kept} * 2 + 1, 1,
                                    __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    ;
out({kept} ^ atomic_unsigned);"
            ),
            "out(__atomic_test_and_set(&atomic_flag_byte, __ATOMIC_ACQUIRE));
out(atomic_flag_byte);
__atomic_clear(&atomic_flag_byte, __ATOMIC_RELEASE);"
                .to_owned(),
            format!(
                "long long {kept};
__atomic_load(&atomic_long, &{kept}, __ATOMIC_SEQ_CST);
{kept} ^= 5;
__atomic_store(&atomic_long, &{kept}, __ATOMIC_SEQ_CST);
out((unsigned long long)atomic_long);"
            ),
        ];
        let text = self.random.pick(&choices).clone();
        self.open();
        self.lines(&text);
        self.close();
    }

    fn wide_characters(&mut self) {
        let index = self.index(4);
        let texts = [
            format!("out(L\"w\\u00e9ft\"[{index}]);"),
            format!("out(u\"warp\"[{index}] + sizeof u\"ab\");"),
            format!("out((unsigned char)u8\"\\u00fcb\"[{index}]);"),
            "out('\\377' + L'\\x41' + U'\\U0001f9f5');".to_owned(),
        ];
        let text = self.random.pick(&texts).clone();
        self.line(&text);
    }

    fn anonymous_members(&mut self) {
        let (name, value) = (self.fresh("o"), self.integer(1).text);
        let kinds = [
            ("0", format!("{{ .kind = 0, .number = {value} }}")),
            ("1", format!("{{ 1, {{ .left = (short)({value}), .right = -9 }} }}")),
            ("2", format!("{{ .kind = 2, .bytes = {{ [2] = (unsigned char)({value}) }} }}")),
        ];
        let (_, initial) = self.random.pick(&kinds).clone();
        self.open();
        self.lines(&format!(
            "struct Outer {name} = {initial};
switch ({name}.kind) {{
case 0: out((unsigned long long){name}.number); break;
case 1: out((unsigned long long)({name}.left * {name}.right)); break;
default: out({name}.bytes[2] + {name}.bytes[0]); break;
}}
struct Outer other = {name};
out(other.kind + sizeof other);"
        ));
        self.close();
    }

    /// Each call writes to a variable of its caller.
    fn callers_variables(&mut self) {
        let (depth, value, kept) = (self.integer(1).text, self.integer(1).text, self.fresh("z"));
        self.line(&format!("int {kept} = (int)({value}) & 0xffff;"));
        self.line(&format!("add_below((unsigned)({depth}) & 7, &{kept});"));
        self.line(&format!("out((unsigned long long){kept});"));
        self.scope.place(&kept, Scalar::Int, crate::scope::Use::Full);
    }
}
