//! The core: programs with all names resolved, all types inferred and all sugar gone.
//!
//! The machine, the reference interpreter and whatever else works on programs share it. Terms are nested, not in A-normal
//! form: the order of evaluation is from left to right, arguments before calls, and operands need no names of their own in
//! a machine of registers.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use num_bigint::BigInt;

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
    /// The properties of the file that is checked.
    pub properties: Vec<Property>,
    /// The generators with a coverage type.
    pub generators: Vec<Generator>,
    /// What may be named at the top level of the file that was loaded, its imports and the prelude included.
    pub scope: Vec<(Arc<str>, Item)>,
    /// The modules that were imported.
    pub modules: Vec<Module>,
    /// The file that was loaded last.
    pub main: Option<Module>,
    /// The types that are abstract in the file that was loaded.
    pub abstracts: Vec<Abstract>,
    /// The definitions that make inputs of abstract types, by their numbers.
    pub makers: Range<u32>,
}

impl Program {
    /// Returns the module that a file is, unless the file is the prelude or was only [added](crate::load::extend) before another one.
    pub fn module(&self, file: FileId) -> Option<&Module> {
        self.main.iter().chain(&self.modules).find(|module| module.file == file)
    }

    /// Returns the module that declares what a name stands for.
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

/// A module: a file and what it exports.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its name: the file's without `.pun`.
    pub name: Arc<str>,
    /// The file among the program's sources. What the module declares has its place there.
    pub file: FileId,
    /// The file, by a path that no other file has.
    pub path: PathBuf,
    /// What it exports: all that it declares, unless it has a list.
    pub exports: Vec<(Arc<str>, Item)>,
}

/// A type of an imported module that does not export all its constructors.
#[derive(Clone, Debug)]
pub struct Abstract {
    /// The type.
    pub data: DataId,
    /// The module that declares it.
    pub module: Arc<str>,
    /// What that module exports, in the order of the declarations.
    pub exports: Arc<[Item]>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A type, by its place in [`Program::datas`].
    DataId
}
id! {
    /// A constructor, by its place in [`Program::constructors`].
    ConId
}
id! {
    /// A definition, by its place in [`Program::globals`].
    GlobalId
}
id! {
    /// A local variable, by its number within one definition or property; numbers are not used twice.
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
    /// How many parameters it has.
    pub parameters: u32,
    /// Its constructors; the tag of one is its place here.
    pub constructors: Vec<ConId>,
    /// Where it is declared; `None` for built-in ones.
    pub span: Option<Span>,
}

/// A constructor.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub data: DataId,
    /// Its place among the constructors of the type.
    pub tag: u32,
    /// Its fields.
    pub fields: Vec<Field>,
    /// What it adds to the size of a value: 1, or 0 for `()` and pairs.
    pub cost: u32,
    /// Is it an application of the function of this name, in an input of an abstract type?
    pub is_function: bool,
}

/// A field of a constructor.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its type, over the parameters of the data type as variables.
    pub ty: Type,
    /// Is it evaluated no sooner than it is looked at?
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
    /// A variable, by its number in the scheme.
    Variable(u32),
}

/// A type with variables that stand for any type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// One for each variable: must it be first-order, because its values are compared?
    pub variables: Vec<bool>,
    /// The type.
    pub ty: Type,
}

/// A definition.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name.
    pub name: Arc<str>,
    /// Where the name stands.
    pub span: Span,
    /// Its type.
    pub scheme: Scheme,
    /// What it stands for; a lambda if it has parameters.
    pub body: Expr,
    /// How many local variables it has.
    pub locals: u32,
}

/// A property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: Arc<str>,
    /// Where the name stands.
    pub span: Span,
    /// Its inputs.
    pub parameters: Vec<Parameter>,
    /// The largest size to search, if it is given.
    pub size: Option<u32>,
    /// How many tests to make, if it is given.
    pub tests: Option<u64>,
    /// A boolean.
    pub body: Expr,
    /// How many local variables it has.
    pub locals: u32,
}

/// An input of a property.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The variable; variables in its type stand for any first-order type.
    pub binder: Binder,
    /// What draws it, if the kernel does not from the type: a term that makes choices, in the scope of earlier inputs.
    pub from: Option<Expr>,
    /// Is it a value of an abstract type, made `from` the input before it and not drawn?
    pub is_made: bool,
}

