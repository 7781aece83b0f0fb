//! Types with unknown parts: instances of polymorphic types, and unification.
//!
//! Used by inference, and by searches for terms of a type.
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
//! // Which argument does `swap` take to return a pair of a boolean and something else?
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
use crate::source::Span;

/// Types of one program.
pub struct Unifier<'p> {
    program: &'p Program,
    store: Store,
    /// For each data type, whether its values hold functions and so cannot be compared.
    holds: Vec<bool>,
    /// Numbers of the variables that are unknown when first asked for.
    numbers: Numbers,
}

impl<'p> Unifier<'p> {
    /// Returns a unifier without knowledge.
    pub fn new(program: &'p Program) -> Self {
        let holds = program.holding_functions();
        Self { program, store: Store::new(), holds, numbers: Numbers::default() }
    }

    /// Returns the rigid variable with this number.
    pub fn rigid(&mut self, number: u32) -> Ty {
        self.numbers.begin_after(number);
        self.store.add(Node::Rigid(number))
    }

    /// Returns an unknown type.
    pub fn fresh(&mut self) -> Ty {
        self.store.fresh()
    }

    /// Returns a type of a program with these types for its variables.
    pub fn ty(&mut self, ty: &Type, variables: &[Ty]) -> Ty {
        self.store.import(ty, variables)
    }

    /// Returns a data type applied to arguments.
    pub fn data(&mut self, data: DataId, arguments: &[Ty]) -> Ty {
        self.store.data(data, arguments)
    }

    /// Returns a function type.
    pub fn arrow(&mut self, from: Ty, to: Ty) -> Ty {
        self.store.arrow(from, to)
    }

    /// Returns an instance of a scheme, and the types of the scheme's variables in it. Variables
    /// whose values are compared cannot become functions.
    pub fn instance(&mut self, scheme: &Scheme) -> (Ty, Vec<Ty>) {
        self.store.instance_of(scheme, Span::NOWHERE)
    }

    /// Returns the types of a constructor's fields, and of its values.
    pub fn constructor(&mut self, constructor: ConId) -> (Vec<Ty>, Ty) {
        let known = &self.program.constructors[constructor.index()];
        let parameters = self.program.datas[known.data.index()].parameters;
        let variables: Vec<Ty> = (0..parameters).map(|_| self.store.fresh()).collect();
        let fields = known.fields.iter().map(|field| self.store.import(&field.ty, &variables)).collect();
        (fields, self.store.data(known.data, &variables))
    }

    /// Unifies two types. If that is impossible, changes nothing and returns false.
    pub fn unify(&mut self, one: Ty, other: Ty) -> bool {
        self.store.unify(one, other, Span::NOWHERE, &self.holds).is_ok()
    }

    /// Returns whether two types can be unified. Changes nothing.
    pub fn can_unify(&mut self, one: Ty, other: Ty) -> bool {
        self.store.can_unify(one, other, Span::NOWHERE, &self.holds)
    }

    /// Unifies the result of a function with a type, for the smallest number of arguments with
    /// which that is possible; returns the types of these arguments. Otherwise changes nothing and
    /// returns `None`.
    pub fn arguments(&mut self, function: Ty, wanted: Ty) -> Option<Vec<Ty>> {
        let (mut arguments, mut result) = (Vec::new(), function);
        while !self.unify(result, wanted) {
            let Node::Arrow(from, to) = self.store.node(result) else { return None };
            arguments.push(from);
            result = to;
        }
        Some(arguments)
    }

    /// Returns the known parts of a type. Unknown parts are variables: a part has the same number
    /// in each call, and never the number of a variable that was made rigid before the first call.
    pub fn found(&mut self, ty: Ty) -> Type {
        let mut budget = LARGEST;
        self.store.export(ty, &mut self.numbers, &mut budget)
    }
}
