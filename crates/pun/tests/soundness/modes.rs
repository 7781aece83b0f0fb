//! The modes in which a property is checked.

use std::sync::Arc;
use std::time::Duration;

use everycase_check::check::{CheckError, Counterexample, Finding};
use everycase_check::claims::stream::Stream;
use everycase_check::settings::shard::Shard;
use everycase_check::settings::{Plan, Settings};
use everycase_kernel::lazy::Probe;
use everycase_kernel::{BigUint, Derivation, Derivations, Shape, SpaceError, Until};

use pun::Limits;
use pun::check::{Checks, Report};
use pun::core::Program;
use pun::load::load_text;
use pun::terms::{self, Mode};

use crate::claims::{Case, Told};
use crate::dice::Dice;
use crate::expected::{Brute, Expected, OfSize};
use crate::values::Values;

/// Enough for all that the reference interpreter runs to its end.
pub(crate) const LIMITS: Limits = Limits { fuel: 30_000, stack: 1 << 18, heap: 1 << 19 };

/// What came of a program.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    /// Properties judged.
    pub(crate) properties: u64,
    pub(crate) failing: u64,
    pub(crate) unreached: u64,
    pub(crate) of_any_size: u64,
    /// Those of which it is not known what they say.
    pub(crate) unknown: u64,
    pub(crate) inputs: u64,
}

/// What is wrong, and in which mode.
pub(crate) struct Wrong {
    pub(crate) mode: String,
    pub(crate) what: String,
}

fn wrong(mode: &str, what: impl Into<String>) -> Wrong {
    Wrong { mode: mode.to_owned(), what: what.into() }
}

/// Checks the property of a program in some of the modes.
pub(crate) fn judge(name: &str, text: &str, dice: &mut Dice, tally: &mut Tally) -> Result<(), Wrong> {
    let loaded = load_text(name, text);
    let Some(program) = loaded.program else {
        return Err(wrong("load", format!("{:#?}", loaded.diagnostics)));
    };
    let program: Arc<Program> = program.into();
    let inputs = Values::inputs(&program).map_err(|error| wrong("inputs", error.message))?;
    let checks = |limits| {
        Checks::new(Arc::clone(&program), limits).map_err(|errors| wrong("compile", format!("{errors:?}")))
    };
    let limited = Limits {
        fuel: 1 << dice.below(14),
        stack: 1 << (4 + dice.below(10)),
        heap: 1 << (4 + dice.below(12)),
    };
    let (checks, limited) = (checks(LIMITS)?, checks(limited)?);
    let program = Arc::clone(inputs.program());
    let mut values = Values::new(&program, inputs);
    let brute = Brute::new(&program, &program.properties[0]);
    let mut expected = Expected::of(&brute, &mut values, *dice.pick(&[20, 60, 150, 300]));
    if let Some(what) = values.twice.take() {
        return Err(wrong("functions", what));
    }
    if !expected.is_known || expected.sizes.is_empty() {
        tally.unknown += 1;
        return Ok(());
    }
    tally.properties += 1;
    tally.inputs += expected.up_to(20).count;
    let mut subject = Subject { checks: &checks, limited: &limited, program: &program, dice, size: 0 };
    subject.judge(&brute, &mut expected, &mut values, tally).map_err(|(mode, what)| Wrong { mode, what })
}

struct Subject<'a> {
    checks: &'a Checks,
    /// The same within small limits.
    limited: &'a Checks,
    program: &'a Arc<Program>,
    dice: &'a mut Dice,
    size: u32,
}

type Outcome = Result<(), (String, String)>;