/// A generator with a coverage type.
#[derive(Clone, Debug)]
pub struct Generator {
    /// The definition.
    pub global: GlobalId,
    /// What it takes, each with what holds of it.
    pub parameters: Vec<(Binder, Option<Formula>)>,
    /// What it covers.
    pub result: (Binder, Option<Formula>),
    /// What decreases at each recursive call, by places of parameters, if it is declared.
    pub decreases: Option<Vec<u32>>,
    /// Where its coverage type stands.
    pub span: Span,
    /// How many local variables its coverage type has.
    pub locals: u32,
}

/// What holds of a value, in a coverage type.
#[derive(Clone, Debug)]
pub enum Formula {
    /// A boolean term without quantifiers.
    Term(Expr),
    /// There is a value (or all values are such) that something holds of.
    Quantified {
        /// There is one?
        exists: bool,
        /// It.
        binder: Binder,
        /// What holds.
        body: Box<Formula>,
    },
    /// `&&`, `||`, `==>` around a quantifier.
    Connective(Connective, Box<Formula>, Box<Formula>),
    /// `not` around a quantifier.
    Not(Box<Formula>),
}

/// A local variable where it is bound.
#[derive(Clone, Debug)]
pub struct Binder {
    /// Its number.
    pub local: LocalId,
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// Where it is bound.
    pub span: Span,
}

/// A term where it stands.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The term.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
}

/// A term.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A variable whose value is known.
    Local(LocalId),
    /// A variable that stands for a lazy field or for a `rec` which is no function: its value is wanted here. (Where such a
    /// variable is itself a lazy field of a constructor, that field is this same term, and shares the delayed value.)
    Force(LocalId),
    /// A definition.
    Global(GlobalId),
    /// An integer.
    Integer(BigInt),
    /// A character.
    Character(char),
    /// A constructor with all its fields; lazy ones are delayed.
    Construct(ConId, Vec<Expr>),
    /// A function of one or more parameters.
    Lambda(Vec<Binder>, Arc<Expr>),
    /// A function and one or more arguments, perhaps too few, perhaps too many.
    Apply(Box<Expr>, Vec<Expr>),
    /// A value with a name.
    Let(Binder, Box<Expr>, Box<Expr>),
    /// A value that may mention itself. If it is a lambda, mentions are [`Kind::Local`], otherwise [`Kind::Force`].
    Rec(Binder, Box<Expr>),
    /// The first branch whose pattern and guard fit; an error when there is none.
    Case(Box<Expr>, Vec<Branch>),
    /// `&&`, `||`, `==>`: the right operand only if it matters.
    Connective(Connective, Box<Expr>, Box<Expr>),
    /// Arithmetic and comparisons on two operands.
    Primitive(Primitive, Box<Expr>, Box<Expr>),
    /// `error text`: ends the run with a message.
    Error(Box<Expr>),
    /// `a <+> b`: either of two, of which only one is evaluated.
    Choice(Box<Expr>, Box<Expr>),
    /// A value that is chosen.
    Draw(Draw),
}

/// What is chosen.
#[derive(Clone, Debug)]
pub enum Draw {
    /// `int-gen ()`: an integer.
    Integer,
    /// `nat-gen ()`: an integer not below 0.
    Natural,
    /// `bool-gen ()`.
    Boolean,
    /// `int-range lo hi`: an integer between two others, both included; an error where the first exceeds the second.
    Between(Box<Expr>, Box<Expr>),
}

/// Connectives that leave their right operand out where it makes no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Connective {
    And,
    Or,
    Implies,
}

/// Primitives of two operands. Comparisons are structural, on first-order values: constructors compare by their order in the
/// declaration, then fields from left to right; `false` is less than `true`. `Divide` and `Modulo` round down, and are errors
/// on a divisor of 0.
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
    /// What it is for.
    pub pattern: Pattern,
    /// What has to hold besides.
    pub guard: Option<Expr>,
    /// What is to be done.
    pub body: Expr,
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Anything.
    Wildcard,
    /// Anything, under a name. At a lazy field the value stays delayed.
    Bind(Binder),
    /// An integer.
    Integer(BigInt),
    /// A character.
    Character(char),
    /// A constructor.
    Construct(ConId, Vec<Pattern>),
}
