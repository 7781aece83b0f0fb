//! Code that the targets share: decisions read from bytes, and examples with a few tokens
//! exchanged.

use pun::source::FileId;
use pun::syntax::{self, Element, Node, TokenKind};

/// Programs of every kind.
const EXAMPLES: [&str; 14] = [
    include_str!("../../../../examples/bst.pun"),
    include_str!("../../../../examples/compiler.pun"),
    include_str!("../../../../examples/functions.pun"),
    include_str!("../../../../examples/generators.pun"),
    include_str!("../../../../examples/queue.pun"),
    include_str!("../../../../examples/red-black.pun"),
    include_str!("../../../../examples/reg-exp.pun"),
    include_str!("../../../../examples/sorting.pun"),
    include_str!("../../../../examples/stlc.pun"),
    include_str!("../../../../examples/streams.pun"),
    include_str!("../../tests/transcripts/faults.pun"),
    include_str!("../../tests/transcripts/lazy.pun"),
    include_str!("../../tests/transcripts/values.pun"),
    include_str!("../../tests/types/good.pun"),
];

/// Decisions, read from bytes; where these end, 0.
pub struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// The decisions that bytes say.
    pub fn new(rest: &'a [u8]) -> Self {
        Self { rest }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.rest.split_first().unwrap_or((&0, &[]));
        self.rest = rest;
        *first
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        let number = usize::from(self.byte()) << 8 | usize::from(self.byte());
        number % end.max(1)
    }

    /// Have the bytes ended?
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }
}

/// An example in which a few tokens are left out, doubled or exchanged for others of the same kind.
pub fn mutated(bytes: &mut Bytes<'_>) -> String {
    let text = EXAMPLES[bytes.below(EXAMPLES.len())];
    let parse = syntax::parse(FileId(0), text);
    let mut tokens = Vec::new();
    leaves(parse.syntax.root(), &mut tokens);
    let places: Vec<usize> = (0..tokens.len()).filter(|place| !tokens[*place].0.is_trivia()).collect();
    for _ in 0..bytes.below(6) {
        let place = places[bytes.below(places.len())];
        let kind = tokens[place].0;
        match bytes.byte() % 8 {
            0 => tokens[place].1.clear(),
            1 => {
                let again = tokens[place].1.clone();
                tokens[place].1.push(' ');
                tokens[place].1.push_str(&again);
            }
            2 => tokens[place].1 = tokens[places[bytes.below(places.len())]].1.clone(),
            3 if kind == TokenKind::Integer => tokens[place].1 = bytes.below(300).to_string(),
            _ => {
                let same: Vec<usize> =
                    places.iter().copied().filter(|other| are_alike(tokens[*other].0, kind)).collect();
                tokens[place].1 = tokens[same[bytes.below(same.len())]].1.clone();
            }
        }
    }
    tokens.into_iter().map(|(_, text)| text).collect()
}

/// May one token stand where the other does, as far as the grammar goes?
fn are_alike(one: TokenKind, other: TokenKind) -> bool {
    let operator = |kind| {
        use TokenKind as T;
        match kind {
            T::Equal | T::NotEqual | T::Less | T::LessEqual | T::Greater | T::GreaterEqual => 1,
            T::Plus | T::Minus | T::Star | T::Div | T::Mod => 2,
            T::And | T::Or | T::Implies => 3,
            T::True | T::False => 4,
            _ => 0,
        }
    };
    one == other || operator(one) != 0 && operator(one) == operator(other)
}

fn leaves(node: Node<'_>, out: &mut Vec<(TokenKind, String)>) {
    for element in node.elements() {
        match element {
            Element::Node(child) => leaves(child, out),
            Element::Leaf(leaf) => out.push((leaf.kind(), leaf.text().to_owned())),
        }
    }
}