impl Subject<'_> {
    fn check(&self, settings: Settings, saved: &[Derivation]) -> Result<Report, CheckError> {
        self.checks.check(0, &plan(settings), saved)
    }

    fn judge(
        &mut self,
        brute: &Brute<'_>,
        expected: &mut Expected,
        values: &mut Values<'_>,
        tally: &mut Tally,
    ) -> Outcome {
        // The bound may be smaller than what is known.
        let through = expected.through();
        self.size =
            if self.dice.percent(70) { through } else { self.dice.below(through as usize + 1) as u32 };
        let whole = Settings { size: Some(self.size), tests: Some(1_000_000), ..Settings::default() };
        let told = Told { size: Some(self.size), to_the_end: true, ..Told::default() };
        let report = self.check(whole.clone(), &[]);
        let claims_all = report.as_ref().is_ok_and(|report| {
            report.checked.coverage.exhausted().is_some_and(|all| all.of_any_size || all.finite)
        });
        if claims_all {
            tally.of_any_size += 1;
            for _ in 0..3 {
                if !brute.next_size(values, expected, 400) {
                    break;
                }
            }
            if !expected.is_known {
                return Ok(());
            }
        }
        let case = Case { program: self.program, brute, expected };
        let name = |mode: String| move |what: String| (mode.clone(), what);
        case.judge(&report, told).map_err(name(format!("size {}", self.size)))?;
        let Ok(report) = report else { return Ok(()) };
        tally.failing += u64::from(matches!(report.checked.finding, Finding::Counterexample(_)));
        tally.unreached += u64::from(matches!(report.checked.finding, Finding::Unreached(_)));
        if self.dice.percent(35) {
            self.threads(&case, &whole, told, &report)?;
        }
        if self.dice.percent(35) {
            self.parts(&case, &whole, told, &report)?;
        }
        if self.dice.percent(20) {
            self.saved(&case, &whole, told, &report)?;
        }
        if self.dice.percent(25) {
            let most = if self.dice.percent(5) { 4_000 } else { 400 };
            let tests = 1 + self.dice.below(most) as u64;
            let settings =
                Settings { tests: Some(tests), seed: Some(self.dice.number()), ..Settings::default() };
            let report = self.check(settings.clone(), &[]);
            let name = name(format!("{tests} tests"));
            case.judge(&report, Told { has_limits: true, ..Told::default() }).map_err(&name)?;
            if let Ok(report) = &report
                && self.dice.percent(20)
            {
                let again = self.check(settings, &[]).map_err(|error| name(error.to_string()))?;
                let [one, other] = [report, &again].map(|report| &report.checked.coverage);
                if one != other {
                    return Err(name(format!("\"{one}\", and once more \"{other}\"")));
                }
            }
        }
        if self.dice.percent(20) {
            let tests = 1 + self.dice.below(60) as u64;
            let settings = Settings { tests: Some(tests), seed: Some(self.dice.number()), ..whole.clone() };
            let report = self.check(settings, &[]);
            case.judge(&report, Told { to_the_end: false, ..told })
                .map_err(name(format!("size {} and {tests} tests", self.size)))?;
        }
        if self.dice.percent(8) {
            let time = Duration::from_micros(200 + self.dice.below(4_000) as u64);
            let settings =
                Settings { time: Some(time), seed: Some(self.dice.number()), ..Settings::default() };
            let report = self.check(settings, &[]);
            case.judge(&report, Told { has_limits: true, ..Told::default() })
                .map_err(name(format!("{time:?}")))?;
        }
        if self.dice.percent(20) {
            self.draws(&case)?;
        }
        if self.dice.percent(25) {
            self.limited(&case, &whole, told)?;
        }
        if self.dice.percent(15) && !brute.chooses() {
            self.terms(&case)?;
        }
        Ok(())
    }

    /// A run that is ended by a limit is never the property's failure, unless it is ended wherever it is made.
    fn limited(&mut self, case: &Case<'_>, whole: &Settings, told: Told) -> Outcome {
        let mode = format!("size {} within small limits", self.size);
        let name = |what: String| (mode.clone(), what);
        let settings = if self.dice.percent(60) {
            whole.clone()
        } else {
            Settings { tests: Some(300), seed: Some(self.dice.number()), ..Settings::default() }
        };
        let plan = plan(settings);
        let report = self.limited.check(0, &plan, &[]);
        let told =
            Told { has_limits: true, size: plan.budget.size, to_the_end: plan.budget.size.is_some(), ..told };
        case.judge(&report, told).map_err(name)?;
        let Ok(report) = report else { return Ok(()) };
        let Some(before) = found(&report) else { return Ok(()) };
        let again = self.limited.check(0, &plan, std::slice::from_ref(&before.input));
        let again = again.map_err(|error| name(error.to_string()))?;
        let is_limit = report
            .counterexample
            .as_ref()
            .is_some_and(|shown| shown.fault.as_ref().is_some_and(|fault| fault.kind.is_limit()));
        let is_undecided = is_limit && again.checked.coverage.to_string().contains("undecided");
        if !is_undecided && found(&again).is_none_or(|found| found.stream != Stream::Replay) {
            let shown = report.counterexample.as_ref().map(|shown| &shown.inputs);
            return Err(name(format!("{shown:?} fails, but not by itself: {:?}", before.failure)));
        }
        Ok(())
    }

    /// Closed terms of the inputs' types.
    fn terms(&mut self, case: &Case<'_>) -> Outcome {
        let mode = if self.dice.percent(70) { Mode::Used } else { Mode::All };
        let mut expected = Expected { sizes: Vec::new(), is_known: true };
        let name = |what: String| (format!("closed terms ({mode:?})"), what);
        let types = self.program.properties[0].parameters.iter().map(|parameter| &parameter.binder.ty);
        let shapes: Result<Vec<_>, _> = types.map(|ty| terms::shape(self.program, ty, mode)).collect();
        let derivations = Derivations::new(Shape::product(shapes.map_err(|error| name(error.message))?));
        // Less than a check has, so that it counts these, too.
        let derivations = derivations.until(Until::default().within_memory(128 << 20));
        while expected.sizes.len() < 12 && expected.is_known {
            let size = expected.sizes.len() as u32;
            match derivations.count(size) {
                Err(SpaceError::TooLarge { .. }) => break,
                Ok(count) if count > BigUint::from(150u8) => break,
                Ok(_) | Err(_) => {}
            }
            let mut walk = derivations.of_size(size).map_err(|error| name(error.to_string()))?;
            let mut of = OfSize::default();
            while let Some(derivation) = walk.next() {
                of.count += 1;
                let (mut locals, parameters) = (0, 0..self.program.properties[0].parameters.len());
                let terms: Option<Vec<_>> = parameters
                    .map(|place| terms::expr(derivation.root().field(place), &mut locals))
                    .collect();
                let terms = terms.ok_or_else(|| name("there is no term".into()))?;
                expected.is_known &= of.add(case.brute.say_terms(terms));
            }
            expected.sizes.push(of);
        }
        if !expected.is_known || expected.sizes.is_empty() {
            return Ok(());
        }
        let size = expected.through();
        let case = Case { expected: &expected, ..*case };
        let told = Told { size: Some(size), to_the_end: true, terms: true, ..Told::default() };
        let settings = Settings { size: Some(size), tests: Some(1_000_000), ..Settings::default() };
        let jobs = Settings { jobs: Some(1 + self.dice.below(3) as u64), ..settings };
        let report = self.checks.check_terms(0, &jobs.fill("soundness"), mode);
        let report = report.map_err(|error| name(error.message))?;
        case.judge(&report, told).map_err(name)?;
        let Ok(report) = report else { return Ok(()) };
        let of = expected.up_to(size);
        let discarded = report.checked.coverage.discards();
        if of.failed == 0 && discarded != of.discarded {
            return Err(name(format!("{discarded} were discarded, but {of:?}")));
        }
        Ok(())
    }

    /// However many threads there are, the same is found.
    fn threads(&mut self, case: &Case<'_>, whole: &Settings, told: Told, alone: &Report) -> Outcome {
        let jobs = 2 + self.dice.below(2) as u64;
        let mode = format!("size {} on {jobs} threads", self.size);
        let report = self.check(Settings { jobs: Some(jobs), ..whole.clone() }, &[]);
        let name = |what: String| (mode.clone(), what);
        case.judge(&report, told).map_err(name)?;
        let Ok(report) = report else { return Ok(()) };
        let (one, other) = (&alone.checked.coverage, &report.checked.coverage);
        if one.exhausted() != other.exhausted()
            || found(alone).map(|found| &found.input) != found(&report).map(|found| &found.input)
        {
            return Err(name(format!("\"{one}\" on one thread, but \"{other}\"")));
        }
        Ok(())
    }

    /// All parts together are the whole.
    fn parts(&mut self, case: &Case<'_>, whole: &Settings, told: Told, alone: &Report) -> Outcome {
        let of = 2 + self.dice.below(2) as u64;
        let mode = format!("size {} in {of} parts", self.size);
        let name = |what: String| (mode.clone(), what);
        let (mut fails, mut runs, mut complete) = (false, 0, true);
        let whole_run = alone.checked.coverage.exhausted();
        let whole_run = whole_run.as_ref();
        let mut alike = true;
        let mut words = Vec::new();
        for part in 0..of {
            let report = self.check(Settings { shard: Shard::new(part, of), ..whole.clone() }, &[]);
            case.judge(&report, Told { is_part: true, ..told }).map_err(name)?;
            let Ok(report) = report else { return Ok(()) };
            words.push(report.checked.coverage.to_string());
            fails |= found(&report).is_some();
            let all = report.checked.coverage.exhausted();
            let all = all.as_ref();
            alike &= all.map(|all| all.through) == whole_run.map(|all| all.through);
            if let (None, Some(part), Some(all)) = (found(alone), all, whole_run)
                && part.of_any_size
                && !all.of_any_size
            {
                return Err(name(format!("part {part:?} of {all:?}: {words:?}")));
            }
            complete &= report.checked.coverage.is_complete();
            runs += all.map_or(0, |all| all.done);
        }
        let failure = case.expected.smallest_failure().filter(|failure| *failure <= self.size);
        if fails != failure.is_some() {
            let what = if fails { "some part fails" } else { "no part fails" };
            return Err(name(format!("{what}, but the smallest failure is of size {failure:?}: {words:?}")));
        }
        if let Some(failure) = case.expected.smallest_failure()
            && complete
            && !fails
        {
            return Err(name(format!("all is covered, but it fails at size {failure}: {words:?}")));
        }
        // Parts may search the same, but together no less than the whole.
        if let (false, Some(all)) = (fails || !alike, whole_run)
            && runs < all.done
        {
            return Err(name(format!("{runs} runs in parts, {} alone: {words:?}", all.done)));
        }
        Ok(())
    }

    /// An input that failed before fails again, and others do no harm.
    fn saved(&mut self, case: &Case<'_>, whole: &Settings, told: Told, alone: &Report) -> Outcome {
        let property = &self.checks.properties()[0];
        let derivations = self.checks.derivations(property);
        let mut saved = Vec::new();
        for _ in 0..self.dice.below(3) {
            let index = self.dice.below(200) as u64;
            saved.extend(derivations.index(&index.into()));
        }
        saved.extend(found(alone).map(|found| found.input.clone()));
        let report = self.check(whole.clone(), &saved);
        let mode = format!("size {} with {} saved inputs", self.size, saved.len());
        let name = |what: String| (mode.clone(), what);
        case.judge(&report, Told { saved: true, ..told }).map_err(name)?;
        if let (Some(before), Ok(report)) = (found(alone), report)
            && found(&report).is_none_or(|found| found.stream != Stream::Replay)
        {
            return Err(name(format!("{:?} failed, and does not fail again", before.input.words())));
        }
        Ok(())
    }

    /// Draws of one size meet the premise, and fail if and only if the property does.
    fn draws(&mut self, case: &Case<'_>) -> Outcome {
        let size = self.dice.below(case.expected.through() as usize + 1) as u32;
        let of = case.expected.sizes[size as usize];
        let seed = self.dice.number();
        let mode = format!("draws of size {size}");
        let drawn = self.checks.draw(0, size, (40, 400), seed);
        let drawn = drawn.map_err(|error| (mode.clone(), error.to_string()))?;
        let claim = |holds: bool, what: &str| {
            let all = || format!("{drawn:?}, {what}, but {of:?}");
            if holds { Ok(()) } else { Err((mode.clone(), all())) }
        };
        claim(drawn.values == 0 || of.passed + of.failed > 0, "some meet the premise")?;
        claim(drawn.failures == 0 || of.failed > 0, "some fail")?;
        claim(drawn.failures == drawn.values || of.passed > 0, "some pass")?;
        let none_left = drawn.values < 40 && drawn.runs < 400;
        claim(!none_left || of.passed + of.failed == 0, "no more are left")
    }
}

/// Returns a plan in which each run on an input decided on demand is repeated.
fn plan(settings: Settings) -> Plan {
    Plan { probe: Probe::Always, ..settings.fill("soundness") }
}

fn found(report: &Report) -> Option<&Counterexample> {
    match &report.checked.finding {
        Finding::Counterexample(found) => Some(found),
        _ => None,
    }
}
