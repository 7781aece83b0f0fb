//! The grammar of a family of generators, as a shape of the kernel.

use everycase_kernel::{Alternative, At, Derivation, Derivations, Shape};

/// A part of a program: one of some ways to write it, each a text with a place `@` for each part in it.
#[derive(Clone, Debug)]
pub(super) struct Part(Vec<(&'static str, Vec<Part>)>);

/// Returns one of some texts without parts.
pub(super) fn one_of(texts: &[&'static str]) -> Part {
    Part(texts.iter().map(|text| (*text, Vec::new())).collect())
}

/// Returns a text with parts.
pub(super) fn with(text: &'static str, parts: &[Part]) -> Part {
    Part(vec![(text, parts.to_vec())])
}

impl Part {
    /// Returns this part or another one.
    pub(super) fn or(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    fn shape(&self) -> Shape {
        let ways = self.0.iter().map(|(text, parts)| Alternative::new(text, parts.iter().map(Part::shape)));
        Shape::choice(ways)
    }

    fn text(&self, at: At<'_>) -> String {
        let (text, parts) = &self.0[at.alternative()];
        let mut pieces = text.split('@');
        let mut all = pieces.next().unwrap_or_default().to_owned();
        for ((i, part), piece) in parts.iter().enumerate().zip(pieces) {
            all.push_str(&part.text(at.field(i)));
            all.push_str(piece);
        }
        all
    }

    /// Returns all texts of the part.
    pub(super) fn texts(&self) -> Vec<String> {
        let derivations = Derivations::new(self.shape());
        let mut all = Vec::new();
        let largest = derivations.largest_size().expect("it is finite").expect("it has values");
        for size in 0..=largest {
            let mut walk = derivations.of_size(size).expect("the shape is well-formed");
            while let Some(derivation) = walk.next() {
                let derivation: &Derivation = derivation;
                all.push(self.text(derivation.root()));
            }
        }
        all
    }
}
