//! Terms of the core as pun source.

use std::collections::{HashMap, HashSet};

use super::functions;
use crate::compile::free;
use crate::core::{
    Binder, Branch, ConId, Connective, Draw, Expr, Item, Kind, LocalId, Pattern, Primitive, Program,
};
use crate::show;
use crate::source::FileId;
use crate::value::Value;

/// A term as source. Variables are called as they are where they are bound.
pub(crate) fn source(program: &Program, expr: &Expr) -> String {
    Printer::new(program, HashMap::new()).at(expr, Level::Open)
}

/// What a term may be without brackets, from where anything may stand to where only atoms may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// `\`, `let`, `rec`, `if` and `case`, which go on as far as they can.
    Open,
    Choice,
    Implies,
    Or,
    And,
    Comparison,
    Cons,
    Sum,
    Product,
    Application,
    Atom,
}

impl Level {
    fn next(self) -> Self {
        match self {
            Self::Open => Self::Choice,
            Self::Choice => Self::Implies,
            Self::Implies => Self::Or,
            Self::Or => Self::And,
            Self::And => Self::Comparison,
            Self::Comparison => Self::Cons,
            Self::Cons => Self::Sum,
            Self::Sum => Self::Product,
            Self::Product => Self::Application,
            Self::Application | Self::Atom => Self::Atom,
        }
    }
}

pub(super) struct Printer<'p> {
    program: &'p Program,
    /// What stands for each variable: its name, or the value that is put in its place.
    names: HashMap<LocalId, (String, Level)>,
    /// Names that no variable may have: values mention definitions of these names.
    pub(super) reserved: HashSet<String>,
    /// Names that no variable may be given in place of its own.
    pub(super) taken: HashSet<String>,
    /// Names that variables have been given in place of their own.
    pub(super) given: HashSet<String>,
    /// Names of definitions and constructors that have been mentioned.
    pub(super) mentioned: HashSet<String>,
    /// Names of variables that have been bound, as they were.
    pub(super) bound: HashSet<String>,
    /// Is the term the program's own, which says what it says without `fst` and `snd`?
    pub(super) is_plain: bool,
}

impl<'p> Printer<'p> {
    /// Prints terms with these in the places of variables.
    pub(super) fn new(program: &'p Program, values: HashMap<LocalId, (String, Level)>) -> Self {
        Self {
            program,
            names: values,
            reserved: HashSet::new(),
            taken: HashSet::new(),
            given: HashSet::new(),
            mentioned: HashSet::new(),
            bound: HashSet::new(),
            is_plain: false,
        }
    }

    fn mention(&mut self, name: &str) -> String {
        self.mentioned.insert(name.to_owned());
        name.to_owned()
    }

    /// A term where so much may stand without brackets.
    fn at(&mut self, expr: &Expr, least: Level) -> String {
        let (text, level) = self.term(expr);
        if level < least { format!("({text})") } else { text }
    }

    fn term(&mut self, expr: &Expr) -> (String, Level) {
        match &expr.kind {
            Kind::Local(local) | Kind::Force(local) => {
                self.names.get(local).cloned().unwrap_or_else(|| ("_".into(), Level::Atom))
            }
            Kind::Global(global) => {
                let global = self.program.globals.get(global.index());
                (global.map_or("_".into(), |global| self.mention(&global.name)), Level::Atom)
            }
            Kind::Integer(integer) => (integer.to_string(), Level::Atom),
            Kind::Character(character) => {
                (show::show(self.program, &Value::Character(*character), None), Level::Atom)
            }
            Kind::Construct(con, fields) => self.construct(*con, fields),
            Kind::Lambda(binders, body) => match functions::constructor(self.program, binders, body) {
                Some(name) if self.is_plain => (self.mention(name), Level::Atom),
                _ => (self.lambda(binders, body), Level::Open),
            },
            Kind::Apply(function, arguments) => {
                let is_value = matches!(function.kind, Kind::Local(_) | Kind::Force(_));
                let mut text = self.at(function, if is_value { Level::Application } else { Level::Atom });
                for argument in arguments {
                    text.push(' ');
                    text.push_str(&self.at(argument, Level::Atom));
                }
                (text, Level::Application)
            }
            Kind::Let(binder, value, body) => {
                let value = self.at(value, Level::Open);
                let name = self.bind(binder);
                (format!("let {name} = {value} in {}", self.at(body, Level::Open)), Level::Open)
            }
            Kind::Rec(binder, body) => {
                let name = self.bind(binder);
                (format!("rec {name} . {}", self.at(body, Level::Open)), Level::Open)
            }
            Kind::Case(of, branches) => self.case(of, branches),
            Kind::Connective(connective, left, right) => {
                let (sign, level) = match connective {
                    Connective::And => ("&&", Level::And),
                    Connective::Or => ("||", Level::Or),
                    Connective::Implies => ("==>", Level::Implies),
                };
                (self.infix(left, level.next(), sign, right, level), level)
            }
            Kind::Primitive(primitive, left, right) => {
                let (sign, level) = primitive_sign(*primitive);
                let first = if level == Level::Comparison { level.next() } else { level };
                (self.infix(left, first, sign, right, level.next()), level)
            }
            Kind::Error(message) => {
                (format!("{} {}", self.mention("error"), self.at(message, Level::Atom)), Level::Application)
            }
            Kind::Choice(left, right) => {
                let level = Level::Choice;
                (self.infix(left, level.next(), "<+>", right, level), level)
            }
            Kind::Draw(draw) => {
                let text = match draw {
                    Draw::Integer => self.mention("int-gen") + " ()",
                    Draw::Natural => self.mention("nat-gen") + " ()",
                    Draw::Boolean => self.mention("bool-gen") + " ()",
                    Draw::Between(lo, hi) => {
                        let (lo, hi) = (self.at(lo, Level::Atom), self.at(hi, Level::Atom));
                        format!("{} {lo} {hi}", self.mention("int-range"))
                    }
                };
                (text, Level::Application)
            }
        }
    }

