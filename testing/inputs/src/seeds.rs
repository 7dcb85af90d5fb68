//! Good inputs, which are damaged. The LLVM texts are our own programs in `seeds/`, as two
//! versions of clang print them; everything else is made from them, so that it follows
//! the formats when these change.

use clap::CommandFactory;

use crate::llvm_text::load;
use crate::trace_json::{file_of, program};
use crate::walk::walk;
use raddle_cli::options::Cli;

/// The program that traces are replayed on.
pub(crate) const TRACED: &str = include_str!("../seeds/threads-19.ll");

const LLVM: [&str; 8] = [
    TRACED,
    include_str!("../seeds/threads-14.ll"),
    include_str!("../seeds/values-14.ll"),
    include_str!("../seeds/values-19.ll"),
    include_str!("../seeds/memory-14.ll"),
    include_str!("../seeds/memory-19.ll"),
    SMALL_TYPED,
    SMALL_OPAQUE,
];

/// Small ones are tried more often in the same time.
const SMALL_TYPED: &str = r#"target datalayout = "e-p:32:32"
%pair = type { i32, [2 x i8]*, %pair* }
@pair = global %pair { i32 -7, [2 x i8]* @text, %pair* @pair }, align 8
@text = internal constant [2 x i8] c"\0Ab"
define i32 @main(i32 %0, i8** %1) {
  %3 = getelementptr inbounds %pair, %pair* @pair, i32 0, i32 1
  %4 = load [2 x i8]*, [2 x i8]** %3, align 4
  %5 = icmp slt i32 %0, 5
  br i1 %5, label %loop, label %7
loop:
  %6 = phi i32 [ 0, %2 ], [ %6, %loop ]
  switch i32 %6, label %loop [ i32 1, label %7 i32 -2, label %loop ]
7:
  %8 = select i1 %5, i32 %0, i32 undef
  ret i32 %8
}
"#;
const SMALL_OPAQUE: &str = r#"@shared = dso_local global i32 0, align 4
@table = constant [2 x ptr] [ptr @add, ptr getelementptr inbounds (i8, ptr @shared, i64 2)]
define i64 @add(i64 %a, <2 x i16> %v) {
entry:
  %wide = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %a, i64 7)
  %sum = extractvalue { i64, i1 } %wide, 0
  %lane = extractelement <2 x i16> %v, i32 1
  %more = sext i16 %lane to i64
  %all = add nsw i64 %sum, %more
  ret i64 %all
}
define i32 @main() {
  %local = alloca { i8, [3 x double] }, align 16
  %old = atomicrmw add ptr @shared, i32 1 seq_cst
  %pair = cmpxchg weak ptr @shared, i32 %old, i32 9 acq_rel monotonic
  store double 0x400921FB54442D18, ptr %local
  call void @llvm.memset.p0.i64(ptr %local, i8 1, i64 16, i1 false)
  %f = load double, ptr %local
  %n = fptosi double %f to i128
  %t = trunc i128 %n to i32
  %r = call i64 @add(i64 3, <2 x i16> <i16 1, i16 -1>)
  ret i32 %t
}
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"#;

/// What the compiled seeds do not show.
const IR: &str = r#"raddle-ir 1 target 32 entry f0
file0 "a file.c"
t0 base int 4 signed
t1 pointer t0
t2 structure pair 8 {a 0 32 t0, b 32 3 t1}
t3 array t2 5
t4 enumeration - 4 {red 0, green -7}
t5 alias word t0
g0 global counter 4 align 4 of t0 @3:5 = {0: "\02\00\00\00"}
g1 global "odd name" 24 align 8 constant library = {0: "a\n\"", 8: g0.counter+2, 16: f1.worker}
g2 global own 8 align 8 thread_local
f0 function main(r0.argc:i32, r1.argv:ptr) -> i32 @7:1 {
b0:
  r2.x:ptr = allocate stack 4:i32 as x of t0
  store i32 r2.x = 7:i32 @8:3
  r3:i32 = load atomic volatile i32 g0.counter
  r4:i32 = spawn f1, r2
  r5:i1 = equal r3, 2:i32 @:11
  branch r5 then b1(r3) else b1(-5:i32) @-
b1(r7:i32):
  check assert r5 "counter == 2"
  switch r7 {0:i32 b1(r3), default b2}
b2:
  return r7
}
f1 function worker(r0:ptr) library {
b0:
  atomic_begin
  r1:i32 = load i32 g0
  r2:i1 = equal r1, 0:i32
  r3:i1 = await r2
  store i32 g0 = 1:i32
  atomic_end
  return
}
"#;

