//! The ways to run a property.

use std::fs;
use std::time::{Duration, Instant};

use everycase::Settings;
use everycase_check::settings::shard::Shard;

use super::crates::{Crate, Ran};
use super::{Property, claims};
use crate::case::described_on_failure;
use crate::formula::Formula;

/// How a property is run.
#[derive(Clone, Debug)]
pub(super) struct Mode {
    pub(super) settings: Settings,
    /// How many inputs of it are in the file of regressions.
    pub(super) saved: u64,
}

impl Mode {
    pub(super) fn shard(&self) -> Shard {
        self.settings.shard.unwrap_or(Shard::WHOLE)
    }

    pub(super) fn is_whole(&self) -> bool {
        self.shard().is_whole()
    }

    /// Does only a size end the run?
    pub(super) fn is_to_the_end(&self) -> bool {
        let Settings { size, tests, time, replay, .. } = &self.settings;
        size.is_some() && tests.is_none() && replay.is_none() && *time == Some(FOREVER)
    }
}

/// Without a number of tests a run would have a second.
pub(super) const FOREVER: Duration = Duration::from_secs(60 * 60);

/// Runs a property and judges what it claims.
fn run(property: &Property, dir: &Crate, settings: Settings, saved: u64) -> Ran {
    let mode = Mode { settings, saved };
    let ran = dir.run(&property.body, &mode.settings);
    described_on_failure(&format!("{mode:?}\n{ran}"), || claims::of_one(property, &mode, &ran));
    ran
}

/// Runs a property to the end of a size, and in some of the other modes.
pub(crate) fn every_mode(property: &mut Property) {
    let dir = Crate::new();
    let last = property.case.last();
    let size = if property.case.dice.one_in(3) {
        property.case.dice.below(u64::from(last) + 1) as u32
    } else {
        last
    };
    let whole = Settings {
        size: Some(size),
        time: Some(FOREVER),
        seed: Some(property.case.dice.below(1 << 40)),
        regressions: Some(false),
        ..Settings::default()
    };
    let alone = run(property, &dir, whole.clone(), 0);
    let chance = property.case.dice.below(8);
    match chance {
        0 | 1 => threads(property, &dir, &whole, &alone),
        2 | 3 => parts(property, &dir, &whole, &alone),
        4 => saved(property, &dir, &whole, &alone),
        _ => {}
    }
    match property.case.dice.below(8) {
        0 | 1 => tests(property, &dir, &whole),
        2 => deadline(property, &dir, &whole),
        3 => replayed(property, &dir, &whole, &alone),
        _ => {}
    }
}

fn threads(property: &mut Property, dir: &Crate, whole: &Settings, alone: &Ran) {
    let jobs = Some(2 + property.case.dice.below(2));
    let several = run(property, dir, Settings { jobs, ..whole.clone() }, 0);
    described_on_failure(&format!("{alone}\n{several}"), || claims::of_threads(alone, &several));
}

fn parts(property: &mut Property, dir: &Crate, whole: &Settings, alone: &Ran) {
    let of = 1 + property.case.dice.below(3);
    let jobs = Some(1 + property.case.dice.below(3));
    // All of them, as without a number of tests.
    let tests = Some(1 << 40);
    let part = |k| Settings { shard: Shard::new(k, of), jobs, tests, ..whole.clone() };
    let parts: Vec<Ran> = (0..of).map(|k| run(property, dir, part(k), 0)).collect();
    let all: Vec<String> = [alone].into_iter().chain(&parts).map(Ran::to_string).collect();
    let described = all.join("\n");
    described_on_failure(&described, || claims::of_parts(property, alone, &parts));
}

/// Parts of a search that is long enough to be shared.
pub(crate) fn long_parts(property: &mut Property) {
    let dir = Crate::new();
    let whole = Settings {
        size: Some(property.case.last()),
        time: Some(FOREVER),
        regressions: Some(false),
        seed: Some(1),
        ..Settings::default()
    };
    let alone = run(property, &dir, whole.clone(), 0);
    parts(property, &dir, &whole, &alone);
}

/// With a number of tests, with a size or without, and again with the same seed.
fn tests(property: &mut Property, dir: &Crate, whole: &Settings) {
    let dice = &mut property.case.dice;
    let settings = Settings {
        tests: Some(1 + dice.below(300)),
        size: whole.size.filter(|_| dice.one_in(2)),
        time: None,
        jobs: Some(1 + dice.below(2)),
        shard: Shard::new(0, 1 + dice.below(2)),
        ..whole.clone()
    };
    let one = run(property, dir, settings.clone(), 0);
    let again = run(property, dir, settings, 0);
    let told = |ran: &Ran| {
        let failure = ran.failure.as_ref().map(claims::statements_of);
        (failure, ["outcome", "covered", "labels", "ended"].map(|field| ran.finish[field].clone()))
    };
    let [(one_shown, one_claims), (shown, claims)] = [told(&one), told(&again)];
    assert_eq!(one_shown, shown, "once more with the same seed");
    // What other threads run until a failure is not always the same.
    assert!(one.fails() || one_claims == claims, "once more with the same seed");
}

