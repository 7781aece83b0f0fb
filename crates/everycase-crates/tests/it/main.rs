//! Crates and pairs of versions of which each error and each change is known, explored and compared.

mod building;
mod covered;
mod laws;
mod parts;
mod planted;
mod renamed;
mod stored;
mod versions;
