//! The core: programs after name resolution, type inference and desugaring.
//!
//! It is shared by the machine, the reference interpreter and everything else that works on
//! programs. Terms are nested, not in A-normal form: evaluation is from left to right, arguments
//! before calls, and a register machine needs no names for operands.
//!
//! An expression does not hold its type: if inference recorded the types of all terms, loading
//! would be 6 to 11 % slower, and an expression would take a quarter more memory.
//! [`typing`](crate::typing) finds the types of one declaration on request: the type of each
//! expression, and the instance of a definition's type at each mention.

pub(crate) mod build;
mod coverage;
mod parts;
mod types;

use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use num_bigint::BigInt;

pub use self::coverage::{Coverage, CoverageParameter, Formula, Generator, Refinement};
use crate::source::{FileId, Sources, Span};

/// A program with all its modules and the prelude.
#[derive(Clone, Debug)]
pub struct Program {
    /// The files.
    pub sources: Sources,
    /// Types, the built-in ones first.
    pub datas: Vec<Data>,
    /// Constructors of all types.
    pub constructors: Vec<Constructor>,
    /// Definitions of all modules.
    pub globals: Vec<Global>,
    /// The properties of the main file.
    pub properties: Vec<Property>,
    /// The generators with a coverage type.
    pub generators: Vec<Generator>,
    /// The names in scope at the top level of the main file, including its imports and the prelude.
    pub scope: Vec<(Arc<str>, Item)>,
    /// Qualified names, such as `prelude.node`, of what modules export under names that are not in
    /// scope or have another meaning there. A term that stands alone may mention them.
    pub qualified: HashMap<Item, Arc<str>>,
    /// The modules that were imported.
    pub modules: Vec<Module>,
    /// The main module: the file that was loaded last.
    pub main: Option<Module>,
    /// The types that are abstract in the main file.
    pub abstracts: Vec<Abstract>,
    /// The range of the definitions that make inputs of abstract types.
    pub makers: Range<u32>,
}

impl Program {
    /// Returns the module of a file; `None` for the prelude, and for files
    /// [added](crate::load::extend) before the last one.
    pub fn module(&self, file: FileId) -> Option<&Module> {
        self.main.iter().chain(&self.modules).find(|module| module.file == file)
    }

    /// Returns the name of a definition or a constructor in terms that stand alone: its own name,
    /// or a qualified one.
    pub fn name(&self, item: Item) -> Option<&Arc<str>> {
        self.qualified.get(&item).or_else(|| match item {
            Item::Data(data) => self.datas.get(data.index()).map(|data| &data.name),
            Item::Constructor(constructor) => self.constructors.get(constructor.index()).map(|own| &own.name),
            Item::Global(global) => self.globals.get(global.index()).map(|global| &global.name),
        })
    }

    /// Returns the module that declares an item.
    pub fn owner(&self, item: Item) -> Option<&Module> {
        let of_data = |data: DataId| self.datas[data.index()].span;
        let span = match item {
            Item::Data(data) => of_data(data),
            Item::Constructor(constructor) => of_data(self.constructors[constructor.index()].data),
            Item::Global(global) => Some(self.globals[global.index()].span),
        };
        self.module(span.filter(|span| !span.is_nowhere())?.file)
    }
}

/// A module: a file and its exports.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its name: the file's without `.pun`.
    pub name: Arc<str>,
    /// The file among the program's sources; the spans of the module's declarations are in it.
    pub file: FileId,
    /// The canonical path of the file.
    pub path: PathBuf,
    /// Its exports: everything it declares, unless it has an export list.
    pub exports: Vec<(Arc<str>, Item)>,
}

/// A type of an imported module that does not export all its constructors.
#[derive(Clone, Debug)]
pub struct Abstract {
    /// The type.
    pub data: DataId,
    /// The module that declares it.
    pub module: Arc<str>,
    /// The exports of that module, in the order of declarations.
    pub exports: Arc<[Item]>,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// A type.
    Data(DataId),
    /// A constructor.
    Constructor(ConId),
    /// A definition.
    Global(GlobalId),
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the number as an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A data type, as an index into [`Program::datas`].
    DataId
}
id! {
    /// A constructor, as an index into [`Program::constructors`].
    ConId
}
id! {
    /// A definition, as an index into [`Program::globals`].
    GlobalId
}
id! {
    /// A local variable, by its number, which is unique within a definition or property.
    LocalId
}

impl DataId {
    /// `boolean`.
    pub const BOOLEAN: Self = Self(0);
    /// `unit`.
    pub const UNIT: Self = Self(1);
    /// Pairs.
    pub const PAIR: Self = Self(2);
    /// `list`.
    pub const LIST: Self = Self(3);
}

impl ConId {
    /// `false`, with the tag 0.
    pub const FALSE: Self = Self(0);
    /// `true`, with the tag 1.
    pub const TRUE: Self = Self(1);
    /// `()`.
    pub const UNIT: Self = Self(2);
    /// `(,)`.
    pub const PAIR: Self = Self(3);
    /// `[]`.
    pub const NIL: Self = Self(4);
    /// `::`.
    pub const CONS: Self = Self(5);
}

/// An algebraic data type.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its name.
    pub name: Arc<str>,
    /// The number of its parameters.
    pub parameters: u32,
    /// Its constructors; the tag of each is its index.
    pub constructors: Vec<ConId>,
    /// Its declaration; `None` for built-in types.
    pub span: Option<Span>,
}

/// A constructor.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub data: DataId,
    /// Its index among the constructors of its type.
    pub tag: u32,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Its cost, which adds to the size of a value: 1, or 0 for `()` and pairs.
    pub cost: u32,
    /// Whether it is an application of the function of this name, in an input of an abstract type.
    pub is_function: bool,
}

