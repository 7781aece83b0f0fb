//! Terms of random properties, what they mean, and their form in pun.

use std::fmt;

use super::values::{Con, Type, Value};

/// A term. Its names are those of the property's parameters and of the variables of lambdas around it.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    /// A parameter.
    Input(usize),
    /// The variable of a lambda, counted from the outermost.
    Bound(usize),
    Integer(i128),
    Character(char),
    Float(f64),
    Made(Con, Vec<Term>),
    Call(&'static Function, Vec<Term>),
    /// A function of each element, at a depth of lambdas, and the list.
    Each(Each, usize, Box<[Term; 2]>),
    Operation(Operator, Box<[Term; 2]>),
}

/// Functions of a list that take a function of each element.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Each {
    All,
    Any,
    Filter,
    Map,
    TakeWhile,
    DropWhile,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    And,
    Or,
}

/// A function of pun with its meaning.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    /// Its declaration; the prelude has those without one.
    pub(crate) source: &'static str,
    pub(crate) meaning: fn(&[Value]) -> Result<Value, Overflow>,
}

/// A number is too large for 128 bits, so that the value is not known.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

/// The body of a property.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// `premise ==> body`
    Implies(Term, Box<Body>),
    /// `if premise then body else true`
    If(Term, Box<Body>),
    /// `conclusion`
    Test(Term),
    /// `if conclusion then true else error "wrong"`
    Fault(Term),
}

/// What a property says of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    Discarded,
    /// It is false.
    Failed,
    /// It ends with an error.
    Fault,
}

impl Verdict {
    pub(crate) fn is_failure(self) -> bool {
        matches!(self, Verdict::Failed | Verdict::Fault)
    }
}

impl Body {
    pub(crate) fn say(&self, inputs: &[Value]) -> Result<Verdict, Overflow> {
        let holds = |term: &Term| Ok(term.evaluate(inputs, &mut Vec::new())?.is_true());
        match self {
            Body::Implies(premise, rest) | Body::If(premise, rest) => {
                if holds(premise)? {
                    rest.say(inputs)
                } else {
                    Ok(Verdict::Discarded)
                }
            }
            Body::Test(conclusion) => Ok(if holds(conclusion)? { Verdict::Passed } else { Verdict::Failed }),
            Body::Fault(conclusion) => Ok(if holds(conclusion)? { Verdict::Passed } else { Verdict::Fault }),
        }
    }

    /// Calls `see` with each term.
    pub(crate) fn for_each_term(&self, see: &mut impl FnMut(&Term)) {
        match self {
            Body::Implies(premise, rest) | Body::If(premise, rest) => {
                premise.for_each(see);
                rest.for_each_term(see);
            }
            Body::Test(conclusion) | Body::Fault(conclusion) => conclusion.for_each(see),
        }
    }
}

impl Term {
    pub(crate) fn boolean(holds: bool) -> Term {
        Term::Made(if holds { Con::True } else { Con::False }, Vec::new())
    }

    pub(crate) fn operation(operator: Operator, left: Term, right: Term) -> Term {
        Term::Operation(operator, Box::new([left, right]))
    }

    /// The literal of a value.
    pub(crate) fn of(value: &Value) -> Term {
        match value {
            Value::Integer(integer) => Term::Integer(*integer),
            Value::Character(character) => Term::Character(*character),
            Value::Float(float) => Term::Float(*float),
            Value::Made(con, fields) => Term::Made(*con, fields.iter().map(Term::of).collect()),
            Value::Open(_) => unreachable!("literals are known"),
        }
    }

    fn for_each(&self, see: &mut impl FnMut(&Term)) {
        see(self);
        match self {
            Term::Input(_) | Term::Bound(_) | Term::Integer(_) | Term::Character(_) | Term::Float(_) => {}
            Term::Made(_, parts) | Term::Call(_, parts) => parts.iter().for_each(|part| part.for_each(see)),
            Term::Each(_, _, parts) | Term::Operation(_, parts) => {
                parts.iter().for_each(|part| part.for_each(see));
            }
        }
    }

    /// Returns the value for inputs and the values of variables.
    pub(crate) fn evaluate(&self, inputs: &[Value], bound: &mut Vec<Value>) -> Result<Value, Overflow> {
        Ok(match self {
            Term::Input(place) => inputs[*place].clone(),
            Term::Bound(depth) => bound[*depth].clone(),
            Term::Integer(integer) => Value::Integer(*integer),
            Term::Character(character) => Value::Character(*character),
            Term::Float(float) => Value::Float(*float),
            Term::Made(con, fields) => {
                let fields = fields.iter().map(|field| field.evaluate(inputs, bound));
                Value::Made(*con, fields.collect::<Result<_, _>>()?)
            }
            Term::Call(function, arguments) => {
                let arguments = arguments.iter().map(|argument| argument.evaluate(inputs, bound));
                (function.meaning)(&arguments.collect::<Result<Vec<_>, _>>()?)?
            }
            Term::Each(each, depth, parts) => {
                let [function, list] = &**parts;
                let list = list.evaluate(inputs, bound)?;
                let mut apply = |element: &Value| {
                    bound.truncate(*depth);
                    bound.push(element.clone());
                    let value = function.evaluate(inputs, bound);
                    bound.truncate(*depth);
                    value
                };
                each.evaluate(&mut apply, &list)?
            }
            Term::Operation(operator, parts) => {
                let [left, right] = &**parts;
                let left = left.evaluate(inputs, bound)?;
                match operator {
                    Operator::And if !left.is_true() => left,
                    Operator::Or if left.is_true() => left,
                    _ => operator.apply(&left, &right.evaluate(inputs, bound)?)?,
                }
            }
        })
    }
}

