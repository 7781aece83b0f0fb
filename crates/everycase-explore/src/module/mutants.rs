//! Mutants of a program: each has one small change in a definition of the main module (section
//! 6.3.3 of the thesis). How many of them a suite notices says how much it checks.
//!
//! Numbers are changed by one; operators, constants and definitions exchanged for others of the
//! same type; branches exchanged with their neighbours or left out, guards left out, and arguments
//! of the same type exchanged. Some mutants do the same as the program, which nothing can notice.

use num_bigint::BigInt;
use pun::core::{Branch, ConId, Connective, Expr, GlobalId, Kind, Pattern, Primitive, Program};
use pun::source::FileId;

use super::again::parameters_and_result;

/// A program with one change.
pub struct Mutant {
    /// The program.
    pub program: Program,
    /// Where it was changed, as `file:line:column`.
    pub place: String,
    /// What was changed, in words.
    pub change: String,
}

/// Returns the mutants of a program, in the order of the source.
pub fn mutants(program: &Program) -> Vec<Mutant> {
    let Some(file) = program.main.as_ref().map(|main| main.file) else { return Vec::new() };
    let context = Context { program, file };
    let mut all = Vec::new();
    for (number, global) in program.globals.iter().enumerate() {
        if global.span.file != file {
            continue;
        }
        for wanted in 0.. {
            let mut changed = global.body.clone();
            let mut left = wanted;
            let Some((span, change)) = context.change(&mut changed, &mut left) else { break };
            let mut program = program.clone();
            program.globals[number].body = changed;
            all.push(Mutant { place: program.sources.place(span), program, change });
        }
    }
    all
}

struct Context<'p> {
    program: &'p Program,
    file: FileId,
}

impl Context<'_> {
    /// Makes the change with the number `left` among all that can be made in a term. Otherwise
    /// subtracts their number.
    fn change(&self, term: &mut Expr, left: &mut usize) -> Option<(pun::source::Span, String)> {
        // What the compiler has added has no place of its own.
        let mut own = if term.span.file == self.file { self.changes(term) } else { Vec::new() };
        if *left < own.len() {
            let (change, kind) = own.swap_remove(*left);
            term.kind = kind;
            return Some((term.span, change));
        }
        *left -= own.len();
        // A message of an error is left as it is.
        let parts = if matches!(term.kind, Kind::Error(_)) { Vec::new() } else { term.parts_mut() };
        parts.into_iter().find_map(|part| self.change(part, left))
    }

    /// Returns the changes of a term, apart from changes of its parts.
    fn changes(&self, term: &Expr) -> Vec<(String, Kind)> {
        match &term.kind {
            Kind::Integer(number) => [number + 1, number - BigInt::from(1)]
                .map(|other| (format!("{other} for {number}"), Kind::Integer(other)))
                .into(),
            Kind::Primitive(operator, one, two) => {
                let other = exchanged(*operator);
                let kind = Kind::Primitive(other, one.clone(), two.clone());
                vec![(format!("{} for {}", symbol(other), symbol(*operator)), kind)]
            }
            Kind::Connective(connective, one, two) => {
                let (other, text) = match connective {
                    Connective::And => (Connective::Or, "|| for &&"),
                    Connective::Or => (Connective::And, "&& for ||"),
                    Connective::Implies => return Vec::new(),
                };
                vec![(text.to_owned(), Kind::Connective(other, one.clone(), two.clone()))]
            }
            Kind::Construct(constructor, fields) if fields.is_empty() => self.constants(*constructor),
            Kind::Global(global) => self.definitions(*global),
            Kind::Apply(function, arguments) => self.arguments(function, arguments),
            Kind::Case(of, branches) => cases(of, branches),
            _ => Vec::new(),
        }
    }

    fn constants(&self, own: ConId) -> Vec<(String, Kind)> {
        let constructors = &self.program.constructors;
        let known = &constructors[own.index()];
        let others = (0..)
            .map(ConId)
            .zip(constructors)
            .filter(|(id, other)| *id != own && other.data == known.data && other.fields.is_empty());
        others
            .map(|(id, other)| {
                (format!("{} for {}", other.name, known.name), Kind::Construct(id, Vec::new()))
            })
            .take(1)
            .collect()
    }

    fn definitions(&self, own: GlobalId) -> Vec<(String, Kind)> {
        let globals = &self.program.globals;
        let known = &globals[own.index()];
        let others = (0..)
            .map(GlobalId)
            .zip(globals)
            .filter(|(id, other)| *id != own && other.span.file == self.file && other.scheme == known.scheme);
        others
            .map(|(id, other)| (format!("{} for {}", other.name, known.name), Kind::Global(id)))
            .take(1)
            .collect()
    }

    /// Exchanges neighbouring arguments of the same type.
    fn arguments(&self, function: &Expr, arguments: &[Expr]) -> Vec<(String, Kind)> {
        let Kind::Global(global) = function.kind else { return Vec::new() };
        let own = &self.program.globals[global.index()];
        let (types, _) = parameters_and_result(own.scheme.ty.clone(), usize::MAX);
        let same = (1..arguments.len().min(types.len())).filter(|second| types[second - 1] == types[*second]);
        same.map(|second| {
            let mut exchanged = arguments.to_vec();
            exchanged.swap(second - 1, second);
            let change = format!("arguments {second} and {} of {} exchanged", second + 1, own.name);
            (change, Kind::Apply(Box::new(function.clone()), exchanged))
        })
        .collect()
    }
}

