//! Claims about a generator, compared with its meaning.

use std::time::Duration;

use everycase_check::report::Detail;
use everycase_verify::bounds::{BoundedResult, Bounds, End, MOST_MISSING};
use everycase_verify::choosing::GeneratorChoice;
use everycase_verify::outputs::Execution;
use everycase_verify::verdict::Verdict;
use everycase_verify::verification::Verification;
use everycase_verify::verifier::{Generator as Checked, Verifier};
use num_bigint::BigInt;
use pun::load::load_text;
use pun::value::Value;

use super::observed;
use super::predicates::PREDICATES;
use super::programs::program;
use super::terms::Generator;
use super::values::{TYPES, Ty, Val};

/// What was judged.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) covers: u64,
    pub(crate) incomplete: u64,
    pub(crate) unsound: u64,
    pub(crate) vacuous: u64,
    pub(crate) undecided: u64,
    /// How many checks found that there are finitely many members, and that all of them are produced.
    pub(crate) proved: u64,
    /// How many found a result outside of the coverage type.
    pub(crate) outside: u64,
    /// How many of these were found by draws alone, too.
    pub(crate) drawn: u64,
    /// How many found a missing value as well.
    pub(crate) both: u64,
    /// How many found an error.
    pub(crate) crashes: u64,
    /// How many checks found that there are finitely many members.
    pub(crate) finite: u64,
    /// How many found that all results of any size belong to the coverage type.
    pub(crate) whole: u64,
    /// How many members there were, as far as checks went.
    pub(crate) members: u64,
    /// How many of these, or of values that may be members, checks left open.
    pub(crate) open: u64,
    /// How many results were compared with the coverage type.
    pub(crate) results: u64,
    /// How many programs had too much to try.
    pub(crate) unknown: u64,
    /// Of how many it was told what the missing values have in common.
    pub(crate) observed: u64,
}

/// What is known of the values of one size.
struct OfSize {
    /// Those that belong to the coverage type and are produced.
    produced: u64,
    /// Those that belong to it and are not produced.
    missing: Vec<Vec<Val>>,
}

impl OfSize {
    /// Tries all values of a size; `None` if there is too much to try.
    fn of(generator: &Generator, size: u32) -> Option<Self> {
        let mut all = Self { produced: 0, missing: Vec::new() };
        for values in generator.values(size) {
            if generator.allows(&values) == Some(true) {
                let (result, arguments) = values.split_last()?;
                if generator.makes(arguments, result)? {
                    all.produced += 1;
                } else {
                    all.missing.push(values);
                }
            }
        }
        Some(all)
    }
}

/// Returns the largest size of arguments and results that are tried for a seed.
fn largest(seed: u64) -> u32 {
    if seed.is_multiple_of(16) { 5 } else { 4 }
}

/// How much larger values are that a check claims not to exist.
const LARGER: u32 = 2;

/// How long a check may take. Where predicates run for ever on larger results, each draw takes as
/// long as it may.
const LONGEST: Duration = Duration::from_secs(2);

/// The largest magnitude of integers in a run that is judged.
const SMALL: i64 = 40;

