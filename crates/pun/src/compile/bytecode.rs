//! Bytecode for a register machine.
//!
//! A register is assigned at most once on any path through a function. So backtracking to a
//! decision needs no copies: registers assigned after it are assigned again before they are read.

use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::core::Primitive;
use crate::source::Span;
use crate::value::Lambda;

/// A register of the current frame.
pub(crate) type Reg = u16;

/// A function, as an index into [`Code::functions`]; definitions come first, under their own
/// numbers.
pub(crate) type FunctionId = u32;

/// An index into [`Code::registers`] or [`Code::targets`], where a list begins.
pub(crate) type ListId = u32;

/// An operation. Large operands are in lists beside the code.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// Copies a register.
    Move { dst: Reg, src: Reg },
    /// Loads a constant.
    Constant { dst: Reg, constant: u32 },
    /// Makes the list of the characters of a constant.
    Text { dst: Reg, constant: u32 },
    /// Makes a constructor with fields.
    Construct { dst: Reg, n: u16, constructor: u32, fields: ListId },
    /// Loads a field of an evaluated constructor.
    Field { dst: Reg, src: Reg, i: u16 },
    /// Makes a function with some of its arguments; one of them may be the function itself, as
    /// `dst`.
    Closure { dst: Reg, n: u16, function: FunctionId, captures: ListId },
    /// Delays a call of a function; one of its arguments may be the delayed value itself.
    Delay { dst: Reg, n: u16, function: FunctionId, captures: ListId },
    /// Evaluates a value that may be delayed.
    Force { dst: Reg, src: Reg },
    /// Evaluates a definition without parameters.
    Global { dst: Reg, function: FunctionId },
    /// Calls a function with all arguments.
    Call { dst: Reg, function: FunctionId, arguments: ListId },
    /// Does the same in place of the current frame.
    TailCall { function: FunctionId, arguments: ListId },
    /// Applies a value to arguments.
    Apply { dst: Reg, callee: Reg, n: u16, arguments: ListId },
    /// Does the same in place of the current frame.
    TailApply { callee: Reg, n: u16, arguments: ListId },
    /// Returns from the call.
    Return { src: Reg },
    /// Jumps.
    Jump { to: u32 },
    /// Branches on the constructor of a value, which is stored in `dst`. The first constructor of
    /// its type is `base`.
    Switch { dst: Reg, src: Reg, constructors: u16, base: u32, targets: ListId },
    /// Jumps if a boolean is false.
    IsTrue { src: Reg, otherwise: u32 },
    /// Compares two values.
    Compare { dst: Reg, a: Reg, b: Reg, with: Primitive },
    /// Jumps unless a comparison holds.
    Holds { with: Primitive, a: Reg, b: Reg, otherwise: u32 },
    /// Computes an arithmetic operation.
    Arithmetic { dst: Reg, a: Reg, b: Reg, with: Primitive },
    /// Ends the run because no branch matches.
    NoBranch { src: Reg },
    /// Ends the run with an error message.
    Error { src: Reg },
    /// Chooses whether to jump.
    Choose { otherwise: u32 },
    /// Chooses an integer.
    ChooseInteger { dst: Reg, natural: bool },
    /// Chooses an integer between two bounds: by its distance from the lower one if `from_low` is
    /// set.
    ChooseBetween { dst: Reg, lo: Reg, hi: Reg, from_low: bool },
    /// Stores the value of a delayed object, and returns it; if `again` is set, returns nothing, as
    /// the caller reads the object again.
    Update { delayed: Reg, src: Reg, again: bool },
    /// Stops the run at a call of a watched function, whose arguments are in the first registers
    /// and whose result is in `src`. The caller of the machine gives the result in `dst`.
    Watch { dst: Reg, src: Reg, arity: u16, mention: u32 },
    /// Observes a value along a path, which is a position.
    Observe { dst: Reg, src: Reg, path: Reg },
    /// Makes the closed term at a position, evaluated on demand.
    Term { dst: Reg, position: Reg },
    /// Records that a premise of a property holds: the last one, unless what follows may still
    /// discard the input.
    Assumed { is_last: bool },
    /// Records that the strict program would evaluate a value now.
    Owe { src: Reg },
    /// Evaluates what the strict program would have evaluated, unless the result is `false`.
    Discharge { src: Reg },
    /// Records that the expressions of a counter are evaluated, or that a definition without
    /// parameters has a value.
    Count { counter: u32 },
    /// Ends the run with a result.
    Halt { src: Reg },
}

