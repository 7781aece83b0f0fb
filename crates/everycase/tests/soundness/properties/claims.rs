//! The claims of a run of a property, against its body on every input.

use std::collections::BTreeMap;

use everycase_check::settings::shard::Shard;
use serde_json::Value as Json;

use super::crates::Ran;
use super::modes::Mode;
use super::{FailsBy, Kind, Property, Said, Verdict};
use crate::types::Value;

/// All inputs up to a size, as a run claims to have seen them.
struct Exhausted {
    through: u32,
    tests: u64,
    of: u64,
    finite: bool,
    of_any_size: bool,
    shared: bool,
}

impl Exhausted {
    fn of(ran: &Ran) -> Option<Self> {
        let all = Some(&ran.finish["exhausted"]).filter(|all| !all.is_null())?;
        let is = |field: &str| all[field].as_bool().expect("it is a truth value");
        Some(Self {
            through: u32::try_from(all["through_size"].as_u64()?).ok()?,
            tests: all["tests"].as_u64()?,
            // More than this is more than is known.
            of: all["of"].as_str()?.parse().unwrap_or(u64::MAX),
            finite: is("finite"),
            of_any_size: is("of_any_size"),
            shared: is("divided"),
        })
    }
}

/// The claims of one run.
pub(super) fn of_one(property: &Property, mode: &Mode, ran: &Ran) {
    let outcome = ran.outcome();
    // A part fails only by a counterexample.
    let is_reason = if mode.is_whole() { outcome != "passed" } else { outcome == "failed" };
    assert_eq!(ran.report.is_some(), is_reason, "a test fails if and only if there is a reason");
    let (tests, discards) = (ran.number("tests"), ran.number("discards"));
    assert!(discards <= tests, "{discards} of {tests} are discarded");
    assert_eq!(ran.number("undecided"), 0);
    if let Some(most) = mode.settings.tests {
        assert!(tests <= most + mode.saved, "{tests} tests");
    }
    let seed = ran.finish["seed"].as_str().and_then(|seed| seed.parse().ok());
    assert_eq!(seed, mode.settings.seed.or(seed));
    match outcome {
        "failed" => of_failure(property, mode, ran),
        "passed" => {
            assert!(tests > discards || !mode.is_whole() || tests == 0, "nothing was put to the test");
        }
        "unreached" => of_unreached(property, mode, ran),
        "undershot" => assert_ne!(is_short(property, ran), Some(false), "no share is missed"),
        _ => panic!("{outcome}"),
    }
    if outcome != "failed" {
        of_coverage(property, mode, ran);
    }
    if mode.is_to_the_end() {
        to_the_end(property, mode, ran);
    }
}

/// Returns whether a demanded share is missed among the inputs that were put to the test, if their number is known.
fn is_short(property: &Property, ran: &Ran) -> Option<bool> {
    let reached = if !property.body.is_lazy() {
        ran.number("tests") - ran.number("discards") - ran.replayed()
    } else if property.body.has_classes() && ran.finish["complete"] == true {
        // Larger inputs are not known.
        let through = Exhausted::of(ran)?.through;
        if through > property.case.last() {
            return None;
        }
        let all = classes(property, through).into_values();
        all.filter(|said| said.verdict != Verdict::Discarded).count() as u64 + drawn(ran)
    } else {
        return None;
    };
    let counts: BTreeMap<_, _> = ran.labels().into_iter().collect();
    Some(property.body.marks.iter().any(|mark| match mark.kind {
        Kind::Cover(percent) => {
            let count = counts.get(mark.name).copied().unwrap_or(0);
            count * 100 < u64::from(percent) * reached
        }
        Kind::Label | Kind::Classify => false,
    }))
}

/// Returns the number of inputs that were drawn and put to the test. Orders are classes that the search meets, too.
fn drawn(ran: &Ran) -> u64 {
    let claims = ran.finish["claims"].as_array().into_iter().flatten();
    let drawn = claims.filter(|claim| claim["stream"] == "structures" || claim["stream"] == "draws");
    drawn.filter_map(|claim| claim["passed"].as_u64()).sum()
}

