//! A space and a property of it, with the property's verdict on every small input.

use everycase_kernel::{Derivation, Derivations, Random, SeedableRng, values};

use super::properties::{Predicate, View, Whole};
use super::spaces::{Space, below};
use crate::run::verdict::{Cause, Failure, Group};

/// Inputs are listed up to the size at which there are more than this number, ...
const INPUTS: usize = 1_500;
/// ... or up to this size.
const SIZE: u32 = 14;

/// The verdict of a property on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Passed,
    Discarded,
    Failed,
    /// A limit of the tool is met.
    Limited,
}

/// A space and a property of it.
#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) space: Space,
    premise: Predicate,
    conclusion: Predicate,
    /// These distinguish the causes of failures.
    causes: [Predicate; 2],
    /// Where the property meets a limit, in the modes in which it does.
    limits: Predicate,
}

impl Property {
    fn random(rng: &mut Random) -> Property {
        let space = Space::random(rng, 3);
        let premise = match below(rng, 3) {
            0 => Predicate::Is(true),
            _ => Predicate::random(rng, &space, 2),
        };
        let mut conclusion = Predicate::random(rng, &space, 3);
        if below(rng, 3) == 0 {
            // A property that holds and looks at its input.
            conclusion = Predicate::Either(
                Box::new(conclusion.clone()),
                Box::new(Predicate::Not(Box::new(conclusion))),
            );
        }
        Property {
            space,
            premise,
            conclusion,
            causes: [Predicate::Is(true), Predicate::Is(true)],
            limits: Predicate::Is(false),
        }
    }

    pub(super) fn says<V: View>(&self, view: &mut V, root: V::Pos) -> Said {
        if !self.premise.holds(view, root) {
            Said::Discarded
        } else if self.conclusion.holds(view, root) {
            Said::Passed
        } else {
            Said::Failed
        }
    }

    /// Returns whether it meets a limit.
    pub(super) fn meets_limit<V: View>(&self, view: &mut V, root: V::Pos) -> bool {
        self.limits.holds(view, root)
    }

    /// Returns the cause of a failure.
    pub(super) fn cause<V: View>(&self, view: &mut V, root: V::Pos) -> Cause {
        let at = |location: &str| Cause::Panicked {
            message: "it fails".to_owned(),
            location: Some(location.to_owned()),
        };
        let [first, second] = self.causes.each_ref().map(|cause| cause.holds(view, root));
        match (first, second) {
            (true, true) => Cause::Returned("false".to_owned()),
            (true, false) => at("src/lib.rs:1:1"),
            (false, true) => at("src/lib.rs:2:1"),
            (false, false) => Cause::Panicked { message: "elsewhere".to_owned(), location: None },
        }
    }

    /// Returns the group of a failing input.
    pub(super) fn group_of(&self, input: &Derivation) -> Group {
        Group::of(&Failure::of(self.cause(&mut Whole::new(), input.root())))
    }

    pub(super) fn says_of(&self, input: &Derivation) -> Said {
        self.says(&mut Whole::new(), input.root())
    }
}

/// A property to be checked in all modes.
pub(super) struct Case {
    pub(super) seed: u64,
    pub(super) property: Property,
    pub(super) lazily: bool,
    pub(super) derivations: Derivations,
    /// The verdict on every input of each size, from the naive enumeration.
    pub(super) known: Vec<Vec<(Vec<u64>, Said)>>,
}

impl Case {
    pub(super) fn random(seed: u64) -> Case {
        let rng = &mut Random::seed_from_u64(seed);
        let mut property = Property::random(rng);
        // Separate random numbers, so that a seed's cases do not depend on the causes of failures.
        let of_causes = &mut Random::seed_from_u64(seed ^ 0x6361_7573);
        property.causes = [0; 2].map(|_| Predicate::random(of_causes, &property.space, 1));
        let of_limits = &mut Random::seed_from_u64(seed ^ 0x6c69_6d73);
        property.limits = Predicate::Both(
            Box::new(Predicate::random(of_limits, &property.space, 1)),
            Box::new(Predicate::random(of_limits, &property.space, 1)),
        );
        let shape = property.space.shape();
        let derivations = Derivations::new(shape.clone());
        let mut known = Vec::new();
        let mut inputs = 0;
        for size in 0..=SIZE {
            let said = |words: Vec<u64>| {
                let said = property.says_of(&derivations.parse(&words).unwrap());
                (words, said)
            };
            let of_size: Vec<_> = values::of_size(&shape, size).into_iter().map(said).collect();
            inputs += of_size.len();
            // Without a listed size a case could not be judged.
            if size > 0 && inputs > INPUTS {
                break;
            }
            known.push(of_size);
        }
        Case { seed, property, lazily: below(rng, 3) > 0, derivations, known }
    }

    /// Returns the largest size whose inputs are all listed.
    pub(super) fn top(&self) -> u32 {
        (self.known.len() as u32).saturating_sub(1)
    }

    /// Returns the listed inputs up to a size.
    pub(super) fn up_to(&self, size: u32) -> impl Iterator<Item = &(Vec<u64>, Said)> {
        self.known.iter().take(size as usize + 1).flatten()
    }
}
