//! What two versions of a crate do differently, as text and as records.

use std::fmt::Write;
use std::time::Duration;

use everycase_check::fields;
use everycase_check::records::{Fields, Record, Table, together};
use everycase_check::report::Detail;
use everycase_check::settings::seed::Seed;
use everycase_check::text::duration;
use everycase_check::text::number::{counted, percent, small};

use crate::candidates::CallableItem;
use crate::driver::{Fate, Twins};
use crate::explore::{Difference, Differences, End, Form};
use crate::expression::INTEGERS;
use crate::target::Target;
use crate::worker::Ended;

/// What two versions of a crate do differently, for readers.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The name of the package.
    pub name: String,
    /// The versions.
    pub versions: Versions,
    /// The seed of draws.
    pub seed: Seed,
    /// The functions that end in another way, the most surprising first.
    pub changes: Vec<Change>,
    /// The types whose `Debug` has another form.
    pub forms: Vec<Form>,
    /// The functions that only the old version had.
    pub removed: Vec<String>,
    /// The functions of which no call compiles with both versions.
    pub retyped: Vec<String>,
    /// The functions that only the new version has.
    pub added: Vec<String>,
    /// The functions whose calls end in different ways within a version: they are not compared.
    pub unsteady: Vec<String>,
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
    /// The size of the expression.
    pub size: u32,
    /// The number of expressions that differed so.
    pub count: u64,
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
        let of = |fate: Fate| names(&|own| twins.fates[own] == fate);
        let is_both = |own: &usize| twins.fates[*own] == Fate::Kept && !found.retyped.contains(own);
        let both: Vec<usize> = (0..items.len()).filter(is_both).collect();
        Comparison {
            name: new.package.clone(),
            versions: Versions { old: old.version.clone(), new: new.version.clone() },
            seed,
            changes: found.all.iter().map(|own| Change::of(own, items)).collect(),
            forms: found.forms.clone(),
            removed: of(Fate::Removed),
            retyped: names(&|own| twins.fates[own] == Fate::Changed || found.retyped.contains(&own)),
            added: of(Fate::Added),
            unsteady: names(&|own| found.unsteady.contains(&own)),
            dependencies: dependencies(new, old),
            functions: both.len() as u64,
            called: both.iter().filter(|own| found.called[**own]).count() as u64,
            expressions: found.expressions,
            calls: found.calls,
            through: found.through,
            time: found.time,
            is_interrupted: found.is_interrupted,
        }
    }

    /// Returns whether anything but additions was found.
    pub fn has_changes(&self) -> bool {
        !(self.changes.is_empty()
            && self.forms.is_empty()
            && self.removed.is_empty()
            && self.retyped.is_empty())
    }

    /// Returns which releases the changes allow, and why.
    pub fn release(&self) -> String {
        let functions = |own: usize| counted(own as u64, "function");
        let mut breaks = Vec::new();
        if !self.removed.is_empty() {
            breaks.push(format!("{} removed", functions(self.removed.len())));
        }
        if !self.retyped.is_empty() {
            breaks.push(format!("{} with other types", functions(self.retyped.len())));
        }
        // Before 1.0 the minor version is the one that may break.
        let is_first = self.versions.old.starts_with("0.");
        if !breaks.is_empty() {
            let least = if is_first { "minor: yes" } else { "minor: no" };
            return format!("patch: no; {least}, because of {}", breaks.join(" and "));
        }
        if !self.changes.is_empty() || !self.forms.is_empty() {
            let mut what = Vec::new();
            if !self.changes.is_empty() {
                what.push(format!("{} that behave differently", functions(self.functions_changed())));
            }
            if !self.forms.is_empty() {
                what.push(format!("{} with another `Debug`", counted(self.forms.len() as u64, "type")));
            }
            return format!(
                "patch: only if this mends errors; minor: yes, because of {}",
                what.join(" and ")
            );
        }
        // What did not run may differ.
        let rest = format!("nothing against it in {}", counted(self.calls, "call"));
        match self.added.len() {
            0 => format!("patch: {rest}"),
            count if is_first => format!("patch: {rest}; {} added", functions(count)),
            count => format!("patch: no, because of {} added; minor: {rest}", functions(count)),
        }
    }

    fn functions_changed(&self) -> usize {
        let mut names: Vec<&str> = self.changes.iter().map(|own| &*own.function).collect();
        names.sort_unstable();
        names.dedup();
        names.len()
    }

    /// Returns the changes. Told together are changes of one name, of one method of a trait for
    /// several numbers, whose code is often one macro's, and with one difference of the texts.
    pub fn groups(&self) -> Vec<(&Change, Vec<&Change>)> {
        let mut groups: Vec<(&Change, Vec<&Change>)> = Vec::new();
        for own in &self.changes {
            let (method, text) = (own.method_of_number(), own.other_text());
            let is_same = |first: &Change| {
                let is_alike = method.is_some() && first.method_of_number() == method
                    || text.is_some() && first.other_text() == text;
                (is_alike || first.function == own.function) && first.brief() == own.brief()
            };
            match groups.iter_mut().find(|group| is_same(group.0)) {
                Some(group) => group.1.push(own),
                None => groups.push((own, Vec::new())),
            }
        }
        groups
    }

    /// Returns the comparison as text, with at most `most` changes.
    pub fn text(&self, most: usize, detail: Detail) -> String {
        let mut out = format!("{}\n\n", self.release());
        let groups = self.groups();
        for (first, others) in groups.iter().take(most) {
            out.push_str(&first.text(&self.versions, detail));
            if !others.is_empty() {
                let _ = writeln!(out, "    the same in {}", named(others, detail));
            }
            out.push('\n');
        }
        let more = groups.len().saturating_sub(most);
        if more > 0 {
            let _ = writeln!(out, "and {}: --errors tells more\n", counted(more as u64, "further change"));
        }
        for Form { ty, was, is } in &self.forms {
            let _ = writeln!(out, "another form of `Debug`: {ty}");
            let _ = writeln!(out, "    {}: {}", self.versions.old, line(was));
            let _ = writeln!(out, "    {}: {}", self.versions.new, line(is));
            out.push('\n');
        }
        for (what, names) in
            [("removed", &self.removed), ("other types", &self.retyped), ("added", &self.added)]
        {
            if !names.is_empty() {
                let shown = if detail == Detail::Full { names.len() } else { LISTED };
                let mut list: Vec<&str> = names.iter().take(shown).map(|own| &**own).collect();
                let rest = (names.len() - list.len()) as u64;
                let rest = (rest > 0).then(|| format!("and {} more", small(rest)));
                list.extend(rest.as_deref());
                let _ = writeln!(out, "{what}: {}", list.join(", "));
            }
        }
        let _ = write!(out, "{}", self.summary(detail));
        out
    }

    /// Returns the last lines: what was compared, and how much ran.
    pub fn summary(&self, detail: Detail) -> String {
        let Versions { old, new } = &self.versions;
        let what = match self.groups().len() as u64 {
            0 => "nothing behaves differently".to_owned(),
            count => counted(count, "change"),
        };
        let how = if self.is_interrupted { ", interrupted" } else { "" };
        let mut out = format!(
            "{} {old} to {new}: {what} in {} ({}{how})\n",
            self.name,
            counted(self.calls, "call"),
            duration::show(self.time)
        );
        let _ = writeln!(
            out,
            "    {} of {} of both versions called ({})",
            small(self.called),
            counted(self.functions, "function"),
            percent(self.called, self.functions)
        );
        if self.through > 0 {
            let _ = writeln!(
                out,
                "    all expressions through size {} of values that do not differ, of those that look alike one; longer ones \
                 were drawn",
                self.through
            );
        }
        if !self.dependencies.is_empty() {
            let list: Vec<String> = self
                .dependencies
                .iter()
                .map(|Dependency { name, old, new }| format!("{name} {old} to {new}"))
                .collect();
            let _ = writeln!(out, "    built with other dependencies: {}", list.join(", "));
        }
        if !self.unsteady.is_empty() {
            let shown = if detail == Detail::Full { usize::MAX } else { LISTED };
            let list: Vec<&str> = self.unsteady.iter().take(shown).map(|own| &**own).collect();
            let _ = writeln!(
                out,
                "    not compared, since they differ within a version: {} ({})",
                counted(self.unsteady.len() as u64, "function"),
                list.join(", ")
            );
        }
        out
    }

    /// Returns the comparison as records: one for each change, then one for the whole.
    pub fn records(&self) -> Vec<Record> {
        let change = |own: &Change| Record::new("diff", "change").and(&Named(&self.name)).and(own);
        let mut all: Vec<Record> = self.changes.iter().map(change).collect();
        all.push(Record::new("diff", "finish").and(&Named(&self.name)).and(self));
        all
    }
}

