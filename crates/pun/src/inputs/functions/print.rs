//! Functions by cases as pun source: case trees and tables are lowered to syntax trees, which
//! [`format`](mod@crate::format) prints.

use std::collections::HashSet;
use std::sync::Arc;

use everycase_kernel::At;
use num_bigint::BigInt;

use super::view::View;
use crate::core::{ConId, DataId, Item, Kind};
use crate::format::print;
use crate::inputs::Inputs;
use crate::inputs::instances::{Form, Instance};
use crate::names::Names;
use crate::show::{self, apply, binary, construct, name};
use crate::source::Span;
use crate::tree::{Branch, Expr, ExprKind, Operator, Pattern, PatternKind};

/// The maximal nesting of case distinctions and of functions in results of functions. Deeper ones
/// are elided.
const DEPTH: u32 = 500;

impl Inputs {
    /// Returns the lambda term of a case tree or a table within `depth` functions and case
    /// distinctions.
    pub(in crate::inputs) fn source(&self, function: Instance, tree: At<'_>, depth: u32) -> String {
        let (arguments, result) = self.instances().uncurried(function);
        let mut lowering =
            Lowering { inputs: self, result, used: HashSet::new(), names: Names::new(self.program()) };
        let is_table = self.0.functions.get(&function).is_some_and(|input| input.results.is_some());
        print::term(lowering.lambda(&arguments, |lowering, stack| {
            if is_table { lowering.table(tree, stack, depth) } else { lowering.tree(tree, stack, depth) }
        }))
    }
}

/// Returns printed calls of a function, one for each tuple of arguments. The arguments have few
/// values.
pub(super) fn calls(inputs: &Inputs, arguments: &[Instance], function: &str) -> Vec<String> {
    let names = Names::new(inputs.program());
    let lowering = Lowering { inputs, result: Instance(0), used: HashSet::new(), names };
    let calls = lowering.calls(arguments).into_iter();
    calls.map(|arguments| print::term(apply(name(function), arguments))).collect()
}

/// How an argument or a field is bound.
#[derive(Clone)]
enum Bound {
    /// Not bound: there is nothing to look at.
    Nothing,
    Name(Instance, String),
    Pair(ConId, Vec<Bound>),
}

/// The bound names that may be looked at; the next one is last.
type Stack = Vec<(Instance, String)>;

/// Pushes the bound names, the first on top.
fn leaves(bound: &[Bound], stack: &mut Stack) {
    for bound in bound.iter().rev() {
        match bound {
            Bound::Nothing => {}
            Bound::Name(instance, name) => stack.push((*instance, name.clone())),
            Bound::Pair(_, fields) => leaves(fields, stack),
        }
    }
}

/// Lowers one function.
struct Lowering<'i> {
    inputs: &'i Inputs,
    result: Instance,
    used: HashSet<String>,
    names: Names,
}

