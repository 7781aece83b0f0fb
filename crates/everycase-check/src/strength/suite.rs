//! The report of a matrix: how strong the properties of a function are together, which of them
//! suffice, and which are implied by others, judged by its mutants on small inputs.

use std::time::Duration;

use super::change::Change;
use super::matrix::{Beyond, Inputs, MOST_PROPERTIES, Matrix, MatrixEnding, Set, Sizes, Suite, Systematic};
use super::mutant::SYSTEMATIC;
use super::target::Target;
use crate::report::{Detail, wrap};
use crate::text::number::{counted, percent, small};

mod record;

pub use self::record::tables;
use everycase_kernel::sorted::sort_by_key;

/// The largest number of sets of properties that are listed.
const LISTED: usize = 10;
/// The largest number of equations shown of a mutant.
const EQUATIONS: usize = 3;
/// The largest number of systematic survivors shown.
const SURVIVORS: usize = 5;

/// The report of a matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteReport {
    /// The function.
    pub function: String,
    /// Its name in equations.
    pub plain_name: String,
    /// The properties, with their inputs.
    pub properties: Vec<(String, Inputs)>,
    /// How many properties more there are than a matrix has.
    pub more_properties: usize,
    /// The largest number of inputs of each property.
    pub most_inputs: usize,
    /// The kinds of systematic mutants, by name.
    pub mutations: Vec<&'static str>,
    /// The small mutants that were run.
    pub sizes: Sizes,
    /// The sets of properties that kill some mutant and no other property does. The largest sets
    /// come last; the empty one is of survivors.
    pub sets: Vec<KillReport>,
    /// Whether all inputs and mutants were run that statements about sets depend on. If not, the
    /// time was over before, and the report makes no such statements.
    pub is_settled: bool,
    /// Further small mutants, which were run in the time that was left, and the smallest survivor.
    pub beyond: Option<(Beyond, Option<String>)>,
    /// The minimal sets that kill every mutant which any property kills; `None` if they are too
    /// many to find, or not settled.
    pub minimal: Option<Vec<Vec<usize>>>,
    /// The pairs of properties where the second kills all mutants that the first kills, and more.
    /// Pairs that follow from others are left out.
    pub implied: Vec<(usize, usize)>,
    /// The groups of properties that kill the same mutants.
    pub equal: Vec<Vec<usize>>,
    /// The mutants that met a limit.
    pub undecided: u64,
    /// The time in which the inputs were prepared.
    pub preparation: Duration,
    /// Why no more mutants were run.
    pub ended: MatrixEnding,
}

/// The mutants that a set of properties kills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KillReport {
    /// The properties, by number.
    pub by: Vec<usize>,
    /// How many mutants they are.
    pub mutants: u64,
    /// The sizes of the small ones, each with their number.
    pub by_size: Vec<[u32; 2]>,
    /// The systematic ones among them, each as one line of source or words.
    pub systematic: Vec<String>,
    /// The equations of the smallest of the small ones.
    pub smallest: Vec<String>,
}

