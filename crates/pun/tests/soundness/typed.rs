//! The types of the core's expressions: every rule of typing holds of them as they stand, on random programs and on the examples.

use std::collections::HashMap;
use std::path::Path;

use pun::core::{
    Branch, ConId, DataId, Draw, Expr, Formula, Generator, GlobalId, Kind, LocalId, Pattern, Primitive,
    Program, Type,
};
use pun::load::{load, load_text};
use pun::typing::Typing;

use crate::dice::Dice;
use crate::programs::program;
use crate::run::Place;

fn boolean() -> Type {
    Type::Data(DataId::BOOLEAN, [].into())
}

/// A type with what its variables stand for.
fn substituted(ty: &Type, variables: &[Type]) -> Type {
    match ty {
        Type::Variable(number) => variables[*number as usize].clone(),
        Type::Data(data, inner) => {
            Type::Data(*data, inner.iter().map(|ty| substituted(ty, variables)).collect())
        }
        Type::Arrow(sides) => {
            Type::Arrow((substituted(&sides.0, variables), substituted(&sides.1, variables)).into())
        }
        Type::Integer | Type::Character => ty.clone(),
    }
}

/// Is a type an instance of another one, whose first `own` variables stand for themselves?
fn is_instance(general: &Type, ty: &Type, own: u32, known: &mut HashMap<u32, Type>) -> bool {
    match (general, ty) {
        (Type::Variable(number), _) if *number >= own => known.entry(*number).or_insert(ty.clone()) == ty,
        (Type::Arrow(one), Type::Arrow(other)) => {
            is_instance(&one.0, &other.0, own, known) && is_instance(&one.1, &other.1, own, known)
        }
        (Type::Data(one, inner), Type::Data(other, others)) => {
            one == other
                && inner.iter().zip(&**others).all(|(one, other)| is_instance(one, other, own, known))
        }
        _ => general == ty,
    }
}

struct Rules<'p> {
    program: &'p Program,
    typing: Typing<'p>,
    /// How many variables the declaration's type has.
    own: u32,
    locals: HashMap<LocalId, &'p Type>,
    mentions: usize,
}

impl<'p> Rules<'p> {
    fn ty(&self, expr: &'p Expr) -> &Type {
        self.typing.ty(expr).expect("every expression has a type")
    }

    fn has(&mut self, expr: &'p Expr, ty: &Type) {
        assert_eq!(self.ty(expr), ty, "{:?}", expr.kind);
        self.holds(expr);
    }

    fn fields(&self, constructor: ConId, ty: &Type) -> Vec<Type> {
        let Type::Data(_, arguments) = ty else { panic!("{ty:?}") };
        let fields = &self.program.constructors[constructor.index()].fields;
        fields.iter().map(|field| substituted(&field.ty, arguments)).collect()
    }

