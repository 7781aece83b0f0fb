//! Explorations of programs, each kind of claim in a module of its own.

mod arguments;
mod brute_force;
mod common;
mod examples;
mod functions;
mod large_types;
mod limits;
mod memory;
mod merge;
mod modes;
mod module;
mod names;
mod parts;
mod report;
mod smallest;
mod suite;
mod together;
mod values;
