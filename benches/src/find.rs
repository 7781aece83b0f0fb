//! Find quality: planted bugs, and how each tool finds them by the types of their inputs alone.
//!
//! `cases` are the bugs, planted ones and published ones of real libraries. They were written and
//! frozen before anything was tuned on them; every third planted and every second published one is
//! held aside and measured once, at the end. `input` is what a type has to provide for every tool
//! to make values of it, `tools` how each tool is run, `trial` what comes of a run, `measure` the
//! runs of a case with a tool, and `distribution` the inputs that a tool draws.

pub mod case;
pub mod cases;
pub mod distribution;
pub mod input;
pub mod measure;
pub mod tools;
pub mod trial;
