//! A few inputs on which the property has passed, which a thread remembers to run them again after
//! a failure.

use everycase_kernel::Derivation;

/// The number of inputs that are remembered.
const FEW: usize = 8;

/// The first input on which the property has passed on a thread, and the last inputs whose number
/// is a power of two.
#[derive(Debug, Default)]
pub(crate) struct PassingInputs {
    count: u64,
    inputs: Vec<Derivation>,
}

impl PassingInputs {
    /// Counts a passing input. Returns whether it is to be remembered.
    pub(crate) fn count(&mut self) -> bool {
        self.count += 1;
        self.count.is_power_of_two()
    }

    /// Remembers an input.
    pub(crate) fn remember(&mut self, input: Derivation) {
        if self.inputs.len() == FEW {
            self.inputs.remove(1);
        }
        self.inputs.push(input);
    }

    /// Returns the remembered inputs, the first one first.
    pub(crate) fn inputs(&self) -> Vec<Derivation> {
        self.inputs.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shapes::bytes;

    #[test]
    fn the_first_input_is_remembered_and_the_last_few_at_powers_of_two() {
        let mut passed = PassingInputs::default();
        for number in 0..1000u64 {
            if passed.count() {
                passed.remember(bytes().parse(&[number % 256]).unwrap());
            }
        }
        let numbers: Vec<u64> = passed.inputs().iter().map(|input| input.root().bits()).collect();
        assert_eq!(numbers, [0, 7, 15, 31, 63, 127, 255, 255]);
    }
}
