//! Differences between two versions of a crate, as text and as records.

mod markdown;
mod record;
mod release;
mod renames;
mod text;

use std::collections::BTreeSet;
use std::time::Duration;

use everycase_check::settings::seed::Seed;

pub use self::record::{Name, tables};
pub use self::renames::{Order, RenamedFunction};
use crate::candidates::CallableItem;
use crate::driver::{Fate, Twins};
use crate::explore::{Difference, Differences, End, Form, Rename};
use crate::expression::INTEGERS;
use crate::target::Target;
use crate::worker::EndKind;

/// What two versions of a crate do differently, for readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The name of the package.
    pub name: String,
    /// The versions.
    pub versions: Versions,
    /// Which releases the changes allow, accepted ones with them, and why.
    pub release: String,
    /// The seed of draws.
    pub seed: Seed,
    /// The functions that end in another way, the most surprising first.
    pub changes: Vec<Change>,
    /// The types whose `Debug` has another form.
    pub forms: Vec<Form>,
    /// The functions that have another name, or their parameters in another order.
    pub renamed: Vec<RenamedFunction>,
    /// The functions that only the old version had.
    pub removed: Vec<String>,
    /// The functions of which no call compiles with both versions.
    pub retyped: Vec<String>,
    /// The functions that only the new version has.
    pub added: Vec<String>,
    /// The functions with calls that end in different ways within a version: these calls are not
    /// compared.
    pub unsteady: Vec<String>,
    /// What was accepted before and was met again; it is not in the lists above.
    pub accepted: Vec<AcceptedChange>,
    /// Packages that the versions depend on, where their versions are not the same.
    pub dependencies: Vec<Dependency>,
    /// The number of functions that both versions have.
    pub functions: u64,
    /// How many of them were called.
    pub called: u64,
    /// The number of expressions that ran with both versions.
    pub expressions: u64,
    /// The number of calls in them.
    pub calls: u64,
    /// All expressions up to this size ran, as in [`Differences::through`].
    pub through: u32,
    /// The time.
    pub time: Duration,
    /// How much of it a comparison has used that was killed, and from which this one went on.
    pub resumed: Option<Duration>,
    /// Whether it was interrupted.
    pub is_interrupted: bool,
}

/// Two versions. Equal ones are of different sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// The old one.
    pub old: String,
    /// The new one.
    pub new: String,
}

/// A function that ends in another way than it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The function.
    pub function: String,
    /// How it ended.
    pub was: End,
    /// How it ends.
    pub is: End,
    /// The lines of code that show it.
    pub code: Vec<String>,
    /// The places of the changed code of the new version that it reaches, if the compiler tells.
    pub changed_code: Vec<String>,
    /// The size of the expression.
    pub size: u32,
    /// The number of expressions that differed so.
    pub count: u64,
    /// The order of its parameters with which its calls agree, if there is one.
    pub order: Order,
}

/// What identifies a change that was accepted: of each function each kind of change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AcceptedChange {
    /// The function, or the type whose `Debug` has another form.
    pub function: String,
    /// What has changed, in words.
    pub what: String,
}

/// A package that both versions depend on, in different versions, or one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// Its name.
    pub name: String,
    /// Its versions with the old version of the crate.
    pub old: String,
    /// Its versions with the new one.
    pub new: String,
}

impl Comparison {
    /// Returns the comparison of two versions.
    pub fn new((new, old): (&Target, &Target), twins: &Twins, found: &Differences, seed: Seed) -> Comparison {
        let items = &twins.candidates.items;
        let names = |is_one: &dyn Fn(usize) -> bool| {
            let all = items.iter().enumerate().filter(|own| is_one(own.0));
            let mut names: Vec<String> = all.map(|own| own.1.name.clone()).collect();
            names.sort();
            names.dedup();
            names
        };
        let breaking: Vec<&Rename> = found.renamed.iter().filter(|own| own.breaks).collect();
        let is_renamed =
            |item: usize| breaking.iter().any(|own| item == own.pair.old || item == own.pair.new);
        let of = |fate: Fate| names(&|own| twins.fates[own] == fate && !is_renamed(own));
        let is_retyped = |own: usize| twins.fates[own] == Fate::Changed || found.retyped.contains(&own);
        let is_both = |own: &usize| twins.fates[*own] == Fate::Kept && !is_retyped(*own);
        // An operation stands for the function that is called in another way.
        let both: Vec<usize> =
            (0..items.len()).filter(is_both).chain(breaking.iter().map(|own| own.pair.item)).collect();
        let mut renamed: Vec<RenamedFunction> =
            breaking.iter().map(|own| RenamedFunction::of(own, items)).collect();
        renamed.sort_by(|one, other| one.old.cmp(&other.old));
        let own = Comparison {
            name: new.package.clone(),
            versions: Versions { old: old.version.clone(), new: new.version.clone() },
            release: String::new(),
            seed,
            changes: found.all.iter().map(|own| Change::of(own, items, &found.renamed)).collect(),
            forms: found.forms.clone(),
            renamed,
            removed: of(Fate::Removed),
            retyped: names(&|own| is_retyped(own) && !is_renamed(own)),
            added: of(Fate::Added),
            unsteady: names(&|own| found.unsteady.contains(&own)),
            accepted: Vec::new(),
            dependencies: dependencies(new, old),
            functions: both.len() as u64,
            called: both.iter().filter(|own| found.called[**own]).count() as u64,
            expressions: found.expressions,
            calls: found.calls,
            through: found.through,
            time: found.time,
            resumed: found.resumed,
            is_interrupted: found.is_interrupted,
        };
        Comparison { release: own.allowed(), ..own }
    }