impl SuiteReport {
    /// Returns the report of the matrix of some properties of a function.
    pub fn new(suite: &[Suite], matrix: &Matrix) -> SuiteReport {
        let bits = |set: u64| (0..MOST_PROPERTIES).filter(|bit| set >> bit & 1 == 1).collect::<Vec<usize>>();
        let target = suite.first().map(|first| &*first.target);
        let name = |of: Option<&str>| of.unwrap_or_default().to_owned();
        let killed = |(set, of): (&u64, &Set)| KillReport {
            by: bits(*set),
            mutants: of.mutants,
            by_size: of.by_size.iter().map(|(size, count)| [*size, *count]).collect(),
            systematic: target.map_or(Vec::new(), |target| systematic(target, of)),
            smallest: target.map_or(Vec::new(), |target| equations(target, &of.smallest)),
        };
        let mut sets: Vec<KillReport> = matrix.sets.iter().map(killed).collect();
        sort_by_key(&mut sets, |set| (set.by.len(), u64::MAX - set.mutants));
        let (equal, implied) = if matrix.is_settled { order(matrix) } else { (Vec::new(), Vec::new()) };
        let minimal = matrix.minimal_complete().filter(|_| matrix.is_settled);
        let beyond = matrix.beyond.clone().map(|beyond| {
            let survivor = target.zip(beyond.survivor.as_ref());
            let survivor =
                survivor.map(|(target, changes)| table(target.plain_name(), &equations(target, changes)));
            (beyond, survivor)
        });
        SuiteReport {
            function: name(target.map(Target::function)),
            plain_name: name(target.map(Target::plain_name)),
            properties: suite
                .iter()
                .map(|own| own.property.clone())
                .zip(matrix.inputs.iter().copied())
                .collect(),
            more_properties: suite.len().saturating_sub(MOST_PROPERTIES),
            most_inputs: suite.iter().map(|own| own.inputs).max().unwrap_or_default(),
            mutations: matrix.mutations.iter().map(|mutation| mutation.name()).collect(),
            sizes: matrix.sizes,
            sets,
            is_settled: matrix.is_settled,
            beyond,
            minimal: minimal.map(|sets| sets.into_iter().map(bits).collect()),
            implied,
            equal,
            undecided: matrix.undecided,
            preparation: matrix.preparation,
            ended: matrix.ended,
        }
    }

    /// Returns the number of mutants that differ from the function on an exercised call. Those
    /// beyond the statements are not counted.
    pub fn mutants(&self) -> u64 {
        self.sets.iter().map(|set| set.mutants).sum()
    }

    /// Returns the number of mutants that no property kills.
    pub fn survived(&self) -> u64 {
        self.survivors().map_or(0, |set| set.mutants)
    }

    /// Returns the mutants that no property kills, as text, the systematic ones first.
    pub fn survivors_shown(&self) -> Vec<String> {
        let Some(set) = self.survivors() else {
            return self.beyond.as_ref().and_then(|(_, survivor)| survivor.clone()).into_iter().collect();
        };
        let smallest = (!set.smallest.is_empty()).then(|| table(&self.plain_name, &set.smallest));
        set.systematic.iter().take(SURVIVORS).cloned().chain(smallest).collect()
    }

    fn survivors(&self) -> Option<&KillReport> {
        self.sets.iter().find(|set| set.by.is_empty())
    }

    /// Returns the number of mutants that some of the properties for which `is` holds kill.
    fn killed(&self, is: impl Fn(usize) -> bool) -> u64 {
        let sets = self.sets.iter().filter(|set| set.by.iter().any(|place| is(*place)));
        sets.map(|set| set.mutants).sum()
    }