impl Each {
    fn evaluate(
        self,
        apply: &mut impl FnMut(&Value) -> Result<Value, Overflow>,
        list: &Value,
    ) -> Result<Value, Overflow> {
        let mut elements = list.elements();
        match self {
            Each::All | Each::Any => {
                let is_any = matches!(self, Each::Any);
                for element in elements {
                    if apply(&element)?.is_true() == is_any {
                        return Ok(Value::boolean(is_any));
                    }
                }
                Ok(Value::boolean(!is_any))
            }
            Each::Map => {
                let all: Vec<_> = elements.map(|element| apply(&element)).collect::<Result<_, _>>()?;
                Ok(Value::list(all.into_iter()))
            }
            Each::Filter => {
                let mut kept = Vec::new();
                for element in elements {
                    if apply(&element)?.is_true() {
                        kept.push(element);
                    }
                }
                Ok(Value::list(kept.into_iter()))
            }
            Each::TakeWhile | Each::DropWhile => {
                let mut first = Vec::new();
                let mut rest = Vec::new();
                for element in elements.by_ref() {
                    if !apply(&element)?.is_true() {
                        rest.push(element);
                        break;
                    }
                    first.push(element);
                }
                if matches!(self, Each::TakeWhile) {
                    return Ok(Value::list(first.into_iter()));
                }
                rest.extend(elements);
                Ok(Value::list(rest.into_iter()))
            }
        }
    }

    fn name(self) -> &'static str {
        match self {
            Each::All => "all",
            Each::Any => "any",
            Each::Filter => "filter",
            Each::Map => "map",
            Each::TakeWhile => "take-while",
            Each::DropWhile => "drop-while",
        }
    }
}

impl Operator {
    fn apply(self, left: &Value, right: &Value) -> Result<Value, Overflow> {
        let order = || left.compare(right);
        let holds = match self {
            Operator::Equal => order().is_eq(),
            Operator::Different => order().is_ne(),
            Operator::Less => order().is_lt(),
            Operator::AtMost => order().is_le(),
            Operator::Greater => order().is_gt(),
            Operator::AtLeast => order().is_ge(),
            Operator::And | Operator::Or => right.is_true(),
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide | Operator::Modulo => {
                let (left, right) = (left.number(), right.number());
                let number = match self {
                    Operator::Add => left.checked_add(right),
                    Operator::Subtract => left.checked_sub(right),
                    Operator::Multiply => left.checked_mul(right),
                    // Divisors of random terms are positive, for which these round down.
                    Operator::Divide => left.checked_div_euclid(right),
                    _ => left.checked_rem_euclid(right),
                };
                return number.map(Value::Integer).ok_or(Overflow);
            }
        };
        Ok(Value::boolean(holds))
    }

    fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "div",
            Operator::Modulo => "mod",
            Operator::Equal => "==",
            Operator::Different => "/=",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::Greater => ">",
            Operator::AtLeast => ">=",
            Operator::And => "&&",
            Operator::Or => "||",
        }
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The names of parameters.
pub(crate) const NAMES: [&str; 3] = ["xs", "ys", "zs"];

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Input(place) => f.write_str(NAMES[*place]),
            Term::Bound(depth) => write!(f, "x{depth}"),
            Term::Integer(integer) => write!(f, "{integer}"),
            Term::Float(float) => write!(f, "{float:?}"),
            Term::Character(character) => write!(f, "'{}'", escaped(*character)),
            Term::Made(con, fields) => con.write(f, fields),
            Term::Call(function, arguments) => {
                write!(f, "({}", function.name)?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
                f.write_str(")")
            }
            Term::Each(each, depth, parts) => {
                let [function, list] = &**parts;
                write!(f, "({} (\\x{depth} -> {function}) {list})", each.name())
            }
            Term::Operation(operator, parts) => {
                let [left, right] = &**parts;
                write!(f, "({left} {} {right})", operator.symbol())
            }
        }
    }
}

fn escaped(character: char) -> String {
    match character {
        '\'' | '\\' => format!("\\{character}"),
        ' '..='~' => character.to_string(),
        _ => format!("\\u{{{:x}}}", u32::from(character)),
    }
}

impl Con {
    fn write(self, f: &mut fmt::Formatter<'_>, fields: &[Term]) -> fmt::Result {
        match (self, fields) {
            (_, []) => f.write_str(self.name()),
            (Con::Cons, [first, rest]) => write!(f, "({first} :: {rest})"),
            (Con::Pair, [left, right]) => write!(f, "({left}, {right})"),
            _ => {
                write!(f, "[{}", self.name())?;
                fields.iter().try_for_each(|field| write!(f, " {field}"))?;
                f.write_str("]")
            }
        }
    }
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Body::Implies(premise, rest) => write!(f, "{premise} ==> {rest}"),
            Body::If(premise, rest) => write!(f, "if {premise} then {rest} else true"),
            Body::Test(conclusion) => conclusion.fmt(f),
            Body::Fault(conclusion) => write!(f, "if {conclusion} then true else error \"wrong\""),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Integer(..) => f.write_str("integer"),
            Type::Character => f.write_str("character"),
            Type::Float => f.write_str("f64"),
            Type::Boolean => f.write_str("boolean"),
            Type::Unit => f.write_str("()"),
            Type::Atom(_) => f.write_str("a"),
            Type::List(element) => write!(f, "(list {element})"),
            Type::Maybe(part) => write!(f, "(maybe {part})"),
            Type::Pair(left, right) => write!(f, "({left}, {right})"),
            Type::Tree(key, value) => write!(f, "(bst {key} {value})"),
            Type::Nest(element) => write!(f, "(nest {element})"),
        }
    }
}
