//! The type of every expression of a program, and the instance of a definition's type at every
//! mention.
//!
//! The core records the types of definitions and bound variables. The types of expressions are
//! derived from them, for one declaration at a time and on request, so loading a program does not
//! wait for them.

use std::marker::PhantomData;

use rustc_hash::FxHashMap;

use crate::core::{
    Binder, Branch, DataId, Draw, Expr, Formula, Generator, GlobalId, Kind, LocalId, Pattern, Primitive,
    Program, Property, Type,
};
use crate::unify::{Ty, Unifier};

/// The types within one declaration.
///
/// The type variables of the declaration's scheme are rigid. Others stand for any type.
pub struct Typing<'p> {
    /// By the expressions' addresses, which are stable while the program is borrowed.
    expressions: FxHashMap<*const Expr, Type>,
    instances: FxHashMap<*const Expr, Vec<Type>>,
    program: PhantomData<&'p Program>,
}

impl<'p> Typing<'p> {
    /// Infers the types within a definition. Returns `None` if it is ill-typed, as definitions
    /// generated for inputs may be.
    pub fn of_definition(program: &'p Program, global: GlobalId) -> Option<Self> {
        let global = &program.globals[global.index()];
        let mut finding = Finding::new(program, global.scheme.variables.len() as u32);
        let wanted = finding.ty(&global.scheme.ty, false);
        finding.check(&global.body, wanted)?;
        Some(finding.end())
    }

    /// Infers the types within a property: in its body, and in the terms that draw its inputs.
    pub fn of_property(program: &'p Program, property: &'p Property) -> Option<Self> {
        let mut finding = Finding::new(program, 0);
        for parameter in &property.parameters {
            if let Some(from) = &parameter.from {
                let wanted = finding.ty(&parameter.binder.ty, false);
                finding.check(from, wanted)?;
            }
            finding.bind(&parameter.binder, false);
        }
        finding.check_boolean(&property.body)?;
        Some(finding.end())
    }

    /// Infers the types within a coverage type: in its predicates, and in its measures.
    pub fn of_generator(program: &'p Program, generator: &'p Generator) -> Option<Self> {
        let own = program.globals[generator.global.index()].scheme.variables.len() as u32;
        let mut finding = Finding::new(program, own);
        for binder in generator.coverage.binders() {
            finding.bind(binder, false);
        }
        for measure in generator.decreases.iter().flatten() {
            finding.find(measure)?;
        }
        generator.coverage.formulas().into_iter().try_for_each(|formula| finding.formula(formula))?;
        Some(finding.end())
    }

    /// Returns the type of an expression of the declaration.
    pub fn ty(&self, expr: &'p Expr) -> Option<&Type> {
        self.expressions.get(&std::ptr::from_ref(expr))
    }

    /// Returns the types that the variables of a definition's scheme stand for at a mention.
    pub fn instance(&self, mention: &'p Expr) -> Option<&[Type]> {
        self.instances.get(&std::ptr::from_ref(mention)).map(Vec::as_slice)
    }
}

