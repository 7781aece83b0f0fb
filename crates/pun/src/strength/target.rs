//! A property of which the calls of one function are watched.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use everycase_check::strength::{Answer, Calls, Returned, Target};
use everycase_check::verdict::Verdict;
use everycase_kernel::lazy::Run;
use everycase_kernel::{Derivation, Derivations, Shape};

use super::encodable::{NotEncodable, Obstacle, obstacle};
use super::{Mentioned, Refusal, mentions};
use crate::check::subject::PropertySubject;
use crate::core::build::{call, local};
use crate::core::{Binder, Expr, Kind, LocalId, Program, Type};
use crate::engine::{Build, Engine, Term, Watch, Watched};
use crate::inputs::Inputs;
use crate::machine::{Argument, Limits, Machine, Outcome};
use crate::show;
use crate::source::Span;
use crate::typing::Typing;
use crate::value::Value;

/// A property with a function that can be replaced.
pub struct FunctionTarget {
    engine: Arc<Engine>,
    subject: PropertySubject,
    /// The name of the function where results are written, and the name with its type if the property mentions it at several.
    name: String,
    full_name: String,
    inputs: Inputs,
    types: Vec<Type>,
    result: Type,
    arguments: Derivations,
    results: Derivations,
    of_result_type: Vec<usize>,
    exchangeable: Vec<(usize, usize)>,
}

/// The maximal number of delayed parts of a result that are evaluated.
const DELAYED: usize = 100;

impl FunctionTarget {
    pub(super) fn new(
        program: &Arc<Program>,
        number: usize,
        function: &Mentioned,
        limits: Limits,
    ) -> Result<Self, Refusal> {
        let definition = &program.globals[function.global.index()];
        let (types, result) = uncurried(&function.ty, &definition.scheme.ty);
        let refused = |argument: Option<usize>, ty: &Type, obstacle: Obstacle| {
            Refusal::Function(NotEncodable::new(program, &definition.name, argument, ty, obstacle))
        };
        let places = (1..).map(Some).zip(&types).chain([(None, &result)]);
        for (argument, ty) in places {
            if let Some(obstacle) = obstacle(program, ty) {
                return Err(refused(argument, ty, obstacle));
            }
        }
        let all: Vec<Type> = types.iter().chain([&result]).cloned().collect();
        let inputs = Inputs::new(Arc::clone(program), &all)
            .map_err(|diagnostic| refused(None, &result, diagnostic.into()))?;
        let engine = Arc::new(watching(program, number, function, &types, limits)?);
        let arguments = Shape::product(types.iter().map(|ty| inputs.shape(ty)));
        let places = 0..types.len();
        let pairs = places.clone().flat_map(|one| (one + 1..types.len()).map(move |other| (one, other)));
        Ok(Self {
            subject: PropertySubject::watched(Arc::clone(&engine), number, 0),
            engine,
            name: definition.name.to_string(),
            full_name: function.name(program),
            arguments: Derivations::new(arguments),
            results: Derivations::new(inputs.shape(&result)),
            inputs,
            of_result_type: places.filter(|place| types[*place] == result).collect(),
            exchangeable: pairs.filter(|(one, other)| types[*one] == types[*other]).collect(),
            types,
            result,
        })
    }

    /// Returns the derivations of the arguments and of the result of a call; `None` if a part has no derivation.
    fn values(&self, machine: &mut Machine, run: &mut Run, watched: &Watched) -> Option<[Derivation; 2]> {
        let values: Vec<Value> =
            watched.arguments.iter().map(|argument| machine.full_value(run, *argument)).collect();
        let arguments: Vec<(&Type, &Value)> = self.types.iter().zip(&values).collect();
        let arguments = self.inputs.derivation(&self.arguments, &arguments).ok()?;
        let result = machine.full_value(run, watched.result);
        Some([arguments, self.encoded(&result)?])
    }

