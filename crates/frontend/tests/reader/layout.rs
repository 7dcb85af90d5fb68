//! Sizes and offsets, compared with what the C compiler says.

use raddle_frontend::llvm::ast::{Module, TypeId};
use raddle_frontend::llvm::layout::Layouts;
use raddle_frontend::llvm::read;

use crate::support::{fixture, module};

const X86_64: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const I386: &str =
    "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

/// Reads types by declaring a global of each.
fn with_types(data_layout: &str, types: &[&str], check: impl Fn(&Layouts, &[TypeId])) {
    let mut text = format!("target datalayout = \"{data_layout}\"\n%s = type {{ i8, i64, i16 }}\n");
    for (position, each) in types.iter().enumerate() {
        text += &format!("@g{position} = external global {each}\n");
    }
    let module = module("types", &text);
    let ids: Vec<TypeId> = module.globals.iter().map(|global| global.type_id).collect();
    check(&Layouts::of_module(&module), &ids);
}

fn sizes(data_layout: &str, types: &[(&str, u64, u64)]) {
    let names: Vec<&str> = types.iter().map(|(name, ..)| *name).collect();
    with_types(data_layout, &names, |layouts, ids| {
        for ((name, size, alignment), id) in types.iter().zip(ids) {
            assert_eq!(layouts.size(*id), Some(*size), "size of {name}");
            assert_eq!(layouts.alignment(*id), Some(*alignment), "alignment of {name}");
        }
    });
}

#[test]
fn sizes_on_64_bits() {
    sizes(
        X86_64,
        &[
            ("i1", 1, 1),
            ("i8", 1, 1),
            ("i24", 4, 4),
            ("i64", 8, 8),
            ("i128", 16, 16),
            ("ptr", 8, 8),
            ("float", 4, 4),
            ("double", 8, 8),
            ("x86_fp80", 16, 16),
            ("fp128", 16, 16),
            ("half", 2, 2),
            ("[3 x i16]", 6, 2),
            ("[0 x i32]", 0, 4),
            ("<4 x i32>", 16, 16),
            ("<3 x i32>", 16, 16),
            ("<2 x i8>", 2, 2),
            ("<8 x i1>", 1, 1),
            ("%s", 24, 8),
            ("<{ i8, i64, i16 }>", 11, 1),
            ("{ i8, %s, i8 }", 40, 8),
            ("{}", 0, 1),
        ],
    );
}

#[test]
fn sizes_on_32_bits() {
    sizes(
        I386,
        &[
            ("i64", 8, 4),
            ("i128", 16, 16),
            ("ptr", 4, 4),
            ("double", 8, 4),
            ("x86_fp80", 12, 4),
            ("%s", 16, 4),
            ("{ i32, double }", 12, 4),
            ("[2 x { i8, ptr }]", 16, 4),
        ],
    );
}

#[test]
fn sixteen_bytes_were_aligned_to_eight_before_clang_18() {
    let old = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128";
    sizes(old, &[("i128", 16, 8), ("{ i8, i128 }", 24, 8)]);
}

#[test]
fn offsets_and_store_sizes() {
    with_types(X86_64, &["%s", "x86_fp80", "i20"], |layouts, ids| {
        let offset = |field| layouts.field_offset(ids[0], field);
        assert_eq!(
            [offset(0), offset(1), offset(2), offset(3)],
            [Some(0), Some(8), Some(16), None]
        );
        assert_eq!(layouts.get(ids[1]).expect("is sized").store_size, 10);
        let odd = layouts.get(ids[2]).expect("is sized");
        assert_eq!((odd.bits, odd.store_size, odd.size), (20, 3, 4));
        assert_eq!(layouts.pointer_bits, 64);
    });
}

/// The size in bits that debug information gives for `struct record`.
#[test]
fn agrees_with_the_debug_information() {
    for (name, size) in [
        ("debugging-14-O0", 88),
        ("debugging-19-O0", 88),
        ("debugging-14-m32", 52),
        ("debugging-19-m32", 52),
    ] {
        let text = fixture(name);
        let module: Module<'_> = module(name, &text);
        let wanted = "name: \"record\"";
        assert!(text.lines().any(|line| {
            line.contains(wanted) && line.contains(&format!("size: {},", size * 8))
        }));
        let (id, _) = module
            .types
            .iter()
            .find(|(id, _)| module.types.describe(*id) == "%struct.record")
            .expect("the structure is there");
        assert_eq!(Layouts::of_module(&module).size(id), Some(size), "{name}");
    }
}

#[test]
fn types_without_a_size() {
    let text = "%o = type opaque\n%self = type { i32, %self }\n%a = type { [4611686018427387904 x i64] }\n\
         @a = external global %o\n@b = external global %self\n@c = external global %a\n\
         @d = external global [18446744073709551615 x i8]\n@e = external global <vscale x 4 x i32>\n";
    let module = read(text).expect("is readable");
    let layouts = Layouts::of_module(&module);
    for global in &module.globals {
        assert_eq!(layouts.get(global.type_id), None);
    }
}

/// A structure of two of the next, sixty times: 2^60 fields, but few types.
#[test]
fn shared_structures_are_computed_once() {
    let mut text = String::new();
    for level in 0..60 {
        text += &format!("%s{level} = type {{ %s{0}, %s{0} }}\n", level + 1);
    }
    text += "%s60 = type { i8 }\n@a = external global %s40\n";
    let module = read(&text).expect("is readable");
    let layouts = Layouts::of_module(&module);
    assert_eq!(layouts.size(module.globals[0].type_id), Some(1 << 20));
}
