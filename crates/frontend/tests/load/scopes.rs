//! Variables of blocks end where their block is left; others do with their function.

use raddle_ir::{Function, Instruction, Program};

use crate::support::{LP64, count, function, with_program};

const KEEP: &str = "int *kept; void keep(int *p) { kept = p; }";

fn ends(program: &Program) -> usize {
    count(program, "main", |i| matches!(i, Instruction::StackRestore { .. }))
}

/// Allocations in the block in which the function starts.
fn at_the_start(program: &Program) -> usize {
    let entry = &function(program, "main").blocks.iter().collect::<Vec<_>>()[Function::ENTRY];
    let statements = entry.statements.iter();
    statements.filter(|it| matches!(it.instruction, Instruction::Allocate { .. })).count()
}

#[test]
fn a_known_variable_of_a_loop_body_is_new_in_each_round() {
    let source = format!(
        "{KEEP} int main(void) {{ for (int i = 0; i < 2; i++) {{ int x; keep(&x); }} return 0; }}"
    );
    with_program(LP64, &source, |program| {
        assert_eq!(ends(program), 1);
        let all = count(program, "main", |i| matches!(i, Instruction::Allocate { .. }));
        assert_eq!(at_the_start(program), all - 1);
    });
}

#[test]
fn all_ways_out_of_a_block_end_its_variables() {
    let source = format!(
        "{KEEP} int main(int n, char **v) {{
            while (n) {{ int x; keep(&x); if (n == 1) break; if (n == 2) return 3; n--; }}
            return *kept; }}"
    );
    with_program(LP64, &source, |program| assert!(ends(program) >= 1));
}

#[test]
fn what_nobody_knows_or_what_ends_with_the_function_stays_as_it_is() {
    for body in [
        "int x; keep(&x); if (*kept) return 1; return 0;",
        "for (int i = 0; i < 2; i++) { int x = i; x++; } return 0;",
        "goto in; { int x; in: x = 1; keep(&x); } return *kept;",
    ] {
        let source = format!("{KEEP} int main(void) {{ {body} }}");
        with_program(LP64, &source, |program| assert_eq!(ends(program), 0, "{body}"));
    }
}

#[test]
fn a_function_variable_beside_one_of_a_block_ends_with_the_function() {
    let source = format!(
        "{KEEP} int main(void) {{ int y; keep(&y); {{ int x; keep(&x); }} return *kept; }}"
    );
    with_program(LP64, &source, |program| assert_eq!(ends(program), 1));
}