    /// Checks the rule for an expression, and those for its parts.
    fn holds(&mut self, expr: &'p Expr) {
        let ty = self.ty(expr).clone();
        match &expr.kind {
            Kind::Local(local) | Kind::Force(local) => {
                assert!(is_instance(self.locals[local], &ty, self.own, &mut HashMap::new()));
            }
            Kind::Global(global) => {
                let scheme = &self.program.globals[global.index()].scheme;
                let instance = self.typing.instance(expr).expect("a mention has an instance");
                assert_eq!(instance.len(), scheme.variables.len());
                assert_eq!(substituted(&scheme.ty, instance), ty);
                self.mentions += 1;
            }
            Kind::Integer(_) | Kind::Draw(Draw::Integer | Draw::Natural) => assert_eq!(ty, Type::Integer),
            Kind::Character(_) => assert_eq!(ty, Type::Character),
            Kind::Text(_) => assert_eq!(ty, Type::Data(DataId::LIST, [Type::Character].into())),
            Kind::Draw(Draw::Boolean) => assert_eq!(ty, boolean()),
            Kind::Draw(Draw::Between(low, high)) => {
                assert_eq!(ty, Type::Integer);
                self.has(low, &Type::Integer);
                self.has(high, &Type::Integer);
            }
            Kind::Construct(constructor, fields) => {
                for (field, ty) in fields.iter().zip(self.fields(*constructor, &ty)) {
                    self.has(field, &ty);
                }
            }
            Kind::Lambda(binders, body) => {
                self.locals.extend(binders.iter().map(|binder| (binder.local, &binder.ty)));
                let result = self.ty(body).clone();
                let arrow = |to, from: &Type| Type::Arrow((from.clone(), to).into());
                assert_eq!(binders.iter().rev().map(|binder| &binder.ty).fold(result, arrow), ty);
                self.holds(body);
            }
            Kind::Apply(callee, arguments) => {
                let mut function = self.ty(callee).clone();
                self.holds(callee);
                for argument in arguments {
                    let Type::Arrow(sides) = function else { panic!("{function:?}") };
                    self.has(argument, &sides.0);
                    function = sides.1.clone();
                }
                assert_eq!(function, ty);
            }
            Kind::Let(binder, value, body) => {
                self.has(value, &binder.ty);
                self.locals.insert(binder.local, &binder.ty);
                self.has(body, &ty);
            }
            Kind::Rec(binder, body) => {
                self.locals.insert(binder.local, &binder.ty);
                assert_eq!(binder.ty, ty);
                self.has(body, &ty);
            }
            Kind::Case(scrutinee, branches) => {
                let matched = self.ty(scrutinee).clone();
                self.holds(scrutinee);
                for Branch { pattern, guard, body } in branches {
                    self.pattern(pattern, &matched);
                    if let Some(guard) = guard {
                        self.has(guard, &boolean());
                    }
                    self.has(body, &ty);
                }
            }
            Kind::Connective(_, a, b) => {
                assert_eq!(ty, boolean());
                self.has(a, &ty);
                self.has(b, &ty);
            }
            Kind::Primitive(with, a, b) => {
                let is_comparison = ty == boolean();
                let operand = if is_comparison { self.ty(a).clone() } else { Type::Integer };
                let compares = !matches!(
                    with,
                    Primitive::Add
                        | Primitive::Subtract
                        | Primitive::Multiply
                        | Primitive::Divide
                        | Primitive::Modulo
                );
                assert_eq!(compares, is_comparison);
                self.has(a, &operand);
                self.has(b, &operand);
            }
            Kind::Error(text) => self.has(text, &Type::Data(DataId::LIST, [Type::Character].into())),
            Kind::Choice(a, b) => {
                self.has(a, &ty);
                self.has(b, &ty);
            }
        }
    }

    fn formula(&mut self, formula: &'p Formula) {
        match formula {
            Formula::Term(term) => self.has(term, &boolean()),
            Formula::Quantified { binder, body, .. } => {
                self.locals.insert(binder.local, &binder.ty);
                self.formula(body);
            }
            Formula::Connective(_, left, right) => {
                self.formula(left);
                self.formula(right);
            }
            Formula::Not(inner) => self.formula(inner),
        }
    }

    fn generator(&mut self, generator: &'p Generator) {
        let scheme = &self.program.globals[generator.global.index()].scheme;
        assert_eq!(generator.coverage.ty(), scheme.ty);
        for binder in generator.coverage.binders() {
            self.locals.insert(binder.local, &binder.ty);
        }
        for measure in generator.decreases.iter().flatten() {
            assert!(matches!(self.ty(measure), Type::Integer | Type::Data(..)));
            self.holds(measure);
        }
        generator.coverage.formulas().into_iter().for_each(|formula| self.formula(formula));
    }

    fn pattern(&mut self, pattern: &'p Pattern, ty: &Type) {
        match pattern {
            Pattern::Wildcard => {}
            Pattern::Bind(binder) => {
                assert_eq!(binder.ty, *ty);
                self.locals.insert(binder.local, &binder.ty);
            }
            Pattern::Integer(_) => assert_eq!(*ty, Type::Integer),
            Pattern::Character(_) => assert_eq!(*ty, Type::Character),
            Pattern::Construct(constructor, parts) => {
                for (part, ty) in parts.iter().zip(self.fields(*constructor, ty)) {
                    self.pattern(part, &ty);
                }
            }
        }
    }
}

