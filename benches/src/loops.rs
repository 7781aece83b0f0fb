//! Nested loops as one writes them by hand: every value of one size, built, handed over and dropped.
//!
//! This is the floor that owned values are measured against. A left part is built once per pair it
//! occurs in (that is the work of building the pair), and enumerated once for all right parts.

use crate::expression::{Alt, Dec, Exp, Field, Guard, Lit, Name, Op, Pat, Stm, Typ};
use crate::simple::Tree;

/// A loop over all values of one size.
pub type Each<T> = fn(usize, &mut dyn FnMut(T));

fn two<A: Clone, B>(size: usize, first: Each<A>, second: Each<B>, visit: &mut dyn FnMut(A, B)) {
    for part in 1..size {
        first(part, &mut |a| second(size - part, &mut |b| visit(a.clone(), b)));
    }
}

fn three<A: Clone, B: Clone, C>(
    size: usize,
    first: Each<A>,
    second: Each<B>,
    third: Each<C>,
    visit: &mut dyn FnMut(A, B, C),
) {
    for part in 1..size.saturating_sub(1) {
        first(part, &mut |a| two(size - part, second, third, &mut |b, c| visit(a.clone(), b, c)));
    }
}

fn list<T: Clone>(size: usize, each: Each<T>, visit: &mut dyn FnMut(Vec<T>)) {
    list_after(&mut Vec::new(), size, each, visit);
}

fn list_after<T: Clone>(start: &mut Vec<T>, size: usize, each: Each<T>, visit: &mut dyn FnMut(Vec<T>)) {
    if size == 1 {
        visit(start.clone());
    }
    for part in 1..size.saturating_sub(1) {
        each(part, &mut |element| {
            start.push(element);
            list_after(start, size - 1 - part, each, visit);
            start.pop();
        });
    }
}

fn constants<T: Copy, const N: usize>(size: usize, all: [T; N], visit: &mut dyn FnMut(T)) {
    if size == 1 {
        all.into_iter().for_each(visit);
    }
}

/// Binary trees of one size.
pub fn trees(size: usize, visit: &mut dyn FnMut(Tree)) {
    if size == 1 {
        visit(Tree::Leaf);
    } else if size > 1 {
        two(size - 1, trees, trees, &mut |left, right| visit(Tree::Node(Box::new(left), Box::new(right))));
    }
}

fn bools(size: usize, visit: &mut dyn FnMut(bool)) {
    constants(size, [false, true], visit);
}

/// Lists of booleans of one size.
pub fn bool_lists(size: usize, visit: &mut dyn FnMut(Vec<bool>)) {
    list(size, bools, visit);
}

fn names(size: usize, visit: &mut dyn FnMut(Name)) {
    constants(size, [Name::X, Name::Y], visit);
}

fn literals(size: usize, visit: &mut dyn FnMut(Lit)) {
    constants(size, [Lit::Zero, Lit::One, Lit::Text], visit);
}

fn operators(size: usize, visit: &mut dyn FnMut(Op)) {
    constants(size, [Op::Add, Op::Sub, Op::Mul], visit);
}

/// Expressions of one size.
pub fn expressions(size: usize, visit: &mut dyn FnMut(Exp)) {
    let Some(rest @ 1..) = size.checked_sub(1) else { return };
    names(rest, &mut |x| visit(Exp::Var(x)));
    literals(rest, &mut |x| visit(Exp::Lit(x)));
    two(rest, expressions, expressions, &mut |f, x| visit(Exp::App(Box::new(f), Box::new(x))));
    two(rest, patterns, expressions, &mut |p, e| visit(Exp::Lam(p, Box::new(e))));
    two(rest, |n, f| list(n, declarations, f), expressions, &mut |ds, e| visit(Exp::Let(ds, Box::new(e))));
    three(rest, expressions, expressions, expressions, &mut |c, t, e| {
        visit(Exp::If(Box::new(c), Box::new(t), Box::new(e)));
    });
    two(rest, expressions, |n, f| list(n, alternatives, f), &mut |e, arms| {
        visit(Exp::Case(Box::new(e), arms));
    });
    three(rest, expressions, operators, expressions, &mut |a, o, b| {
        visit(Exp::Infix(Box::new(a), o, Box::new(b)));
    });
    list(rest, expressions, &mut |items| visit(Exp::List(items)));
    two(rest, expressions, types, &mut |e, t| visit(Exp::Typed(Box::new(e), t)));
    list(rest, statements, &mut |lines| visit(Exp::Do(lines)));
    two(rest, names, |n, f| list(n, fields, f), &mut |name, set| visit(Exp::Record(name, set)));
}

fn declarations(size: usize, visit: &mut dyn FnMut(Dec)) {
    let Some(rest @ 1..) = size.checked_sub(1) else { return };
    two(rest, patterns, expressions, &mut |p, e| visit(Dec::Value(p, Box::new(e))));
    three(rest, names, patterns, guards, &mut |name, p, g| visit(Dec::Function(name, p, g)));
}

fn alternatives(size: usize, visit: &mut dyn FnMut(Alt)) {
    let Some(rest @ 1..) = size.checked_sub(1) else { return };
    two(rest, patterns, guards, &mut |p, g| visit(Alt::Arm(p, g)));
    three(rest, patterns, guards, |n, f| list(n, declarations, f), &mut |p, g, ds| {
        visit(Alt::Where(p, g, ds));
    });
}

fn guards(size: usize, visit: &mut dyn FnMut(Guard)) {
    let Some(rest @ 1..) = size.checked_sub(1) else { return };
    expressions(rest, &mut |e| visit(Guard::Plain(Box::new(e))));
    two(rest, expressions, expressions, &mut |c, e| visit(Guard::When(Box::new(c), Box::new(e))));
    three(rest, expressions, expressions, guards, &mut |c, e, g| {
        visit(Guard::Otherwise(Box::new(c), Box::new(e), Box::new(g)));
    });
}

fn patterns(size: usize, visit: &mut dyn FnMut(Pat)) {
    if size == 1 {
        visit(Pat::Wild);
    }
    let Some(rest @ 1..) = size.checked_sub(1) else { return };
    names(rest, &mut |x| visit(Pat::Var(x)));
    two(rest, expressions, patterns, &mut |e, p| visit(Pat::View(Box::new(e), Box::new(p))));
    two(rest, names, patterns, &mut |x, p| visit(Pat::As(x, Box::new(p))));
}

fn types(size: usize, visit: &mut dyn FnMut(Typ)) {
    if size == 1 {
        visit(Typ::Unit);
    }
    let Some(rest @ 1..) = size.checked_sub(1) else { return };
    two(rest, types, types, &mut |a, b| visit(Typ::Arrow(Box::new(a), Box::new(b))));
    expressions(rest, &mut |e| visit(Typ::Of(Box::new(e))));
    names(rest, &mut |x| visit(Typ::Con(x)));
    types(rest, &mut |t| visit(Typ::List(Box::new(t))));
}

fn statements(size: usize, visit: &mut dyn FnMut(Stm)) {
    let Some(rest @ 1..) = size.checked_sub(1) else { return };
    expressions(rest, &mut |e| visit(Stm::Run(Box::new(e))));
    two(rest, patterns, expressions, &mut |p, e| visit(Stm::Bind(p, Box::new(e))));
}

fn fields(size: usize, visit: &mut dyn FnMut(Field)) {
    let Some(rest @ 1..) = size.checked_sub(1) else { return };
    two(rest, names, expressions, &mut |x, e| visit(Field::Set(x, Box::new(e))));
    names(rest, &mut |x| visit(Field::Pun(x)));
}
