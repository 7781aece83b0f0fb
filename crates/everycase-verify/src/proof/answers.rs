//! Answers to queries that were asked before.
//!
//! The generators of a file have lemmas in common, and so have the edits that may repair a
//! generator. Variables are numbered within a query, so equal questions are equal texts.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::solver::Answer;

/// The largest sum of the lengths of the texts that are kept.
const MOST: usize = 16 << 20;

/// Answers by the texts of queries.
#[derive(Debug, Default)]
pub(super) struct Answers(Mutex<AnswerCache>);

#[derive(Debug, Default)]
struct AnswerCache {
    answers: HashMap<String, Answer>,
    /// The sum of the lengths of the texts.
    length: usize,
}

impl Answers {
    /// Returns the answer to a query, if it is known.
    pub(super) fn get(&self, query: &str) -> Option<Answer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).answers.get(query).cloned()
    }

    /// Keeps an answer, unless the solver failed or was interrupted, or too much is kept already.
    pub(super) fn keep(&self, query: &str, answer: &Answer) {
        if matches!(answer, Answer::Stopped | Answer::Failed(_)) {
            return;
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.length + query.len() <= MOST {
            known.length += query.len();
            known.answers.insert(query.to_owned(), answer.clone());
        }
    }
}