/// Checks the program of a seed. Returns what is wrong.
pub(crate) fn judge(seed: u64, tally: &mut Tally) -> Result<(), String> {
    let generator = program(seed);
    let text = format!("{generator}{TYPES}{PREDICATES}");
    let loaded = load_text("random.pun", &text);
    let program = loaded.program.ok_or_else(|| format!("{:?}\n{generator}", loaded.diagnostics))?;
    let verifier = Verifier::new(program).map_err(|problems| format!("{problems:?}\n{generator}"))?;
    let checked = &verifier.generators()[0];
    let most = largest(seed);
    let whole = Bounds { time: Some(LONGEST), ..Bounds::to_size(most) };
    let bounded = checked.bounded(&whole).expect("it can be run");
    let claims = |bounded, is_whole| Claims { generator: &generator, checked, bounded, most, is_whole };
    claims(&bounded, bounded.end != End::Time).judge(tally)?;
    // The time may be over anywhere.
    let time = Some(Duration::from_micros(1 << (seed % 14)));
    let early = checked.bounded(&Bounds { time, ..whole.clone() }).expect("it can be run");
    claims(&early, false).judge(&mut Tally::default())?;
    // Of the results, only those that are drawn.
    let drawn = Bounds { seed, time: Some(LONGEST), ..Bounds::to_size(0) };
    let drawn = checked.bounded(&drawn).expect("it can be run");
    claims(&drawn, false).judge(&mut Tally::default())?;
    tally.drawn += u64::from(drawn.outside.is_some() && bounded.outside.is_some());
    tally.outside += u64::from(bounded.outside.is_some());
    tally.crashes += u64::from(bounded.crash.is_some());
    tally.both += u64::from(bounded.outside.is_some() && !bounded.missing.is_empty());
    if !bounded.missing.is_empty() {
        let verified = verifier.verify(checked, &whole, None);
        if let Some(region) = verified.bounded.ok().and_then(|bounded| bounded.region) {
            let most = most.min(bounded.missing[0].size + observed::SIZES);
            observed::judge(&generator, checked.program(), &region, most)?;
            tally.observed += 1;
        }
    }
    let verified = Verification {
        bounded: Ok(BoundedResult { crash: None, ..bounded.clone() }),
        proof: None,
        repair: None,
    };
    *match verified.verdict() {
        Verdict::Covers => &mut tally.covers,
        Verdict::Proved => &mut tally.proved,
        Verdict::Incomplete => &mut tally.incomplete,
        Verdict::Unsound => &mut tally.unsound,
        Verdict::Vacuous => &mut tally.vacuous,
        Verdict::Undecided => &mut tally.undecided,
        verdict => return Err(format!("{verdict:?} without a proof")),
    } += 1;
    tally.finite += u64::from(bounded.is_finite);
    tally.whole += u64::from(bounded.outputs_are_whole);
    tally.open += bounded.not_found.count + bounded.unclear.count;
    Ok(())
}

struct Claims<'a> {
    generator: &'a Generator,
    checked: &'a Checked,
    bounded: &'a BoundedResult,
    /// The largest size.
    most: u32,
    /// Whether it ended for no other reason than its size.
    is_whole: bool,
}

