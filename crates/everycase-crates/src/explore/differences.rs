//! Differences between two versions of a crate: an exploration of the new one in which the old one
//! runs the same expressions.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::causes::Causes;
use super::ends::{End, erring, without_addresses};
use super::judgment::runs;
use super::learn::{Explorer, Failure};
use super::renames::{Operations, Rename};
use super::search::Ran;
use super::{Options, tested};
use crate::constants::Constants;
use crate::coverage::FileLines;
use crate::driver::{Fate, Twins};
use crate::error::Error;
use crate::expression::Expression;
use crate::finding::Site;
use crate::journal::{Journal, KilledRun};
use crate::pool::Pool;
use crate::readable_code::readable;
use crate::runner::{Runner, Twin};
use crate::shrink::shrink;
use crate::snippet::Snippet;
use crate::target::Target;
use crate::worker::{EndKind, Kind, Outcome, Signature};

/// The most expressions by which is learned how types look.
const LEARNED: u64 = 4_000;
/// The time in which differences are made smaller, at the least, and the most.
const SHRINK_TIME: (Duration, Duration) = (Duration::from_secs(10), Duration::from_secs(60));
/// How often a difference runs in fresh processes before it is reported.
const AGAIN: usize = 3;

/// What two versions of a crate do differently.
#[derive(Clone, Debug)]
pub struct Differences {
    /// The calls that end in different ways, the most surprising first.
    pub all: Vec<Difference>,
    /// The types whose `Debug` has another form.
    pub forms: Vec<Form>,
    /// The items, by their index, with calls that end in different ways within a version.
    pub unsteady: Vec<usize>,
    /// The items, by their index, of which each call takes other types than it did.
    pub retyped: Vec<usize>,
    /// The functions that have another name, or their parameters in another order.
    pub renamed: Vec<Rename>,
    /// The items, by their index, that were called with both versions.
    pub called: Vec<bool>,
    /// The number of expressions that ran with both versions.
    pub expressions: u64,
    /// The number of calls in them.
    pub calls: u64,
    /// All expressions up to this size ran, of values that do not differ.
    pub through: u32,
    /// The lines of the new version and how many of them were reached, if the compiler counts that.
    pub lines: Option<Vec<FileLines>>,
    /// The time.
    pub time: Duration,
    /// How much of it a comparison has used that was killed, and from which this one went on.
    pub resumed: Option<Duration>,
    /// Whether it was interrupted.
    pub is_interrupted: bool,
}

/// A call that ends in another way than it did.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The item, by its index.
    pub item: usize,
    /// How it ended with the old version.
    pub was: End,
    /// How it ends with the new version.
    pub is: End,
    /// Its code.
    pub code: Snippet,
    /// The places of the changed code of the new version that it reaches, if the compiler tells.
    pub changed_code: Vec<String>,
    /// The smallest expression.
    pub expression: Expression,
    /// The number of expressions that differed so.
    pub count: u64,
}

/// A type whose `Debug` has another form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The type.
    pub ty: String,
    /// The text of a value with the old version.
    pub was: String,
    /// The text of the same value with the new one.
    pub is: String,
}

