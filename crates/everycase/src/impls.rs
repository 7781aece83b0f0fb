//! `Enumerable` for the standard library, a kind of type per file.

mod constructors;
mod floats;
mod maps;
mod numbers;
mod products;
mod ranges;
mod sequences;
mod text;
mod time;
mod wrappers;

use std::fmt::Write;

/// Appends what `format_args!` made, to what takes all text: a `String`, or a source.
pub(crate) fn push(out: &mut impl Write, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}
