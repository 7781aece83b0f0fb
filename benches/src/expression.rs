//! An expression type of eight mutually recursive types: the measure of testing-feat's figures for `Exp`.
//!
//! A reconstruction. The type behind those figures is not published; this one was chosen so that its
//! number of values to size 12 is near: 3,206,715 here, 3,206,714 there.

use arbitrary::Arbitrary;
use bolero_generator::TypeGenerator;
use everycase::Enumerable;

macro_rules! types {
    ($($(#[$meta:meta])* enum $name:ident { $($variants:tt)* })*) => { $(
        $(#[$meta])*
        #[allow(missing_docs)]
        #[derive(Debug, Clone, PartialEq, Eq, Arbitrary, TypeGenerator, Enumerable)]
        pub enum $name { $($variants)* }
    )* };
}

types! {
    /// Expressions, the root.
    enum Exp {
        Var(Name),
        Lit(Lit),
        App(Box<Exp>, Box<Exp>),
        Lam(Pat, Box<Exp>),
        Let(Vec<Dec>, Box<Exp>),
        If(Box<Exp>, Box<Exp>, Box<Exp>),
        Case(Box<Exp>, Vec<Alt>),
        Infix(Box<Exp>, Op, Box<Exp>),
        List(Vec<Exp>),
        Typed(Box<Exp>, Typ),
        Do(Vec<Stm>),
        Record(Name, Vec<Field>),
    }
    /// Declarations.
    enum Dec {
        Value(Pat, Box<Exp>),
        Function(Name, Pat, Guard),
    }
    /// Branches of a case.
    enum Alt {
        Arm(Pat, Guard),
        Where(Pat, Guard, Vec<Dec>),
    }
    /// Right-hand sides.
    enum Guard {
        Plain(Box<Exp>),
        When(Box<Exp>, Box<Exp>),
        Otherwise(Box<Exp>, Box<Exp>, Box<Guard>),
    }
    /// Patterns.
    enum Pat {
        Var(Name),
        Wild,
        View(Box<Exp>, Box<Pat>),
        As(Name, Box<Pat>),
    }
    /// Types.
    enum Typ {
        Arrow(Box<Typ>, Box<Typ>),
        Unit,
        Of(Box<Exp>),
        Con(Name),
        List(Box<Typ>),
    }
    /// Statements.
    enum Stm {
        Run(Box<Exp>),
        Bind(Pat, Box<Exp>),
    }
    /// Record fields.
    enum Field {
        Set(Name, Box<Exp>),
        Pun(Name),
    }
    /// Names: a constant, as the paper's case study has them.
    #[derive(Copy)]
    enum Name {
        X,
        Y,
    }
    /// Literals.
    #[derive(Copy)]
    enum Lit {
        Zero,
        One,
        Text,
    }
    /// Operators.
    #[derive(Copy)]
    enum Op {
        Add,
        Sub,
        Mul,
    }
}

/// Values of sizes 0 to 12 together.
pub const TO_SIZE_12: u64 = 3_206_715;
