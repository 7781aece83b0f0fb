//! A crate with one failure of each kind: what is found, how it is ranked, and that the crate
//! harms nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use everycase_check::control::stop::Stop;
use everycase_check::literals::{Limits, Literals};
use everycase_check::settings::seed::Seed;
use everycase_crates::candidates::Candidates;
use everycase_crates::confirm::confirm;
use everycase_crates::constants::Constants;
use everycase_crates::driver::Driver;
use everycase_crates::explore::{Alike, Exploration, Options, explore};
use everycase_crates::expression::Expression;
use everycase_crates::finding::{Finding, Rank};
use everycase_crates::journal::Journal;
use everycase_crates::pool::kind_of;
use everycase_crates::runner::Runner;
use everycase_crates::target::Target;
use everycase_crates::worker::{Kind, Outcome, Parameter, Patience};

use crate::building::Built;
use crate::building::options::{HANG, options};

struct Planted {
    target: Target,
    candidates: Candidates,
    driver: Driver,
    constants: Constants,
    victim: PathBuf,
}

/// The crate in a folder of its own, with a driver. Its text names a file to delete.
fn planted() -> &'static Planted {
    static PLANTED: OnceLock<Planted> = OnceLock::new();
    PLANTED.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted");
        let victim = folder.join("victim");
        fs::create_dir_all(folder.join("crate/src")).unwrap();
        fs::write(&victim, "kept").unwrap();
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted");
        fs::copy(own.join("Cargo.toml"), folder.join("crate/Cargo.toml")).unwrap();
        let text = fs::read_to_string(own.join("src/lib.rs")).unwrap();
        let text = text.replace("@VICTIM@", &victim.display().to_string());
        fs::write(folder.join("crate/src/lib.rs"), text).unwrap();
        let Built { target, candidates, driver, constants } =
            Built::of(&folder.join("crate/Cargo.toml"), "planted/drivers");
        Planted { target, candidates, driver, constants, victim }
    })
}

fn run(options: &Options) -> Exploration {
    let Planted { target, candidates, driver, constants, .. } = planted();
    explore(target, candidates, driver, constants, options, &mut Journal::default(), &mut |_| {}).unwrap()
}

pub(crate) fn explored() -> &'static Exploration {
    static EXPLORED: OnceLock<Exploration> = OnceLock::new();
    EXPLORED.get_or_init(|| {
        let mut found = run(&options(80_000));
        confirm(&planted().target, &planted().driver.calls, &mut found, usize::MAX, HANG).unwrap();
        found
    })
}

/// Returns findings in a line each.
fn told<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> String {
    let line = |own: &Finding| {
        let code: Vec<&str> = own.code.lines().collect();
        format!("{} {}: {} at {:?}: {}\n", own.rank, own.function, own.what, own.place, code.join(" "))
    };
    findings.into_iter().map(line).collect()
}

fn of(function: &str) -> Vec<&'static Finding> {
    explored().findings.iter().filter(|own| own.function.ends_with(function)).collect()
}

#[test]
fn each_failure_is_found_and_has_its_rank() {
    let expected = [
        ("Twice::take_both", Rank::Memory),
        ("aborts", Rank::Abort),
        ("overflows_the_stack", Rank::StackOverflow),
        ("hangs", Rank::Hang),
        ("waits", Rank::Hang),
        ("eats_memory", Rank::OutOfMemory),
        ("<planted::Percent as FromStr>::from_str", Rank::Promise),
        ("checked_half", Rank::Promise),
        ("sums", Rank::Unexpected),
        ("Buffer::shrink", Rank::Unexpected),
        ("Hidden::third", Rank::Unexpected),
        ("Purse::takes_from", Rank::Unexpected),
        ("<planted::Unprintable as Debug>::fmt", Rank::Promise),
        ("fails_with_a_result", Rank::Promise),
        ("refuses", Rank::Explicit),
        ("exits", Rank::Explicit),
        ("asserts", Rank::Doubtful),
        ("states", Rank::Doubtful),
        ("amount", Rank::Doubtful),
        ("row_at", Rank::Doubtful),
        ("planted::floor_at", Rank::Doubtful),
        ("refuses_seven", Rank::Doubtful),
        ("fills", Rank::Doubtful),
        ("planted::old_floor_at", Rank::Unexpected),
        ("Rounds::until_last", Rank::Unexpected),
        ("Laps::until_last", Rank::Documented),
        ("trusts", Rank::Doubtful),
        ("documented", Rank::Documented),
        ("refers", Rank::Documented),
        ("<planted::Ones as Iterator>::count", Rank::Documented),
        ("blames_caller", Rank::Documented),
        ("reserves", Rank::Documented),
    ];
    for (function, rank) in expected {
        let found = of(function);
        assert!(
            found.iter().any(|own| own.rank == rank),
            "{function}: {rank}, not {}",
            told(found.iter().copied())
        );
    }
}

