//! The types of names.

use super::goal::Goal;
use super::{Inference, Knowledge, Local};
use crate::core::{ConId, DataId, GlobalId, LocalId, Type};
use crate::resolve::term::{BuiltIn, Term};
use crate::source::Span;
use crate::unify::store::{Node, Store, Ty};

impl Inference<'_> {
    pub(super) fn local(&mut self, term: &Term, local: LocalId, goal: Goal<'_>) {
        let Some(Local { ty, is_generic }) = self.locals.get(local.index()).copied() else { return };
        if self.report_function(term, local) {
            return;
        }
        let found = if is_generic { self.store.instance(ty, term.span, &mut Vec::new()) } else { ty };
        if !self.expect_term(term, goal, found) && !is_generic {
            // One message about the type of a variable is enough.
            self.set_local(local, Store::WRONG);
        }
    }

    pub(super) fn global(&mut self, global: GlobalId, at: Span) -> Ty {
        let scheme = match global.index().checked_sub(self.first) {
            None => match self.program.globals.get(global.index()) {
                Some(known) => &known.scheme,
                None => return Store::WRONG,
            },
            Some(place) => match self.known.get(place) {
                Some(Knowledge::Scheme(scheme)) => scheme,
                Some(Knowledge::Same(ty)) => return *ty,
                Some(Knowledge::Wrong) | None => return Store::WRONG,
            },
        };
        self.store.instance_of(scheme, at).0
    }

    pub(super) fn built_in(&mut self, built_in: BuiltIn, locals: &[LocalId]) -> Ty {
        let (argument, result) = match built_in {
            BuiltIn::Error => (Store::TEXT, self.store.fresh()),
            BuiltIn::Integer | BuiltIn::Natural => (Store::UNIT, Store::INTEGER),
            BuiltIn::Boolean => (Store::UNIT, Store::BOOLEAN),
            BuiltIn::Between => (Store::INTEGER, Store::INTEGER),
        };
        for local in locals {
            self.set_local(*local, argument);
        }
        (0..built_in.arity()).fold(result, |to, _| self.store.arrow(argument, to))
    }

    /// Returns the types of a constructor's fields and of its values. The latter is the expected
    /// type itself if that is of the same data type.
    pub(super) fn constructor(&mut self, constructor: ConId, expected: Option<Ty>) -> (Vec<Ty>, Ty) {
        let program = self.program;
        let Some(known) = program.constructors.get(constructor.index()) else {
            return (Vec::new(), Store::WRONG);
        };
        let parameters = program.datas.get(known.data.index()).map_or(0, |data| data.parameters);
        let expected = expected.and_then(|data| Some((self.arguments_of(data, known.data)?, data)));
        let (variables, data) = expected.unwrap_or_else(|| {
            let variables: Vec<Ty> = (0..parameters).map(|_| self.store.fresh()).collect();
            let data = self.store.data(known.data, &variables);
            (variables, data)
        });
        (known.fields.iter().map(|field| self.store.import(&field.ty, &variables)).collect(), data)
    }

    /// Returns the arguments of a type that is known to be of this data type.
    pub(super) fn arguments_of(&mut self, ty: Ty, data: DataId) -> Option<Vec<Ty>> {
        match self.store.node(ty) {
            Node::Data(known, arguments) if known == data => Some(self.store.arguments(arguments).to_vec()),
            _ => None,
        }
    }

    /// Returns the annotated type; one that matches everything if the annotation is wrong.
    pub(super) fn annotated(&mut self, ty: Option<&Type>) -> Ty {
        match ty {
            Some(ty) => self.store.import(ty, &self.annotations),
            None => Store::WRONG,
        }
    }

    pub(super) fn set_local(&mut self, local: LocalId, ty: Ty) {
        if let Some(known) = self.locals.get_mut(local.index()) {
            *known = Local { ty, is_generic: false };
        }
    }
}
