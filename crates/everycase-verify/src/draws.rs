//! Random results of a generator: arguments are drawn among the allowed ones, and choices are made
//! at random.
//!
//! The search of [`outputs`](crate::outputs) needs all choices of a run within its size, so it does
//! not get to a generator that always makes sixteen of them. Draws do, from the beginning.
//! Arguments are uniform among the arguments of a size. The size grows from draw to draw and begins
//! anew.

use everycase_kernel::lazy::{Draw, DrawResult, Holder, Probe, Run};
use everycase_kernel::{Derivations, Random, Rng, SeedableRng, Shape};
use num_bigint::BigInt;
use pun::engine::{Argument, Choice, Options, Outcome};
use pun::value::Value;

use crate::choosing::GeneratorChoice;
use crate::formula::Formulas;
use crate::machines::Machines;
use crate::outputs::{Observation, Outputs};
use crate::specification::Coverage;

/// The largest size of arguments.
const LARGEST: usize = 16;

/// The number of arguments that are tried for one draw.
const TRIES: u32 = 64;

/// How many arguments backtracking may skip.
const SKIPS: u128 = 1 << 12;

/// Draws results of a generator.
pub(crate) struct Draws<'a> {
    coverage: &'a Coverage,
    formulas: &'a Formulas<'a>,
    outputs: &'a Outputs<'a>,
    /// The arguments.
    derivations: Derivations,
    /// Draws of arguments of each size, begun when they are needed; `None` if no arguments are
    /// left.
    sizes: Vec<Option<Run>>,
    /// The size of the next arguments.
    next: usize,
    rng: Random,
}

impl<'a> Draws<'a> {
    pub(crate) fn new(
        coverage: &'a Coverage,
        formulas: &'a Formulas<'a>,
        outputs: &'a Outputs<'a>,
        seed: u64,
    ) -> Self {
        let shapes = coverage.parameters().iter().map(|binder| formulas.inputs.shape(&binder.ty));
        let derivations = Derivations::new(Shape::product(shapes));
        let sizes = (0..=LARGEST).map(|_| Some(Run::new())).collect();
        Self { coverage, formulas, outputs, derivations, sizes, next: 0, rng: Random::seed_from_u64(seed) }
    }

    /// Draws a result. Returns `None` if the generator has no arguments of these sizes, or none
    /// were drawn.
    pub(crate) fn next(&mut self, machines: &Machines<'_>) -> Option<Observation> {
        let arguments = self.arguments(machines)?;
        // Of generators that go on with one side of a choice, some runs end soon and others go far.
        let right = [1, 2, 3][below(&mut self.rng, 3)];
        let rng = &mut self.rng;
        self.outputs.of_choices(machines, arguments, |choice| Some(chosen(choice, right, rng)))
    }

    fn arguments(&mut self, machines: &Machines<'_>) -> Option<Vec<Value>> {
        let size = self.next;
        self.next = (size + 1) % self.sizes.len();
        let run = self.sizes[size].as_mut()?;
        if run.as_draw().is_none() {
            let is_any = run.begin_draws(&self.derivations, size as u32) == Ok(true);
            if run.with(|draw: &mut Draw, _| draw.backtrack(SKIPS)).is_none() || !is_any {
                self.sizes[size] = None;
                return None;
            }
        }
        let n = self.coverage.parameters().len() as u32;
        for _ in 0..TRIES {
            if !Draw::next(run, &mut self.rng) {
                self.sizes[size] = None;
                return None;
            }
            let drawn = Draw::execute(run, Probe::Never, |run| {
                let first = run.force(run.root()).fields;
                let arguments: Vec<Argument> = (0..n).map(|i| Argument::Hole(first + i)).collect();
                let given = machines.entry(self.coverage.given);
                let outcome = machines.with(|machine| machine.run_on(run, given, &arguments));
                Some(matches!(outcome, Outcome::Value(word) if word.as_boolean() == Some(true)))
            });
            if let Ok(Some(DrawResult { answer: true, is_void: false })) = drawn {
                let input = Draw::complete(run, &mut self.rng)?;
                let parameters = self.coverage.parameters().iter().enumerate();
                let values =
                    parameters.map(|(i, of)| self.formulas.inputs.value(&of.ty, input.root().field(i)));
                return Some(values.collect());
            }
        }
        None
    }
}

/// Makes a choice at random: the right one of two operands in `right` of four cases.
fn chosen(choice: &Choice, right: usize, rng: &mut Random) -> GeneratorChoice {
    match &choice.options {
        Options::Booleans => GeneratorChoice::Side(below(rng, 4) < right),
        Options::Naturals => GeneratorChoice::Integer(natural(rng)),
        Options::Integers => {
            let magnitude = natural(rng);
            GeneratorChoice::Integer(if below(rng, 2) == 0 { magnitude } else { -magnitude })
        }
        Options::Between(low, high) => {
            let wide = BigInt::from(rng.next_u64()) << 64 | BigInt::from(rng.next_u64());
            let distance: BigInt = wide % (high - low + 1);
            GeneratorChoice::Integer(match below(rng, 8) {
                0 => low.clone(),
                1 => high.clone(),
                _ => low + distance,
            })
        }
    }
}

/// Returns a natural of at most 63 bits, mostly of a few.
fn natural(rng: &mut Random) -> BigInt {
    let most = [4, 8, 64][below(rng, 3)];
    BigInt::from(rng.next_u64() & ((1 << below(rng, most)) - 1))
}

/// Returns a number below `bound`.
fn below(rng: &mut Random, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}
