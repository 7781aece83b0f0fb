//! Functions by cases as pun source.

use std::collections::HashSet;

use everycase_space::At;

use super::view::View;
use crate::core::{ConId, DataId};
use crate::inputs::Inputs;
use crate::inputs::instances::{Form, Instance};
use crate::names::Names;
use crate::show;

/// Nobody reads on where case distinctions, and functions in results of functions, are nested deeper than this.
const DEPTH: u32 = 500;

impl Inputs {
    /// The lambda term of a case tree, where it is a part of so many functions and case distinctions.
    pub(in crate::inputs) fn source(&self, function: Instance, tree: At<'_>, depth: u32) -> String {
        let (arguments, result) = self.instances().uncurried(function);
        let mut printer =
            Printer { inputs: self, result, used: HashSet::new(), names: Names::new(self.program()) };
        let arguments: Vec<_> =
            arguments.into_iter().map(|argument| printer.bound(argument, Names::VALUES)).collect();
        let mut stack = Vec::new();
        leaves(&arguments, &mut stack);
        let body = printer.tree(tree, stack, depth);
        let parameters: Vec<_> = arguments.iter().map(|bound| printer.pattern(bound)).collect();
        format!("\\{} -> {}", parameters.join(" "), body.text)
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
            View::Equality => {
                let other = self.value(instance, at.field(0), deeper);
                let then = self.tree(at.field(1), stack.clone(), deeper);
                stack.push(what);
                let otherwise = self.tree(at.field(2), stack, deeper);
                if_then_else(&format!("{name} == {other}"), then, otherwise)
            }
            View::Constructors(ref all) if let [(con, fields)] = &all[..] => {
                let fields = self.fields(fields);
                let Some((field, rest)) = telling(&fields, way) else {
                    return self.tree(at, stack, deeper);
                };
                leaves(rest, &mut stack);
                let body = self.surely(at.field(0), field, stack, deeper);
                self.case(&name, vec![(*con, fields, body)])
            }
            View::Constructors(all) => {
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
