//! Functions as inputs: each is a table or a case tree, which is data, and a definition of the program that follows it.
//!
//! A function whose arguments have few values together is a table: one result for each, so that each function is there once.
//! `boolean -> boolean` is a table of two booleans. A table costs what its results cost, where the constructors that every
//! result begins with count once: its smallest function is as small as the smallest result, however many results there are.
//!
//! Elsewhere a function is a case tree. A tree over an argument and what comes after it skips the argument, or looks at it and
//! goes on with what it has found and then with the rest; at the end is the result. `case trees of a ending in v` is a data type
//! with the parameter `v`, so that the trees of several arguments are those of the first ending in those of the others, and
//! finitely many declarations do for arguments that nest as deep as they like. Only this module and its parts know that there
//! are functions among the inputs: to the kernel, to the machine and to the interpreter a tree is data, and following it a call.
//!
//! A constant has one tree only, however many arguments it ignores: skipping costs nothing and what is skipped is gone. Of a
//! constructor that stands alone some field has to be looked at, and of a function its result. A number is compared with
//! numbers in ascending order, each given by its distance from the one before, so no comparison is decided by another one. (The
//! last comparisons of a tree over characters may be with code points beyond the last character, which no argument has.)
//! Trees may still agree on all arguments, as a distinction whose branches are alike and its branch do.
//!
//! The kernel's [case trees](everycase_kernel::function) cannot serve here. They are over the positions of an argument's shape, and Rust
//! code follows them once the whole argument has been encoded. Here an argument may be a function, which is called, or have lazy
//! fields and undecided positions, which must stay as they are until the tree looks at them. So a tree is data of the program, with a
//! definition that follows it, and the machine and the reference interpreter run both like any other code.

mod finite;
mod print;
mod read;
mod trees;
mod view;
mod walks;

use std::collections::{HashMap, HashSet, VecDeque};

use crate::core::{ConId, DataId, Field, GlobalId, Program, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::instances::{Form, Instance, Instances};

/// The most types that are made for the functions of one set of inputs.
const LIMIT: u64 = 10_000;

/// The most nodes of a type among them: what is made for pairs is nested as deeply as the pairs have parts.
const LARGEST: u64 = 1_000;

/// What stands at a position of a function: its only field is the table or the case tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionInput {
    /// The definition that takes the tree and all arguments of the function, and gives the result.
    pub apply: GlobalId,
    /// The type of the tree.
    pub(super) tree: Instance,
    /// How many results it has if it is a table.
    pub(super) results: Option<u64>,
}

/// Must a tree look at the argument that it begins with?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Looks {
    Maybe,
    Surely,
    /// It is a table, which looks at everything.
    Always,
}

/// What is made for an argument.
#[derive(Clone, Copy, Debug)]
struct Tree {
    data: DataId,
    /// Takes a tree and the argument; gives what the tree ends in.
    walk: GlobalId,
}

/// A program that is extended by what functions need.
pub(super) struct Functions {
    pub(super) program: Program,
    pub(super) instances: Instances,
    /// What has been made for the types of functions.
    pub(super) inputs: HashMap<Instance, FunctionInput>,
    /// How many type variables stand for atoms: all types made here have them as parameters, before the one for what
    /// trees end in.
    atoms: u32,
    trees: HashMap<(Instance, Looks), Tree>,
    undefined: VecDeque<(Instance, Looks)>,
    /// For arguments whose value is delayed.
    delayed_walks: HashMap<Instance, GlobalId>,
    undefined_delayed: Vec<Instance>,
    /// Holds the value of such an argument in its only field, which is lazy.
    later: ConId,
    /// What a number is compared with after the first comparison; and the definition that compares it.
    others: DataId,
    compare: GlobalId,
    /// The results of tables: the values of the only argument, without what all of them cost.
    pub(super) entry: DataId,
    /// How many values types have, if these are few.
    counted: HashMap<Instance, Option<u64>>,
    /// How many types are being counted, each for the one before.
    nested: u32,
    /// Types whose parts may be functions.
    open: Vec<Instance>,
    seen: HashSet<Instance>,
}

