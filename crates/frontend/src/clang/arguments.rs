//! What clang is told on its command line: how C is understood, which checks go in, and what text
//! that was preprocessed before needs.

use std::ffi::OsString;
use std::path::Path;

use super::CompileSettings;

/// The undefined behaviour that clang's own instrumentation makes visible: by a trap, or by a
/// call, so that two reasons of one instruction can be told apart (`lower/checks.rs`).
const TRAPPING: &str = "signed-integer-overflow,shift-exponent,array-bounds,vla-bound";
const CALLING: &str = "integer-divide-by-zero,shift-base";

/// By these arguments of the user the results of signed arithmetic wrap, as C leaves open, or do
/// not; new versions of clang check it all the same, if they are asked to.
const WRAPPING: [(&str, &str); 2] =
    [("-fwrapv", "-fno-wrapv"), ("-fno-strict-overflow", "-fstrict-overflow")];
const WRAPPED: &str = "signed-integer-overflow,shift-base";

/// A function cannot ask to be left out of the checks: the attribute is defined away.
const EXEMPTIONS: [&str; 2] = ["no_sanitize", "__no_sanitize__"];

/// How long an array at the end of a structure is, as its author says: to check it, clang reads
/// the member that says so, which the program does not.
const COUNTS: [&str; 2] = ["counted_by", "__counted_by__"];

/// A variable whose value is returned stays one of its function: clang would make it the object
/// that the caller gets, which lives on and may be known to others.
const OWN_RESULTS: &str = "-fno-elide-constructors";

/// Text that went through gcc's preprocessor has words of gcc's headers that clang does not know.
/// So that they can be told to it, it goes through clang's too, which knows no other macro then.
const GCC_ATTRIBUTE: &str = "__malloc__(...)=__malloc__";
/// Where another compiler preprocessed the same headers they declare these themselves.
const GCC_TYPES: [(&str, &str); 5] = [
    ("_Float32", "float"),
    ("_Float64", "double"),
    ("_Float32x", "double"),
    ("_Float64x", "long double"),
    ("_Float128", "__float128"),
];

/// What gcc's `<stdatomic.h>` is made of; clang refuses pointers to atomic objects there.
const GCC_ATOMICS: [&str; 10] = [
    "load",
    "store",
    "exchange",
    "compare_exchange",
    "fetch_add",
    "fetch_sub",
    "fetch_and",
    "fetch_or",
    "fetch_xor",
    "fetch_nand",
];

/// An array at the end of a structure has the size that it says, unless that is 0 or 1. Since
/// version 16 clang takes others for larger too, if it is not told otherwise, and does not check
/// them.
const STRICT_ARRAYS: &str = "-fstrict-flex-arrays=1";
const STRICT_ARRAYS_SINCE: u32 = 16;

/// All arguments for one file, or for LLVM text on standard input. Ours that must win
/// come after the user's.
pub(super) fn arguments(
    input: Option<&Path>,
    settings: &CompileSettings,
    inline_bodies: bool,
    version: Option<u32>,
) -> Vec<OsString> {
    let mut list: Vec<OsString> =
        language_arguments(settings).into_iter().map(OsString::from).collect();
    let mut add = |argument: &str| list.push(argument.into());
    if settings.sanitize && has_strict_arrays(version) {
        add(STRICT_ARRAYS);
    }
    for argument in &settings.arguments {
        add(argument);
    }
    if settings.sanitize && settings.optimise == 0 {
        for argument in checking_arguments(&settings.arguments) {
            add(&argument);
        }
    }
    if settings.scopes {
        add("-Xclang");
        add("-fsanitize-address-use-after-scope");
    }
    for argument in optimising_arguments(settings) {
        add(&argument);
    }
    if inline_bodies {
        add("-O1");
    }
    // Also without optimising clang would inline functions that ask for it, and with the call
    // goes what a function means by its name, and the end of its variables.
    if inline_bodies || settings.optimise == 0 {
        add("-Xclang");
        add("-disable-llvm-passes");
    }
    for argument in ["-g", "-fno-discard-value-names", "-S", "-emit-llvm", "-o", "-"] {
        add(argument);
    }
    match input {
        Some(path) => {
            if path.extension().is_some_and(|ending| ending == "i") {
                list.extend(rereading_arguments(path).into_iter().map(OsString::from));
            }
            list.push(operand(path));
        }
        None => list.extend(["-x", "ir", "-"].map(OsString::from)),
    }
    list
}

