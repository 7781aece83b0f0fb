//! Distinct failures: each failing input is shrunk. Two failures have the same cause if they have the same finding and the shrunk
//! form of one needs no constructor that the other does not have.
//!
//! The collector of `everycase-check` does not replace this: it groups a failure by its kind and site alone, whereas here an input
//! can have several findings, and a later, smaller input can merge causes that were apart.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use everycase::space::{Derivation, SpaceError};
use everycase::{Enumerable, Space};

use super::{At, Finding, Phase, Subject};

/// How long one input may be made smaller.
const SHRINKING: Duration = Duration::from_secs(5);

/// This many inputs with the same finding are made small at each size, even if a known cause could explain them: a larger
/// input may hold a known cause by chance, and fail for another reason.
const DOUBTED: u32 = 2;

/// All causes found so far.
pub struct Catalogue<S: Subject> {
    subject: S,
    /// The type's own space, which writes inputs as source.
    whole: Space<S::Input>,
    causes: Vec<Cause>,
    /// The findings doubted at this place of the search.
    doubted: Vec<(Finding, u32)>,
    at: Option<At>,
}

/// Why inputs fail.
#[derive(Debug, Clone)]
pub struct Cause {
    /// What goes wrong.
    pub finding: Finding,
    /// The constructors of the smallest input.
    pub constructors: BTreeSet<String>,
    /// Its size.
    pub size: u32,
    /// The smallest input for a reader.
    pub lines: Vec<String>,
    /// Of the search through all inputs.
    pub exhaustive: Tally,
    /// Of the samples.
    pub sampled: Tally,
}

/// How often a cause has been met.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    /// The smallest size at which it was met, and among which kind of input.
    pub first: Option<(u32, &'static str)>,
    /// By this many inputs.
    pub inputs: u64,
}

impl Tally {
    fn add(&mut self, at: At) {
        let own = (at.size, at.kind);
        self.first = Some(self.first.map_or(own, |first| first.min(own)));
        self.inputs += 1;
    }

    fn join(&mut self, other: Self) {
        self.first = [self.first, other.first].into_iter().flatten().min();
        self.inputs += other.inputs;
    }
}

impl<S: Subject> Catalogue<S> {
    /// Nothing found yet.
    pub fn new(subject: S) -> Self {
        Self { subject, whole: S::Input::space(), causes: Vec::new(), doubted: Vec::new(), at: None }
    }

    /// Returns what is searched.
    pub fn subject(&self) -> &S {
        &self.subject
    }

    /// Returns the causes, in the order in which they were found.
    pub fn causes(&self) -> &[Cause] {
        &self.causes
    }

    /// Writes down that an input fails. What is returned is the cause, if it is a new one.
    ///
    /// # Errors
    /// When the input is not of the space.
    pub fn record(
        &mut self,
        space: &Space<S::Input>,
        at: At,
        input: &S::Input,
        finding: &Finding,
    ) -> Result<Option<&Cause>, SpaceError> {
        if self.at != Some(at) {
            self.at = Some(at);
            self.doubted.clear();
        }
        if !self.doubt(finding) {
            let constructors = self.constructors(input)?;
            let known = self
                .causes
                .iter_mut()
                .find(|cause| cause.finding == *finding && cause.constructors.is_subset(&constructors));
            if let Some(known) = known {
                known.tally(at.phase).add(at);
                return Ok(None);
            }
        }
        let smallest = self.minimise(space, &space.encode(input)?, finding)?;
        let input = space.decode(&smallest);
        let constructors = self.constructors(&input)?;
        let alike = |cause: &Cause| cause.finding == *finding && cause.constructors.is_subset(&constructors);
        if let Some(known) = self.causes.iter_mut().find(|cause| alike(cause)) {
            known.tally(at.phase).add(at);
            return Ok(None);
        }
        let mut cause = Cause {
            finding: finding.clone(),
            size: smallest.size(),
            lines: self.subject.show(&input, finding),
            exhaustive: Tally::default(),
            sampled: Tally::default(),
            constructors,
        };
        cause.tally(at.phase).add(at);
        // Larger forms of the same, found earlier, were this cause.
        self.causes.retain(|larger| {
            let same = larger.finding == cause.finding && cause.constructors.is_subset(&larger.constructors);
            if same {
                cause.exhaustive.join(larger.exhaustive);
                cause.sampled.join(larger.sampled);
            }
            !same
        });
        self.causes.push(cause);
        Ok(self.causes.last())
    }

