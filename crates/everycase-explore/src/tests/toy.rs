//! Signatures as libraries, and their notation.

use std::sync::Arc;

use everycase_kernel::{Alternative, At, Shape};

use crate::library::{Constructor, Data, Field, Function, Library, Options, Signature, Values};
use crate::types::{DataId, Type};

/// A signature as a library.
pub(super) struct Toy(pub(super) Signature);

impl Library for Toy {
    fn signature(&self) -> &Signature {
        &self.0
    }

    fn choice(&self, alternatives: Vec<Alternative>, options: Options) -> Shape {
        Shape::choice_with(alternatives, Arc::new(options))
    }

    fn options(&self, at: At<'_>) -> Option<Arc<Options>> {
        at.payload::<Arc<Options>>().cloned()
    }

    /// Returns one function for each type that is open and has no abstract types inside, in place
    /// of all.
    fn functions(&self, ty: &Type) -> Option<Shape> {
        makes(&self.0, ty).then(Shape::unit)
    }

    fn makes_functions(&self, ty: &Type) -> bool {
        self.functions(&ty.closed()).is_some()
    }

    fn function_text(&self, _: At<'_>) -> String {
        "?".to_owned()
    }
}

/// Returns whether functions of a type are made: it is open, and has no abstract types inside.
pub(super) fn makes(signature: &Signature, ty: &Type) -> bool {
    let mut parts = Vec::new();
    ty.parts(&mut parts);
    let is_abstract = |part: &&Type| match part {
        Type::Data(data, _) => matches!(signature.data(*data).values, Values::Functions),
        _ => false,
    };
    parts.contains(&&Type::Atom) && !parts.iter().any(is_abstract)
}

/// Reads a type: a lower-case letter is a variable, other names are the signature's, arguments
/// follow in brackets.
fn ty(signature: &Signature, text: &str) -> Type {
    let (ty, rest) = parse(signature, text.trim());
    assert!(rest.is_empty(), "{rest} is left of {text}");
    ty
}

fn parse<'t>(signature: &Signature, text: &'t str) -> (Type, &'t str) {
    if let Some(rest) = text.strip_prefix('{') {
        let (from, rest) = parse(signature, rest);
        let (to, rest) = parse(signature, rest.strip_prefix('>').expect("an arrow"));
        return (Type::arrow(from, to), rest.strip_prefix('}').expect("its end"));
    }
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    if name.len() == 1 && name.chars().all(char::is_lowercase) {
        return (Type::Variable(u32::from(name.as_bytes()[0] - b'a')), rest);
    }
    let mut arguments = Vec::new();
    if rest.starts_with('[') {
        while let Some(more) = rest.strip_prefix(['[', ',']) {
            let (argument, after) = parse(signature, more);
            arguments.push(argument);
            rest = after;
        }
        rest = rest.strip_prefix(']').expect("its end");
    }
    let data = signature.datas.iter().position(|data| &*data.name == name).expect(name);
    (Type::data(DataId(data as u32), arguments), rest)
}

/// Reads a signature: `Name/n` are abstract types, `Name/n # x y` types with constants,
/// `Name/n = A fields | B fields` types with constructors (`~` before a lazy field), and
/// `name : parameters => result` functions. `name!a` compares values of type `a`.
pub(super) fn signature(text: &str) -> Signature {
    let mut signature = Signature::default();
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines().filter(|line| !line.contains(" : ")) {
        let head = line.split(['=', '#']).next().expect("a name").trim();
        let (name, parameters) = head.split_once('/').expect("a number of parameters");
        let parameters = parameters.parse().expect("a number");
        let values = Values::Functions;
        let data = Data { name: name.into(), module: None, parameters, values, holds_functions: false };
        signature.datas.push(data);
    }
    for (i, line) in lines().filter(|line| !line.contains(" : ")).enumerate() {
        if let Some((_, constants)) = line.split_once('#') {
            let constants = constants.split_whitespace().map(Into::into).collect();
            signature.datas[i].values = Values::Constants(constants);
        }
        let Some((_, constructors)) = line.split_once('=') else { continue };
        let constructors = constructors.split('|').map(|constructor| {
            let mut words = constructor.split_whitespace();
            let name = words.next().expect("a name").into();
            let fields = words.map(|field| {
                let (is_lazy, field) = field.strip_prefix('~').map_or((false, field), |field| (true, field));
                Field { ty: ty(&signature, field), is_lazy }
            });
            Constructor { name, fields: fields.collect(), cost: 1 }
        });
        let constructors = constructors.collect();
        signature.datas[i].values = Values::Constructors(constructors);
    }
    for line in lines().filter(|line| line.contains(" : ")) {
        let (name, types) = line.split_once(" : ").expect("a type");
        let (parameters, result) = types.rsplit_once("=>").unwrap_or(("", types));
        let parameters: Vec<Type> =
            parameters.split_whitespace().map(|parameter| ty(&signature, parameter)).collect();
        let result = ty(&signature, result);
        let mut parts = Vec::new();
        for ty in parameters.iter().chain([&result]) {
            ty.parts(&mut parts);
        }
        let variables = parts.iter().filter_map(|part| match part {
            Type::Variable(number) => Some(number + 1),
            _ => None,
        });
        let (name, compared) = name.split_once('!').unwrap_or((name, ""));
        let is_compared = |number| compared.bytes().any(|variable| u32::from(variable - b'a') == number);
        let variables = (0..variables.max().unwrap_or(0)).map(is_compared).collect();
        let is_provider = true;
        let function =
            Function { name: name.into(), variables, parameters, result, module: None, is_provider };
        signature.functions.push(function);
    }
    find_holding(&mut signature);
    signature
}

/// Finds the types with constructors whose values hold functions.
pub(super) fn find_holding(signature: &mut Signature) {
    for _ in 0..signature.datas.len() {
        for data in 0..signature.datas.len() {
            let constructors = signature.constructors(DataId(data as u32)).iter();
            let mut parts = Vec::new();
            constructors
                .flat_map(|constructor| &constructor.fields)
                .for_each(|field| field.ty.parts(&mut parts));
            let holds = parts.into_iter().any(|part| match part {
                Type::Arrow(_) => true,
                Type::Data(data, _) => signature.data(*data).holds_functions,
                Type::Variable(_) | Type::Atom => false,
            });
            signature.datas[data].holds_functions |= holds;
        }
    }
}
