//! A set of properties that is measured in a test.

use everycase::strength::measure;

use crate::conjunction::{symmetry, zero};

#[test]
fn is_recorded() {
    measure(&[symmetry, zero]);
}
