//! Expressions as pun source.

use std::fmt::Write;

use pun::core::{ConId, Item, Program};
use pun::show::show;
use pun::value::Value;

use super::Module;
use super::tested::PROPERTY;
use crate::expression::Expression;
use crate::library::{ConstructorId, Library, Values};

/// What is needed to write an expression.
pub(super) struct Notation<'m> {
    module: &'m Module,
    /// The number of open arguments written so far.
    open: u32,
}

impl<'m> Notation<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        Self { module, open: 0 }
    }

    /// Returns the source of an expression.
    pub(super) fn source(&mut self, expression: &Expression) -> String {
        let value = self.value(expression);
        show(self.module.engine().program(), &value, None)
    }

    /// Returns an expression as a value; parts that are not values appear as their source.
    fn value(&mut self, expression: &Expression) -> Value {
        match expression {
            Expression::Open => {
                self.open += 1;
                Value::Function(match self.open {
                    1 => "?".to_owned(),
                    n => format!("?{}", n - 1),
                })
            }
            Expression::Number(number) => Value::Integer((*number).into()),
            Expression::Character(character) => Value::Character(*character),
            Expression::Function(text) => Value::Function(text.clone()),
            Expression::Constant(data, index) => match &self.module.signature().data(*data).values {
                Values::Constants(texts) => Value::Function(texts[*index as usize].to_string()),
                _ => Value::Open,
            },
            Expression::Call(function, arguments) => {
                let name = &self.module.signature().functions[*function as usize].name;
                let name = name.strip_prefix(PROPERTY).unwrap_or(name).to_owned();
                self.applied(Value::Function(name), arguments)
            }
            Expression::Construct(id, fields) => {
                let constructor = self.module.constructor(*id);
                if fields.len() == self.module.signature().constructor(*id).fields.len() {
                    Value::Construct(constructor, fields.iter().map(|field| self.value(field)).collect())
                } else {
                    let function = self.constructor_function(*id);
                    self.applied(Value::Function(function), fields)
                }
            }
            Expression::Apply(function, argument) => {
                let function = self.value(function);
                self.applied(function, std::slice::from_ref(argument))
            }
            Expression::Select(of, id, field) => {
                let is_select = matches!(**of, Expression::Select(..));
                let of = self.source(of);
                let of = if is_select { format!("({of})") } else { of };
                let x = variable(self.module.engine().program(), "x".to_owned());
                Value::Function(format!("case {of} of ; {} -> {x}", self.pattern(*id, *field, &x)))
            }
        }
    }

    fn applied(&mut self, function: Value, arguments: &[Expression]) -> Value {
        if arguments.is_empty() {
            return function;
        }
        let arguments = arguments.iter().map(|argument| self.value(argument)).collect();
        let mut function = function;
        if let Value::Partial(_, first) = &mut function {
            first.extend(arguments);
            return function;
        }
        Value::Partial(Box::new(function), arguments)
    }

    /// Returns a constructor as a function.
    fn constructor_function(&self, id: ConstructorId) -> String {
        let fields = self.module.signature().constructor(id).fields.len();
        let program = self.module.engine().program();
        let variables: Vec<String> = (0..fields).map(|n| variable(program, format!("x{n}"))).collect();
        let values = variables.iter().map(|name| Value::Function(name.clone())).collect();
        let made = show(program, &Value::Construct(self.module.constructor(id), values), None);
        format!("\\{} -> {made}", variables.join(" "))
    }

    /// Returns a pattern that binds one field to a variable.
    fn pattern(&self, id: ConstructorId, field: u32, variable: &str) -> String {
        let fields = self.module.signature().constructor(id).fields.len();
        let parts = (0..fields).map(|n| if n == field as usize { variable } else { "_" });
        match self.module.constructor(id) {
            ConId::CONS => parts.collect::<Vec<_>>().join(" :: "),
            ConId::PAIR => format!("({})", parts.collect::<Vec<_>>().join(", ")),
            _ => {
                let mut pattern = format!("[{}", self.module.signature().constructor(id).name);
                for part in parts {
                    let _ = write!(pattern, " {part}");
                }
                pattern + "]"
            }
        }
    }
}

/// Returns a variable with a name like this one, but not the name of a constructor, so that a
/// pattern binds it.
fn variable(program: &Program, mut name: String) -> String {
    let is_constructor = |name: &str| {
        program.scope.iter().any(|(own, item)| **own == *name && matches!(item, Item::Constructor(_)))
    };
    while is_constructor(&name) {
        name.push('\'');
    }
    name
}
