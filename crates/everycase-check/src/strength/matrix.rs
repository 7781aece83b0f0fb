//! Properties by mutants: each systematic mutant and each small one against all small inputs (Paper
//! IV, section 5), as `FitSpec` does.
//!
//! The [systematic](super::systematic) mutants come first. A small mutant is a function as before
//! except on some arguments: a [finite map](map_shape) from arguments to results, so that 'as
//! before' costs nothing, and one exception costs the sizes of its argument and its result. A
//! mutant is run with every prepared input of every property that exercises a call which it
//! changes. Mutants that change the same exercised calls in the same way, and are killed by the
//! same properties, count as one. The properties that kill a mutant are a set; sets with their
//! numbers of mutants and their smallest mutants are all that is kept.
//!
//! Statements about sets of properties are of the first [`CLAIMED`] small mutants, or as many as
//! the plan has tests, so that they do not depend on the time. With too little time, no such
//! statements are made. Further mutants are run in the time that is left, and only their survivors
//! are of interest.

mod subject;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use everycase_kernel::maps::map_shape;
use everycase_kernel::{Alternative, Derivations, Shape};

use self::subject::MatrixSubject;
use super::change::Change;
use super::mutant::{Mutant, Mutation};
use super::prepare::prepare;
use super::target::Target;
use crate::claims::Coverage;
use crate::names;
use crate::run::collector::Collector;
use crate::run::error::CheckError;
use crate::run::pool::Pool;
use crate::run::runner::Runner;
use crate::run::verdict::Subject;
use crate::settings::Plan;
use crate::settings::shard::Shard;
use crate::streams::source::{self, Progress, SizeWalk, Source, serve_alone};
use crate::system::miri::Instant;
use everycase_kernel::sorted::sort_by_key;

/// The largest number of properties of a matrix.
pub const MOST_PROPERTIES: usize = 64;

/// The largest number of mutants that are run, so that those found can be told apart.
const MOST_MUTANTS: u64 = 1 << 20;

/// The number of small mutants, in order, that statements about sets of properties are of, unless
/// the plan has a number of tests; less in tests.
pub(super) const CLAIMED: u64 = if cfg!(test) { 100 } else { 2_000 };

/// The part of the time, as a divisor, in which the inputs of the properties are prepared.
const PREPARED: u32 = 2;

/// The largest number of sets that are kept while minimal complete sets are sought.
const MOST_SETS: usize = 1_000;

/// A property of a set, with the inputs that it is run on.
pub struct Suite {
    /// The name of the property.
    pub property: String,
    /// The property with the function.
    pub target: Arc<dyn Target>,
    /// Its inputs.
    pub derivations: Derivations,
    /// How many of its inputs to run, the smallest ones.
    pub inputs: usize,
}

/// Which properties kill which mutants.
pub struct Matrix {
    /// The sets of properties that kill some mutant and no other property does; bit `i` of a set is
    /// property `i`. The empty set is of survivors.
    pub sets: BTreeMap<u64, Set>,
    /// Whether all inputs and all mutants were run that statements about the sets are of. If not,
    /// the time was over before.
    pub is_settled: bool,
    /// The inputs of each property.
    pub inputs: Vec<Inputs>,
    /// The kinds of systematic mutants.
    pub mutations: Vec<Mutation>,
    /// The small mutants that were run.
    pub sizes: Sizes,
    /// Further small mutants, which were run in the time that was left.
    pub beyond: Option<Beyond>,
    /// The number of mutants that met a limit.
    pub undecided: u64,
    /// The time in which the inputs were prepared.
    pub preparation: Duration,
    /// Why no more mutants were run.
    pub ended: MatrixEnding,
}

/// The sizes of small mutants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The largest size of which all mutants were run.
    pub through: Option<u32>,
    /// Whether some mutants of the next size were run, too.
    pub has_more: bool,
    /// Whether no other mutants exist.
    pub is_all: bool,
}

/// Small mutants beyond the mutants that statements about sets of properties cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beyond {
    /// Their sizes, including the sizes of the mutants before them.
    pub sizes: Sizes,
    /// How many they are.
    pub mutants: u64,
    /// How many of them no property kills.
    pub survived: u64,
    /// The smallest of the survivors, if no mutant before them survives.
    pub survivor: Option<Vec<Change>>,
}

