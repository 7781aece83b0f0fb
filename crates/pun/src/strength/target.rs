//! A property with watched calls of one function.
//!
//! A call is identified by its arguments that can be encoded. Other arguments, functions for
//! example, stay as they are; so do results that cannot be encoded: a mutant then returns the
//! function's own result on other arguments.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Profile, Subject, Verdict};
use everycase_check::strength::{Calls, Target};
use everycase_kernel::lazy::Run;
use everycase_kernel::{Derivation, Derivations, Shape};

use super::encodable::{NotEncodable, obstacle};
use super::{Mention, Refusal, mentions};
use crate::check::subject::PropertySubject;
use crate::core::{Program, Type};
use crate::engine::{Build, Engine, Watch};
use crate::inputs::Inputs;
use crate::machine::Limits;
use crate::machine::watch::Reply;
use crate::show;
use crate::typing::Typing;
use crate::value::Value;

/// A property with a function that can be replaced.
pub struct FunctionTarget {
    subject: PropertySubject,
    /// Whether generators draw inputs of the property.
    chooses: bool,
    /// The name of the function where results are written, and the name with its type if the
    /// property mentions it at several.
    pub(super) name: String,
    full_name: String,
    pub(super) inputs: Inputs,
    pub(super) parameters: Vec<Parameter>,
    pub(super) result: Type,
    pub(super) arguments: Derivations,
    /// `None` if results cannot be encoded.
    pub(super) results: Option<Derivations>,
    of_result_type: Vec<usize>,
    left_out: Vec<usize>,
    exchangeable: Vec<(usize, usize)>,
    /// Why values that were met could not be encoded, and how often.
    pub(super) obstacles: Mutex<BTreeMap<String, u64>>,
}

/// An argument of the function.
pub(super) struct Parameter {
    pub(super) ty: Type,
    pub(super) is_encoded: bool,
}

impl FunctionTarget {
    pub(super) fn new(
        program: &Arc<Program>,
        number: usize,
        function: &Mention,
        limits: Limits,
    ) -> Result<Self, Refusal> {
        let definition = &program.globals[function.global.index()];
        let (types, result) = uncurried(&function.ty, &definition.scheme.ty);
        let parameters: Vec<Parameter> = types
            .into_iter()
            .map(|ty| Parameter { is_encoded: obstacle(program, &ty).is_none(), ty })
            .collect();
        let of_result = obstacle(program, &result);
        let encoded: Vec<&Type> = encoded(&parameters).collect();
        if let Some(obstacle) = &of_result
            && encoded.is_empty()
        {
            let why = NotEncodable::new(program, &definition.name, None, &result, obstacle.clone());
            return Err(Refusal::Function(why));
        }
        let all: Vec<Type> =
            encoded.iter().copied().chain(of_result.is_none().then_some(&result)).cloned().collect();
        let inputs = Inputs::new(Arc::clone(program), &all).map_err(Refusal::Property)?;
        let engine = Arc::new(watching(program, number, function, limits)?);
        let arguments = Derivations::new(Shape::product(encoded.iter().map(|ty| inputs.shape(ty))));
        let places = 0..encoded.len();
        let pairs = places.clone().flat_map(|one| (one + 1..encoded.len()).map(move |other| (one, other)));
        Ok(Self {
            subject: PropertySubject::watched(engine, number, 0),
            chooses: program.properties[number].chooses(),
            name: definition.name.to_string(),
            full_name: function.name(program),
            of_result_type: places
                .filter(|place| of_result.is_none() && *encoded[*place] == result)
                .collect(),
            exchangeable: pairs.filter(|(one, other)| encoded[*one] == encoded[*other]).collect(),
            left_out: (0..parameters.len()).filter(|place| !parameters[*place].is_encoded).collect(),
            results: of_result.is_none().then(|| Derivations::new(inputs.shape(&result))),
            arguments,
            inputs,
            parameters,
            result,
            obstacles: Mutex::default(),
        })
    }
}

/// Returns the types of the arguments that are encoded.
pub(super) fn encoded(parameters: &[Parameter]) -> impl Iterator<Item = &Type> {
    parameters.iter().filter(|parameter| parameter.is_encoded).map(|parameter| &parameter.ty)
}

