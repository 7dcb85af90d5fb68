//! Drawing rows of tables by their weights, and how much a program is already.

use crate::random::Random;

use super::declarations::DECLARATIONS;
use super::tables::{Row, STATEMENTS, Use};
use super::tree::{Node, Piece, names};

/// The rows that are drawn often, and a few of the others.
pub(crate) fn some_statements(random: &mut Random) -> Vec<Row> {
    let mut rows = Vec::new();
    for row in STATEMENTS {
        let common = row.0 >= 4 || matches!(row.1, Use::Indeterminate);
        if common || random.chance(15) {
            rows.push((if common { row.0 } else { row.0 * 4 }, row.1, row.2));
        }
    }
    rows
}

/// How many accesses that other threads can notice, about; a loop counts for its rounds.
pub(crate) fn accesses_of(block: &[Node]) -> usize {
    block.iter().map(accesses).sum()
}

fn accesses(node: &Node) -> usize {
    let mut here = 0;
    let mut rounds = 1;
    for piece in &node.pieces {
        here += match piece {
            Piece::Text(text) => names(text).filter(|name| is_shared(name)).count(),
            Piece::Number(number) => {
                rounds = *number;
                0
            }
            Piece::Part(part) => accesses(part),
            Piece::Block(block) => accesses_of(block),
        };
    }
    here * rounds
}

fn is_shared(name: &str) -> bool {
    name == "given" || DECLARATIONS.iter().any(|row| row.names.contains(&name))
}

/// One of the rows, which must not be empty.
pub(crate) fn weighted<'all, T>(
    random: &mut Random,
    rows: &'all [T],
    weight: impl Fn(&T) -> usize,
) -> &'all T {
    let total: usize = rows.iter().map(&weight).sum();
    let mut left = random.below(total);
    for row in rows {
        if left < weight(row) {
            return row;
        }
        left -= weight(row);
    }
    &rows[0]
}
