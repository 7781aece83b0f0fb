//! The report of a matrix: how strong the properties of a function are together, which of them suffice, and which are implied by
//! others, as far as small mutants on small inputs tell.

use std::time::Duration;

use super::matrix::{Inputs, MOST_PROPERTIES, Matrix, MatrixEnded, Suite};
use crate::json::Json;
use crate::number::{counted, percent, small};
use crate::records::Record;
use crate::report::{Detail, wrap};

/// The largest number of sets of properties that are listed.
const LISTED: usize = 10;
/// The largest number of equations shown of a mutant.
const EQUATIONS: usize = 3;

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
    /// The largest size of which all mutants were run.
    pub through: Option<u32>,
    /// Whether some mutants of the next size were run, too.
    pub has_more: bool,
    /// The sets of properties, by number, that kill some mutant and no other property does, with the number of these mutants and
    /// the equations of the smallest. The largest sets come last; the empty one is of survivors.
    pub sets: Vec<(Vec<usize>, u64, Vec<String>)>,
    /// The minimal sets that kill every mutant which any property kills; `None` if they are too many to find.
    pub minimal: Option<Vec<Vec<usize>>>,
    /// The pairs of properties of which the second kills all mutants that the first kills, and more. Pairs that follow from others are
    /// left out.
    pub implied: Vec<(usize, usize)>,
    /// The groups of properties that kill the same mutants.
    pub equal: Vec<Vec<usize>>,
    /// The mutants that met a limit.
    pub undecided: u64,
    /// The time in which the inputs were prepared.
    pub preparation: Duration,
    /// Why no more mutants were run.
    pub ended: MatrixEnded,
}

impl SuiteReport {
    /// Returns the report of the matrix of some properties of a function.
    pub fn new(suite: &[Suite], matrix: &Matrix) -> SuiteReport {
        let bits = |set: u64| (0..MOST_PROPERTIES).filter(|bit| set >> bit & 1 == 1).collect::<Vec<usize>>();
        let target = suite.first().map(|first| &*first.target);
        let name = |of: Option<&str>| of.unwrap_or_default().to_owned();
        let equations = |changes: &[super::Change]| -> Vec<String> {
            target.map_or(Vec::new(), |target| changes.iter().map(|change| change.equation(target)).collect())
        };
        let sets = matrix.sets.iter().map(|(set, of)| (bits(*set), of.mutants, equations(&of.smallest)));
        let mut sets: Vec<(Vec<usize>, u64, Vec<String>)> = sets.collect();
        sets.sort_by_key(|(set, mutants, _)| (set.len(), u64::MAX - mutants));
        let (equal, implied) = order(matrix);
        SuiteReport {
            function: name(target.map(super::Target::function)),
            plain_name: name(target.map(super::Target::plain_name)),
            properties: suite
                .iter()
                .map(|own| own.property.clone())
                .zip(matrix.inputs.iter().copied())
                .collect(),
            more_properties: suite.len().saturating_sub(MOST_PROPERTIES),
            most_inputs: suite.iter().map(|own| own.inputs).max().unwrap_or_default(),
            through: matrix.through,
            has_more: matrix.has_more,
            sets,
            minimal: matrix.minimal_complete().map(|sets| sets.into_iter().map(bits).collect()),
            implied,
            equal,
            undecided: matrix.undecided,
            preparation: matrix.preparation,
            ended: matrix.ended,
        }
    }

    /// Returns the number of mutants that differ from the function on an exercised call.
    pub fn mutants(&self) -> u64 {
        self.sets.iter().map(|(_, mutants, _)| mutants).sum()
    }

    /// Returns the number of mutants that some of the properties for which `is` holds kill.
    fn killed(&self, is: impl Fn(usize) -> bool) -> u64 {
        let sets = self.sets.iter().filter(|(set, ..)| set.iter().any(|place| is(*place)));
        sets.map(|(_, mutants, _)| mutants).sum()
    }

    /// Returns the text, without a final newline. With full detail it has a line for each set of properties that kills some mutant.
    pub fn text(&self, detail: Detail) -> String {
        let Self { function, .. } = self;
        let mutants = self.mutants();
        let interrupted = if self.ended == MatrixEnded::Interrupted { "interrupted, " } else { "" };
        let mut out = format!("{function}: {interrupted}");
        let what = if mutants == 1 { "small mutant" } else { "small mutants" };
        let runs = format!("each on up to {} inputs of each property", small(self.most_inputs as u64));
        let share = percent(self.killed(|_| true), mutants);
        let share = if mutants == 0 { "none was exercised".to_owned() } else { format!("{share} killed") };
        wrap::push(
            &mut out,
            &format!("{} {what} ({}), {runs}: {share}", small(mutants), self.sizes()),
            wrap::CONTINUED,
        );
        for line in self.remarks() {
            wrap::line(&mut out, "", &line);
        }
        if mutants == 0 {
            return out;
        }
        let each = self.properties.iter().enumerate().map(|(place, (name, inputs))| {
            let killed = percent(self.killed(|own| own == place), mutants);
            match inputs {
                Inputs { has_failed: true, .. } => format!("{name} does not hold"),
                Inputs { count: 0, .. } => format!("{name} has no inputs"),
                _ => format!("{name} {killed}"),
            }
        });
        wrap::line(&mut out, "killed by ", &each.collect::<Vec<_>>().join(", "));
        for line in self.relations() {
            wrap::line(&mut out, "", &line);
        }
        if let Some((_, _, equations)) = self.sets.iter().find(|(set, ..)| set.is_empty()) {
            wrap::line(&mut out, "survives: ", &self.mutant(equations));
        }
        if detail == Detail::Full {
            for (set, mutants, smallest) in &self.sets {
                let by = if set.is_empty() { "none".to_owned() } else { self.names(set, ", ") };
                let mutants = counted(*mutants, "mutant");
                wrap::line(
                    &mut out,
                    "",
                    &format!("killed by {by}: {mutants}, such as {}", self.mutant(smallest)),
                );
            }
        }
        out
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
        if self.ended == MatrixEnded::Hung {
            remarks.push("the runs with a mutant did not end within the time for one input".to_owned());
        }
        remarks
    }

