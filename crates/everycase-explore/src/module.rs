//! A pun module as the library under test.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::stats::Labels;
use everycase_check::verdict::{LazySubject, Subject, Verdict};
use everycase_kernel::lazy::Run;
use everycase_kernel::{Alternative, At, Derivation, Range, Shape};
use pun::Limits;
use pun::core::{self, ConId, GlobalId, Item, Program};
use pun::diagnostic::Diagnostic;
use pun::engine::{self, Argument, Build, Engine, Machine, Outcome, Path, Providers, Term};
use pun::fault::Fault;
use pun::load::expression;

use crate::library::{
    Constructor, ConstructorId, Data, Field, Function, Library, ModuleId, Options, Provider, Signature, Step,
    Values,
};
use crate::types::{DataId, Type};

/// The main module of a program, as the library under test.
pub struct Module {
    engine: Engine,
    signature: Signature,
    /// The definition of each function.
    definitions: Vec<GlobalId>,
    /// The constructors of each type, as far as they are visible.
    constructors: Vec<Vec<ConId>>,
    /// The meaning of the choices that have been made so far, by the number in their payload.
    options: Mutex<Vec<Arc<Options>>>,
}

impl Module {
    /// Returns the main module of a program.
    ///
    /// # Errors
    /// If the program cannot be compiled.
    pub fn new(mut program: Program) -> Result<Module, Vec<Diagnostic>> {
        let (signature, definitions, constructors) = signature(&program);
        let (own, _) = expression(&mut program, r"\x -> x")?;
        let terms = [Term::function(&own)];
        let covers: Vec<_> = program.main.iter().map(|main| main.file).collect();
        let build = Build { terms: &terms, covers: &covers, ..Build::default() };
        let engine = Engine::new(program, &build, Limits::default())?;
        Ok(Module { engine, signature, definitions, constructors, options: Mutex::default() })
    }

    /// Returns the functions under test: those that the module declares and exports.
    pub fn tested(&self) -> impl Iterator<Item = u32> {
        let tested = (0..).zip(&self.signature.functions);
        tested.filter(|(_, function)| function.module == Some(TESTED)).map(|(number, _)| number)
    }

    /// Returns the engine that runs expressions.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    fn provider(&self, provider: Provider) -> engine::Provider {
        match provider {
            Provider::Construct(id, fields) => {
                let constructor = self.constructor(id);
                let all = self.signature.constructor(id).fields.len() as u32;
                assert_eq!(fields, all, "a constructor with all its fields");
                engine::Provider::Construct(constructor)
            }
            Provider::Call(function, _) => {
                engine::Provider::Call(self.engine.definition(self.definitions[function as usize]))
            }
            Provider::Dig => engine::Provider::Observe,
            Provider::Same | Provider::Function | Provider::Constant(..) => engine::Provider::Same,
        }
    }

    fn constructor(&self, id: ConstructorId) -> ConId {
        self.constructors[id.data.0 as usize][id.index as usize]
    }

    fn step(&self, step: Step) -> engine::Step {
        match step {
            Step::End => engine::Step::End,
            Step::Field(id, index) => engine::Step::Field(self.constructor(id), index),
            Step::Apply => engine::Step::Arguments,
        }
    }

    fn outcome(&self, machine: &mut Machine, input: &mut Run) -> Outcome {
        machine.resume(input).unwrap_or_else(|| {
            let test = Argument::Hole(input.root());
            machine.run_on(input, self.engine.term(0), &[test])
        })
    }

    /// Returns the error with which a test ends.
    pub fn fault(&self, test: &Derivation) -> Option<Fault> {
        let mut run = Run::new();
        run.begin_replay(test);
        self.outcome(&mut self.engine.machine(), &mut run).fault()
    }
}

/// The module under test.
const TESTED: ModuleId = ModuleId(0);

