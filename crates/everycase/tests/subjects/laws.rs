//! Types that break laws.

use everycase::laws;
use everycase::prelude::*;

use types::*;

/// The types on which explorations of crates are tested.
#[path = "../../../everycase-crates/tests/laws/src/lib.rs"]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
mod types;

laws!(Never in u8::space().map(Never): Eq);
laws!(OneWay in u8::space().map(OneWay): PartialEq);
laws!(Loose in u8::space().map(Loose): Hash);
laws!(Twisted in u8::space().map(Twisted): Ord);
laws!(Coarse in u8::space().map(Coarse): Ord);
laws!(Torn in u8::space().map(Torn): Ord);
laws!(Round in u8::space().map(Round): Ord);
laws!(Fading in u8::space().map(Fading): Clone);
laws!(Written in u8::space().map(Written): Display + FromStr);
laws!(Even in u8::space().map(Even::below): TryFrom<u8>);
laws!(Name in String::space().map(|text| Name::new(&text)): Borrow<str>);
laws!(Few in u8::space().map(Few): Iterator);
laws!(Exact in u8::space().map(Exact): ExactSizeIterator);
laws!(Back in <(u8, u8)>::space().map(|(from, to)| Back { from, to }): DoubleEndedIterator);
laws!(Ends in u8::space().map(Ends::new): DoubleEndedIterator);
laws!(Grows: Extend<u8>);
laws!(Leap in u8::space().map(Leap): Iterator);
laws!(Again in <(u8, bool)>::space().map(|(left, more)| Again { left, more }): FusedIterator);
// JSON has no infinity.
laws!(f64: serde);
