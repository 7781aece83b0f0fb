//! The definitions that apply case trees to arguments.

use crate::core::build::{apply, branch, call, case, expr, if_then_else, local, primitive};
use crate::core::{Binder, Branch, ConId, Expr, GlobalId, Kind, LocalId, Pattern, Primitive, Type};
use crate::source::Span;

use super::super::instances::Instance;
use super::trees::strict;
use super::view::View;
use super::{FunctionInput, Functions, Looks, WALK};

/// The type of distances between numbers: naturals, as for atoms, under a number that no atom has.
pub(super) const DISTANCE: Type = Type::Variable(u32::MAX);

/// An argument of a case tree.
#[derive(Clone)]
enum Argument {
    Value(Expr),
    /// A lazy argument, evaluated when the tree looks at it.
    Delayed(Expr),
}

impl Argument {
    /// Returns the value, evaluating it if it is lazy.
    fn value(self) -> Expr {
        match self {
            Self::Value(value) | Self::Delayed(value) => value,
        }
    }
}

/// The number of local variables of a definition under construction.
#[derive(Default)]
pub(super) struct Locals(u32);

impl Locals {
    pub(super) fn binder(&mut self, name: &str, ty: Type) -> Binder {
        self.0 += 1;
        Binder { local: LocalId(self.0 - 1), name: name.into(), ty, span: Span::NOWHERE }
    }
}

impl Functions {
    /// Makes the tree type of a function type, and the definition that applies its trees.
    pub(super) fn input(&mut self, function: Instance) -> FunctionInput {
        let (arguments, result) = self.instances.uncurried(function);
        let mut end = self.instances.ty(result);
        let results = self.tuples(&arguments);
        let looks = if results.is_some() { Looks::Always } else { Looks::Maybe };
        if results.is_some_and(|results| results > 1) {
            end = Type::Data(self.entry, [end].into());
        }
        let ty = self.over_all(&arguments, looks, end);
        let tree = self.instances.of(&ty, &[]);
        let mut locals = Locals::default();
        let mut binders = vec![locals.binder("tree", ty.clone())];
        let mut body = local(&binders[0]);
        for argument in arguments {
            let binder = locals.binder("x", self.instances.ty(argument));
            body = self.walked(&mut locals, body, (argument, looks), Argument::Value(local(&binder)));
            binders.push(binder);
        }
        let apply = self.global(WALK, [ty, self.instances.ty(function)]);
        self.finish(apply, &locals, binders, body);
        FunctionInput { apply, tree, results }
    }

    /// Defines the constructors and the walk that were declared for an argument.
    pub(super) fn define(&mut self, argument: Instance, looks: Looks) {
        let tree = self.tree(argument, looks);
        let view = self.view(argument);
        let mut locals = Locals::default();
        let Type::Arrow(arrow) = self.program.globals[tree.walk.index()].scheme.ty.clone() else { return };
        let binders =
            vec![locals.binder("tree", arrow.0.clone()), locals.binder("x", self.instances.ty(argument))];
        let ways = match looks {
            Looks::Always => vec![(self.entries(&view), 0)],
            Looks::Maybe | Looks::Surely => self.looks(argument, &view),
        };
        let mut branches = Vec::new();
        // All constructors of a type must be consecutive.
        if looks == Looks::Maybe {
            let skip = self.constructor(tree.data, "skip", strict([self.end()]), 0);
            branches.push(self.skipped(&mut locals, skip));
        }
        for (i, (fields, cost)) in ways.into_iter().enumerate() {
            let parts: Vec<_> = fields.iter().map(|ty| locals.binder("part", ty.clone())).collect();
            let con = self.constructor(tree.data, "look", strict(fields), cost);
            let body = match looks {
                Looks::Always => self.looked_up(&mut locals, &view, &binders[1], &parts),
                Looks::Maybe | Looks::Surely => {
                    self.look(&mut locals, argument, &view, i, &binders[1], &parts)
                }
            };
            branches.push(branch(con, parts.into_iter().map(Pattern::Bind).collect(), body));
        }
        let body = case(local(&binders[0]), branches);
        self.finish(tree.walk, &locals, binders, body);
    }

