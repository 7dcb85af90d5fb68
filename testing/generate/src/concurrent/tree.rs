//! The tree that a program is made of: pieces of C text with parts in between.
//!
//! A part is a value, a place (something that can be assigned to), a number or a
//! block of statements. There is no further grammar: what a statement is like is
//! said by the tables alone, and shrinking works on every one of them in the same
//! way. All values are integers, so that one can stand where another stood.

use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Statement,
    Value,
    Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) sort: Sort,
    pub(crate) pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    /// How often something is done; at least 1.
    Number(usize),
    Part(Node),
    Block(Vec<Node>),
}

impl Node {
    pub(crate) fn constant(value: usize) -> Node {
        Node::leaf(Sort::Value, &value.to_string())
    }

    pub(crate) fn leaf(sort: Sort, text: &str) -> Node {
        Node { sort, pieces: vec![Piece::Text(text.to_owned())] }
    }

    pub(crate) fn text(&self) -> String {
        self.pieces.iter().map(Piece::text).collect()
    }

    fn as_constant(&self) -> Option<usize> {
        match (self.sort, self.pieces.as_slice()) {
            (Sort::Value, [Piece::Text(text)]) => text.parse().ok(),
            (Sort::Value | Sort::Place | Sort::Statement, _) => None,
        }
    }

    /// Every simplification in `simpler` makes this less.
    pub(crate) fn weight(&self) -> usize {
        let parts: usize = self.pieces.iter().map(Piece::weight).sum();
        match self.sort {
            Sort::Statement => 4 + parts,
            Sort::Value => self.as_constant().map_or(6 + parts, |value| 1 + value.min(4)),
            Sort::Place => parts + plainness(&self.text()),
        }
    }

    /// The same with one thing simpler, in every possible way.
    fn simpler(&self) -> Vec<Node> {
        let mut results = Vec::new();
        if self.sort == Sort::Value {
            results.extend([0, 1].map(Node::constant));
            results.extend(self.values_within());
        }
        for (index, piece) in self.pieces.iter().enumerate() {
            for piece in piece.simpler() {
                let mut copy = self.clone();
                copy.pieces[index] = piece;
                results.push(copy);
            }
        }
        results.retain(|node| node.weight() < self.weight());
        results
    }

    fn values_within(&self) -> impl Iterator<Item = Node> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Part(part) if part.sort == Sort::Value => Some(part.clone()),
            Piece::Part(_) | Piece::Text(_) | Piece::Number(_) | Piece::Block(_) => None,
        })
    }

    /// The statements inside of this one; none if they need what is around them, as
    /// waiting needs its lock.
    fn body(&self) -> Vec<Node> {
        let text = self.text();
        if ["pthread_cond_wait", "cnd_wait"].iter().any(|wait| text.contains(wait)) {
            return Vec::new();
        }
        let mut body = Vec::new();
        for piece in &self.pieces {
            if let Piece::Block(block) = piece {
                body.extend(block.iter().cloned());
            }
        }
        body
    }

    /// Puts the other place where a place of that variable is.
    pub(crate) fn replace_variable(&mut self, variable: &str, by: &str) {
        if self.sort == Sort::Place && first_name(&self.text()) == variable {
            *self = Node::leaf(Sort::Place, by);
            return;
        }
        for piece in &mut self.pieces {
            match piece {
                Piece::Part(part) => part.replace_variable(variable, by),
                Piece::Block(block) => {
                    block.iter_mut().for_each(|node| node.replace_variable(variable, by));
                }
                Piece::Text(_) | Piece::Number(_) => {}
            }
        }
    }

    /// The variables of the places in it.
    pub(crate) fn variables(&self, found: &mut BTreeSet<String>) {
        if self.sort == Sort::Place {
            found.insert(first_name(&self.text()));
        }
        for piece in &self.pieces {
            match piece {
                Piece::Part(part) => part.variables(found),
                Piece::Block(block) => block.iter().for_each(|node| node.variables(found)),
                Piece::Text(_) | Piece::Number(_) => {}
            }
        }
    }
}

impl Piece {
    fn text(&self) -> String {
        match self {
            Piece::Text(text) => text.clone(),
            Piece::Number(number) => number.to_string(),
            Piece::Part(part) => part.text(),
            Piece::Block(block) => text_of(block),
        }
    }

    fn weight(&self) -> usize {
        match self {
            Piece::Text(_) => 0,
            Piece::Number(number) => *number,
            Piece::Part(part) => part.weight(),
            Piece::Block(block) => block.iter().map(Node::weight).sum(),
        }
    }

    fn simpler(&self) -> Vec<Piece> {
        match self {
            Piece::Text(_) => Vec::new(),
            Piece::Number(number) => (1..*number).map(Piece::Number).collect(),
            Piece::Part(part) => part.simpler().into_iter().map(Piece::Part).collect(),
            Piece::Block(block) => simpler_block(block).into_iter().map(Piece::Block).collect(),
        }
    }
}

/// The statements one after the other.
pub(crate) fn text_of(block: &[Node]) -> String {
    block.iter().map(Node::text).collect::<Vec<_>>().join(" ")
}

/// The block with one statement dropped, replaced by what is in it, or simpler.
pub(crate) fn simpler_block(block: &[Node]) -> Vec<Vec<Node>> {
    let mut results = Vec::new();
    let mut replaced = |index: usize, by: Vec<Node>| {
        let mut copy = block.to_vec();
        copy.splice(index..=index, by);
        results.push(copy);
    };
    for (index, statement) in block.iter().enumerate() {
        replaced(index, Vec::new());
        let body = statement.body();
        if !body.is_empty() {
            replaced(index, body);
        }
        for simpler in statement.simpler() {
            replaced(index, vec![simpler]);
        }
    }
    results
}

/// Places that shrinking turns to are light.
fn plainness(place: &str) -> usize {
    match place {
        "x" => 1,
        "y" => 2,
        _ => 4,
    }
}

/// The first name in a piece of C text.
pub(crate) fn first_name(text: &str) -> String {
    names(text).next().unwrap_or_default().to_owned()
}

/// All names in a piece of C text.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_ascii_alphanumeric() && character != '_')
        .filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_'))
}
