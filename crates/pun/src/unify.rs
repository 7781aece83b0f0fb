//! Types with parts that are not known yet: instances of general types, and unification.
//!
//! Inference works on them, and so does what looks for terms of a type.
//!
//! ```
//! use pun::core::{DataId, Type};
//! use pun::load::load_text;
//! use pun::types::show;
//! use pun::unify::Unifier;
//!
//! let loaded = load_text("swap.pun", "swap : (a, b) -> (b, a) . swap (x, y) = (y, x) .");
//! let program = loaded.program.expect("the program is right");
//! let swap = program.globals.last().expect("it is defined");
//!
//! // What does `swap` take to give a pair of a boolean and something else?
//! let mut unifier = Unifier::new(&program);
//! let boolean = unifier.ty(&Type::Data(DataId::BOOLEAN, [].into()), &[]);
//! let other = unifier.fresh();
//! let wanted = unifier.data(DataId::PAIR, &[boolean, other]);
//! let (function, _) = unifier.instance(&swap.scheme);
//! let arguments = unifier.arguments(function, wanted).expect("it gives pairs");
//! assert_eq!(show(&program, &unifier.found(arguments[0])), "(a, boolean)");
//! ```

pub(crate) mod schemes;
pub(crate) mod solve;
pub(crate) mod store;

use self::schemes::Numbers;
pub use self::store::Ty;
use self::store::{LARGEST, Node, Store};
use crate::core::{ConId, DataId, Program, Scheme, Type};
use crate::resolve::holding_functions;
use crate::source::{FileId, Span};

/// Where nothing is written.
const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// Types of one program.
pub struct Unifier<'p> {
    program: &'p Program,
    store: Store,
    /// For each data type: do its values hold functions, so that they are not compared?
    holds: Vec<bool>,
    /// Numbers of variables that are still unknown when they are asked for.
    numbers: Numbers,
}

impl<'p> Unifier<'p> {
    /// Begins with nothing known.
    pub fn new(program: &'p Program) -> Self {
        let holds = holding_functions(&program.datas, &program.constructors);
        Self { program, store: Store::new(), holds, numbers: Numbers::default() }
    }

    /// Returns the variable of a number that stands for itself: it is made one with nothing else.
    pub fn rigid(&mut self, number: u32) -> Ty {
        self.numbers.begin_after(number);
        self.store.add(Node::Rigid(number))
    }

    /// Returns a type of which nothing is known.
    pub fn fresh(&mut self) -> Ty {
        self.store.fresh()
    }

    /// Returns a type of a program, with what its variables stand for.
    pub fn ty(&mut self, ty: &Type, variables: &[Ty]) -> Ty {
        self.store.import(ty, variables)
    }

    /// Returns a data type with its arguments.
    pub fn data(&mut self, data: DataId, arguments: &[Ty]) -> Ty {
        self.store.data(data, arguments)
    }

    /// Returns a function type.
    pub fn arrow(&mut self, from: Ty, to: Ty) -> Ty {
        self.store.arrow(from, to)
    }

    /// Returns an instance of a scheme, and what the scheme's variables stand for in it. Those whose values are compared do not become
    /// functions.
    pub fn instance(&mut self, scheme: &Scheme) -> (Ty, Vec<Ty>) {
        self.store.instance_of(scheme, NOWHERE)
    }

    /// Returns the types of a constructor's fields, and of what it constructs.
    pub fn constructor(&mut self, constructor: ConId) -> (Vec<Ty>, Ty) {
        let known = &self.program.constructors[constructor.index()];
        let parameters = self.program.datas[known.data.index()].parameters;
        let variables: Vec<Ty> = (0..parameters).map(|_| self.store.fresh()).collect();
        let fields = known.fields.iter().map(|field| self.store.import(&field.ty, &variables)).collect();
        (fields, self.store.data(known.data, &variables))
    }

    /// Makes two types one. Returns false, and changes nothing, if they cannot be.
    pub fn unify(&mut self, one: Ty, other: Ty) -> bool {
        self.store.unify(one, other, NOWHERE, &self.holds).is_ok()
    }

    /// Returns whether two types can be made one. Changes nothing.
    pub fn can_unify(&mut self, one: Ty, other: Ty) -> bool {
        self.store.can_unify(one, other, NOWHERE, &self.holds)
    }

    /// Makes the result of a function one with a type. Returns what the function is then given, as few arguments as lead to such a
    /// result; `None`, and nothing is changed, if none do.
    pub fn arguments(&mut self, function: Ty, wanted: Ty) -> Option<Vec<Ty>> {
        let (mut arguments, mut result) = (Vec::new(), function);
        while !self.unify(result, wanted) {
            let Node::Arrow(from, to) = self.store.node(result) else { return None };
            arguments.push(from);
            result = to;
        }
        Some(arguments)
    }

    /// Returns what is known of a type. Unknown parts are variables: the same part has the same number at each call, and none that
    /// has stood for itself before the first one.
    pub fn found(&mut self, ty: Ty) -> Type {
        let mut budget = LARGEST;
        self.store.export(ty, &mut self.numbers, &mut budget)
    }
}
