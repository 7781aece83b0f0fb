//! Differences between two suites.
//!
//! Two expressions are compared if they have common instances: they are identical, one is more
//! general, or each is in some argument (section 5.5 of the thesis). They agree if their outcomes
//! do in these instances.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::index::Index;
use super::renames::{Rename, renamed};
use super::term::Term;
use super::{End, Input, Outcome, Suite};

/// What two suites say differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What was compared: the old suite and the new one.
    pub suites: [String; 2],
    /// The functions and constructors that only the old one has.
    pub removed: Vec<String>,
    /// The functions and constructors that only the new one has.
    pub added: Vec<String>,
    /// The functions and constructors whose type has changed.
    pub retyped: Vec<TypeChange>,
    /// The functions that have another name or order of parameters.
    pub renamed: Vec<Rename>,
    /// The differences that no smaller one explains, the smallest first; of several that are alike,
    /// one.
    pub differences: Vec<Difference>,
    /// The number of further differences, of expressions with a part that differs.
    pub explained: u64,
    /// The groups of expressions that agree, of which one suite has a more general one; of several
    /// that are alike, one.
    pub strictness: Vec<Difference>,
    /// The number of expressions of both that agree with all that they are compared with.
    pub agreeing: u64,
    /// The number of expressions of both whose outcomes cannot be compared: values that hold
    /// functions or are too large, and what was given up.
    pub not_compared: u64,
    /// The number of expressions of both of which only instances were run, since they need an open
    /// argument: with a few numbers or characters, or the smallest values.
    pub sampled: u64,
    /// The number of expressions of both that were not run.
    pub not_run: u64,
    /// The expressions of each that have no common instance with one of the other, unless a part
    /// of them differs or its function is removed or added.
    pub unmatched: [Vec<String>; 2],
    /// The size up to which both suites have all expressions.
    pub through: Option<u32>,
}

/// A function with another type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeChange {
    /// Its name.
    pub name: String,
    /// Its old type and its new one.
    pub types: [String; 2],
}

/// Expressions that were compared with each other, as `expression ==> outcome`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The function that they call.
    pub function: String,
    /// Which are more general.
    pub generality: Generality,
    /// The expressions of the old suite.
    pub old: Vec<String>,
    /// The expressions of the new one.
    pub new: Vec<String>,
    /// The number of such groups, this one among them: their expressions differ in numbers and
    /// characters that are in the same order.
    pub alike: u64,
}

/// Which of the expressions in a group say more: they have open arguments where others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generality {
    /// They are identical.
    Same,
    /// The old ones.
    Old,
    /// The new ones.
    New,
    /// Each in some argument.
    Both,
}

everycase_check::names! { Generality:
    Same = "same",
    Old = "old",
    New = "new",
    Both = "both",
}

/// A suite whose expressions and values are read.
pub(super) struct ReadSuite<'s> {
    pub(super) suite: &'s Suite,
    pub(super) cases: Vec<ReadCase>,
    /// The number of expressions that cannot be read.
    not_read: u64,
    index: Index,
}

pub(super) struct ReadCase {
    pub(super) input: Term,
    /// Its value, if it is one that can be compared.
    pub(super) value: Option<Term>,
    /// The number of the case in the suite.
    number: usize,
}

impl<'s> ReadSuite<'s> {
    /// Reads a suite; `change` is made to its expressions. What cannot be read is left out.
    pub(super) fn new(
        suite: &'s Suite,
        is_function: &dyn Fn(&str) -> bool,
        change: &dyn Fn(Term) -> Term,
    ) -> Self {
        let mut cases = Vec::new();
        for (number, case) in suite.cases.iter().enumerate() {
            let Some(input) = Term::read(&case.expression, is_function) else { continue };
            let value = (case.outcome.end == End::Value).then(|| Term::read(&case.outcome.text, is_function));
            let input = change(input);
            let value = value.flatten();
            cases.push(ReadCase { input, value, number });
        }
        cases.sort_by_cached_key(|case| (case.input.size(), case.number));
        let index = Index::new(cases.iter().map(|case| &case.input));
        let not_read = (suite.cases.len() - cases.len()) as u64;
        Self { suite, cases, not_read, index }
    }

