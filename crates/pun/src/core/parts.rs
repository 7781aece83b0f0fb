//! The parts of terms.

use super::{Draw, Expr, Kind, Program};

impl Expr {
    /// Returns whether the term has its value without evaluation. As a lazy field it is not delayed; a variable that may be delayed
    /// shares its value.
    pub(crate) fn needs_no_evaluation(&self) -> bool {
        match &self.kind {
            Kind::Local(_) | Kind::Force(_) | Kind::Integer(_) | Kind::Character(_) | Kind::Lambda(..) => {
                true
            }
            Kind::Construct(_, fields) => fields.is_empty(),
            _ => false,
        }
    }

    /// Returns the terms directly within the term, in order.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            Kind::Local(_)
            | Kind::Force(_)
            | Kind::Global(_)
            | Kind::Integer(_)
            | Kind::Character(_)
            | Kind::Draw(Draw::Integer | Draw::Natural | Draw::Boolean) => Vec::new(),
            Kind::Construct(_, fields) => fields.iter().collect(),
            Kind::Lambda(_, body) => vec![body],
            Kind::Rec(_, body) | Kind::Error(body) => vec![body],
            Kind::Apply(callee, arguments) => std::iter::once(&**callee).chain(arguments).collect(),
            Kind::Let(_, a, b)
            | Kind::Connective(_, a, b)
            | Kind::Primitive(_, a, b)
            | Kind::Choice(a, b)
            | Kind::Draw(Draw::Between(a, b)) => vec![a, b],
            Kind::Case(of, branches) => {
                let branches = branches.iter().flat_map(|branch| branch.guard.iter().chain([&branch.body]));
                std::iter::once(&**of).chain(branches).collect()
            }
        }
    }
}

impl Program {
    /// Returns which definitions make choices, or mention others that do, by number.
    pub fn choosing(&self) -> Vec<bool> {
        let mut chooses = vec![false; self.globals.len()];
        loop {
            let before = chooses.clone();
            for (chooses, global) in chooses.iter_mut().zip(&self.globals) {
                *chooses |= may_choose(&global.body, &before);
            }
            if chooses == before {
                return chooses;
            }
        }
    }
}

fn may_choose(term: &Expr, known: &[bool]) -> bool {
    match &term.kind {
        Kind::Choice(..) | Kind::Draw(_) => true,
        Kind::Global(global) => known[global.index()],
        _ => term.parts().into_iter().any(|part| may_choose(part, known)),
    }
}
