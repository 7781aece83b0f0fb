//! Running inputs: the property and its verdicts, the jobs of a batch with the one loop that runs
//! them, the threads of a job, and the failures that they collect.

pub mod collector;
pub mod done;
pub mod error;
pub mod failures;
pub mod jobs;
pub mod lazy;
pub(crate) mod likeness;
pub(crate) mod passing_inputs;
pub mod pool;
pub mod runner;
pub(crate) mod undecided_input;
pub mod verdict;
pub mod worker;
