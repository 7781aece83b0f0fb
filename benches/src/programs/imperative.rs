//! Imperative (Paper II, section 6, program 5; Paper III, section 6.4): programs with declared variables, and five
//! predicates that the passes of a compiler may demand.

use everycase::lazy::{ListView, all};
use everycase::space::{At, EncodeError, Encoder, Key, Range, Shape, Source};
use everycase::{Enumerable, Lazy};

/// Programs. `New` declares a variable for the program in it.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Enumerable)]
pub enum Program {
    New(Name, Box<Program>),
    Assign(Name, Expr),
    Skip,
    Seq(Box<Program>, Box<Program>),
    If(Expr, Box<Program>, Box<Program>),
    While(Expr, Box<Program>),
}

/// Expressions.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Enumerable)]
pub enum Expr {
    Var(Name),
    Add(Box<Expr>, Box<Expr>),
}

/// Names of variables: any text.
pub type Name = Vec<Letter>;

/// A character of 7 bits. It costs as many as it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Letter(pub u8);

impl Enumerable for Letter {
    fn shape() -> Shape {
        Shape::named(Key::of::<Self>(), || Shape::range(Range::unsigned(7)))
    }

    fn decode(at: At<'_>) -> Self {
        Letter(at.bits() as u8)
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.bits(self.0.into())
    }

    fn source(at: At<'_>, out: &mut Source) {
        out.name(module_path!(), "Letter");
        out.push('(');
        u8::source(at, out);
        out.push(')');
    }
}

/// Values of sizes 0 to 20 together, 0 to 21, and so on.
pub const TO_SIZES_20_TO_24: [u64; 5] = [220_887, 673_840, 2_058_353, 6_301_731, 19_323_331];

/// Returns whether all five predicates hold. Each is a sequential one; together they are a parallel conjunction.
pub fn normal(program: Lazy<Program>) -> bool {
    all!(
        declared_on_top(program),
        without_idle_skip(program),
        without_nested_if(program),
        bound(program),
        used(program),
    )
}

/// [`normal`] with the predicates in their published order.
pub fn normal_in_order(program: Lazy<Program>) -> bool {
    all!(
        bound(program),
        used(program),
        declared_on_top(program),
        without_idle_skip(program),
        without_nested_if(program),
    )
}

/// The variables in scope, the innermost first.
struct Scope<'a> {
    name: Lazy<Name>,
    outer: Option<&'a Scope<'a>>,
}

impl Scope<'_> {
    fn binds(&self, name: Lazy<Name>) -> bool {
        let mut rest = Some(self);
        while let Some(scope) = rest {
            if same(scope.name, name) {
                return true;
            }
            rest = scope.outer;
        }
        false
    }
}

fn same(mut a: Lazy<Name>, mut b: Lazy<Name>) -> bool {
    loop {
        match (a.force(), b.force()) {
            (ListView::Nil, ListView::Nil) => return true,
            (ListView::Cons(x, a_rest), ListView::Cons(y, b_rest)) => {
                if x.cast::<u8>().ne(y.cast::<u8>()) {
                    return false;
                }
                (a, b) = (a_rest, b_rest);
            }
            _ => return false,
        }
    }
}

/// Predicate 1: every variable that is read or written is declared around it.
pub fn bound(program: Lazy<Program>) -> bool {
    bound_in(program, None)
}

fn bound_in(program: Lazy<Program>, scope: Option<&Scope<'_>>) -> bool {
    match program.force() {
        ProgramView::New(name, program) => bound_in(program, Some(&Scope { name, outer: scope })),
        ProgramView::Assign(name, expr) => scope.is_some_and(|scope| scope.binds(name) && reads(expr, scope)),
        ProgramView::Skip => true,
        ProgramView::Seq(first, second) => bound_in(first, scope) && bound_in(second, scope),
        ProgramView::If(expr, yes, no) => {
            scope.is_some_and(|scope| reads(expr, scope)) && bound_in(yes, scope) && bound_in(no, scope)
        }
        ProgramView::While(expr, body) => {
            scope.is_some_and(|scope| reads(expr, scope)) && bound_in(body, scope)
        }
    }
}

fn reads(expr: Lazy<Expr>, scope: &Scope<'_>) -> bool {
    match expr.force() {
        ExprView::Var(name) => scope.binds(name),
        ExprView::Add(a, b) => reads(a, scope) && reads(b, scope),
    }
}

/// Predicate 2: every variable that is declared is read or written.
pub fn used(program: Lazy<Program>) -> bool {
    match program.force() {
        ProgramView::New(name, body) => uses(body, name) && used(body),
        ProgramView::Assign(..) | ProgramView::Skip => true,
        ProgramView::Seq(first, second) => used(first) && used(second),
        ProgramView::If(_, yes, no) => used(yes) && used(no),
        ProgramView::While(_, body) => used(body),
    }
}

fn uses(program: Lazy<Program>, name: Lazy<Name>) -> bool {
    match program.force() {
        ProgramView::New(other, body) => !same(other, name) && uses(body, name),
        ProgramView::Assign(other, expr) => same(other, name) || mentions(expr, name),
        ProgramView::Skip => false,
        ProgramView::Seq(first, second) => uses(first, name) || uses(second, name),
        ProgramView::If(expr, yes, no) => mentions(expr, name) || uses(yes, name) || uses(no, name),
        ProgramView::While(expr, body) => mentions(expr, name) || uses(body, name),
    }
}

fn mentions(expr: Lazy<Expr>, name: Lazy<Name>) -> bool {
    match expr.force() {
        ExprView::Var(other) => same(other, name),
        ExprView::Add(a, b) => mentions(a, name) || mentions(b, name),
    }
}

/// Predicate 3: nothing is declared but at the top.
pub fn declared_on_top(program: Lazy<Program>) -> bool {
    match program.force() {
        ProgramView::New(_, body) => declared_on_top(body),
        _ => without_new(program),
    }
}

fn without_new(program: Lazy<Program>) -> bool {
    match program.force() {
        ProgramView::New(..) => false,
        ProgramView::Assign(..) | ProgramView::Skip => true,
        ProgramView::Seq(first, second) => without_new(first) && without_new(second),
        ProgramView::If(_, yes, no) => without_new(yes) && without_new(no),
        ProgramView::While(_, body) => without_new(body),
    }
}

/// Predicate 4: no `Skip` stands in a sequence.
pub fn without_idle_skip(program: Lazy<Program>) -> bool {
    let part =
        |program: Lazy<Program>| !matches!(program.force(), ProgramView::Skip) && without_idle_skip(program);
    match program.force() {
        ProgramView::New(_, body) | ProgramView::While(_, body) => without_idle_skip(body),
        ProgramView::Assign(..) | ProgramView::Skip => true,
        ProgramView::Seq(first, second) => part(first) && part(second),
        ProgramView::If(_, yes, no) => without_idle_skip(yes) && without_idle_skip(no),
    }
}

/// Predicate 5: no `If` stands in another.
pub fn without_nested_if(program: Lazy<Program>) -> bool {
    ifs_in(program, false)
}

fn ifs_in(program: Lazy<Program>, inside: bool) -> bool {
    match program.force() {
        ProgramView::New(_, body) | ProgramView::While(_, body) => ifs_in(body, inside),
        ProgramView::Assign(..) | ProgramView::Skip => true,
        ProgramView::Seq(first, second) => ifs_in(first, inside) && ifs_in(second, inside),
        ProgramView::If(_, yes, no) => !inside && ifs_in(yes, true) && ifs_in(no, true),
    }
}
