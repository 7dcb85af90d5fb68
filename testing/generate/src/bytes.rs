//! Programs about the bytes of objects: unions and structures with padding that are
//! initialised in every way, filled, copied, compared, passed, and looked at byte by byte.
//!
//! Only what has a value is read. Of an object it is known which leaves have one, and
//! whether *all* its bytes do, padding included: after `memset`, after writing them one by one,
//! and after `memcpy` from such an object. A store to a member takes that away again, since
//! C gives padding any value then; so does the assignment of a whole structure.
//!
//! With the macro `ONLY_DATA` the text is that of the global variables alone, with
//! `ONLY_CODE` everything else: two files of one program.

use std::fmt::Write;

use crate::byte_types::ByteType;
use crate::random::Random;

/// Fewer than the prelude shows in all.
const STEPS: usize = 14;
/// Types with more leaves are left out.
const MOST_LEAVES: usize = 24;

const HELPERS: &str = "\
static unsigned long long bits_of_four(const void *at)
{ unsigned bits; memcpy(&bits, at, sizeof bits); return bits; }
static unsigned long long bits_of_eight(const void *at)
{ unsigned long long bits; memcpy(&bits, at, sizeof bits); return bits; }
static unsigned long long all_bytes(const void *at, size_t size)
{
    unsigned long long hash = 17;
    for (size_t i = 0; i < size; i++)
        hash = hash * 257 + ((const unsigned char *)at)[i];
    return hash;
}
static void fill_bytes(void *at, size_t size, unsigned seed)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)at)[i] = (unsigned char)(seed + 7 * i);
}
static void copy_bytes(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((char *)to)[i] = ((const char *)from)[i];
}
static unsigned long long first_word(const void *at, size_t size)
{
    unsigned long long word = 0;
    memcpy(&word, at, size < 8 ? size : 8);
    return word;
}
static unsigned long long same_word(unsigned long long word) { return word; }
static unsigned long long sign(int number) { return number < 0 ? 1 : number > 0 ? 2 : 0; }

";

struct Object {
    name: String,
    kind: usize,
    /// Which leaves have a value.
    known: Vec<bool>,
    /// All bytes have.
    full: bool,
}

pub(crate) struct Bytes {
    random: Random,
    types: Vec<ByteType>,
    objects: Vec<Object>,
    text: String,
}

impl Bytes {
    pub(crate) fn new(seed: u64) -> Bytes {
        Bytes {
            random: Random::new(seed ^ 0x6279_7465_7300_0000),
            types: Vec::new(),
            objects: Vec::new(),
            text: String::new(),
        }
    }

    /// Of the whole program what is not the same in every program.
    pub(crate) fn body(mut self) -> String {
        for _ in 0..self.random.between(2, 5) {
            let made = ByteType::random(&mut self.random, &self.types);
            if !made.leaves.is_empty() && made.leaves.len() <= MOST_LEAVES {
                self.text.push_str(&made.definition(&self.types));
                self.types.push(made);
            }
        }
        if self.types.is_empty() {
            return "#ifndef ONLY_DATA\nstatic int whole_program(void) { return 0; }\n#endif\n"
                .into();
        }
        self.globals();
        self.text.push_str("#ifndef ONLY_DATA\n");
        self.functions();
        self.text.push_str("static int whole_program(void)\n{\n");
        for _ in 0..self.random.between(1, 3) {
            self.local();
        }
        for object in 0..self.objects.len() {
            self.show(object);
        }
        for _ in 0..STEPS {
            self.step();
        }
        for object in 0..self.objects.len() {
            self.show(object);
        }
        self.text.push_str("    __raddle_output(checksum);\n");
        self.text.push_str("    return (int)(checksum & 255);\n}\n#endif\n");
        self.text
    }

    /// What all programs share.
    pub(crate) fn helpers() -> String {
        format!("#ifndef ONLY_DATA\n{HELPERS}#endif\n")
    }

