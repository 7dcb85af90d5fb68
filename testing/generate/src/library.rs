//! Programs that call functions of the C library and show what they return, to
//! compare our models of them with the library of the system. They include its
//! headers, so that what the headers make of a call is compared as well.

use std::fmt::Write;

use crate::program::EPILOGUE;
use crate::random::Random;

pub(crate) const PRELUDE: &str = include_str!("library_prelude.c");

/// What texts are made of: short ones of few letters have much in common.
const LETTERS: &[u8] = b"aabbABzZ09 .,-_\t\n";
/// What numbers are written with, and what spoils them.
const DIGITS: &[u8] = b"0001123456789abcdefxXzZ +-_";
const CLASSES: [&str; 13] = [
    "alpha", "digit", "alnum", "upper", "lower", "space", "blank", "punct", "print", "graph",
    "cntrl", "xdigit", "ascii",
];
const BASES: [usize; 7] = [0, 2, 8, 10, 10, 16, 36];

pub(crate) struct Caller {
    random: Random,
    text: String,
    names: usize,
}

impl Caller {
    pub(crate) fn new(seed: u64) -> Caller {
        Caller { random: Random::new(seed ^ 0x6c69_6272_6172_7900), text: String::new(), names: 0 }
    }

    pub(crate) fn program(self) -> String {
        format!("{PRELUDE}{}{EPILOGUE}", self.body(40))
    }

    /// Of the whole program what is not the same in every program: so many calls.
    pub(crate) fn body(mut self, calls: usize) -> String {
        self.text.push_str("static int whole_program(void)\n{\n");
        for _ in 0..calls {
            match self.random.below(9) {
                0 => self.characters(),
                1 => self.look_at_text(),
                2 => self.build_text(),
                3 => self.split_text(),
                4 => self.memory(),
                5 => self.read_number(),
                6 => self.format(),
                7 => self.sort_and_search(),
                _ => self.mathematics(),
            }
        }
        self.text.push_str("    __raddle_output(checksum);\n");
        self.text.push_str("    return (int)(checksum & 255);\n}\n");
        self.text
    }

