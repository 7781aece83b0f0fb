//! The predicates of the programs on plain values, as one writes them for a filter.

use crate::programs::imperative::{Expr, Name, Program};
use crate::programs::red_black::{self, Colour};
use crate::programs::search_tree::Tree;
use crate::programs::typed_terms::{Term, Type};

/// Returns whether a tree is a search tree. Equal numbers may follow each other.
pub fn is_ordered(tree: &Tree) -> bool {
    fn between(low: u32, high: u32, tree: &Tree) -> bool {
        match tree {
            Tree::Leaf => true,
            Tree::Node(number, left, right) => {
                let number = number.into();
                low <= number && number <= high && between(low, number, left) && between(number, high, right)
            }
        }
    }
    between(0, u32::MAX, tree)
}

/// Returns whether a tree is ordered, its black heights are equal, and red stands below black only.
pub fn is_red_black(tree: &red_black::Tree) -> bool {
    /// Returns the black height of a tree, if there is one.
    fn height(low: u32, high: u32, below_red: bool, tree: &red_black::Tree) -> Option<u32> {
        let red_black::Tree::Node(colour, left, number, right) = tree else { return Some(0) };
        let (is_red, number) = (*colour == Colour::Red, u32::from(number));
        if is_red && below_red || number < low || number > high {
            return None;
        }
        let left = height(low, number, is_red, left)?;
        (left == height(number, high, is_red, right)?).then_some(left + u32::from(!is_red))
    }
    height(0, u32::MAX, false, tree).is_some()
}

/// Returns whether a term has the type A -> A below the six constants.
pub fn well_typed(term: &Term) -> bool {
    use Type::{A, B};
    let to = |from: Type, to: Type| Type::Fun(Box::new(from), Box::new(to));
    let mut scope = vec![to(A, to(A, A)), to(B, A), to(A, B), to(A, A), B, A];
    has_type(term, &mut scope, &to(A, A))
}

/// The innermost variable comes last.
fn has_type(term: &Term, scope: &mut Vec<Type>, ty: &Type) -> bool {
    match term {
        Term::Var(variable) => scope.iter().rev().nth(*variable as usize) == Some(ty),
        Term::Lam(body) => {
            let Type::Fun(from, to) = ty else { return false };
            scope.push((**from).clone());
            let holds = has_type(body, scope, to);
            scope.pop();
            holds
        }
        Term::App(function, argument, from) => {
            has_type(argument, scope, from)
                && has_type(function, scope, &Type::Fun(Box::new(from.clone()), Box::new(ty.clone())))
        }
    }
}

/// Returns whether all five predicates on programs hold.
pub fn normal(program: &Program) -> bool {
    declared_on_top(program)
        && without_idle_skip(program)
        && without_nested_if(program)
        && bound(program)
        && used(program)
}

/// Predicate 1: every variable that is read or written is declared around it.
pub fn bound(program: &Program) -> bool {
    bound_in(program, &mut Vec::new())
}

fn bound_in<'a>(program: &'a Program, scope: &mut Vec<&'a Name>) -> bool {
    match program {
        Program::New(name, body) => {
            scope.push(name);
            let holds = bound_in(body, scope);
            scope.pop();
            holds
        }
        Program::Assign(name, expr) => scope.contains(&name) && reads(expr, &|name| scope.contains(&name)),
        Program::Skip => true,
        Program::Seq(first, second) => bound_in(first, scope) && bound_in(second, scope),
        Program::If(expr, yes, no) => {
            reads(expr, &|name| scope.contains(&name)) && bound_in(yes, scope) && bound_in(no, scope)
        }
        Program::While(expr, body) => reads(expr, &|name| scope.contains(&name)) && bound_in(body, scope),
    }
}

/// Returns whether this holds of all names in an expression.
fn reads(expr: &Expr, holds: &impl Fn(&Name) -> bool) -> bool {
    match expr {
        Expr::Var(name) => holds(name),
        Expr::Add(a, b) => reads(a, holds) && reads(b, holds),
    }
}

/// Predicate 2: every variable that is declared is read or written.
pub fn used(program: &Program) -> bool {
    match program {
        Program::New(name, body) => uses(body, name) && used(body),
        Program::Assign(..) | Program::Skip => true,
        Program::Seq(first, second) => used(first) && used(second),
        Program::If(_, yes, no) => used(yes) && used(no),
        Program::While(_, body) => used(body),
    }
}

fn uses(program: &Program, name: &Name) -> bool {
    let mentions = |expr: &Expr| !reads(expr, &|other| other != name);
    match program {
        Program::New(other, body) => other != name && uses(body, name),
        Program::Assign(other, expr) => other == name || mentions(expr),
        Program::Skip => false,
        Program::Seq(first, second) => uses(first, name) || uses(second, name),
        Program::If(expr, yes, no) => mentions(expr) || uses(yes, name) || uses(no, name),
        Program::While(expr, body) => mentions(expr) || uses(body, name),
    }
}

/// Predicate 3: nothing is declared but at the top.
pub fn declared_on_top(program: &Program) -> bool {
    match program {
        Program::New(_, body) => declared_on_top(body),
        _ => without_new(program),
    }
}

fn without_new(program: &Program) -> bool {
    match program {
        Program::New(..) => false,
        Program::Assign(..) | Program::Skip => true,
        Program::Seq(first, second) => without_new(first) && without_new(second),
        Program::If(_, yes, no) => without_new(yes) && without_new(no),
        Program::While(_, body) => without_new(body),
    }
}

/// Predicate 4: no `Skip` stands in a sequence.
pub fn without_idle_skip(program: &Program) -> bool {
    let part = |program: &Program| *program != Program::Skip && without_idle_skip(program);
    match program {
        Program::New(_, body) | Program::While(_, body) => without_idle_skip(body),
        Program::Assign(..) | Program::Skip => true,
        Program::Seq(first, second) => part(first) && part(second),
        Program::If(_, yes, no) => without_idle_skip(yes) && without_idle_skip(no),
    }
}

/// Predicate 5: no `If` stands in another.
pub fn without_nested_if(program: &Program) -> bool {
    fn ifs_in(program: &Program, inside: bool) -> bool {
        match program {
            Program::New(_, body) | Program::While(_, body) => ifs_in(body, inside),
            Program::Assign(..) | Program::Skip => true,
            Program::Seq(first, second) => ifs_in(first, inside) && ifs_in(second, inside),
            Program::If(_, yes, no) => !inside && ifs_in(yes, true) && ifs_in(no, true),
        }
    }
    ifs_in(program, false)
}