    fn line(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "    {text}");
    }

    /// Single ones and tables, with every kind of initialiser, or none.
    fn globals(&mut self) {
        for number in 0..self.random.between(2, 4) {
            let kind = self.random.below(self.types.len());
            let (name, length) = (format!("b_{number}"), self.random.between(1, 3));
            let is_table = self.random.chance(35);
            let suffix = if is_table { format!("[{length}]") } else { String::new() };
            let type_name = self.types[kind].name.clone();
            let mut initialisers = Vec::new();
            let is_initialised = self.random.chance(75);
            for index in 0..if is_table { length } else { 1 } {
                let name = if is_table { format!("{name}[{index}]") } else { name.clone() };
                if is_initialised {
                    initialisers.push(self.initialised(name, kind));
                } else {
                    let known = vec![true; self.types[kind].leaves.len()];
                    self.objects.push(Object { name, kind, known, full: true });
                }
            }
            let value = match (is_initialised, is_table) {
                (false, _) => String::new(),
                (true, false) => format!(" = {}", initialisers[0]),
                (true, true) => format!(" = {{ {} }}", initialisers.join(", ")),
            };
            let declared = format!("{type_name} {name}{suffix}");
            let _ = write!(
                self.text,
                "#ifdef ONLY_CODE\nextern {declared};\n#else\n{declared}{value};\n#endif\n"
            );
        }
    }

    /// Adds an object that starts with an initialiser, which is the result.
    fn initialised(&mut self, name: String, kind: usize) -> String {
        let (value, paths) = self.types[kind].initialiser(&mut self.random, &self.types);
        let known = self.types[kind].leaves.iter().map(|leaf| paths.contains(&leaf.path)).collect();
        self.objects.push(Object { name, kind, known, full: false });
        value
    }

    /// By value, and back.
    fn functions(&mut self) {
        for number in 0..self.types.len() {
            let name = self.types[number].name.clone();
            let same = format!("static {name} same_B{number}({name} value) {{ return value; }}\n");
            let put = format!(
                "static void put_B{number}({name} *to, {name} value, int turn) {{ if (turn) *to = value; }}\n"
            );
            self.text.push_str(&same);
            self.text.push_str(&put);
            self.reader_and_writer(number);
        }
    }

    /// Functions that read and write one leaf through a pointer, for optimisers to look into.
    fn reader_and_writer(&mut self, number: usize) {
        let name = &self.types[number].name;
        let mut reader = format!(
            "static unsigned long long read_B{number}(const {name} *at, unsigned leaf)\n{{\n    switch (leaf) {{\n"
        );
        let mut writer = format!(
            "static void write_B{number}({name} *at, unsigned leaf, unsigned long long bits)\n{{\n    switch (leaf) {{\n"
        );
        for (position, leaf) in self.types[number].leaves.iter().enumerate() {
            let (path, kind) = (&leaf.path, leaf.kind.name());
            let narrowed = match leaf.bits {
                Some(width) => format!("bits & {}", (1u64 << (width - 1)) - 1),
                None if leaf.kind.is_float() => format!("({kind})(bits % 1000)"),
                None => format!("({kind})bits"),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(reader, "    case {position}: return {};", leaf.shown("(*at)"));
            let _ = writeln!(writer, "    case {position}: (*at){path} = {narrowed}; break;");
        }
        let _ = write!(self.text, "{reader}    }}\n    return 0;\n}}\n{writer}    }}\n}}\n");
    }

    fn local(&mut self) {
        let kind = self.random.below(self.types.len());
        let name = format!("local{}", self.objects.len());
        let type_name = self.types[kind].name.clone();
        if self.random.chance(60) {
            let value = self.initialised(name.clone(), kind);
            self.line(&format!("{type_name} {name} = {value};"));
        } else {
            self.line(&format!("{type_name} {name};"));
            let known = vec![false; self.types[kind].leaves.len()];
            self.objects.push(Object { name, kind, known, full: false });
        }
    }

    fn step(&mut self) {
        let object = self.random.below(self.objects.len());
        let name = self.objects[object].name.clone();
        match self.random.below(12) {
            0 => {
                let byte = self.random.below(256);
                self.line(&format!("memset(&{name}, {byte}, sizeof {name});"));
                self.now_full(object);
            }
            1 => {
                let seed = self.random.below(1000);
                self.line(&format!("fill_bytes(&{name}, sizeof {name}, {seed}u);"));
                self.now_full(object);
            }
            2 | 3 => self.copy(object),
            4 => self.compare(object),
            5 => self.touch_byte(object),
            6 => self.bytes_of_leaf(object),
            7..=10 => self.store(object),
            _ => self.show(object),
        }
    }

    fn now_full(&mut self, object: usize) {
        self.objects[object].full = true;
        self.objects[object].known.fill(true);
    }

    /// Shows all that has a value.
    fn show(&mut self, object: usize) {
        let Object { name, kind, known, full } = &self.objects[object];
        let leaves = self.types[*kind].leaves.iter().zip(known);
        let mut lines: Vec<String> = leaves
            .filter(|(_, known)| **known)
            .map(|(leaf, _)| format!("out({});", leaf.shown(name)))
            .collect();
        if *full {
            lines.push(format!("out(all_bytes(&{name}, sizeof {name}));"));
            lines.push(format!("out(first_word(&{name}, sizeof {name}));"));
            lines.push(format!(
                "{{ unsigned long long word = 0; memcpy(&word, &{name}, sizeof {name} < 8 ? sizeof {name} : 8); out(same_word(word)); }}"
            ));
        }
        lines.iter().for_each(|line| self.line(line));
    }

    /// Some other object of the same type, if there is one.
    fn partner(&mut self, object: usize) -> Option<usize> {
        let kind = self.objects[object].kind;
        let same = |other: &usize| *other != object && self.objects[*other].kind == kind;
        let others: Vec<usize> = (0..self.objects.len()).filter(same).collect();
        self.random.pick_any(&others).copied()
    }

    fn copy(&mut self, to: usize) {
        let Some(from) = self.partner(to) else {
            return;
        };
        let (target, source) = (self.objects[to].name.clone(), self.objects[from].name.clone());
        let kind = self.objects[to].kind;
        let way = self.random.below(6);
        // An object without any value is not read as a whole.
        if !self.objects[from].known.contains(&true) {
            return;
        }
        self.line(&match way {
            0 => format!("{target} = {source};"),
            1 => format!("memcpy(&{target}, &{source}, sizeof {target});"),
            2 => format!("copy_bytes(&{target}, &{source}, sizeof {target});"),
            3 => format!("{target} = same_B{kind}({source});"),
            4 => format!("put_B{kind}(&{target}, {source}, 1);"),
            _ => format!("memmove(&{target}, &{source}, sizeof {target});"),
        });
        self.objects[to].known = self.objects[from].known.clone();
        self.objects[to].full = self.objects[from].full && matches!(way, 1 | 2 | 5);
    }

    fn compare(&mut self, object: usize) {
        let Some(other) = self.partner(object) else {
            return;
        };
        if self.objects[object].full && self.objects[other].full {
            let (first, second) = (&self.objects[object].name, &self.objects[other].name);
            let line = format!("out(sign(memcmp(&{first}, &{second}, sizeof {first})));");
            self.line(&line);
        }
    }

    /// Writes one byte and reads it again; whatever had a value has it no longer, unless
    /// all bytes have one.
    fn touch_byte(&mut self, object: usize) {
        let name = self.objects[object].name.clone();
        let (index, byte) = (self.random.below(64), self.random.below(256));
        let place = format!("((unsigned char *)&{name})[{index} % sizeof {name}]");
        self.line(&format!("{place} = {byte};"));
        self.line(&format!("out({place});"));
        if !self.objects[object].full {
            self.objects[object].known.fill(false);
        }
    }

    /// Reads or writes a leaf by its bytes.
    fn bytes_of_leaf(&mut self, object: usize) {
        let Object { name, kind, known, .. } = &self.objects[object];
        let leaves = &self.types[*kind].leaves;
        let position = self.random.below(leaves.len());
        let leaf = &leaves[position];
        if leaf.bits.is_some() {
            return;
        }
        let place = format!("{name}{}", leaf.path);
        if known[position] {
            let line = format!("out(all_bytes(&{place}, sizeof {place}));");
            self.line(&line);
        } else {
            let seed = self.random.below(100);
            self.line(&format!("fill_bytes(&{place}, sizeof {place}, {seed}u);"));
            self.stored(object, position);
        }
    }

    fn store(&mut self, object: usize) {
        let Object { name, kind, .. } = &self.objects[object];
        let leaves = &self.types[*kind].leaves;
        let position = self.random.below(leaves.len());
        let leaf = &leaves[position];
        let (name, path) = (name.clone(), leaf.path.clone());
        let value = leaf.value(&mut self.random);
        let (kind, type_name) = (*kind, self.types[*kind].name.clone());
        let (bits, way) = (self.random.next(), self.random.below(4));
        self.line(&match way {
            0 => format!("{{ {type_name} *at = &{name}; (*at){path} = {value}; }}"),
            1 => format!("write_B{kind}(&{name}, {position}, {bits:#x}ULL);"),
            _ => format!("{name}{path} = {value};"),
        });
        self.stored(object, position);
        let shown = self.types[kind].leaves[position].shown(&name);
        match self.random.below(3) {
            0 => self.line(&format!("out({shown});")),
            1 => self.line(&format!("out(read_B{kind}(&{name}, {position}));")),
            _ => {}
        }
    }

    fn stored(&mut self, object: usize, position: usize) {
        let kind = self.objects[object].kind;
        let leaves = &self.types[kind].leaves;
        let object = &mut self.objects[object];
        for (other, known) in leaves.iter().zip(&mut object.known) {
            *known &= !leaves[position].displaces(other);
        }
        object.known[position] = true;
        object.full = false;
    }
}
