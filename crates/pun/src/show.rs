//! Values as pun source: lowered to syntax trees, which [`format`](mod@crate::format) prints.

mod functions;
pub(crate) mod terms;

use std::collections::HashSet;
use std::sync::Arc;

use crate::core::{ConId, DataId, Item, Program, Type};
use crate::format::print::{self, ELIDED, is_of_name};
use crate::tree::{Expr, ExprKind, Operator};
use crate::value::{Lambda, Value};

/// Returns a value as pun source. With its type, an empty list of characters is shown as a text.
///
/// The result parses as a term that stands alone and has this value, unless parts of it are open
/// (`_`) or elided (`..`), or it mentions a definition that is not exported.
pub fn show(program: &Program, value: &Value, ty: Option<&Type>) -> String {
    print::term(lowered(program, value, ty).0)
}

/// Returns the application of the first value to the others, as pun source.
pub(crate) fn application<'v>(program: &Program, values: impl IntoIterator<Item = &'v Value>) -> String {
    let values = values.into_iter().map(|value| lowered(program, value, None).0).collect();
    print::application(make(program, Former::Apply, values))
}

/// Lowers a value to a term. Also returns the names of the definitions and constructors that the
/// term mentions.
pub(crate) fn lowered(program: &Program, value: &Value, ty: Option<&Type>) -> (Expr, HashSet<Arc<str>>) {
    let mut lowering = Lowering { program, done: Vec::new(), mentioned: HashSet::new() };
    // Tasks still to be done, the last one first: not recursive, so values may be nested to any
    // depth.
    let mut tasks = vec![Task::Value(value, ty.cloned())];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Value(value, ty) => lowering.value(value, ty.as_ref(), &mut tasks),
            Task::Make(former, count) => {
                let parts = lowering.done.split_off(lowering.done.len().saturating_sub(count));
                lowering.done.push(make(program, former, parts));
            }
        }
    }
    (lowering.done.pop().unwrap_or_else(|| ExprKind::Missing.into()), lowering.mentioned)
}

/// Returns a name as a term.
pub(crate) fn name(name: impl Into<Arc<str>>) -> Expr {
    ExprKind::Name(name.into()).into()
}

/// Returns an application, or the function itself if `arguments` is empty.
pub(crate) fn apply(function: Expr, arguments: Vec<Expr>) -> Expr {
    if arguments.is_empty() { function } else { ExprKind::Apply(Box::new(function), arguments).into() }
}

/// Returns a constructor with its fields.
pub(crate) fn construct(constructor: Expr, fields: Vec<Expr>) -> Expr {
    if fields.is_empty() { constructor } else { ExprKind::Bracket(vec![apply(constructor, fields)]).into() }
}

/// Returns a closed list. If a single element begins with a constructor, it gets parentheses, since
/// the list would apply that constructor otherwise.
pub(crate) fn list(program: &Program, mut elements: Vec<Expr>) -> Expr {
    if let [element] = &mut elements[..] {
        let head = match &element.kind {
            ExprKind::Apply(function, _) => &function.kind,
            other => other,
        };
        if let ExprKind::Name(name) = head
            && program
                .constructors
                .iter()
                .any(|known| *known.name == *unqualified(name) && !known.is_function)
        {
            let inside = std::mem::replace(element, ExprKind::Missing.into());
            *element = ExprKind::Parenthesised(Box::new(inside)).into();
        }
    }
    ExprKind::Bracket(elements).into()
}

/// Returns a name without the module that qualifies it.
fn unqualified(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Returns an operator applied to two operands.
pub(crate) fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    ExprKind::Binary(operator, Box::new(left), Box::new(right)).into()
}

enum Task<'v> {
    Value(&'v Value, Option<Type>),
    /// Makes a term from the last `usize` terms.
    Make(Former, usize),
}

/// How a term is made from others.
enum Former {
    Constructor(Arc<str>),
    /// An application of the function with this name.
    Function(Arc<str>),
    /// An application of the first term to the others.
    Apply,
    Pair,
    List,
    /// A list whose rest is the last term.
    OpenList,
}

fn make(program: &Program, former: Former, mut parts: Vec<Expr>) -> Expr {
    match former {
        Former::Constructor(constructor) => construct(name(constructor), parts),
        Former::Function(function) => apply(name(function), parts),
        Former::Apply => {
            let arguments = parts.split_off(1.min(parts.len()));
            apply(parts.pop().unwrap_or_else(|| ExprKind::Missing.into()), arguments)
        }
        Former::Pair => {
            let mut part = || Box::new(parts.pop().unwrap_or_else(|| ExprKind::Missing.into()));
            let right = part();
            ExprKind::Pair(part(), right).into()
        }
        Former::List => list(program, parts),
        Former::OpenList => {
            let end = parts.pop().unwrap_or_else(|| ExprKind::Missing.into());
            parts.into_iter().rfold(end, |rest, element| binary(Operator::Cons, element, rest))
        }
    }
}

struct Lowering<'p> {
    program: &'p Program,
    /// Finished terms that will become parts of others, the last one last.
    done: Vec<Expr>,
    /// The names of definitions and constructors mentioned so far.
    mentioned: HashSet<Arc<str>>,
}

