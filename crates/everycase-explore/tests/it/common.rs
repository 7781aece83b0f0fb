//! Code that the tests of modules share: a module is tested up to a size, and its errors are shown.

pub(crate) mod higher;
pub(crate) mod reports;

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use everycase_check::check::{FailureCollection, collect};
use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Cause, Group, Subject, Verdict, replay};
use everycase_check::settings::Settings as Plan;
use everycase_explore::expression::Expression;
use everycase_explore::grammar::Grammar;
use everycase_explore::library::Library;
use everycase_explore::module::{Module, Settings};
use everycase_explore::subject::TestLibrary;
use everycase_kernel::Derivations;
use pun::core::Program;
use pun::load::{load, load_text};

/// Returns the root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Loads a file below the root of the repository.
pub(crate) fn file(path: &str) -> Program {
    load(&root().join(path)).program.expect("the program is right")
}

/// Loads a text. It may import files of the tests.
pub(crate) fn text(text: &str) -> Program {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules/main.pun");
    let loaded = load_text(&beside.to_string_lossy(), text);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

pub(crate) fn module(program: Program, settings: &Settings) -> Arc<Module> {
    Arc::new(Module::with(program, settings).expect("the program is small"))
}

/// Tests a module up to a size, with at most `tests` runs.
pub(crate) fn collected(module: &Arc<Module>, size: u32, tests: u64) -> FailureCollection {
    let all = Derivations::new(Grammar::new(Arc::clone(module)).tests(module.tested()));
    let subject: Arc<dyn Subject> = Arc::clone(module) as _;
    let (size, tests) = (Some(size), Some(tests));
    let plan = Plan { size, tests, jobs: Some(1), seed: Some(1), ..Plan::default() }.fill("explore");
    collect("explore", &all, &subject, &plan, &[], NonZeroUsize::MAX).expect("the tests can be counted")
}

/// Returns the smallest expression of each error, with the error. Each fails again.
pub(crate) fn errors_of(module: &Arc<Module>, collected: &FailureCollection) -> Vec<String> {
    let line = |(group, found): (&Group, &everycase_check::check::Counterexample)| {
        let seen = found.failure.seen.as_deref().expect("a lazy run");
        let expression = Expression::read(&**module, seen.at());
        let Verdict::Failed(again) = replay(&**module, &found.input, &mut Labels::default()) else {
            panic!("{} does not fail again", expression.shown(module.signature()));
        };
        let error = match (&found.failure.cause, module.fault(&found.input)) {
            (Cause::Returned(what), _) => what.clone(),
            (_, fault) => fault.expect("it fails again").message,
        };
        assert_eq!(Group::of(&again), *group, "{error}");
        format!("{} ==> {error}", expression.shown(module.signature()))
    };
    let groups = collected.groups.iter().map(|group| (&group.group, &group.counterexample));
    groups.map(line).collect()
}

/// Returns the errors of a program up to a size.
pub(crate) fn errors(program: Program, settings: &Settings, size: u32) -> Vec<String> {
    let module = module(program, settings);
    let collected = collected(&module, size, 1_000_000);
    errors_of(&module, &collected)
}

/// Returns the errors of a text up to a size.
pub(crate) fn errors_in(program: &str, size: u32) -> Vec<String> {
    errors(text(program), &Settings::default(), size)
}

/// Returns what is not tested.
pub(crate) fn left_out(module: &Module) -> Vec<String> {
    module.left_out().iter().map(ToString::to_string).collect()
}

/// Returns all tests of a module up to a size as pun source.
pub(crate) fn texts(module: &Arc<Module>, size: u32) -> Vec<String> {
    let all = Derivations::new(Grammar::new(Arc::clone(module)).tests(module.tested()));
    let mut texts = Vec::new();
    for size in 0..=size {
        let mut walk = all.of_size(size).expect("a size that fits");
        while let Some(test) = walk.next() {
            texts.push(module.text(&Expression::read(&**module, test.root())));
        }
    }
    texts
}

/// Returns the programs of the examples that are explored.
pub(crate) fn programs() -> Vec<String> {
    let mut programs = Vec::new();
    for directory in ["catalogue", "nofib", "chapter-3"] {
        let path = format!("examples/explore/{directory}");
        for entry in std::fs::read_dir(root().join(&path)).expect("it is there") {
            let file = entry.expect("it is there").path();
            if let (Some(name), Some("pun")) = (file.file_name(), file.extension().and_then(OsStr::to_str)) {
                programs.push(format!("{path}/{}", name.to_string_lossy()));
            }
        }
    }
    programs.sort();
    programs
}