/// Time that is up in the middle.
fn deadline(property: &mut Property, dir: &Crate, whole: &Settings) {
    let dice = &mut property.case.dice;
    let time = Duration::from_micros(100 + dice.below(4_000));
    let settings = Settings {
        time: Some(time),
        size: whole.size.filter(|_| dice.one_in(2)),
        jobs: Some(1 + dice.below(3)),
        ..whole.clone()
    };
    let start = Instant::now();
    let ran = run(property, dir, settings, 0);
    // Shrinking has its own end. Other tests run at the same time.
    assert!(ran.fails() || start.elapsed() < time + Duration::from_secs(2), "{time:?} was not kept");
}

/// The replay line runs the input that failed, and nothing else.
fn replayed(property: &mut Property, dir: &Crate, whole: &Settings, before: &Ran) {
    let Some(token) = before.token() else { return };
    let settings = Settings { replay: Some(token.to_owned()), ..whole.clone() };
    let ran = run(property, dir, settings, 0);
    assert!(ran.fails(), "it does not fail again");
    let [one, other] = [before, &ran].map(|ran| claims::statements_of(ran.failure.as_ref().unwrap()));
    assert_eq!(one, other, "another input is run");
    assert_eq!(ran.number("tests"), 1);
}

/// With failing inputs in a file: saved, run first, and run where the property is mended.
fn saved(property: &mut Property, dir: &Crate, whole: &Settings, alone: &Ran) {
    let kept = Settings { regressions: Some(true), ..whole.clone() };
    let file = || fs::read_to_string(dir.regressions()).unwrap_or_default();
    let first = run(property, dir, kept.clone(), 0);
    described_on_failure(&format!("{alone}\n{first}"), || claims::of_threads(alone, &first));
    let Some(failure) = &first.failure else {
        return assert_eq!(file(), "", "nothing has failed");
    };
    let line = failure["regression"].as_str().expect("it is text");
    let saved = file();
    assert_eq!(saved.lines().filter(|own| *own == line).count(), 1, "{saved}");

    let again = run(property, dir, kept.clone(), 1);
    let stream = again.failure.as_ref().map(|failure| failure["stream"].as_str());
    assert_eq!(stream, Some(Some("replay")), "the saved input fails again");
    assert_eq!(again.number("tests"), 1, "it is the first");
    // What fails again is made smaller, and an input that is another one takes the place of the first.
    let own = |text: &str| text.lines().filter(|line| line.starts_with("random::holds ")).count() as u64;
    let lines = own(&file());
    assert_eq!(lines, own(&saved), "no input is saved twice");
    let conclusion = std::mem::replace(&mut property.body.conclusion, Formula::Constant(true));
    let before = std::mem::take(&mut property.known);
    property.known =
        before.iter().map(|(size, value, _)| (*size, value.clone(), property.body.say(value))).collect();
    let mended = run(property, dir, kept.clone(), lines);
    assert!(!mended.fails(), "the property is mended: {mended}");
    assert_eq!(mended.replayed(), lines, "saved inputs are run: {mended}");
    (property.body.conclusion, property.known) = (conclusion, before);
}

/// Inputs saved for other types are announced and kept, and change nothing else.
pub(crate) fn stale(property: &mut Property) {
    let dir = Crate::new();
    let settings = Settings { size: Some(property.case.last()), time: Some(FOREVER), ..Settings::default() };
    let before = run(property, &dir, settings.clone(), 0);
    let Some(failure) = &before.failure else { return };
    // The fingerprint is the second word of a line.
    let fingerprint = failure["regression"].as_str().and_then(|line| line.split(' ').nth(1));
    let saved = fs::read_to_string(dir.regressions()).expect("the failure is saved");
    let stale = saved.replace(fingerprint.expect("there is one"), "0123456789abcdef");
    fs::write(dir.regressions(), &stale).expect("it can be written");
    let after = run(property, &dir, settings, 0);
    described_on_failure(&format!("{before}\n{after}"), || claims::of_threads(&before, &after));
    assert!(after.report.is_some_and(|report| report.contains(": stale: ")));
    let kept = fs::read_to_string(dir.regressions()).expect("it is there");
    assert!(kept.starts_with(&stale), "stale lines are kept: {kept}");
}
