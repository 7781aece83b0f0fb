//! proptest, quickcheck and bolero: inputs by their generators of a type, until the property fails; then their shrinking.
//!
//! Their own runners do the same and more (persistence, unwinding, reports), which would only take time. bolero's shrinking is
//! a part of its engine, which works on bytes of a fuzzer; its counterexamples are shown as found.

use bolero_generator::driver::{Driver, Options, Rng};
use proptest::prelude::{Strategy, any};
use proptest::strategy::ValueTree;
use quickcheck::Gen;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::Property;
use crate::find::input::Input;
use crate::find::trial::{Budget, Trial, Watch};
use crate::growth::QUICKCHECK_SIZE;
use crate::strategies::proptest_runner;

/// Runs proptest.
pub fn proptest<T: Input>(property: &Property<T>, seed: u64, budget: Budget) -> Trial {
    let watch = Watch::new(budget);
    let fails = |input: &T| watch.note(property(input)) == Some(false);
    let (strategy, mut runner) = (any::<T>(), proptest_runner(seed));
    while !watch.is_over() {
        let mut tree = strategy.new_tree(&mut runner).expect("no strategy here rejects");
        let input = tree.current();
        if fails(&input) {
            watch.show(&input);
            let mut goes_on = tree.simplify();
            let mut left = runner.config().max_shrink_iters();
            while goes_on && left > 0 && !watch.shrinks_too_long() {
                let smaller = tree.current();
                goes_on = if fails(&smaller) {
                    watch.show(&smaller);
                    tree.simplify()
                } else {
                    tree.complicate()
                };
                left -= 1;
            }
            break;
        }
    }
    watch.trial()
}

/// Runs quickcheck.
pub fn quickcheck<T: Input>(property: &Property<T>, seed: u64, budget: Budget) -> Trial {
    let watch = Watch::new(budget);
    let fails = |input: &T| watch.note(property(input)) == Some(false);
    let mut source = Gen::from_size_and_seed(QUICKCHECK_SIZE, seed);
    while !watch.is_over() {
        let input = <T as quickcheck::Arbitrary>::arbitrary(&mut source);
        if fails(&input) {
            let mut found = Some(input);
            while let Some(input) = found {
                watch.show(&input);
                let mut candidates = input.shrink().take_while(|_| !watch.shrinks_too_long());
                found = candidates.find(fails);
            }
            break;
        }
    }
    watch.trial()
}

/// Runs bolero's generator. An input that is too deep for it is none.
pub fn bolero<T: Input>(property: &Property<T>, seed: u64, budget: Budget) -> Trial {
    let watch = Watch::new(budget);
    let options = Options::default();
    let mut source = Xoshiro256PlusPlus::seed_from_u64(seed);
    while !watch.is_over() {
        let Some(input) = Rng::new(&mut source, &options).produce::<T>() else { continue };
        if watch.note(property(&input)) == Some(false) {
            watch.show(&input);
            break;
        }
    }
    watch.trial()
}