    /// Returns what each difference but additions would be accepted as.
    pub fn intended(&self) -> BTreeSet<AcceptedChange> {
        let named = |functions: &[String], what: &'static str| {
            functions.iter().map(move |own| AcceptedChange::new(own, what)).collect::<Vec<_>>()
        };
        let changes = self.changes.iter().map(Change::intended);
        let forms = self.forms.iter().map(|own| AcceptedChange::new(&own.ty, Form::BRIEF));
        let renamed = self.renamed.iter().map(|own| AcceptedChange::new(&own.old, own.brief()));
        let names = [named(&self.removed, REMOVED), named(&self.retyped, RETYPED)].concat();
        changes.chain(forms).chain(renamed).chain(names).collect()
    }

    /// Returns the comparison without what was accepted.
    #[must_use]
    pub fn without(mut self, accepted: &BTreeSet<AcceptedChange>) -> Comparison {
        let is_new = |function: &str, what: &str| !accepted.contains(&AcceptedChange::new(function, what));
        self.accepted.extend(self.intended().intersection(accepted).cloned());
        self.changes.retain(|own| is_new(&own.function, own.brief()));
        self.forms.retain(|own| is_new(&own.ty, Form::BRIEF));
        self.renamed.retain(|own| is_new(&own.old, own.brief()));
        self.removed.retain(|own| is_new(own, REMOVED));
        self.retyped.retain(|own| is_new(own, RETYPED));
        self
    }

    /// Returns whether anything but additions was found.
    pub fn has_changes(&self) -> bool {
        !(self.changes.is_empty()
            && self.forms.is_empty()
            && self.renamed.is_empty()
            && self.removed.is_empty()
            && self.retyped.is_empty())
    }

    /// Returns the changes. Told together are changes of one kind that have one cause: of one
    /// function, behind the same changed code, at one place of a panic, of one method of a trait
    /// for several numbers, whose code is often one macro's, or with one difference of the texts.
    pub fn groups(&self) -> Vec<(&Change, Vec<&Change>)> {
        let mut groups: Vec<(&Change, Vec<&Change>)> = Vec::new();
        for own in &self.changes {
            let (method, text) = (own.method_of_number(), own.other_text());
            let is_same = |first: &Change| {
                let is_alike = first.function == own.function
                    || !own.changed_code.is_empty() && first.changed_code == own.changed_code
                    || own.is.place.is_some() && first.is.place == own.is.place
                    || method.is_some() && first.method_of_number() == method
                    || text.is_some() && first.other_text() == text;
                is_alike && first.brief() == own.brief()
            };
            match groups.iter_mut().find(|group| is_same(group.0)) {
                Some(group) => group.1.push(own),
                None => groups.push((own, Vec::new())),
            }
        }
        groups
    }
}

/// What is accepted of functions.
const REMOVED: &str = "removed";
const RETYPED: &str = "other types";

/// The least letters of a name.
const NAME: usize = 4;

impl Form {
    /// What has changed, in words.
    pub const BRIEF: &'static str = "another form of `Debug`";
}

impl Versions {
    /// Returns the old and the new version for a reader, whom equal ones would not tell apart.
    pub fn labels(&self) -> [String; 2] {
        let Versions { old, new } = self;
        if old == new { [format!("{old} before"), format!("{new} now")] } else { [old.clone(), new.clone()] }
    }
}

impl AcceptedChange {
    fn new(function: &str, what: &str) -> AcceptedChange {
        AcceptedChange { function: function.to_owned(), what: what.to_owned() }
    }
}

impl Change {
    fn of(own: &Difference, items: &[CallableItem], renamed: &[Rename]) -> Change {
        let order = renamed.iter().find(|renamed| renamed.pair.new == own.item);
        Change {
            function: items[own.item].name.clone(),
            was: own.was.clone(),
            is: own.is.clone(),
            code: own.code.lines().map(str::to_owned).collect(),
            changed_code: own.changed_code.clone(),
            size: own.expression.size(),
            count: own.count,
            order: order.map_or_else(Order::default, |order| Order::of(order, &items[own.item])),
        }
    }

