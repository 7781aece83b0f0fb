//! The documentation of a function: whether it mentions panics, conditions on arguments, endless
//! results.

use rustdoc_types::{Impl, Item, ItemEnum, StructKind, Type};

use super::Collector;

/// Where a panic of a function is documented.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panics {
    /// Nowhere.
    #[default]
    Undocumented,
    /// In the documentation of its type or trait.
    OfType,
    /// In its name, its documentation, that of the implementation or of the trait's method, or one
    /// that these refer to.
    Documented,
}

/// Facts about a function that documentation mentions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each tells something by itself")]
pub struct Documentation {
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
    /// Which values of its type are valid, and nothing checks that what it makes is one.
    pub state: bool,
    /// That callers should use something else.
    pub deprecated: bool,
}

impl Documentation {
    /// Adds what another documentation tells.
    pub(super) fn and(self, other: Documentation) -> Documentation {
        Documentation {
            panics: self.panics.max(other.panics),
            warns: self.warns || other.warns,
            condition: self.condition || other.condition,
            refers: self.refers || other.refers,
            endless: self.endless || other.endless,
            long: self.long || other.long,
            state: self.state || other.state,
            deprecated: self.deprecated || other.deprecated,
        }
    }
}

impl Collector<'_> {
    /// Returns what the documentation of an item tells, with that of the items that it refers to.
    pub(super) fn documentation(&self, item: &Item) -> Documentation {
        let mut documentation = own(item);
        let Some(docs) = item.docs.as_deref() else { return documentation };
        for (text, id) in &item.links {
            if !is_referred(docs, text) {
                continue;
            }
            match self.get(*id) {
                Some(other) => {
                    let other = own(other);
                    documentation.panics = documentation.panics.max(other.panics);
                    documentation.condition |= other.condition;
                }
                None => documentation.refers = true,
            }
        }
        documentation
    }

    /// Returns what the documentation around a method of an implementation tells: that of the
    /// implementation, of the type, of the trait, and of the trait's method.
    pub(super) fn documentation_around(&self, item: &Item, of: &Impl, name: &str) -> Documentation {
        let mut documentation = Documentation { condition: false, warns: false, ..self.documentation(item) };
        let around = [named(&of.for_), of.trait_.as_ref().map(|path| path.id)];
        for other in around.into_iter().flatten().filter_map(|id| self.get(id)) {
            let other = self.documentation(other);
            documentation.panics = documentation.panics.max(other.panics.min(Panics::OfType));
            documentation.endless |= other.endless;
        }
        let of_trait = of.trait_.as_ref().and_then(|path| self.get(path.id)).map(|own| &own.inner);
        if let Some(ItemEnum::Trait(of_trait)) = of_trait {
            let methods = of_trait.items.iter().filter_map(|id| self.get(*id));
            let same = methods.filter(|own| own.name.as_deref() == Some(name));
            documentation =
                same.fold(documentation, |documentation, own| documentation.and(self.documentation(own)));
        }
        documentation
    }

    /// Returns whether the documentation of a type says which of its values are valid.
    pub(super) fn states_validity(&self, id: rustdoc_types::Id) -> bool {
        let Some(item) = self.get(id) else { return false };
        let fields = match &item.inner {
            ItemEnum::Struct(own) => match &own.kind {
                StructKind::Plain { fields, .. } => &fields[..],
                _ => &[],
            },
            ItemEnum::Enum(_) | ItemEnum::Union(_) => &[],
            _ => return false,
        };
        let fields = fields.iter().filter_map(|id| self.get(*id)).filter_map(|own| own.name.as_deref());
        let names: Vec<&str> = item.name.as_deref().into_iter().chain(fields).collect();
        states_validity(item.docs.as_deref().unwrap_or_default(), &names)
    }
}

