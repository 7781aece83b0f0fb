//! Every example of the repository, and the prelude, can be explored: each small expression is run within limits, and each error that is
//! found is found again,
//! also as a term of the program.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use everycase_check::settings::Settings as Plan;
use everycase_explore::explore::{Options, explore};
use everycase_explore::fault::Kind;
use everycase_explore::module::{Ending, Settings, run_again};
use pun::Limits;
use pun::load::load;
use pun::terms::Mode;

use crate::common::{module, root};

/// Adds the programs in a directory, and in those below it.
fn programs(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("it is there") {
        let path = entry.expect("it is there").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension() == Some(OsStr::new("pun")) {
            found.push(path);
        }
    }
}

#[test]
fn every_example_and_the_prelude_can_be_explored() {
    let mut paths = vec![root().join("crates/pun/src/prelude.pun")];
    programs(&root().join("examples"), &mut paths);
    let (mut wrong, mut explored, mut errors) = (Vec::new(), 0, 0);
    for path in &paths {
        let Some(program) = load(path).program else {
            wrong.extend(path.file_name());
            continue;
        };
        let limits = Limits { fuel: 20_000, ..Settings::default().limits };
        for terms in [None, Some(Mode::Used)] {
            let module = module(program.clone(), &Settings { limits, terms, ..Settings::default() });
            let tested: Vec<u32> = module.tested().collect();
            let plan =
                Plan { size: Some(3), tests: Some(300), jobs: Some(1), seed: Some(1), ..Plan::default() };
            let found = explore(&module, &tested, &plan.fill("explore"), Options::default());
            let found = found.unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
            assert_eq!(found.unsteady, [], "{}", path.display());
            explored += 1;
            errors += found.findings.len();
            for finding in &found.findings {
                // As the command does with what was accepted.
                let (first, again) = (&finding.fault, run_again(&program, limits, &finding.complete));
                let Ending::Failed(fault) = &again else { panic!("{}: {again:?}", finding.complete) };
                assert_eq!(fault.kind, first.kind, "{}: {}", path.display(), finding.complete);
                if fault.kind != Kind::Loop {
                    assert_eq!(
                        fault.identity(),
                        first.identity(),
                        "{}: {}",
                        path.display(),
                        finding.complete
                    );
                    assert_eq!(fault.place, first.place, "{}: {}", path.display(), finding.complete);
                }
            }
        }
    }
    // It shows what is wrong with a program.
    assert_eq!(wrong, ["insert-as-printed.pun"]);
    assert!(explored > 140 && errors > 200, "{explored} {errors}");
}
