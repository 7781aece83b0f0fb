//! What documentation tells of a function: that it panics, what its arguments must be.

use rustdoc_types::{Impl, Item, ItemEnum, Type};

use super::Collector;

/// What tells that a function panics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panics {
    /// Nothing.
    #[default]
    Untold,
    /// The documentation of its type or trait.
    OfType,
    /// Its name, its documentation, that of the implementation or of the trait's method, or one
    /// that these refer to.
    Told,
}

/// What documentation tells of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each tells something by itself")]
pub struct Told {
    /// That it panics.
    pub panics: Panics,
    /// That it does not check what it makes, or that later calls panic: the documentation mentions
    /// a panic before the section on the function's own panics.
    pub warns: bool,
    /// A condition on its arguments.
    pub condition: bool,
    /// It refers to the documentation of another crate.
    pub refers: bool,
    /// That what it makes, or its type, never ends.
    pub endless: bool,
    /// That it may take long.
    pub long: bool,
}

impl Told {
    /// Adds what another documentation tells.
    pub(super) fn and(self, other: Told) -> Told {
        Told {
            panics: self.panics.max(other.panics),
            warns: self.warns || other.warns,
            condition: self.condition || other.condition,
            refers: self.refers || other.refers,
            endless: self.endless || other.endless,
            long: self.long || other.long,
        }
    }
}

impl Collector<'_> {
    /// Returns what the documentation of an item tells, with that of the items that it refers to.
    pub(super) fn told(&self, item: &Item) -> Told {
        let mut told = own(item);
        let Some(docs) = item.docs.as_deref() else { return told };
        for (text, id) in &item.links {
            if !is_referred(docs, text) {
                continue;
            }
            match self.get(*id) {
                Some(other) => {
                    let other = own(other);
                    told.panics = told.panics.max(other.panics);
                    told.condition |= other.condition;
                }
                None => told.refers = true,
            }
        }
        told
    }

    /// Returns what the documentation around a method of an implementation tells: that of the
    /// implementation, of the type, of the trait, and of the trait's method.
    pub(super) fn told_around(&self, item: &Item, of: &Impl, name: &str) -> Told {
        let mut told = Told { condition: false, warns: false, ..self.told(item) };
        let around = [named(&of.for_), of.trait_.as_ref().map(|path| path.id)];
        for other in around.into_iter().flatten().filter_map(|id| self.get(id)) {
            let other = self.told(other);
            told.panics = told.panics.max(other.panics.min(Panics::OfType));
            told.endless |= other.endless;
        }
        let of_trait = of.trait_.as_ref().and_then(|path| self.get(path.id)).map(|own| &own.inner);
        if let Some(ItemEnum::Trait(of_trait)) = of_trait {
            let methods = of_trait.items.iter().filter_map(|id| self.get(*id));
            let same = methods.filter(|own| own.name.as_deref() == Some(name));
            told = same.fold(told, |told, own| told.and(self.told(own)));
        }
        told
    }
}

/// Returns the named type in a type.
fn named(ty: &Type) -> Option<rustdoc_types::Id> {
    match ty {
        Type::ResolvedPath(path) => Some(path.id),
        Type::BorrowedRef { type_, .. } => named(type_),
        _ => None,
    }
}

/// Returns the names of the parameters of an item, if it is a function.
pub(super) fn parameters(item: &Item) -> impl Iterator<Item = &str> {
    let inputs = match &item.inner {
        ItemEnum::Function(own) => &own.sig.inputs[..],
        _ => &[],
    };
    inputs.iter().map(|own| &*own.0)
}

/// Returns what the documentation of an item tells by itself.
fn own(item: &Item) -> Told {
    let docs = item.docs.as_deref().unwrap_or_default();
    let parameters: Vec<&str> = parameters(item).collect();
    Told {
        panics: if tells_panics(docs) { Panics::Told } else { Panics::Untold },
        warns: warns(docs),
        condition: states_condition(docs, &parameters),
        endless: tells_endless(docs),
        long: tells_long(docs),
        ..Told::default()
    }
}

/// Returns whether a documentation tells that a function panics.
fn tells_panics(docs: &str) -> bool {
    const NEGATIONS: [&str; 8] =
        ["not ", "n't ", "never ", "instead of ", "without ", "no ", "rather than ", "avoid"];
    let docs = docs.to_lowercase();
    docs.match_indices("panic").any(|(at, _)| {
        let before: Vec<char> = docs[..at].chars().rev().take(16).collect();
        let before: String = before.into_iter().rev().collect();
        !NEGATIONS.iter().any(|own| before.contains(own))
    })
}

/// Returns whether a documentation tells of a missing check, or of panics outside of the section on
/// the function's own.
fn warns(docs: &str) -> bool {
    const TEXTS: [&str; 6] = [
        "without checking",
        "omits checking",
        "does not check",
        "without validati",
        "be careful",
        "with care",
    ];
    let section = docs.find("# Panic").unwrap_or(docs.len());
    let lower = docs.to_lowercase();
    tells_panics(&docs[..section]) || TEXTS.iter().any(|own| lower.contains(own))
}

