//! Functions by cases as pun source.

use std::collections::HashSet;

use everycase_kernel::At;
use num_bigint::BigInt;

use super::view::View;
use crate::core::{ConId, DataId};
use crate::inputs::Inputs;
use crate::inputs::instances::{Form, Instance};
use crate::names::Names;
use crate::show;
use crate::value::Value;

/// Nobody reads on where case distinctions, and functions in results of functions, are nested deeper than this.
const DEPTH: u32 = 500;

impl Inputs {
    /// The lambda term of a case tree, where it is a part of so many functions and case distinctions.
    pub(in crate::inputs) fn source(&self, function: Instance, tree: At<'_>, depth: u32) -> String {
        let (arguments, result) = self.instances().uncurried(function);
        let mut printer =
            Printer { inputs: self, result, used: HashSet::new(), names: Names::new(self.program()) };
        let is_table = self.0.functions.get(&function).is_some_and(|input| input.results.is_some());
        printer.lambda(&arguments, |printer, stack| {
            if is_table { printer.table(tree, stack, depth) } else { printer.tree(tree, stack, depth) }
        })
    }
}

/// How an argument or a field is bound.
#[derive(Clone)]
enum Bound {
    /// Not at all: there is nothing to look at.
    Nothing,
    Name(Instance, String),
    Pair(ConId, Vec<Bound>),
}

/// What is bound and may be looked at, the next one last.
type Stack = Vec<(Instance, String)>;

/// Pushes what is bound; the first comes off first.
fn leaves(bound: &[Bound], stack: &mut Stack) {
    for bound in bound.iter().rev() {
        match bound {
            Bound::Nothing => {}
            Bound::Name(instance, name) => stack.push((*instance, name.clone())),
            Bound::Pair(_, fields) => leaves(fields, stack),
        }
    }
}

/// A term.
struct Text {
    text: String,
    /// Would a branch after it belong to it?
    ends_in_case: bool,
}

impl Text {
    fn closed(text: String) -> Self {
        Self { text, ends_in_case: false }
    }

    /// In front of something that is not a part of it.
    fn before_more(self) -> String {
        if self.ends_in_case { format!("({})", self.text) } else { self.text }
    }
}

struct Printer<'i> {
    inputs: &'i Inputs,
    result: Instance,
    used: HashSet<String>,
    names: Names,
}