/// The least letters of a name.
const NAME: usize = 4;

/// The most functions that are named where details are not wanted.
const LISTED: usize = 8;

impl Change {
    fn of(own: &Difference, items: &[CallableItem]) -> Change {
        Change {
            function: items[own.item].name.clone(),
            was: own.was.clone(),
            is: own.is.clone(),
            code: own.code.lines().map(str::to_owned).collect(),
            size: own.expression.size(),
            count: own.count,
        }
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
        if self.was.kind != Ended::Value || self.is.kind != Ended::Value {
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
        let fails = |own: Ended| matches!(own, Ended::Panic | Ended::Death | Ended::Hang);
        match (self.was.kind, self.is.kind) {
            (Ended::Panic, Ended::Panic) => "another panic",
            (Ended::Error, Ended::Error) => "another error",
            (was, Ended::Panic) if !fails(was) => "panics now",
            (was, Ended::Hang) if !fails(was) => "does not end now",
            (was, Ended::Death) if !fails(was) => "ends the process now",
            (was, is) if fails(was) && !fails(is) => "no longer fails",
            (was, is) if fails(was) && fails(is) => "fails in another way",
            (_, Ended::Error) => "an error now",
            (Ended::Error, _) => "no error now",
            (_, Ended::Absent) => "nothing now",
            (Ended::Absent, _) => "something now",
            _ => "another value",
        }
    }

    fn text(&self, versions: &Versions, detail: Detail) -> String {
        let mut out = format!("{}: {}\n", self.brief(), self.function);
        for line in self.code.iter().flat_map(|own| own.lines()) {
            let _ = writeln!(out, "        {line}");
        }
        for (version, end) in [(&versions.old, &self.was), (&versions.new, &self.is)] {
            let _ = writeln!(out, "    {version}: {}", end.words());
            if let Some(place) = &end.place {
                let _ = writeln!(out, "        at {place}");
            }
            if detail == Detail::Full {
                for frame in &end.frames {
                    let _ = writeln!(out, "        in {frame}");
                }
            }
        }
        let _ = writeln!(out, "    {}, size {}", counted(self.count, "such difference"), self.size);
        out
    }
}

impl End {
    /// Returns it in a line.
    pub fn words(&self) -> String {
        let text = line(&self.text);
        match self.kind {
            Ended::Value if text.is_empty() => "a value".to_owned(),
            Ended::Value => text,
            Ended::Absent => "None".to_owned(),
            Ended::Error if text.is_empty() => "an error".to_owned(),
            Ended::Error => format!("error {text}"),
            Ended::Panic => format!("panics: {text}"),
            Ended::Death if text.is_empty() => "the process ends".to_owned(),
            Ended::Death => format!("the process ends: {text}"),
            Ended::Hang => "does not end".to_owned(),
        }
    }
}

/// Returns the functions of some changes.
fn named(changes: &[&Change], detail: Detail) -> String {
    let names: Vec<String> = changes.iter().map(|own| format!("`{}`", own.function)).collect();
    match detail {
        Detail::Full => names.join(", "),
        Detail::Brief => counted(names.len() as u64, "further function"),
    }
}

/// Returns the first line of a text, shortened.
fn line(text: &str) -> String {
    const MOST: usize = 200;
    let first = text.lines().next().unwrap_or_default();
    match first.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}..", &first[..at]),
        None => first.to_owned(),
    }
}

