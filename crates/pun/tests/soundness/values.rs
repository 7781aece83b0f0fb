//! All values of a type by size, from nothing but what the documentation says of sizes. Functions are taken from the kernel,
//! and looked at as tables: none may occur twice.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use everycase_kernel::Derivations;
use num_bigint::BigInt;

use pun::core::{ConId, Expr, Kind, Program, Type};
use pun::diagnostic::Diagnostic;
use pun::inputs::Inputs;
use pun::reference::Interpreter;
use pun::source::{FileId, Span};
use pun::value::Value;

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
    known: HashMap<(Type, u32), Rc<Vec<Value>>>,
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
            known: HashMap::new(),
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
            self.values(ty, size)?.iter().cloned().map(Given::Value).collect()
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

    fn values(&mut self, ty: &Type, size: u32) -> Option<Rc<Vec<Value>>> {
        let key = (ty.clone(), size);
        if let Some(known) = self.known.get(&key) {
            return Some(Rc::clone(known));
        }
        let all: Vec<Value> = match ty {
            Type::Integer => magnitudes(size)
                .flat_map(|n| if n == 0 { vec![0] } else { vec![n, -n] })
                .map(|n| Value::Integer(BigInt::from(n)))
                .collect(),
            Type::Variable(_) => magnitudes(size).map(|n| Value::Integer(BigInt::from(n))).collect(),
            Type::Character => magnitudes(size)
                .filter_map(|n| char::from_u32(u32::try_from(n).ok()?))
                .map(Value::Character)
                .collect(),
            Type::Arrow(_) => return None,
            Type::Data(data, arguments) => {
                let mut all = Vec::new();
                for con in self.program.datas[data.index()].constructors.clone() {
                    let constructor = &self.program.constructors[con.index()];
                    let fields: Vec<Type> =
                        constructor.fields.iter().map(|field| instance(&field.ty, arguments)).collect();
                    // Unit and pairs cost nothing.
                    let cost = u32::from(con != ConId::UNIT && con != ConId::PAIR);
                    let Some(left) = size.checked_sub(cost) else { continue };
                    let tuples = self.tuples(&fields, left)?;
                    all.extend(tuples.into_iter().map(|fields| Value::Construct(con, fields)));
                }
                all
            }
        };
        if all.len() > MOST {
            return None;
        }
        let all = Rc::new(all);
        self.known.insert(key, Rc::clone(&all));
        Some(all)
    }

    fn tuples(&mut self, types: &[Type], size: u32) -> Option<Vec<Vec<Value>>> {
        let Some((first, rest)) = types.split_first() else {
            return Some(if size == 0 { vec![vec![]] } else { vec![] });
        };
        let mut all = Vec::new();
        for own in 0..=size {
            let heads = self.values(first, own)?;
            let tails = if heads.is_empty() { vec![] } else { self.tuples(rest, size - own)? };
            if heads.len() * tails.len() > MOST {
                return None;
            }
            for head in heads.iter() {
                all.extend(tails.iter().map(|tail| [std::slice::from_ref(head), &tail[..]].concat()));
            }
        }
        Some(all)
    }

    /// The inputs of several types that have a size together.
    pub(crate) fn all_given(&mut self, types: &[Type], size: u32) -> Option<Vec<Vec<Given>>> {
        let Some((first, rest)) = types.split_first() else {
            return Some(if size == 0 { vec![vec![]] } else { vec![] });
        };
        let mut all = Vec::new();
        for own in 0..=size {
            let heads = self.given(first, own)?;
            let tails = if heads.is_empty() { vec![] } else { self.all_given(rest, size - own)? };
            if heads.len() * tails.len() > MOST {
                return None;
            }
            for head in heads.iter() {
                all.extend(tails.iter().map(|tail| [std::slice::from_ref(head), &tail[..]].concat()));
            }
        }
        Some(all)
    }
}

fn magnitudes(size: u32) -> std::ops::Range<i64> {
    if size == 0 { 0..1 } else { 1 << (size - 1)..1 << size }
}

fn instance(ty: &Type, arguments: &[Type]) -> Type {
    match ty {
        Type::Variable(i) => arguments[*i as usize].clone(),
        Type::Data(data, types) => {
            Type::Data(*data, types.iter().map(|ty| instance(ty, arguments)).collect())
        }
        Type::Arrow(arrow) => {
            Type::Arrow((instance(&arrow.0, arguments), instance(&arrow.1, arguments)).into())
        }
        other => other.clone(),
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