impl Lowering<'_> {
    fn view(&self, instance: Instance) -> View {
        View::of(self.inputs.program(), &mut self.inputs.instances(), instance)
    }

    fn bound(&mut self, instance: Instance, letters: &'static str) -> Bound {
        let view = self.view(instance);
        if let View::Nothing = view {
            Bound::Nothing
        } else if let Some((con, fields)) = view.free(self.inputs.program()) {
            Bound::Pair(con, fields.iter().map(|field| self.bound(*field, letters)).collect())
        } else {
            let is_function = matches!(self.inputs.instances().form(instance), Form::Arrow(..));
            let letters = if is_function { Names::FUNCTIONS } else { letters };
            Bound::Name(instance, self.names.fresh(letters))
        }
    }

    /// Lowers a function with these arguments; `body` makes its body from the bound names.
    fn lambda(&mut self, arguments: &[Instance], body: impl FnOnce(&mut Self, Stack) -> Expr) -> Expr {
        let arguments: Vec<_> =
            arguments.iter().map(|argument| self.bound(*argument, Names::VALUES)).collect();
        let mut stack = Vec::new();
        leaves(&arguments, &mut stack);
        let body = body(self, stack);
        let parameters = arguments.iter().map(|bound| self.pattern(bound)).collect();
        ExprKind::Lambda(parameters, Box::new(body)).into()
    }

    /// Returns the pattern that binds the names used so far.
    fn pattern(&self, bound: &Bound) -> Pattern {
        match bound {
            Bound::Name(_, name) if self.used.contains(name) => {
                PatternKind::Name(name.as_str().into()).into()
            }
            Bound::Nothing | Bound::Name(..) => PatternKind::Wildcard.into(),
            Bound::Pair(con, fields) => {
                let fields: Vec<_> = fields.iter().map(|field| self.pattern(field)).collect();
                if fields.iter().all(|field| matches!(field.kind, PatternKind::Wildcard)) {
                    PatternKind::Wildcard.into()
                } else {
                    self.construct_pattern(*con, fields)
                }
            }
        }
    }

    fn construct_pattern(&self, con: ConId, fields: Vec<Pattern>) -> Pattern {
        show::terms::construct_pattern(con, Some(&self.constructor(con)), fields)
    }

    fn constructor(&self, con: ConId) -> Arc<str> {
        let program = self.inputs.program();
        Arc::clone(program.name(Item::Constructor(con)).unwrap_or(&program.constructors[con.index()].name))
    }

    /// Returns a value that is not taken apart, printed.
    fn value(&self, instance: Instance, at: At<'_>, depth: u32) -> Arc<str> {
        let ty = self.inputs.instances().ty(instance);
        show::show(self.inputs.program(), &self.inputs.shown(instance, at, depth), Some(&ty)).into()
    }

    /// Returns a case tree over the bound names.
    fn tree(&mut self, mut at: At<'_>, mut stack: Stack, depth: u32) -> Expr {
        if depth > DEPTH {
            return name(print::ELIDED);
        }
        loop {
            if at.is_open() {
                return open();
            }
            match (stack.pop(), at.alternative().checked_sub(1)) {
                (None, _) => return name(self.value(self.result, at, depth + 1)),
                (Some(_), None) => at = at.field(0),
                (Some((instance, name)), Some(way)) => {
                    return self.look(way, at, (instance, name), stack, depth);
                }
            }
        }
    }

    /// Returns a case tree that looks at `bound` first, then at the stack.
    fn surely(&mut self, at: At<'_>, bound: &Bound, mut stack: Stack, depth: u32) -> Expr {
        match bound {
            _ if at.is_open() => open(),
            Bound::Nothing => self.tree(at, stack, depth),
            Bound::Name(instance, name) => {
                self.look(at.alternative(), at, (*instance, name.clone()), stack, depth)
            }
            Bound::Pair(_, fields) => {
                let Some((field, rest)) = telling(fields, at.alternative()) else {
                    return self.tree(at, stack, depth);
                };
                leaves(rest, &mut stack);
                self.surely(at.field(0), field, stack, depth)
            }
        }
    }

    /// Returns a look at a name, in the given way.
    fn look(
        &mut self,
        way: usize,
        at: At<'_>,
        what: (Instance, String),
        mut stack: Stack,
        depth: u32,
    ) -> Expr {
        let (instance, called) = what.clone();
        self.used.insert(called.clone());
        let deeper = depth + 1;
        match self.view(instance) {
            View::Nothing => self.tree(at, stack, deeper),
            View::Equality => self.comparisons(at, (instance, &called), &stack, deeper),
            View::Constructors(all) => match &all[..] {
                [(con, fields)] => {
                    let fields = self.fields(fields);
                    let Some((field, rest)) = telling(&fields, way) else {
                        return self.tree(at, stack, deeper);
                    };
                    leaves(rest, &mut stack);
                    let body = self.surely(at.field(0), field, stack, deeper);
                    self.case(&called, vec![(*con, fields, body)])
                }
                all => {
                    let mut branches = Vec::new();
                    for (i, (con, fields)) in all.iter().enumerate() {
                        let fields = self.fields(fields);
                        let mut stack = stack.clone();
                        leaves(&fields, &mut stack);
                        let body = self.tree(at.field(i), stack, deeper);
                        branches.push((*con, fields, body));
                    }
                    self.case(&called, branches)
                }
            },
            View::Result(arguments, result) => {
                let values = arguments.iter().enumerate().map(|(i, argument)| {
                    let ty = self.inputs.instances().ty(*argument);
                    let value = self.inputs.shown(*argument, at.field(i), deeper);
                    show::lowered(self.inputs.program(), &value, Some(&ty)).0
                });
                let call = apply(name(called), values.collect());
                let bound = self.bound(result, Names::VALUES);
                stack.push(what);
                let body = self.surely(at.field(arguments.len()), &bound, stack, deeper);
                let_in(self.pattern(&bound), call, body)
            }
        }
    }

    /// Returns comparisons of a number with others, in ascending order.
    fn comparisons(&mut self, at: At<'_>, of: (Instance, &str), stack: &Stack, depth: u32) -> Expr {
        let (instance, called) = of;
        if let Some(constants) = self.inputs.constants(instance) {
            return self.comparisons_with(constants, at, called, stack, depth);
        }
        if at.field(0).is_open() {
            return open();
        }
        let is_integer = matches!(self.inputs.instances().form(instance), Form::Integer);
        let mut other = if is_integer {
            BigInt::from(at.field(0).wide().cast_signed())
        } else {
            BigInt::from(at.field(0).bits())
        };
        let mut then = at.field(1);
        let mut others = at.field(3);
        let mut cases = Vec::new();
        loop {
            if let Some(value) = self.literal(instance, &other) {
                cases.push((value, self.tree(then, stack.clone(), depth)));
            }
            if others.is_open() || others.alternative() == 0 {
                break;
            }
            if others.field(0).is_open() {
                others = others.field(0);
                break;
            }
            other += BigInt::from(others.field(0).bits()) + 1;
            then = others.field(1);
            others = others.field(2);
        }
        let default = if others.is_open() { open() } else { self.tree(at.field(2), stack.clone(), depth) };
        compared(called, cases, default)
    }

    /// Returns comparisons with constants.
    fn comparisons_with(
        &mut self,
        constants: Vec<Kind>,
        at: At<'_>,
        called: &str,
        stack: &Stack,
        depth: u32,
    ) -> Expr {
        let (mut rest, mut cases, mut may_end) = (at.field(1), Vec::new(), false);
        let mut constants = constants.into_iter().peekable();
        while let Some(constant) = constants.next() {
            if rest.is_open() {
                return compared(called, cases, open());
            }
            // The alternatives are: no further comparison, if there has been one; this one; this
            // one left out.
            let Some(alternative) = rest.alternative().checked_sub(usize::from(may_end)) else { break };
            if alternative == 0 {
                cases.push((literal(constant), self.tree(rest.field(0), stack.clone(), depth)));
                if constants.peek().is_none() {
                    break;
                }
            }
            may_end = alternative == 0;
            rest = rest.field(usize::from(may_end));
        }
        let default = self.tree(at.field(0), stack.clone(), depth);
        compared(called, cases, default)
    }

    /// Returns a number as a literal of a type, if it is valid there.
    fn literal(&self, instance: Instance, number: &BigInt) -> Option<Expr> {
        let kind = match self.inputs.instances().form(instance) {
            Form::Character => ExprKind::Character(u32::try_from(number).ok().and_then(char::from_u32)?),
            _ => ExprKind::Integer(number.clone()),
        };
        Some(kind.into())
    }

    /// Returns a table over the bound names.
    fn table(&mut self, at: At<'_>, stack: Stack, depth: u32) -> Expr {
        if depth > DEPTH {
            return name(print::ELIDED);
        }
        let mut results = Vec::new();
        self.results(Some(at), stack.iter().map(|(instance, _)| *instance).collect(), depth, &mut results);
        self.switch(stack, &results)
    }

    /// Adds the results of a table over values of the types on the stack, the next one last. They
    /// are printed so that they can be compared.
    fn results(&self, at: Option<At<'_>>, mut stack: Vec<Instance>, depth: u32, results: &mut Vec<Arc<str>>) {
        let at = at.filter(|at| !at.is_open());
        let Some(instance) = stack.pop() else {
            results.push(at.map_or_else(|| "_".into(), |at| self.value(self.result, at, depth + 1)));
            return;
        };
        match self.view(instance) {
            View::Nothing | View::Equality => self.results(at, stack, depth, results),
            view @ View::Constructors(_) => {
                let is_free = view.free(self.inputs.program()).is_some();
                let View::Constructors(all) = view else { return };
                for (i, (_, fields)) in all.into_iter().enumerate() {
                    let mut stack = stack.clone();
                    stack.extend(fields.into_iter().rev());
                    let field = if is_free { at } else { at.map(|at| at.field(i)) };
                    self.results(field, stack, depth, results);
                }
            }
            View::Result(arguments, result) => {
                let calls = self.calls(&arguments);
                stack.extend(std::iter::repeat_n(result, calls.len()));
                self.results(at.map(|at| at.field(0)), stack, depth, results);
            }
        }
    }

    /// Returns all tuples of arguments of a function; they have few values.
    fn calls(&self, arguments: &[Instance]) -> Vec<Vec<Expr>> {
        tuples(&arguments.iter().map(|argument| self.all(*argument)).collect::<Vec<_>>())
    }

    /// Returns all values of a type that has few.
    fn all(&self, instance: Instance) -> Vec<Expr> {
        let form = self.inputs.instances().form(instance).clone();
        match form {
            Form::Integer | Form::Character | Form::Atom(_) => Vec::new(),
            Form::Data(data, arguments) => {
                let program = self.inputs.program();
                let constructors = program.datas[data.index()].constructors.iter();
                let values = constructors.flat_map(|con| {
                    let fields = self.inputs.fields(&program.constructors[con.index()], &arguments);
                    self.calls(&fields).into_iter().map(|fields| self.constructed(*con, fields))
                });
                values.collect()
            }
            Form::Arrow(..) => {
                let (arguments, result) = self.inputs.instances().uncurried(instance);
                let calls = self.calls(&arguments).len();
                let tables = tuples(&vec![self.all(result); calls]);
                let lambda = |table: Vec<Expr>| {
                    let names = self.names.clone();
                    let mut lowering = Lowering { inputs: self.inputs, result, used: HashSet::new(), names };
                    let results: Vec<Arc<str>> =
                        table.into_iter().map(|result| print::term(result).into()).collect();
                    lowering.lambda(&arguments, |lowering, stack| lowering.switch(stack, &results))
                };
                tables.into_iter().map(lambda).collect()
            }
        }
    }

    /// Returns a constructor with its fields.
    fn constructed(&self, con: ConId, fields: Vec<Expr>) -> Expr {
        match (con, <[Expr; 2]>::try_from(fields)) {
            (ConId::UNIT, _) => ExprKind::Unit.into(),
            (ConId::NIL, _) => ExprKind::Bracket(Vec::new()).into(),
            (ConId::PAIR, Ok([one, other])) => ExprKind::Pair(one.into(), other.into()).into(),
            (ConId::CONS, Ok([head, tail])) => binary(Operator::Cons, head, tail),
            (_, fields) => {
                construct(name(self.constructor(con)), fields.map_or_else(|fields| fields, Vec::from))
            }
        }
    }

    /// Returns a case distinction between all values of the bound names, with one result for each.
    /// Names that make no difference are not looked at.
    fn switch(&mut self, mut stack: Stack, results: &[Arc<str>]) -> Expr {
        let Some(first) = results.first() else { return open() };
        let Some((instance, called)) = stack.pop().filter(|_| results.iter().any(|result| result != first))
        else {
            return name(Arc::clone(first));
        };
        match self.view(instance) {
            View::Nothing | View::Equality => self.switch(stack, results),
            View::Constructors(all) => {
                let each = self.count(&stack);
                let is_alike = results.len() == each * all.len()
                    && results.chunks(each.max(1)).all(|own| own == &results[..each]);
                if is_alike {
                    return self.switch(stack, &results[..each]);
                }
                let (mut branches, mut results) = (Vec::new(), results);
                for (con, fields) in all {
                    let fields = self.fields(&fields);
                    let mut stack = stack.clone();
                    leaves(&fields, &mut stack);
                    let (own, others) = results.split_at(self.count(&stack).min(results.len()));
                    results = others;
                    branches.push((con, fields, self.switch(stack, own)));
                }
                self.used.insert(called.clone());
                self.case(&called, branches)
            }
            View::Result(arguments, result) => {
                self.used.insert(called.clone());
                let mut calls = Vec::new();
                for arguments in self.calls(&arguments) {
                    let call = apply(name(called.as_str()), arguments);
                    calls.push((self.bound(result, Names::VALUES), call));
                }
                for (bound, _) in calls.iter().rev() {
                    leaves(std::slice::from_ref(bound), &mut stack);
                }
                let body = self.switch(stack, results);
                calls.into_iter().rev().fold(body, |body, (bound, call)| {
                    let pattern = self.pattern(&bound);
                    if matches!(pattern.kind, PatternKind::Wildcard) {
                        return body;
                    }
                    let_in(pattern, call, body)
                })
            }
        }
    }

    /// Returns the number of results of a table over the bound names.
    fn count(&self, stack: &Stack) -> usize {
        let mut results = Vec::new();
        self.results(None, stack.iter().map(|(instance, _)| *instance).collect(), 0, &mut results);
        results.len()
    }

    fn fields(&mut self, fields: &[Instance]) -> Vec<Bound> {
        fields.iter().map(|field| self.bound(*field, Names::FIELDS)).collect()
    }

    fn case(&self, called: &str, mut branches: Vec<(ConId, Vec<Bound>, Expr)>) -> Expr {
        let is_boolean = branches
            .first()
            .is_some_and(|(con, ..)| self.inputs.program().constructors[con.index()].data == DataId::BOOLEAN);
        if is_boolean && let (Some((.., then)), Some((.., otherwise))) = (branches.pop(), branches.pop()) {
            return if_then_else(name(called), then, otherwise);
        }
        let branches = branches.into_iter().map(|(con, fields, body)| {
            let fields = fields.iter().map(|field| self.pattern(field)).collect();
            Branch { pattern: self.construct_pattern(con, fields), guard: None, body, span: Span::NOWHERE }
        });
        ExprKind::Case(Box::new(name(called)), branches.collect()).into()
    }
}

