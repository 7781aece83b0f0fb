//! A random case: a type, a formula over it, and its values up to some size.

use std::cell::OnceCell;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use crate::formula::{Formula, Maker};
use crate::plain;
use crate::random::Dice;
use crate::types::{Lists, Type, Value};

pub(crate) struct Case {
    pub(crate) dice: Dice,
    pub(crate) root: Type,
    pub(crate) formula: Formula,
    sizes: RangeInclusive<u32>,
    values: OnceCell<Vec<(u32, Rc<[Value]>)>>,
}

/// How large cases are.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// At most this many values.
    pub(crate) values: u32,
    /// At least this many.
    pub(crate) at_least: u32,
    /// Is the formula a walk that names what it has still to do?
    pub(crate) is_named: bool,
}

/// More sizes are of no use.
const SIZES: u32 = 12;

impl Case {
    pub(crate) fn random(seed: u64, extent: Extent) -> Self {
        Self::of(seed, extent, Type::random)
    }

    /// A case whose type is one of `types`.
    pub(crate) fn of(seed: u64, extent: Extent, types: impl Fn(&mut Dice) -> Type) -> Self {
        let mut dice = Dice::new(seed);
        loop {
            let root = types(&mut dice);
            let Some(least) = root.least() else { continue };
            let space = root.space();
            let count = |size| space.count_up_to(size).expect("the type is well formed");
            let sizes = (least..least + SIZES).take_while(|&size| count(size) <= extent.values.into());
            let Some(last) = sizes.last() else { continue };
            if count(last) < extent.at_least.into() {
                continue;
            }
            let depth = u32::try_from(dice.below(4)).expect("it is small");
            let mut maker = Maker { dice: &mut dice, root: root.clone() };
            let formula = if extent.is_named { maker.named_walk() } else { maker.formula(depth) };
            return Self { dice, root, formula, sizes: least..=last, values: OnceCell::new() };
        }
    }

    /// One of the sizes.
    pub(crate) fn size(&mut self) -> u32 {
        let sizes = u64::from(self.sizes.end() - self.sizes.start() + 1);
        self.sizes.start() + u32::try_from(self.dice.below(sizes)).expect("there are few sizes")
    }

    /// The smallest of the sizes.
    pub(crate) fn first(&self) -> u32 {
        *self.sizes.start()
    }

    /// The largest of the sizes.
    pub(crate) fn last(&self) -> u32 {
        *self.sizes.end()
    }

    /// All values by size.
    pub(crate) fn values(&self) -> &[(u32, Rc<[Value]>)] {
        self.values.get_or_init(|| {
            let mut lists = Lists::default();
            self.sizes.clone().map(|size| (size, lists.of_size(&self.root, size))).collect()
        })
    }

    pub(crate) fn up_to(&self, size: u32) -> impl Iterator<Item = &Value> {
        let within = self.values().iter().take_while(move |(own, _)| *own <= size);
        within.flat_map(|(_, values)| values.iter())
    }

    pub(crate) fn of_size(&self, size: u32) -> impl Iterator<Item = &Value> {
        let same = self.values().iter().filter(move |(own, _)| *own == size);
        same.flat_map(|(_, values)| values.iter())
    }

    pub(crate) fn holds(&self, value: &Value) -> bool {
        plain::holds(&self.formula, value).0
    }
}

/// Runs a check on as many random cases as are asked for, or on `most`. Prints how to run one again that fails.
pub(crate) fn for_each_case(most: u64, extent: Extent, check: impl Fn(&mut Case)) {
    for_each_seed(most, |seed| {
        let mut case = Case::random(seed, extent);
        let described = format!("type {:?}\nformula {:?}", case.root, case.formula);
        described_on_failure(&described, || check(&mut case));
    });
}

/// Runs a check, and prints what it is about if it panics.
pub(crate) fn described_on_failure(described: &str, check: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(check)) {
        eprintln!("{described}");
        resume_unwind(panic);
    }
}

/// Calls `check` with as many seeds as are asked for, or with `most`. Prints the seed with which it panics.
pub(crate) fn for_each_seed(most: u64, check: impl Fn(u64)) {
    let number = |name| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("it is a number"));
    let first = number("EVERYCASE_SOUNDNESS_SEED").unwrap_or(1);
    let cases = number("EVERYCASE_SOUNDNESS").unwrap_or(most);
    for seed in first..first + cases {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(seed))) {
            eprintln!(
                "This case fails; EVERYCASE_SOUNDNESS_SEED={seed} EVERYCASE_SOUNDNESS=1 runs it again."
            );
            resume_unwind(panic);
        }
    }
}
