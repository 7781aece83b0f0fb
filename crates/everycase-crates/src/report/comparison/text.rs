//! A comparison as text.

use std::collections::BTreeSet;
use std::fmt::Write;

use everycase_check::report::Detail;
use everycase_check::text::number::{counted, percent, small};

use super::{Change, Comparison, Dependency, REMOVED, RETYPED, Versions};
use crate::explore::{End, Form};
use crate::report::{line, spent};
use crate::worker::EndKind;

/// The most functions that are named where details are not wanted.
const LISTED: usize = 8;

/// The most places of changed code that are named there.
const PLACES: usize = 3;

impl Comparison {
    /// Returns the comparison as text, with at most `most` changes.
    pub fn text(&self, most: usize, detail: Detail) -> String {
        let mut out = format!("{}\n\n", self.release);
        let groups = self.groups();
        for (first, others) in groups.iter().take(most) {
            out.push_str(&first.text(&self.versions, detail));
            for cause in self.causes(first, detail) {
                let _ = writeln!(out, "    {cause}");
            }
            if !others.is_empty() {
                let _ = writeln!(out, "    the same in {}", named(others, detail));
            }
            out.push('\n');
        }
        let more = groups.len().saturating_sub(most);
        if more > 0 {
            let _ =
                writeln!(out, "and {}; raise --errors to see more\n", counted(more as u64, "further change"));
        }
        let [old, new] = self.versions.labels();
        for Form { ty, was, is } in &self.forms {
            let _ = writeln!(out, "{}: {ty}", Form::BRIEF);
            let _ = writeln!(out, "    {}: {}", old, line(was));
            let _ = writeln!(out, "    {}: {}", new, line(is));
            out.push('\n');
        }
        for own in &self.renamed {
            let _ = writeln!(out, "{}", own.text());
        }
        for (what, names) in [(REMOVED, &self.removed), (RETYPED, &self.retyped), ("added", &self.added)] {
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

    /// Returns what is known about the cause of a change, a line each: the changed code that it
    /// reaches, another version of a dependency where it reaches none, and another order of
    /// arguments; and which value is shown, if the call does not return it.
    pub fn causes(&self, change: &Change, detail: Detail) -> Vec<String> {
        let elsewhere = || {
            let dependencies = line(&self.other_dependencies()?);
            Some(format!(
                "is not known to reach changed code: a dependency may be the cause ({dependencies})"
            ))
        };
        let causes = change.changed(detail).or_else(elsewhere);
        causes.into_iter().chain(change.order.note()).chain(change.of_argument()).collect()
    }

    /// Returns the packages that the versions are built with in different versions, if there are
    /// any.
    fn other_dependencies(&self) -> Option<String> {
        let one = |own: &Dependency| format!("{} {} to {}", own.name, own.old, own.new);
        let all: Vec<String> = self.dependencies.iter().map(one).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// Returns the last lines: what was compared, and how much ran.
    pub fn summary(&self, detail: Detail) -> String {
        let [old, new] = self.versions.labels();
        let mut what = match (self.groups().len() as u64, self.accepted.len()) {
            (0, 0) => "nothing behaves differently".to_owned(),
            (0, _) => "nothing new".to_owned(),
            (count, _) => counted(count, "change"),
        };
        if !self.accepted.is_empty() {
            let _ = write!(what, ", {} accepted", small(self.accepted.len() as u64));
        }
        let mut out = format!(
            "{} {old} to {new}: {what} in {} ({})\n",
            self.name,
            counted(self.calls, "call"),
            spent(self.time, self.resumed, self.is_interrupted)
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
                "    all expressions through size {} of values that do not differ, with one of each group of \
                 equal-looking values; longer expressions were drawn",
                self.through
            );
        }
        if let Some(dependencies) = self.other_dependencies() {
            let _ = writeln!(out, "    built with other dependencies: {dependencies}");
        }
        if !self.unsteady.is_empty() {
            let shown = if detail == Detail::Full { usize::MAX } else { LISTED };
            let list: Vec<&str> = self.unsteady.iter().take(shown).map(|own| &**own).collect();
            let _ = writeln!(
                out,
                "    not compared where they differ within a version: calls of {} ({})",
                counted(self.unsteady.len() as u64, "function"),
                list.join(", ")
            );
        }
        out
    }
}

impl Change {
    /// Returns whose values are shown, if the call does not return them.
    pub(super) fn of_argument(&self) -> Option<String> {
        let is_returned = self.code.last().is_some_and(|own| own.starts_with("let _ = "));
        let has_value = [&self.was, &self.is].iter().any(|own| own.kind == EndKind::Value);
        (has_value && !is_returned)
            .then(|| "a value is the argument as the call leaves it, not what it returns".to_owned())
    }

    /// Returns which changed code it reaches, in a line.
    fn changed(&self, detail: Detail) -> Option<String> {
        let shown = if detail == Detail::Full { usize::MAX } else { PLACES };
        let mut places: Vec<&str> = self.changed_code.iter().take(shown).map(|own| &**own).collect();
        let rest = self.changed_code.len() - places.len();
        let rest = (rest > 0).then(|| format!("{} more", small(rest as u64)));
        places.extend(rest.as_deref());
        (!places.is_empty()).then(|| format!("reaches changed code: {}", places.join(", ")))
    }

    /// Returns it as text: its code and both ends, without its causes.
    pub fn text(&self, versions: &Versions, detail: Detail) -> String {
        let mut out = format!("{}: {}\n", self.brief(), self.function);
        for line in self.code.iter().flat_map(|own| own.lines()) {
            let _ = writeln!(out, "        {line}");
        }
        for (version, end) in versions.labels().iter().zip([&self.was, &self.is]) {
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
    /// Returns whether it is a failure: neither a value nor an error that the call returns.
    pub fn fails(&self) -> bool {
        self.kind.fails()
    }

    /// Returns it in a line.
    pub fn words(&self) -> String {
        let text = line(&self.text);
        match self.kind {
            EndKind::Value if text.is_empty() => "a value".to_owned(),
            EndKind::Value => text,
            EndKind::Absent => "None".to_owned(),
            EndKind::Error if text.is_empty() => "an error".to_owned(),
            EndKind::Error => format!("error {text}"),
            EndKind::Panic => format!("panics: {text}"),
            EndKind::Death if text.is_empty() => "the process ends".to_owned(),
            EndKind::Death => format!("the process ends: {text}"),
            EndKind::Hang => "does not end".to_owned(),
        }
    }
}

/// Returns the functions of some changes.
fn named(changes: &[&Change], detail: Detail) -> String {
    let names: BTreeSet<String> = changes.iter().map(|own| format!("`{}`", own.function)).collect();
    let names: Vec<String> = names.into_iter().collect();
    match detail {
        Detail::Full => names.join(", "),
        Detail::Brief => counted(names.len() as u64, "further function"),
    }
}