/// Returns a case distinction between numbers or characters.
fn compared(called: &str, cases: Vec<(Expr, Expr)>, default: Expr) -> Expr {
    cases.into_iter().rev().fold(default, |otherwise, (value, then)| {
        if_then_else(binary(Operator::Equal, name(called), value), then, otherwise)
    })
}

/// Returns a constant.
fn literal(constant: Kind) -> Expr {
    match constant {
        Kind::Integer(integer) => ExprKind::Integer(integer).into(),
        Kind::Character(character) => ExprKind::Character(character).into(),
        _ => open(),
    }
}

/// Returns the term for an undecided position.
fn open() -> Expr {
    ExprKind::Missing.into()
}

fn if_then_else(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)).into()
}

fn let_in(pattern: Pattern, value: Expr, body: Expr) -> Expr {
    ExprKind::Let { pattern, parameters: Vec::new(), value: Box::new(value), body: Box::new(body) }.into()
}

/// Returns all tuples with one value from each list; the last component varies fastest.
fn tuples(lists: &[Vec<Expr>]) -> Vec<Vec<Expr>> {
    lists.iter().fold(vec![Vec::new()], |tuples, values| {
        let with = |tuple: &Vec<Expr>| {
            let with = |value: &Expr| [&tuple[..], std::slice::from_ref(value)].concat();
            values.iter().map(with).collect::<Vec<_>>()
        };
        tuples.iter().flat_map(with).collect()
    })
}

/// Returns the field that the given way looks at in a constructor without alternatives, and the
/// fields after it.
fn telling(fields: &[Bound], way: usize) -> Option<(&Bound, &[Bound])> {
    let mut telling = (0..fields.len()).filter(|i| !matches!(fields[*i], Bound::Nothing));
    let (field, rest) = fields[telling.nth(way)?..].split_first()?;
    Some((field, rest))
}
