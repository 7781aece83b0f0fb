//! The library under test: its types and functions, and how the positions of an expression are
//! marked for what runs it.

use std::sync::Arc;

use everycase_kernel::{Alternative, At, Shape};

use crate::types::{DataId, Substitution, Type};

/// The exports of a library that expressions can mention.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// The types.
    pub datas: Vec<Data>,
    /// The functions, and values, which are functions without parameters.
    pub functions: Vec<Function>,
}

/// A module, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub u32);

/// A type constructor.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its name.
    pub name: Arc<str>,
    /// The module that declares it; `None` for built-in types.
    pub module: Option<ModuleId>,
    /// The number of its parameters.
    pub parameters: u32,
    /// How its values are made.
    pub values: Values,
    /// Whether its values hold functions, whatever its arguments are.
    pub holds_functions: bool,
}

/// How the values of a type are made.
#[derive(Clone, Debug)]
pub enum Values {
    /// By constructors that expressions may mention: they make all values, so no function is needed
    /// (the visible-constructor rule, section 4.1.2). If these alone make no finite value, as of
    /// streams, functions make values too.
    Constructors(Arc<[Constructor]>),
    /// Only by functions: it is abstract.
    Functions,
    /// They are numbers or characters, with this shape.
    Open(Shape),
    /// They are these constants.
    Constants(Arc<[Arc<str>]>),
}

/// A constructor.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Arc<str>,
    /// The types of its fields; variables are the parameters of its type.
    pub fields: Vec<Field>,
    /// Its cost: what it adds to the size of an expression.
    pub cost: u32,
}

/// A field of a constructor.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its type.
    pub ty: Type,
    /// Whether it is evaluated on demand, so that it may hide an error.
    pub is_lazy: bool,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Arc<str>,
    /// For each type variable in its type, whether the function compares values of this type. Such
    /// a variable stands for no type that holds functions.
    pub variables: Vec<bool>,
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// The type of its result, which is not a function.
    pub result: Type,
    /// The module that declares it; `None` if it is built in.
    pub module: Option<ModuleId>,
    /// Whether expressions may call it for an argument. Otherwise it is only tested.
    pub is_provider: bool,
}

/// A constructor of a type: its index among the type's constructors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstructorId {
    /// The type.
    pub data: DataId,
    /// The index.
    pub index: u32,
}

/// A way to make a value at a position of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provider {
    /// A constructor with this number of fields, the fields of the position. With fewer than it has
    /// it is a function.
    Construct(ConstructorId, u32),
    /// A function, by its index, with this number of arguments, the fields of the position. With
    /// fewer arguments than it has parameters the value is a function.
    Call(u32, u32),
    /// A constant of a type, by its index.
    Constant(DataId, u32),
    /// A function that the library makes for a type, or a lambda term; its description is the
    /// position's only field.
    Function,
    /// What a path finds in a call's result: the fields are the call and the path.
    Dig,
    /// The value of the position's only field.
    Same,
}

/// A step of a path into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// The path ends.
    End,
    /// It goes to a field of a constructor, by the field's index. The position's only field is the
    /// rest of the path.
    Field(ConstructorId, u32),
    /// It applies a function. The position's fields are the argument, then the rest of the path.
    Apply,
}

/// The meaning of a position's alternatives, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Options {
    /// Of a position whose value is made by one of these.
    Terms(Vec<Provider>),
    /// Of a position that is the rest of a path.
    Path(Vec<Step>),
}

