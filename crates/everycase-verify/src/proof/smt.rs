//! Formulas in SMT-LIB 2.
//!
//! A data type is an uninterpreted sort. Each value has a tag, the index of its constructor, and is
//! made by that constructor from its parts. That is all: neither induction nor that values are
//! finite is part of the theory, so what follows from it holds of the values of the program.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;

use num_bigint::{BigInt, Sign};
use pun::core::{ConId, Program, Type};
use pun::types;

use super::logic::{Operation, Sort, Symbol, Term, Variable};

/// The maximal number of sorts: types whose parts have infinitely many different types cannot be
/// stated.
const MOST_SORTS: usize = 200;

/// A query under construction.
pub(crate) struct Script<'p> {
    program: &'p Program,
    /// The declared sorts, with their numbers, functions and variables.
    sorts: HashMap<Sort, usize>,
    symbols: HashSet<Arc<Symbol>>,
    /// The numbers of variables. The variables of each query are numbered from 1, whatever else has
    /// been asked.
    variables: HashMap<Arc<str>, usize>,
    /// The variables that are declared.
    declared: HashSet<Variable>,
    declarations: String,
    assertions: String,
    /// The largest numbers of quantified variables of an assertion: universal, existential.
    pub(crate) quantifiers: (usize, usize),
    /// Whether something has no place in the logic.
    pub(crate) is_broken: bool,
}

