//! Damaged text: never a panic, never an endless loop, always an answer.

use raddle_frontend::llvm::ast::NodeId;
use raddle_frontend::llvm::layout::Layouts;
use raddle_frontend::llvm::read;

use crate::support::{fixture, fixtures};

/// A small generator of numbers (SplitMix64), so that every run is the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }
}

/// Reads, and looks at everything that is only parsed when asked for.
fn exercise(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Ok(module) = read(&text) else { return false };
    let layouts = Layouts::of_module(&module);
    for global in &module.globals {
        layouts.get(global.type_id);
    }
    let mut positions = module.metadata.positions();
    for number in 0..module.metadata.len() as u32 {
        module.metadata.node(NodeId(number));
        positions.find(NodeId(number));
    }
    true
}

fn mutate(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    const INTERESTING: &[u8] = b"(){}[]<>,=*!@%#\"\\:;.-0 9xic\n\0\xff";
    let position = numbers.below(bytes.len());
    match numbers.below(6) {
        0 => bytes[position] ^= 1 << numbers.below(8),
        1 => bytes[position] = INTERESTING[numbers.below(INTERESTING.len())],
        2 => {
            let length = numbers.below(40).min(bytes.len() - position);
            bytes.drain(position..position + length);
        }
        3 => bytes.truncate(position.max(1)),
        4 => {
            let line: Vec<u8> =
                bytes[position..].iter().copied().take_while(|byte| *byte != b'\n').collect();
            let at = numbers.below(bytes.len());
            bytes.splice(at..at, line);
        }
        _ => {
            // A whole line twice.
            let start = bytes[..position].iter().rposition(|byte| *byte == b'\n');
            let start = start.map_or(0, |newline| newline + 1);
            let rest = bytes[start..].iter().position(|byte| *byte == b'\n');
            let end = rest.map_or(bytes.len(), |length| start + length + 1);
            let line = bytes[start..end].to_vec();
            bytes.splice(start..start, line);
        }
    }
}

#[test]
fn damaged_text_is_survived() {
    let mut numbers = Numbers(20);
    let (mut accepted, mut refused) = (0, 0);
    for name in fixtures() {
        let original = fixture(&name).into_bytes();
        for _ in 0..150 {
            let mut bytes = original.clone();
            for _ in 0..=numbers.below(3) {
                mutate(&mut bytes, &mut numbers);
            }
            match exercise(&bytes) {
                true => accepted += 1,
                false => refused += 1,
            }
        }
    }
    // Both kinds must occur, else the test would show nothing.
    assert!(accepted > 100, "{accepted} texts were accepted");
    assert!(refused > 100, "{refused} texts were refused");
}

#[test]
fn every_prefix_of_a_text_is_survived() {
    for name in ["locals-14-unnamed", "cleanup-19-O0"] {
        let original = fixture(name).into_bytes();
        for length in 0..original.len() {
            exercise(&original[..length]);
        }
    }
}

#[test]
fn deep_nesting_is_refused_not_overflown() {
    for (open, close) in [("[1 x ", "]"), ("{ ", " }"), ("<{ ", " }>"), ("void (", ")*"), ("", "*")]
    {
        let nested = format!("{}i32{}", open.repeat(100_000), close.repeat(100_000));
        let refused = read(&format!("@a = external global {nested}\n")).is_err();
        assert_eq!(refused, !open.is_empty(), "{open}");
    }
    let value = format!("{}i32 0{}", "{ i32 } { ".repeat(100_000), " }".repeat(100_000));
    assert!(read(&format!("@a = global {value}\n")).is_err());
    let cast = format!("{}i64 0{}", "ptr inttoptr (i64 ptrtoint (".repeat(50_000), ")".repeat(9));
    assert!(read(&format!("@a = global {cast}\n")).is_err());
    let tuple = format!("!0 = {}{}\n", "!{".repeat(100_000), "}".repeat(100_000));
    let module = read(&tuple).expect("metadata is not looked into");
    assert!(module.metadata.node(NodeId(0)).is_some());
}
