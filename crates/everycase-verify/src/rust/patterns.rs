//! Patterns.

use pun::tree::{Pattern, PatternKind};
use syn::{Expr, Fields, Lit, Member, Pat};

use super::Reader;
use super::data::{constructor_pattern, pattern};
use super::terms::{Scope, is_of_another_type};

/// The maximal number of patterns that alternatives within a pattern make of it.
const MOST: usize = 64;

impl<'f> Reader<'f> {
    /// Reads a pattern without alternatives. `is_loose` says whether its numbers have no type that
    /// is written.
    pub(super) fn pattern_of(&mut self, pat: &Pat, is_loose: bool, scope: &mut Scope<'f>) -> Pattern {
        match <[Pattern; 1]>::try_from(self.patterns_of(pat, is_loose, scope)) {
            Ok([only]) => only,
            Err(_) => self.no_pattern(pat),
        }
    }

    /// Reads a pattern with alternatives in the same way.
    pub(super) fn patterns_of(&mut self, pat: &Pat, is_loose: bool, scope: &mut Scope<'f>) -> Vec<Pattern> {
        let before = scope.variables.len();
        let patterns = self.patterns(pat, scope);
        if is_loose {
            let bound = scope.variables[before..].iter().cloned();
            scope.loose.extend(bound);
        }
        patterns
    }

    /// Reads a pattern, and adds its variables to the scope. With alternatives `p | q` it is
    /// several patterns.
    pub(super) fn patterns(&mut self, pat: &Pat, scope: &mut Scope<'f>) -> Vec<Pattern> {
        let span = self.span(pat);
        let kind = match pat {
            Pat::Wild(_) => PatternKind::Wildcard,
            Pat::Or(or) => return or.cases.iter().flat_map(|case| self.patterns(case, scope)).collect(),
            Pat::Paren(inner) => return self.patterns(&inner.pat, scope),
            Pat::Reference(inner) if inner.mutability.is_none() => return self.patterns(&inner.pat, scope),
            Pat::Type(inner) => {
                self.ty(&inner.ty, scope.around);
                return self.patterns(&inner.pat, scope);
            }
            Pat::Ident(ident) if ident.subpat.is_none() && ident.mutability.is_none() => {
                let path = syn::Path::from(ident.ident.clone());
                if let Some((name, _)) = self.constructor(&path, scope.around) {
                    return vec![constructor_pattern(&name, Vec::new(), span)];
                }
                // It may be a constant, whose value would have to be met.
                let text = ident.ident.to_string();
                if !text.starts_with(|c: char| c.is_lowercase() || c == '_')
                    || self.items.may_be_constant(&text)
                {
                    return vec![self.no_pattern(pat)];
                }
                return vec![pattern(&self.bind(&ident.ident, scope), span)];
            }
            Pat::Tuple(tuple) => {
                let parts: Vec<&Pat> = tuple.elems.iter().collect();
                let pair =
                    |last, part| Pattern { kind: PatternKind::Pair(Box::new(part), Box::new(last)), span };
                let unit = || Pattern { kind: PatternKind::Unit, span };
                let nested = |parts: Vec<Pattern>| parts.into_iter().rev().reduce(pair).unwrap_or_else(unit);
                return self.combined(pat, &parts, scope).into_iter().map(nested).collect();
            }
            Pat::Path(path) => return self.constructed(pat, &path.path, &[], scope),
            Pat::TupleStruct(tuple) => {
                let given: Vec<&Pat> = tuple.elems.iter().collect();
                let given = self.numbered(&tuple.path, &given, scope);
                return self.constructed(pat, &tuple.path, &given, scope);
            }
            Pat::Struct(fields) => {
                let given: Vec<(Member, &Pat)> =
                    fields.fields.iter().map(|field| (field.member.clone(), &*field.pat)).collect();
                return self.constructed(pat, &fields.path, &given, scope);
            }
            Pat::Lit(literal) => match &literal.lit {
                Lit::Int(int) if is_of_another_type(int) => return vec![self.no_pattern(pat)],
                Lit::Int(int) => match int.base10_parse::<i64>() {
                    Ok(value) => PatternKind::Integer(value.into()),
                    Err(_) => return vec![self.no_pattern(pat)],
                },
                Lit::Bool(value) => return vec![pattern(if value.value { "true" } else { "false" }, span)],
                _ => return vec![self.no_pattern(pat)],
            },
            _ => return vec![self.no_pattern(pat)],
        };
        vec![Pattern { kind, span }]
    }

