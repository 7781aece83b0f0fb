//! Subjects: properties that other tests run in processes. Each module has the name of the file
//! with these tests. `support/subjects.rs` builds this program.

mod assumptions;
#[path = "../support/conjunction.rs"]
mod conjunction;
mod containers;
mod counterexamples;
mod depth;
mod examples;
mod filters_in_time;
mod function;
mod functions;
mod harness;
mod health;
mod inputs_that_break;
mod isolation;
mod kept;
#[path = "../support/key_tree.rs"]
mod key_tree;
mod laws;
mod lazy_properties;
mod lazy_replays;
#[path = "../support/lists.rs"]
mod lists;
mod memory;
mod replays;
mod reports;
mod runner_process;
#[path = "../support/search_tree.rs"]
mod search_tree;
mod site;
mod strength;
mod strength_process;
mod strength_suite;
mod unfinished;