/// Why no more mutants were run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatrixEnding {
    /// All mutants were run.
    AllRun,
    /// The budget was spent.
    Budget,
    /// The runs with a mutant did not end within the time for one input.
    Hung,
    /// It was interrupted.
    Interrupted,
}

names! { MatrixEnding:
    AllRun = "all run",
    Budget = "budget",
    Hung = "hung",
    Interrupted = "interrupted",
}

/// The inputs of a property on which mutants are run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Inputs {
    /// How many there are: those on which the property holds and calls the function.
    pub count: usize,
    /// The largest size of which these are all.
    pub through: Option<u32>,
    /// Whether the property has no others.
    pub is_all: bool,
    /// Whether the property failed on an input, with the function itself. It is then not run with
    /// mutants.
    pub has_failed: bool,
    /// Whether the time was over before all inputs were found that are wanted.
    pub is_cut: bool,
}

/// The mutants that a set of properties kills.
#[derive(Debug, Clone, Default)]
pub struct Set {
    /// How many they are.
    pub mutants: u64,
    /// How many of the small ones have each size.
    pub by_size: BTreeMap<u32, u32>,
    /// The systematic ones among them.
    pub systematic: Vec<Systematic>,
    /// The smallest of the small ones, by the exercised calls that it changes. It is empty if the
    /// set has no small mutants.
    pub smallest: Vec<Change>,
}

/// A systematic mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Systematic {
    /// The mutant.
    pub mutant: Arc<Mutant>,
    /// The first exercised calls that it changes.
    pub changes: Vec<Change>,
}

impl Matrix {
    /// Returns the number of mutants that differ from the function on an exercised call.
    pub fn mutants(&self) -> u64 {
        self.sets.values().map(|set| set.mutants).sum()
    }

    /// Returns the number of systematic mutants among them.
    pub fn systematic(&self) -> u64 {
        self.sets.values().map(|set| set.systematic.len() as u64).sum()
    }

    /// Returns the number of mutants that some of these properties kill.
    pub fn killed_by(&self, properties: u64) -> u64 {
        self.sets.iter().filter(|(set, _)| *set & properties != 0).map(|(_, set)| set.mutants).sum()
    }

    /// Returns the minimal sets of properties that kill every mutant which any property kills;
    /// `None` if they are too many to find.
    pub fn minimal_complete(&self) -> Option<Vec<u64>> {
        // A set that has another one as a part is met whenever that one is.
        let wanted = minimal(self.sets.keys().copied().filter(|set| *set != 0).collect());
        let mut found: Vec<u64> = vec![0];
        // Berge's algorithm: the minimal sets that meet each of the sets so far.
        for set in wanted {
            let (mut meet, miss): (Vec<u64>, Vec<u64>) = found.iter().partition(|own| **own & set != 0);
            for own in miss {
                meet.extend((0..64).map(|bit| 1 << bit).filter(|bit| set & bit != 0).map(|bit| own | bit));
            }
            found = minimal(meet);
            if found.len() > MOST_SETS {
                return None;
            }
        }
        sort_by_key(&mut found, |set| (set.count_ones(), *set));
        Some(found)
    }

    /// Returns the pairs of properties where the first [implies](Matrix::implies) the second.
    pub fn implied(&self) -> Vec<(usize, usize)> {
        let all = 0..self.inputs.len();
        let pairs = all.clone().flat_map(|one| all.clone().map(move |other| (one, other)));
        pairs.filter(|&(one, other)| one != other && self.implies(one, other)).collect()
    }

    /// Returns whether the first property kills every mutant that the second kills: the second is
    /// then implied by the first, judged by these mutants.
    pub fn implies(&self, one: usize, other: usize) -> bool {
        self.sets.keys().all(|set| set >> other & 1 == 0 || set >> one & 1 == 1)
    }
}

/// Returns the sets that have no other set as a part.
fn minimal(mut sets: Vec<u64>) -> Vec<u64> {
    sort_by_key(&mut sets, |set| (set.count_ones(), *set));
    let mut minimal: Vec<u64> = Vec::new();
    for set in sets {
        if !minimal.iter().any(|other| other & set == *other) {
            minimal.push(set);
        }
    }
    minimal
}