/// Clauses, steps and answers; and facts about an order with what follows from them.
const CERTIFICATES: [&str; 2] = [
    "raddle proof 1\ni 1 1 2 0\ni 2 1 -2 0\ni 3 -1 0\nl 4 1 0 1 2 0\nl 5 0 4 3 0\nu 5 0\nd 1 2 0\n",
    "raddle proof 1\nf 0 1\nf 1 2\np 2 0 7\nt 1 -7 0\ni 2 4 5 0\ng 2 3 4\nw 3 0 5\nr 0 2 6\n\
     p 0 3 8\nt 3 -4 8 0\nu 1 9 0\n",
];

const COMMAND_LINES: [&str; 10] = [
    "check main.c",
    "check --check race,deadlock --preemptions 2 --time 1.5m --memory 2g a.c b.c -- -Iinclude -DN=2",
    "check --engine lazy --unwind 3 --unwind-loop main.0=7 --format json --quiet main.c",
    "check --engine bmc --solver z3 --data-model ilp32 --trace bug.json --color always x.c",
    "check --engine mu --rounds 4 --granularity statement --optimise 3 --sv-comp --verbose m.i",
    "show tree --format svg --contexts 2 --granularity statement main.c",
    "show loops main.c",
    "sequentialise --engine lazyseq --rounds 3 --unwind 2 main.c -o main_seq.c --backend 'cbmc {}'",
    "replay bug.json main.c --full-trace",
    "completions bash",
];

pub(crate) fn llvm() -> Vec<Vec<u8>> {
    LLVM.iter().map(|text| text.as_bytes().to_vec()).collect()
}

pub(crate) fn ir() -> Vec<Vec<u8>> {
    let programs = LLVM.iter().filter_map(|text| load(text).ok());
    let texts = programs.map(|program| program.to_string());
    texts.chain([IR.to_owned()]).map(String::into_bytes).collect()
}

/// Failing runs of several walks, of each kind of failure the first ones.
pub(crate) fn traces() -> Vec<Vec<u8>> {
    let Some(ready) = program() else {
        return Vec::new();
    };
    let runs = (0..40).flat_map(|seed| walk(ready, seed, 100));
    runs.filter_map(|run| Some(file_of(ready, &run)?.into_bytes())).collect()
}

pub(crate) fn certificates() -> Vec<Vec<u8>> {
    CERTIFICATES.iter().map(|text| text.as_bytes().to_vec()).collect()
}

pub(crate) fn options() -> Vec<Vec<u8>> {
    COMMAND_LINES.iter().map(|line| line.replace(' ', "\n").into_bytes()).collect()
}

pub(crate) fn llvm_words() -> Vec<String> {
    let words = "i1 i8 i16 i24 i64 i65 i127 i128 i129 half float double fp128 x86_fp80 ptr void \
        label metadata token opaque undef poison zeroinitializer null true false none inbounds \
        sdiv urem shl ashr fneg frem udiv ult sge uno addrspacecast ptrtoint inttoptr bitcast \
        extractvalue insertvalue extractelement insertelement shufflevector vscale va_arg freeze \
        indirectbr callbr invoke unreachable switch phi select musttail byval sret inalloca \
        thread_local external weak common appending alias ifunc align addrspace atomicrmw \
        cmpxchg fence blockaddress asm constant global type target datalayout distinct";
    words.split_whitespace().map(str::to_owned).collect()
}

pub(crate) fn ir_words() -> Vec<String> {
    let words = "load store update compare_exchange copy fence allocate free stack_save \
        stack_restore object_size thread_local_address variadic_area call nondet assume check \
        output current_thread spawn await atomic_begin atomic_end unsupported jump branch switch \
        return thread_exit stop undefined ptr f32 f64 i1 i8 i16 i64 i127 i128 atomic volatile weak \
        stack heap zeroed true false library kept thread_local constant registers spurious timed";
    words.split_whitespace().map(str::to_owned).collect()
}

pub(crate) fn trace_words() -> Vec<String> {
    let words = "assert reach deadlock race memory leak overflow division shift unwind value \
        by_itself object thread choices true false null 0:i1 1:i8 5:i32 255:i8 1:i129 0:i0";
    words.split_whitespace().map(str::to_owned).collect()
}

pub(crate) fn certificate_words() -> Vec<String> {
    "i l t d u f g w r p 2147483647 -2147483648".split_whitespace().map(str::to_owned).collect()
}

/// What the options themselves are called, and what they take.
pub(crate) fn option_words() -> Vec<String> {
    let mut words: Vec<String> = "-- - -q -v -o 1e9 0.5ms 1h 99999999999999h 5k 2g all nan inf = ,"
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    for command in Cli::command().get_subcommands() {
        words.push(command.get_name().to_owned());
        for argument in command.get_arguments() {
            words.extend(argument.get_long().map(|name| format!("--{name}")));
            let values = argument.get_possible_values();
            words.extend(values.iter().map(|value| value.get_name().to_owned()));
        }
    }
    words
}