    /// Returns the text, without a final newline. With full detail it has a line for each set of
    /// properties that kills some mutant.
    pub fn text(&self, detail: Detail) -> String {
        let Self { function, .. } = self;
        let mutants = self.mutants();
        let interrupted = if self.ended == MatrixEnding::Interrupted { "interrupted, " } else { "" };
        let mut out = format!("{function}: {interrupted}");
        let runs = format!("each on up to {} inputs of each property", small(self.most_inputs as u64));
        let share = percent(self.killed(|_| true), mutants);
        let share = if mutants == 0 { "none was exercised".to_owned() } else { format!("{share} killed") };
        wrap::push(&mut out, &format!("{}, {runs}: {share}", counted(mutants, "mutant")), wrap::CONTINUED);
        wrap::line(&mut out, "", &self.classes());
        for line in self.remarks() {
            wrap::line(&mut out, "", &line);
        }
        if mutants == 0 {
            for line in self.relations() {
                wrap::line(&mut out, "", &line);
            }
            return out;
        }
        let each = self.properties.iter().enumerate().map(|(place, (name, inputs))| {
            let killed = percent(self.killed(|own| own == place), mutants);
            match inputs {
                Inputs { has_failed: true, .. } => format!("{name} does not hold"),
                Inputs { count: 0, is_cut: true, .. } => format!("{name} did not run"),
                Inputs { count: 0, .. } => format!("{name} has no inputs"),
                _ => format!("{name} {killed}"),
            }
        });
        wrap::line(&mut out, "killed by ", &each.collect::<Vec<_>>().join(", "));
        for line in self.relations() {
            wrap::line(&mut out, "", &line);
        }
        if let Some((beyond, _)) = &self.beyond {
            let killed = percent(beyond.mutants - beyond.survived, beyond.mutants);
            let mutants = format!("{} ({})", counted(beyond.mutants, "small mutant"), sized(beyond.sizes));
            wrap::line(&mut out, "", &format!("beyond these: {mutants}, {killed} killed"));
        }
        for survivor in self.survivors_shown() {
            wrap::line(&mut out, "survives: ", &survivor);
        }
        if detail == Detail::Full {
            for set in &self.sets {
                let by = if set.by.is_empty() { "none".to_owned() } else { self.names(&set.by).join(", ") };
                let mutants = counted(set.mutants, "mutant");
                let smallest = (!set.smallest.is_empty()).then(|| table(&self.plain_name, &set.smallest));
                let example = smallest.or_else(|| set.systematic.first().cloned()).unwrap_or_default();
                wrap::line(&mut out, "", &format!("killed by {by}: {mutants}, such as {example}"));
            }
        }
        out
    }

    /// Returns which mutants were run.
    fn classes(&self) -> String {
        let systematic: u64 = self.sets.iter().map(|set| set.systematic.len() as u64).sum();
        let small_ones = format!("{} small ({})", small(self.mutants() - systematic), sized(self.sizes));
        let kinds = self.mutations.iter().filter(|kind| SYSTEMATIC.iter().any(|own| own.name() == **kind));
        let kinds = kinds.copied().collect::<Vec<_>>().join(", ");
        if kinds.is_empty() {
            small_ones
        } else {
            format!("{} systematic ({kinds}), {small_ones}", small(systematic))
        }
    }

    /// Returns what limits the statements.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.preparation >= Duration::from_secs(1) {
            remarks.push(format!("the inputs were prepared within {:.1}s", self.preparation.as_secs_f64()));
        }
        if self.more_properties > 0 {
            remarks.push(format!(
                "these are the first {MOST_PROPERTIES} properties; {} more are left out",
                small(self.more_properties as u64)
            ));
        }
        if self.undecided > 0 {
            remarks.push(format!("{} met a limit and does not count", counted(self.undecided, "mutant")));
        }
        if self.ended == MatrixEnding::Hung {
            remarks.push("the runs with a mutant did not end within the time for one input".to_owned());
        }
        let is_cut = |of: &&(String, Inputs)| of.1.is_cut && of.1.count > 0;
        let cut: Vec<&str> = self.properties.iter().filter(is_cut).map(|(name, _)| name.as_str()).collect();
        if !cut.is_empty() {
            remarks.push(format!("the time was over before all inputs were found of {}", cut.join(", ")));
        }
        remarks
    }

    /// Returns what the sets say about the properties.
    fn relations(&self) -> Vec<String> {
        if !self.is_settled {
            return vec![self.why_not_settled()];
        }
        let mut lines = Vec::new();
        let survived = self.survived();
        let mutants = counted(self.mutants(), "mutant");
        let status = if survived == 0 {
            format!("minimal complete, judged by these {mutants}")
        } else {
            let survive = if survived == 1 { "survives" } else { "survive" };
            format!(
                "not complete: {} {survive}; minimal sets that kill the others",
                counted(survived, "mutant")
            )
        };
        match &self.minimal {
            None => lines.push(format!("{status}: too many sets of properties to list")),
            Some(sets) if self.killed(|_| true) > 0 => {
                let more = sets.len().saturating_sub(LISTED) as u64;
                let more = (more > 0).then(|| format!("{} more", small(more)));
                let shown = sets.iter().take(LISTED).map(|set| self.names(set).join(" and ")).chain(more);
                lines.push(format!("{status}: {}", shown.collect::<Vec<_>>().join("; ")));
            }
            Some(_) => {}
        }
        for group in &self.equal {
            lines.push(format!("kill the same: {}", self.names(group).join(", ")));
        }
        let mut implied: Vec<String> = Vec::new();
        for pairs in self.implied.chunk_by(|one, other| one.0 == other.0) {
            let by: Vec<usize> = pairs.iter().map(|(_, by)| *by).collect();
            implied.push(format!("{} by {}", self.properties[pairs[0].0].0, self.names(&by).join(", ")));
        }
        if !implied.is_empty() {
            lines.push(format!("implied: {}", implied.join("; ")));
        }
        lines
    }

    /// Returns why no claim is made about sets of properties.
    fn why_not_settled(&self) -> String {
        let did_not_run = |of: &&(String, Inputs)| of.1.is_cut && of.1.count == 0;
        let names: Vec<&str> =
            self.properties.iter().filter(did_not_run).map(|(name, _)| name.as_str()).collect();
        let what = match () {
            () if self.ended == MatrixEnding::Interrupted => "the run was interrupted".to_owned(),
            () if self.ended == MatrixEnding::Hung => "a mutant did not end".to_owned(),
            () if !names.is_empty() => format!("{} did not run: the time was over", names.join(", ")),
            () => "the time was over before all inputs and mutants were run".to_owned(),
        };
        format!("no set is called minimal or complete: {what}")
    }

    fn names(&self, set: &[usize]) -> Vec<&str> {
        set.iter().map(|place| self.properties[*place].0.as_str()).collect()
    }
}