/// Exchanges branches with their neighbours, and leaves them or their guards out.
fn cases(of: &Expr, branches: &[Branch]) -> Vec<(String, Kind)> {
    let with = |change: &dyn Fn(&mut Vec<Branch>)| {
        let mut changed = branches.to_vec();
        change(&mut changed);
        Kind::Case(Box::new(of.clone()), changed)
    };
    let mut all = Vec::new();
    for (number, branch) in branches.iter().enumerate() {
        if branch.guard.is_some() {
            let kind = with(&|branches| branches[number].guard = None);
            all.push((format!("branch {} without its guard", number + 1), kind));
        }
        if branches.len() > 1 {
            let kind = with(&|branches| _ = branches.remove(number));
            all.push((format!("without branch {}", number + 1), kind));
        }
        let Some(next) = branches.get(number + 1) else { continue };
        let (one, two) = (number + 1, number + 2);
        if binds_nothing(&branch.pattern) && binds_nothing(&next.pattern) {
            let kind = with(&|branches| {
                let body = branches[number].body.clone();
                branches[number].body = std::mem::replace(&mut branches[number + 1].body, body);
            });
            all.push((format!("results of branches {one} and {two} exchanged"), kind));
        } else if fits_all(&next.pattern) || branch.guard.is_some() || next.guard.is_some() {
            let kind = with(&|branches| branches.swap(number, number + 1));
            all.push((format!("branches {one} and {two} exchanged"), kind));
        }
    }
    all
}

fn binds_nothing(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Bind(_) => false,
        Pattern::Construct(_, fields) => fields.iter().all(binds_nothing),
        Pattern::Wildcard | Pattern::Integer(_) | Pattern::Character(_) => true,
    }
}

fn fits_all(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::Wildcard | Pattern::Bind(_))
}

fn exchanged(operator: Primitive) -> Primitive {
    match operator {
        Primitive::Add | Primitive::Multiply => Primitive::Subtract,
        Primitive::Subtract => Primitive::Add,
        Primitive::Divide => Primitive::Modulo,
        Primitive::Modulo => Primitive::Divide,
        Primitive::Equal => Primitive::NotEqual,
        Primitive::NotEqual => Primitive::Equal,
        Primitive::Less => Primitive::LessEqual,
        Primitive::LessEqual => Primitive::Less,
        Primitive::Greater => Primitive::GreaterEqual,
        Primitive::GreaterEqual => Primitive::Greater,
    }
}

fn symbol(operator: Primitive) -> &'static str {
    match operator {
        Primitive::Add => "+",
        Primitive::Subtract => "-",
        Primitive::Multiply => "*",
        Primitive::Divide => "div",
        Primitive::Modulo => "mod",
        Primitive::Equal => "==",
        Primitive::NotEqual => "/=",
        Primitive::Less => "<",
        Primitive::LessEqual => "<=",
        Primitive::Greater => ">",
        Primitive::GreaterEqual => ">=",
    }
}
