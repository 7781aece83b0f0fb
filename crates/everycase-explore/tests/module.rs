//! Tests of modules from beginning to end: what the check engine finds in the programs of the thesis' chapter 3.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use everycase_check::check::collect;
use everycase_check::settings::Settings;
use everycase_check::verdict::Subject;
use everycase_explore::expression::Expression;
use everycase_explore::grammar::Grammar;
use everycase_explore::library::Library;
use everycase_explore::module::Module;
use everycase_kernel::Derivations;
use pun::load::load;

/// Returns the smallest expression of each error of a program, and the error.
fn errors(file: &str, size: u32) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/explore").join(file);
    let program = load(&path).program.expect("the program is right");
    let module = Arc::new(Module::new(program).expect("the program is small"));
    let tests = Derivations::new(Grammar::new(Arc::clone(&module)).tests(module.tested()));
    let subject: Arc<dyn Subject> = Arc::clone(&module) as _;
    let plan =
        Settings { size: Some(size), jobs: Some(1), seed: Some(1), ..Settings::default() }.fill("explore");
    let all = NonZeroUsize::MAX;
    let found = collect("explore", &tests, &subject, &plan, &[], all).expect("the tests can be counted");
    let line = |input: &everycase_kernel::Derivation| {
        let expression = Expression::read(&*module, input.root());
        let fault = module.fault(input).expect("it fails again");
        format!("{} ==> {fault}", expression.shown(module.signature()))
    };
    found.groups.iter().map(|group| line(&group.counterexample.input)).collect()
}

#[test]
fn an_argument_that_breaks_the_invariant_of_a_visible_type_is_found() {
    assert_eq!(errors("chapter-3/int-tree-1.pun", 6), ["insert 0 (branch leaf 0 leaf) ==> no branch fits"]);
}

#[test]
fn an_abstract_type_is_built_through_its_module_only() {
    assert!(errors("chapter-3/int-tree-3.pun", 7).is_empty());
}
