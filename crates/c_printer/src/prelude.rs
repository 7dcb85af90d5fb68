//! What stands in front of the program: types, and what nondeterminism, assumptions
//! and assertions are in each dialect and in a compiled program.
//!
//! No header is included: there may be none for the other data model.

use std::fmt::Write;

use raddle_ir::Target;

use crate::Dialect;
use crate::types::{narrowed, storage, unsigned};

/// What the program that follows uses.
pub struct Uses {
    pub target: Target,
    /// Widths of nondeterministic values.
    pub choices: Vec<u16>,
    pub wide: bool,
    pub heap: bool,
    /// Asks for sizes of objects, which then have to be known.
    pub sizes: bool,
}

const HEAD: &str = "\
/* Compiled with -DRADDLE_NATIVE this is an ordinary program: it takes its nondeterministic
   values from the file that the environment variable RADDLE_CHOICES names, one
   hexadecimal number a line, and ends with 0, or 1: a check is violated, 3: too few values,
   4: an assumption does not hold. With RADDLE_MARKS set it says which marks it passes.
   Programs that compute fmod or sqrt need -lm. */
#if defined(__GNUC__) && !defined(__CPROVER__)
#pragma GCC diagnostic ignored \"-Warray-bounds\"
#endif
";

pub fn print(dialect: Dialect, uses: &Uses) -> String {
    let mut text = HEAD.to_string();
    text.push_str(&types(uses));
    text.push_str("#ifdef RADDLE_NATIVE\n");
    text.push_str(&native(uses));
    text.push_str("#else\n");
    text.push_str(&verified(dialect, uses));
    text.push_str("#endif\n\n");
    text.push_str("/* The mark that was passed last. */\nu64 raddle_at;\n\n");
    text.push_str(&choices(uses));
    if uses.heap {
        text.push_str(&heap(uses));
    }
    text
}

fn types(uses: &Uses) -> String {
    let bits = uses.target.pointer_bits;
    let mut text = String::from(
        "\
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;
",
    );
    let mut widths = vec!["8", "16", "32", "64"];
    if uses.wide {
        text.push_str("typedef unsigned __int128 u128;\ntypedef __int128 s128;\n");
        widths.push("128");
    }
    text.push_str("/* In memory: of any alignment, and aliases of all other types. */\n");
    for width in widths {
        let _ = writeln!(text, "typedef u{width} __attribute__((may_alias, aligned(1))) m{width};");
    }
    text.push_str("typedef char *__attribute__((may_alias, aligned(1))) mp;\n");
    let _ = writeln!(
        text,
        "typedef char raddle_pointers_have_{bits}_bits[sizeof(char *) == {} ? 1 : -1];\n",
        bits / 8
    );
    text
}

/// C's names for `size_t` and `ssize_t`.
fn sizes(target: Target) -> (&'static str, &'static str) {
    if target.pointer_bits == 32 { ("unsigned int", "int") } else { ("unsigned long", "long") }
}

const NATIVE: &str = "\
#define RADDLE_EXACT volatile
#define RADDLE_UNUSED static __attribute__((unused))
int open(const char *, int, ...);
SIGNED read(int, void *, SIZE);
SIGNED write(int, const void *, SIZE);
char *getenv(const char *);
void exit(int) __attribute__((noreturn));

RADDLE_UNUSED void raddle_say(const char *text)
{
    SIZE length = 0;
    while (text[length] != 0)
        length++;
    while (length > 0) {
        SIGNED done = write(2, text, length);
        if (done <= 0)
            exit(5);
        text += done;
        length -= (SIZE)done;
    }
}

