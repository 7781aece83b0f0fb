//! Whatever is loaded: no panic, messages point into the sources, and a program's core is as the machine expects it.

use std::collections::HashSet;
use std::path::Path;

use everycase::Enumerable;
use everycase::space::{Random, Rng, SeedableRng};
use pun::core::{
    Binder, CoverageParameter, Draw, Expr, Formula, Generator, Kind, LocalId, Pattern, Program, Property,
    Refinement, Type,
};
use pun::diagnostic::{Severity, render};
use pun::load::{LoadResult, load, load_text};
use pun::source::Span;

use crate::programs::{Declaration, Tokens};

/// Looks through a definition: what is in scope, and what has been bound anywhere.
struct Walk<'a> {
    program: &'a Program,
    scope: Vec<LocalId>,
    bound: HashSet<LocalId>,
    delayed: HashSet<LocalId>,
    locals: u32,
}

impl Walk<'_> {
    fn span(&self, span: Span) {
        let text = &self.program.sources.get(span.file).text;
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?}");
    }

    fn ty(&self, ty: &Type) {
        match ty {
            Type::Integer | Type::Character => {}
            Type::Variable(number) => assert!(*number < 10_000),
            Type::Arrow(sides) => [&sides.0, &sides.1].into_iter().for_each(|side| self.ty(side)),
            Type::Data(data, arguments) => {
                assert_eq!(self.program.datas[data.index()].parameters as usize, arguments.len());
                arguments.iter().for_each(|argument| self.ty(argument));
            }
        }
    }

    fn bind(&mut self, binder: &Binder) {
        assert!(self.bound.insert(binder.local), "{} is bound twice", binder.name);
        assert!(binder.local.0 < self.locals);
        self.ty(&binder.ty);
        self.span(binder.span);
        self.scope.push(binder.local);
    }

    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        let outside = self.scope.len();
        inside(self);
        self.scope.truncate(outside);
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.span(expr.span);
        match &expr.kind {
            Kind::Local(local) => {
                assert!(self.scope.contains(local) && !self.delayed.contains(local), "{local:?}");
            }
            Kind::Force(local) => {
                assert!(self.scope.contains(local) && self.delayed.contains(local), "{local:?}");
            }
            Kind::Global(global) => assert!(global.index() < self.program.globals.len()),
            Kind::Integer(_)
            | Kind::Character(_)
            | Kind::Text(_)
            | Kind::Draw(Draw::Integer | Draw::Natural | Draw::Boolean) => {}
            Kind::Construct(constructor, arguments) => {
                let known = &self.program.constructors[constructor.index()];
                assert_eq!(known.fields.len(), arguments.len());
                self.exprs(arguments);
            }
            Kind::Lambda(binders, body) => self.scoped(|walk| {
                assert!(!binders.is_empty() && !matches!(body.kind, Kind::Lambda(..)));
                for binder in binders {
                    walk.bind(binder);
                }
                walk.expr(body);
            }),
            Kind::Apply(function, arguments) => {
                assert!(!arguments.is_empty());
                self.expr(function);
                self.exprs(arguments);
            }
            Kind::Let(binder, value, body) => {
                self.expr(value);
                self.scoped(|walk| {
                    walk.bind(binder);
                    walk.expr(body);
                });
            }
            Kind::Rec(binder, body) => self.scoped(|walk| {
                walk.bind(binder);
                if !matches!(body.kind, Kind::Lambda(..)) {
                    walk.delayed.insert(binder.local);
                }
                walk.expr(body);
            }),
            Kind::Case(scrutinee, branches) => {
                self.expr(scrutinee);
                assert!(!branches.is_empty());
                for branch in branches {
                    self.scoped(|walk| {
                        walk.pattern(&branch.pattern, false);
                        branch.guard.iter().for_each(|guard| walk.expr(guard));
                        walk.expr(&branch.body);
                    });
                }
            }
            Kind::Connective(_, left, right)
            | Kind::Primitive(_, left, right)
            | Kind::Choice(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            Kind::Error(text) => self.expr(text),
            Kind::Draw(Draw::Between(low, high)) => {
                self.expr(low);
                self.expr(high);
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern, is_lazy: bool) {
        match pattern {
            Pattern::Wildcard | Pattern::Integer(_) | Pattern::Character(_) => {}
            Pattern::Bind(binder) => {
                self.bind(binder);
                if is_lazy {
                    self.delayed.insert(binder.local);
                }
            }
            Pattern::Construct(constructor, parts) => {
                let fields = &self.program.constructors[constructor.index()].fields;
                assert_eq!(fields.len(), parts.len());
                for (part, field) in parts.iter().zip(fields) {
                    self.pattern(part, field.is_lazy);
                }
            }
        }
    }

    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Term(expr) => self.expr(expr),
            Formula::Not(inner) => {
                assert!(!matches!(**inner, Formula::Term(_)));
                self.formula(inner);
            }
            Formula::Connective(_, left, right) => {
                assert!(!matches!((&**left, &**right), (Formula::Term(_), Formula::Term(_))));
                self.formula(left);
                self.formula(right);
            }
            Formula::Quantified { binder, body, .. } => self.scoped(|walk| {
                walk.bind(binder);
                walk.formula(body);
            }),
        }
    }

    fn property(&mut self, property: &Property) {
        for parameter in &property.parameters {
            parameter.from.iter().for_each(|from| self.expr(from));
            self.bind(&parameter.binder);
        }
        self.expr(&property.body);
    }

    fn parameter(&mut self, parameter: &CoverageParameter) {
        match parameter {
            CoverageParameter::Value(value) => self.qualified(value),
            CoverageParameter::Function(binder, own) => {
                assert_eq!(binder.ty, own.ty());
                self.scoped(|walk| {
                    own.parameters.iter().for_each(|parameter| walk.parameter(parameter));
                    walk.qualified(&own.result);
                });
                self.bind(binder);
            }
        }
    }

    fn qualified(&mut self, qualified: &Refinement) {
        self.bind(&qualified.binder);
        if let Some(predicate) = &qualified.predicate {
            self.formula(predicate);
        }
    }

    fn generator(&mut self, generator: &Generator) {
        generator.coverage.parameters.iter().for_each(|parameter| self.parameter(parameter));
        self.exprs(generator.decreases.as_deref().unwrap_or_default());
        self.qualified(&generator.coverage.result);
        assert_eq!(generator.coverage.ty(), self.program.globals[generator.global.index()].scheme.ty);
    }
}

