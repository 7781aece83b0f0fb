//! The `everycase` command.
fn main() {}
