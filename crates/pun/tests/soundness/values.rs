//! The inputs of a type by size: values as a plain enumeration gives them. Functions are taken from the kernel, and looked at as
//! tables: none may occur twice.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use everycase_kernel::Derivations;

use pun::core::{ConId, Expr, Kind, Program, Type};
use pun::diagnostic::Diagnostic;
use pun::inputs::Inputs;
use pun::reference::Interpreter;
use pun::source::{FileId, Span};
use pun::value::Value;

use crate::naive;

/// An input that the kernel gives.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    Value(Value),
    /// A function, as a term.
    Function(Rc<Expr>),
}

/// The values of the types of a program.
pub(crate) struct Values<'p> {
    program: &'p Program,
    inputs: Inputs,
    known: naive::Values<'p>,
    given: HashMap<(Type, u32), Rc<Vec<Given>>>,
    /// The tables of functions over finite types.
    tables: HashSet<String>,
    /// A function that occurs more than once.
    pub(crate) twice: Option<String>,
}

/// No type has more values of a size here.
const MOST: usize = 3_000;

impl<'p> Values<'p> {
    /// Makes the inputs of a program's first property.
    pub(crate) fn inputs(program: &Arc<Program>) -> Result<Inputs, Diagnostic> {
        let given = program.properties[0].parameters.iter().filter(|parameter| parameter.from.is_none());
        let types: Vec<_> = given.map(|parameter| parameter.binder.ty.clone()).collect();
        Inputs::new(Arc::clone(program), &types)
    }

    pub(crate) fn new(program: &'p Program, inputs: Inputs) -> Self {
        Self {
            program,
            inputs,
            known: naive::Values::new(program, MOST),
            given: HashMap::new(),
            tables: HashSet::new(),
            twice: None,
        }
    }

    /// The inputs of a type that have a size; `None` if they are too many.
    pub(crate) fn given(&mut self, ty: &Type, size: u32) -> Option<Rc<Vec<Given>>> {
        let key = (ty.clone(), size);
        if let Some(known) = self.given.get(&key) {
            return Some(Rc::clone(known));
        }
        let all: Vec<Given> = if let Type::Arrow(_) = ty {
            let derivations = Derivations::new(self.inputs.shape(ty));
            let mut walk = derivations.of_size(size).ok()?;
            let mut all = Vec::new();
            while let Some(derivation) = walk.next() {
                let function = Rc::new(self.inputs.expr(ty, derivation.root())?);
                if let Some(table) = self.table(ty, &function)
                    && !self.tables.insert(table.clone())
                {
                    let shown = self.inputs.value(ty, derivation.root());
                    self.twice =
                        Some(format!("{shown:?} of size {size} is not the first with the results {table}"));
                }
                all.push(Given::Function(function));
                if all.len() > MOST {
                    return None;
                }
            }
            all
        } else {
            self.known.of(ty, size)?.iter().cloned().map(Given::Value).collect()
        };
        let all = Rc::new(all);
        self.given.insert(key, Rc::clone(&all));
        Some(all)
    }

    /// What a function gives for all there is of a small finite type.
    fn table(&mut self, ty: &Type, function: &Expr) -> Option<String> {
        let Type::Arrow(arrow) = ty else { return None };
        let Type::Data(data, _) = &arrow.0 else { return None };
        let constructors = &self.program.datas[data.index()].constructors;
        let has_fields = |con: &ConId| !self.program.constructors[con.index()].fields.is_empty();
        if constructors.iter().any(has_fields) {
            return None;
        }
        let results = constructors.iter().map(|con| {
            let argument = term(Kind::Construct(*con, vec![]));
            let call = term(Kind::Apply(Box::new(function.clone()), vec![argument]));
            format!("{:?}", Interpreter::new(self.program).expression(&call))
        });
        Some(format!("{ty:?}: {}", results.collect::<Vec<_>>().join(", ")))
    }

    /// The inputs of several types that have a size together.
    pub(crate) fn all_given(&mut self, types: &[Type], size: u32) -> Option<Vec<Vec<Given>>> {
        naive::tuples(types, size, MOST, &mut |ty, size| self.given(ty, size))
    }
}

/// How many sequences of choices there are of each size up to one: sides and booleans cost 1 each, integers 1 and their bits.
pub(crate) fn choices(most: u32) -> Vec<u64> {
    let most = most as usize;
    let sequences = |one: &dyn Fn(usize) -> u64| {
        let mut all = vec![1u64];
        for size in 1..=most {
            all.push((1..=size).map(|first| one(first) * all[size - first]).sum());
        }
        all
    };
    let sides = sequences(&|cost| if cost == 1 { 2 } else { 0 });
    let integers = sequences(&|cost| if cost == 1 { 1 } else { 1 << (cost - 1) });
    let naturals = sequences(&|cost| if cost <= 2 { 1 } else { 1 << (cost - 2) });
    let both = |one: &[u64], other: &[u64]| -> Vec<u64> {
        (0..=most).map(|size| (0..=size).map(|own| one[own] * other[size - own]).sum()).collect()
    };
    both(&both(&sides, &integers), &naturals)
}

pub(crate) fn term(kind: Kind) -> Expr {
    Expr { kind, span: Span::new(FileId(0), 0, 0) }
}