fn signature(program: &Program) -> (Signature, Vec<GlobalId>, Vec<Vec<ConId>>) {
    let modules = || program.main.iter().chain(&program.modules);
    let exported: BTreeSet<ConId> = modules()
        .flat_map(|module| &module.exports)
        .filter_map(
            |(_, item)| if let Item::Constructor(constructor) = item { Some(*constructor) } else { None },
        )
        .collect();
    let module_of = |item: Item| {
        let own = program.owner(item)?;
        let number = modules().position(|module| module.file == own.file)?;
        Some(ModuleId(number as u32))
    };
    let (mut signature, mut constructors) = (Signature::default(), Vec::new());
    for (number, data) in (0..).zip(&program.datas) {
        let module = module_of(Item::Data(core::DataId(number)));
        let is_visible = module.is_none() || data.constructors.iter().all(|own| exported.contains(own));
        let values = if is_visible {
            let made = data.constructors.iter().map(|own| constructor(program, *own));
            Values::Constructors(made.collect())
        } else {
            Values::Functions
        };
        constructors.push(if is_visible { data.constructors.clone() } else { Vec::new() });
        signature.datas.push(Data { name: data.name.clone(), module, parameters: data.parameters, values });
    }
    for (name, range) in [("integer", Range::signed(128)), ("character", Range::chars())] {
        let values = Values::Open(Shape::range(range));
        signature.datas.push(Data { name: name.into(), module: None, parameters: 0, values });
    }
    let mut definitions = Vec::new();
    for module in modules() {
        for (name, item) in &module.exports {
            let Item::Global(global) = item else { continue };
            let own = &program.globals[global.index()];
            let (mut parameters, mut result) = (Vec::new(), &own.scheme.ty);
            while let core::Type::Arrow(sides) = result {
                parameters.push(ty(program, &sides.0));
                result = &sides.1;
            }
            definitions.push(*global);
            signature.functions.push(Function {
                name: name.clone(),
                variables: own.scheme.variables.len() as u32,
                parameters,
                result: ty(program, result),
                module: module_of(*item),
                is_provider: false,
            });
        }
    }
    signature.provide(&[TESTED], &[]);
    (signature, definitions, constructors)
}

fn constructor(program: &Program, own: ConId) -> Constructor {
    let own = &program.constructors[own.index()];
    let fields = own.fields.iter().map(|field| Field { ty: ty(program, &field.ty), is_lazy: field.is_lazy });
    Constructor { name: own.name.clone(), fields: fields.collect(), cost: own.cost }
}

fn ty(program: &Program, own: &core::Type) -> Type {
    let built_in = |number: usize| Type::data(DataId((program.datas.len() + number) as u32), []);
    match own {
        core::Type::Integer => built_in(0),
        core::Type::Character => built_in(1),
        core::Type::Arrow(sides) => Type::arrow(ty(program, &sides.0), ty(program, &sides.1)),
        core::Type::Data(data, arguments) => {
            Type::data(DataId(data.0), arguments.iter().map(|own| ty(program, own)))
        }
        core::Type::Variable(number) => Type::Variable(*number),
    }
}

impl Library for Module {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn choice(&self, alternatives: Vec<Alternative>, options: Options) -> Shape {
        let options = Arc::new(options);
        let number = {
            let mut all = self.options.lock().unwrap_or_else(PoisonError::into_inner);
            all.push(Arc::clone(&options));
            all.len() as u64 - 1
        };
        match &*options {
            Options::Terms(providers) => {
                let of = providers.iter().map(|provider| self.provider(*provider)).collect();
                Shape::choice_with(alternatives, Providers { number, of })
            }
            Options::Path(steps) => {
                let steps = steps.iter().map(|step| self.step(*step)).collect();
                Shape::choice_with(alternatives, Path { number, steps })
            }
        }
    }

    fn options(&self, at: At<'_>) -> Option<Arc<Options>> {
        let providers = at.payload::<Providers>().map(|providers| providers.number);
        let number = providers.or_else(|| at.payload::<Path>().map(|path| path.number))?;
        let all = self.options.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(number as usize).cloned()
    }

    fn functions(&self, _: &Type) -> Option<Shape> {
        None
    }

    fn function_text(&self, _: At<'_>) -> String {
        String::new()
    }
}

impl Subject for Module {
    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        self.replay(input, labels)
    }

    fn lazily(&self) -> Option<&dyn LazySubject> {
        Some(self)
    }
}

impl LazySubject for Module {
    fn run_lazily(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        let outcome = self.engine.with_machine(|machine| self.outcome(machine, input));
        let sources = &self.engine.program().sources;
        match outcome {
            Outcome::Value(_) => Verdict::Passed,
            Outcome::Fault(fault) | Outcome::Limit(fault) => {
                let mut failure = fault.failure(sources);
                failure.seen = input.read(input.root()).map(Arc::new);
                Verdict::Failed(Box::new(failure))
            }
            Outcome::Demand(_) | Outcome::Choice(_) | Outcome::Watched(_) | Outcome::Void => {
                Verdict::Discarded
            }
        }
    }
}