fn of_failure(property: &Property, mode: &Mode, ran: &Ran) {
    let body = &property.body;
    let (Some(failure), Some(report)) = (&ran.failure, &ran.report) else { panic!("nothing is shown") };
    let input = ran.input(body).expect("the replay line can be read");
    assert_eq!(body.say(&input).verdict, Verdict::Failed, "{input:?}");
    let size = property.case.root.size_of(&input);
    let told = failure["shown_size"].as_u64().or(failure["size"].as_u64());
    assert_eq!(told, Some(size.into()), "the size of {input:?}");
    let claimed = failure["size"].as_u64().unwrap() as u32;
    assert!(claimed == size || failure["readable"].is_string(), "the size of {input:?}");
    let Value::Sum(_, values) = &input else { unreachable!("it is a product") };
    let statements = ["a", "b", "c"].into_iter().zip(values);
    let statements: Vec<_> =
        statements.map(|(name, value)| format!("let {name}: Value = {value:?};")).collect();
    assert_eq!(statements_of(failure), statements);
    assert!(statements.iter().all(|statement| report.contains(statement)), "{report}");
    let how = match body.fails_by {
        FailsBy::False => "returned false",
        FailsBy::Error => "returned Err(\"an error\")",
        FailsBy::Panic => "a panic",
    };
    assert!(failure["message"].as_str().is_some_and(|message| message.contains(how)), "{failure}");
    assert_eq!([&failure["flaky"], &failure["hung"], &failure["died"]], [&Json::from(false); 3]);
    let found = failure["tests"].as_u64().unwrap();
    assert!(1 <= found && found <= ran.number("tests"), "found after {found} tests");

    let stream = failure["stream"].as_str().unwrap();
    assert!(
        stream == "replay" || mode.settings.size.is_none_or(|most| size <= most),
        "{input:?} is too large"
    );
    assert!(stream != "replay" || mode.saved > 0 || mode.settings.replay.is_some());
    let is_smallest = report.contains("no smaller input fails");
    if is_smallest {
        let smaller = property.smallest_failure().filter(|smallest| *smallest < claimed);
        assert_eq!(smaller, None, "{input:?} stands for one of size {claimed}");
    }
    if stream == "search" && mode.is_whole() {
        assert!(is_smallest, "a search finds the smallest: {report}");
    }
}

fn of_unreached(property: &Property, mode: &Mode, ran: &Ran) {
    if !mode.is_whole() {
        return assert_eq!(ran.number("tests"), ran.number("discards"));
    }
    let report = ran.report.as_deref().unwrap_or_default();
    if report.contains("time was up") {
        return assert!(mode.settings.time.is_some(), "{report}");
    }
    let (first, bound) = (property.case.first(), mode.settings.size);
    if report.contains("or less") {
        assert!(bound.is_some_and(|bound| bound < first), "there are inputs of size {first}: {report}");
        return assert!(report.contains(&format!("; the smallest is of size {first}:")), "{report}");
    }
    if let Some(all) = Exhausted::of(ran) {
        let reached = property.up_to(all.through).find(|(.., said)| said.verdict != Verdict::Discarded);
        assert_eq!(reached, None, "it was put to the test");
    } else {
        // A run that ended before a size was complete knows nothing of its other inputs.
        let is_limited = mode.settings.time.is_some() || mode.settings.tests.is_some();
        assert!(is_limited && !report.contains("its only input"), "{report}");
    }
    assert_eq!(ran.number("tests"), ran.number("discards"));
    assert!(ran.number("tests") > 0, "{report}");
}

/// What a run claims to have seen, which has found no failure.
fn of_coverage(property: &Property, mode: &Mode, ran: &Ran) {
    let Some(all) = Exhausted::of(ran) else { return };
    let is_all = all.finite || all.of_any_size;
    assert_eq!(ran.finish["complete"].as_bool(), Some(is_all));
    if all.through <= property.case.last() {
        let there_are = property.up_to(all.through).count() as u64;
        assert_eq!(all.of, there_are, "inputs up to size {}", all.through);
        if all.finite {
            assert_eq!(property.known.len() as u64, there_are, "inputs of any size");
        }
        if !property.body.is_lazy() {
            assert_eq!(all.tests, share(property, mode.shard(), all.through), "up to size {}", all.through);
        } else if property.body.has_classes() && !all.shared {
            let classes = classes(property, all.through);
            assert_eq!(all.tests, classes.len() as u64, "classes up to size {}", all.through);
        }
    }
    if !all.shared {
        let seen = if is_all { u32::MAX } else { all.through };
        let failing = property.up_to(seen).find(|(.., said)| said.verdict == Verdict::Failed);
        assert_eq!(failing, None, "all inputs up to size {seen} were seen");
    }
}

/// How many inputs up to a size belong to a part.
fn share(property: &Property, shard: Shard, size: u32) -> u64 {
    let of_size = |size| property.case.of_size(size).count() as u64;
    (property.case.first()..=size).map(|size| shard.share(of_size(size))).sum()
}

/// Returns the verdict on each class of inputs up to a size.
fn classes(property: &Property, size: u32) -> BTreeMap<&[u64], &Said> {
    property.up_to(size).map(|(.., said)| (&*said.seen, said)).collect()
}