    fn infix(&mut self, left: &Expr, at_left: Level, sign: &str, right: &Expr, at_right: Level) -> String {
        format!("{} {sign} {}", self.at(left, at_left), self.at(right, at_right))
    }

    /// Prints a function.
    pub(super) fn lambda(&mut self, binders: &[Binder], body: &Expr) -> String {
        let is_used = |binder: &Binder| &*binder.name != "_" || free(body).contains(&binder.local);
        let binders =
            binders.iter().map(|binder| if is_used(binder) { self.bind(binder) } else { "_".into() });
        let binders: Vec<_> = binders.collect();
        format!("\\{} -> {}", binders.join(" "), self.at(body, Level::Open))
    }

    fn bind(&mut self, binder: &Binder) -> String {
        self.bind_as(binder.local, &binder.name)
    }

    /// Binds a variable under its name, or one like it if it has none or that is reserved.
    pub(super) fn bind_as(&mut self, local: LocalId, name: &str) -> String {
        self.bound.insert(name.to_owned());
        let name = if name == "_" || self.reserved.contains(name) {
            let letters = if name == "_" { "x" } else { name };
            let sets = [&self.reserved, &self.taken, &self.given];
            let mut names = (1..).map(|number: u64| format!("{letters}{number}"));
            let name = names.find(|name| sets.iter().all(|set| !set.contains(name))).unwrap_or_default();
            self.given.insert(name.clone());
            name
        } else {
            name.to_owned()
        };
        self.names.insert(local, (name.clone(), Level::Atom));
        name
    }

    fn construct(&mut self, con: ConId, fields: &[Expr]) -> (String, Level) {
        if let Some(elements) = elements(con, fields) {
            if let Some(text) = characters(&elements) {
                return (show::text(&text), Level::Atom);
            }
            let texts: Vec<_> = elements.iter().map(|element| self.at(element, Level::Open)).collect();
            // The name of a constructor at the beginning of an only element would be applied.
            let is_applied = texts.len() == 1 && show::begins_with_constructor(self.program, &texts[0]);
            let texts = texts.join(", ");
            return (if is_applied { format!("[({texts})]") } else { format!("[{texts}]") }, Level::Atom);
        }
        if let (ConId::CONS, [head, tail]) = (con, fields) {
            return (self.infix(head, Level::Cons.next(), "::", tail, Level::Cons), Level::Cons);
        }
        let least = if con == ConId::PAIR { Level::Open } else { Level::Atom };
        let fields: Vec<_> = fields.iter().map(|field| self.at(field, least)).collect();
        self.constructor(con, &fields)
    }

    /// A constructor in a term or a pattern.
    fn constructor(&mut self, con: ConId, fields: &[String]) -> (String, Level) {
        let constructor = self.program.constructors.get(con.index());
        let name = constructor.map_or("_".into(), |constructor| self.mention(&constructor.name));
        let text = match (con, fields) {
            (ConId::UNIT, _) => "()".into(),
            (ConId::NIL, _) => "[]".into(),
            (ConId::PAIR, [one, other]) => format!("({one}, {other})"),
            (ConId::CONS, [head, tail]) => return (format!("{head} :: {tail}"), Level::Cons),
            (_, []) => name,
            _ => format!("[{name} {}]", fields.join(" ")),
        };
        (text, Level::Atom)
    }

    fn pattern(&mut self, pattern: &Pattern, least: Level) -> String {
        let (text, level) = match pattern {
            Pattern::Wildcard => ("_".into(), Level::Atom),
            Pattern::Bind(binder) => (self.bind(binder), Level::Atom),
            Pattern::Integer(integer) => (integer.to_string(), Level::Atom),
            Pattern::Character(character) => {
                (show::show(self.program, &Value::Character(*character), None), Level::Atom)
            }
            Pattern::Construct(con, fields) => {
                let least = if *con == ConId::PAIR { Level::Open } else { Level::Atom };
                let fields: Vec<_> = fields.iter().map(|field| self.pattern(field, least)).collect();
                self.constructor(*con, &fields)
            }
        };
        if level < least { format!("({text})") } else { text }
    }

