//! The types of case trees.

use crate::core::build::expr;
use crate::core::{ConId, Constructor, Data, DataId, Field, Global, GlobalId, Kind, Scheme, Type};
use crate::source::Span;

use super::super::instances::Instance;
use super::view::View;
use super::{Functions, Looks, Tree, WALK};

impl Functions {
    pub(super) fn view(&mut self, argument: Instance) -> View {
        View::of(&self.program, &mut self.instances, argument)
    }

    /// Returns the tree type for an argument and its definition; if new, declares them and
    /// schedules the definition.
    pub(super) fn tree(&mut self, argument: Instance, looks: Looks) -> Tree {
        if let Some(tree) = self.trees.get(&(argument, looks)) {
            return *tree;
        }
        let data = self.declare("case tree", self.atoms + 1);
        let end = self.end();
        let ty = [self.applied(data, end.clone()), self.instances.ty(argument), end];
        let walk = self.global(WALK, ty);
        let tree = Tree { data, walk };
        self.trees.insert((argument, looks), tree);
        self.undefined.push_back((argument, looks));
        tree
    }

    /// Returns the type variable for the end of trees.
    pub(super) fn end(&self) -> Type {
        Type::Variable(self.atoms)
    }

    /// Returns the type of trees of a declared type that end in `end`.
    pub(super) fn applied(&self, data: DataId, end: Type) -> Type {
        Type::Data(data, (0..self.atoms).map(Type::Variable).chain([end]).collect())
    }

    /// Returns the type of trees over an argument that end in `end`.
    pub(super) fn over(&mut self, argument: Instance, looks: Looks, end: Type) -> Type {
        let view = self.view(argument);
        if let View::Nothing = view {
            return end;
        }
        if let Some((_, fields)) = view.free(&self.program) {
            let fields = fields.to_vec();
            return self.over_all(&fields, looks, end);
        }
        let tree = self.tree(argument, looks);
        self.applied(tree.data, end)
    }

    /// Returns the type of trees over several arguments that end in `end`.
    pub(super) fn over_all(&mut self, arguments: &[Instance], looks: Looks, end: Type) -> Type {
        arguments.iter().rev().fold(end, |end, argument| self.over(*argument, looks, end))
    }

    /// Returns the fields of a table over an argument: one for each constructor, or one for all
    /// results of a function.
    pub(super) fn entries(&mut self, view: &View) -> Vec<Type> {
        let end = self.end();
        match view {
            View::Nothing | View::Equality => Vec::new(),
            View::Constructors(all) => {
                all.iter().map(|(_, fields)| self.over_all(fields, Looks::Always, end.clone())).collect()
            }
            View::Result(arguments, result) => {
                let calls = self.tuples(arguments).unwrap_or(0) as usize;
                vec![self.over_all(&vec![*result; calls], Looks::Always, end)]
            }
        }
    }

    /// Returns, for each way to look at an argument, the types of the tree's fields and its cost.
    pub(super) fn looks(&mut self, argument: Instance, view: &View) -> Vec<(Vec<Type>, u32)> {
        let end = self.end();
        match view {
            View::Nothing => Vec::new(),
            View::Equality if self.has_constants(argument) => {
                let comparisons = self.comparisons(argument).into_iter();
                let ways = comparisons.map(|first| vec![end.clone(), self.applied(first.data, end.clone())]);
                // Each comparison has its cost.
                ways.map(|way| (way, 0)).collect()
            }
            View::Equality => {
                let others = self.applied(self.others, end.clone());
                vec![(vec![self.instances.ty(argument), end.clone(), end, others], 1)]
            }
            View::Constructors(all) => match &all[..] {
                [(con, fields)] => {
                    let cost = self.program.constructors[con.index()].cost;
                    let first = self.telling(fields);
                    let looks = first.into_iter().map(|i| {
                        let rest = self.over_all(&fields[i + 1..], Looks::Maybe, end.clone());
                        let tree = self.tree(fields[i], Looks::Surely);
                        (vec![self.applied(tree.data, rest)], cost)
                    });
                    looks.collect()
                }
                all => {
                    let branches =
                        all.iter().map(|(_, fields)| self.over_all(fields, Looks::Maybe, end.clone()));
                    vec![(branches.collect(), 1)]
                }
            },
            View::Result(arguments, result) => {
                // It can be called again, with other arguments.
                let again = self.over(argument, Looks::Maybe, end);
                let tree = self.tree(*result, Looks::Surely);
                let tree = self.applied(tree.data, again);
                self.open.extend(arguments);
                let arguments = arguments.iter().map(|argument| self.instances.ty(*argument));
                vec![(arguments.chain([tree]).collect(), 1)]
            }
        }
    }

    /// Returns the indices of the fields that distinguish values.
    pub(super) fn telling(&mut self, fields: &[Instance]) -> Vec<usize> {
        let tells = |i: &usize| !matches!(self.view(fields[*i]), View::Nothing);
        (0..fields.len()).filter(tells).collect()
    }

    /// Declares a data type without constructors.
    pub(super) fn declare(&mut self, name: &str, parameters: u32) -> DataId {
        let data = Data { name: name.into(), parameters, constructors: Vec::new(), span: None };
        self.program.datas.push(data);
        DataId(self.program.datas.len() as u32 - 1)
    }

    /// Adds the next constructor of a data type.
    pub(super) fn constructor(&mut self, data: DataId, name: &str, fields: Vec<Field>, cost: u32) -> ConId {
        let con = ConId(self.program.constructors.len() as u32);
        let constructors = &mut self.program.datas[data.index()].constructors;
        let tag = constructors.len() as u32;
        constructors.push(con);
        self.program.constructors.push(Constructor {
            name: name.into(),
            data,
            tag,
            fields,
            cost,
            is_function: false,
        });
        con
    }

    /// Declares a definition without a body, whose type is the arrow between these types.
    pub(super) fn global<const N: usize>(&mut self, name: &str, ty: [Type; N]) -> GlobalId {
        let ty = ty.into_iter().rev().reduce(|result, argument| Type::Arrow((argument, result).into()));
        // Atoms are compared.
        let variables = (0..=self.atoms).map(|i| i < self.atoms).collect();
        self.program.globals.push(Global {
            name: name.into(),
            span: Span::NOWHERE,
            scheme: Scheme { variables, ty: ty.unwrap_or(Type::Integer) },
            body: expr(Kind::Integer(0.into())),
            locals: 0,
        });
        GlobalId(self.program.globals.len() as u32 - 1)
    }
}

/// Returns strict fields of these types.
pub(super) fn strict(types: impl IntoIterator<Item = Type>) -> Vec<Field> {
    types.into_iter().map(|ty| Field { ty, is_lazy: false }).collect()
}
