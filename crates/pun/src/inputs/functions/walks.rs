//! The definitions that follow case trees.

use crate::core::{Binder, Branch, ConId, Expr, GlobalId, Kind, LocalId, Pattern, Primitive, Type};

use super::super::instances::Instance;
use super::trees::strict;
use super::view::View;
use super::{FunctionInput, Functions, Looks, NOWHERE};

/// An argument to be looked at.
#[derive(Clone)]
enum Argument {
    Value(Expr),
    /// Not evaluated before it is looked at.
    Delayed(Expr),
}

impl Argument {
    /// Its value, which is wanted now.
    fn value(self) -> Expr {
        match self {
            Self::Value(value) | Self::Delayed(value) => value,
        }
    }
}

/// The local variables of a definition in the making.
#[derive(Default)]
struct Locals(u32);

impl Locals {
    fn binder(&mut self, name: &str, ty: Type) -> Binder {
        self.0 += 1;
        Binder { local: LocalId(self.0 - 1), name: name.into(), ty, span: NOWHERE }
    }
}

impl Functions {
    /// Trees of a type of functions, and the definition that applies them.
    pub(super) fn input(&mut self, function: Instance) -> FunctionInput {
        let (arguments, result) = self.instances.uncurried(function);
        let result = self.instances.ty(result);
        let ty = self.over_all(&arguments, result);
        let tree = self.instances.of(&ty, &[]);
        let mut locals = Locals::default();
        let mut binders = vec![locals.binder("tree", ty.clone())];
        let mut body = local(&binders[0]);
        for argument in arguments {
            let binder = locals.binder("x", self.instances.ty(argument));
            body = self.walked(&mut locals, body, argument, Argument::Value(local(&binder)));
            binders.push(binder);
        }
        let apply = self.global("input function", [ty, self.instances.ty(function)]);
        self.finish(apply, &locals, binders, body);
        FunctionInput { apply, tree }
    }

    /// Fills in what was made for an argument.
    pub(super) fn define(&mut self, argument: Instance, looks: Looks) {
        let tree = self.tree(argument, looks);
        let view = self.view(argument);
        let mut locals = Locals::default();
        let Type::Arrow(arrow) = self.program.globals[tree.walk.index()].scheme.ty.clone() else { return };
        let binders =
            vec![locals.binder("tree", arrow.0.clone()), locals.binder("x", self.instances.ty(argument))];
        let ways = self.looks(argument, &view);
        let mut branches = Vec::new();
        // All constructors of a type are made in a row.
        if looks == Looks::Maybe {
            let skip = self.constructor(tree.data, "skip", strict([self.end()]), 0);
            branches.push(self.skipped(&mut locals, skip));
        }
        for (i, (fields, cost)) in ways.into_iter().enumerate() {
            let parts: Vec<_> = fields.iter().map(|ty| locals.binder("part", ty.clone())).collect();
            let con = self.constructor(tree.data, "look", strict(fields), cost);
            let body = self.look(&mut locals, argument, &view, i, &binders[1], &parts);
            branches.push(branch(con, parts.into_iter().map(Pattern::Bind).collect(), body));
        }
        let body = term(Kind::Case(Box::new(local(&binders[0])), branches));
        self.finish(tree.walk, &locals, binders, body);
    }

    /// Looks at an argument in one of the ways there are: `parts` are the fields of the tree.
    fn look(
        &mut self,
        locals: &mut Locals,
        argument: Instance,
        view: &View,
        way: usize,
        x: &Binder,
        parts: &[Binder],
    ) -> Expr {
        match (view, parts) {
            (View::Equality, [other, then, otherwise]) => {
                let equal = Kind::Primitive(Primitive::Equal, Box::new(local(x)), Box::new(local(other)));
                let walk = self.tree(argument, Looks::Maybe).walk;
                let otherwise = call(walk, [local(otherwise), local(x)]);
                let branches =
                    vec![branch(ConId::TRUE, vec![], local(then)), branch(ConId::FALSE, vec![], otherwise)];
                term(Kind::Case(Box::new(term(equal)), branches))
            }
            (View::Constructors(all), [part]) if let [(con, fields)] = &all[..] => {
                let at = self.telling(fields).get(way).copied().unwrap_or(0);
                let (pattern, arguments) = self.opened(locals, *con, fields);
                let mut body = local(part);
                for (i, (field, argument)) in fields.iter().zip(arguments).enumerate().skip(at) {
                    body = if i == at {
                        call(self.tree(*field, Looks::Surely).walk, [body, argument.value()])
                    } else {
                        self.walked(locals, body, *field, argument)
                    };
                }
                let branches = vec![Branch { pattern, guard: None, body }];
                term(Kind::Case(Box::new(local(x)), branches))
            }
            (View::Constructors(all), _) => {
                let branches = all.iter().zip(parts).map(|((con, fields), part)| {
                    let (pattern, arguments) = self.opened(locals, *con, fields);
                    let body = fields.iter().zip(arguments).fold(local(part), |body, (field, argument)| {
                        self.walked(locals, body, *field, argument)
                    });
                    Branch { pattern, guard: None, body }
                });
                let branches = branches.collect();
                term(Kind::Case(Box::new(local(x)), branches))
            }
            (View::Result(_, result), [arguments @ .., part]) => {
                let arguments = arguments.iter().map(local).collect();
                let value = term(Kind::Apply(Box::new(local(x)), arguments));
                let rest = call(self.tree(*result, Looks::Surely).walk, [local(part), value]);
                call(self.tree(argument, Looks::Maybe).walk, [rest, local(x)])
            }
            // There is nothing to look at.
            _ => local(x),
        }
    }

