//! The tests of the command as a process: its limits, its output, its files and signals; and of what the architecture page says.

mod action;
mod architecture;
mod crates;
mod diff;
mod fix;
mod ignored;
mod isolation;
mod limits;
mod links;
mod output;
mod packages;
mod parts;
mod processes;
mod prose;
mod readme;
mod report;
mod rooms;
mod signals;
mod solvers;
mod suite_time;
#[path = "../support/mod.rs"]
mod support;
mod systems;
