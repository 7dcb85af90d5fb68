//! The programs are the same for the same seed, differ between seeds, and use
//! what they are there to use. That they compile, and run without undefined
//! behaviour, is seen where a compiler is at hand.

use raddle_generate::{
    NATIVE_SHIM, Subject, batch, hidden_program, library_program, sequential_program,
};

#[test]
fn the_seed_decides() {
    for seed in [0, 1, 77, u64::MAX] {
        assert_eq!(sequential_program(seed), sequential_program(seed));
        assert_ne!(sequential_program(seed), sequential_program(seed ^ 2));
    }
}

/// A file of many programs has what each of them has, under names of its own.
#[test]
fn programs_share_a_file() {
    for subject in [Subject::Language, Subject::Library] {
        let both = batch(subject, &[5, 6]);
        assert_eq!(both, batch(subject, &[5, 6]));
        for name in ["whole_program_p0(void)", "whole_program_p1(void)", "int main(void)"] {
            assert!(both.contains(name), "{name} is missing");
        }
        assert!(!batch(subject, &[5]).contains("_p1"));
    }
}

#[test]
fn hidden_values_are_hidden() {
    let program = hidden_program(7);
    assert!(program.contains(")opaque(ga_"));
    assert!(program.len() < sequential_program(7).len());
}

/// Braces and parentheses outside of literals match in every program.
#[test]
fn programs_are_well_nested() {
    for seed in 0..300 {
        let program = sequential_program(seed) + &library_program(seed);
        let mut open = Vec::new();
        let mut characters = program.chars();
        while let Some(character) = characters.next() {
            match character {
                '"' | '\'' => {
                    while let Some(inner) = characters.next().filter(|next| *next != character) {
                        if inner == '\\' {
                            characters.next();
                        }
                    }
                }
                '(' => open.push(')'),
                '[' => open.push(']'),
                '{' => open.push('}'),
                ')' | ']' | '}' => assert_eq!(open.pop(), Some(character), "seed {seed}"),
                _ => {}
            }
        }
        assert!(open.is_empty(), "seed {seed}");
    }
}

#[test]
fn everything_promised_occurs() {
    let all: String = (0..200).map(sequential_program).collect();
    for construct in [
        "_Atomic ",
        "_Thread_local ",
        "volatile ",
        "register ",
        "    static ",
        "goto ",
        "switch (",
        "case -",
        " ... ",
        "default:",
        "do\n",
        "while (",
        "continue;",
        "break;",
        "memcpy(&ga_",
        "memmove(",
        "memset(",
        "__sync_val_compare_and_swap",
        "__atomic_compare_exchange_n",
        "out(gather(",
        "out(descend(",
        "out(is_even(",
        "vla_",
        "turn(u_",
        "handlers[",
        "choose(",
        "struct Node *node_",
        "signed f",
        "unsigned : 0;",
        "float ",
        "double ",
        "enum Colour e_",
        "__builtin_expect",
        "offsetof(",
        "(unsigned long)p_",
        "<<=",
        "%=",
        " ? ",
        "\"weft\"",
        "__attribute__((packed))",
        "    _Alignas(16) ",
        "signed char f",
        "unsigned long long f3 : ",
        "realloc(heap_",
        "struct Bag *bag_",
        "__builtin_mul_overflow(",
        "__int128 x_",
        "goto *target_",
        "case 0: do {",
        "out(gather_structures(",
        "out((unsigned long long)sum_table(",
        "__builtin_alloca(",
        "atomic_float +=",
        "out(L\"",
        "struct Outer o_",
        "Vector a_",
        "Doubles a_",
        "out(old_style(",
        "unsigned long long many_",
        "struct Large {",
        "union { unsigned whole; float number;",
        " pass_",
        "(char first, ...)",
        "struct S0 (*volatile ",
        "__builtin_isunordered(",
        "out(KIND_OF(",
        "out(rotated_long(",
        "odd_floats[",
        "odd_integers[",
    ] {
        assert!(all.contains(construct), "{construct} never occurs");
    }
    assert!(NATIVE_SHIM.contains("__raddle_output"));
}

#[test]
fn calls_of_the_library_are_of_all_kinds() {
    assert_eq!(library_program(3), library_program(3));
    assert_ne!(library_program(3), library_program(4));
    let all: String = (0..60).map(library_program).collect();
    for call in
        ["isxdigit(", "strncpy(", "strsep(", "memmove(", "strtoull(", "snprintf(", "qsort(", "fmax"]
    {
        assert!(all.contains(call), "{call} is never called");
    }
}