struct Finding<'p> {
    program: &'p Program,
    unifier: Unifier<'p>,
    /// The number of variables of the declaration's scheme.
    own: u32,
    /// The types of local variables, and whether each mention is an instance.
    locals: FxHashMap<LocalId, (&'p Type, bool)>,
    expressions: Vec<(&'p Expr, Ty)>,
    instances: Vec<(&'p Expr, Vec<Ty>)>,
}

impl<'p> Finding<'p> {
    fn new(program: &'p Program, own: u32) -> Self {
        let (unifier, locals) = (Unifier::new(program), FxHashMap::default());
        Self { program, unifier, own, locals, expressions: Vec::new(), instances: Vec::new() }
    }

    fn end(mut self) -> Typing<'p> {
        let unifier = &mut self.unifier;
        let expressions =
            self.expressions.iter().map(|(expr, ty)| (std::ptr::from_ref(*expr), unifier.found(*ty)));
        let expressions = expressions.collect();
        let instances = self.instances.iter().map(|(expr, types)| {
            (std::ptr::from_ref(*expr), types.iter().map(|ty| unifier.found(*ty)).collect())
        });
        Typing { expressions, instances: instances.collect(), program: PhantomData }
    }

    /// Returns a type of the declaration. Variables outside of its scheme are rigid, or fresh if
    /// the type is general.
    fn ty(&mut self, ty: &Type, is_general: bool) -> Ty {
        let count = ty.variables();
        let variables: Vec<Ty> = (0..count)
            .map(|number| {
                if is_general && number >= self.own {
                    self.unifier.fresh()
                } else {
                    self.unifier.rigid(number)
                }
            })
            .collect();
        self.unifier.ty(ty, &variables)
    }

    fn bind(&mut self, binder: &'p Binder, is_general: bool) {
        self.locals.insert(binder.local, (&binder.ty, is_general));
    }

    fn data(&mut self, data: DataId, arguments: &[Type]) -> Ty {
        self.unifier.ty(&Type::Data(data, arguments.into()), &[])
    }

    fn check(&mut self, expr: &'p Expr, wanted: Ty) -> Option<()> {
        let found = self.find(expr)?;
        self.unifier.unify(wanted, found).then_some(())
    }

    fn check_boolean(&mut self, expr: &'p Expr) -> Option<()> {
        let boolean = self.data(DataId::BOOLEAN, &[]);
        self.check(expr, boolean)
    }

    fn check_integer(&mut self, expr: &'p Expr) -> Option<()> {
        let integer = self.unifier.ty(&Type::Integer, &[]);
        self.check(expr, integer)
    }

    /// Returns the type of an expression, unless it is ill-typed.
    fn find(&mut self, expr: &'p Expr) -> Option<Ty> {
        let ty = self.kind(expr)?;
        self.expressions.push((expr, ty));
        Some(ty)
    }

    fn kind(&mut self, expr: &'p Expr) -> Option<Ty> {
        Some(match &expr.kind {
            Kind::Local(local) | Kind::Force(local) => {
                let (ty, is_general) = *self.locals.get(local)?;
                self.ty(ty, is_general)
            }
            Kind::Global(global) => {
                let (ty, variables) = self.unifier.instance(&self.program.globals[global.index()].scheme);
                self.instances.push((expr, variables));
                ty
            }
            Kind::Integer(_) | Kind::Draw(Draw::Integer | Draw::Natural) => {
                self.unifier.ty(&Type::Integer, &[])
            }
            Kind::Character(_) => self.unifier.ty(&Type::Character, &[]),
            Kind::Text(_) => self.data(DataId::LIST, &[Type::Character]),
            Kind::Construct(constructor, fields) => {
                let (types, data) = self.unifier.constructor(*constructor);
                for (field, ty) in fields.iter().zip(types) {
                    self.check(field, ty)?;
                }
                data
            }
            Kind::Lambda(binders, body) => {
                for binder in binders {
                    self.bind(binder, false);
                }
                let mut ty = self.find(body)?;
                for binder in binders.iter().rev() {
                    let from = self.ty(&binder.ty, false);
                    ty = self.unifier.arrow(from, ty);
                }
                ty
            }
            Kind::Apply(callee, arguments) => {
                let mut ty = self.find(callee)?;
                for argument in arguments {
                    let (from, to) = (self.find(argument)?, self.unifier.fresh());
                    let arrow = self.unifier.arrow(from, to);
                    self.unifier.unify(ty, arrow).then_some(())?;
                    ty = to;
                }
                ty
            }
            Kind::Let(binder, value, body) => {
                let wanted = self.ty(&binder.ty, false);
                self.check(value, wanted)?;
                self.bind(binder, true);
                self.find(body)?
            }
            Kind::Rec(binder, body) => {
                self.bind(binder, false);
                let ty = self.ty(&binder.ty, false);
                self.check(body, ty)?;
                ty
            }
            Kind::Case(scrutinee, branches) => self.case(scrutinee, branches)?,
            Kind::Connective(_, a, b) => {
                self.check_boolean(a)?;
                self.check_boolean(b)?;
                self.data(DataId::BOOLEAN, &[])
            }
            Kind::Draw(Draw::Between(a, b))
            | Kind::Primitive(
                Primitive::Add
                | Primitive::Subtract
                | Primitive::Multiply
                | Primitive::Divide
                | Primitive::Modulo,
                a,
                b,
            ) => {
                self.check_integer(a)?;
                self.check_integer(b)?;
                self.unifier.ty(&Type::Integer, &[])
            }
            Kind::Primitive(_, a, b) => {
                let ty = self.find(a)?;
                self.check(b, ty)?;
                self.data(DataId::BOOLEAN, &[])
            }
            Kind::Error(text) => {
                let string = self.data(DataId::LIST, &[Type::Character]);
                self.check(text, string)?;
                self.unifier.fresh()
            }
            Kind::Choice(a, b) => {
                let ty = self.find(a)?;
                self.check(b, ty)?;
                ty
            }
            Kind::Draw(Draw::Boolean) => self.data(DataId::BOOLEAN, &[]),
        })
    }

    fn case(&mut self, scrutinee: &'p Expr, branches: &'p [Branch]) -> Option<Ty> {
        let (matched, result) = (self.find(scrutinee)?, self.unifier.fresh());
        for Branch { pattern, guard, body } in branches {
            self.pattern(pattern, matched)?;
            if let Some(guard) = guard {
                self.check_boolean(guard)?;
            }
            self.check(body, result)?;
        }
        Some(result)
    }

    fn formula(&mut self, formula: &'p Formula) -> Option<()> {
        match formula {
            Formula::Term(term) => self.check_boolean(term),
            Formula::Quantified { binder, body, .. } => {
                self.bind(binder, false);
                self.formula(body)
            }
            Formula::Connective(_, left, right) => {
                self.formula(left)?;
                self.formula(right)
            }
            Formula::Not(inner) => self.formula(inner),
        }
    }

    fn pattern(&mut self, pattern: &'p Pattern, matched: Ty) -> Option<()> {
        let found = match pattern {
            Pattern::Wildcard => return Some(()),
            Pattern::Bind(binder) => {
                // A variable bound by a `let` pattern may be polymorphic.
                self.bind(binder, true);
                self.ty(&binder.ty, false)
            }
            Pattern::Integer(_) => self.unifier.ty(&Type::Integer, &[]),
            Pattern::Character(_) => self.unifier.ty(&Type::Character, &[]),
            Pattern::Construct(constructor, parts) => {
                let (types, data) = self.unifier.constructor(*constructor);
                self.unifier.unify(matched, data).then_some(())?;
                return parts.iter().zip(types).try_for_each(|(part, ty)| self.pattern(part, ty));
            }
        };
        self.unifier.unify(matched, found).then_some(())
    }
}