/// Runs systematic mutants of some kinds, then small mutants by size, against small inputs, within
/// the budget of a plan: its time, or as many small mutants as it has tests. Only systematic kinds
/// have an effect; without any, the mutants are `FitSpec`'s. The properties are deterministic
/// properties of one function; at most the first [`MOST_PROPERTIES`] are run. The whole matrix is
/// run, whatever the part of the plan. Returns `None` when the results of the function cannot be
/// encoded, or `suite` is empty.
///
/// # Errors
/// When the inputs or the mutants cannot be enumerated.
pub fn matrix(
    name: &str,
    suite: &[Suite],
    mutations: &[Mutation],
    plan: &Plan,
) -> Result<Option<Matrix>, CheckError> {
    let Some((first, results)) = suite.first().and_then(|first| Some((first, first.target.results()?)))
    else {
        return Ok(None);
    };
    let start = Instant::now();
    let after = |time: Duration| start.checked_add(time);
    let mut pool = Pool::new(name, plan)?;
    let suite = &suite[..suite.len().min(MOST_PROPERTIES)];
    let prepared = prepare(suite, plan, &mut pool, plan.budget.time.and_then(|time| after(time / PREPARED)))?;
    drop(pool);
    let preparation = start.elapsed();
    let inputs: Vec<Inputs> = prepared.iter().map(|property| property.of).collect();
    let mutated = Arc::new(MatrixSubject::new(prepared, mutations));
    let systematic = mutated.systematic.len();
    let mutants = Derivations::new(shape(systematic, first.target.arguments(), results));
    let subject: Arc<dyn Subject> = Arc::clone(&mutated) as Arc<dyn Subject>;
    let mut runner = Runner::new(name, plan, &subject, Collector::new(NonZeroUsize::MIN))?;
    let deadline = plan.budget.time.and_then(after);
    let all = source::Sizes::new(&mutants, None, &runner.pool.until(deadline))?;
    let walk = |runner: &mut Runner, first: u32, most: u64| -> Result<(Progress, Coverage), CheckError> {
        let mut sizes = all.clone();
        sizes.skip_to(first);
        let (mut walk, mut coverage) = (SizeWalk::new(sizes, Shard::WHOLE), Coverage::none(Shard::WHOLE));
        if !plan.stop.is_wanted() {
            serve_alone(&mut walk, runner, &mut coverage, most, deadline)?;
        }
        Ok((walk.progress(), coverage))
    };
    let tests = plan.budget.tests;
    let most = tests.unwrap_or(CLAIMED).min(MOST_MUTANTS).saturating_add(systematic as u64);
    let claimed = walk(&mut runner, 0, most)?;
    let sets = mutated.sets();
    let is_settled = !inputs.iter().any(|inputs| inputs.is_cut)
        && !runner.collector.is_full()
        && (claimed.0.is_done || claimed.1.inputs() >= most);
    let has_time = tests.is_none() && deadline.is_some() && !runner.pool.is_over(deadline);
    let further = (is_settled && has_time && !claimed.0.is_done)
        .then(|| walk(&mut runner, claimed.0.next_size, MOST_MUTANTS))
        .transpose()?;
    let beyond = further.as_ref().map(|further| mutated.beyond(&sets, sizes(further)));
    let last = further.as_ref().unwrap_or(&claimed);
    Ok(Some(Matrix {
        sets,
        is_settled,
        inputs,
        mutations: mutations.to_vec(),
        sizes: sizes(&claimed),
        beyond,
        undecided: last.1.undecided(),
        preparation,
        ended: match () {
            () if runner.collector.is_full() => MatrixEnding::Hung,
            () if plan.stop.is_wanted() => MatrixEnding::Interrupted,
            () if last.0.is_done => MatrixEnding::AllRun,
            () => MatrixEnding::Budget,
        },
    }))
}

/// Returns the shape of the numbers of systematic mutants, all of size 0, and of small mutants.
fn shape(systematic: usize, arguments: &Derivations, results: &Derivations) -> Shape {
    let small = Alternative::new("small", [map_shape(arguments.shape(), results.shape())]);
    let systematic = (0..systematic).map(|_| Alternative::new("systematic", []));
    Shape::choice(systematic.chain([small]))
}

fn sizes((search, coverage): &(Progress, Coverage)) -> Sizes {
    Sizes {
        // No small mutant has the size 0.
        through: coverage.exhausted().map(|all| all.through).filter(|through| *through > 0),
        has_more: coverage.stopped_at().is_some_and(|some| some.done > 0 && some.size > 0),
        is_all: search.is_done,
    }
}