/// Returns the named type in a type.
pub(super) fn named(ty: &Type) -> Option<rustdoc_types::Id> {
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

/// Returns the parameters of an item that are slices, and whether they are mutable.
pub(super) fn slices(item: &Item) -> Vec<(String, bool)> {
    let ItemEnum::Function(own) = &item.inner else { return Vec::new() };
    let slice = |(name, ty): &(String, Type)| match ty {
        Type::BorrowedRef { is_mutable, type_, .. } if matches!(**type_, Type::Slice(_)) => {
            Some((name.clone(), *is_mutable))
        }
        _ => None,
    };
    own.sig.inputs.iter().filter_map(slice).collect()
}

/// Returns what the documentation of an item tells by itself.
fn own(item: &Item) -> Documentation {
    let docs = item.docs.as_deref().unwrap_or_default();
    let parameters: Vec<&str> = parameters(item).collect();
    Documentation {
        panics: if mentions_panics(docs) { Panics::Documented } else { Panics::Undocumented },
        warns: warns(docs),
        condition: states_condition(docs, &parameters),
        endless: mentions_endless(docs),
        long: mentions_long(docs),
        deprecated: item.deprecation.is_some(),
        ..Documentation::default()
    }
}

/// Returns whether a documentation tells that a function panics.
fn mentions_panics(docs: &str) -> bool {
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
    mentions_panics(&docs[..section]) || TEXTS.iter().any(|own| lower.contains(own))
}

/// Returns whether a documentation tells that something never ends.
fn mentions_endless(docs: &str) -> bool {
    const TEXTS: [&str; 5] = ["infinite", "endless", "forever", "never ends", "never terminates"];
    let docs = docs.to_lowercase();
    TEXTS.iter().any(|own| docs.contains(own))
}

/// Returns whether a documentation tells of long work, or of work that does not end.
fn mentions_long(docs: &str) -> bool {
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
    let lower = docs.to_lowercase();
    if ["# precondition", "# requirement"].iter().any(|own| lower.contains(own)) {
        return true;
    }
    let prose = without_code(docs);
    prose.split_inclusive(". ").any(|sentence| {
        let sentence = format!(" {} ", sentence.to_lowercase());
        CONDITIONS.iter().any(|own| sentence.contains(own))
            && words(&sentence).any(|word| parameters.contains(&word))
            || states_limit(&sentence, parameters)
    })
}

/// Returns the words of a sentence.
fn words(sentence: &str) -> impl DoubleEndedIterator<Item = &str> {
    sentence.split(|own: char| !own.is_alphanumeric() && own != '_').filter(|own| !own.is_empty())
}

/// What says how a parameter compares.
const LIMITS: [&str; 14] = [
    "greater than",
    "greater or equal",
    "less than",
    "less or equal",
    "larger than",
    "smaller than",
    "out of range",
    "out of bounds",
    "out-of-bounds",
    "in bounds",
    "within bounds",
    "within the bounds",
    "in range",
    "in the range",
];

/// Returns whether a sentence says that a parameter is within a limit, or that what follows from
/// another one is wrong. A case that has an answer ("if `n` is greater than 9, nothing is changed")
/// is none.
fn states_limit(sentence: &str, parameters: &[&str]) -> bool {
    const CASES: [&str; 6] = [" if ", " when ", " whenever ", " unless ", " while ", " for "];
    const ANSWERS: [&str; 9] =
        ["return", "none", "error", "saturat", "clamp", "nothing", "no effect", "ignore", "otherwise"];
    const WRONG: [&str; 6] =
        ["undefined", "unspecified", "not allowed", "invalid", "logic error", "incorrect"];
    // The most words between a parameter and what is said of it: "`end` is not greater".
    const BETWEEN: usize = 3;
    let Some(at) = LIMITS.iter().filter_map(|own| sentence.find(own)).min() else { return false };
    let before = &sentence[..at];
    let is_named = words(before).rev().take(BETWEEN).any(|word| parameters.contains(&word));
    let has = |all: &[&str]| all.iter().any(|own| sentence.contains(own));
    let is_case = CASES.iter().any(|own| before.contains(own));
    is_named && (has(&WRONG) || !is_case && !has(&ANSWERS))
}

/// Returns whether the documentation of a type with these names, its own and its fields', has a
/// section on valid values, or a sentence on what its values must be.
fn states_validity(docs: &str, names: &[&str]) -> bool {
    const SECTIONS: [&str; 6] =
        ["invariant", "validity", "requirement", "precondition", "safety", "valid values"];
    const TEXTS: [&str; 4] = [" must be ", " must not be ", "undefined", "unspecified"];
    let mut is_code = false;
    let is_section = docs.lines().map(str::trim).any(|line| {
        is_code ^= line.starts_with("```");
        let lower = line.to_lowercase();
        !is_code && line.starts_with('#') && SECTIONS.iter().any(|own| lower.contains(own))
    });
    let names: Vec<String> = names.iter().map(|own| own.to_lowercase()).collect();
    let is_named = |word: &str| matches!(word, "value" | "values") || names.iter().any(|own| own == word);
    is_section
        || without_code(docs).split_inclusive(". ").any(|sentence| {
            let sentence = format!(" {} ", sentence.to_lowercase());
            TEXTS.iter().any(|own| sentence.contains(own)) && words(&sentence).any(is_named)
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
    fn a_limit_is_said_of_a_parameter_and_is_no_case_with_an_answer() {
        let says = |docs| states_condition(docs, &["self", "at", "end"]);
        assert!(says("Splits it. `at` is less than or equal to [`len()`]."));
        assert!(says("Splits it, with `at` in bounds."));
        assert!(says("If `at` is greater than [`len()`], the result is unspecified."));
        assert!(says("Cuts it.\n\n# Requirements\n\nThe tree is not empty."));
        assert!(!says("If `at` is greater than [`len()`], nothing is changed."));
        assert!(!says("If `at` is greater than the length, it grows by the difference."));
        assert!(!says("Returns the elements that are less than `at`."));
        assert!(!says("An `at` out of bounds is clamped."));
    }

    #[test]
    fn a_type_tells_which_values_are_valid_in_a_section_or_a_sentence_on_values() {
        let says = |docs| states_validity(docs, &["Line", "points"]);
        assert!(says("A line.\n\n# Validity\n\nIt has two points."));
        assert!(says("A line. The `points` must be distinct."));
        assert!(says("A line. All operations on invalid values are undefined."));
        assert!(!says("A line. It must be dropped."));
        assert!(!says("A line.\n\n```\n# Validity\n```"));
    }

    #[test]
    fn a_documentation_that_denies_a_panic_does_not_tell_one() {
        assert!(mentions_panics("# Panics\n\nIf it is empty."));
        assert!(!mentions_panics("Like `add`, and does not panic."));
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