/// Returns the packages of which the versions are built with different versions.
fn dependencies(new: &Target, old: &Target) -> Vec<Dependency> {
    let (of_new, of_old) = (new.locked(), old.locked());
    let mut names: Vec<&String> = of_new.symmetric_difference(&of_old).map(|own| &own.0).collect();
    names.dedup();
    let versions = |of: &std::collections::BTreeSet<(String, String)>, name: &String| {
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

/// The package of a record.
struct Named<'n>(&'n String);

/// Returns the tables of `docs/records.md` about comparisons.
pub fn tables() -> Vec<Table> {
    vec![
        ("`change`", together(&[Change::FIELDS])),
        ("`diff`", together(&[Comparison::FIELDS])),
        ("`end`", together(&[End::FIELDS])),
        ("`forms[]`", together(&[Form::FIELDS])),
        ("`dependencies[]`", together(&[Dependency::FIELDS])),
    ]
}

fields! { own: Named<'_>;
    "name": = own.0, "the name of the package";
}

fields! { own: Change;
    "function": = own.function, "the function";
    "what": = own.brief(), "what has changed, in words";
    "was": = own.was, "how it ended with the old version";
    "is": = own.is, "how it ends with the new version";
    "code": = own.code, "Rust that shows it";
    "size": = own.size, "the size of the expression";
    "count": = own.count, "the number of expressions that differed so";
}

fields! { own: End;
    "kind": = own.kind.name(), "`value`, `absent` (`None`), `error`, `panic`, `death` or `hang`";
    "text": = own.text, "the value or the error as `Debug` writes it, the message of the panic, or what the process wrote";
    "place": = own.place, "where it panics, or `null`";
    "frames": = own.frames, "the functions of the crate that were running when it panicked, the innermost first";
}

fields! { own: Form;
    "type": = own.ty, "the type";
    "was": = own.was, "a value with the old version";
    "is": = own.is, "the same with the new version";
}

fields! { own: Dependency;
    "name": = own.name, "the package";
    "old": = own.old, "its versions with the old version of the crate";
    "new": = own.new, "its versions with the new version";
}

fields! { own: Comparison;
    "old": = own.versions.old, "the old version";
    "new": = own.versions.new, "the new version";
    "release": = own.release(), "which releases the changes allow, and why";
    "seed": = own.seed, "the seed of draws";
    "changes": = own.changes.len() as u64, "the number of changes";
    "forms": = own.forms, "the types whose `Debug` has another form";
    "removed": = own.removed, "the functions that only the old version had";
    "retyped": = own.retyped, "the functions of which no call compiles with both versions";
    "added": = own.added, "the functions that only the new version has";
    "unsteady": = own.unsteady, "the functions that were not compared, since their calls differ within a version";
    "dependencies": = own.dependencies, "the packages that the versions are built with in different versions";
    "functions": = own.functions, "the number of functions that both versions have";
    "called": = own.called, "how many of them were called";
    "expressions": = own.expressions, "the number of expressions that ran with both versions";
    "calls": = own.calls, "the number of calls in them";
    "through": = own.through, "all expressions up to this size ran, of values that do not differ, of those that look alike one";
    "time_s": = own.time, "the time, in seconds";
    "interrupted": = own.is_interrupted, "whether it was interrupted";
}
