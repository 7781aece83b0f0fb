//! Values as pun source.

mod functions;
pub(crate) mod terms;

use std::collections::HashSet;
use std::fmt::Write;

use crate::core::{ConId, DataId, Program, Type};
use crate::value::{Lambda, Value};

/// Stands where something is left out.
const ELIDED: &str = "..";

/// A value as pun source. Where its type is known, an empty list of characters is shown as a text.
///
/// What is shown parses as a term of this value, unless some of it is open (which is `_`), is left out (which is `..`), or mentions
/// a definition whose name stands for something else where it is read.
pub fn show(program: &Program, value: &Value, ty: Option<&Type>) -> String {
    shown(program, value, ty, Place::Alone).0
}

/// The same as an argument of a function or a constructor: in brackets if it needs them there.
pub fn operand(program: &Program, value: &Value, ty: Option<&Type>) -> String {
    shown(program, value, ty, Place::Operand).0
}

/// Returns a text as pun source.
pub(crate) fn text(characters: &[char]) -> String {
    let mut text = String::from("\"");
    for character in characters {
        write_character(&mut text, *character, '"');
    }
    text.push('"');
    text
}

/// Returns whether the first word of a term is the name of a constructor, which as the beginning of the only element of a list
/// would be applied.
pub(crate) fn begins_with_constructor(program: &Program, term: &str) -> bool {
    let end = term.find(|character| !is_of_name(character)).unwrap_or(term.len());
    end > 0 && program.constructors.iter().any(|constructor| *constructor.name == term[..end])
}

/// Returns a value as source, and the names of definitions and constructors that this mentions.
fn shown(program: &Program, value: &Value, ty: Option<&Type>, place: Place) -> (String, HashSet<String>) {
    let mut shown = Shown { program, text: String::new(), mentioned: HashSet::new() };
    // What is left to do, the last first: Rust's stack does not limit how deeply a value may be nested.
    let mut tasks = vec![Task::Value(value, ty.cloned(), place)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Text(text) => shown.text.push_str(text),
            Task::Value(value, ty, place) => {
                let first = tasks.len();
                shown.value(value, ty.as_ref(), place, &mut tasks);
                tasks[first..].reverse();
            }
        }
    }
    (shown.text, shown.mentioned)
}

/// Where a value stands, which says whether it needs brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Nothing is next to it, or a comma.
    Alone,
    /// The only element of a list, where the bare name of a constructor would be applied.
    OnlyElement,
    /// A field of a constructor, or an operand of `::`.
    Operand,
}

enum Task<'v> {
    Text(&'static str),
    Value(&'v Value, Option<Type>, Place),
}

struct Shown<'p> {
    program: &'p Program,
    text: String,
    /// The names of definitions and constructors.
    mentioned: HashSet<String>,
}

