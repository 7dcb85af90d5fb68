//! The text form: what people read, what tests are written in, and what the
//! compiled library is stored as. `parse(print(program))` is the program again,
//! up to the text of its source files, which is not part of the form.
//!
//! ```text
//! raddle-ir 1 target 64 entry f0
//! file0 "lost_update.c"
//! t0 base int 4 signed
//! g0 global counter 4 align 4 of t0 @3:5 = {0: "\02\00\00\00"}
//! f0 function main(r0.argc:i32, r1.argv:ptr) -> i32 @7:1 {
//! b0:
//!   r2.x:ptr = allocate stack 4:i64 as x of t0
//!   store i32 r2 = 7:i32 @8:3
//!   r3:i32 = load i32 g0
//!   r4:i1 = equal r3, 2:i32 @:11
//!   branch r4 then b1(r3) else b1(-1:i32)
//! b1(r5:i32):
//!   return r5 @9:1
//! }
//! ```
//!
//! - Entities are their numbers with a letter: `file0`, `t0` (a C type), `g0`,
//!   `f0`, `b0`, `r0`. Each may be followed by `.name`. Where a register is first
//!   defined the name is its name, and its type stands behind it; elsewhere a
//!   name is an ornament that the parser skips.
//! - A name is a word (`[A-Za-z_][A-Za-z0-9_.$]*`) or a quoted string. In strings
//!   `\\`, `\"`, `\n`, `\t` and `\hh` (two hexadecimal digits: a byte) are
//!   escapes.
//! - A constant is its value and width, `5:i32` or `-1:i8`; of width 1 `true` and
//!   `false`. A value that was never written is `undefined:i32`.
//! - A location is written where it changes: `@file:line:column`, `@line:column`
//!   in the same file, `@:column` on the same line, `@-` for none. The first one
//!   of a body is compared with that of the function itself.
//! - A semicolon starts a comment, which ends with the line. Line ends mean
//!   nothing else. A number with a colon before a statement is skipped.
//!
//! The library is parsed at every start of the tool: so one pass over bytes, no
//! tokens in between, no recursion, and only those functions that are asked for
//! (`deferred`).

mod cursor;
mod deferred;
mod parse;
mod parse_body;
mod parse_instruction;
mod print;
mod print_instruction;
mod quote;

pub use cursor::ParseError;
pub use deferred::{Deferred, parse_heads};
pub use parse::parse;
pub use print::Printer;
