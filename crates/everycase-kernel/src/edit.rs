//! Derivations near a given one: smaller ones, by [shrinking](shrink).

mod shrink;