    /// Reads patterns side by side: each with each alternative of the others.
    fn combined(&mut self, whole: &Pat, parts: &[&Pat], scope: &mut Scope<'f>) -> Vec<Vec<Pattern>> {
        let mut all = vec![Vec::new()];
        for part in parts {
            let alternatives = self.patterns(part, scope);
            if all.len() * alternatives.len() > MOST {
                self.no_pattern(whole);
                return all;
            }
            let with = |before: Vec<Pattern>| {
                let one = move |last: &Pattern| before.iter().chain([last]).cloned().collect();
                alternatives.iter().map(one).collect::<Vec<Vec<Pattern>>>()
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all
    }

    fn no_pattern(&mut self, pat: &Pat) -> Pattern {
        let span = self.span(pat);
        let help = "supported: constructors, tuples, variables, `_`, numbers, `true`, `false`, alternatives";
        self.fail(span, "this pattern is not supported".to_owned(), help);
        Pattern { kind: PatternKind::Missing, span }
    }

    /// Numbers the parts of a pattern `C(p, q)`, in which `..` stands for some of them.
    fn numbered<'p>(
        &mut self,
        path: &syn::Path,
        given: &[&'p Pat],
        scope: &Scope<'f>,
    ) -> Vec<(Member, &'p Pat)> {
        let arity = self.constructor(path, scope.around).map_or(given.len(), |(_, fields)| fields.len());
        let rest = given.iter().position(|pat| matches!(pat, Pat::Rest(_)));
        let place = |number: usize| match rest {
            Some(rest) if number > rest => (arity + number).saturating_sub(given.len()),
            _ => number,
        };
        let parts = given.iter().enumerate().filter(|(_, pat)| !matches!(pat, Pat::Rest(_)));
        parts.map(|(number, pat)| (Member::Unnamed(place(number).into()), *pat)).collect()
    }

    fn constructed(
        &mut self,
        whole: &Pat,
        path: &syn::Path,
        given: &[(Member, &Pat)],
        scope: &mut Scope<'f>,
    ) -> Vec<Pattern> {
        let span = self.span(whole);
        let Some((name, fields)) = self.constructor(path, scope.around) else {
            self.unknown(path, "constructor");
            return vec![Pattern { kind: PatternKind::Missing, span }];
        };
        let parts: Vec<&Pat> = given.iter().map(|(_, pat)| *pat).collect();
        let with = |read: Vec<Pattern>| {
            let mut all = vec![Pattern { kind: PatternKind::Wildcard, span }; fields.len()];
            for ((member, _), pattern) in given.iter().zip(read) {
                if let Some(place) = place_of(fields, member).and_then(|place| all.get_mut(place)) {
                    *place = pattern;
                }
            }
            constructor_pattern(&name, all, span)
        };
        self.combined(whole, &parts, scope).into_iter().map(with).collect()
    }

    /// Adds a variable to the scope, and returns its name in pun.
    pub(super) fn bind(&mut self, ident: &syn::Ident, scope: &mut Scope<'f>) -> String {
        if scope.choices.is_some_and(|choices| ident == choices) {
            let help = "give one of them another name";
            self.fail(
                self.span(ident),
                format!("`{ident}` hides the source of choices, which is not supported"),
                help,
            );
        }
        let text = ident.to_string();
        scope.loose.remove(&text);
        let name = self.name(&text);
        scope.variables.push(text);
        name
    }
}

/// Returns the number of a field.
pub(super) fn place_of(fields: &Fields, member: &Member) -> Option<usize> {
    match member {
        Member::Unnamed(index) => Some(index.index as usize),
        Member::Named(name) => fields.iter().position(|field| field.ident.as_ref() == Some(name)),
    }
}

/// Returns the arguments of a constructor in the order of its fields, if all are given.
pub(super) fn in_order<'e>(fields: &Fields, given: &[(Member, &'e Expr)]) -> Option<Vec<&'e Expr>> {
    let mut parts = vec![None; fields.len()];
    for (member, value) in given {
        *parts.get_mut(place_of(fields, member)?)? = Some(*value);
    }
    parts.into_iter().collect()
}