impl<'p> Script<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self {
            program,
            sorts: HashMap::new(),
            symbols: HashSet::new(),
            variables: HashMap::new(),
            declared: HashSet::new(),
            declarations: String::new(),
            assertions: String::new(),
            quantifiers: (0, 0),
            is_broken: false,
        }
    }

    /// Adds a formula that holds, with a comment that says what it is.
    pub(crate) fn assert(&mut self, what: &str, formula: &Term) {
        self.declare(formula, &mut Vec::new());
        let (mut all, mut some) = (0, 0);
        count(formula, true, &mut all, &mut some);
        self.quantifiers = (self.quantifiers.0.max(all), self.quantifiers.1.max(some));
        let mut text = String::new();
        self.term(formula, &mut text);
        let _ = writeln!(self.assertions, "; {}\n(assert {text})", what.replace('\n', " "));
    }

    /// Returns the query whether all formulas can hold together. `options` are lines for the
    /// solver.
    pub(crate) fn query(&self, options: &str) -> String {
        format!("{options}{}{}(check-sat)\n", self.declarations, self.assertions)
    }

    fn declare(&mut self, term: &Term, bound: &mut Vec<Variable>) {
        match term {
            Term::Variable(variable)
                if !bound.contains(variable) && self.declared.insert(variable.clone()) =>
            {
                let sort = self.sort(&variable.sort);
                let name = self.variable(variable);
                let _ = writeln!(self.declarations, "(declare-const {name} {sort})");
            }
            Term::Apply(symbol, _) if self.symbols.insert(Arc::clone(symbol)) => {
                let parameters: Vec<String> = symbol.parameters.iter().map(|sort| self.sort(sort)).collect();
                let result = self.sort(&symbol.result);
                let name = self.symbol(symbol);
                let _ =
                    writeln!(self.declarations, "(declare-fun {name} ({}) {result})", parameters.join(" "));
            }
            Term::Make(_, sort, _) | Term::Part(_, _, sort, _) => _ = self.sort(sort),
            _ => {}
        }
        let outer = bound.len();
        if let Term::Quantified { variables, .. } = term {
            for variable in variables {
                self.sort(&variable.sort);
            }
            bound.extend(variables.iter().cloned());
        }
        for part in term.parts() {
            self.declare(part, bound);
        }
        bound.truncate(outer);
    }

    /// Returns the name of a sort; declares it with its constructors.
    fn sort(&mut self, sort: &Sort) -> String {
        match sort {
            Sort::Boolean => return "Bool".to_owned(),
            Sort::Integer => return "Int".to_owned(),
            Sort::Data(_) if self.sorts.len() < MOST_SORTS => {}
            Sort::Data(_) | Sort::Unknown => {
                self.is_broken |= !self.sorts.contains_key(sort);
                return self.sort_name(sort);
            }
        }
        let Sort::Data(Type::Data(data, _)) = sort else { return self.sort_name(sort) };
        if self.sorts.contains_key(sort) {
            return self.sort_name(sort);
        }
        self.sorts.insert(sort.clone(), self.sorts.len() + 1);
        let name = self.sort_name(sort);
        let constructors = self.program.datas[data.index()].constructors.clone();
        let _ = writeln!(
            self.declarations,
            "(declare-sort {name} 0)\n(declare-fun |tag {}| ({name}) Int)",
            bare(&name)
        );
        let tag = format!("|tag {}|", bare(&name));
        let most = constructors.len().saturating_sub(1);
        let _ = writeln!(
            self.declarations,
            "(assert (forall ((v {name})) (! (<= 0 ({tag} v) {most}) :pattern (({tag} v)))))"
        );
        for (number, con) in constructors.iter().enumerate() {
            let Some(fields) = sort.fields(self.program, *con) else {
                self.is_broken = true;
                continue;
            };
            let sorts: Vec<String> = fields.iter().map(|field| self.sort(field)).collect();
            let make = self.make(*con, sort);
            let parts: Vec<String> = (0..sorts.len()).map(|i| self.selector(*con, i as u32, sort)).collect();
            let _ = writeln!(self.declarations, "(declare-fun {make} ({}) {name})", sorts.join(" "));
            for (part, sort) in parts.iter().zip(&sorts) {
                let _ = writeln!(self.declarations, "(declare-fun {part} ({name}) {sort})");
            }
            let arguments: Vec<String> = (0..sorts.len()).map(|i| format!("x{i}")).collect();
            let made =
                if sorts.is_empty() { make.clone() } else { format!("({make} {})", arguments.join(" ")) };
            let mut facts = vec![format!("(= ({tag} {made}) {number})")];
            facts.extend(parts.iter().zip(&arguments).map(|(part, x)| format!("(= ({part} {made}) {x})")));
            let of: Vec<String> =
                arguments.iter().zip(&sorts).map(|(x, sort)| format!("({x} {sort})")).collect();
            let of = of.concat();
            let _ = if sorts.is_empty() {
                writeln!(self.declarations, "(assert {})", facts[0])
            } else {
                writeln!(
                    self.declarations,
                    "(assert (forall ({of}) (! (and {}) :pattern ({made}))))",
                    facts.join(" ")
                )
            };
            let whole: Vec<String> = parts.iter().map(|part| format!("({part} v)")).collect();
            let again = if sorts.is_empty() { make } else { format!("({make} {})", whole.join(" ")) };
            let _ = writeln!(
                self.declarations,
                "(assert (forall ((v {name})) (! (=> (= ({tag} v) {number}) (= v {again})) :pattern (({tag} v)))))"
            );
        }
        name
    }

    fn sort_name(&self, sort: &Sort) -> String {
        match (sort, self.sorts.get(sort)) {
            // Types of different modules may have the same name.
            (Sort::Data(ty), Some(number)) => format!("|{} {number}|", types::show(self.program, ty)),
            _ => "?".to_owned(),
        }
    }

    fn make(&self, con: ConId, sort: &Sort) -> String {
        format!("|{} of {}|", self.program.constructors[con.index()].name, bare(&self.sort_name(sort)))
    }

    fn selector(&self, con: ConId, field: u32, sort: &Sort) -> String {
        format!(
            "|{} {} of {}|",
            self.program.constructors[con.index()].name,
            field + 1,
            bare(&self.sort_name(sort))
        )
    }

    fn symbol(&self, symbol: &Symbol) -> String {
        let global = &self.program.globals[symbol.global.index()];
        let types: Vec<String> = symbol.instance.iter().map(|ty| types::show(self.program, ty)).collect();
        if types.is_empty() {
            // The number tells functions of different modules apart.
            format!("|{} #{}|", global.name, symbol.global.0)
        } else {
            format!("|{} #{} at {}|", global.name, symbol.global.0, types.join(", "))
        }
    }

    fn variable(&mut self, variable: &Variable) -> String {
        let next = self.variables.len() + 1;
        let number = self.variables.entry(Arc::clone(&variable.name)).or_insert(next);
        let name = variable.name.split('.').next().unwrap_or_default();
        format!("|{name}.{number}|")
    }

    fn term(&mut self, term: &Term, out: &mut String) {
        match term {
            Term::Variable(variable) => out.push_str(&self.variable(variable)),
            Term::Integer(value) if value.sign() == Sign::Minus => {
                let _ = write!(out, "(- {})", BigInt::ZERO - value);
            }
            Term::Integer(value) => _ = write!(out, "{value}"),
            Term::Boolean(value) => _ = write!(out, "{value}"),
            Term::Apply(symbol, arguments) => {
                let name = self.symbol(symbol);
                self.call(&name, arguments.iter(), out);
            }
            Term::Make(con, sort, fields) => {
                self.is_broken |= *sort == Sort::Unknown;
                let name = self.make(*con, sort);
                self.call(&name, fields.iter(), out);
            }
            Term::Is(con, value) => {
                let sort = value.sort();
                let tag = self.program.constructors[con.index()].tag;
                let name = format!("|tag {}|", bare(&self.sort_name(&sort)));
                out.push_str("(= ");
                self.call(&name, [&**value], out);
                let _ = write!(out, " {tag})");
            }
            Term::Part(con, field, _, value) => {
                let sort = value.sort();
                let name = self.selector(*con, *field, &sort);
                self.call(&name, [&**value], out);
            }
            Term::Not(inner) => self.call("not", [&**inner], out),
            Term::And(all) => self.call("and", all, out),
            Term::Or(any) => self.call("or", any, out),
            Term::Equal(a, b) => self.call("=", [&**a, &**b], out),
            Term::LessEqual(a, b) => self.call("<=", [&**a, &**b], out),
            Term::Operate(operation, a, b) => {
                let name = match operation {
                    Operation::Add => "+",
                    Operation::Subtract => "-",
                    Operation::Multiply => "*",
                    // With positive divisors, these round down as pun's do.
                    Operation::Divide => "div",
                    Operation::Modulo => "mod",
                };
                self.call(name, [&**a, &**b], out);
            }
            Term::If(a, b, c) => self.call("ite", [&**a, &**b, &**c], out),
            Term::Quantified { exists, variables, patterns, body } => {
                out.push_str(if *exists { "(exists (" } else { "(forall (" });
                for variable in variables {
                    let (name, sort) = (self.variable(variable), self.sort(&variable.sort));
                    let _ = write!(out, "({name} {sort})");
                }
                out.push_str(") ");
                if patterns.is_empty() {
                    self.term(body, out);
                } else {
                    out.push_str("(! ");
                    self.term(body, out);
                    for pattern in patterns {
                        out.push_str(" :pattern (");
                        self.term(pattern, out);
                        out.push(')');
                    }
                    out.push(')');
                }
                out.push(')');
            }
        }
    }

    fn call<'t>(&mut self, name: &str, arguments: impl IntoIterator<Item = &'t Term>, out: &mut String) {
        let mut arguments = arguments.into_iter().peekable();
        if arguments.peek().is_none() {
            return out.push_str(name);
        }
        let _ = write!(out, "({name}");
        for argument in arguments {
            out.push(' ');
            self.term(argument, out);
        }
        out.push(')');
    }
}

/// Returns a name without its bars.
fn bare(name: &str) -> &str {
    name.trim_matches('|')
}

/// Counts the quantified variables of a formula, by what they are once negations are moved inwards.
fn count(term: &Term, is_positive: bool, all: &mut usize, some: &mut usize) {
    match term {
        Term::Quantified { exists, variables, body, .. } => {
            *(if *exists == is_positive { &mut *some } else { &mut *all }) += variables.len();
            count(body, is_positive, all, some);
        }
        Term::Not(inner) => count(inner, !is_positive, all, some),
        _ => term.parts().into_iter().for_each(|part| count(part, is_positive, all, some)),
    }
}