    fn case(&mut self, of: &Expr, branches: &[Branch]) -> (String, Level) {
        if let Some([condition, then, otherwise]) = conditional(of, branches) {
            let condition = self.at(condition, Level::Open);
            let then = self.at(then, if ends_in_case(then) { Level::Choice } else { Level::Open });
            let text = format!("if {condition} then {then} else {}", self.at(otherwise, Level::Open));
            return (text, Level::Open);
        }
        if let Some(name) = projection(branches)
            && !self.is_plain
            && self.is_in_prelude(name)
        {
            return (format!("{name} {}", self.at(of, Level::Atom)), Level::Application);
        }
        let mut text = format!("case {} of", self.at(of, Level::Open));
        for (i, Branch { pattern, guard, body }) in branches.iter().enumerate() {
            text.push_str(" ; ");
            text.push_str(&self.pattern(pattern, Level::Open));
            if let Some(guard) = guard {
                text.push_str(" | ");
                text.push_str(&self.at(guard, Level::Choice));
            }
            let is_inner = i + 1 < branches.len() && ends_in_case(body);
            text.push_str(" -> ");
            text.push_str(&self.at(body, if is_inner { Level::Choice } else { Level::Open }));
        }
        (text, Level::Open)
    }

    /// Does a name stand for what it does in the prelude?
    fn is_in_prelude(&self, name: &str) -> bool {
        let item = self.program.scope.iter().find(|(known, _)| **known == *name);
        let Some((_, Item::Global(global))) = item else { return false };
        self.program.globals.get(global.index()).is_some_and(|global| global.span.file == FileId(0))
    }
}

fn primitive_sign(primitive: Primitive) -> (&'static str, Level) {
    match primitive {
        Primitive::Add => ("+", Level::Sum),
        Primitive::Subtract => ("-", Level::Sum),
        Primitive::Multiply => ("*", Level::Product),
        Primitive::Divide => ("div", Level::Product),
        Primitive::Modulo => ("mod", Level::Product),
        Primitive::Equal => ("==", Level::Comparison),
        Primitive::NotEqual => ("/=", Level::Comparison),
        Primitive::Less => ("<", Level::Comparison),
        Primitive::LessEqual => ("<=", Level::Comparison),
        Primitive::Greater => (">", Level::Comparison),
        Primitive::GreaterEqual => (">=", Level::Comparison),
    }
}

/// The elements of a list that is written down to its end.
fn elements(mut con: ConId, mut fields: &[Expr]) -> Option<Vec<&Expr>> {
    let mut elements = Vec::new();
    while let (ConId::CONS, [head, tail]) = (con, fields) {
        elements.push(head);
        let Kind::Construct(next, rest) = &tail.kind else { return None };
        (con, fields) = (*next, rest);
    }
    (con == ConId::NIL).then_some(elements)
}

/// The characters of a text, if these are the elements of one.
fn characters(elements: &[&Expr]) -> Option<Vec<char>> {
    let character = |element: &&Expr| match element.kind {
        Kind::Character(character) => Some(character),
        _ => None,
    };
    elements.iter().map(character).collect::<Option<Vec<char>>>().filter(|text| !text.is_empty())
}

/// What `if`, `then` and `else` stand before, if it is this that the branches say.
fn conditional<'e>(of: &'e Expr, branches: &'e [Branch]) -> Option<[&'e Expr; 3]> {
    let [one, other] = branches else { return None };
    let is = |branch: &Branch, value| {
        let Pattern::Construct(con, _) = &branch.pattern else { return false };
        *con == value && branch.guard.is_none()
    };
    if is(one, ConId::TRUE) && is(other, ConId::FALSE) {
        Some([of, &one.body, &other.body])
    } else if is(one, ConId::FALSE) && is(other, ConId::TRUE) {
        Some([of, &other.body, &one.body])
    } else {
        None
    }
}

/// `fst` or `snd`, if it is this that the branches say.
fn projection(branches: &[Branch]) -> Option<&'static str> {
    let [Branch { pattern: Pattern::Construct(ConId::PAIR, fields), guard: None, body }] = branches else {
        return None;
    };
    let Kind::Local(local) = body.kind else { return None };
    match &fields[..] {
        [Pattern::Bind(part), Pattern::Wildcard] if part.local == local => Some("fst"),
        [Pattern::Wildcard, Pattern::Bind(part)] if part.local == local => Some("snd"),
        _ => None,
    }
}

/// Would a branch after a term belong to it?
fn ends_in_case(mut expr: &Expr) -> bool {
    loop {
        expr = match &expr.kind {
            Kind::Lambda(_, body) => body,
            Kind::Let(_, _, body) | Kind::Rec(_, body) => body,
            Kind::Case(of, branches) => match conditional(of, branches) {
                Some([.., otherwise]) => otherwise,
                None => return projection(branches).is_none(),
            },
            _ => return false,
        };
    }
}