impl Claims<'_> {
    /// Judges the check. Returns what is wrong.
    fn judge(&self, tally: &mut Tally) -> Result<(), String> {
        self.members(tally).and_then(|()| self.results(tally)).map_err(|what| {
            let verified = Verification { bounded: Ok(self.bounded.clone()), proof: None, repair: None };
            let report = self.checked.text(&verified, "random.pun", Detail::Full);
            format!("{what}\n{}{report}{:?}", self.generator, self.bounded.end)
        })
    }

    fn values(&self, values: &[Value]) -> Vec<Val> {
        values.iter().map(|value| Val::of(value, self.checked.program())).collect()
    }

    /// Judges what is claimed of values that the generator should produce.
    fn members(&self, tally: &mut Tally) -> Result<(), String> {
        let bounded = self.bounded;
        let left_open = bounded.not_found.count + bounded.unclear.count;
        let (mut produced, mut missing) = (0, 0);
        for size in 0..bounded.through.map_or(0, |through| through + 1) {
            let Some(all) = OfSize::of(self.generator, size) else {
                tally.unknown += 1;
                return Ok(());
            };
            produced += all.produced;
            missing += all.missing.len() as u64;
            if missing > left_open {
                return Err(format!("all of size {size} are produced, but not {:?}", all.missing));
            }
        }
        tally.members += produced + missing;
        if bounded.covered > produced || produced + missing > bounded.covered + left_open {
            return Err(format!("{produced} are produced, {missing} not"));
        }
        if bounded.not_found.count == 0 && bounded.unclear.count == 0 && bounded.covered != produced {
            return Err(format!("{produced} are produced"));
        }
        if bounded.missing.is_empty() != (bounded.end != End::Missing) {
            return Err(format!("the end is {:?}", bounded.end));
        }
        if bounded.is_exhaustive() && (missing > 0 || bounded.covered != produced) {
            return Err(format!("proved, but {missing} are missing"));
        }
        if bounded.missing.is_empty() {
            if bounded.is_finite {
                for size in bounded.through.map_or(0, |last| last + 1)..=self.most + LARGER {
                    let mut larger = self.generator.values(size).into_iter();
                    if let Some(member) = larger.find(|values| self.generator.allows(values) == Some(true)) {
                        return Err(format!("there are no larger members, but {member:?}"));
                    }
                }
            } else if self.is_whole && bounded.through != Some(self.most) {
                return Err(format!("the check ended at size {:?}", bounded.through));
            }
            return Ok(());
        }
        self.missing(bounded.through.map_or(0, |through| through + 1), left_open)
    }

    /// Judges the values that are claimed to be missing, all of one size.
    fn missing(&self, size: u32, left_open: u64) -> Result<(), String> {
        let mut found: Vec<Vec<Val>> = Vec::new();
        for missing in &self.bounded.missing {
            let values = self.values(&missing.values);
            if missing.size != size || values.iter().map(Val::size).sum::<u32>() != size {
                return Err(format!("{values:?} is not of size {size}"));
            }
            if found.contains(&values) {
                return Err(format!("{values:?} is twice among the missing ones"));
            }
            if self.generator.allows(&values) != Some(true) {
                return Err(format!("{values:?} is not a member"));
            }
            let (result, arguments) = values.split_last().expect("there is a result");
            if self.generator.makes(arguments, result) == Some(true) {
                return Err(format!("{values:?} is produced"));
            }
            found.push(values);
        }
        if let Some(all) = OfSize::of(self.generator, size) {
            let most = all.missing.len().min(MOST_MISSING);
            if found.len() > most || (self.is_whole && found.len() + (left_open as usize) < most) {
                return Err(format!("{:?} are missing", all.missing));
            }
        }
        Ok(())
    }

    /// Judges what is claimed of the results of the generator.
    fn results(&self, tally: &mut Tally) -> Result<(), String> {
        if let Some(outside) = &self.bounded.outside
            && can_judge(outside)
        {
            let values = self.values(&outside.values);
            let (result, arguments) = values.split_last().expect("there is a result");
            if self.generator.allows(arguments) != Some(true) {
                return Err(format!("{arguments:?} are not among the arguments"));
            }
            if self.generator.allows(&values) != Some(false) {
                return Err(format!("{values:?} is not outside"));
            }
            if self.generator.makes(arguments, result) == Some(false) {
                return Err(format!("{values:?} is not produced"));
            }
            let made = self.generator.result_of(arguments, &outside.choices);
            if self.generator.result != Ty::Stream && made.as_ref() != Some(result) {
                return Err(format!("{:?} of {arguments:?} produce {made:?}", outside.choices));
            }
        }
        if let Some((crash, _)) = &self.bounded.crash
            && can_judge(crash)
        {
            let arguments = self.values(&crash.values);
            if self.generator.allows(&arguments) != Some(true) {
                return Err(format!("{arguments:?} are not among the arguments"));
            }
            let made = self.generator.result_of(&arguments, &crash.choices);
            if self.generator.result != Ty::Stream && made != Some(Val::Crash) {
                return Err(format!("{:?} of {arguments:?} produce {made:?}", crash.choices));
            }
        }
        let through = match self.bounded.outputs_through {
            Some(through) if self.bounded.outputs_are_whole => through.max(self.most) + LARGER,
            Some(through) => through,
            None => return Ok(()),
        };
        for size in 0..=through {
            for arguments in self.generator.arguments(size) {
                if self.generator.allows(&arguments) != Some(true) {
                    continue;
                }
                let (mut outside, mut crashes) = (None, false);
                self.generator.results(&arguments, through - size, |result| {
                    if let Some(error) = result.error() {
                        crashes |= *error == Val::Crash;
                        return;
                    }
                    tally.results += 1;
                    let values = [&arguments[..], &[result]].concat();
                    if self.generator.allows(&values) != Some(true) {
                        outside.get_or_insert(values);
                    }
                });
                if let Some(values) = outside {
                    let holds = self.generator.allows(&values);
                    return Err(format!("{values:?} can be a result: belongs {holds:?}, to size {through}"));
                }
                if crashes && self.bounded.crash.is_none() {
                    return Err(format!("{arguments:?} crash"));
                }
            }
        }
        Ok(())
    }
}

/// Returns whether a run is small enough to be judged by trying everything.
fn can_judge(execution: &Execution) -> bool {
    let is_small = |n: &BigInt| i64::try_from(n).is_ok_and(|n| n.abs() <= SMALL);
    let choices_are_small = execution.choices.iter().all(|choice| match choice {
        GeneratorChoice::Integer(n) => is_small(n),
        GeneratorChoice::Side(_) => true,
    });
    let mut open: Vec<&Value> = execution.values.iter().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Integer(n) if !is_small(n) => return false,
            Value::Construct(_, fields) => open.extend(fields),
            _ => {}
        }
    }
    choices_are_small
}