    /// What a tree over an argument ends in.
    fn walked(&mut self, locals: &mut Locals, tree: Expr, of: Instance, argument: Argument) -> Expr {
        let view = self.view(of);
        if let View::Nothing = view {
            return tree;
        }
        if let Some((con, fields)) = view.free(&self.program) {
            return match argument {
                Argument::Value(pair) => {
                    let (pattern, arguments) = self.opened(locals, con, fields);
                    let body = fields
                        .iter()
                        .zip(arguments)
                        .fold(tree, |tree, (field, argument)| self.walked(locals, tree, *field, argument));
                    let branches = vec![Branch { pattern, guard: None, body }];
                    term(Kind::Case(Box::new(pair), branches))
                }
                Argument::Delayed(pair) => fields.iter().enumerate().fold(tree, |tree, (i, field)| {
                    let (pattern, arguments) = self.opened(locals, con, fields);
                    let body = arguments.into_iter().nth(i).map_or_else(|| pair.clone(), Argument::value);
                    let branches = vec![Branch { pattern, guard: None, body }];
                    let part = term(Kind::Case(Box::new(pair.clone()), branches));
                    self.walked(locals, tree, *field, Argument::Delayed(part))
                }),
            };
        }
        match argument {
            Argument::Value(value) => call(self.tree(of, Looks::Maybe).walk, [tree, value]),
            Argument::Delayed(value) => {
                let (walk, later) = self.delayed_walk(of);
                call(walk, [tree, term(Kind::Construct(later, vec![value]))])
            }
        }
    }

    /// A pattern for a constructor, and its fields as arguments.
    fn opened(&mut self, locals: &mut Locals, con: ConId, fields: &[Instance]) -> (Pattern, Vec<Argument>) {
        let constructor = &self.program.constructors[con.index()];
        let (mut patterns, mut arguments) = (Vec::new(), Vec::new());
        for (declared, field) in constructor.fields.iter().zip(fields) {
            let binder = locals.binder("field", self.instances.ty(*field));
            arguments.push(if declared.is_lazy {
                Argument::Delayed(term(Kind::Force(binder.local)))
            } else {
                Argument::Value(local(&binder))
            });
            patterns.push(Pattern::Bind(binder));
        }
        (Pattern::Construct(con, patterns), arguments)
    }

    /// What follows a tree over an argument that is delayed, in the constructor that is given besides.
    fn delayed_walk(&mut self, argument: Instance) -> (GlobalId, ConId) {
        if let Some(walk) = self.delayed_walks.get(&argument) {
            return (*walk, self.later);
        }
        let [tree, delayed] = self.delayed_arguments(argument);
        let walk = self.global("input function", [tree, delayed, self.end()]);
        self.delayed_walks.insert(argument, walk);
        self.undefined_delayed.push(argument);
        (walk, self.later)
    }

    /// The types of a tree and of its argument when that is delayed.
    fn delayed_arguments(&mut self, argument: Instance) -> [Type; 2] {
        let end = self.end();
        let tree = self.over(argument, end);
        let later = self.program.constructors[self.later.index()].data;
        [tree, Type::Data(later, [self.instances.ty(argument)].into())]
    }

    /// Fills in what follows trees over a delayed argument, once there are such trees: it is evaluated if it is looked at.
    pub(super) fn define_delayed(&mut self, argument: Instance) {
        let (walk, later) = self.delayed_walk(argument);
        let tree = self.tree(argument, Looks::Maybe);
        let [over, delayed] = self.delayed_arguments(argument);
        let mut locals = Locals::default();
        let binders = vec![locals.binder("tree", over), locals.binder("x", delayed)];
        let value = locals.binder("value", self.instances.ty(argument));
        let look = call(tree.walk, [local(&binders[0]), term(Kind::Force(value.local))]);
        let look = vec![branch(later, vec![Pattern::Bind(value)], look)];
        let look = term(Kind::Case(Box::new(local(&binders[1])), look));
        let skip = self.program.datas[tree.data.index()].constructors.first().copied();
        let mut branches: Vec<_> = skip.map(|skip| self.skipped(&mut locals, skip)).into_iter().collect();
        branches.push(Branch { pattern: Pattern::Wildcard, guard: None, body: look });
        let body = term(Kind::Case(Box::new(local(&binders[0])), branches));
        self.finish(walk, &locals, binders, body);
    }

    /// What is to be done with a tree that does not look at its argument.
    fn skipped(&self, locals: &mut Locals, skip: ConId) -> Branch {
        let end = locals.binder("end", self.end());
        branch(skip, vec![Pattern::Bind(end.clone())], local(&end))
    }

    fn finish(&mut self, global: GlobalId, locals: &Locals, binders: Vec<Binder>, body: Expr) {
        let global = &mut self.program.globals[global.index()];
        global.locals = locals.0;
        global.body = term(Kind::Lambda(binders, body.into()));
    }
}

pub(super) fn term(kind: Kind) -> Expr {
    Expr { kind, span: NOWHERE }
}

fn local(binder: &Binder) -> Expr {
    term(Kind::Local(binder.local))
}

fn call<const N: usize>(global: GlobalId, arguments: [Expr; N]) -> Expr {
    term(Kind::Apply(Box::new(term(Kind::Global(global))), arguments.into()))
}

fn branch(con: ConId, fields: Vec<Pattern>, body: Expr) -> Branch {
    Branch { pattern: Pattern::Construct(con, fields), guard: None, body }
}