/// Returns the program with what the functions among the parts of some types need, if there are any.
pub(super) fn extended(program: &Program, types: &[Type]) -> Result<Option<Functions>, Diagnostic> {
    let holds_functions = holds_functions(program);
    if !types.iter().any(|ty| may_hold(ty, &holds_functions)) {
        return Ok(None);
    }
    let mut functions = Functions {
        program: program.clone(),
        instances: Instances::default(),
        inputs: HashMap::new(),
        atoms: types.iter().map(atoms).max().unwrap_or(0),
        trees: HashMap::new(),
        undefined: VecDeque::new(),
        delayed_walks: HashMap::new(),
        undefined_delayed: Vec::new(),
        later: ConId(0),
        others: DataId(0),
        compare: GlobalId(0),
        entry: DataId(0),
        counted: HashMap::new(),
        nested: 0,
        open: Vec::new(),
        seen: HashSet::new(),
    };
    functions.entry = functions.declare("entry", 1);
    functions.declare_others();
    let later = functions.declare("later", 1);
    let value = Field { ty: Type::Variable(0), is_lazy: true };
    functions.later = functions.constructor(later, "later", vec![value], 0);
    for ty in types {
        let instance = functions.instances.of(ty, &[]);
        functions.open.push(instance);
    }
    functions.close(&holds_functions)?;
    Ok(Some(functions))
}

impl Functions {
    /// Makes all that is needed.
    fn close(&mut self, holds_functions: &[bool]) -> Result<(), Diagnostic> {
        loop {
            if let Some(instance) = self.open.pop() {
                if self.seen.insert(instance) {
                    self.visit(instance, holds_functions);
                }
            } else if let Some((argument, looks)) = self.undefined.pop_front() {
                self.define(argument, looks);
            } else if let Some(argument) = self.undefined_delayed.pop() {
                self.define_delayed(argument);
            } else {
                return Ok(());
            }
            let last = self.open.last().or(self.undefined.back().map(|(argument, _)| argument));
            let most = self.seen.len().max(self.trees.len()) as u64;
            if (most > LIMIT || self.instances.largest() > LARGEST)
                && let Some(last) = last
            {
                return Err(self.too_many(*last));
            }
        }
    }

    /// Parts of a type that may be functions; where it is one, its trees.
    fn visit(&mut self, instance: Instance, holds_functions: &[bool]) {
        match self.instances.form(instance).clone() {
            Form::Integer | Form::Character | Form::Atom(_) => {}
            Form::Data(data, arguments) => {
                // Otherwise all functions in it are parts of the arguments.
                if holds_functions.get(data.index()) == Some(&true) {
                    for con in self.program.datas[data.index()].constructors.clone() {
                        let constructor = &self.program.constructors[con.index()];
                        self.open.extend(self.instances.fields(constructor, &arguments));
                    }
                }
                self.open.extend(&arguments);
            }
            Form::Arrow(..) => {
                let (_, result) = self.instances.uncurried(instance);
                self.open.push(result);
                let input = self.input(instance);
                self.inputs.insert(instance, input);
            }
        }
    }

    fn too_many(&self, last: Instance) -> Diagnostic {
        let mut place = last;
        let data = loop {
            match self.instances.form(place) {
                Form::Data(data, _) => break Some(&self.program.datas[data.index()]),
                Form::Arrow(argument, _) => place = *argument,
                _ => break None,
            }
        };
        let reason = if self.instances.largest() > LARGEST {
            format!("types with more than {LARGEST} parts")
        } else {
            format!("more than {LIMIT} different types")
        };
        let (name, span) = data.map_or(("?", None), |data| (&*data.name, data.span));
        Diagnostic::error(
            span.unwrap_or(Span::NOWHERE),
            format!("functions over `{name}` cannot be inputs: its parts are of {reason}"),
        )
        .help("a type whose fields are of the type itself at the same arguments has no more than a few")
    }
}

/// Returns how many numbers of variables a type takes.
pub(super) fn atoms(ty: &Type) -> u32 {
    match ty {
        Type::Integer | Type::Character => 0,
        Type::Variable(i) => i + 1,
        Type::Arrow(arrow) => atoms(&arrow.0).max(atoms(&arrow.1)),
        Type::Data(_, types) => types.iter().map(atoms).max().unwrap_or(0),
    }
}

/// Returns which data types have functions in fields, or in fields of fields, whatever their arguments are.
pub(crate) fn holds_functions(program: &Program) -> Vec<bool> {
    let mut holds = vec![false; program.datas.len()];
    loop {
        let before = holds.clone();
        for constructor in &program.constructors {
            holds[constructor.data.index()] |=
                constructor.fields.iter().any(|field| may_hold(&field.ty, &before));
        }
        if holds == before {
            return holds;
        }
    }
}

fn may_hold(ty: &Type, holds: &[bool]) -> bool {
    match ty {
        Type::Integer | Type::Character | Type::Variable(_) => false,
        Type::Arrow(_) => true,
        Type::Data(data, types) => holds[data.index()] || types.iter().any(|ty| may_hold(ty, holds)),
    }
}