    fn outcome(&self, number: usize) -> &Outcome {
        &self.suite.cases[self.cases[number].number].outcome
    }

    fn shown(&self, number: usize) -> String {
        self.suite.cases[self.cases[number].number].shown()
    }
}

impl Suite {
    /// Returns the expressions of another suite that cannot be compared with any of this one: they
    /// have no common instances with any, or what an open argument stands for would have to be
    /// evaluated.
    pub fn lacks(&self, other: &Suite) -> Vec<Input> {
        let is_function = |name: &str| [self, other].iter().any(|own| own.is_function(name));
        let [own, others] = [self, other].map(|suite| ReadSuite::new(suite, &is_function, &|term| term));
        let is_compared = |case: &&ReadCase| {
            own.index.near(&case.input).into_iter().any(|number| {
                let bindings = own.cases[number].input.meet(&case.input);
                bindings.is_some_and(|both| {
                    both.iter().flat_map(|own| own.values()).all(|part| !part.calls(&is_function))
                })
            })
        };
        let lacking = others.cases.iter().filter(|case| !is_compared(case));
        let expression = |case: &ReadCase| other.cases[case.number].expression.clone();
        lacking.map(|case| Input { expression: expression(case), complete: None }).collect()
    }
}

/// A pair of cases that have common instances.
pub(super) struct Pair {
    old: usize,
    new: usize,
    agreement: Agreement,
    generality: Generality,
}

/// Whether outcomes agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Agreement {
    Same,
    Different,
    /// They cannot be compared.
    Unknown,
}

impl Pair {
    /// Returns whether the outcomes differ.
    pub(super) fn differs(&self) -> bool {
        self.agreement == Agreement::Different
    }

    /// Returns whether they agree.
    pub(super) fn agrees(&self) -> bool {
        self.agreement == Agreement::Same
    }

    /// Returns the expressions of both.
    pub(super) fn inputs<'t>(&self, read: &'t [ReadSuite<'_>; 2]) -> [&'t Term; 2] {
        [&read[0].cases[self.old].input, &read[1].cases[self.new].input]
    }
}

/// Compares two suites.
pub fn compare(old: &Suite, new: &Suite) -> Comparison {
    let types = [old, new].map(Suite::exports);
    // Each may have run expressions of the other.
    let is_function = |name: &str| [old, new].iter().any(|own| own.is_function(name));
    let renamed = renamed(old, new, &is_function);
    let change = |term: Term| {
        let mut term = term;
        for one in &renamed {
            term = one.applied(&term);
        }
        term
    };
    let read = [ReadSuite::new(old, &is_function, &change), ReadSuite::new(new, &is_function, &|term| term)];
    let pairs = pairs(&read[0], &read[1], &is_function);
    let is_renamed = |name: &str| renamed.iter().any(|one| one.old == name || one.new == name);
    let only = |own: usize| -> Vec<String> {
        let only = types[own].keys().filter(|name| !types[1 - own].contains_key(*name));
        only.filter(|name| !is_renamed(name)).map(|name| (*name).to_owned()).collect()
    };
    let both = types[0].iter().filter(|(name, _)| !is_renamed(name));
    let both = both.filter_map(|(name, ty)| Some((*name, [*ty, *types[1].get(name)?])));
    let retyped = both.filter(|(_, [old, new])| old != new);
    let mut comparison = Comparison {
        suites: [old.name.clone(), new.name.clone()],
        removed: only(0),
        added: only(1),
        retyped: retyped
            .map(|(name, types)| TypeChange { name: name.to_owned(), types: types.map(str::to_owned) })
            .collect(),
        differences: Vec::new(),
        explained: 0,
        strictness: Vec::new(),
        agreeing: 0,
        not_compared: 0,
        sampled: old.sampled + new.sampled,
        not_run: old.not_run + new.not_run,
        unmatched: [Vec::new(), Vec::new()],
        through: old.through.min(new.through),
        renamed: Vec::new(),
    };
    comparison.report(&read, &pairs);
    comparison.renamed = renamed;
    comparison
}

