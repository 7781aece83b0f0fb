//! Functions that a program makes as pun source: the values of the variables around them are put in their places.

use std::collections::{HashMap, HashSet};

use super::terms::{Level, Printer};
use super::{Place, Shown};
use crate::core::{Binder, ConId, Expr, Kind, LocalId, Program};
use crate::value::{Lambda, Value};

/// A value that takes more characters than this is left out of a function.
const MOST: usize = 1_000;

impl Shown<'_> {
    /// Returns a function of the program, which takes these values first, as source.
    pub(super) fn function(&mut self, lambda: &Lambda, held: &[Value], arguments: &[Value]) -> String {
        let (first, parameters) = lambda.parameters.split_at(arguments.len().min(lambda.parameters.len()));
        let variables = lambda.variables().zip(held);
        let variables = variables.chain(first.iter().map(|binder| binder.local).zip(arguments));
        let mut reserved = HashSet::new();
        let values = variables.map(|(local, value)| {
            // A function that has some of its arguments may get the next ones right behind them.
            let place = if let Value::Partial(..) = value { Place::Alone } else { Place::Operand };
            let (text, mentioned) = super::shown(self.program, value, None, place);
            if text.chars().nth(MOST).is_some() {
                return (local, (super::ELIDED.to_owned(), Level::Atom));
            }
            reserved.extend(mentioned);
            let text = match place {
                Place::Alone if text.starts_with('\\') => (format!("({text})"), Level::Atom),
                Place::Alone => (text, Level::Application),
                _ => (text, Level::Atom),
            };
            (local, text)
        });
        let values: HashMap<LocalId, (String, Level)> = values.collect();
        let print = |taken| {
            let mut printer = Printer::new(self.program, values.clone());
            (printer.reserved, printer.taken, printer.is_plain) = (reserved.clone(), taken, true);
            let own = lambda.own.as_ref().filter(|(local, _)| Some(*local) == lambda.itself());
            let own = own.map(|(local, name)| format!("rec {} . ", printer.bind_as(*local, name)));
            (own.unwrap_or_default() + &printer.lambda(parameters, &lambda.body), printer)
        };
        let (mut text, mut printer) = print(HashSet::new());
        if !printer.given.is_empty() {
            // Another name is none that the term has elsewhere.
            (text, printer) = print(printer.bound.into_iter().chain(printer.mentioned).collect());
        }
        self.mentioned.extend(reserved);
        self.mentioned.extend(printer.mentioned);
        text
    }
}

/// Returns the name of the constructor that a function is.
pub(super) fn constructor<'p>(program: &'p Program, parameters: &[Binder], body: &Expr) -> Option<&'p str> {
    let Kind::Construct(con, fields) = &body.kind else { return None };
    let is =
        |(binder, field): (&Binder, &Expr)| matches!(field.kind, Kind::Local(local) if local == binder.local);
    let is_whole = parameters.len() == fields.len() && parameters.iter().zip(fields).all(is);
    let has_name = *con != ConId::PAIR && *con != ConId::CONS;
    let constructor = program.constructors.get(con.index()).filter(|_| is_whole && has_name)?;
    Some(&constructor.name)
}
