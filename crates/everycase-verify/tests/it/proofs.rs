//! Proofs that examples cover their types.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use everycase_verify::proof::Solver;
use everycase_verify::verifier::Verifier;
use pun::core::Program;
use pun::load::load_text;

use crate::solver::solver;

fn program(path: &Path) -> Program {
    let text = fs::read_to_string(path).expect("an example");
    let name = path.display().to_string();
    let loaded = load_text(&name, &text);
    loaded.program.unwrap_or_else(|| panic!("{name}: {:?}", loaded.diagnostics))
}

/// Returns the generators of a program of which there is no proof, and why not.
fn unproved(path: &Path, solver: &Solver) -> Vec<String> {
    let verifier = Verifier::new(program(path)).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut proofs = verifier.proofs(solver).expect("it has generators");
    let generators = verifier.generators().iter().map(|own| (own.name(), own.span()));
    generators
        .filter_map(|(name, span)| {
            let program = verifier.generators()[0].program();
            let declared =
                program.generators.iter().find(|declared| declared.span == span).expect("declared");
            let why = proofs.of(declared).result.err()?;
            Some(format!("{}: {name}: {why:?}", path.display()))
        })
        .collect()
}

#[test]
fn each_example_is_proved() {
    let Some(solver) = solver(Duration::from_secs(10)) else { return };
    let wrong: Vec<String> = of_each("", |path| unproved(path, &solver)).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each of these files has one generator that misses values. Running them is left out.
#[test]
fn no_wrong_example_is_proved() {
    let Some(solver) = solver(Duration::from_millis(100)) else { return };
    let is_proved = |path: &Path| unproved(path, &solver).is_empty().then(|| path.display().to_string());
    let wrong: Vec<String> = of_each("wrong", is_proved).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns what is so of each example in a folder, on two threads.
fn of_each<T: Send>(folder: &str, judge: impl Fn(&Path) -> T + Sync) -> Vec<T> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/verify").join(folder);
    let entries = fs::read_dir(directory).expect("examples").map(|entry| entry.expect("an entry").path());
    let paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|own| own == "pun")).collect();
    assert!(paths.len() > 20, "{paths:?}");
    let next = AtomicUsize::new(0);
    let work = || {
        let own = std::iter::from_fn(|| paths.get(next.fetch_add(1, Ordering::Relaxed)));
        own.map(|path| judge(path)).collect::<Vec<T>>()
    };
    thread::scope(|scope| {
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
}