/// Returns the pairs of cases that have common instances, the smallest first.
pub(super) fn pairs(
    old: &ReadSuite<'_>,
    new: &ReadSuite<'_>,
    is_function: &dyn Fn(&str) -> bool,
) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (number, case) in old.cases.iter().enumerate() {
        for other in new.index.near(&case.input) {
            let Some(bindings) = case.input.meet(&new.cases[other].input) else { continue };
            let (one, two) = (old.outcome(number), new.outcome(other));
            let same = |same| if same { Agreement::Same } else { Agreement::Different };
            let agreement = match ((one.end, &case.value), (two.end, &new.cases[other].value)) {
                ((_, Some(one)), (_, Some(two))) => same(one.agrees(two, &bindings, is_function)),
                // What holds functions is not compared, nor what is given up.
                ((End::GivenUp, _), _)
                | (_, (End::GivenUp, _))
                | ((End::Unshown, _), (End::Unshown | End::Value, _))
                | ((End::Value, _), (End::Unshown, _)) => Agreement::Unknown,
                ((End::Limit, _), (End::Limit, _)) => Agreement::Same,
                _ => same(one == two),
            };
            // What an open argument stands for may have to be evaluated.
            let calls = bindings.iter().flat_map(|own| own.values()).any(|part| part.calls(is_function));
            let agreement =
                if calls && agreement == Agreement::Same { Agreement::Unknown } else { agreement };
            let says = bindings.map(|own| own.values().any(|part| matches!(part, Term::Node(..))));
            let generality = match says {
                [false, false] => Generality::Same,
                [true, false] => Generality::Old,
                [false, true] => Generality::New,
                [true, true] => Generality::Both,
            };
            pairs.push(Pair { old: number, new: other, agreement, generality });
        }
    }
    pairs
}

impl Comparison {
    /// Returns whether something was removed or has changed. What was added, and which arguments
    /// are looked at, does not count.
    pub fn has_changes(&self) -> bool {
        !self.differences.is_empty()
            || !self.removed.is_empty()
            || !self.retyped.is_empty()
            || !self.renamed.is_empty()
    }

