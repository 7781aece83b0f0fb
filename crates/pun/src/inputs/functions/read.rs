//! Reads functions by cases from pun source: the inverse of [`print`](super::print).
//!
//! Follows the body of a lambda along the arguments, as the printer follows the case tree. The
//! bound names that may be looked at are on a stack; an argument that the body does not look at
//! next has been skipped. A table looks at everything, but its source only at what makes a
//! difference: where the source passes over an argument, one body stands for all its values.

use everycase_kernel::EncodeError;
use num_bigint::BigInt;

use super::print;
use super::view::View;
use crate::core::{ConId, Kind, Program};
use crate::format;
use crate::inputs::encode::{Cause, Encoding, Fault, Place, is_name_of};
use crate::inputs::instances::Instance;
use crate::source::FileId;
use crate::syntax;
use crate::tree::{Expr, ExprKind, Operator, Pattern, PatternKind};

/// How an argument or a field is bound.
enum Bound<'t> {
    /// Not bound: there is nothing to look at.
    Nothing,
    /// Bound to a name, if the body looks at it.
    Name(Instance, Option<&'t str>),
    Pair(Vec<Bound<'t>>),
}

/// The bound names that may be looked at; the next one is last.
type Stack<'t> = Vec<(Instance, Option<&'t str>)>;

/// How a field is bound: `None` where the pattern around it is `_`.
type Field<'t> = Option<&'t Pattern>;

fn leaves<'t>(bound: &[Bound<'t>], stack: &mut Stack<'t>) {
    for bound in bound.iter().rev() {
        match bound {
            Bound::Nothing => {}
            Bound::Name(instance, name) => stack.push((*instance, *name)),
            Bound::Pair(fields) => leaves(fields, stack),
        }
    }
}

impl Encoding<'_, '_> {
    /// Encodes a function given by its source.
    pub(in crate::inputs) fn function(&mut self, function: Instance, source: &str) -> Result<(), Fault> {
        let (term, errors) = syntax::parse_term(FileId(0), source);
        let (arguments, result) = self.inputs.instances().uncurried(function);
        let ExprKind::Lambda(parameters, body) = &term.kind else {
            return Err(if errors.is_empty() { Cause::Closure } else { Cause::NotByCases }.into());
        };
        let input = self.inputs.0.functions.get(&function).copied().ok_or(Cause::WrongType)?;
        if !errors.is_empty() || parameters.len() != arguments.len() {
            return Err(Cause::NotByCases.into());
        }
        let mut bound = Vec::with_capacity(arguments.len());
        for (argument, parameter) in arguments.iter().zip(parameters) {
            bound.push(self.bound(*argument, Some(parameter))?);
        }
        let mut stack = Vec::new();
        leaves(&bound, &mut stack);
        self.encoder.alternative(0)?;
        let is_table = input.results.is_some();
        let mut reading = Reading { encoding: self, result };
        let read = if is_table { reading.table(body, stack) } else { reading.tree(body, stack) };
        read.map_err(|fault| fault.within(vec![Place::Function]))
    }

    fn view(&self, instance: Instance) -> View {
        View::of(self.inputs.program(), &mut self.inputs.instances(), instance)
    }

    fn bound<'t>(&self, instance: Instance, pattern: Field<'t>) -> Result<Bound<'t>, Fault> {
        let view = self.view(instance);
        if let View::Nothing = view {
            return Ok(Bound::Nothing);
        }
        let kind = pattern.map_or(&PatternKind::Wildcard, |pattern| &pattern.kind);
        if let Some((_, fields)) = view.free(self.inputs.program()) {
            let parts = match kind {
                PatternKind::Pair(one, other) => vec![Some(&**one), Some(&**other)],
                PatternKind::Wildcard => vec![None; fields.len()],
                _ => return Err(Cause::NotByCases.into()),
            };
            return Ok(Bound::Pair(self.all_bound(fields, parts)?));
        }
        match kind {
            PatternKind::Name(name) => Ok(Bound::Name(instance, Some(name))),
            PatternKind::Wildcard => Ok(Bound::Name(instance, None)),
            _ => Err(Cause::NotByCases.into()),
        }
    }

    fn all_bound<'t>(&self, types: &[Instance], parts: Vec<Field<'t>>) -> Result<Vec<Bound<'t>>, Fault> {
        if types.len() != parts.len() {
            return Err(Cause::NotByCases.into());
        }
        types.iter().zip(parts).map(|(ty, part)| self.bound(*ty, part)).collect()
    }
}