fn has_strict_arrays(version: Option<u32>) -> bool {
    version.is_some_and(|version| version >= STRICT_ARRAYS_SINCE)
}

/// Whether the arguments are the same for two versions.
pub(super) fn are_alike(one: Option<u32>, other: Option<u32>, settings: &CompileSettings) -> bool {
    !settings.sanitize || has_strict_arrays(one) == has_strict_arrays(other)
}

/// What makes clang put its checks in, and show what they need.
fn checking_arguments(users: &[String]) -> Vec<String> {
    let mut list = vec![
        format!("-fsanitize={TRAPPING},{CALLING}"),
        format!("-fsanitize-trap={TRAPPING}"),
        format!("-fno-sanitize-recover={CALLING}"),
        "-fno-sanitize-ignorelist".to_owned(),
        OWN_RESULTS.to_owned(),
    ];
    if wraps(users) {
        list.push(format!("-fno-sanitize={WRAPPED}"));
    }
    let ignored = EXEMPTIONS.iter().chain(&COUNTS);
    list.extend(ignored.map(|attribute| format!("-D{attribute}(...)=")));
    list
}

/// Whether signed arithmetic wraps: of each pair of arguments the last one counts, and the second
/// pair only where there is nothing of the first.
fn wraps(users: &[String]) -> bool {
    let last = |(yes, no): &(&str, &str)| {
        let argument = users.iter().rfind(|argument| *argument == yes || *argument == no);
        argument.map(|argument| argument == yes)
    };
    WRAPPING.iter().find_map(last).unwrap_or(false)
}

/// For text that was preprocessed before.
fn rereading_arguments(path: &Path) -> Vec<String> {
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let declares = |name: &str| text.contains(&format!("{name};"));
    let mut list: Vec<String> = ["-x", "c", "-undef"].map(str::to_owned).to_vec();
    list.push(format!("-D{GCC_ATTRIBUTE}"));
    let foreign = GCC_TYPES.iter().filter(|(name, _)| !declares(name));
    list.extend(foreign.map(|(name, meaning)| format!("-D{name}={meaning}")));
    list.extend(GCC_ATOMICS.map(|name| {
        let plain = "(__typeof__((void)0, *(p)) *)(p)";
        format!("-D__atomic_{name}(p, ...)=__atomic_{name}({plain}, __VA_ARGS__)")
    }));
    list
}

/// What decides how C is understood.
pub fn language_arguments(settings: &CompileSettings) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    let mut add = |argument: &str| list.push(argument.to_owned());
    add("-std=gnu11");
    add("-w");
    add("-ffp-contract=off");
    // Errors since clang 16, but common in old code; unknown names are ignored.
    for lenient in [
        "implicit-function-declaration",
        "implicit-int",
        "int-conversion",
        "incompatible-pointer-types",
        "incompatible-function-pointer-types",
        "return-mismatch",
    ] {
        add(&format!("-Wno-error={lenient}"));
    }
    if settings.target.pointer_bits == 32 {
        add("-m32");
    } else {
        add("-m64");
    }
    list
}

/// How far the program is optimised, whatever the user's own arguments say: they are often those
/// with which it is built.
pub fn optimising_arguments(settings: &CompileSettings) -> Vec<String> {
    let level = settings.optimise.min(3);
    let mut list = vec![format!("-O{level}")];
    if level > 0 {
        // Vectors wider than our values would only end in "unsupported".
        list.extend(["-fno-vectorize", "-fno-slp-vectorize"].map(str::to_owned));
        // For code at a fixed address, tables of pointers stay tables of pointers
        // instead of distances between objects, which are no constants here.
        list.push("-fno-pic".to_owned());
    }
    list
}

/// A file name that clang cannot mistake for an option, or for a file of options.
pub fn operand(path: &Path) -> OsString {
    if matches!(path.as_os_str().as_encoded_bytes().first(), Some(b'-' | b'@')) {
        Path::new(".").join(path).into_os_string()
    } else {
        path.as_os_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_are_no_options() {
        assert_eq!(operand(Path::new("-x.c")), OsString::from("./-x.c"));
        assert_eq!(operand(Path::new("@x.c")), OsString::from("./@x.c"));
        assert_eq!(operand(Path::new("a/x.c")), OsString::from("a/x.c"));
    }
}