fn check_program(program: &Program) {
    let walk =
        |locals| Walk { program, scope: Vec::new(), bound: HashSet::new(), delayed: HashSet::new(), locals };
    for global in &program.globals {
        walk(global.locals).expr(&global.body);
        walk(0).ty(&global.scheme.ty);
    }
    program.properties.iter().for_each(|property| walk(property.locals).property(property));
    program.generators.iter().for_each(|generator| walk(generator.locals).generator(generator));
}

fn check(loaded: &LoadResult) {
    let is_wrong = loaded.diagnostics.iter().any(|one| one.severity == Severity::Error);
    assert_eq!(loaded.program.is_none(), is_wrong);
    for (place, diagnostic) in loaded.diagnostics.iter().enumerate() {
        assert!(!render(&loaded.sources, diagnostic, false).is_empty());
        assert!(!loaded.diagnostics[..place].contains(diagnostic), "twice: {diagnostic:?}");
    }
    loaded.program.iter().for_each(check_program);
}

fn read(directory: &str) -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let paths = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "pun") && path.is_file())
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap_or_default()).collect()
}

#[test]
fn examples_and_tests_are_well_formed() {
    check(&load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/load/main.pun")));
    let mut programs = 0;
    for text in read("../../examples").iter().chain(&read("tests/types")).chain(&read("tests/syntax")) {
        let loaded = load_text("text.pun", text);
        programs += usize::from(loaded.program.is_some());
        check(&loaded);
    }
    assert!(programs > 10, "{programs}");
}

#[test]
fn whatever_is_parsed_is_checked() {
    let space = Declaration::space();
    let mut random = Random::seed_from_u64(1);
    let mut drawn: Vec<Declaration> = Vec::new();
    for size in (7..60).step_by(4) {
        drawn.extend((0..100).map(|_| space.uniform(size, &mut random).unwrap()));
    }
    for declaration in space.up_to(6).unwrap().chain(drawn) {
        let mut tokens = Tokens::new();
        declaration.print(&mut tokens);
        check(&load_text("text.pun", &tokens.join(" ")));
    }
}

#[test]
fn programs_with_a_word_too_many_or_too_few_or_another_one_are_checked() {
    let mut random = Random::seed_from_u64(2);
    let texts: Vec<String> = read("tests/types").into_iter().chain(read("../../examples")).collect();
    let mut sound = 0;
    for text in &texts {
        let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        for _ in 0..60 {
            let mut words = words.clone();
            let (at, other) =
                (random.next_u64() as usize % words.len(), random.next_u64() as usize % words.len());
            match random.next_u64() % 3 {
                0 => {
                    words.remove(at);
                }
                1 => words.insert(at, words[other]),
                _ => words[at] = words[other],
            }
            let loaded = load_text("text.pun", &words.concat());
            sound += usize::from(loaded.program.is_some());
            check(&loaded);
        }
    }
    assert!(sound > 10, "{sound}");
}
