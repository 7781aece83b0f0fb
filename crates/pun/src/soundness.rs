//! Tests that cross rooms: what the machine, inputs and terms do, against the plain interpreter and
//! plain counts.

mod coverage;
mod inputs;
mod provided;
mod terms;
