//! Inputs of properties: from types of the core to shapes of the kernel, and back to values.
//!
//! A data type is a choice between its constructors, in order: the number of the alternative is the
//! constructor's tag. An integer has a range of 128 bits, which no search or draw exhausts. A type
//! variable stands for atoms: naturals that can only be compared. A function is a table or a case
//! tree, together with a definition that applies it.

mod constants;
mod encode;
mod enumeration;
mod finite;
mod functions;
pub(crate) mod instances;
mod opaque;
mod value;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::{Alternative, Key, Range, Shape};

use crate::core::{ConId, Constructor, DataId, Kind, Program, Type};
use crate::diagnostic::Diagnostic;

pub use constants::{Constants, Pool};
pub use encode::{Cause, EncodeFailure, Place};
pub use enumeration::{Enumeration, Sampler};
pub use functions::FunctionInput;

pub(crate) use finite::Finite;

use instances::{Form, Instance, Instances};
use opaque::InputType;

/// The first constructor of a data type, as the payload of its positions. The others follow in
/// order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstConstructor(pub(crate) ConId);

/// Makes inputs of some types. Clones are cheap and give the same shapes.
#[derive(Clone)]
pub struct Inputs(Arc<Parts>);

struct Parts {
    program: Arc<Program>,
    functions: HashMap<Instance, FunctionInput>,
    /// The input types made for types with abstract parts.
    made: HashMap<Type, InputType>,
    /// Maps constructors of copied types to the constructors of the program that they stand for.
    copies: HashMap<ConId, ConId>,
    /// The type of the results of tables.
    entry: Option<DataId>,
    holds_functions: Vec<bool>,
    constants: Constants,
    /// Unique to this value, so that shapes of two programs are never taken for each other.
    id: u64,
    instances: Mutex<Instances>,
}

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

impl Inputs {
    /// Makes inputs of these types. Type variables stand for atoms.
    ///
    /// # Errors
    /// If one of the types has no finite values, is abstract and no exported item makes its values,
    /// or holds functions over an abstract type or over a type with infinitely many different types
    /// among its parts.
    pub fn new(program: impl Into<Arc<Program>>, types: &[Type]) -> Result<Self, Diagnostic> {
        Self::with_constants(program, types, Constants::default())
    }

    /// Makes inputs of these types with constants in the place of all integers and characters.
    /// Functions are compared with constants, too, and return these.
    ///
    /// # Errors
    /// As [`new`](Self::new) does.
    pub fn with_constants(
        program: impl Into<Arc<Program>>,
        types: &[Type],
        constants: Constants,
    ) -> Result<Self, Diagnostic> {
        let program = program.into();
        let (program, made, copies) = match opaque::extended(&program, types)? {
            None => (program, HashMap::new(), HashMap::new()),
            Some(opaque) => (Arc::new(opaque.program), opaque.made, opaque.copies),
        };
        let given: Vec<Type> =
            types.iter().map(|ty| made.get(ty).map_or(ty, |made: &InputType| &made.ty).clone()).collect();
        let mut finite = Finite::new(&program);
        for ty in &given {
            finite.check(ty)?;
        }
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let (program, functions, entry, instances) = match functions::extended(&program, &given, &constants)?
        {
            None => (program, HashMap::new(), None, Instances::default()),
            Some(made) => (Arc::new(made.program), made.inputs, Some(made.entry), made.instances),
        };
        let holds_functions = program.holding_functions();
        Ok(Self(Arc::new(Parts {
            program,
            functions,
            made,
            copies,
            entry,
            holds_functions,
            constants,
            id,
            instances: Mutex::new(instances),
        })))
    }

    /// Returns the program, extended by the definitions that functions among the inputs need.
    pub fn program(&self) -> &Arc<Program> {
        &self.0.program
    }

    /// Returns the shape of a type. Functions of types that are not part of the given types have no
    /// values.
    pub fn shape(&self, ty: &Type) -> Shape {
        let instance = self.instances().of(self.given(ty), &[]);
        self.named(instance)
    }

    /// Returns the type of the inputs for a type: if it is abstract, the type of its applications.
    fn given<'t>(&'t self, ty: &'t Type) -> &'t Type {
        self.0.made.get(ty).map_or(ty, |made| &made.ty)
    }