    /// Looks at an argument in the given way; `parts` are the fields of the tree.
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
            (View::Equality, [default, comparisons]) => match self.comparisons(argument) {
                Some(first) => call(first.walk, [local(comparisons), local(default), local(x)]),
                None => local(default),
            },
            (View::Equality, [other, then, default, others]) => {
                let rest = [local(others), local(default), local(x), local(other)];
                let rest = call(self.compare, rest);
                if_then_else(primitive(Primitive::Equal, local(x), local(other)), local(then), rest)
            }
            (View::Constructors(all), parts) => match (&all[..], parts) {
                ([(con, fields)], [part]) => {
                    let at = self.telling(fields).get(way).copied().unwrap_or(0);
                    let (pattern, arguments) = self.opened(locals, *con, fields);
                    let mut body = local(part);
                    for (i, (field, argument)) in fields.iter().zip(arguments).enumerate().skip(at) {
                        body = if i == at {
                            call(self.tree(*field, Looks::Surely).walk, [body, argument.value()])
                        } else {
                            self.walked(locals, body, (*field, Looks::Maybe), argument)
                        };
                    }
                    let branches = vec![Branch { pattern, guard: None, body }];
                    case(local(x), branches)
                }
                (all, parts) => {
                    let branches = all.iter().zip(parts).map(|((con, fields), part)| {
                        let (pattern, arguments) = self.opened(locals, *con, fields);
                        let body =
                            fields.iter().zip(arguments).fold(local(part), |body, (field, argument)| {
                                self.walked(locals, body, (*field, Looks::Maybe), argument)
                            });
                        Branch { pattern, guard: None, body }
                    });
                    let branches = branches.collect();
                    case(local(x), branches)
                }
            },
            (View::Result(_, result), [arguments @ .., part]) => {
                let arguments = arguments.iter().map(local).collect();
                let value = apply(local(x), arguments);
                let rest = call(self.tree(*result, Looks::Surely).walk, [local(part), value]);
                call(self.tree(argument, Looks::Maybe).walk, [rest, local(x)])
            }
            // There is nothing to look at.
            _ => local(x),
        }
    }

    /// Looks an argument up in a table; `parts` are the fields of the table.
    fn looked_up(&mut self, locals: &mut Locals, view: &View, x: &Binder, parts: &[Binder]) -> Expr {
        match (view, parts) {
            (View::Result(arguments, result), [part]) => {
                let calls = self.tuples(arguments).unwrap_or(0);
                (0..calls).fold(local(part), |body, number| {
                    let arguments = self.tuple(locals, arguments, number);
                    let value = apply(local(x), arguments);
                    self.walked(locals, body, (*result, Looks::Always), Argument::Value(value))
                })
            }
            (View::Constructors(all), _) => {
                let branches = all.iter().zip(parts).map(|((con, fields), part)| {
                    let (pattern, arguments) = self.opened(locals, *con, fields);
                    let body = fields.iter().zip(arguments).fold(local(part), |body, (field, argument)| {
                        self.walked(locals, body, (*field, Looks::Always), argument)
                    });
                    Branch { pattern, guard: None, body }
                });
                let branches = branches.collect();
                case(local(x), branches)
            }
            // There is nothing to look at.
            _ => local(x),
        }
    }

    /// Declares the comparisons of a number after the first: either the end; or a distance from the
    /// number before, the result for that number, and further comparisons.
    pub(super) fn declare_others(&mut self) {
        self.others = self.declare("others", self.atoms + 1);
        let (end, rest) = (self.end(), self.applied(self.others, self.end()));
        let done = self.constructor(self.others, "done", Vec::new(), 0);
        let next = strict([DISTANCE, end.clone(), rest.clone()]);
        let next = self.constructor(self.others, "next", next, 1);
        self.compare = self.global(WALK, [rest, end.clone(), DISTANCE, DISTANCE, end]);
        let mut locals = Locals::default();
        let names = ["others", "default", "x", "before", "distance", "then", "rest", "beyond"];
        let [others, default, x, before, distance, then, rest, beyond] =
            names.map(|name| locals.binder(name, DISTANCE));
        // The order of `x` and the number before is known even if the numbers are not.
        let is_before = primitive(Primitive::Less, local(&x), local(&before));
        let gap = primitive(Primitive::Subtract, local(&x), local(&before));
        let gap = primitive(Primitive::Subtract, gap, expr(Kind::Integer(1.into())));
        let again = [local(&rest), local(&default), local(&beyond), local(&distance)];
        let body = if_then_else(
            primitive(Primitive::Less, local(&beyond), local(&distance)),
            local(&default),
            if_then_else(
                primitive(Primitive::Equal, local(&beyond), local(&distance)),
                local(&then),
                call(self.compare, again),
            ),
        );
        let body = expr(Kind::Let(beyond, Box::new(gap), Box::new(body)));
        let body = if_then_else(is_before, local(&default), body);
        let fields = [distance, then, rest].map(Pattern::Bind).into();
        let branches = vec![branch(done, Vec::new(), local(&default)), branch(next, fields, body)];
        let body = case(local(&others), branches);
        self.finish(self.compare, &locals, vec![others, default, x, before], body);
    }

    /// Returns the term that walks a tree over an argument and returns the tree's end.
    fn walked(
        &mut self,
        locals: &mut Locals,
        tree: Expr,
        (of, looks): (Instance, Looks),
        argument: Argument,
    ) -> Expr {
        let view = self.view(of);
        if let View::Nothing = view {
            return tree;
        }
        if let Some((con, fields)) = view.free(&self.program) {
            return match argument {
                Argument::Value(pair) => {
                    let (pattern, arguments) = self.opened(locals, con, fields);
                    let body = fields.iter().zip(arguments).fold(tree, |tree, (field, argument)| {
                        self.walked(locals, tree, (*field, looks), argument)
                    });
                    let branches = vec![Branch { pattern, guard: None, body }];
                    case(pair, branches)
                }
                Argument::Delayed(pair) => fields.iter().enumerate().fold(tree, |tree, (i, field)| {
                    let (pattern, arguments) = self.opened(locals, con, fields);
                    let body = arguments.into_iter().nth(i).map_or_else(|| pair.clone(), Argument::value);
                    let branches = vec![Branch { pattern, guard: None, body }];
                    let part = case(pair.clone(), branches);
                    self.walked(locals, tree, (*field, looks), Argument::Delayed(part))
                }),
            };
        }
        match argument {
            Argument::Value(value) => call(self.tree(of, looks).walk, [tree, value]),
            Argument::Delayed(value) => {
                let (walk, later) = self.delayed_walk(of);
                call(walk, [tree, expr(Kind::Construct(later, vec![value]))])
            }
        }
    }

    /// Returns a pattern for a constructor, with its fields as arguments.
    fn opened(&mut self, locals: &mut Locals, con: ConId, fields: &[Instance]) -> (Pattern, Vec<Argument>) {
        let constructor = &self.program.constructors[con.index()];
        let (mut patterns, mut arguments) = (Vec::new(), Vec::new());
        for (declared, field) in constructor.fields.iter().zip(fields) {
            let binder = locals.binder("field", self.instances.ty(*field));
            arguments.push(if declared.is_lazy {
                Argument::Delayed(expr(Kind::Force(binder.local)))
            } else {
                Argument::Value(local(&binder))
            });
            patterns.push(Pattern::Bind(binder));
        }
        (Pattern::Construct(con, patterns), arguments)
    }

    /// Returns the definition that walks trees over a delayed argument, and the constructor in
    /// which that is passed.
    fn delayed_walk(&mut self, argument: Instance) -> (GlobalId, ConId) {
        if let Some(walk) = self.delayed_walks.get(&argument) {
            return (*walk, self.later);
        }
        let [tree, delayed] = self.delayed_arguments(argument);
        let walk = self.global(WALK, [tree, delayed, self.end()]);
        self.delayed_walks.insert(argument, walk);
        self.undefined_delayed.push(argument);
        (walk, self.later)
    }

    /// Returns the types of the tree and of the delayed argument.
    fn delayed_arguments(&mut self, argument: Instance) -> [Type; 2] {
        let end = self.end();
        let tree = self.over(argument, Looks::Maybe, end);
        let later = self.program.constructors[self.later.index()].data;
        [tree, Type::Data(later, [self.instances.ty(argument)].into())]
    }

    /// Defines the walk over a delayed argument: it is evaluated only if the tree looks at it.
    pub(super) fn define_delayed(&mut self, argument: Instance) {
        let (walk, later) = self.delayed_walk(argument);
        let tree = self.tree(argument, Looks::Maybe);
        let [over, delayed] = self.delayed_arguments(argument);
        let mut locals = Locals::default();
        let binders = vec![locals.binder("tree", over), locals.binder("x", delayed)];
        let value = locals.binder("value", self.instances.ty(argument));
        let look = call(tree.walk, [local(&binders[0]), expr(Kind::Force(value.local))]);
        let look = vec![branch(later, vec![Pattern::Bind(value)], look)];
        let look = case(local(&binders[1]), look);
        let skip = self.program.datas[tree.data.index()].constructors.first().copied();
        let mut branches: Vec<_> = skip.map(|skip| self.skipped(&mut locals, skip)).into_iter().collect();
        branches.push(Branch { pattern: Pattern::Wildcard, guard: None, body: look });
        let body = case(local(&binders[0]), branches);
        self.finish(walk, &locals, binders, body);
    }

    /// Returns the branch for a tree that skips its argument.
    fn skipped(&self, locals: &mut Locals, skip: ConId) -> Branch {
        let end = locals.binder("end", self.end());
        branch(skip, vec![Pattern::Bind(end.clone())], local(&end))
    }

    pub(super) fn finish(&mut self, global: GlobalId, locals: &Locals, binders: Vec<Binder>, body: Expr) {
        let global = &mut self.program.globals[global.index()];
        global.locals = locals.0;
        global.body = expr(Kind::Lambda(binders, body.into()));
    }
}
