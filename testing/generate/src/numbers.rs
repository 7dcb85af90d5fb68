//! Constructions about numbers: the odd ones among floats, conversions at their
//! borders, rotations, and which type an expression has.

use crate::program::Generator;
use crate::scalars::{FLOATS, INTEGERS};

/// How many there are in the prelude's tables.
const ODD_DOUBLES: usize = 20;
const ODD_FLOATS: usize = 14;
const ODD_INTEGERS: usize = 16;

/// Type, least and greatest number (exclusive) that converts to it.
const TARGETS: [(&str, &str, &str); 10] = [
    ("signed char", "-129.0", "128.0"),
    ("unsigned char", "-1.0", "256.0"),
    ("short", "-32769.0", "32768.0"),
    ("unsigned short", "-1.0", "65536.0"),
    ("int", "-2147483649.0", "2147483648.0"),
    ("unsigned", "-1.0", "4294967296.0"),
    ("long", "-2147483649.0", "2147483648.0"),
    ("unsigned long", "-1.0", "4294967296.0"),
    ("long long", "-9223372036854775809.0", "9223372036854775808.0"),
    ("unsigned long long", "-1.0", "18446744073709551616.0"),
];

impl Generator {
    pub(crate) fn number_construct(&mut self) {
        match self.random.below(9) {
            0 => self.compare_floats(),
            1 => self.convert_to_floats(),
            2 => self.round_floats(),
            3 => self.odd_arithmetic(),
            4 => self.convert_from_float(),
            5 => self.float_signs(),
            6 => self.sum_of_floats(),
            7 => self.rotations(),
            _ => self.type_of_expression(),
        }
    }

    /// Of either type: the type's name, the function that shows it, and a number.
    fn odd_float(&mut self) -> (&'static str, &'static str, String) {
        if self.random.chance(50) {
            let index = self.index(ODD_FLOATS);
            ("float", "float_bits", format!("odd_floats[{index}]"))
        } else {
            let index = self.index(ODD_DOUBLES);
            ("double", "double_bits", format!("odd_doubles[{index}]"))
        }
    }

    fn compare_floats(&mut self) {
        let (x, y) = (self.fresh("x"), self.fresh("y"));
        let ((left, _, one), (right, _, other)) = (self.odd_float(), self.odd_float());
        self.open();
        self.lines(&format!(
            "{left} {x} = {one};
{right} {y} = {other};
out(({x} < {y}) | ({x} <= {y}) << 1 | ({x} > {y}) << 2 | ({x} >= {y}) << 3);
out(({x} == {y}) | ({x} != {y}) << 1 | !{x} << 2 | ({x} && {y}) << 3 | ({x} || {y}) << 4);
out(!!__builtin_isnan({x}) | !!__builtin_isinf({y}) << 1 | !!__builtin_isfinite({x}) << 2);
out(__builtin_isless({x}, {y}) | __builtin_islessequal({x}, {y}) << 1
    | __builtin_isgreater({x}, {y}) << 2 | __builtin_isgreaterequal({x}, {y}) << 3
    | __builtin_islessgreater({x}, {y}) << 4 | __builtin_isunordered({x}, {y}) << 5);
if (!({x} >= {y}))
    out(({x} < {y} ? {x} : {y}) == {x});"
        ));
        self.close();
    }

    fn convert_to_floats(&mut self) {
        let (x, index) = (self.fresh("x"), self.index(ODD_INTEGERS));
        let kind = self.random.pick(&INTEGERS).name();
        let sign = *self.random.pick(&["", "-", "~"]);
        self.open();
        self.lines(&format!(
            "{kind} {x} = ({kind}){sign}odd_integers[{index}];
out(float_bits({x}));
out(double_bits({x}));
out(float_bits((float)(double){x}));
out(double_bits({x} * 1.5f) + ({x} == (float){x}) + ({x} < (double){x} + 1));"
        ));
        self.close();
    }

    fn round_floats(&mut self) {
        let (x, f) = (self.fresh("x"), self.fresh("f"));
        let index = self.index(ODD_DOUBLES);
        let (factor, operator) = (self.floating(1).text, *self.random.pick(&["*", "/", "+"]));
        self.open();
        self.lines(&format!(
            "double {x} = odd_doubles[{index}];
float {f} = {x};
out(float_bits({f}));
out(double_bits({f}));
{f} = {x} {operator} {factor};
out(float_bits({f}));
{f} {operator}= {x};
out(float_bits({f}));
out(double_bits({x} - {f}));"
        ));
        self.close();
    }