    fn encoded(&self, result: &Value) -> Option<Derivation> {
        self.inputs.derivation_of(&self.results, &self.result, result).ok()
    }

    /// Returns the values of arguments.
    fn decoded(&self, arguments: &Derivation) -> Vec<Value> {
        let root = arguments.root();
        self.types.iter().enumerate().map(|(place, ty)| self.inputs.value(ty, root.field(place))).collect()
    }

    /// Runs the function on arguments, in a machine of its own.
    fn result_on(&self, arguments: &Derivation) -> Option<Derivation> {
        let arguments: Vec<Argument> = self.decoded(arguments).into_iter().map(Argument::Value).collect();
        self.engine.with_machine(|machine| {
            machine.limit(self.engine.limits().brief());
            let Outcome::Value(word) = machine.run(self.engine.term(0), &arguments) else { return None };
            self.encoded(&machine.evaluated(word, DELAYED).ok()?)
        })
    }
}

/// Compiles a program with a property of which the calls of a function are watched, and with that function as a term.
fn watching(
    program: &Arc<Program>,
    number: usize,
    function: &Mentioned,
    types: &[Type],
    limits: Limits,
) -> Result<Engine, Refusal> {
    let property = &program.properties[number];
    let typing = Typing::of_property(program, property);
    let mentions = mentions(&property.body).into_iter().filter(|(mention, global)| {
        let ty = typing.as_ref().and_then(|typing| typing.ty(mention));
        *global == function.global && ty == Some(&function.ty)
    });
    let watch = Watch { property, mentions: mentions.map(|(mention, _)| mention).collect() };
    let binders: Vec<Binder> = (0..)
        .zip(types)
        .map(|(number, ty)| Binder {
            local: LocalId(number),
            name: "x".into(),
            ty: ty.clone(),
            span: Span::NOWHERE,
        })
        .collect();
    let body = call(function.global, binders.iter().map(local).collect::<Vec<Expr>>());
    let whole = Expr { kind: Kind::Lambda(binders, Arc::new(body)), span: Span::NOWHERE };
    let terms = [Term::function(&whole)];
    let build = Build { terms: &terms, watches: &[watch], ..Build::default() };
    Engine::new(Arc::clone(program), &build, limits)
        .map_err(|mut diagnostics| Refusal::Property(diagnostics.swap_remove(0)))
}

/// Returns the types of the arguments of a function and that of its result, where it is mentioned: as many arguments as its
/// definition says.
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
        Some(&self.results)
    }

    fn of_result_type(&self) -> &[usize] {
        &self.of_result_type
    }

    fn exchangeable(&self) -> &[(usize, usize)] {
        &self.exchangeable
    }

    fn run(&self, input: &Derivation, calls: Rc<RefCell<dyn Calls>>) -> Verdict {
        self.subject.run_watched(input, &mut |machine, run, watched| {
            let [arguments, result] = self.values(machine, run, watched)?;
            let mut original = |other: Option<&Derivation>| match other {
                None => Returned::Encoded(result.clone()),
                Some(other) => self.result_on(other).map_or(Returned::Nothing, Returned::Encoded),
            };
            let answer = calls.borrow_mut().call(&arguments, &mut original);
            let with = match answer {
                Answer::AsBefore => return None,
                Answer::Result(with) => with,
                Answer::ResultOn(others) => self.result_on(&others)?,
            };
            Some(self.inputs.value(&self.result, with.root()))
        })
    }

    fn application(&self, arguments: &Derivation) -> String {
        let function = Value::Function(self.name.clone());
        let arguments = self.decoded(arguments);
        show::application(self.inputs.program(), std::iter::once(&function).chain(&arguments))
    }

    fn equation(&self, arguments: &Derivation, result: &Derivation) -> String {
        let result = self.inputs.value(&self.result, result.root());
        let shown = show::show(self.inputs.program(), &result, Some(&self.result));
        format!("{} = {shown}", self.application(arguments))
    }
}
