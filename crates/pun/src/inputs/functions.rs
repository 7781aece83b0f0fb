//! Functions as inputs: each is a table or a case tree, which is data, with a definition of the
//! program that applies it.
//!
//! A function whose arguments have few values is a table with one result for each tuple of
//! arguments, so each function occurs once. `boolean -> boolean` is a table of two booleans. A
//! table costs what its results cost, but the constructors that every result begins with are paid
//! once. So the smallest table is as small as the smallest result, whatever their number.
//!
//! Other functions are case trees. A tree over an argument either skips the argument, or looks at
//! it, then at what it found, then at the remaining arguments; it ends in the result.
//! `case trees of a ending in v` is a data type with the parameter `v`: trees over several
//! arguments are trees over the first that end in trees over the others, so finitely many
//! declarations serve arguments nested to any depth. Only this module knows of functions among the
//! inputs: to the kernel, the machine and the interpreter a tree is data, and applying it is a
//! call.
//!
//! A constant function has a single tree, however many arguments it ignores: skipping costs nothing
//! and removes the argument. A tree that looks at a constructor without alternatives must look at
//! one of its fields, and one that looks at a function must look at its result. A number is
//! compared with numbers in ascending order, each given by its distance from the one before, so no
//! comparison is decided by an earlier one, or with [constants](super::Constants), if there are
//! some. (The last comparisons of a tree over characters may be with code points beyond the last
//! character; no argument has them.) Different trees may still be equal as functions: a distinction
//! with equal branches and the branch alone.
//!
//! The kernel's [case trees](everycase_kernel::function) cannot serve here. They are over the
//! positions of an argument's shape, and Rust code follows them once the whole argument has been
//! encoded. Here an argument may be a function, which is called, or have lazy fields and undecided
//! positions, which must stay as they are until the tree looks at them. So a tree is data of the
//! program, with a definition that follows it, and the machine and the reference interpreter run
//! both like any other code.

mod comparisons;
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

use super::constants::Constants;
use super::instances::{Form, Instance, Instances};

/// The name of the definitions that apply functions among the inputs. No name in a program has a
/// space.
const WALK: &str = "input function";

/// The maximal number of types made for the functions of one set of inputs.
const LIMIT: u64 = 10_000;

/// The maximal number of nodes of such a type. Types made for pairs nest as deeply as the pairs
/// have parts.
const LARGEST: u64 = 1_000;

/// The function at a position, whose only field is its table or case tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionInput {
    /// The definition that takes the tree and all arguments of the function, and returns the
    /// result.
    pub apply: GlobalId,
    /// The type of the tree.
    pub(super) tree: Instance,
    /// The number of results, if the tree is a table.
    pub(super) results: Option<u64>,
}

/// Whether a tree must look at its first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Looks {
    Maybe,
    Surely,
    /// It is a table, which looks at everything.
    Always,
}

/// The type of the trees over an argument, and the definition that applies them.
#[derive(Clone, Copy, Debug)]
struct Tree {
    data: DataId,
    /// Takes a tree and the argument; returns what the tree ends in.
    walk: GlobalId,
}

/// A program extended by the types and definitions that functions need.
pub(super) struct Functions {
    pub(super) program: Program,
    pub(super) instances: Instances,
    /// What was made for each type of functions.
    pub(super) inputs: HashMap<Instance, FunctionInput>,
    /// The number of type variables that stand for atoms. All types made here have them as
    /// parameters, followed by the parameter for the end of a tree.
    atoms: u32,
    trees: HashMap<(Instance, Looks), Tree>,
    undefined: VecDeque<(Instance, Looks)>,
    /// The definitions that apply trees to delayed arguments.
    delayed_walks: HashMap<Instance, GlobalId>,
    undefined_delayed: Vec<Instance>,
    /// The constructor that holds a delayed argument in its only, lazy, field.
    later: ConId,
    /// The type of the comparisons of a number after the first, and the definition that evaluates
    /// them.
    others: DataId,
    compare: GlobalId,
    /// The integers and characters in trees, and the comparisons of values with these.
    constants: Constants,
    compared: HashMap<Instance, Tree>,
    /// The type of the results of tables: values of its argument, without the cost that all of them
    /// share.
    pub(super) entry: DataId,
    /// The number of values of each type, if it is small.
    counted: HashMap<Instance, Option<u64>>,
    /// The depth of the current chain of types that are counted for each other.
    nested: u32,
    /// Types still to be visited, whose parts may be functions.
    open: Vec<Instance>,
    seen: HashSet<Instance>,
}

/// Returns the program extended by what the functions in these types need, or `None` if there are
/// no functions.
pub(super) fn extended(
    program: &Program,
    types: &[Type],
    constants: &Constants,
) -> Result<Option<Functions>, Diagnostic> {
    let holds_functions = program.holding_functions();
    if !types.iter().any(|ty| may_hold(ty, &holds_functions)) {
        return Ok(None);
    }
    let mut functions = Functions {
        program: program.clone(),
        instances: Instances::default(),
        inputs: HashMap::new(),
        atoms: types.iter().map(Type::variables).max().unwrap_or(0),
        trees: HashMap::new(),
        undefined: VecDeque::new(),
        delayed_walks: HashMap::new(),
        undefined_delayed: Vec::new(),
        later: ConId(0),
        others: DataId(0),
        compare: GlobalId(0),
        constants: constants.clone(),
        compared: HashMap::new(),
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
    /// Makes all types and definitions that are needed.
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

    /// Visits the parts of a type that may be functions; makes the trees of a function type.
    fn visit(&mut self, instance: Instance, holds_functions: &[bool]) {
        match self.instances.form(instance).clone() {
            Form::Integer | Form::Character | Form::Atom(_) => {}
            Form::Data(data, arguments) => {
                // Otherwise all its functions are in the arguments.
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

fn may_hold(ty: &Type, holds: &[bool]) -> bool {
    match ty {
        Type::Integer | Type::Character | Type::Variable(_) => false,
        Type::Arrow(_) => true,
        Type::Data(data, types) => holds[data.index()] || types.iter().any(|ty| may_hold(ty, holds)),
    }
}