    fn odd_arithmetic(&mut self) {
        let (x, y) = (self.fresh("x"), self.fresh("y"));
        let ((left, _, one), (right, shown, other)) = (self.odd_float(), self.odd_float());
        let (first, second) =
            (*self.random.pick(&["+", "-", "*", "/"]), *self.random.pick(&["+", "-", "*", "/"]));
        self.open();
        self.lines(&format!(
            "{left} {x} = {one};
{right} {y} = {other};
out(double_bits({x} {first} {y}));
{y} = {x} {second} {y} {first} {x};
out({shown}({y}));
{y}++;
out({shown}(-{y}));"
        ));
        self.close();
    }

    /// Only where the target has the number.
    fn convert_from_float(&mut self) {
        let (x, (kind, _, value)) = (self.fresh("x"), self.odd_float());
        let (target, least, most) = *self.random.pick(&TARGETS);
        let factor = self.floating(1).text;
        self.open();
        self.lines(&format!("{kind} {x} = {value} * {factor};"));
        // The border of `long long` is no double: the next one is taken for it.
        let lower = if target == "long long" { ">=" } else { ">" };
        let least = if target == "long long" { "-9223372036854775808.0" } else { least };
        self.lines(&format!(
            "if ({x} {lower} {least} && {x} < {most})
    out((unsigned long long)({target}){x});
out((_Bool){x});"
        ));
        self.close();
    }

    fn float_signs(&mut self) {
        let ((_, _, one), (_, _, other)) = (self.odd_float(), self.odd_float());
        let calls = [
            format!("double_bits(__builtin_fabs({one}))"),
            format!("float_bits(__builtin_fabsf({one}))"),
            format!("double_bits(__builtin_copysign({one}, {other} == {other} ? {other} : 1))"),
            format!("float_bits(__builtin_copysignf({one}, {other} == {other} ? {other} : -1))"),
            format!("({one} == {one} && __builtin_signbit({one}) != 0)"),
            format!("double_bits(-{one}) ^ double_bits(0 - {other})"),
        ];
        let call = self.random.pick(&calls).clone();
        self.line(&format!("out({call});"));
    }

    fn sum_of_floats(&mut self) {
        let (sum, i) = (self.fresh("sum"), self.fresh("i"));
        let (kind, start) = (*self.random.pick(&FLOATS), self.floating(1).text);
        let (step, count) = (self.floating(1).text, self.random.between(1, 12));
        let (name, last) = (kind.name(), *self.random.pick(&["0.1f", "0.1", "1e-3f", "3"]));
        self.open();
        self.lines(&format!(
            "{name} {sum} = {start};
for (int {i} = 0; {i} < {count}; {i}++)
    {sum} = {i} % 3 ? {sum} * {last} + {step} : {sum} / ({i} + 3);
out(double_bits({sum}));"
        ));
        self.close();
    }

    fn rotations(&mut self) {
        let (value, by) = (self.integer(1).text, self.integer(1).text);
        let amount = self.random.between(1, 63);
        let calls = [
            format!("rotated((unsigned)({value}), (unsigned)({by}))"),
            format!("rotated_long({value}, (unsigned)({by}))"),
            format!("rotated_long({value}, {amount})"),
            format!("rotated({amount}u, (unsigned)({by})) ^ __builtin_bswap16((short)({value}))"),
            format!("__builtin_bswap64({value}) + __builtin_bswap32((unsigned)({by}))"),
        ];
        let call = self.random.pick(&calls).clone();
        self.line(&format!("out({call});"));
    }

    fn type_of_expression(&mut self) {
        let kinds = [&INTEGERS[..], &FLOATS[..]].concat();
        let (left, right) = (self.random.pick(&kinds).name(), self.random.pick(&kinds).name());
        let whole = self.random.pick(&INTEGERS).name();
        let expressions = [
            format!("({left})1 + ({right})2"),
            format!("1 ? ({left})3 : ({right})4"),
            format!("-({left})5"),
            format!("({whole})6 << ({whole})1"),
            format!("({left})7 < ({right})8"),
            format!("({left})9"),
            "sizeof(int)".to_owned(),
            "(char *)0 - (char *)0".to_owned(),
            "\"text\" + 1".to_owned(),
            "'c'".to_owned(),
            "2147483648".to_owned(),
            "0xffffffff".to_owned(),
        ];
        let expression = self.random.pick(&expressions).clone();
        self.line(&format!("out(KIND_OF({expression}) * 100 + sizeof({expression}));"));
    }
}