/// A field of a constructor.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its type; the parameters of the data type are variables.
    pub ty: Type,
    /// Whether it is lazy.
    pub is_lazy: bool,
}

/// A type. Clones are cheap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Unbounded integers.
    Integer,
    /// Characters.
    Character,
    /// Functions.
    Arrow(Arc<(Type, Type)>),
    /// A data type with its arguments: booleans, unit, pairs and lists, too.
    Data(DataId, Arc<[Type]>),
    /// A type variable, by its number in the scheme.
    Variable(u32),
}

/// A polymorphic type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// For each variable, whether its values are compared, so that it must be first-order.
    pub variables: Vec<bool>,
    /// The type.
    pub ty: Type,
}

/// A definition.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name.
    pub name: Arc<str>,
    /// The span of its name.
    pub span: Span,
    /// Its type.
    pub scheme: Scheme,
    /// Its value; a lambda if it has parameters.
    pub body: Expr,
    /// The number of its local variables.
    pub locals: u32,
}

/// A property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: Arc<str>,
    /// The span of its name.
    pub span: Span,
    /// Its inputs.
    pub parameters: Vec<Parameter>,
    /// The size bound of the search, if given.
    pub size: Option<u32>,
    /// The number of tests, if given.
    pub tests: Option<u64>,
    /// Its body, a boolean.
    pub body: Expr,
    /// The number of its local variables.
    pub locals: u32,
}

impl Property {
    /// Returns the inputs that the kernel gives. Terms draw the others.
    pub fn given(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| parameter.from.is_none())
    }

    /// Returns the inputs that terms draw, or that are made from inputs of the kernel.
    pub fn drawn(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| parameter.from.is_some())
    }

    /// Returns whether there are inputs that terms draw.
    pub fn chooses(&self) -> bool {
        self.drawn().any(|parameter| !parameter.is_made)
    }

    /// Returns whether there are inputs of abstract types.
    pub fn makes(&self) -> bool {
        self.drawn().any(|parameter| parameter.is_made)
    }
}

/// An input of a property.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The variable. Type variables in its type stand for any first-order type.
    pub binder: Binder,
    /// The term that draws it, if any: it makes choices, in the scope of earlier inputs. Otherwise
    /// the kernel provides it by its type.
    pub from: Option<Expr>,
    /// Whether it is a value of an abstract type, made `from` the input before it and not drawn.
    pub is_made: bool,
}

/// A binding of a local variable.
#[derive(Clone, Debug)]
pub struct Binder {
    /// Its number.
    pub local: LocalId,
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// The span of the binding.
    pub span: Span,
}

/// A term with its span.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The term.
    pub kind: Kind,
    /// Its span.
    pub span: Span,
}

/// A term.
#[derive(Clone, Debug)]
pub enum Kind {
    /// An evaluated variable.
    Local(LocalId),
    /// A variable for a lazy field, or for a `rec` that is not a function: its value is demanded.
    /// (As a lazy field of a constructor, this term shares the delayed value.)
    Force(LocalId),
    /// A definition.
    Global(GlobalId),
    /// An integer.
    Integer(BigInt),
    /// A character.
    Character(char),
    /// A long list of characters. Short ones are made of constructors.
    Text(Arc<str>),
    /// A constructor with all its fields. Lazy fields are delayed.
    Construct(ConId, Vec<Expr>),
    /// A function of one or more parameters.
    Lambda(Vec<Binder>, Arc<Expr>),
    /// A function applied to one or more arguments, possibly too few or too many.
    Apply(Box<Expr>, Vec<Expr>),
    /// A `let`.
    Let(Binder, Box<Expr>, Box<Expr>),
    /// A recursive value. If it is a lambda, mentions of it are [`Kind::Local`], otherwise
    /// [`Kind::Force`].
    Rec(Binder, Box<Expr>),
    /// A case distinction: the first branch whose pattern and guard match; an error if there is
    /// none.
    Case(Box<Expr>, Vec<Branch>),
    /// `&&`, `||`, `==>`: the right operand is evaluated only if needed.
    Connective(Connective, Box<Expr>, Box<Expr>),
    /// Arithmetic and comparisons on two operands.
    Primitive(Primitive, Box<Expr>, Box<Expr>),
    /// `error text`: ends the run with an error message.
    Error(Box<Expr>),
    /// `a <+> b`: a choice between two terms, of which only one is evaluated.
    Choice(Box<Expr>, Box<Expr>),
    /// A choice of a value.
    Draw(Draw),
}

/// The values to choose from.
#[derive(Clone, Debug)]
pub enum Draw {
    /// `int-gen ()`: an integer.
    Integer,
    /// `nat-gen ()`: an integer not below 0.
    Natural,
    /// `bool-gen ()`.
    Boolean,
    /// `int-range lo hi`: an integer between two bounds, inclusive; an error if `lo` exceeds `hi`.
    Between(Box<Expr>, Box<Expr>),
}

/// Connectives, which evaluate their right operand only if needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Connective {
    And,
    Or,
    Implies,
}

/// Primitives of two operands. Comparisons are structural, on first-order values: constructors
/// compare by their order in the declaration, then fields from left to right; `false` is less than
/// `true`. `Divide` and `Modulo` round down; division by 0 is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Primitive {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// A branch of a case.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Its pattern.
    pub pattern: Pattern,
    /// Its guard, if there is one.
    pub guard: Option<Expr>,
    /// Its body.
    pub body: Expr,
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Anything.
    Wildcard,
    /// A variable. At a lazy field the value stays delayed.
    Bind(Binder),
    /// An integer.
    Integer(BigInt),
    /// A character.
    Character(char),
    /// A constructor.
    Construct(ConId, Vec<Pattern>),
}