/// Compiles a program with a property, in which the calls of a function are watched.
fn watching(
    program: &Arc<Program>,
    number: usize,
    function: &Mention,
    limits: Limits,
) -> Result<Engine, Refusal> {
    let property = &program.properties[number];
    let typing = Typing::of_property(program, property);
    let mentions = mentions(&property.body).into_iter().filter(|(mention, global)| {
        let ty = typing.as_ref().and_then(|typing| typing.ty(mention));
        *global == function.global && ty == Some(&function.ty)
    });
    let watch = Watch { property, mentions: mentions.map(|(mention, _)| mention).collect() };
    let build = Build { watches: &[watch], ..Build::default() };
    Engine::new(Arc::clone(program), &build, limits)
        .map_err(|mut diagnostics| Refusal::Property(diagnostics.swap_remove(0)))
}

/// Returns the types of the arguments of a function and the type of its result, where it is
/// mentioned. The number of arguments follows its definition.
fn uncurried(mentioned: &Type, defined: &Type) -> (Vec<Type>, Type) {
    let (mut arguments, mut mentioned, mut defined) = (Vec::new(), mentioned, defined);
    while let (Type::Arrow(sides), Type::Arrow(own)) = (mentioned, defined) {
        arguments.push(sides.0.clone());
        (mentioned, defined) = (&sides.1, &own.1);
    }
    (arguments, mentioned.clone())
}

impl Target for FunctionTarget {
    fn function(&self) -> &str {
        &self.full_name
    }

    fn plain_name(&self) -> &str {
        &self.name
    }

    fn arguments(&self) -> &Derivations {
        &self.arguments
    }

    fn results(&self) -> Option<&Derivations> {
        self.results.as_ref()
    }

    fn of_result_type(&self) -> &[usize] {
        &self.of_result_type
    }

    fn left_out(&self) -> &[usize] {
        &self.left_out
    }

    fn exchangeable(&self) -> &[(usize, usize)] {
        &self.exchangeable
    }

    fn run(&self, input: &Derivation, calls: Rc<RefCell<dyn Calls>>) -> Verdict {
        self.subject
            .run_watched(input, &mut |machine, run, watched| self.reply(machine, run, watched, &calls))
    }

    fn on_demand(&self) -> Option<&dyn Subject> {
        self.chooses.then_some(self)
    }

    fn obstacle(&self) -> Option<String> {
        let obstacles = self.obstacles.lock().unwrap_or_else(PoisonError::into_inner);
        obstacles.iter().max_by_key(|(_, count)| **count).map(|(why, _)| why.clone())
    }

    fn application(&self, arguments: &Derivation) -> String {
        let function = Value::Function(self.name.clone());
        let arguments: Vec<Value> =
            self.decoded(arguments).into_iter().map(|value| value.unwrap_or(Value::Open)).collect();
        show::application(self.inputs.program(), std::iter::once(&function).chain(&arguments))
    }

    fn pattern(&self, names: &[(usize, &str)]) -> String {
        let mut fields = 0..;
        let arguments = self.parameters.iter().map(|parameter| {
            let field = parameter.is_encoded.then(|| fields.next()).flatten();
            let name = names.iter().find(|(own, _)| Some(*own) == field);
            Value::Function(name.map_or("_", |(_, name)| name).to_owned())
        });
        let function = Value::Function(self.name.clone());
        let arguments: Vec<Value> = arguments.collect();
        show::application(self.inputs.program(), std::iter::once(&function).chain(&arguments))
    }

    fn shown(&self, result: &Derivation) -> String {
        let result = self.inputs.value(&self.result, result.root());
        show::show(self.inputs.program(), &result, Some(&self.result))
    }
}

impl Subject for FunctionTarget {
    fn run(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        self.subject.run_watched_lazily(input, &mut |machine, run, watched| {
            self.arguments_of(machine, run, watched, &mut |_, _, _| Reply::AsBefore);
            Reply::AsBefore
        })
    }

    fn profile(&self) -> Profile {
        Profile { is_pure: true, ..Profile::parts() }
    }
}