    /// Returns the abstract types whose values are made by applications in inputs of type `ty`.
    /// Each comes with its module and the exports that may make values too but are left out.
    pub(crate) fn applications(&self, ty: &Type) -> Vec<(&str, &str, &[Arc<str>])> {
        let program = &self.0.program;
        let (mut open, mut seen, mut found) = (vec![ty.clone()], HashSet::new(), Vec::new());
        while let Some(ty) = open.pop() {
            if !seen.insert(ty.clone()) {
                continue;
            }
            match ty {
                Type::Integer | Type::Character | Type::Variable(_) => {}
                Type::Arrow(arrow) => open.push(arrow.1.clone()),
                Type::Data(data, arguments) => {
                    // Types made for inputs come after the types of the program.
                    let inputs =
                        self.0.made.iter().find(|(_, made)| made.ty == Type::Data(data, arguments.clone()));
                    if let Some((Type::Data(of, _), made)) = inputs
                        && let Some(opaque) = program.abstracts.iter().find(|opaque| opaque.data == *of)
                    {
                        found.push((&*program.datas[of.index()].name, &*opaque.module, &made.left_out[..]));
                    }
                    if inputs.is_some() {
                        for con in &program.datas[data.index()].constructors {
                            let fields = &program.constructors[con.index()].fields;
                            open.extend(fields.iter().map(|field| field.ty.clone()));
                        }
                    }
                }
            }
        }
        found
    }

    /// Returns whether inputs of type `ty` contain case trees; different case trees may be the same
    /// function.
    pub fn has_case_trees(&self, ty: &Type) -> bool {
        let mut instances = self.instances();
        let mut open = vec![instances.of(self.given(ty), &[])];
        let mut seen = HashSet::new();
        while let Some(instance) = open.pop() {
            if !seen.insert(instance) {
                continue;
            }
            match instances.form(instance).clone() {
                Form::Integer | Form::Character | Form::Atom(_) => {}
                Form::Data(data, arguments) => {
                    if self.0.holds_functions.get(data.index()) == Some(&true) {
                        for con in &self.0.program.datas[data.index()].constructors {
                            let constructor = &self.0.program.constructors[con.index()];
                            open.extend(instances.fields(constructor, &arguments));
                        }
                    }
                    open.extend(&arguments);
                }
                Form::Arrow(..) => match self.0.functions.get(&instance) {
                    Some(FunctionInput { results: Some(_), .. }) => {
                        open.push(instances.uncurried(instance).1);
                    }
                    _ => return true,
                },
            }
        }
        false
    }

    /// Returns all values of a type, by size.
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
        if let Some(constants) = self.0.constants.shape(&form) {
            return constants;
        }
        match form {
            Form::Integer => Shape::range(Range::signed(128)),
            Form::Character => Shape::range(Range::chars()),
            Form::Atom(_) => Shape::range(Range::unsigned(64)),
            Form::Data(data, arguments) if Some(data) == self.0.entry => {
                self.named(arguments[0]).without_root_cost()
            }
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
                Some(function) => {
                    let is_table = function.results.is_some_and(|results| results > 1);
                    let result = is_table.then(|| self.instances().uncurried(instance).1);
                    let cost = result.map_or(0, |result| self.named(result).root_cost());
                    self.named(function.tree).pay(cost).with_payload(*function)
                }
                None => Shape::empty(),
            },
        }
    }

    /// Returns the type of the value at a position: a result of a table has the type of the value
    /// itself.
    fn plain(&self, instance: Instance) -> Instance {
        match self.instances().form(instance) {
            Form::Data(data, arguments) if Some(*data) == self.0.entry => arguments[0],
            _ => instance,
        }
    }

    /// Returns the constants of a type in ascending order, if it has constants.
    fn constants(&self, instance: Instance) -> Option<Vec<Kind>> {
        self.0.constants.sorted(self.instances().form(instance))
    }

    /// Returns the types of a constructor's fields, given the arguments of its data type.
    fn fields(&self, constructor: &Constructor, arguments: &[Instance]) -> Vec<Instance> {
        self.instances().fields(constructor, arguments)
    }
}

/// Returns a label for a name. The kernel needs labels that live for ever, and a program's names
/// are only known at run time, so a label is a slice of a fixed alphabet, chosen by the name's
/// hash. Two names get the same label once in thousands, so a shape's fingerprint changes when
/// constructors are renamed or reordered.
fn label(name: &str) -> &'static str {
    const ALPHABET: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let n = ALPHABET.len();
    let (start, end) = (hash as usize % n, (hash >> 32) as usize % n);
    &ALPHABET[start.min(end)..=start.max(end)]
}
