//! The types of definitions: in strongly connected components, dependencies first.

use std::collections::HashMap;

use super::goal::{Goal, Why};
use super::{DeclarationTypes, Inference, Knowledge};
use crate::components::components;
use crate::core::Scheme;
use crate::resolve::term::Module;
use crate::unify::store::Ty;

impl<'a> Inference<'a> {
    /// Infers all definitions, one component at a time.
    pub(super) fn definitions(&mut self, module: &'a Module) {
        self.definitions = &module.definitions;
        self.results = module.definitions.iter().map(|_| None).collect();
        self.known = module
            .definitions
            .iter()
            .map(|definition| match &definition.signature {
                Some(signature) => Knowledge::Scheme(Scheme {
                    variables: vec![false; signature.variables as usize],
                    ty: signature.ty.clone(),
                }),
                None => Knowledge::Wrong,
            })
            .collect();
        let places: Vec<Vec<usize>> = module
            .definitions
            .iter()
            .map(|definition| {
                definition.names.mentions.iter().map(|global| global.index() - self.first).collect()
            })
            .collect();
        for component in components(places.len(), |place| &places[place]) {
            self.component(&component, &places);
        }
    }

    /// Infers a component of definitions. Which type variables of signatures are compared is found
    /// while their definitions are inferred; in a component this is repeated until nothing new is
    /// found.
    fn component(&mut self, component: &[usize], places: &[Vec<usize>]) {
        let groups = self.groups(component, places);
        let is_recursive = component.iter().any(|place| {
            self.definitions[*place].signature.is_some()
                && places[*place].iter().any(|target| component.len() > 1 || target == place)
        });
        loop {
            let reported = self.diagnostics.len();
            let before = self.compared(component);
            for group in &groups {
                self.group(group);
            }
            if !is_recursive || self.compared(component) == before {
                break;
            }
            self.diagnostics.truncate(reported);
        }
    }

    /// Returns the number of type variables of signatures that are compared.
    fn compared(&self, component: &[usize]) -> usize {
        let schemes = component.iter().filter_map(|place| match &self.known[*place] {
            Knowledge::Scheme(scheme) if self.definitions[*place].signature.is_some() => Some(scheme),
            _ => None,
        });
        schemes.map(|scheme| scheme.variables.iter().filter(|compared| **compared).count()).sum()
    }

    /// Returns the components that remain when references to definitions with a signature are
    /// ignored.
    fn groups(&self, component: &[usize], places: &[Vec<usize>]) -> Vec<Vec<usize>> {
        if let [place] = component {
            return vec![vec![*place]];
        }
        let inner: HashMap<usize, usize> =
            component.iter().enumerate().map(|(inner, place)| (*place, inner)).collect();
        let edges: Vec<Vec<usize>> = component
            .iter()
            .map(|place| {
                let targets = places[*place].iter();
                let unsigned = targets.filter(|target| self.definitions[**target].signature.is_none());
                unsigned.filter_map(|target| inner.get(target).copied()).collect()
            })
            .collect();
        let groups = components(component.len(), |node| &edges[node]);
        groups.into_iter().map(|group| group.into_iter().map(|node| component[node]).collect()).collect()
    }

    fn group(&mut self, group: &[usize]) {
        self.store.clear();
        let definitions = self.definitions;
        if let [place] = group
            && let Some(signature) = &definitions[*place].signature
        {
            let definition = &definitions[*place];
            self.enter(&definition.names, signature.variables);
            let ty = self.annotated(Some(&signature.ty));
            self.term(&definition.body, Goal::new(ty, Why::Written(signature.span)));
            let locals = std::mem::take(&mut self.locals);
            let mut typed =
                self.typed(&definition.names, signature.variables, (ty, definition.name.span), &locals);
            typed.scheme.ty = signature.ty.clone();
            self.known[*place] = Knowledge::Scheme(typed.scheme.clone());
            self.results[*place] = Some(typed);
            return;
        }
        let reported = self.diagnostics.len();
        let types: Vec<Ty> = group.iter().map(|_| self.store.fresh()).collect();
        for (place, ty) in group.iter().zip(&types) {
            self.known[*place] = Knowledge::Same(*ty);
        }
        let mut locals = Vec::with_capacity(group.len());
        for (place, ty) in group.iter().zip(&types) {
            let definition = &definitions[*place];
            self.enter(&definition.names, 0);
            self.term(&definition.body, Goal::new(*ty, Why::Free));
            locals.push(std::mem::take(&mut self.locals));
        }
        let typed: Vec<DeclarationTypes> = group
            .iter()
            .zip(types)
            .zip(&locals)
            .map(|((place, ty), locals)| {
                let definition = &definitions[*place];
                self.typed(&definition.names, 0, (ty, definition.name.span), locals)
            })
            .collect();
        let is_wrong = self.diagnostics.len() > reported;
        for (place, typed) in group.iter().zip(typed) {
            self.known[*place] =
                if is_wrong { Knowledge::Wrong } else { Knowledge::Scheme(typed.scheme.clone()) };
            self.results[*place] = Some(typed);
        }
    }
}