    fn intended(&self) -> AcceptedChange {
        AcceptedChange::new(&self.function, self.brief())
    }

    /// Returns the method, with its trait, if it is one of a type of numbers.
    fn method_of_number(&self) -> Option<&str> {
        let (ty, method) = self.function.strip_prefix('<')?.split_once(" as ")?;
        let ty = ty.rsplit("::").next().unwrap_or(ty);
        let is_number = INTEGERS.contains(&ty) || matches!(ty, "f32" | "f64");
        is_number.then_some(method)
    }

    /// Returns what of the texts of two values differs, without their numbers: a name in it, such
    /// as a field's, tells that other values may differ for the same reason.
    fn other_text(&self) -> Option<(String, String)> {
        if self.was.kind != EndKind::Value || self.is.kind != EndKind::Value {
            return None;
        }
        let (was, is) = (self.was.text.as_bytes(), self.is.text.as_bytes());
        let least = was.len().min(is.len());
        let before = was.iter().zip(is).take_while(|own| own.0 == own.1).count();
        let behind = was.iter().rev().zip(is.iter().rev()).take_while(|own| own.0 == own.1).count();
        let behind = behind.min(least - before);
        let middle = |of: &[u8]| -> String {
            let middle = String::from_utf8_lossy(&of[before..of.len() - behind]);
            middle.chars().filter(|own| !own.is_ascii_digit()).collect()
        };
        let has_name = |own: &String| own.chars().filter(|own| own.is_alphabetic()).count() >= NAME;
        let (was, is) = (middle(was), middle(is));
        (has_name(&was) || has_name(&is)).then_some((was, is))
    }

    /// Returns what happens, in some words.
    pub fn brief(&self) -> &'static str {
        let fails = EndKind::fails;
        match (self.was.kind, self.is.kind) {
            (EndKind::Panic, EndKind::Panic) => "another panic",
            (EndKind::Error, EndKind::Error) => "another error",
            (was, EndKind::Panic) if !fails(was) => "panics now",
            (was, EndKind::Hang) if !fails(was) => "does not end now",
            (was, EndKind::Death) if !fails(was) => "ends the process now",
            (was, is) if fails(was) && !fails(is) => "no longer fails",
            (was, is) if fails(was) && fails(is) => "fails in another way",
            (_, EndKind::Error) => "an error now",
            (EndKind::Error, _) => "no error now",
            (_, EndKind::Absent) => "nothing now",
            (EndKind::Absent, _) => "something now",
            _ => "another value",
        }
    }
}

