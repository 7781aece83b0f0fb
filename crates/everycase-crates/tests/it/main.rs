//! Crates and pairs of versions of which each error and each change is known, explored and compared.

mod building;
mod covered;
mod laws;
mod parts;
mod planted;
mod renamed;
mod stored;
mod versions;

/// Explorations and comparisons that several tests look at, from the last module to the first: the
/// harness runs the tests of the first one first.
const SHARED: [fn(); 6] = [
    || _ = versions::found(),
    || _ = stored::stored(),
    || _ = renamed::found(),
    || _ = planted::errors_of_memory(),
    || _ = planted::explored(),
    || _ = laws::found(),
];