    /// Returns the constructors that tell inputs apart.
    fn constructors(&self, input: &S::Input) -> Result<BTreeSet<String>, SpaceError> {
        let mut all = constructors(&self.whole.source(&self.whole.encode(input)?));
        all.retain(|constructor| !self.subject.is_frame(constructor));
        Ok(all)
    }

    /// Returns whether this input is to be made small, whatever is known.
    fn doubt(&mut self, finding: &Finding) -> bool {
        if let Some((_, times)) = self.doubted.iter_mut().find(|(doubted, _)| doubted == finding) {
            *times += 1;
            return *times <= DOUBTED;
        }
        self.doubted.push((finding.clone(), 1));
        true
    }

    fn minimise(
        &self,
        space: &Space<S::Input>,
        derivation: &Derivation,
        finding: &Finding,
    ) -> Result<Derivation, SpaceError> {
        let end = Instant::now() + SHRINKING;
        space.derivations().shrink(derivation, |candidate| {
            if Instant::now() > end {
                return ControlFlow::Break(());
            }
            let input = space.decode(candidate);
            ControlFlow::Continue(self.subject.check(&input).contains(finding))
        })
    }
}

impl Cause {
    fn tally(&mut self, phase: Phase) -> &mut Tally {
        match phase {
            Phase::Exhaustive => &mut self.exhaustive,
            Phase::Sampled => &mut self.sampled,
        }
    }
}

/// Returns the constructors in a Rust expression: `Type::Variant` and `Struct`, but nothing inside its strings and
/// characters.
fn constructors(source: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut chars = source.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        match c {
            '"' => {
                while let Some((_, c)) = chars.next() {
                    match c {
                        '\\' => drop(chars.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '\'' => {
                // A character, escaped or not: the derive writes no lifetimes.
                let escaped = chars.next().is_some_and(|(_, c)| c == '\\');
                if escaped {
                    chars.next();
                }
                while chars.next().is_some_and(|(_, c)| c != '\'') {}
            }
            c if c.is_alphabetic() => {
                let mut end = start + c.len_utf8();
                while let Some(&(at, c)) = chars.peek()
                    && (c.is_alphanumeric()
                        || c == '_'
                        || c == ':' && source[at..].starts_with("::")
                        || c == ':' && source[..at].ends_with(':'))
                {
                    end = at + c.len_utf8();
                    chars.next();
                }
                let name = &source[start..end];
                let last = name.rsplit("::").next().unwrap_or(name);
                let is_constructor = last.starts_with(|c: char| c.is_ascii_uppercase());
                if is_constructor && !matches!(last, "Some" | "None" | "Box") {
                    let path: Vec<_> = name.split("::").collect();
                    // A type and its variant; a struct alone.
                    let is_type = |name: &&str| name.starts_with(|c: char| c.is_ascii_uppercase());
                    let from = if path.iter().rev().nth(1).is_some_and(is_type) { 2 } else { 1 };
                    found.insert(path[path.len() - from..].join("::"));
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::constructors;

    #[test]
    fn constructors_are_found_outside_strings_only() {
        let source =
            r#"Expr::Lit(Lit::Str("Not::This \" Nor", 'X', '\'', Box::new(a::Name)), vec![Some(a::B::C)])"#;
        let found: Vec<_> = constructors(source).into_iter().collect();
        assert_eq!(found, ["B::C", "Expr::Lit", "Lit::Str", "Name"]);
    }
}