impl Shown<'_> {
    /// Shows a value up to the first part that is a value, and says what is to follow.
    fn value<'v>(&mut self, value: &'v Value, ty: Option<&Type>, place: Place, then: &mut Vec<Task<'v>>) {
        match value {
            Value::Integer(integer) => self.push(integer),
            Value::Character(character) => {
                self.text.push('\'');
                write_character(&mut self.text, *character, '\'');
                self.text.push('\'');
            }
            Value::Open => self.text.push('_'),
            Value::Elided => self.text.push_str(ELIDED),
            Value::Function(source) => {
                self.mention_all(source);
                self.bracketed(source, place == Place::Operand && !is_name(source));
            }
            Value::Closure(lambda, held) => self.closure(lambda, held, &[], place, then),
            Value::Partial(function, arguments) => {
                if let Value::Closure(lambda, held) = &**function {
                    self.closure(lambda, held, arguments, place, then);
                } else {
                    let is_bracketed = place == Place::Operand;
                    then.push(Task::Text(if is_bracketed { "(" } else { "" }));
                    then.push(Task::Value(function, None, Place::Operand));
                    Self::arguments(arguments, is_bracketed, then);
                }
            }
            Value::Construct(ConId::UNIT, _) => self.text.push_str("()"),
            Value::Construct(ConId::PAIR, _) => self.fields(["(", ", ", ")"], value, ty, then),
            Value::Construct(ConId::NIL | ConId::CONS, _) => self.list(value, ty, place, then),
            Value::Construct(constructor, fields) if self.is_function(*constructor) => {
                let is_bracketed = place == Place::Operand && !fields.is_empty();
                let name = &self.program.constructors[constructor.index()].name;
                self.mentioned.insert(name.to_string());
                self.push(format_args!("{}{name}", if is_bracketed { "(" } else { "" }));
                let close = if is_bracketed { ")" } else { "" };
                self.fields([if fields.is_empty() { "" } else { " " }, " ", close], value, ty, then);
            }
            Value::Construct(constructor, fields) => {
                let name = self.program.constructors.get(constructor.index()).map_or("?", |it| &it.name);
                self.mentioned.insert(name.to_owned());
                if fields.is_empty() {
                    self.bracketed(name, place == Place::OnlyElement);
                } else {
                    self.text.push('[');
                    self.text.push_str(name);
                    self.fields([" ", " ", "]"], value, ty, then);
                }
            }
        }
    }

    /// Shows a function of the program with some arguments.
    fn closure<'v>(
        &mut self,
        lambda: &Lambda,
        held: &[Value],
        arguments: &'v [Value],
        place: Place,
        then: &mut Vec<Task<'v>>,
    ) {
        if let Some(name) = functions::constructor(self.program, &lambda.parameters, &lambda.body) {
            self.mentioned.insert(name.to_string());
            if arguments.is_empty() {
                return self.bracketed(name, place == Place::OnlyElement);
            }
            let is_bracketed = place != Place::Alone;
            self.push(format_args!("{}{name}", if is_bracketed { "(" } else { "" }));
            return Self::arguments(arguments, is_bracketed, then);
        }
        // One that calls itself is the same function in each call.
        if lambda.itself().is_some() && !arguments.is_empty() {
            let whole = self.function(lambda, held, &[]);
            let is_bracketed = place == Place::Operand;
            self.push(format_args!("{}({whole})", if is_bracketed { "(" } else { "" }));
            return Self::arguments(arguments, is_bracketed, then);
        }
        let text = self.function(lambda, held, arguments);
        self.bracketed(&text, place == Place::Operand);
    }

    /// The arguments of what has been shown.
    fn arguments<'v>(arguments: &'v [Value], is_bracketed: bool, then: &mut Vec<Task<'v>>) {
        for argument in arguments {
            then.push(Task::Text(" "));
            then.push(Task::Value(argument, None, Place::Operand));
        }
        then.push(Task::Text(if is_bracketed { ")" } else { "" }));
    }

    /// Notes the words of source.
    fn mention_all(&mut self, source: &str) {
        let words = source.split(|character| !is_of_name(character)).filter(|word| !word.is_empty());
        self.mentioned.extend(words.map(str::to_owned));
    }

    /// Is it an application in an input of an abstract type?
    fn is_function(&self, constructor: ConId) -> bool {
        self.program.constructors.get(constructor.index()).is_some_and(|it| it.is_function)
    }

    fn push(&mut self, shown: impl std::fmt::Display) {
        // Writing to a string does not fail.
        let _ = write!(self.text, "{shown}");
    }

    fn bracketed(&mut self, text: &str, are_needed: bool) {
        if are_needed {
            self.push(format_args!("({text})"));
        } else {
            self.text.push_str(text);
        }
    }

    fn fields<'v>(
        &self,
        [open, between, close]: [&'static str; 3],
        value: &'v Value,
        ty: Option<&Type>,
        then: &mut Vec<Task<'v>>,
    ) {
        let Value::Construct(constructor, fields) = value else { return };
        let place = if *constructor == ConId::PAIR { Place::Alone } else { Place::Operand };
        for (i, field) in fields.iter().enumerate() {
            then.push(Task::Text(if i == 0 { open } else { between }));
            then.push(Task::Value(field, self.field_type(*constructor, i, ty), place));
        }
        then.push(Task::Text(close));
    }

    /// `"text"`, `[a, b]`, or `a :: b :: _` where the end is open.
    fn list<'v>(&mut self, value: &'v Value, ty: Option<&Type>, place: Place, then: &mut Vec<Task<'v>>) {
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
            self.text.push_str(&self::text(&text));
            return;
        }
        let (open, between, place) = match (is_closed, &elements[..]) {
            (true, [_]) => ("[", "", Place::OnlyElement),
            (true, _) => ("[", ", ", Place::Alone),
            (false, _) if place == Place::Operand => ("(", " :: ", Place::Operand),
            (false, _) => ("", " :: ", Place::Operand),
        };
        then.push(Task::Text(open));
        for (i, element) in elements.iter().enumerate() {
            if i > 0 {
                then.push(Task::Text(between));
            }
            then.push(Task::Value(element, of.cloned(), place));
        }
        if is_closed {
            then.push(Task::Text("]"));
            return;
        }
        then.push(Task::Text(between));
        then.push(Task::Value(end, None, Place::Operand));
        then.push(Task::Text(if open.is_empty() { "" } else { ")" }));
    }

    /// The type of a field, in a value of this type.
    fn field_type(&self, constructor: ConId, field: usize, ty: Option<&Type>) -> Option<Type> {
        let Some(Type::Data(_, arguments)) = ty else { return None };
        let constructor = self.program.constructors.get(constructor.index())?;
        Some(instance(&constructor.fields.get(field)?.ty, arguments))
    }
}

/// A type with these for its variables.
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

/// The elements of a list, and what is at its end.
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

/// The characters of a text, if these are the elements of one: an empty one is known by its type only.
fn characters(elements: &[&Value], of: Option<&Type>) -> Option<Vec<char>> {
    if elements.is_empty() && of != Some(&Type::Character) {
        return None;
    }
    elements
        .iter()
        .map(|element| if let Value::Character(character) = element { Some(*character) } else { None })
        .collect()
}

/// Writes a character as it stands between quotes.
fn write_character(text: &mut String, character: char, quote: char) {
    match character {
        '\n' => text.push_str("\\n"),
        '\t' => text.push_str("\\t"),
        '\\' => text.push_str("\\\\"),
        _ if character == quote => text.extend(['\\', quote]),
        '\'' | '"' => text.push(character),
        // Rust escapes what cannot be seen, such as marks without a letter.
        _ if character.escape_debug().len() > 1 => text.extend(character.escape_unicode()),
        _ => text.push(character),
    }
}

fn is_name(source: &str) -> bool {
    source.chars().all(is_of_name)
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || "_-'".contains(character)
}
