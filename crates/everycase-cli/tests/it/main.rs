//! The tests of the command as a process: its limits, its output, its files and signals; and of the page that says where things are.

mod architecture;
mod fix;
mod isolation;
mod limits;
mod output;
mod parts;
mod processes;
mod signals;
mod solvers;
#[path = "../support/mod.rs"]
mod support;
