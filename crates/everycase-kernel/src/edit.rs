//! Other derivations near a given one: smaller ones, by [shrinking](shrink), and different ones, by [mutation](mutate).

mod mutate;
mod parts;
mod shrink;