/// Checks all declarations from one file on; how many mentions of definitions they have.
pub(crate) fn check(program: &Program, first: u32) -> usize {
    let mut mentions = 0;
    for (global, number) in program.globals.iter().zip(0..) {
        if global.span.file.0 < first {
            continue;
        }
        let typing =
            Typing::of_definition(program, GlobalId(number)).unwrap_or_else(|| panic!("{}", global.name));
        let own = global.scheme.variables.len() as u32;
        let mut rules = Rules { program, typing, own, locals: HashMap::new(), mentions: 0 };
        rules.has(&global.body, &global.scheme.ty);
        mentions += rules.mentions;
    }
    for property in &program.properties {
        let typing = Typing::of_property(program, property).unwrap_or_else(|| panic!("{}", property.name));
        let mut rules = Rules { program, typing, own: 0, locals: HashMap::new(), mentions: 0 };
        for parameter in &property.parameters {
            if let Some(from) = &parameter.from {
                rules.has(from, &parameter.binder.ty);
            }
            rules.locals.insert(parameter.binder.local, &parameter.binder.ty);
        }
        rules.has(&property.body, &boolean());
        mentions += rules.mentions;
    }
    for generator in &program.generators {
        let global = &program.globals[generator.global.index()];
        let typing = Typing::of_generator(program, generator).unwrap_or_else(|| panic!("{}", global.name));
        let own = global.scheme.variables.len() as u32;
        let mut rules = Rules { program, typing, own, locals: HashMap::new(), mentions: 0 };
        rules.generator(generator);
        mentions += rules.mentions;
    }
    mentions
}

#[test]
fn the_types_of_expressions_obey_every_rule_of_typing() {
    let place = Place::new("typed");
    let mut mentions = 0;
    for seed in 0..300 {
        let (text, library) = program(&mut Dice::new(seed), 3).texts();
        let name = library.map_or("random.pun".to_owned(), |library| place.beside("library", &library));
        let loaded = load_text(&name, &text);
        mentions += check(&loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics)), 1);
    }
    assert!(mentions > 1_000, "{mentions}");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for name in
        ["bst", "functions", "generators", "queue-laws", "red-black", "reg-exp", "sorting", "stlc", "streams"]
    {
        let program = load(&examples.join(name).with_extension("pun")).program.expect("it is right");
        assert!(check(&program, 0) > 20, "{name}");
    }
    let generators = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/types/generators.pun");
    assert!(check(&load(&generators).program.expect("it is right"), 1) > 10);
    let text = "pair = let (f, g) = (\\x -> x, \\x y -> x) in (f 1, f true, g 'a' (f [])) .
        twice = let f = \\x -> [x] in let n = length (f (f [])) in (f n, f f) .
        none = length [] . ones = rec s . 1 :: take 2 s .";
    let program = load_text("let.pun", text).program.expect("it is right");
    assert!(check(&program, 1) > 2);
}

#[test]
fn what_is_not_well_typed_has_no_types() {
    let text = "number = 1 + 2 . text = \"a\" . same x = x . wrong = same number + 1 .";
    let mut program = load_text("wrong.pun", text).program.expect("it is right");
    let place =
        |name: &str| program.globals.iter().rposition(|global| &*global.name == name).expect("it is there");
    let (number, text, wrong) = (place("number"), place("text"), place("wrong"));
    let of =
        |program: &Program, place: usize| Typing::of_definition(program, GlobalId(place as u32)).is_some();
    assert!(of(&program, number) && of(&program, wrong));
    program.globals[number].body = program.globals[text].body.clone();
    assert!(!of(&program, number));
    program.globals[number].scheme = program.globals[text].scheme.clone();
    assert!(of(&program, number) && !of(&program, wrong));
}