/// Reads one function.
struct Reading<'r, 'i, 'e> {
    encoding: &'r mut Encoding<'i, 'e>,
    result: Instance,
}

impl Reading<'_, '_, '_> {
    fn alternative(&mut self, i: usize) -> Result<(), EncodeError> {
        self.encoding.encoder.alternative(i)
    }

    /// Encodes a case tree over the bound names.
    fn tree<'t>(&mut self, term: &'t Expr, mut stack: Stack<'t>) -> Result<(), Fault> {
        while let Some(what) = stack.pop() {
            if what.1.is_some() && what.1 == looks_at(term) {
                return self.look(term, what, stack, 1);
            }
            self.alternative(0)?;
        }
        self.encoding.term(self.result, term)
    }

    /// Encodes a case tree that looks at `bound` first, then at the stack.
    fn surely<'t>(&mut self, term: &'t Expr, bound: &Bound<'t>, mut stack: Stack<'t>) -> Result<(), Fault> {
        match bound {
            Bound::Nothing => self.tree(term, stack),
            Bound::Name(_, name) if name.is_none() || *name != looks_at(term) => {
                Err(Cause::NotByCases.into())
            }
            Bound::Name(instance, name) => self.look(term, (*instance, *name), stack, 0),
            Bound::Pair(fields) => {
                let (way, field, rest) = telling(fields, term)?;
                self.alternative(way)?;
                leaves(rest, &mut stack);
                self.surely(term, field, stack)
            }
        }
    }

    /// Encodes a look at a name. The alternatives for looks start at `first`.
    fn look<'t>(
        &mut self,
        term: &'t Expr,
        what: (Instance, Option<&'t str>),
        mut stack: Stack<'t>,
        first: usize,
    ) -> Result<(), Fault> {
        match (self.encoding.view(what.0), &term.kind) {
            (View::Equality, _) => {
                self.alternative(first)?;
                self.comparisons(term, what, &stack)
            }
            (View::Constructors(all), _) => match &all[..] {
                [(con, types)] => {
                    let (body, parts) = self.branches(term, &[*con])?.swap_remove(0);
                    let fields = self.encoding.all_bound(types, parts)?;
                    let (way, field, rest) = telling(&fields, body)?;
                    self.alternative(first + way)?;
                    leaves(rest, &mut stack);
                    self.surely(body, field, stack)
                }
                all => {
                    self.alternative(first)?;
                    let cons: Vec<ConId> = all.iter().map(|(con, _)| *con).collect();
                    for ((body, parts), (_, types)) in self.branches(term, &cons)?.into_iter().zip(all) {
                        let mut stack = stack.clone();
                        leaves(&self.encoding.all_bound(types, parts)?, &mut stack);
                        self.tree(body, stack)?;
                    }
                    Ok(())
                }
            },
            (View::Result(types, result), ExprKind::Let { pattern, value, body, .. }) => {
                self.alternative(first)?;
                let ExprKind::Apply(_, arguments) = &value.kind else { return Err(Cause::NotByCases.into()) };
                if types.len() != arguments.len() {
                    return Err(Cause::NotByCases.into());
                }
                for (ty, argument) in types.iter().zip(arguments) {
                    self.encoding.term(*ty, argument)?;
                }
                let bound = self.encoding.bound(result, Some(pattern))?;
                stack.push(what);
                self.surely(body, &bound, stack)
            }
            _ => Err(Cause::NotByCases.into()),
        }
    }

    /// Encodes comparisons of a number in ascending order: the first one, the default result, and
    /// the rest.
    fn comparisons<'t>(
        &mut self,
        mut term: &'t Expr,
        (instance, name): (Instance, Option<&'t str>),
        stack: &Stack<'t>,
    ) -> Result<(), Fault> {
        let mut cases = Vec::new();
        while looks_at(term) == name
            && let ExprKind::If(condition, then, otherwise) = &term.kind
            && let ExprKind::Binary(_, _, number) = &condition.kind
        {
            cases.push((&**number, &**then));
            term = otherwise;
        }
        if let Some(constants) = self.encoding.inputs.constants(instance) {
            self.tree(term, stack.clone())?;
            return self.comparisons_with(&constants, cases, stack);
        }
        let mut cases = cases.into_iter();
        let (number, then) = cases.next().ok_or(Cause::NotByCases)?;
        self.encoding.term(instance, number)?;
        self.tree(then, stack.clone())?;
        self.tree(term, stack.clone())?;
        let mut before = code(number)?;
        for (number, then) in cases {
            let number = code(number)?;
            let distance = u64::try_from(&number - before - 1).map_err(|_| Cause::NotByCases)?;
            self.alternative(1)?;
            self.encoding.encoder.bits(distance)?;
            self.tree(then, stack.clone())?;
            before = number;
        }
        self.alternative(0)?;
        Ok(())
    }

    /// Encodes comparisons with constants.
    fn comparisons_with<'t>(
        &mut self,
        constants: &[Kind],
        cases: Vec<(&'t Expr, &'t Expr)>,
        stack: &Stack<'t>,
    ) -> Result<(), Fault> {
        // Whether the comparisons may be over.
        let mut may_end = false;
        let mut cases = cases.into_iter().peekable();
        for constant in constants {
            if may_end && cases.peek().is_none() {
                return Ok(self.alternative(0)?);
            }
            let next = cases.next_if(|(number, _)| is_constant(number, constant));
            self.alternative(usize::from(may_end) + usize::from(next.is_none()))?;
            if let Some((_, then)) = next {
                self.tree(then, stack.clone())?;
            }
            may_end = next.is_some();
        }
        if cases.next().is_none() { Ok(()) } else { Err(Cause::NotByCases.into()) }
    }

    /// Encodes a table over the bound names.
    fn table<'t>(&mut self, mut term: &'t Expr, mut stack: Stack<'t>) -> Result<(), Fault> {
        let Some((instance, name)) = stack.pop() else { return self.encoding.term(self.result, term) };
        let is_looked_at = name.is_some() && name == looks_at(term);
        match self.encoding.view(instance) {
            View::Nothing | View::Equality => self.table(term, stack),
            View::Constructors(all) => {
                self.alternative(0)?;
                let cons: Vec<ConId> = all.iter().map(|(con, _)| *con).collect();
                let branches = if is_looked_at {
                    self.branches(term, &cons)?
                } else {
                    all.iter().map(|(_, types)| (term, vec![None; types.len()])).collect()
                };
                for ((body, parts), (_, types)) in branches.into_iter().zip(&all) {
                    let mut stack = stack.clone();
                    leaves(&self.encoding.all_bound(types, parts)?, &mut stack);
                    self.table(body, stack)?;
                }
                Ok(())
            }
            View::Result(types, result) => {
                self.alternative(0)?;
                let mut results = Vec::new();
                for call in print::calls(self.encoding.inputs, &types, name.unwrap_or_default()) {
                    let is_made = match &term.kind {
                        ExprKind::Let { value, .. } => format::print::term((**value).clone()) == call,
                        _ => false,
                    };
                    let mut bound = None;
                    if is_made && let ExprKind::Let { pattern, body, .. } = &term.kind {
                        (bound, term) = (Some(pattern), body);
                    }
                    results.push(self.encoding.bound(result, bound)?);
                }
                leaves(&results, &mut stack);
                self.table(term, stack)
            }
        }
    }

    /// Returns the body for each constructor, and how it binds the fields.
    fn branches<'t>(&self, term: &'t Expr, cons: &[ConId]) -> Result<Vec<(&'t Expr, Vec<Field<'t>>)>, Fault> {
        let branches = match &term.kind {
            ExprKind::If(_, then, otherwise) if *cons == [ConId::FALSE, ConId::TRUE] => {
                return Ok(vec![(otherwise, Vec::new()), (then, Vec::new())]);
            }
            ExprKind::Case(_, branches) if branches.len() == cons.len() => branches,
            _ => return Err(Cause::NotByCases.into()),
        };
        let branch = |(branch, con): (&'t crate::tree::Branch, &ConId)| {
            let fields = fields(&branch.pattern, *con, self.encoding.inputs.program())
                .filter(|_| branch.guard.is_none());
            Ok((&branch.body, fields.ok_or(Cause::NotByCases)?))
        };
        branches.iter().zip(cons).map(branch).collect()
    }
}

