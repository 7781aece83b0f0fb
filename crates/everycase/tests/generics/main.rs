//! Generic properties: functions with type parameters, run on atoms.

mod containers;
mod functions;
mod kept;
#[path = "../support/key_tree.rs"]
mod key_tree;
mod kinds;
mod oracle;
mod replays;
#[path = "../support/search_tree.rs"]
mod search_tree;
#[path = "../support/mod.rs"]
mod support;