impl Op {
    /// Returns whether the next operation always follows.
    pub(crate) fn goes_on(self) -> bool {
        matches!(
            self,
            Self::Move { .. }
                | Self::Constant { .. }
                | Self::Construct { .. }
                | Self::Field { .. }
                | Self::Closure { .. }
                | Self::Delay { .. }
                | Self::Assumed { .. }
                | Self::Owe { .. }
                | Self::Count { .. }
        )
    }
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Constant {
    Integer(BigInt),
    Character(char),
    /// A long text: each run that needs its list makes it.
    Text(Arc<str>),
    /// A constructor without fields.
    Constructor(u32),
    /// A function without arguments.
    Function(FunctionId),
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// The address of its code.
    pub(crate) start: u32,
    /// The number of its arguments, including captured values; they are in its first registers.
    pub(crate) arity: u32,
    /// The number of its registers.
    pub(crate) registers: u32,
    /// Its name, if it has one.
    pub(crate) name: Option<Arc<str>>,
    /// Its span.
    pub(crate) span: Span,
    /// The term of a function that is not a definition.
    pub(crate) lambda: Option<Arc<Lambda>>,
}

/// A program in bytecode.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    /// The source span of each operation.
    pub(crate) spans: Vec<Span>,
    pub(crate) registers: Vec<Reg>,
    pub(crate) targets: Vec<u32>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) functions: Vec<Function>,
    /// The number of fields of each constructor.
    pub(crate) arities: Vec<u16>,
    /// For each constructor, the first constructor of its type.
    pub(crate) firsts: Vec<u32>,
    /// The functions that make inputs of abstract types.
    pub(crate) makers: Range<FunctionId>,
    /// The function that ends a run.
    pub(crate) halt: FunctionId,
    /// The functions that store the value of a delayed object: for a caller that takes the value,
    /// and for one that reads the object again.
    pub(crate) update: FunctionId,
    pub(crate) update_first: FunctionId,
    /// Those that do the same for a call among the arguments of a run.
    pub(crate) given: [FunctionId; 2],
    /// The function that observes a value.
    pub(crate) observe: FunctionId,
    /// The function that evaluates the closed term at a position.
    pub(crate) term: FunctionId,
    /// The spans of the expressions of each counter: those whose evaluation begins when it is
    /// reached.
    pub(crate) counters: Vec<Vec<Span>>,
    /// The names of definitions in terms that stand alone, where these are others.
    pub(crate) qualified: FxHashMap<FunctionId, Arc<str>>,
    /// The counters of conditions, by number: the condition, and its value where it is reached.
    pub(crate) outcomes: FxHashMap<u32, (Span, bool)>,
    /// The counters of definitions without parameters, reached when a mention has its value. They
    /// have no expressions of their own: what was evaluated for the value may have been so before
    /// all runs.
    pub(crate) value_counters: FxHashMap<FunctionId, u32>,
    /// The functions that apply a result to 1, 2 .. `more` further arguments.
    pub(crate) apply_more: FunctionId,
    pub(crate) more: u16,
}

impl Code {
    /// Returns whether a function stores the value of a delayed object.
    pub(crate) fn is_update(&self, function: FunctionId) -> bool {
        function == self.update || function == self.update_first || self.given.contains(&function)
    }

    /// Returns whether a function is one of the machine's own.
    pub(crate) fn is_own(&self, function: FunctionId) -> bool {
        (self.halt..self.apply_more + FunctionId::from(self.more)).contains(&function)
    }
}