/// The library under test.
pub trait Library: Send + Sync + 'static {
    /// Returns what the library exports.
    fn signature(&self) -> &Signature;

    /// Returns the choice between alternatives, marked for what runs expressions by a payload;
    /// `options` is their meaning.
    fn choice(&self, alternatives: Vec<Alternative>, options: Options) -> Shape;

    /// Returns the meaning of the alternatives at a position, if it is one of a
    /// [`choice`](Self::choice).
    fn options(&self, at: At<'_>) -> Option<Arc<Options>>;

    /// Returns the shape of functions of a type, which map all that the type's arguments may be to
    /// all that its result may be. `None` if the library makes no such functions, as for arguments
    /// of abstract types. Functions over atoms stand for all others where a type variable is left
    /// open.
    fn functions(&self, ty: &Type) -> Option<Shape>;

    /// Returns whether the library makes [functions](Self::functions) of a type, for some types in
    /// the place of its variables.
    fn makes_functions(&self, ty: &Type) -> bool;

    /// Returns the shape of the lambda terms of a type without variables; `None` if the library
    /// writes none.
    fn lambdas(&self, _ty: &Type) -> Option<Shape> {
        None
    }

    /// Returns whether the library writes [lambda terms](Self::lambdas).
    fn writes_lambdas(&self) -> bool {
        false
    }

    /// Returns the text of a function made for a type, or of a lambda term, at its position in an
    /// expression.
    fn function_text(&self, at: At<'_>) -> String;
}

impl Signature {
    /// Returns a type constructor.
    pub fn data(&self, data: DataId) -> &Data {
        &self.datas[data.0 as usize]
    }

    /// Returns the names of functions, given by their indices.
    pub fn names(&self, functions: &[u32]) -> Vec<String> {
        functions.iter().map(|own| self.functions[*own as usize].name.to_string()).collect()
    }

    /// Returns the type of all values of a type constructor: its variables are the parameters.
    pub(crate) fn made(&self, data: DataId) -> Type {
        Type::data(data, (0..self.data(data).parameters).map(Type::Variable))
    }

    /// Returns the visible constructors of a type.
    pub fn constructors(&self, data: DataId) -> &[Constructor] {
        match &self.data(data).values {
            Values::Constructors(constructors) => constructors,
            Values::Functions | Values::Open(_) | Values::Constants(_) => &[],
        }
    }

    /// Returns a visible constructor.
    pub fn constructor(&self, id: ConstructorId) -> &Constructor {
        &self.constructors(id.data)[id.index as usize]
    }

    /// Returns the visible constructors of a type with their names.
    pub(crate) fn numbered(&self, data: DataId) -> impl Iterator<Item = (ConstructorId, &Constructor)> {
        let id = move |index| ConstructorId { data, index };
        (0..).zip(self.constructors(data)).map(move |(index, constructor)| (id(index), constructor))
    }

    /// Returns whether values of a type may be compared: none of its parts is known to hold
    /// functions.
    fn is_comparable(&self, ty: &Type) -> bool {
        match ty {
            Type::Data(data, arguments) => {
                !self.data(*data).holds_functions
                    && arguments.iter().all(|argument| self.is_comparable(argument))
            }
            Type::Arrow(_) => false,
            Type::Variable(_) | Type::Atom => true,
        }
    }

    /// Returns whether the type variables of a function may stand for what is known about them.
    pub(crate) fn admits(&self, function: &Function, known: &Substitution) -> bool {
        let mut compared = (0..).zip(&function.variables).filter(|(_, is_compared)| **is_compared);
        compared.all(|(variable, _)| self.is_comparable(&known.apply(&Type::Variable(variable))))
    }

    /// Returns whether a visible constructor of a type has fields.
    pub(crate) fn has_fields(&self, data: DataId) -> bool {
        self.constructors(data).iter().any(|constructor| !constructor.fields.is_empty())
    }

    /// Returns the definitions without parameters, by their indices, that are values of a type with
    /// visible constructors, or of some instance of it. None are of a type whose constructors have
    /// no fields: they are as small themselves.
    pub(crate) fn named_values(&self, ty: &Type) -> Vec<u32> {
        let Type::Data(data, _) = ty else { return Vec::new() };
        if !self.has_fields(*data) {
            return Vec::new();
        }
        let values = self.providers().filter(|(_, own)| own.parameters.is_empty());
        let fits = |own: &Function| {
            let mut substitution = Substitution::default();
            substitution.unify(&own.result, ty) && self.admits(own, &substitution)
        };
        values.filter(|(_, own)| fits(own)).map(|(function, _)| function).collect()
    }

    /// Returns the functions that expressions may call, with their indices.
    pub(crate) fn providers(&self) -> impl Iterator<Item = (u32, &Function)> {
        (0..).zip(&self.functions).filter(|(_, function)| function.is_provider)
    }
}
