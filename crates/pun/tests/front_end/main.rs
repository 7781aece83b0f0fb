//! The front end of pun: from texts to trees, and back to texts and messages.

mod limits;
mod programs;
mod render;
mod robust;
mod round_trips;
mod transcripts;
mod tree;
mod well_formed;
