//! The programs of the papers' experiments on lazy search and on sampling (Papers II and III, section 6), written
//! afresh: types, predicates on lazy values, and planted bugs. Scopes and what a predicate builds live on the stack.

pub mod imperative;
pub mod lambda;
pub mod nat;
pub mod natural_terms;
pub mod red_black;
pub mod reg_exp;
pub mod search_tree;
pub mod typed_terms;
