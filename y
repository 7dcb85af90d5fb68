#!/bin/sh
# The way in: builds Raddle, installs what is missing, and runs it or its tests.
# Plain POSIX sh; `./x` alone prints what it can do.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
manifest="$root/Cargo.toml"
oldest_clang=14

usage() {
    cat <<'EOF'
./x check FILE... [-- CLANG-ARG...]   look for bugs in a C program (./x check --help says more)
./x show ir FILE...                   any other command of raddle works the same way
./x check-proof DIR                   follow every step of what check --proof DIR has written
./x test                              run every check of this project
./x library                           compile the C library models again (library/*.c)
./x bless                             accept the current outputs as the expected ones
./x native [COUNT] [FIRST-SEED]       compare generated programs with compiled code
./x native thorough|symbolic|stress   the same for large programs, by the solver, with threads
./x fuzz [COUNT] [FIRST-SEED]         compare all engines on random programs with threads
./x fuzz-inputs [TARGET] [SECONDS]    damaged files and command lines for whatever reads them
./x bench                             measure the front-end and the engine explicit
./x bench paper000 [--only NAME]      run the rows of the ESBMC paper's tables 1 and 2
./x bench paper004 [--only PATTERN]   run the rows of the lazy sequentialisation paper, and its figures
./x bench tasks [--only PATTERN]      run verification tasks beside what other tools answered
./x bench grow                        draw how time grows with loops and threads (docs/plots)
./x bench formula                     compare the sizes of the engines' formulas
./x bench limits                      measure how exactly --time and --memory hold

The first call installs clang where it can and compiles everything, which takes a few
minutes; after that there is nothing to wait for.
EOF
}

say() { printf '%s\n' "x: $*" >&2; }
fail() {
    say "$@"
    exit 3
}
have() { command -v "$1" >/dev/null 2>&1; }

# ── What must be there ──────────────────────────────────────────────────────────

need_rust() {
    have cargo || fail "Rust is missing (no \`cargo\` on the PATH).
   Install it from https://rustup.rs, open a new shell, and try again."
    have cc || have gcc || have clang || install_packages gcc ||
        fail "a C compiler for linking is missing; please install gcc."
    have c++ || have g++ || have clang++ || install_packages g++ ||
        fail "a C++ compiler for the solver is missing; please install g++."
}

# The major version of a clang, or nothing.
clang_version() {
    "$1" --version 2>/dev/null | sed -n 's/.*clang version \([0-9]*\).*/\1/p' | head -n 1
}

# Prints every usable clang, one a line.
clangs() {
    for name in ${RADDLE_CLANG:-} clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 clang; do
        have "$name" || continue
        version=$(clang_version "$name")
        if [ "${version:-0}" -ge "$oldest_clang" ]; then echo "$name"; fi
    done
}

need_clang() {
    [ -n "$(clangs)" ] && return
    say "clang is missing; Raddle uses it to read C."
    install_packages clang || true
    [ -n "$(clangs)" ] || fail "could not install clang.
   Please install clang $oldest_clang or newer yourself (for example \`apt install clang\`),
   or point to one: RADDLE_CLANG=/path/to/clang ./x ..."
}

# Installs packages by whatever this system has. Fails where that is not possible.
install_packages() {
    if have apt-get; then
        as_root apt-get update -qq || true
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
    elif have dnf; then as_root dnf install -y "$@"
    elif have pacman; then as_root pacman -S --noconfirm --needed "$@"
    elif have apk; then as_root apk add "$@"
    elif have zypper; then as_root zypper --non-interactive install "$@"
    elif have brew; then brew install llvm
    else
        say "no package manager that I know was found."
        return 1
    fi >&2
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif have sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        say "running: sudo $*"
        sudo "$@"
    else
        say "this needs root: $*"
        return 1
    fi
}

# Two versions of clang, so that the tests can compare them.
want_two_clangs() {
    [ "$(clangs | grep -c 'clang-')" -ge 2 ] && return
    if have apt-get && { [ "$(id -u)" = 0 ] || have sudo; }; then
        for version in 14 19; do
            have "clang-$version" || install_packages "clang-$version" || true
        done
    fi
    [ "$(clangs | grep -c 'clang-')" -ge 2 ] ||
        say "note: only one version of clang here, so the tests cannot compare two."
}

# ── Commands ────────────────────────────────────────────────────────────────────

# Further arguments go to cargo.
build() {
    cargo build --release --locked --manifest-path "$manifest" -p raddle-cli "$@"
}

target_folder() {
    cargo metadata --no-deps --format-version 1 --manifest-path "$manifest" |
        sed 's/.*"target_directory":"\([^"]*\)".*/\1/'
}

raddle() {
    need_rust
    need_clang
    folder=$(target_folder)
    if [ -x "$folder/release/raddle" ]; then
        build --quiet
    else
        say "building Raddle for the first time; this takes a few minutes."
        build
    fi
    # Messages name the next command as the reader can type it.
    RADDLE_COMMAND=$0
    export RADDLE_COMMAND
    exec "$folder/release/raddle" "$@"
}

xtask() {
    cargo run --quiet --release --locked --manifest-path "$manifest" -p xtask -- "$@"
}

step() {
    say "$1"
    shift
    "$@" || fail "failed: $*"
}

run_tests() {
    need_rust
    need_clang
    want_two_clangs
    cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 ||
        fail "rustfmt or clippy is missing: rustup component add rustfmt clippy"
    cd "$root"
    step "formatting" cargo fmt --all --check
    step "lints" cargo clippy --quiet --release --locked --workspace --all-targets -- -D warnings
    step "tests" cargo test --quiet --release --locked --workspace
    if have cargo-deny; then
        step "dependencies (cargo deny)" cargo deny --log-level error check bans licenses sources
    else
        step "dependencies" xtask dependencies
    fi
    say "all is well"
}

case "${1:-help}" in
help | -h | --help)
    usage
    ;;
test)
    run_tests
    ;;
library)
    need_rust
    need_clang
    cd "$root"
    xtask library
    ;;
bless)
    need_rust
    need_clang
    cd "$root"
    RADDLE_BLESS=1 cargo test --quiet --release --locked --workspace
    say "renewed; look at \`git diff\` before you commit"
    ;;
native)
    need_rust
    need_clang
    shift
    cd "$root"
    xtask native "$@"
    ;;
fuzz)
    need_rust
    need_clang
    shift
    cd "$root"
    xtask fuzz "$@"
    ;;
fuzz-inputs)
    need_rust
    shift
    cd "$root"
    xtask fuzz-inputs "$@"
    ;;
bench)
    need_rust
    need_clang
    build --quiet
    shift
    cd "$root"
    xtask bench "$@"
    ;;
*)
    raddle "$@"
    ;;
esac
