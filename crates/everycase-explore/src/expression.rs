//! Test expressions, read from derivations.

use std::fmt;

use everycase_kernel::At;

use crate::library::{ConstructorId, Library, Options, Provider, Signature, Step};
use crate::types::DataId;

/// A test expression, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expression {
    /// It is not decided: any expression of its type would do.
    Open,
    /// A function with arguments; with fewer than it has parameters it is a function.
    Call(u32, Vec<Expression>),
    /// A constructor with fields; with fewer than it has it is a function.
    Construct(ConstructorId, Vec<Expression>),
    /// A constant, by its index among the constants of its type.
    Constant(DataId, u32),
    /// A number, or an atom.
    Number(i128),
    /// A character.
    Character(char),
    /// A function that the library has made for a type, as it is shown.
    Function(String),
    /// A field of a value that a constructor has made.
    Select(Box<Expression>, ConstructorId, u32),
    /// A function value applied to an argument.
    Apply(Box<Expression>, Box<Expression>),
}

impl Expression {
    /// Reads the test at a position. Time: linear in its size.
    pub fn read<L: Library + ?Sized>(library: &L, at: At<'_>) -> Expression {
        Self::part(library, at, true, None)
    }

    /// Reads a test that has failed; `whole` is the same test with all of its parts. An argument
    /// may be a part of a result that was not evaluated to its end: then the path to this part is
    /// taken from the whole test. Time: linear in the size of the test.
    pub fn failed<L: Library + ?Sized>(library: &L, at: At<'_>, whole: At<'_>) -> Expression {
        Self::part(library, at, true, Some(whole))
    }

    /// Reads a test, or an argument: it is open while it is not known which part of a result it is,
    /// unless the whole test is given.
    fn part<L: Library + ?Sized>(
        library: &L,
        at: At<'_>,
        is_test: bool,
        whole: Option<At<'_>>,
    ) -> Expression {
        if at.is_open() {
            return Expression::Open;
        }
        let options = library.options(at);
        let Some(Options::Terms(providers)) = options.as_deref() else {
            return match at.character() {
                Some(character) => Expression::Character(character),
                None => at.number().map_or(Expression::Open, Expression::Number),
            };
        };
        let part =
            |i: usize, is_test| Self::part(library, at.field(i), is_test, whole.map(|own| own.field(i)));
        let parts = |n: u32| (0..n as usize).map(|i| part(i, false)).collect();
        match providers[at.alternative()] {
            Provider::Construct(id, fields) => Expression::Construct(id, parts(fields)),
            Provider::Call(function, arguments) => Expression::Call(function, parts(arguments)),
            Provider::Constant(data, index) => Expression::Constant(data, index),
            Provider::Function if at.field(0).is_open() => Expression::Open,
            Provider::Function => Expression::Function(library.function_text(at.field(0))),
            Provider::Same => part(0, is_test),
            Provider::Dig => {
                let is_open = !is_test && at.field(1).is_open();
                let path = if is_open { whole.map(|own| own.field(1)) } else { Some(at.field(1)) };
                match (part(0, true), path) {
                    (Expression::Open, _) | (_, None) => Expression::Open,
                    (of, Some(path)) => Self::found(library, of, path),
                }
            }
        }
    }

    /// Returns what the path at a position finds in the value of an expression.
    fn found<L: Library + ?Sized>(library: &L, mut of: Expression, mut path: At<'_>) -> Expression {
        while !path.is_open()
            && let options = library.options(path)
            && let Some(Options::Path(steps)) = options.as_deref()
        {
            (of, path) = match steps[path.alternative()] {
                Step::End => break,
                Step::Field(id, index) => (Expression::Select(of.into(), id, index), path.field(0)),
                Step::Apply => {
                    let argument = Self::part(library, path.field(0), false, None);
                    (Expression::Apply(of.into(), argument.into()), path.field(1))
                }
            };
        }
        of
    }