/// A run that only a size ends has seen all up to it.
fn to_the_end(property: &Property, mode: &Mode, ran: &Ran) {
    let size = mode.settings.size.expect("there is a size");
    if size > property.case.last() {
        return;
    }
    let failure = property.smallest_failure().filter(|failure| *failure <= size);
    if !mode.is_whole() {
        assert!(!ran.fails() || failure.is_some(), "no input up to size {size} fails");
        return;
    }
    assert_eq!(ran.fails(), failure.is_some(), "the smallest failure is of size {failure:?}");
    if let Some(found) = ran.failure.as_ref().filter(|found| found["stream"] == "search") {
        assert_eq!(found["size"].as_u64(), failure.map(u64::from), "the smallest failure");
    }
    if ran.fails() {
        return;
    }
    let reached = property.up_to(size).any(|(.., said)| said.verdict != Verdict::Discarded);
    assert_eq!(ran.outcome() == "unreached", !reached && mode.saved == 0);
    let Some(all) = Exhausted::of(ran) else {
        return assert!(size < property.case.first(), "nothing was searched up to size {size}");
    };
    assert!(all.through == size || all.finite || all.of_any_size, "not all was searched up to size {size}");
    if ran.outcome() != "unreached" && ran.finish["complete"] == true {
        let is_short = is_short(property, ran);
        assert!(
            is_short.is_none_or(|is_short| is_short == (ran.outcome() == "undershot")),
            "shares are missed"
        );
    }
    let said: Vec<&Said> = if !property.body.is_lazy() {
        property.up_to(all.through).map(|(.., said)| said).collect()
    } else if property.body.has_classes() {
        classes(property, all.through).into_values().collect()
    } else {
        return;
    };
    let discarded = said.iter().filter(|said| said.verdict == Verdict::Discarded).count() as u64;
    if !property.body.is_lazy() {
        assert_eq!(ran.number("tests"), said.len() as u64 + mode.saved, "inputs");
        assert_eq!(ran.number("discards"), discarded, "inputs that are discarded");
    }
    let marks = property.body.marks.iter().enumerate();
    let counts = marks.map(|(i, mark)| {
        let count = said.iter().filter(|said| said.marks.get(i) == Some(&true)).count() as u64;
        (mark, count)
    });
    // A class that no input belongs to is listed, too, if any was put to the test.
    let listed = counts.filter(|(mark, count)| *count > 0 || reached && !matches!(mark.kind, Kind::Label));
    let listed: Vec<_> = listed.map(|(mark, count)| (mark.name, count)).collect();
    assert_eq!(ran.labels(), listed, "labels");
}

/// The statements of a failing input.
pub(super) fn statements_of(failure: &Json) -> Vec<String> {
    let inputs = failure["inputs"].as_array().expect("a list of inputs");
    inputs.iter().filter_map(|input| input["statement"].as_str()).map(str::to_owned).collect()
}

/// A run on several threads claims what one thread does.
pub(super) fn of_threads(alone: &Ran, several: &Ran) {
    assert_eq!(several.outcome(), alone.outcome());
    let shown = |ran: &Ran| {
        let failure = ran.failure.as_ref()?;
        let fields = ["stream", "size", "tests"].map(|field| failure[field].clone());
        Some((fields, statements_of(failure)))
    };
    assert_eq!(shown(several), shown(alone));
    if !alone.fails() {
        for field in ["covered", "complete", "claims", "labels", "discards", "ended"] {
            assert_eq!(several.finish[field], alone.finish[field], "{field}");
        }
    }
}

/// The parts of a run together claim what the whole run does.
pub(super) fn of_parts(property: &Property, whole: &Ran, parts: &[Ran]) {
    assert_eq!(parts.iter().any(Ran::fails), whole.fails(), "some part fails");
    if whole.fails() {
        let size = |ran: &Ran| ran.failure.as_ref().and_then(|failure| failure["size"].as_u64());
        assert_eq!(parts.iter().filter_map(size).min(), size(whole), "the size of the smallest failure");
        return;
    }
    let is_reached = |ran: &Ran| ran.number("tests") > ran.number("discards");
    assert_eq!(parts.iter().any(is_reached), whole.outcome() != "unreached", "the parts are put to the test");
    let both = Exhausted::of(whole).zip(parts.iter().map(Exhausted::of).collect::<Option<Vec<_>>>());
    if let Some((whole, parts)) = both {
        for part in &parts {
            assert_eq!((part.through, part.of, part.finite), (whole.through, whole.of, whole.finite));
            assert!(whole.of_any_size || !part.of_any_size, "a part claims inputs of any size");
        }
        let is_shared = parts.iter().any(|part| part.shared);
        let tests: u64 = parts.iter().map(|part| part.tests).sum();
        if !property.body.is_lazy() || (is_shared && property.body.has_classes()) {
            assert_eq!(tests, whole.tests, "the parts together");
        }
    }
    if !property.body.is_lazy() {
        let sum = |field| parts.iter().map(|part| part.number(field)).sum::<u64>();
        assert_eq!(["tests", "discards"].map(sum), ["tests", "discards"].map(|field| whole.number(field)));
        let mut labels = BTreeMap::new();
        for (label, count) in parts.iter().flat_map(Ran::labels) {
            *labels.entry(label).or_insert(0) += count;
        }
        assert_eq!(labels.into_iter().collect::<Vec<_>>(), whole.labels());
    }
}