RADDLE_UNUSED void raddle_output(u64 value)
{
    extern u64 raddle_at;
    char digits[24];
    int position = 23;
    raddle_at = value;
    if (!getenv(\"RADDLE_MARKS\"))
        return;
    digits[position] = 0;
    digits[--position] = '\\n';
    do
        digits[--position] = (char)('0' + value % 10);
    while ((value /= 10) != 0);
    raddle_say(digits + position);
}

RADDLE_UNUSED __attribute__((noreturn)) void raddle_stop(void)
{
    exit(0);
}

RADDLE_UNUSED void raddle_assume(int condition)
{
    if (!condition) {
        raddle_say(\"assumption does not hold\\n\");
        exit(4);
    }
}

RADDLE_UNUSED void raddle_check(int condition, const char *text)
{
    if (!condition) {
        raddle_say(\"violated: \");
        raddle_say(text);
        raddle_say(\"\\n\");
        exit(1);
    }
}

#define raddle_check_unwind raddle_check
";

const NATIVE_CHOICES: &str = "\
static int raddle_next_letter(char *letter)
{
    static int file = -1;
    static char buffer[4096];
    static SIGNED next, end;
    if (file < 0) {
        const char *name = getenv(\"RADDLE_CHOICES\");
        file = name ? open(name, 0) : -1;
    }
    if (next == end) {
        next = 0;
        end = file < 0 ? 0 : read(file, buffer, sizeof buffer);
        if (end <= 0)
            return end = 0;
    }
    *letter = buffer[next++];
    return 1;
}

static WORD raddle_next_choice(void)
{
    WORD value = 0;
    int digits = 0;
    char letter;
    while (raddle_next_letter(&letter)) {
        int digit = letter >= '0' && letter <= '9' ? letter - '0'
            : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
            : letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
        if (digit >= 0) {
            value = value << 4 | (WORD)digit;
            digits++;
        } else if (letter == 'x' || letter == 'X') {
            digits = 0;
        } else if (digits > 0) {
            return value;
        }
    }
    if (digits == 0) {
        raddle_say(\"too few values in the file that RADDLE_CHOICES names\\n\");
        exit(3);
    }
    return value;
}

";

fn native(uses: &Uses) -> String {
    let (size, signed) = sizes(uses.target);
    let mut text = NATIVE.replace("SIGNED", signed).replace("SIZE", size);
    if !uses.choices.is_empty() {
        let word = if uses.wide { "u128" } else { "u64" };
        text.push_str(&NATIVE_CHOICES.replace("SIGNED", signed).replace("WORD", word));
        for width in storages(&uses.choices) {
            let _ =
                writeln!(text, "#define raddle_any_u{width}() ((u{width})raddle_next_choice())");
        }
    }
    text
}

fn storages(widths: &[u16]) -> Vec<u16> {
    let mut storages: Vec<u16> = widths.iter().map(|width| storage(*width)).collect();
    storages.sort_unstable();
    storages.dedup();
    storages
}

const CBMC: &str = "\
#define raddle_output(value) ((void)(raddle_at = (value)))
#define raddle_stop() __CPROVER_assume(0)
#define raddle_assume(condition) __CPROVER_assume(condition)
#define raddle_check(condition, text) \\
    do { __CPROVER_assert(condition, text); __CPROVER_assume(condition); } while (0)
#define raddle_check_unwind raddle_check
#ifndef __CPROVER__
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
#endif
";

const ESBMC: &str = "\
#define raddle_output(value) ((void)(raddle_at = (value)))
#define raddle_stop() __ESBMC_assume(0)
#define raddle_assume(condition) __ESBMC_assume(condition)
#define raddle_check(condition, text) \\
    do { __ESBMC_assert(condition, text); __ESBMC_assume(condition); } while (0)
#define raddle_check_unwind raddle_check
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
";

const SV_COMP: &str = "\
#define raddle_output(value) ((void)(raddle_at = (value)))
#define raddle_stop() exit(0)
#define raddle_assume(condition) assume_abort_if_not(condition)
#define raddle_check(condition, text) \\
    do { if (!(condition)) { reach_error(); abort(); } } while (0)
/* A bound that is reached is no error. */
#define raddle_check_unwind(condition, text) assume_abort_if_not(condition)
extern void abort(void) __attribute__((noreturn));
extern void exit(int) __attribute__((noreturn));
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((noreturn));
void reach_error(void) { __assert_fail(\"0\", \"program.c\", 1, \"reach_error\"); }
void assume_abort_if_not(int condition) { if (!condition) { abort(); } }
";

fn verified(dialect: Dialect, uses: &Uses) -> String {
    let (body, prefix) = match dialect {
        Dialect::Cbmc => (CBMC, "nondet_"),
        Dialect::Esbmc => (ESBMC, "nondet_"),
        Dialect::SvComp => (SV_COMP, "__VERIFIER_nondet_"),
    };
    let mut text = format!("#define RADDLE_EXACT\n{body}");
    let (mut declared, mut defined) = (Vec::new(), String::new());
    for width in storages(&uses.choices) {
        let (name, kind) = match width {
            8 => ("uchar", "unsigned char"),
            16 => ("ushort", "unsigned short"),
            32 => ("uint", "unsigned int"),
            _ => ("ulonglong", "unsigned long long"),
        };
        let any = format!("{prefix}{name}()");
        let declaration = format!("extern {kind} {prefix}{name}(void);\n");
        if !declared.contains(&declaration) {
            declared.push(declaration);
        }
        let any = if width == 128 { format!("((u128){any} << 64 | {any})") } else { any };
        let _ = writeln!(defined, "#define raddle_any_u{width}() {any}");
    }
    text.extend(declared);
    text.push_str(&defined);
    text
}

/// One function a width, and one variable a type, to see the values in a trace.
fn choices(uses: &Uses) -> String {
    let mut text = String::new();
    for width in storages(&uses.choices) {
        let _ = writeln!(text, "u{width} raddle_choice_u{width};");
    }
    for width in &uses.choices {
        let kind = unsigned(*width);
        let value = narrowed(&format!("raddle_any_{kind}()"), *width);
        let _ = write!(
            text,
            "\nstatic {kind} raddle_nondet_{width}(void)\n{{\n    \
             raddle_choice_{kind} = {value};\n    return raddle_choice_{kind};\n}}\n"
        );
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Not to be inlined: compilers would warn about the program's use of its objects.
fn heap(uses: &Uses) -> String {
    let (size, _) = sizes(uses.target);
    let note = if uses.sizes { "    raddle_note(object, size);\n" } else { "" };
    let record = if uses.sizes {
        format!(
            "\
struct raddle_record {{
    char *start;
    {size} size;
    struct raddle_record *next;
}};
struct raddle_record *raddle_records;

static void raddle_note(char *start, {size} size)
{{
    struct raddle_record *record = malloc(sizeof *record);
    raddle_assume(record != 0);
    record->start = start;
    record->size = size;
    record->next = raddle_records;
    raddle_records = record;
}}

"
        )
    } else {
        String::new()
    };
    let forget = if uses.sizes {
        "    struct raddle_record *record;
    for (record = raddle_records; record != 0; record = record->next)
        if (record->start == object)
            record->size = 0;
"
    } else {
        ""
    };
    format!(
        "\
void *malloc({size});
void *calloc({size}, {size});
void free(void *);

{record}static __attribute__((noinline, unused)) char *raddle_allocate({size} size)
{{
    char *object = malloc(size);
    raddle_assume(object != 0);
{note}    return object;
}}

static __attribute__((noinline, unused)) char *raddle_allocate_zeroed({size} size)
{{
    char *object = calloc(1, size);
    raddle_assume(object != 0);
{note}    return object;
}}

static __attribute__((noinline, unused)) void raddle_free(char *object)
{{
{forget}    free(object);
}}

"
    )
}
