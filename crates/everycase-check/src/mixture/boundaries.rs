//! Products of numbers of which some are treated specially as a whole, such as network addresses.

use everycase_kernel::Rng;
use everycase_kernel::template::{Sum, Template};

use super::{below, one_of};

/// The payload of a sum of one alternative, whose fields are ranges of at most 64 bits: boundary
/// values, each as the numbers of these fields.
#[derive(Clone, Copy)]
pub struct Boundaries(pub &'static [&'static [u64]]);

/// Puts boundary values in place of some products of an input. The fields of the former ones are
/// not positions any longer.
pub(super) fn lay<R: Rng + ?Sized>(template: &mut Template, rng: &mut R) {
    /// The inverse of the probability that an input takes boundary values, and that one of its
    /// products does.
    const INPUTS: usize = 2;
    const PRODUCTS: usize = 3;
    if template.sums::<Boundaries>().next().is_none() || below(INPUTS, rng) != 0 {
        return;
    }
    let products: Vec<(Sum, Boundaries)> = template.sums().map(|(sum, values)| (sum, *values)).collect();
    for (sum, Boundaries(values)) in products {
        if below(PRODUCTS, rng) == 0
            && let Some(value) = one_of(values, rng)
        {
            template.replace(sum, 0, value);
        }
    }
}
