//! Generic properties: functions with type parameters, run on atoms.

mod containers;
mod functions;
mod kept;
mod kinds;
mod oracle;
mod replays;
#[path = "../support/mod.rs"]
mod support;