#[test]
fn what_is_deprecated_is_told_after_all_others_of_its_rank() {
    let all = explored().findings.iter().filter(|own| own.rank == Rank::Unexpected);
    let all: Vec<&Finding> = all.collect();
    let (last, others) = all.split_last().unwrap();
    assert_eq!(last.function, "planted::old_floor_at");
    assert!(others.iter().any(|own| own.expression.measure() > last.expression.measure()));
}

#[test]
fn what_does_not_end_bounds_the_size_through_which_all_expressions_ran() {
    // `hangs(true, 1)` has size 3: it was ended, and how it ends is not known.
    let [hangs] = &of("hangs")[..] else { panic!("{:#?}", of("hangs")) };
    assert_eq!(hangs.expression.size(), 3);
    assert_eq!(explored().through, 2);
}

#[test]
fn what_is_right_is_not_told() {
    for function in [
        "right",
        "reads",
        "prints",
        "starts_a_process",
        "connects",
        "deletes",
        "writes",
        "counts",
        "Unprintable::new",
    ] {
        let found: Vec<_> = of(function);
        let lies = |own: &&&Finding| own.what.contains("an iterator that lies");
        let wrong = found.iter().filter(|own| !lies(own)).copied();
        assert_eq!(told(wrong), "", "{function}");
    }
    assert_eq!(told(&explored().unsteady), "");
}

#[test]
fn a_crate_that_deletes_what_it_is_told_to_delete_deletes_nothing() {
    let victim = &planted().victim;
    let literals = Literals::of_crate(&planted().target.sources, Limits::default()).0;
    assert!(literals.texts.contains(&victim.display().to_string()), "it is told to");
    assert!(!of("exits").is_empty(), "it ran");
    assert!(explored().is_confined);
    assert_eq!(fs::read_to_string(victim).unwrap(), "kept");
    assert!(!victim.with_extension("touched").exists());
}

#[test]
fn each_finding_has_code_that_fails_by_itself() {
    // An atom is what shows that a value is dropped twice: of ordinary types nothing tells it.
    let without = explored().findings.iter().filter(|own| !own.is_confirmed && own.rank != Rank::Memory);
    assert_eq!(told(without), "");
    let [half] = &of("checked_half")[..] else { panic!("{:#?}", of("checked_half")) };
    assert_eq!(half.code.lines().collect::<Vec<_>>(), ["let _ = planted::checked_half(i32::MIN);"]);
    assert_eq!(half.place.as_deref().map(|own| own.split(':').next()), Some(Some("src/lib.rs")));
    let [same] = &of("Purse::takes_from")[..] else { panic!("{:#?}", of("Purse::takes_from")) };
    let expected = ["let x = planted::Purse::new(0);", "let _ = x.takes_from(&x);"];
    assert_eq!(same.code.lines().collect::<Vec<_>>(), expected);
    let [percent] = &of("from_str")[..] else { panic!("{:#?}", of("from_str")) };
    assert_eq!(percent.expression.size(), 3, "{percent:#?}");
}

#[test]
fn the_same_seed_and_number_of_expressions_find_the_same() {
    let found = |seed| {
        let own = run(&Options { seed: Seed(seed), ..options(8_000) });
        let lines = own.findings.iter().map(|own| format!("{} {:?} {:?}", own.rank, own.place, own.code));
        (lines.collect::<Vec<_>>(), own.expressions, own.through, own.lines)
    };
    assert_eq!(found(5), found(5));
}