    fn line(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "    {text}");
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}_{}", self.names)
    }

    /// A literal of so many letters at most.
    fn literal(&mut self, letters: &[u8], most: usize) -> String {
        let mut text = String::from("\"");
        for _ in 0..self.random.between(0, most) {
            match *self.random.pick(letters) {
                b'\t' => text.push_str("\\t"),
                b'\n' => text.push_str("\\n"),
                letter => text.push(letter as char),
            }
        }
        text.push('"');
        text
    }

    fn some_text(&mut self) -> String {
        self.literal(LETTERS, 9)
    }

    fn letter(&mut self) -> String {
        let letter = *self.random.pick(LETTERS);
        if self.random.chance(15) { "0".to_owned() } else { letter.to_string() }
    }

    /// Of a size that the kind has, with both of its borders.
    fn number(&mut self) -> String {
        match self.random.below(6) {
            0 => "INT_MAX".to_owned(),
            1 => "INT_MIN".to_owned(),
            2 => format!("({})", self.random.next() as i32),
            _ => format!("({})", self.random.below(2000) as i64 - 1000),
        }
    }

    fn characters(&mut self) {
        let first = self.random.below(250);
        let class = *self.random.pick(&CLASSES);
        let change = *self.random.pick(&["tolower", "toupper"]);
        self.line(&format!("for (int c = {first}; c < {first} + 6; c++) {{"));
        self.line(&format!("    out(is{class}(c) != 0);"));
        self.line(&format!("    out((unsigned){change}(c));"));
        self.line("}");
    }

    fn look_at_text(&mut self) {
        let (one, other) = (self.some_text(), self.some_text());
        let (letter, limit) = (self.letter(), self.random.below(8));
        let s = self.fresh("s");
        self.line(&format!("const char *{s} = {one};"));
        let call = match self.random.below(16) {
            0 => format!("strlen({s})"),
            1 => format!("strnlen({s}, {limit})"),
            2 => format!("sign(strcmp({s}, {other}))"),
            3 => format!("sign(strncmp({s}, {other}, {limit}))"),
            4 => format!("sign(strcasecmp({s}, {other}))"),
            5 => format!("sign(strncasecmp({s}, {other}, {limit}))"),
            6 => format!("distance({s}, strchr({s}, {letter}))"),
            7 => format!("distance({s}, strrchr({s}, {letter}))"),
            8 => format!("distance({s}, strchrnul({s}, {letter}))"),
            9 => {
                let part = self.literal(LETTERS, 2);
                format!("distance({s}, strstr({s}, {part}))")
            }
            10 => format!("strspn({s}, {other})"),
            11 => format!("strcspn({s}, {other})"),
            12 => format!("distance({s}, strpbrk({s}, {other}))"),
            13 => format!("distance({s}, memchr({s}, {letter}, strlen({s})))"),
            14 => format!("distance({s}, memrchr({s}, {letter}, strlen({s}) + 1))"),
            _ => {
                format!("sign(memcmp({s}, \"ab\\377\", strlen({s}) < 3 ? strlen({s}) : 3))")
            }
        };
        self.line(&format!("out((unsigned long long){call});"));
    }

    /// Into a buffer whose every byte is shown.
    fn build_text(&mut self) {
        let (one, other) = (self.some_text(), self.some_text());
        let (b, limit, letter) = (self.fresh("b"), self.random.below(12), self.letter());
        self.line(&format!("char {b}[24];"));
        self.line(&format!("memset({b}, '#', sizeof {b});"));
        let call = match self.random.below(10) {
            0 => format!("distance({b}, strcpy({b}, {one}))"),
            1 => format!("distance({b}, stpcpy({b}, {one}))"),
            2 => format!("distance({b}, strncpy({b}, {one}, {limit}))"),
            3 => format!("distance({b}, stpncpy({b}, {one}, {limit}))"),
            4 => format!("distance({b}, strcat(strcpy({b}, {one}), {other}))"),
            5 => format!("distance({b}, strncat(strcpy({b}, {one}), {other}, {limit}))"),
            6 => format!("distance({b}, memccpy({b}, {one}, {letter}, sizeof {one}))"),
            7 => format!("distance({b}, mempcpy({b}, {one}, sizeof {one}))"),
            8 => {
                let s = self.fresh("s");
                self.line(&format!("char *{s} = strdup({one});"));
                self.line(&format!("strcpy({b}, {s});"));
                self.line(&format!("free({s});"));
                "0".to_owned()
            }
            _ => {
                let s = self.fresh("s");
                self.line(&format!("char *{s} = strndup({one}, {limit});"));
                self.line(&format!("strcpy({b}, {s});"));
                self.line(&format!("free({s});"));
                format!("strlen({b})")
            }
        };
        self.line(&format!("out((unsigned long long){call});"));
        self.line(&format!("out_bytes({b}, sizeof {b});"));
    }

    fn split_text(&mut self) {
        let (text, delimiters) = (self.literal(LETTERS, 16), self.literal(LETTERS, 3));
        let (b, state, part) = (self.fresh("b"), self.fresh("state"), self.fresh("part"));
        self.line(&format!("char {b}[] = {text};"));
        match self.random.below(3) {
            0 => {
                self.line(&format!(
                    "for (char *{part} = strtok({b}, {delimiters}); {part}; {part} = strtok(NULL, {delimiters}))"
                ));
                self.line(&format!("    out_text({part});"));
            }
            1 => {
                self.line(&format!("char *{state};"));
                self.line(&format!(
                    "for (char *{part} = strtok_r({b}, {delimiters}, &{state}); {part};"
                ));
                self.line(&format!("     {part} = strtok_r(NULL, {delimiters}, &{state}))"));
                self.line(&format!("    out_text({part});"));
            }
            _ => {
                self.line(&format!("char *{state} = {b}, *{part};"));
                self.line(&format!("while (({part} = strsep(&{state}, {delimiters})) != NULL)"));
                self.line(&format!("    out_text({part});"));
            }
        }
        self.line(&format!("out_bytes({b}, sizeof {b});"));
    }

    fn memory(&mut self) {
        let (b, p) = (self.fresh("b"), self.fresh("p"));
        let (to, from, size) = (self.random.below(10), self.random.below(10), self.random.below(7));
        let byte = self.random.below(256);
        self.line(&format!("unsigned char {b}[16] = \"0123456789abcde\";"));
        match self.random.below(6) {
            0 => self.line(&format!("memmove({b} + {to}, {b} + {from}, {size});")),
            1 => self.line(&format!("bcopy({b} + {from}, {b} + {to}, {size});")),
            2 => self.line(&format!("memset({b} + {to}, {byte}, {size});")),
            3 => self.line(&format!("bzero({b} + {to}, {size});")),
            4 => {
                self.line(&format!("unsigned char *{p} = calloc({size} + 1, 3);"));
                self.line(&format!("out_bytes({p}, ({size} + 1) * 3);"));
                self.line(&format!("{p} = reallocarray({p}, {to} + 1, 2);"));
                self.line(&format!("memset({p}, {byte}, ({to} + 1) * 2);"));
                self.line(&format!("{p} = realloc({p}, {from} + 1);"));
                self.line(&format!("out({p}[0]);"));
                self.line(&format!("free({p});"));
            }
            _ => {
                self.line(&format!("void *{p};"));
                self.line(&format!("out((unsigned)posix_memalign(&{p}, 64, {size} + 8));"));
                self.line(&format!("memcpy({p}, {b}, {size});"));
                self.line(&format!("out(memcmp({p}, {b}, {size}) == 0);"));
                self.line(&format!("free({p});"));
                self.line(&format!("{p} = aligned_alloc(32, 64);"));
                self.line(&format!("free({p});"));
                self.line("free(NULL);");
            }
        }
        self.line(&format!("out_bytes({b}, sizeof {b});"));
    }

    fn read_number(&mut self) {
        let text = match self.random.below(6) {
            0 => format!("\"{}\"", self.random.next()),
            1 => format!("\"  -{}x\"", self.random.next()),
            2 => format!("\"0x{:X}g\"", self.random.next() >> self.random.below(64)),
            _ => self.literal(DIGITS, 8),
        };
        let (s, end) = (self.fresh("s"), self.fresh("end"));
        // The smallest number must not be divided by -1.
        let (number, divisor) = (self.number(), self.random.between(2, 90));
        let base = *self.random.pick(&BASES);
        let function = *self.random.pick(&["strtol", "strtoul", "strtoll", "strtoull"]);
        match self.random.below(6) {
            0 => self.line(&format!("out((unsigned)abs({number} / 2));")),
            1 => self.line(&format!(
                "out((unsigned long long)(div({number}, -{divisor}).rem + ldiv({number}, {divisor}).quot));"
            )),
            2 => {
                let small = format!("\" {}z\"", self.random.below(200_000) as i64 - 100_000);
                let function = *self.random.pick(&["atoi", "atol", "atoll"]);
                self.line(&format!("out((unsigned long long){function}({small}));"));
            }
            _ => {
                self.line(&format!("const char *{s} = {text};"));
                self.line(&format!("char *{end};"));
                self.line("errno = 0;");
                self.line(&format!("out((unsigned long long){function}({s}, &{end}, {base}));"));
                self.line(&format!("out((unsigned long long)({end} - {s}));"));
                self.line("out((unsigned)errno);");
            }
        }
    }

    /// One conversion with some of its options.
    fn conversion(&mut self) -> (String, String) {
        let mut options = String::new();
        for flag in ["-", "+", " ", "#", "0"] {
            if self.random.chance(20) {
                options.push_str(flag);
            }
        }
        if self.random.chance(50) {
            let _ = write!(options, "{}", self.random.between(1, 12));
        }
        let precision = match self.random.below(4) {
            0 => format!(".{}", self.random.below(9)),
            1 if self.random.chance(30) => ".".to_owned(),
            _ => String::new(),
        };
        let number = self.number();
        match self.random.below(8) {
            0 => {
                // Flags other than the minus mean nothing here.
                let options = options.replace(['+', ' ', '#', '0'], "");
                (format!("%{options}{precision}s"), self.some_text())
            }
            1 => {
                let options = options.replace(['+', ' ', '#', '0'], "");
                (format!("%{options}c"), format!("'a' + {}", self.random.below(20)))
            }
            2 => ("%%".to_owned(), String::new()),
            3 => {
                let width = self.random.below(12) as i64 - 6;
                ("%*d|".to_owned(), format!("{width}, {number}"))
            }
            kind => {
                let (length, cast) = *self.random.pick(&[
                    ("", "int"),
                    ("hh", "signed char"),
                    ("h", "short"),
                    ("l", "long"),
                    ("ll", "long long"),
                    ("z", "size_t"),
                    ("j", "intmax_t"),
                ]);
                let letter = match kind {
                    4 | 5 => *self.random.pick(&["d", "i"]),
                    _ => *self.random.pick(&["u", "x", "X", "o"]),
                };
                let options = match letter {
                    "d" | "i" | "u" => options.replace('#', ""),
                    _ => options.replace(['+', ' '], ""),
                };
                let options = if letter == "u" { options.replace(['+', ' '], "") } else { options };
                let factor = if length.contains(['l', 'z', 'j']) { " * 1234567LL" } else { "" };
                let argument = format!("({cast})({number}{factor})");
                (format!("%{options}{precision}{length}{letter}"), argument)
            }
        }
    }

    fn format(&mut self) {
        let b = self.fresh("b");
        let mut format = String::new();
        let mut arguments = String::new();
        for _ in 0..self.random.between(1, 4) {
            let (text, argument) = self.conversion();
            format.push_str(&text);
            format.push_str(["", " ", "ab"][self.random.below(3)]);
            if !argument.is_empty() {
                arguments.push_str(", ");
                arguments.push_str(&argument);
            }
        }
        let size = *self.random.pick(&[100, 100, 100, 9, 1]);
        self.line(&format!("char {b}[{size}];"));
        self.line(&format!("out((unsigned)snprintf({b}, sizeof {b}, \"{format}\"{arguments}));"));
        self.line(&format!("out_text({b});"));
    }

    fn sort_and_search(&mut self) {
        let (a, length) = (self.fresh("a"), self.random.between(1, 8));
        let values: Vec<String> = (0..length).map(|_| self.number()).collect();
        let wanted = self.random.pick(&values).clone();
        let order = *self.random.pick(&["ascending", "by_last_digit"]);
        self.line(&format!("int {a}[] = {{ {} }};", values.join(", ")));
        self.line(&format!("qsort({a}, {length}, sizeof *{a}, {order});"));
        self.line(&format!("out_bytes({a}, sizeof {a});"));
        self.line(&format!("int {a}_key = {wanted};"));
        self.line(&format!(
            "out(*(int *)bsearch(&{a}_key, {a}, {length}, sizeof *{a}, {order}) == {a}_key);"
        ));
        self.line(&format!("{a}_key = 5;"));
        self.line(&format!("out(bsearch(&{a}_key, {a}, {length}, sizeof *{a}, {order}) != NULL);"));
    }

    fn mathematics(&mut self) {
        let numbers = [
            "0.0",
            "-0.0",
            "0.5",
            "-0.5",
            "1.5",
            "-2.5",
            "2.4999999",
            "1e300",
            "-1e-310",
            "1e16",
            "4503599627370497.5",
            "0.1",
            "-7.75",
            "INFINITY",
            "-INFINITY",
            "NAN",
        ];
        let (x, y) = (*self.random.pick(&numbers), *self.random.pick(&numbers));
        let v = self.fresh("v");
        let (kind, suffix) = *self.random.pick(&[("double", ""), ("float", "f")]);
        self.line(&format!("volatile {kind} {v} = ({kind})({x}), {v}_y = ({kind})({y});"));
        let unary = ["fabs", "sqrt", "floor", "ceil", "trunc", "round", "rint", "nearbyint"];
        match self.random.below(4) {
            0 | 1 => {
                let function = *self.random.pick(&unary);
                self.line(&format!("out(bits({function}{suffix}({v})));"));
            }
            // Which of two zeros is smaller is open: make them one.
            2 => {
                let function = *self.random.pick(&["fmin", "fmax"]);
                self.line(&format!("out(bits({function}{suffix}({v}, {v}_y) + 0.0));"));
            }
            _ => {
                let class =
                    *self.random.pick(&["isnan", "isfinite", "isinf", "signbit", "isnormal"]);
                self.line(&format!("if ({v} == {v})"));
                self.line(&format!("    out({class}({v}) != 0);"));
                self.line(&format!(
                    "out(({v} < {v}_y) + 2 * isless({v}, {v}_y) + 4 * isunordered({v}, {v}_y));"
                ));
            }
        }
    }
}