/// Runs calls of both versions of a crate, and tells which end in different ways. If the journal is
/// of a comparison that was killed, this one goes on from there, unless the `Debug` of a type has
/// another form.
///
/// # Errors
/// If workers cannot be run.
pub fn differences(
    (new, old): (&Target, &Target),
    twins: &Twins,
    constants: &Constants,
    options: &Options,
    journal: &mut Journal,
    tell: &mut dyn FnMut(&str),
) -> Result<Differences, Error> {
    let Twins { new: driver, old: old_driver, candidates, .. } = twins;
    let runner =
        Runner::new(driver.program.clone(), driver.coverage.as_ref(), options.jobs, options.patience)?;
    let twin = Runner::new(old_driver.program.clone(), None, options.jobs, options.patience)?;
    options.allows(&runner.signature)?;
    let signature = runner.signature.clone();
    let usable = same_parameters(&signature, &twin.signature);
    let tested = tested(candidates, driver, &options.only);
    let killed = journal.killed(&signature);
    let begun = |runner: Runner, journal, tell| {
        let mut explorer = Explorer {
            usable: usable.clone(),
            is_told: (0..driver.calls.len() as u16).map(|call| tested.contains(&call)).collect(),
            ..Explorer::new(runner, journal, (new, candidates, driver), constants, tell)
        };
        explorer.sites.compares = true;
        // An error belongs to the call that returns it.
        for (call, error) in driver.errors_of() {
            let (call, error) = (usize::from(call), usize::from(error));
            explorer.is_told[error] = explorer.is_told[call];
            explorer.item_of[error] = explorer.item_of[call];
        }
        explorer
    };
    let (mut learning, mut unwritten) = (Journal::default(), Journal::default());
    let mut explorer = begun(runner, &mut learning, tell);
    let mut operations = Operations::of(driver, &twins.pairs);
    explorer.runner.compare_with(Twin::new(twin, operations.all()));
    // First how types look: where all values of one look different, its form has changed.
    let learning = Options { most: Some(LEARNED), ..options.clone() };
    explorer.search((driver, constants), &tested, &learning, KilledRun::default())?;
    let changed = explorer.learn_forms(&new.library);
    let pool = std::mem::replace(&mut explorer.pool, Pool::new(&signature, constants));
    // Which values of these differ is known from others, which a journal does not have.
    let (killed, journal) =
        if changed.is_empty() { (killed, journal) } else { (KilledRun::default(), &mut unwritten) };
    let spent = killed.so_far;
    let Explorer { runner, tell, .. } = explorer;
    let mut explorer = begun(runner, journal, tell);
    (explorer.expressions, explorer.calls) = (spent.expressions, spent.calls);
    let forms = changed.iter().filter_map(|ty| explorer.form(*ty, &pool, &signature)).collect();
    let Ran { through, time, .. } = explorer.search((driver, constants), &tested, options, killed)?;
    let (expressions, calls) = (explorer.expressions, explorer.calls);
    let lines = explorer.runner.reached.lines();
    let most = if options.stop.is_wanted() {
        super::STOPPED
    } else {
        (options.time / 2).clamp(SHRINK_TIME.0, SHRINK_TIME.1)
    };
    if let Some(twin) = explorer.runner.twin() {
        operations.decide(twin);
    }
    explorer.failures.retain(|_, own| !operations.are_in(&own.expression));
    let all = explorer.differences((new, old), twins, most, !options.stop.is_wanted())?;
    let item_of = &explorer.item_of;
    let is_function = |own: &usize| twins.fates.get(*own).is_some_and(|own| *own != Fate::Paired);
    let mut unsteady: Vec<usize> = match explorer.runner.twin() {
        Some(twin) => twin.unsteady().map(|call| item_of[usize::from(call)]).filter(is_function).collect(),
        None => Vec::new(),
    };
    unsteady.sort_unstable();
    unsteady.dedup();
    let has = |is_same: bool| -> BTreeSet<usize> {
        let calls = tested.iter().filter(|call| usable[usize::from(**call)] == is_same);
        calls.map(|call| driver.calls[usize::from(*call)].item).collect()
    };
    let retyped: Vec<usize> = has(false).difference(&has(true)).copied().filter(is_function).collect();
    let is_retyped = |own| twins.fates[own] == Fate::Changed || retyped.contains(&own);
    let renamed = operations.renamed(twins, is_retyped, |own| all.iter().any(|change| change.item == own));
    Ok(Differences {
        all,
        forms,
        unsteady,
        retyped,
        renamed,
        called: explorer.called,
        expressions,
        calls,
        through,
        lines,
        time,
        resumed: Some(spent.time).filter(|own| !own.is_zero()),
        is_interrupted: options.stop.is_wanted(),
    })
}