#[test]
fn the_number_of_workers_changes_nothing_also_where_some_of_them_die() {
    let found = |jobs| {
        let own = run(&Options { seed: Seed(7), jobs, ..options(20_000) });
        let line = |own: &Finding| format!("{:?} {:?} {:?} {}", own.rank, own.place, own.code, own.count);
        let lines = own.findings.iter().chain(&own.unsteady).map(line).collect::<Vec<_>>();
        let functions = (own.called, own.returned, own.given_up);
        ((lines, functions), (own.expressions, own.calls, own.through, own.lines), own.findings)
    };
    let (findings, counts, all) = found(1);
    for rank in [Rank::Memory, Rank::Abort, Rank::StackOverflow, Rank::OutOfMemory, Rank::Hang] {
        assert!(all.iter().any(|own| own.rank == rank), "{rank}: {}", told(&all));
    }
    let (other, other_counts, _) = found(3);
    assert_eq!((other, other_counts), (findings, counts));
}

#[test]
fn an_exploration_that_is_stopped_tells_what_it_found() {
    let stop = Stop::default();
    let own = Options { stop: stop.clone(), most: None, ..options(0) };
    let Planted { target, candidates, driver, constants, .. } = planted();
    let mut tell = |text: &str| {
        // ".., 3 failures": what ran so far.
        let has_failed = |own: &str| own.contains("failure") && !own.starts_with('0');
        if text.rsplit(", ").next().is_some_and(has_failed) {
            stop.stop();
        }
    };
    let found =
        explore(target, candidates, driver, constants, &own, &mut Journal::default(), &mut tell).unwrap();
    assert!(found.is_interrupted);
    assert!(!found.findings.is_empty());
}

#[test]
fn functions_that_agree_in_most_calls_are_told_with_the_smallest_that_differs() {
    let name = |own: usize| planted().candidates.items[own].name.clone();
    let line = |own: &Alike| {
        let each = own.each.each_ref().map(|(item, code, result)| {
            format!("{}: {} {result}", name(*item), code.lines().collect::<String>())
        });
        assert!(own.calls >= 40 && own.differing == 1, "{own:?}");
        each.join(", ")
    };
    let told: Vec<String> = explored().alike.iter().map(line).collect();
    let expected = "planted::tripled: let _ = planted::tripled(2i32); 6, \
                    planted::tripled_but_two: let _ = planted::tripled_but_two(2i32); 7";
    assert_eq!(told, [expected]);
}

#[test]
fn an_exploration_goes_on_from_wherever_another_was_killed() {
    let Planted { target, candidates, driver, constants, .. } = planted();
    let folder = tempfile::tempdir().unwrap();
    let run = |most| {
        let own = options(most);
        let mut journal = Journal::open(folder.path(), &[&driver.program], own.choices());
        explore(target, candidates, driver, constants, &own, &mut journal, &mut |_| {}).unwrap()
    };
    let places = |own: &Exploration| -> BTreeSet<Option<String>> {
        own.findings.iter().map(|own| own.place.clone()).collect()
    };
    let counts = |own: &Exploration| own.findings.iter().map(|own| own.count).sum::<u64>();
    let first = run(5_000);
    assert_eq!(first.resumed, None);
    assert!(first.through >= 1);
    let files: Vec<PathBuf> = fs::read_dir(folder.path()).unwrap().map(|own| own.unwrap().path()).collect();
    let [journal] = &files[..] else { panic!("{files:?}") };
    let all = fs::read(journal).unwrap();
    // It was killed while failures were made smaller: nothing is left to run.
    let again = run(5_000);
    assert_eq!((again.expressions, again.calls), (first.expressions, first.calls));
    assert_eq!((again.through, &again.returned), (first.through, &first.returned));
    assert_eq!((places(&again), counts(&again)), (places(&first), counts(&first)));
    assert!(again.resumed.is_some());
    // A journal grows at its end, so a part of it is what an earlier kill leaves.
    fs::write(journal, &all[..all.len() * 2 / 3]).unwrap();
    let later = run(16_000);
    assert!(later.expressions >= 16_000);
    assert!(later.through >= first.through, "{} of {}", later.through, first.through);
    let lost: Vec<_> = places(&first).difference(&places(&later)).cloned().collect();
    assert_eq!(lost, []);
}