/// Returns whether a documentation tells that something never ends.
fn tells_endless(docs: &str) -> bool {
    const TEXTS: [&str; 5] = ["infinite", "endless", "forever", "never ends", "never terminates"];
    let docs = docs.to_lowercase();
    TEXTS.iter().any(|own| docs.contains(own))
}

/// Returns whether a documentation tells of long work, or of work that does not end.
fn tells_long(docs: &str) -> bool {
    const TEXTS: [&str; 11] = [
        "long time",
        "very slow",
        "exponential time",
        "may hang",
        "can hang",
        "loops forever",
        "loop forever",
        "infinite loop",
        "not terminate",
        "never terminate",
        "never return",
    ];
    let docs = docs.to_lowercase();
    TEXTS.iter().any(|own| docs.contains(own))
}

/// What says that something is a condition.
const CONDITIONS: [&str; 13] = [
    " must ",
    " should not ",
    " shall ",
    " has to ",
    " have to ",
    " needs to be ",
    " need to be ",
    " may only ",
    " can only ",
    " only allowed ",
    " required to ",
    " expected to be ",
    " assumes ",
];

/// Returns whether the documentation of a field says which values it may have.
pub(super) fn bounds_field(docs: &str) -> bool {
    const KINDS: [&str; 3] = ["non-negative", "nonnegative", "non-zero"];
    let prose = format!(" {} ", without_code(docs).to_lowercase());
    CONDITIONS.iter().chain(&KINDS).any(|own| prose.contains(own))
}

/// Returns whether a documentation has a section on preconditions, or a sentence that names a
/// parameter and says what it must be.
fn states_condition(docs: &str, parameters: &[&str]) -> bool {
    if docs.to_lowercase().contains("# precondition") {
        return true;
    }
    let prose = without_code(docs);
    prose.split_inclusive(". ").any(|sentence| {
        let sentence = format!(" {} ", sentence.to_lowercase());
        CONDITIONS.iter().any(|own| sentence.contains(own))
            && sentence
                .split(|own: char| !own.is_alphanumeric() && own != '_')
                .any(|word| parameters.contains(&word))
    })
}

/// Returns a documentation without its blocks of code, in a line; a paragraph ends as a sentence.
fn without_code(docs: &str) -> String {
    let mut is_code = false;
    let mut prose = String::new();
    for line in docs.lines().map(str::trim) {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if line.is_empty() || line.starts_with('#') {
            prose += ". ";
        } else if !is_code {
            prose += line;
            prose.push(' ');
        }
    }
    prose
}

/// Returns whether a documentation refers its reader to what a link names.
fn is_referred(docs: &str, link: &str) -> bool {
    const TEXTS: [&str; 7] =
        ["see ", "same as ", "like ", "equivalent to ", "version of ", "equivalent of ", "shorthand for "];
    docs.match_indices(link).any(|(at, _)| {
        let before: Vec<char> = docs[..at].chars().rev().take(24).collect();
        let before: String = before.into_iter().rev().collect::<String>().to_lowercase();
        TEXTS.iter().any(|own| before.contains(own))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_names_a_parameter_and_says_what_it_must_be() {
        let says = |docs| states_condition(docs, &["self", "radix"]);
        assert!(says("Parses a number.\n\nThe `radix` must be in the range\n`2...36`."));
        assert!(says("`self` must have enough remaining capacity."));
        assert!(says("Sets it.\n\n# Preconditions\n\nThe tree is not empty."));
        assert!(says("Sets it. The radix may only be 2 or 10."));
        assert!(says("Sets it. Note that radix has to be a power of two"));
        assert!(!says("The result must be used. It depends on `radix`."));
        assert!(!says("Writes it in `radix`.\n\n# Examples\n\n```\n// radix must be two\n```\n"));
        assert!(!says("At most `radix` digits."));
    }

    #[test]
    fn a_documentation_that_denies_a_panic_does_not_tell_one() {
        assert!(tells_panics("# Panics\n\nIf it is empty."));
        assert!(!tells_panics("Like `add`, and does not panic."));
    }

    #[test]
    fn a_warning_stands_in_front_of_the_section_on_panics() {
        assert!(warns("Does not check it. Several methods panic on such a value.\n\n# Panics\n\nNever."));
        assert!(warns("Makes it without checking the number."));
        assert!(warns("Keeps both numbers as they are, so be careful."));
        assert!(!warns("Makes it.\n\n# Panics\n\nIf it is zero, this panics."));
    }

    #[test]
    fn the_documentation_of_a_field_bounds_its_values() {
        assert!(bounds_field("The weight, which must not be above `1 / max`."));
        assert!(bounds_field("A non-negative base."));
        assert!(!bounds_field("The cost of a gap."));
        assert!(!bounds_field("```\nassert!(a must b);\n```"));
    }

    #[test]
    fn a_reader_is_referred_to_what_stands_behind_see() {
        assert!(is_referred("The square root,\nsee [`Roots::sqrt`].", "`Roots::sqrt`"));
        assert!(is_referred("Same as [`a`](Self::a).", "`a`"));
        assert!(!is_referred("Makes a [`Reader`].", "`Reader`"));
    }
}
