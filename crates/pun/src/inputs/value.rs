//! From derivations to values.

use everycase_space::At;
use num_bigint::BigInt;

use super::Inputs;
use super::instances::{Form, Instance};
use crate::core::{ConId, Type};
use crate::value::Value;

/// What is still to be done for a value, the next step last.
enum Step<'d> {
    Decode(Instance, At<'d>),
    /// Takes so many values, the fields of a constructor.
    Construct(ConId, usize),
}

impl Inputs {
    /// The value at a position of the [shape](Self::shape) of a type; open positions give open values.
    pub fn value(&self, ty: &Type, at: At<'_>) -> Value {
        let instance = self.instances().of(ty, &[]);
        self.decode(instance, at)
    }

    /// Without recursion: lists are as deep as they are long.
    pub(super) fn decode(&self, instance: Instance, at: At<'_>) -> Value {
        let mut steps = vec![Step::Decode(instance, at)];
        let mut values = Vec::new();
        while let Some(step) = steps.pop() {
            let value = match step {
                Step::Construct(con, arity) => {
                    let fields = values.split_off(values.len().saturating_sub(arity));
                    Value::Construct(con, fields)
                }
                Step::Decode(_, at) if at.is_open() => Value::Open,
                Step::Decode(instance, at) => {
                    let form = self.instances().form(instance).clone();
                    match form {
                        Form::Integer => Value::Integer(BigInt::from(at.wide().cast_signed())),
                        Form::Character => {
                            let code = u32::try_from(at.bits()).ok().and_then(char::from_u32);
                            Value::Character(code.unwrap_or(char::REPLACEMENT_CHARACTER))
                        }
                        Form::Atom(_) => Value::Integer(BigInt::from(at.bits())),
                        Form::Data(data, arguments) => {
                            let program = self.program();
                            let all = &program.datas[data.index()].constructors;
                            let Some(&con) = all.get(at.alternative()) else {
                                values.push(Value::Open);
                                continue;
                            };
                            let constructor = &program.constructors[con.index()];
                            let fields = self.fields(constructor, &arguments);
                            steps.push(Step::Construct(con, fields.len()));
                            let fields = fields.into_iter().enumerate().rev();
                            steps.extend(fields.map(|(i, field)| Step::Decode(field, at.field(i))));
                            continue;
                        }
                        Form::Arrow(..) => Value::Open,
                    }
                }
            };
            values.push(value);
        }
        values.pop().unwrap_or(Value::Open)
    }
}
