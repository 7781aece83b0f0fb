//! A syntax tree of 30 mutually recursive types and 86 constructors, for indexing into.
//!
//! Its outline follows what Paper I says of its case study (Template Haskell's syntax tree, Table 1.3: almost 30 types,
//! more than 80 constructors, a name is a constant of size 1, characters and strings are enumerated). The types are our own.

use everycase::Enumerable;

macro_rules! types {
    ($($(#[$meta:meta])* $name:ident { $($variants:tt)* })*) => { $(
        $(#[$meta])*
        #[allow(missing_docs)]
        #[derive(Debug, Clone, PartialEq, Enumerable)]
        pub enum $name { $($variants)* }
    )* };
}

types! {
    /// Expressions, the root.
    Exp {
        Var(Name), Con(Name), Lit(Lit), App(Box<Exp>, Box<Exp>), Infix(Option<Box<Exp>>, Box<Exp>, Option<Box<Exp>>),
        Lam(Vec<Pat>, Box<Exp>), If(Box<Exp>, Box<Exp>, Box<Exp>), Let(Vec<Dec>, Box<Exp>),
        Case(Box<Exp>, Vec<Match>), Do(Vec<Stmt>), Seq(Range), List(Vec<Exp>), Sig(Box<Exp>, Type),
        RecCon(Name, Vec<FieldExp>), RecUpdate(Box<Exp>, Vec<FieldExp>),
    }
    /// Patterns.
    Pat {
        Lit(Lit), Var(Name), Con(Name, Vec<Pat>),
        As(Name, Box<Pat>), Wild, Rec(Name, Vec<FieldPat>), Sig(Box<Pat>, Type), View(Box<Exp>, Box<Pat>),
    }
    /// Declarations.
    Dec {
        Fun(Name, Vec<Clause>), Val(Pat, Body, Vec<Dec>), Data(Context, Name, Vec<Binder>, Vec<Con>, Vec<Name>),
        Class(Context, Name, Vec<Binder>, Vec<FunDep>, Vec<Dec>), Instance(Context, Type, Vec<Dec>),
        Foreign(Foreign), Pragma(Pragma), Family(Flavour, Name, Vec<Binder>, Option<Kind>),
    }
    /// Types.
    Type {
        Forall(Vec<Binder>, Context, Box<Type>), Var(Name), Con(Name), App(Box<Type>, Box<Type>), Arrow,
        Sig(Box<Type>, Kind), Splice(Box<Exp>),
    }
    /// Literals.
    Lit { Char(char), Text(String), Integer(u64), Rational(u32, u32) }
    /// Names: fixed, and of size 1.
    Name { Name }
    /// Branches of a case.
    Match { Match(Pat, Body, Vec<Dec>) }
    /// Equations of a function.
    Clause { Clause(Vec<Pat>, Body, Vec<Dec>) }
    /// Right-hand sides.
    Body { Guarded(Vec<Guarded>), Plain(Box<Exp>) }
    /// A guarded right-hand side.
    Guarded { Guarded(Guard, Box<Exp>) }
    /// Guards.
    Guard { Normal(Box<Exp>), Pattern(Vec<Stmt>) }
    /// Statements.
    Stmt { Bind(Pat, Box<Exp>), Let(Vec<Dec>), Run(Box<Exp>), Par(Vec<Block>) }
    /// A parallel block of statements.
    Block { Block(Vec<Stmt>) }
    /// Arithmetic sequences.
    Range { From(Box<Exp>), FromThen(Box<Exp>, Box<Exp>), FromTo(Box<Exp>, Box<Exp>) }
    /// A field of a record expression.
    FieldExp { Set(Name, Box<Exp>) }
    /// A field of a record pattern.
    FieldPat { Match(Name, Pat) }
    /// Constructors of data declarations.
    Con { Normal(Name, Vec<Part>), Rec(Name, Vec<FieldDec>), Forall(Vec<Binder>, Context, Box<Con>) }
    /// An argument of a constructor.
    Part { Part(Strict, Type) }
    /// A field of a constructor.
    FieldDec { Field(Name, Strict, Type) }
    /// Strictness.
    Strict { Strict, Lazy }
    /// Contexts.
    Context { Context(Vec<Pred>) }
    /// Predicates.
    Pred { Class(Name, Vec<Type>), Equal(Type, Type) }
    /// Type variables.
    Binder { Plain(Name), Kinded(Name, Kind) }
    /// Kinds.
    Kind { Star, Arrow(Box<Kind>, Box<Kind>), Of(Box<Type>) }
    /// Functional dependencies.
    FunDep { FunDep(Vec<Name>, Vec<Name>) }
    /// Foreign declarations.
    Foreign { Import(Convention, Safety, String, Name, Type), Export(Convention, String, Name, Type) }
    /// Calling conventions.
    Convention { C, Std }
    /// Safety of foreign calls.
    Safety { Unsafe, Safe }
    /// Pragmas.
    Pragma { Inline(Name), Rule(String, Box<Exp>, Box<Exp>) }
    /// Family flavours.
    Flavour { Type, Data }
}