impl Printer<'_> {
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

    /// A function of arguments, whose body is over what is bound.
    fn lambda(&mut self, arguments: &[Instance], body: impl FnOnce(&mut Self, Stack) -> Text) -> String {
        let arguments: Vec<_> =
            arguments.iter().map(|argument| self.bound(*argument, Names::VALUES)).collect();
        let mut stack = Vec::new();
        leaves(&arguments, &mut stack);
        let body = body(self, stack);
        let parameters: Vec<_> = arguments.iter().map(|bound| self.pattern(bound)).collect();
        format!("\\{} -> {}", parameters.join(" "), body.text)
    }

    /// The pattern that binds what has been used by now.
    fn pattern(&self, bound: &Bound) -> String {
        match bound {
            Bound::Name(_, name) if self.used.contains(name) => name.clone(),
            Bound::Nothing | Bound::Name(..) => "_".into(),
            Bound::Pair(con, fields) => {
                let fields: Vec<_> = fields.iter().map(|field| self.pattern(field)).collect();
                if fields.iter().all(|field| field == "_") {
                    "_".into()
                } else {
                    self.constructor(*con, &fields)
                }
            }
        }
    }

    fn constructor(&self, con: ConId, fields: &[String]) -> String {
        match (con, fields) {
            (ConId::PAIR, [one, other]) => format!("({one}, {other})"),
            (ConId::UNIT, _) => "()".into(),
            (ConId::NIL, _) => "[]".into(),
            (ConId::CONS, [head, tail]) => format!("{head} :: {tail}"),
            (_, []) => self.inputs.program().constructors[con.index()].name.to_string(),
            _ => format!("[{} {}]", self.inputs.program().constructors[con.index()].name, fields.join(" ")),
        }
    }

    /// A value that nothing is done with.
    fn value(&self, instance: Instance, at: At<'_>, depth: u32) -> String {
        let ty = self.inputs.instances().ty(instance);
        show::show(self.inputs.program(), &self.inputs.shown(instance, at, depth), Some(&ty))
    }

    /// A case tree over what is bound.
    fn tree(&mut self, mut at: At<'_>, mut stack: Stack, depth: u32) -> Text {
        if depth > DEPTH {
            return Text::closed("...".into());
        }
        loop {
            if at.is_open() {
                return Text::closed("_".into());
            }
            match (stack.pop(), at.alternative().checked_sub(1)) {
                (None, _) => return Text::closed(self.value(self.result, at, depth + 1)),
                (Some(_), None) => at = at.field(0),
                (Some((instance, name)), Some(way)) => {
                    return self.look(way, at, (instance, name), stack, depth);
                }
            }
        }
    }

    /// A case tree that looks at something, and only then at more.
    fn surely(&mut self, at: At<'_>, bound: &Bound, mut stack: Stack, depth: u32) -> Text {
        match bound {
            _ if at.is_open() => Text::closed("_".into()),
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

    /// A look at something in one of the ways there are.
    fn look(
        &mut self,
        way: usize,
        at: At<'_>,
        what: (Instance, String),
        mut stack: Stack,
        depth: u32,
    ) -> Text {
        let (instance, name) = what.clone();
        self.used.insert(name.clone());
        let deeper = depth + 1;
        match self.view(instance) {
            View::Nothing => self.tree(at, stack, deeper),
            View::Equality => self.comparisons(at, (instance, &name), &stack, deeper),
            View::Constructors(all) => match &all[..] {
                [(con, fields)] => {
                    let fields = self.fields(fields);
                    let Some((field, rest)) = telling(&fields, way) else {
                        return self.tree(at, stack, deeper);
                    };
                    leaves(rest, &mut stack);
                    let body = self.surely(at.field(0), field, stack, deeper);
                    self.case(&name, vec![(*con, fields, body)])
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
                    self.case(&name, branches)
                }
            },
            View::Result(arguments, result) => {
                let mut call = name;
                for (i, argument) in arguments.iter().enumerate() {
                    let ty = self.inputs.instances().ty(*argument);
                    let value = self.inputs.shown(*argument, at.field(i), deeper);
                    call.push(' ');
                    call.push_str(&show::operand(self.inputs.program(), &value, Some(&ty)));
                }
                let bound = self.bound(result, Names::VALUES);
                stack.push(what);
                let Text { text, ends_in_case } =
                    self.surely(at.field(arguments.len()), &bound, stack, deeper);
                Text { text: format!("let {} = {call} in {text}", self.pattern(&bound)), ends_in_case }
            }
        }
    }

    /// Comparisons of a number with others, in ascending order.
    fn comparisons(&mut self, at: At<'_>, of: (Instance, &str), stack: &Stack, depth: u32) -> Text {
        let (instance, name) = of;
        if at.field(0).is_open() {
            return Text::closed("_".into());
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
        let default = if others.is_open() {
            Text::closed("_".into())
        } else {
            self.tree(at.field(2), stack.clone(), depth)
        };
        let cases = cases.into_iter().rev();
        cases.fold(default, |otherwise, (value, then)| {
            if_then_else(&format!("{name} == {value}"), then, otherwise)
        })
    }

    /// A number as a value of a type, if it is one.
    fn literal(&self, instance: Instance, number: &BigInt) -> Option<String> {
        let value = match self.inputs.instances().form(instance) {
            Form::Character => Value::Character(u32::try_from(number).ok().and_then(char::from_u32)?),
            _ => Value::Integer(number.clone()),
        };
        Some(show::show(self.inputs.program(), &value, None))
    }

    /// A table over what is bound.
    fn table(&mut self, at: At<'_>, stack: Stack, depth: u32) -> Text {
        if depth > DEPTH {
            return Text::closed("...".into());
        }
        let mut results = Vec::new();
        self.results(Some(at), stack.iter().map(|(instance, _)| *instance).collect(), depth, &mut results);
        self.switch(stack, &results)
    }

    /// The results of a table over values of some types, the next one last.
    fn results(&self, at: Option<At<'_>>, mut stack: Vec<Instance>, depth: u32, results: &mut Vec<String>) {
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

    /// The arguments of a function that takes few, as they stand in calls.
    fn calls(&self, arguments: &[Instance]) -> Vec<String> {
        arguments.iter().fold(vec![String::new()], |calls, argument| {
            let values = self.all(*argument);
            let with =
                |call: &String| values.iter().map(|value| format!("{call} {value}")).collect::<Vec<_>>();
            calls.iter().flat_map(with).collect()
        })
    }

    /// All values of a type that has few, as operands.
    fn all(&self, instance: Instance) -> Vec<String> {
        let form = self.inputs.instances().form(instance).clone();
        match form {
            Form::Integer | Form::Character | Form::Atom(_) => Vec::new(),
            Form::Data(data, arguments) => {
                let program = self.inputs.program();
                let constructors = program.datas[data.index()].constructors.iter();
                let values = constructors.flat_map(|con| {
                    let fields = self.inputs.fields(&program.constructors[con.index()], &arguments);
                    let tuples = fields.iter().fold(vec![Vec::new()], |tuples: Vec<Vec<String>>, field| {
                        let values = self.all(*field);
                        let with = |tuple: &Vec<String>| {
                            let with = |value: &String| [&tuple[..], std::slice::from_ref(value)].concat();
                            values.iter().map(with).collect::<Vec<_>>()
                        };
                        tuples.iter().flat_map(with).collect()
                    });
                    tuples.into_iter().map(|fields| self.constructor(*con, &fields)).collect::<Vec<_>>()
                });
                values.collect()
            }
            Form::Arrow(..) => {
                let (arguments, result) = self.inputs.instances().uncurried(instance);
                let (calls, results) = (self.calls(&arguments).len(), self.all(result));
                let mut tables = vec![Vec::new()];
                for _ in 0..calls {
                    let with = |table: &Vec<String>| {
                        let with = |value: &String| [&table[..], std::slice::from_ref(value)].concat();
                        results.iter().map(with).collect::<Vec<_>>()
                    };
                    tables = tables.iter().flat_map(with).collect();
                }
                let lambda = |table: Vec<String>| {
                    let mut printer = Printer {
                        inputs: self.inputs,
                        result,
                        used: HashSet::new(),
                        names: self.names.clone(),
                    };
                    format!(
                        "({})",
                        printer.lambda(&arguments, |printer, stack| printer.switch(stack, &table))
                    )
                };
                tables.into_iter().map(lambda).collect()
            }
        }
    }

    /// A distinction between all values of what is bound, with a result for each: it looks at nothing that makes no
    /// difference.
    fn switch(&mut self, mut stack: Stack, results: &[String]) -> Text {
        let first = results.first().map_or("_", String::as_str);
        let Some((instance, name)) = stack.pop().filter(|_| results.iter().any(|result| result != first))
        else {
            return Text::closed(first.into());
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
                self.used.insert(name.clone());
                self.case(&name, branches)
            }
            View::Result(arguments, result) => {
                self.used.insert(name.clone());
                let mut calls = Vec::new();
                for call in self.calls(&arguments) {
                    calls.push((self.bound(result, Names::VALUES), format!("{name}{call}")));
                }
                for (bound, _) in calls.iter().rev() {
                    leaves(std::slice::from_ref(bound), &mut stack);
                }
                let body = self.switch(stack, results);
                calls.into_iter().rev().fold(body, |body, (bound, call)| {
                    let pattern = self.pattern(&bound);
                    if pattern == "_" {
                        return body;
                    }
                    let Text { text, ends_in_case } = body;
                    Text { text: format!("let {pattern} = {call} in {text}"), ends_in_case }
                })
            }
        }
    }

    /// How many results a table over what is bound has.
    fn count(&self, stack: &Stack) -> usize {
        let mut results = Vec::new();
        self.results(None, stack.iter().map(|(instance, _)| *instance).collect(), 0, &mut results);
        results.len()
    }

    fn fields(&mut self, fields: &[Instance]) -> Vec<Bound> {
        fields.iter().map(|field| self.bound(*field, Names::FIELDS)).collect()
    }

    fn case(&self, name: &str, mut branches: Vec<(ConId, Vec<Bound>, Text)>) -> Text {
        let is_boolean = branches
            .first()
            .is_some_and(|(con, ..)| self.inputs.program().constructors[con.index()].data == DataId::BOOLEAN);
        if is_boolean && let (Some((.., then)), Some((.., otherwise))) = (branches.pop(), branches.pop()) {
            return if_then_else(name, then, otherwise);
        }
        let mut text = format!("case {name} of");
        let last = branches.len().saturating_sub(1);
        for (i, (con, fields, body)) in branches.into_iter().enumerate() {
            let fields: Vec<_> = fields.iter().map(|field| self.pattern(field)).collect();
            let body = if i < last { body.before_more() } else { body.text };
            for part in [" ; ", &self.constructor(con, &fields), " -> ", &body] {
                text.push_str(part);
            }
        }
        Text { text, ends_in_case: true }
    }
}

fn if_then_else(condition: &str, then: Text, otherwise: Text) -> Text {
    let then = then.before_more();
    let Text { text, ends_in_case } = otherwise;
    Text { text: format!("if {condition} then {then} else {text}"), ends_in_case }
}

/// The field that is looked at in one of the ways to look at a constructor that stands alone, and those after it.
fn telling(fields: &[Bound], way: usize) -> Option<(&Bound, &[Bound])> {
    let mut telling = (0..fields.len()).filter(|i| !matches!(fields[*i], Bound::Nothing));
    let (field, rest) = fields[telling.nth(way)?..].split_first()?;
    Some((field, rest))
}
