//! The parts of terms.

use std::sync::Arc;

use super::{Draw, Expr, GlobalId, Kind, Program};

impl Expr {
    /// Returns whether the term has its value without evaluation. As a lazy field it is not
    /// delayed; a variable that may be delayed shares its value.
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
            | Kind::Text(_)
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

    /// Returns the terms directly within the term, in order, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            Kind::Local(_)
            | Kind::Force(_)
            | Kind::Global(_)
            | Kind::Integer(_)
            | Kind::Character(_)
            | Kind::Text(_)
            | Kind::Draw(Draw::Integer | Draw::Natural | Draw::Boolean) => Vec::new(),
            Kind::Construct(_, fields) => fields.iter_mut().collect(),
            Kind::Lambda(_, body) => vec![Arc::make_mut(body)],
            Kind::Rec(_, body) | Kind::Error(body) => vec![body],
            Kind::Apply(callee, arguments) => std::iter::once(&mut **callee).chain(arguments).collect(),
            Kind::Let(_, a, b)
            | Kind::Connective(_, a, b)
            | Kind::Primitive(_, a, b)
            | Kind::Choice(a, b)
            | Kind::Draw(Draw::Between(a, b)) => vec![a, b],
            Kind::Case(of, branches) => {
                let branches =
                    branches.iter_mut().flat_map(|branch| branch.guard.iter_mut().chain([&mut branch.body]));
                std::iter::once(&mut **of).chain(branches).collect()
            }
        }
    }
}

impl Program {
    /// Returns which definitions make choices, or mention others that do, by number. Generators
    /// that are declared by their types alone do.
    pub fn choosing(&self) -> Vec<bool> {
        let mut chooses: Vec<Option<()>> =
            self.globals.iter().map(|global| chooses(&global.body).then_some(())).collect();
        for generator in self.generators.iter().filter(|generator| generator.is_assumed) {
            chooses[generator.global.index()] = Some(());
        }
        self.spread(chooses).iter().map(Option::is_some).collect()
    }

    /// Returns whether a term chooses integers that may be of any size, or mentions a definition
    /// that does.
    pub(crate) fn draws_integers(&self, term: &Expr) -> bool {
        let drawn = self.globals.iter().map(|global| draws_integers(&global.body).then_some(())).collect();
        draws_integers(term) || term.mention(&self.spread(drawn)).is_some()
    }

    /// Returns for each definition a generator that is declared by its type alone, and that it is
    /// or may call; by number.
    pub fn assuming(&self) -> Vec<Option<GlobalId>> {
        let mut assumed = vec![None; self.globals.len()];
        for generator in self.generators.iter().filter(|generator| generator.is_assumed) {
            assumed[generator.global.index()] = Some(generator.global);
        }
        self.spread(assumed)
    }

    /// Extends what holds of some definitions to those that mention them.
    fn spread<T: Copy>(&self, mut known: Vec<Option<T>>) -> Vec<Option<T>> {
        let mut is_new = known.iter().any(Option::is_some);
        while is_new {
            is_new = false;
            for (place, global) in self.globals.iter().enumerate() {
                if known[place].is_none() {
                    known[place] = global.body.mention(&known).map(|(_, found)| found);
                    is_new |= known[place].is_some();
                }
            }
        }
        known
    }
}

impl Expr {
    /// Returns the first mention of a definition that has an entry in `known`, and the entry.
    pub(crate) fn mention<T: Copy>(&self, known: &[Option<T>]) -> Option<(&Self, T)> {
        match self.kind {
            Kind::Global(global) => known[global.index()].map(|found| (self, found)),
            _ => self.parts().into_iter().find_map(|part| part.mention(known)),
        }
    }
}

/// Returns whether a term itself chooses integers that may be of any size: not between two that it
/// names.
fn draws_integers(term: &Expr) -> bool {
    let is_known = |term: &Expr| matches!(term.kind, Kind::Integer(_));
    match &term.kind {
        Kind::Draw(Draw::Integer | Draw::Natural) => true,
        Kind::Draw(Draw::Between(lo, hi)) if !is_known(lo) || !is_known(hi) => true,
        _ => term.parts().into_iter().any(draws_integers),
    }
}

fn chooses(term: &Expr) -> bool {
    matches!(term.kind, Kind::Choice(..) | Kind::Draw(_)) || term.parts().into_iter().any(chooses)
}
