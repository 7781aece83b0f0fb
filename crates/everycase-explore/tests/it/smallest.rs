//! When an exploration claims that no smaller expression ends with an error.

use std::sync::Arc;
use std::time::Duration;

use everycase_check::check::Minimal;
use everycase_check::settings::Settings as Bounds;
use everycase_explore::explore::{Exploration, Options, explore};
use everycase_explore::module::{Module, Settings};

use crate::common::{module, text};

fn explored(program: &str, bounds: Bounds) -> Exploration {
    let module: Arc<Module> = module(text(program), &Settings::default());
    let functions: Vec<u32> = module.tested().collect();
    let hour = Some(Duration::from_secs(3600));
    let plan = Bounds { time: hour, jobs: Some(1), seed: Some(1), ..bounds }.fill("explore");
    explore(&module, &functions, &plan, Options::default()).expect("they can be counted")
}

fn minimal(found: &Exploration) -> Vec<(&str, Minimal)> {
    found.findings.iter().map(|own| (&*own.expression, own.minimal)).collect()
}

#[test]
fn no_smallest_expression_is_claimed_above_one_that_is_undecided() {
    let program = |least: u32| {
        format!(
            "module main (spin, far) .
            spin : integer -> integer .
            spin n = if n > {least} then spin n else 0 .
            far : integer -> integer .
            far n = if n == 70000 then error \"far\" else 0 ."
        )
    };
    let up_to = Bounds { size: Some(22), ..Bounds::default() };
    let undecided = explored(&program(5_000), up_to.clone());
    assert!(undecided.runs[0].checked.coverage.undecided() > 0);
    let [(expression, claim)] = minimal(&undecided)[..] else { panic!("{:?}", undecided.findings) };
    assert_eq!(expression, "far 70000");
    assert_ne!(claim, Minimal::Size);
    let none = explored(&program(1_000_000_000), up_to);
    assert_eq!(minimal(&none), [("far 70000", Minimal::Size)]);
}