    /// Returns the parts of the expression, in order.
    pub(crate) fn parts(&self) -> Vec<&Expression> {
        match self {
            Expression::Call(_, parts) | Expression::Construct(_, parts) => parts.iter().collect(),
            Expression::Select(of, ..) => vec![of],
            Expression::Apply(function, argument) => vec![function, argument],
            Expression::Open
            | Expression::Constant(..)
            | Expression::Number(_)
            | Expression::Character(_)
            | Expression::Function(_) => Vec::new(),
        }
    }

    /// Returns the function that a test calls, by its index. `None` if the expression does not show
    /// it.
    pub fn tested(&self) -> Option<u32> {
        match self {
            Expression::Call(function, _) => Some(*function),
            Expression::Select(of, ..) | Expression::Apply(of, _) => of.tested(),
            _ => None,
        }
    }

    /// Shows the expression in the notation of the thesis, with the names of a signature: open
    /// arguments are `?`, `?1`, `?2`, in the order of their occurrence.
    pub fn shown<'e>(&'e self, signature: &'e Signature) -> impl fmt::Display + 'e {
        ExpressionDisplay { expression: self, signature }
    }
}

struct ExpressionDisplay<'e> {
    expression: &'e Expression,
    signature: &'e Signature,
}

impl fmt::Display for ExpressionDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Notation { signature: self.signature, open: 0 }.write(f, self.expression, false)
    }
}

/// What is needed to write an expression.
struct Notation<'e> {
    signature: &'e Signature,
    /// The number of open arguments written so far.
    open: u32,
}

impl Notation<'_> {
    fn write(&mut self, f: &mut fmt::Formatter<'_>, expression: &Expression, is_part: bool) -> fmt::Result {
        match expression {
            Expression::Open => {
                self.open += 1;
                match self.open {
                    1 => f.write_str("?"),
                    n => write!(f, "?{}", n - 1),
                }
            }
            Expression::Function(text) => within(f, is_part && text.contains(' '), |f| f.write_str(text)),
            Expression::Number(number) => write!(f, "{number}"),
            Expression::Character(character) => write!(f, "{character:?}"),
            Expression::Constant(data, index) => match &self.signature.data(*data).values {
                crate::library::Values::Constants(names) => f.write_str(&names[*index as usize]),
                _ => Ok(()),
            },
            Expression::Call(function, parts) => {
                self.applied(f, &self.signature.functions[*function as usize].name, parts, is_part)
            }
            Expression::Construct(id, parts) => {
                self.applied(f, &self.signature.constructor(*id).name, parts, is_part)
            }
            Expression::Select(of, id, index) => within(f, is_part, |f| {
                f.write_str("case ")?;
                self.write(f, of, false)?;
                let constructor = self.signature.constructor(*id);
                write!(f, " of {}", constructor.name)?;
                for field in 0..constructor.fields.len() {
                    f.write_str(if field == *index as usize { " x" } else { " _" })?;
                }
                f.write_str(" -> x")
            }),
            Expression::Apply(function, argument) => within(f, is_part, |f| {
                self.write(f, function, true)?;
                f.write_str(" ")?;
                self.write(f, argument, true)
            }),
        }
    }

    fn applied(
        &mut self,
        f: &mut fmt::Formatter<'_>,
        name: &str,
        parts: &[Expression],
        is_part: bool,
    ) -> fmt::Result {
        within(f, is_part && !parts.is_empty(), |f| {
            f.write_str(name)?;
            for part in parts {
                f.write_str(" ")?;
                self.write(f, part, true)?;
            }
            Ok(())
        })
    }
}

/// Writes something in parentheses, if they are needed.
fn within(
    f: &mut fmt::Formatter<'_>,
    parentheses: bool,
    write: impl FnOnce(&mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    if parentheses {
        f.write_str("(")?;
    }
    write(f)?;
    if parentheses { f.write_str(")") } else { Ok(()) }
}