/// Returns how a pattern binds the fields of a constructor.
fn fields<'t>(pattern: &'t Pattern, con: ConId, program: &Program) -> Option<Vec<Field<'t>>> {
    match &pattern.kind {
        PatternKind::Unit if con == ConId::UNIT => Some(Vec::new()),
        PatternKind::Bracket(elements) if con == ConId::NIL && elements.is_empty() => Some(Vec::new()),
        PatternKind::Cons(head, tail) if con == ConId::CONS => Some(vec![Some(head), Some(tail)]),
        PatternKind::Pair(one, other) if con == ConId::PAIR => Some(vec![Some(one), Some(other)]),
        PatternKind::Name(own) if is_name_of(program, con, own) => Some(Vec::new()),
        PatternKind::Bracket(elements) => match &elements[..] {
            [(Pattern { kind: PatternKind::Name(own), .. }, fields)] if is_name_of(program, con, own) => {
                Some(fields.iter().map(Some).collect())
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns the name that a term looks at first.
fn looks_at(term: &Expr) -> Option<&str> {
    let what = match &term.kind {
        ExprKind::Case(of, _) => of,
        ExprKind::If(condition, ..) => match &condition.kind {
            ExprKind::Binary(Operator::Equal, of, _) => of,
            _ => condition,
        },
        ExprKind::Let { parameters, value, .. } if parameters.is_empty() => match &value.kind {
            ExprKind::Apply(function, _) => function,
            _ => return None,
        },
        _ => return None,
    };
    if let ExprKind::Name(name) = &what.kind { Some(name) } else { None }
}

/// Returns the field that a term looks at first, its number among those that distinguish values,
/// and the fields after it.
fn telling<'b, 't>(
    fields: &'b [Bound<'t>],
    term: &Expr,
) -> Result<(usize, &'b Bound<'t>, &'b [Bound<'t>]), Fault> {
    let mut way = 0;
    for (i, field) in fields.iter().enumerate() {
        if binds(field, looks_at(term)) {
            return Ok((way, field, &fields[i + 1..]));
        }
        way += usize::from(!matches!(field, Bound::Nothing));
    }
    Err(Cause::NotByCases.into())
}

fn binds(bound: &Bound<'_>, name: Option<&str>) -> bool {
    match bound {
        Bound::Nothing => false,
        Bound::Name(_, own) => own.is_some() && *own == name,
        Bound::Pair(fields) => fields.iter().any(|field| binds(field, name)),
    }
}

/// Returns a literal as the number that comparisons use.
fn is_constant(literal: &Expr, constant: &Kind) -> bool {
    match (&literal.kind, constant) {
        (ExprKind::Integer(own), Kind::Integer(constant)) => own == constant,
        (ExprKind::Character(own), Kind::Character(constant)) => own == constant,
        _ => false,
    }
}

fn code(literal: &Expr) -> Result<BigInt, Fault> {
    match &literal.kind {
        ExprKind::Integer(integer) => Ok(integer.clone()),
        ExprKind::Character(character) => Ok(BigInt::from(u32::from(*character))),
        _ => Err(Cause::NotByCases.into()),
    }
}
