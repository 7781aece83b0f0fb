//! Inputs of properties: from types of the core to shapes of the kernel, and back to values.
//!
//! A data type is a choice of its constructors in their order, so the number of an alternative is the tag. Integers are a
//! range of 128 bits, which no search and no draw comes to the end of. A type variable stands for atoms: naturals, of
//! which only the comparisons are known. A function is a case tree and a definition that follows it.

mod enumeration;
mod finite;
mod functions;
pub(crate) mod instances;
#[cfg(test)]
pub(crate) mod tests;
mod value;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_space::{Alternative, Key, Range, Shape};

use crate::core::{ConId, Constructor, Program, Type};
use crate::diagnostic::Diagnostic;

pub use enumeration::{Enumeration, Sampler};
pub use functions::FunctionInput;

pub(crate) use finite::Finite;
pub(crate) use functions::holds_functions;

use instances::{Form, Instance, Instances};

/// Carried by the positions of a data type: its first constructor. The others follow in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstConstructor(pub(crate) ConId);

/// What it takes to make inputs of some types. Clones are cheap and give the same shapes.
#[derive(Clone)]
pub struct Inputs(Arc<Parts>);

struct Parts {
    program: Arc<Program>,
    functions: HashMap<Instance, FunctionInput>,
    /// No two have the same number, so that shapes of two programs are never taken for each other.
    id: u64,
    instances: Mutex<Instances>,
}

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

impl Inputs {
    /// Inputs of these types. Type variables stand for atoms.
    ///
    /// # Errors
    /// When one of the types has no finite values, or holds functions over a type whose parts are of endlessly many types.
    pub fn new(program: impl Into<Arc<Program>>, types: &[Type]) -> Result<Self, Diagnostic> {
        let program = program.into();
        let mut finite = Finite::new(&program);
        for ty in types {
            finite.check(ty)?;
        }
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let (program, functions, instances) = match functions::extended(&program, types)? {
            None => (program, HashMap::new(), Instances::default()),
            Some(made) => (Arc::new(made.program), made.inputs, made.instances),
        };
        Ok(Self(Arc::new(Parts { program, functions, id, instances: Mutex::new(instances) })))
    }

    /// The program, extended by what functions among the inputs need.
    pub fn program(&self) -> &Arc<Program> {
        &self.0.program
    }

    /// The shape of a type. Functions that are no part of the types that were given have no values.
    pub fn shape(&self, ty: &Type) -> Shape {
        let instance = self.instances().of(ty, &[]);
        self.named(instance)
    }

    /// All values of a type, by size.
    pub fn enumeration(&self, ty: &Type) -> Enumeration {
        Enumeration::new(self.clone(), ty.clone())
    }

    fn instances(&self) -> MutexGuard<'_, Instances> {
        // Instances are only ever added, whole: a panic elsewhere leaves nothing broken.
        self.0.instances.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn named(&self, instance: Instance) -> Shape {
        let key = Key::of::<Self>().with(self.0.id).with(u64::from(instance.0));
        let inputs = self.clone();
        Shape::named(key, move || inputs.expanded(instance))
    }

    fn expanded(&self, instance: Instance) -> Shape {
        let form = self.instances().form(instance).clone();
        match form {
            Form::Integer => Shape::range(Range::signed(128)),
            Form::Character => Shape::range(Range::chars()),
            Form::Atom(_) => Shape::range(Range::unsigned(64)),
            Form::Data(data, arguments) => {
                let program = &self.0.program;
                let constructors = &program.datas[data.index()].constructors;
                let first = FirstConstructor(constructors.first().copied().unwrap_or(ConId::UNIT));
                let alternatives = constructors.iter().map(|con| {
                    let constructor = &program.constructors[con.index()];
                    let fields = self.fields(constructor, &arguments);
                    let fields = fields.into_iter().map(|field| self.named(field));
                    Alternative::new(label(&constructor.name), fields).pay(constructor.cost)
                });
                Shape::choice_with(alternatives, first)
            }
            Form::Arrow(..) => match self.0.functions.get(&instance) {
                Some(function) => self.named(function.tree).with_payload(*function),
                None => Shape::empty(),
            },
        }
    }

    /// The types of a constructor's fields, where the data type has these arguments.
    fn fields(&self, constructor: &Constructor, arguments: &[Instance]) -> Vec<Instance> {
        self.instances().fields(constructor, arguments)
    }
}

/// A label for a name. The kernel keeps labels for ever, and a program's names are not known beforehand, so they cannot be
/// the names themselves. They are stretches of one alphabet instead, which tell names apart but for one pair in thousands:
/// a shape's fingerprint changes when constructors are renamed or change places.
fn label(name: &str) -> &'static str {
    const ALPHABET: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let n = ALPHABET.len();
    let (start, end) = (hash as usize % n, (hash >> 32) as usize % n);
    &ALPHABET[start.min(end)..=start.max(end)]
}