/// Returns the systematic mutants of a set as text.
fn systematic(target: &dyn Target, set: &Set) -> Vec<String> {
    let table = |changes: &[Change]| table(target.plain_name(), &equations(target, changes));
    let shown =
        |own: &Systematic| own.mutant.law(target, &own.changes).unwrap_or_else(|| table(&own.changes));
    set.systematic.iter().map(shown).collect()
}

fn equations(target: &dyn Target, changes: &[Change]) -> Vec<String> {
    changes.iter().map(|change| change.equation(target)).collect()
}

/// Returns a mutant as the function with exceptions.
fn table(function: &str, equations: &[String]) -> String {
    let more = if equations.len() > EQUATIONS { ", .." } else { "" };
    let equations = equations[..equations.len().min(EQUATIONS)].join(", ");
    format!("{function}, except that {equations}{more}")
}

/// Returns the sizes of small mutants.
fn sized(sizes: Sizes) -> String {
    match sizes.through {
        _ if sizes.is_all => "all there are".to_owned(),
        Some(through) if sizes.has_more => format!("to size {through} and some of size {}", through + 1),
        Some(through) => format!("to size {through}"),
        None => "not all of the smallest size".to_owned(),
    }
}

/// Returns the groups of properties that kill the same mutants, and the pairs where the second
/// kills more than the first, without pairs that follow from others. Of a group only the first
/// property is in a pair; properties that kill nothing are not in pairs.
fn order(matrix: &Matrix) -> (Vec<Vec<usize>>, Vec<(usize, usize)>) {
    let killing = (0..matrix.inputs.len()).filter(|place| matrix.killed_by(1 << place) > 0);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for place in killing {
        let is_same = |group: &Vec<usize>| matrix.implies(group[0], place) && matrix.implies(place, group[0]);
        match groups.iter_mut().find(|group| is_same(group)) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    let firsts: Vec<usize> = groups.iter().map(|group| group[0]).collect();
    let is_less = |one: usize, other: usize| one != other && matrix.implies(other, one);
    let mut pairs = Vec::new();
    for &one in &firsts {
        for &other in firsts.iter().filter(|other| is_less(one, **other)) {
            if !firsts.iter().any(|between| is_less(one, *between) && is_less(*between, other)) {
                pairs.push((one, other));
            }
        }
    }
    (groups.into_iter().filter(|group| group.len() > 1).collect(), pairs)
}
