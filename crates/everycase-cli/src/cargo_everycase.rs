//! The same program as a subcommand of cargo.
fn main() {}