    /// Returns what the sets say about the properties.
    fn relations(&self) -> Vec<String> {
        let mut lines = Vec::new();
        match &self.minimal {
            None => lines.push("minimal complete: too many sets of properties to list".to_owned()),
            Some(sets) if self.killed(|_| true) > 0 => {
                let more = sets.len().saturating_sub(LISTED) as u64;
                let more = (more > 0).then(|| format!("{} more", small(more)));
                let shown = sets.iter().take(LISTED).map(|set| self.names(set, " and ")).chain(more);
                lines.push(format!("minimal complete: {}", shown.collect::<Vec<_>>().join("; ")));
            }
            Some(_) => {}
        }
        for group in &self.equal {
            lines.push(format!("kill the same: {}", self.names(group, ", ")));
        }
        let mut implied: Vec<String> = Vec::new();
        for pairs in self.implied.chunk_by(|one, other| one.0 == other.0) {
            let by: Vec<usize> = pairs.iter().map(|(_, by)| *by).collect();
            implied.push(format!("{} by {}", self.properties[pairs[0].0].0, self.names(&by, ", ")));
        }
        if !implied.is_empty() {
            lines.push(format!("implied: {}", implied.join("; ")));
        }
        lines
    }

    fn sizes(&self) -> String {
        match self.through {
            _ if self.ended == MatrixEnded::AllRun => "all there are".to_owned(),
            Some(through) if self.has_more => format!("to size {through} and some of size {}", through + 1),
            Some(through) => format!("to size {through}"),
            None => "not all of the smallest size".to_owned(),
        }
    }

    fn names(&self, set: &[usize], between: &str) -> String {
        set.iter().map(|place| self.properties[*place].0.as_str()).collect::<Vec<_>>().join(between)
    }

    fn mutant(&self, equations: &[String]) -> String {
        let more = if equations.len() > EQUATIONS { ", .." } else { "" };
        let equations = equations[..equations.len().min(EQUATIONS)].join(", ");
        format!("{}, except that {equations}{more}", self.plain_name)
    }

    /// Returns the record.
    pub fn record(&self) -> Record {
        let name = |place: &usize| Json::from(self.properties[*place].0.as_str());
        let names = |set: &Vec<usize>| Json::List(set.iter().map(name).collect());
        let properties = self.properties.iter().map(|(name, inputs)| {
            Json::Object(vec![
                ("property", name.as_str().into()),
                ("inputs", (inputs.count as u64).into()),
                ("through", inputs.through.into()),
                ("all", inputs.is_all.into()),
                ("holds", (!inputs.has_failed).into()),
            ])
        });
        let sets = self.sets.iter().map(|(set, mutants, smallest)| {
            let smallest = smallest.iter().map(|equation| equation.as_str().into()).collect();
            Json::Object(vec![
                ("properties", names(set)),
                ("mutants", (*mutants).into()),
                ("smallest", Json::List(smallest)),
            ])
        });
        let implied = self
            .implied
            .iter()
            .map(|(one, by)| Json::Object(vec![("property", name(one)), ("by", name(by))]));
        let minimal =
            self.minimal.as_ref().map_or(Json::Null, |sets| Json::List(sets.iter().map(names).collect()));
        Record::new("suite", "finish")
            .with("function", self.function.as_str())
            .with("properties", Json::List(properties.collect()))
            .with("more_properties", self.more_properties as u64)
            .with("mutants", self.mutants())
            .with("killed", self.killed(|_| true))
            .with("undecided", self.undecided)
            .with("through", self.through)
            .with("sets", Json::List(sets.collect()))
            .with("minimal", minimal)
            .with("implied", Json::List(implied.collect()))
            .with("equal", Json::List(self.equal.iter().map(names).collect()))
            .with("preparation_s", self.preparation.as_secs_f64())
            .with("ended", self.ended.name())
    }
}

/// Returns the groups of properties that kill the same mutants, and the pairs of which the second kills more than the first, without
/// those that follow from others. Of a group only the first property is in a pair; properties that kill nothing are in none.
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