/// Returns the packages of which the versions are built with different versions.
fn dependencies(new: &Target, old: &Target) -> Vec<Dependency> {
    let (of_new, of_old) = (new.locked(), old.locked());
    let mut names: Vec<&String> = of_new.symmetric_difference(&of_old).map(|own| &own.0).collect();
    names.dedup();
    let versions = |of: &BTreeSet<(String, String)>, name: &String| {
        let all: Vec<&str> = of.iter().filter(|own| own.0 == *name).map(|own| &*own.1).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(" and ") }
    };
    names
        .into_iter()
        .map(|name| Dependency {
            name: name.clone(),
            old: versions(&of_old, name),
            new: versions(&of_new, name),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(function: &str, was: EndKind, is: EndKind, changed_code: &[&str]) -> Change {
        let end = |kind| End { kind, text: "0".to_owned(), place: None, frames: Vec::new() };
        Change {
            function: function.to_owned(),
            was: end(was),
            is: End { text: "1".to_owned(), ..end(is) },
            code: vec![format!("let _ = {function}();")],
            changed_code: changed_code.iter().map(|own| (*own).to_owned()).collect(),
            size: 1,
            count: 1,
            order: Order::default(),
        }
    }

    fn comparison(changes: Vec<Change>) -> Comparison {
        Comparison {
            name: "c".to_owned(),
            versions: Versions { old: "1.0.0".to_owned(), new: "1.0.1".to_owned() },
            release: String::new(),
            seed: Seed(1),
            changes,
            forms: vec![Form { ty: "c::T".to_owned(), was: "0".to_owned(), is: "1".to_owned() }],
            renamed: vec![RenamedFunction {
                old: "c::before".to_owned(),
                new: "c::now".to_owned(),
                order: Order { order: vec![0], agreeing: 30 },
            }],
            removed: vec!["c::gone".to_owned()],
            retyped: vec!["c::wide".to_owned()],
            added: vec!["c::come".to_owned()],
            unsteady: Vec::new(),
            accepted: Vec::new(),
            dependencies: Vec::new(),
            functions: 9,
            called: 9,
            expressions: 9,
            calls: 9,
            through: 1,
            time: Duration::ZERO,
            resumed: None,
            is_interrupted: false,
        }
    }

    fn groups(of: &Comparison) -> Vec<Vec<&str>> {
        of.groups()
            .into_iter()
            .map(|(first, others)| [first].into_iter().chain(others).map(|own| &*own.function).collect())
            .collect()
    }

    #[test]
    fn changes_of_one_kind_behind_the_same_changed_code_are_told_together() {
        use EndKind::{Error, Panic, Value};
        let mut thrown = [change("g", Value, Panic, &["a:9"]), change("h", Value, Panic, &["a:8"])];
        for own in &mut thrown {
            own.is.place = Some("a:7:1".to_owned());
        }
        let [g, h] = thrown;
        let own = comparison(vec![
            change("a", Value, Value, &["a:1"]),
            change("b", Value, Value, &["a:1", "a:2"]),
            change("c", Value, Value, &["a:1"]),
            change("d", Value, Error, &["a:1"]),
            change("e", Value, Value, &[]),
            change("f", Value, Value, &[]),
            g,
            h,
            change("b", Value, Value, &[]),
        ]);
        let expected: [&[&str]; 6] = [&["a", "c"], &["b", "b"], &["d"], &["e"], &["f"], &["g", "h"]];
        assert_eq!(groups(&own), expected);
    }

    #[test]
    fn a_value_that_a_call_leaves_in_its_argument_is_told_from_one_that_it_returns() {
        use EndKind::{Panic, Value};
        let returned = change("a", Value, Value, &[]);
        let mut left = [change("b", Value, Value, &[]), change("c", Panic, Panic, &[])];
        for own in &mut left {
            own.code = vec!["let mut x = T::new();".to_owned(), "x.push(0);".to_owned()];
        }
        let [left, without] = left;
        let own = comparison(vec![returned, left, without]);
        let line = "a value is the argument as the call leaves it, not what it returns";
        let has = |own: &Change| own.of_argument().is_some_and(|own| own == line);
        assert_eq!(own.changes.iter().map(has).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!(own.text(9, everycase_check::report::Detail::Brief).matches(line).count(), 1);
        assert_eq!(own.markdown().matches(line).count(), 1);
    }

    #[test]
    fn a_change_that_reaches_no_changed_code_may_come_from_a_dependency() {
        let own = comparison(vec![
            change("a", EndKind::Value, EndKind::Value, &["a:1"]),
            change("b", EndKind::Value, EndKind::Value, &[]),
        ]);
        let causes = |of: &Comparison| {
            let of_each = of.changes.iter().map(|own| of.causes(own, everycase_check::report::Detail::Brief));
            of_each.collect::<Vec<_>>()
        };
        assert_eq!(causes(&own), [vec!["reaches changed code: a:1".to_owned()], Vec::new()]);
        let dependency = |name: &str, old: &str, new: &str| Dependency {
            name: name.to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
        };
        let dependencies = vec![dependency("serde", "1.0.1", "1.0.2"), dependency("url", "2.4.0", "2.5.0")];
        let own = Comparison { dependencies, ..own };
        let cause = "is not known to reach changed code: a dependency may be the cause (serde 1.0.1 to 1.0.2, \
                     url 2.4.0 to 2.5.0)";
        assert_eq!(causes(&own), [vec!["reaches changed code: a:1".to_owned()], vec![cause.to_owned()]]);
    }

    #[test]
    fn what_was_accepted_is_counted_and_not_told_and_the_rest_stays() {
        let all = comparison(vec![
            change("a", EndKind::Value, EndKind::Value, &[]),
            change("a", EndKind::Value, EndKind::Panic, &[]),
        ]);
        assert_eq!(all.intended().len(), 6);
        let accepted: BTreeSet<AcceptedChange> = [
            AcceptedChange::new("a", "another value"),
            AcceptedChange::new("c::T", Form::BRIEF),
            AcceptedChange::new("c::wide", REMOVED),
            AcceptedChange::new("c::before", "renamed"),
            AcceptedChange::new("b", "another value"),
        ]
        .into();
        let own = all.clone().without(&accepted);
        let told = [("a", "another value"), ("c::before", "renamed"), ("c::T", Form::BRIEF)];
        assert_eq!(
            own.accepted.iter().map(|own| (&*own.function, &*own.what)).collect::<BTreeSet<_>>(),
            told.into()
        );
        assert_eq!((own.changes.len(), own.forms.len(), own.renamed.len()), (1, 0, 0));
        assert_eq!((&own.removed, &own.retyped), (&all.removed, &all.retyped));
        let own = all.clone().without(&all.intended());
        assert!(!own.has_changes() && all.has_changes());
        assert_eq!(own.accepted.len(), 6);
    }
}
