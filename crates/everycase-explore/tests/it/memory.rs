//! An exploration within little memory: a run that is begun again for want of it reports no value twice, so what is left out because
//! its value was met before does not depend on memory.

use std::sync::Arc;

use everycase_check::settings::Settings as Bounds;
use everycase_explore::explore::{Exploration, Finding, Options, explore};
use everycase_explore::module::{Module, Settings};
use pun::Limits;

use crate::common::{module, text};

/// A function that needs the value of an argument, then decides other arguments deep inside calls, then parts of the first value.
const PROGRAM: &str = "module main (bag, none, add, use) .
    data bag = made (list integer) .
    none : bag . none = [made []] .
    add : integer -> bag -> bag .
    add x b = case b of ; [made xs] -> [made (put x xs)] .
    put : integer -> list integer -> list integer .
    put x xs = case xs of ; [] -> [x] ; y :: ys -> if x <= y then x :: xs else y :: put x ys .
    use : bag -> boolean -> boolean -> boolean -> boolean -> boolean -> integer .
    use b f g h i j =
      case b of
        ; [made xs] -> if deep 30 f && deep 30 g && deep 30 h && deep 30 i && deep 30 j
          then (case xs of ; x :: y :: _ -> if x < y && x > 1 then error \"two\" else 1 ; _ -> 0)
          else 2 .
    deep : integer -> boolean -> boolean .
    deep n f = if n == 0 then (if f then true else false) else (if deep (n - 1) f then true else false) .";

fn explored(stack: usize) -> Exploration {
    let limits = Limits { stack, ..Settings::default().limits };
    let module: Arc<Module> = module(text(PROGRAM), &Settings { limits, ..Settings::default() });
    let functions: Vec<u32> = module.tested().collect();
    let bounds =
        Bounds { size: Some(13), tests: Some(u64::MAX), jobs: Some(1), seed: Some(1), ..Bounds::default() };
    explore(&module, &functions, &bounds.fill("explore"), Options::default()).expect("they can be counted")
}

/// Returns the errors, and what was run.
fn summary(found: &Exploration) -> (Vec<String>, String) {
    let error = |own: &Finding| format!("{} ==> {}", own.expression, own.fault.message);
    (found.findings.iter().map(error).collect(), found.runs[0].checked.coverage.to_string())
}

#[test]
fn runs_that_are_begun_again_for_want_of_memory_leave_out_the_same_values() {
    // With the least memory that suffices for one call of `deep`, the machine cannot keep five of them for their decisions.
    let mut all = (100..1_000).step_by(10).map(explored);
    let scarce = all.find(|found| found.slow.is_empty()).expect("some stack suffices");
    let ample = explored(Settings::default().limits.stack);
    assert_eq!(summary(&scarce), summary(&ample));
    assert_eq!(summary(&ample).0, ["use (add 2 (add 3 none)) true true true true true ==> two"]);
}
