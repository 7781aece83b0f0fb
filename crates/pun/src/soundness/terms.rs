//! Terms against counts that know nothing of environments by kind, and what they evaluate to.

mod counts;
mod naive;
