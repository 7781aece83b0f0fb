//! Bytecode for a machine of registers.
//!
//! A register is assigned at most once on any way through a function. What a decision may have to go back to is therefore
//! never overwritten: registers assigned after it are assigned again before they are read.

use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::core::Primitive;
use crate::source::Span;
use crate::value::Lambda;

/// A register of the current frame.
pub(crate) type Reg = u16;

/// A function, by its place in [`Code::functions`]; definitions come first, under their own numbers.
pub(crate) type FunctionId = u32;

/// Where registers or targets are listed in [`Code::registers`] or [`Code::targets`].
pub(crate) type ListId = u32;

/// An operation. Operands that are not small are in lists beside the code.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// Copies.
    Move { dst: Reg, src: Reg },
    /// A constant.
    Constant { dst: Reg, constant: u32 },
    /// A constructor with fields.
    Construct { dst: Reg, n: u16, constructor: u32, fields: ListId },
    /// A field of a constructor that has been looked at.
    Field { dst: Reg, src: Reg, i: u16 },
    /// A function that has some of its arguments; one of them may be the function itself, as `dst`.
    Closure { dst: Reg, n: u16, function: FunctionId, captures: ListId },
    /// A value to be computed by a function of these arguments once it is looked at; one of them may be the value itself.
    Delay { dst: Reg, n: u16, function: FunctionId, captures: ListId },
    /// The value of something that may be delayed.
    Force { dst: Reg, src: Reg },
    /// A definition without parameters.
    Global { dst: Reg, function: FunctionId },
    /// A call with all arguments.
    Call { dst: Reg, function: FunctionId, arguments: ListId },
    /// The same in place of the current frame.
    TailCall { function: FunctionId, arguments: ListId },
    /// A call of a value.
    Apply { dst: Reg, callee: Reg, n: u16, arguments: ListId },
    /// The same in place of the current frame.
    TailApply { callee: Reg, n: u16, arguments: ListId },
    /// Ends the call.
    Return { src: Reg },
    /// Goes on elsewhere.
    Jump { to: u32 },
    /// Goes on by the constructor of a value, which is put into `dst`; the first constructor of its type is `base`.
    Switch { dst: Reg, src: Reg, constructors: u16, base: u32, targets: ListId },
    /// Goes on elsewhere if a boolean is false.
    IsTrue { src: Reg, otherwise: u32 },
    /// Compares.
    Compare { dst: Reg, a: Reg, b: Reg, with: Primitive },
    /// Goes on elsewhere unless a comparison holds.
    Holds { with: Primitive, a: Reg, b: Reg, otherwise: u32 },
    /// Arithmetic.
    Arithmetic { dst: Reg, a: Reg, b: Reg, with: Primitive },
    /// Ends the run: no branch fits.
    NoBranch { src: Reg },
    /// Ends the run with a text.
    Error { src: Reg },
    /// Goes on here or elsewhere, whichever is chosen.
    Choose { otherwise: u32 },
    /// An integer that is chosen.
    ChooseInteger { dst: Reg, natural: bool },
    /// An integer between two that is chosen.
    ChooseBetween { dst: Reg, lo: Reg, hi: Reg },
    /// Keeps the value that a delayed one has been found to have, and returns it; if the caller looks at it `again`, it returns nothing.
    Update { delayed: Reg, src: Reg, again: bool },
    /// A premise of a property has been seen to hold.
    Assumed,
    /// Counts that the run has come by.
    Count { counter: u32 },
    /// Ends the run with its result.
    Halt { src: Reg },
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Constant {
    Integer(BigInt),
    Character(char),
    /// A constructor without fields.
    Constructor(u32),
    /// A function without any of its arguments.
    Function(FunctionId),
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// Where its code begins.
    pub(crate) start: u32,
    /// How many arguments it takes, what it captures included; they come first among its registers.
    pub(crate) arity: u32,
    /// How many registers it has.
    pub(crate) registers: u32,
    /// What it is called, if it has a name.
    pub(crate) name: Option<Arc<str>>,
    /// Where it stands.
    pub(crate) span: Span,
    /// The term of a function that is no definition.
    pub(crate) lambda: Option<Arc<Lambda>>,
}

/// A program in bytecode.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    /// Where each operation comes from.
    pub(crate) spans: Vec<Span>,
    pub(crate) registers: Vec<Reg>,
    pub(crate) targets: Vec<u32>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) functions: Vec<Function>,
    /// How many fields each constructor has.
    pub(crate) arities: Vec<u16>,
    /// The first constructor of the type of each constructor.
    pub(crate) firsts: Vec<u32>,
    /// The functions that make inputs of abstract types.
    pub(crate) makers: Range<FunctionId>,
    /// The function that ends a run.
    pub(crate) halt: FunctionId,
    /// The functions that keep the value of what was delayed: for a caller that wants the value, and for one that looks again.
    pub(crate) update: FunctionId,
    pub(crate) update_first: FunctionId,
    /// The places that are counted, by their counters.
    pub(crate) counters: Vec<Span>,
    /// The functions that apply a result to 1, 2 .. `more` further arguments, one after the other.
    pub(crate) apply_more: FunctionId,
    pub(crate) more: u16,
}

impl Code {
    /// Returns whether a function keeps the value of what was delayed.
    pub(crate) fn is_update(&self, function: FunctionId) -> bool {
        function == self.update || function == self.update_first
    }

    /// Returns whether a function is the machine's own.
    pub(crate) fn is_own(&self, function: FunctionId) -> bool {
        (self.halt..self.apply_more + FunctionId::from(self.more)).contains(&function)
    }
}
