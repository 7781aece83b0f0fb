//! The meaning of programs: the reference interpreter, the machine and checking against each other, on small programs, on the
//! examples and on what the documentation says.

mod agreement;
mod booleans;
mod calculator;
mod characters;
mod choices;
mod closed_terms;
mod coverage;
mod docs;
mod encoded;
mod engine;
mod examples;
mod explained;
mod functions;
mod literals;
mod machine;
mod numbers;
mod on_demand;
mod opaque;
mod premises;
mod printed;
mod reference;
mod run;
mod show;
mod strength;
mod watched;