impl Lowering<'_> {
    /// Lowers a value without parts, or pushes the tasks for its parts.
    fn value<'v>(&mut self, value: &'v Value, ty: Option<&Type>, tasks: &mut Vec<Task<'v>>) {
        let kind = match value {
            Value::Integer(integer) => ExprKind::Integer(integer.clone()),
            Value::Character(character) => ExprKind::Character(*character),
            Value::Open => ExprKind::Missing,
            Value::Elided => ExprKind::Name(ELIDED.into()),
            Value::Function(source) => {
                self.mention_all(source);
                ExprKind::Name(source.as_str().into())
            }
            Value::Closure(lambda, held) => return self.closure(lambda, held, &[], tasks),
            Value::Partial(function, arguments) => {
                if let Value::Closure(lambda, held) = &**function {
                    return self.closure(lambda, held, arguments, tasks);
                }
                tasks.push(Task::Make(Former::Apply, arguments.len() + 1));
                Self::arguments(arguments, tasks);
                tasks.push(Task::Value(function, None));
                return;
            }
            Value::Construct(ConId::UNIT, _) => ExprKind::Unit,
            Value::Construct(ConId::NIL | ConId::CONS, _) => return self.list(value, ty, tasks),
            Value::Construct(constructor, fields) => {
                let known = self.program.constructors.get(constructor.index());
                let name = self.program.name(Item::Constructor(*constructor));
                let name = name.map_or_else(|| "?".into(), Arc::clone);
                let former = match known {
                    _ if *constructor == ConId::PAIR => Former::Pair,
                    Some(known) if known.is_function => Former::Function(Arc::clone(&name)),
                    _ => Former::Constructor(Arc::clone(&name)),
                };
                self.mentioned.insert(name);
                tasks.push(Task::Make(former, fields.len()));
                let fields = fields.iter().enumerate().rev();
                tasks.extend(
                    fields.map(|(i, field)| Task::Value(field, self.field_type(*constructor, i, ty))),
                );
                return;
            }
        };
        self.done.push(kind.into());
    }

    /// Lowers a function of the program with some arguments.
    fn closure<'v>(
        &mut self,
        lambda: &Lambda,
        held: &[Value],
        arguments: &'v [Value],
        tasks: &mut Vec<Task<'v>>,
    ) {
        if let Some(name) = terms::constructor(self.program, &lambda.parameters, &lambda.body) {
            self.mentioned.insert(Arc::clone(name));
            tasks.push(Task::Make(Former::Function(Arc::clone(name)), arguments.len()));
            return Self::arguments(arguments, tasks);
        }
        // A recursive function is the same in each call, so its arguments are applied from outside.
        let is_whole = lambda.itself().is_some() && !arguments.is_empty();
        let function = self.function(lambda, held, if is_whole { &[] } else { arguments });
        self.done.push(function);
        if is_whole {
            tasks.push(Task::Make(Former::Apply, arguments.len() + 1));
            Self::arguments(arguments, tasks);
        }
    }

    /// Pushes the tasks for arguments.
    fn arguments<'v>(arguments: &'v [Value], tasks: &mut Vec<Task<'v>>) {
        tasks.extend(arguments.iter().rev().map(|argument| Task::Value(argument, None)));
    }

    /// Records the names in a piece of source.
    fn mention_all(&mut self, source: &str) {
        let words = source.split(|character| !is_of_name(character)).filter(|word| !word.is_empty());
        self.mentioned.extend(words.map(Arc::from));
    }

    /// Lowers a list: `"text"`, `[a, b]`, or `a :: b :: _` if its end is open.
    fn list<'v>(&mut self, value: &'v Value, ty: Option<&Type>, tasks: &mut Vec<Task<'v>>) {
        let (mut elements, end) = elements(value);
        if *end == Value::Elided {
            let known = elements.iter().rposition(|element| **element != Value::Elided);
            elements.truncate(known.map_or(1, |last| last + 1));
        }
        let of = match ty {
            Some(Type::Data(DataId::LIST, arguments)) => arguments.first(),
            _ => None,
        };
        let is_closed = matches!(end, Value::Construct(ConId::NIL, _));
        if is_closed && let Some(text) = characters(&elements, of) {
            return self.done.push(ExprKind::Text(text).into());
        }
        if is_closed {
            tasks.push(Task::Make(Former::List, elements.len()));
        } else {
            tasks.push(Task::Make(Former::OpenList, elements.len() + 1));
            tasks.push(Task::Value(end, None));
        }
        tasks.extend(elements.into_iter().rev().map(|element| Task::Value(element, of.cloned())));
    }

    /// Returns the type of a field in a value of this type.
    fn field_type(&self, constructor: ConId, field: usize, ty: Option<&Type>) -> Option<Type> {
        let Some(Type::Data(_, arguments)) = ty else { return None };
        let constructor = self.program.constructors.get(constructor.index())?;
        Some(instance(&constructor.fields.get(field)?.ty, arguments))
    }
}

/// Returns a type with its variables replaced.
fn instance(ty: &Type, arguments: &[Type]) -> Type {
    match ty {
        Type::Integer | Type::Character => ty.clone(),
        Type::Variable(variable) => arguments.get(*variable as usize).unwrap_or(ty).clone(),
        Type::Arrow(arrow) => {
            Type::Arrow((instance(&arrow.0, arguments), instance(&arrow.1, arguments)).into())
        }
        Type::Data(data, others) => {
            Type::Data(*data, others.iter().map(|other| instance(other, arguments)).collect())
        }
    }
}

/// Returns the elements of a list and its end.
fn elements(mut list: &Value) -> (Vec<&Value>, &Value) {
    let mut elements = Vec::new();
    while let Value::Construct(ConId::CONS, fields) = list
        && let [first, rest] = &fields[..]
    {
        elements.push(first);
        list = rest;
    }
    (elements, list)
}

/// Returns the characters of a text, if the elements are characters. An empty text is recognized by
/// its type only.
fn characters(elements: &[&Value], of: Option<&Type>) -> Option<String> {
    if elements.is_empty() && of != Some(&Type::Character) {
        return None;
    }
    elements
        .iter()
        .map(|element| if let Value::Character(character) = element { Some(*character) } else { None })
        .collect()
}