    fn report(&mut self, read: &[ReadSuite<'_>; 2], pairs: &[Pair]) {
        let differing = pairs.iter().filter(|pair| pair.differs());
        let causes = Causes::new(differing.map(|pair| pair.inputs(read)).collect());
        let is_explained = |pair: &&Pair| pair.inputs(read).into_iter().any(|input| causes.explain(input));
        let (mut explained, mut kinds) = (Vec::new(), HashMap::new());
        for group in groups(pairs.iter().filter(|pair| pair.differs()).collect()) {
            let told: Vec<&Pair> = group.iter().copied().filter(|pair| !is_explained(pair)).collect();
            match &told[..] {
                [] => explained.push(group),
                told => self.report_group(read, told, &mut kinds),
            }
        }
        // Expressions explain each other where each has an instance of the other as a part.
        if self.differences.is_empty() && !explained.is_empty() {
            self.report_group(read, &explained.remove(0), &mut kinds);
        }
        self.explained = explained.len() as u64;
        let differing = cases(pairs.iter().filter(|pair| pair.differs()));
        let is_free = |pair: &&Pair| !differing[0].contains(&pair.old) && !differing[1].contains(&pair.new);
        let agreeing: Vec<&Pair> = pairs.iter().filter(|pair| pair.agrees()).filter(is_free).collect();
        let known = cases(agreeing.iter().copied());
        let unknown = cases(pairs.iter().filter(|pair| !pair.agrees()).filter(is_free));
        self.agreeing = known.iter().map(|own| own.len() as u64).sum();
        self.not_compared = read.iter().map(|own| own.not_read).sum();
        self.not_compared +=
            [0, 1].map(|own| unknown[own].difference(&known[own]).count() as u64).iter().sum::<u64>();
        let general = agreeing.into_iter().filter(|pair| pair.generality != Generality::Same);
        for group in groups(general.collect()) {
            self.report_group(read, &group, &mut kinds);
        }
        let known = cases(pairs.iter());
        for own in [0, 1] {
            let gone: BTreeSet<&str> =
                if own == 0 { &self.removed } else { &self.added }.iter().map(|own| &**own).collect();
            for (number, case) in read[own].cases.iter().enumerate() {
                let mut parts = case.input.all_parts();
                parts.push(&case.input);
                let is_gone = parts.iter().any(|part| part.head().is_some_and(|own| gone.contains(&**own)));
                if !known[own].contains(&number) && !is_gone && !causes.explain(&case.input) {
                    self.unmatched[own].push(read[own].shown(number));
                }
            }
        }
    }

    /// Reports pairs that share expressions, all of which agree or differ. `known` are the numbers
    /// of kinds that are reported.
    fn report_group(&mut self, read: &[ReadSuite<'_>; 2], told: &[&Pair], known: &mut HashMap<Kind, usize>) {
        let agrees = told[0].agrees();
        let [old, new] = cases(told.iter().copied());
        let generality = told.iter().map(|pair| pair.generality).max().unwrap_or(Generality::Same);
        let first = &read[0].cases[told[0].old].input;
        let told = if agrees { &mut self.strictness } else { &mut self.differences };
        match known.entry((agrees, first.shape(), generality, old.len(), new.len())) {
            Entry::Occupied(entry) => told[*entry.get()].alike += 1,
            Entry::Vacant(entry) => {
                entry.insert(told.len());
                told.push(Difference {
                    function: first.tested().map(ToString::to_string).unwrap_or_default(),
                    generality,
                    old: old.iter().map(|number| read[0].shown(*number)).collect(),
                    new: new.iter().map(|number| read[1].shown(*number)).collect(),
                    alike: 1,
                });
            }
        }
    }
}

/// Returns the old and the new cases of pairs.
fn cases<'p>(pairs: impl Iterator<Item = &'p Pair> + Clone) -> [BTreeSet<usize>; 2] {
    [pairs.clone().map(|pair| pair.old).collect(), pairs.map(|pair| pair.new).collect()]
}

/// What the pairs of a kind have in common: whether they agree, the old expression without its
/// numbers, which expressions are general, and how many there are of each version.
type Kind = (bool, Term, Generality, usize, usize);

/// Pairs of expressions that differ, which explain why larger ones do.
struct Causes<'t> {
    pairs: Vec<[&'t Term; 2]>,
    index: Index,
}

impl<'t> Causes<'t> {
    fn new(pairs: Vec<[&'t Term; 2]>) -> Self {
        Self { index: Index::new(pairs.iter().map(|[old, _]| *old)), pairs }
    }

    /// Returns whether a part of an expression differs: it has common instances with both
    /// expressions of a pair.
    fn explain(&self, input: &Term) -> bool {
        input.all_parts().into_iter().any(|part| {
            matches!(part, Term::Node(..))
                && self.index.near(part).into_iter().any(|number| {
                    let [old, new] = self.pairs[number];
                    old.meet(part).is_some() && new.meet(part).is_some()
                })
        })
    }
}

/// Returns the groups of pairs that share an expression, in the order of their first pairs.
fn groups(pairs: Vec<&Pair>) -> Vec<Vec<&Pair>> {
    // A pair belongs to the group of an earlier one with an expression of its own, or begins one.
    let mut earlier: Vec<usize> = (0..pairs.len()).collect();
    let (mut of_old, mut of_new) = (HashMap::new(), HashMap::new());
    for (number, pair) in pairs.iter().enumerate() {
        for other in [*of_old.entry(pair.old).or_insert(number), *of_new.entry(pair.new).or_insert(number)] {
            let (one, two) = (first(&mut earlier, number), first(&mut earlier, other));
            earlier[one.max(two)] = one.min(two);
        }
    }
    let mut groups = BTreeMap::<usize, Vec<&Pair>>::new();
    for (number, pair) in pairs.into_iter().enumerate() {
        groups.entry(first(&mut earlier, number)).or_default().push(pair);
    }
    groups.into_values().collect()
}

/// Returns the first pair of the group of a pair.
fn first(earlier: &mut [usize], mut number: usize) -> usize {
    while earlier[number] != number {
        earlier[number] = earlier[earlier[number]];
        number = earlier[number];
    }
    number
}
