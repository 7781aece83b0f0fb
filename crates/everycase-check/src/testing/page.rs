//! The pages of the repository, which tests compare with the code.

use std::fs;
use std::path::Path;

/// Returns the text of a page. It is read when a test runs: the package, which has no pages, has to
/// compile with its tests.
pub(crate) fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