/// All expressions of each size, none left out because another one looks like it.
fn every_expression(runner: &mut Runner, calls: &[u16], largest: u32) -> BTreeSet<String> {
    let constants = Constants::default();
    let signature = runner.signature.clone();
    // By type and size.
    let mut known: Vec<Vec<Vec<Arc<Expression>>>> =
        vec![vec![Vec::new(); largest as usize + 1]; signature.types.len()];
    for ty in 0..signature.types.len() as u16 {
        for (bits, size) in kind_of(ty).map_or(Vec::new(), |kind| constants.numbers(kind)) {
            if size <= largest {
                let own = Expression::Number(kind_of(ty).unwrap(), bits);
                known[usize::from(ty)][size as usize].push(Arc::new(own));
            }
        }
    }
    let mut failures = BTreeSet::new();
    for size in 1..=largest {
        for call in calls {
            let parameters = &signature.calls[usize::from(*call)];
            let mut all: Vec<(Vec<Arc<Expression>>, u32)> = vec![(Vec::new(), 1)];
            for Parameter { ty, .. } in parameters {
                let longer = all.iter().flat_map(|(before, used)| {
                    let known = &known[usize::from(*ty)];
                    (1..=size.saturating_sub(*used)).flat_map(move |own| {
                        known[own as usize].iter().map(move |argument| {
                            let mut arguments = before.clone();
                            arguments.push(Arc::clone(argument));
                            (arguments, used + own)
                        })
                    })
                });
                all = longer.collect();
            }
            all.retain(|own| own.1 == size);
            for (arguments, _) in all {
                let mut forms = vec![Expression::Call(*call, arguments.clone())];
                for (place, own) in parameters.iter().enumerate() {
                    if own.kind == Kind::Exclusive {
                        forms.push(Expression::After(*call, arguments.clone(), place as u8));
                    }
                }
                for own in forms {
                    match runner.run(&[&own]).unwrap().pop().unwrap() {
                        Outcome::Panic(panic) => _ = failures.insert(panic.place),
                        Outcome::Value { ty: Some(ty), .. } if kind_of(ty).is_none() => {
                            known[usize::from(ty)][size as usize].push(Arc::new(own));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    failures
}

#[test]
fn merging_values_that_look_alike_loses_no_failure_that_getters_can_tell() {
    let Planted { target, candidates, driver, .. } = planted();
    let of = |texts: &[&str]| -> Vec<u16> {
        let is_one = |call: &u16| texts.iter().any(|own| driver.calls[usize::from(*call)].text.contains(own));
        (0..driver.calls.len() as u16).filter(is_one).collect()
    };
    for (texts, only) in
        [(["krate::Buffer"], "Buffer"), (["krate::Hidden"], "Hidden"), (["krate::sums"], "sums")]
    {
        const LARGEST: u32 = 5;
        let mut runner = Runner::new(driver.program.clone(), None, 1, Patience::default()).unwrap();
        let every = every_expression(&mut runner, &of(&texts), LARGEST);
        let own = Options { most_size: Some(LARGEST), only: vec![only.to_owned()], ..options(60_000) };
        let found = explore(
            target,
            candidates,
            driver,
            &Constants::default(),
            &own,
            &mut Journal::default(),
            &mut |_| {},
        )
        .unwrap();
        let found: BTreeSet<String> = found.findings.iter().filter_map(|own| own.place.clone()).collect();
        assert!(!every.is_empty(), "{only}");
        for place in every {
            assert!(found.iter().any(|own| place.ends_with(&**own)), "{only}: {place} is not in {found:?}");
        }
    }
}

#[test]
fn a_value_is_an_argument_twice_only_where_both_references_leave_it_as_it_is() {
    let mut runner = Runner::new(planted().driver.program.clone(), None, 1, Patience::default()).unwrap();
    let (same, mut counts) = (Arc::new(Expression::Same), [0, 0]);
    for (call, parameters) in (0..).zip(runner.signature.calls.clone()) {
        let number = |own: &Parameter| kind_of(own.ty).map(|kind| Arc::new(Expression::Number(kind, 1)));
        let Some(mut arguments) = parameters.iter().map(number).collect::<Option<Vec<_>>>() else { continue };
        for place in 1..parameters.len() {
            let is_lent = parameters[place - 1..=place].iter().all(|own| own.kind == Kind::Shared);
            if parameters[place - 1].ty == parameters[place].ty {
                let own = std::mem::replace(&mut arguments[place], Arc::clone(&same));
                let outcome =
                    runner.run(&[&Expression::Call(call, arguments.clone())]).unwrap().pop().unwrap();
                arguments[place] = own;
                assert_eq!(matches!(outcome, Outcome::Stuck), !is_lent, "{call} {parameters:?}: {outcome:?}");
                counts[usize::from(is_lent)] += 1;
            }
        }
    }
    assert!(counts[0] > 5, "{counts:?}");
}

fn manifest_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name).join("Cargo.toml")
}

/// The crate with ten memory errors, explored.
pub(crate) fn errors_of_memory() -> &'static (Exploration, Candidates) {
    static EXPLORED: OnceLock<(Exploration, Candidates)> = OnceLock::new();
    EXPLORED.get_or_init(|| {
        let own = Built::of(&manifest_of("memory"), "memory");
        (own.explored(&options(100_000)), own.candidates)
    })
}

#[test]
fn ten_memory_errors_are_found_and_told_first() {
    let (found, _) = errors_of_memory();
    let places = [
        "Bag::take",
        "Cleared::",
        "Sized::with",
        "Raw::read",
        "Stack::",
        "Filled::collected",
        "Handle as Clone>::clone",
        "Slot::change",
        "wrong::middle",
        "Ring::fill",
    ];
    for place in places {
        let of: Vec<_> = found.findings.iter().filter(|own| own.function.contains(place)).collect();
        assert!(of.iter().any(|own| own.rank == Rank::Memory), "{place}: {}", told(&found.findings));
    }
    let first = found.findings.iter().take_while(|own| own.rank == Rank::Memory).count();
    assert!(first >= places.len(), "{}", told(&found.findings));
}

#[test]
fn an_abort_is_told_of_the_call_that_was_running() {
    let (found, _) = errors_of_memory();
    let of_type = found.findings.iter().chain(&found.unsteady);
    let of_type: Vec<_> = of_type.filter(|own| own.function.contains("Guarded")).collect();
    let told_of: Vec<_> = of_type.iter().map(|own| (&*own.function, own.rank)).collect();
    assert_eq!(told_of, [("memory::Guarded::double", Rank::Doubtful)], "{}", told(&found.findings));
}

#[test]
fn sound_code_that_borrows_moves_and_keeps_is_never_told_to_err() {
    let (found, candidates) = errors_of_memory();
    let is_sound =
        |name: &str| ["sound::", "::Log", "::Arena", "::Pile"].iter().any(|own| name.contains(own));
    let wrong = found.findings.iter().filter(|own| own.rank <= Rank::Promise && is_sound(&own.function));
    assert_eq!(told(wrong), "");
    let of: Vec<_> = candidates
        .items
        .iter()
        .zip(&found.returned)
        .filter(|own| own.0.law.is_none() && is_sound(&own.0.name))
        .collect();
    let silent: Vec<_> = of.iter().filter(|own| !own.1).map(|own| &own.0.name).collect();
    assert!(of.len() > 9 && silent.is_empty(), "{} functions; did not return: {silent:?}", of.len());
}

#[test]
fn arguments_are_made_of_references_functions_errors_other_crates_and_what_calls_return() {
    let own = Built::of(&manifest_of("reach"), "reach");
    let mut found = own.explored(&options(100_000));
    confirm(&own.target, &own.driver.calls, &mut found, usize::MAX, HANG).unwrap();
    let all = own.candidates.items.iter().zip(&found.returned);
    let all: Vec<_> = all.filter(|own| own.0.law.is_none()).collect();
    let silent: Vec<_> = all.iter().filter(|own| !own.1).map(|own| &own.0.name).collect();
    assert!(all.len() > 30 && silent.is_empty(), "{} functions; did not return: {silent:?}", all.len());
    // An iterator with a function that answers from a table keeps no law, which is doubtful.
    let told_ones = found.findings.iter().filter(|own| own.rank != Rank::Doubtful);
    let failed: BTreeSet<&str> = told_ones.map(|own| &*own.function).collect();
    let expected = [
        "<reach::&[u8] as Source>::failing_take",
        "<reach::Unit as Measured>::failing_measure",
        "reach::Chained::failing_total",
        "reach::Marked::failing_marks",
        "reach::Places::failing_after_three",
        "reach::Unsized::failing_second",
        "reach::Wrong::failing_before",
        "reach::failing_size",
        "reach::failing_sum",
    ];
    assert_eq!(failed, BTreeSet::from(expected), "{}", told(&found.findings));
    let unconfirmed = found.findings.iter().filter(|own| !own.is_confirmed);
    assert_eq!(told(unconfirmed), "");
}