impl Explorer<'_> {
    /// Returns the types of the crate whose form has changed.
    fn learn_forms(&mut self, library: &str) -> Vec<u16> {
        let types = self.runner.signature.types.clone();
        let path = format!("{library}::");
        // A pointer to a function prints where the program has it.
        let is_of_crate = |ty: u16| {
            types.get(usize::from(ty)).is_some_and(|own| own.contains(&path) && !own.starts_with("fn("))
        };
        self.runner.twin().map_or_else(Vec::new, |twin| twin.learn(is_of_crate))
    }

    /// Returns how a value of a type looks with both versions, if it looks so again and again.
    fn form(&mut self, ty: u16, pool: &Pool, signature: &Signature) -> Option<Form> {
        let (sizes, drawn) = pool.all(ty);
        let own = sizes.iter().flatten().chain(drawn).find(|own| own.root().is_some())?;
        let text = |of: &Runner| match (of.alone(own).ok()?.0, of.alone(own).ok()?.0) {
            (Outcome::Value { text, .. }, Outcome::Value { text: again, .. }) if text == again => Some(text),
            _ => None,
        };
        let is = text(&self.runner)?;
        let was = text(self.runner.twin()?.old())?;
        let is_other = without_addresses(&was) != without_addresses(&is);
        is_other.then(|| Form { ty: signature.types[usize::from(ty)].clone(), was, is })
    }

    /// Makes the differences smaller, and runs each again in fresh processes.
    fn differences(
        &mut self,
        (new, old): (&Target, &Target),
        twins: &Twins,
        time: Duration,
        is_compiled: bool,
    ) -> Result<Vec<Difference>, Error> {
        let errors = twins.new.errors_of();
        let mut failures: Vec<(Site, Failure)> = std::mem::take(&mut self.failures).into_iter().collect();
        failures.sort_by_key(|own| own.1.expression.measure());
        let end = Instant::now() + time;
        let mut left = failures.len() as u32;
        let mut all = Vec::new();
        for (at, failure) in failures {
            let now = Instant::now();
            let until = now + end.saturating_duration_since(now) / left.max(1);
            left -= 1;
            let sites = &mut self.sites;
            let mut of =
                |runner: &mut Runner, own: &Expression, outcome: &Outcome| sites.of(runner, own, outcome);
            let expression =
                shrink(&mut self.runner, &self.pool, &failure.expression, &at, runs(&at), until, &mut of)?;
            // By now it may be known that an earlier call differs.
            let outcome = self.runner.run(&[&expression])?.pop().unwrap_or(Outcome::Stuck);
            if self.sites.of(&mut self.runner, &expression, &outcome)?.as_ref() != Some(&at)
                || matches!(outcome, Outcome::Differs(own) if expression.at_call(own.call) != Some(&expression))
            {
                continue;
            }
            let expression = erring(expression, &errors);
            let Some(item) = expression.root().map(|call| self.item_of[usize::from(call)]) else { continue };
            let is_slow = matches!(at, Site::Differs { was, is, .. } if was.max(is) == EndKind::Hang);
            let times = if is_slow { 1 } else { AGAIN };
            let Some((was, is)) = self.ends((new, old), &expression, &errors, times)? else { continue };
            all.push(Difference {
                item,
                was,
                is,
                code: Snippet::default(),
                changed_code: Vec::new(),
                expression,
                count: failure.count,
            });
        }
        let expressions: Vec<&Expression> = all.iter().map(|own| &own.expression).collect();
        let codes = readable(new, (&twins.new.calls, &self.forms), &expressions, is_compiled)?;
        for (own, code) in all.iter_mut().zip(codes) {
            own.code = code;
        }
        if let Some(coverage) = &twins.new.coverage {
            let runner = Runner::new(twins.new.program.clone(), Some(coverage), 1, self.runner.patience)?;
            let mut causes = Causes::new(runner, coverage, &new.sources, &old.sources);
            for own in &mut all {
                own.changed_code = causes.of(&own.expression)?;
            }
        }
        all.sort_by_key(|own| (own.surprise(), own.expression.measure()));
        let mut known = BTreeSet::new();
        all.retain(|own| {
            known.insert((own.item, own.was.kind, own.is.kind))
                && !(own.surprise() > 2 && is_of_looks(&twins.candidates.items[own.item].name))
        });
        Ok(all)
    }
}

/// Returns whether a function only shows what a value looks like. A change of its text is found in
/// the value itself, and callers must not rely on a hash.
fn is_of_looks(function: &str) -> bool {
    const NAMES: [&str; 3] = [" as Debug>::fmt", " as Hash>::hash", " as Hash>::hash_slice"];
    NAMES.iter().any(|end| function.ends_with(end))
}

impl Difference {
    /// Returns how surprising it is: small numbers stand for much.
    pub fn surprise(&self) -> u8 {
        let fails = EndKind::fails;
        match (self.was.kind, self.is.kind) {
            (was, is) if fails(is) && !fails(was) => 0,
            (was, is) if fails(was) && !fails(is) => 1,
            (was, is) if was != is => 2,
            (EndKind::Value, _) => 3,
            _ => 4,
        }
    }
}

/// Returns for each call whether its parameters have the same types in both versions, whatever
/// module defines these.
fn same_parameters(new: &Signature, old: &Signature) -> Vec<bool> {
    let shown = |of: &Signature, call: usize| -> Option<Vec<(Kind, Option<usize>, String)>> {
        let parameters = of.calls.get(call)?;
        let name = |ty: u16| last_names(&of.types[usize::from(ty)]);
        Some(parameters.iter().map(|own| (own.kind, own.len, name(own.ty))).collect())
    };
    (0..new.calls.len()).map(|call| shown(new, call) == shown(old, call)).collect()
}

/// Returns the name of a type with the last names of its paths.
fn last_names(ty: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for own in ty.chars() {
        match own {
            ':' => word.clear(),
            own if own.is_alphanumeric() || own == '_' => word.push(own),
            own => {
                out += &std::mem::take(&mut word);
                out.push(own);
            }
        }
    }
    out + &word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_the_same_whatever_module_defines_them() {
        assert_eq!(last_names("alloc::vec::Vec<c::a::B>"), "Vec<B>");
        assert_eq!(last_names("(u8, &c::B)"), "(u8, &B)");
        assert_ne!(last_names("c::a::B"), last_names("c::a::C"));
    }
}
