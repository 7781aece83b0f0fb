//! A pun module as the library under test.

mod again;
mod constants;
mod entries;
mod equal;
mod functions;
pub(crate) mod holes;
mod lambdas;
mod left_out;
mod mutants;
mod notation;
mod run;
mod settings;
mod signature;
mod tested;

use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::settings::seed::Seed;
use everycase_check::text::encoding::Fingerprint;
use everycase_kernel::{Alternative, At, Shape};
use pun::core::{ConId, Program};
use pun::diagnostic::Diagnostic;
use pun::engine::{self, Build, Engine, Ladder, Path, Providers, Term};
use pun::source::Span;
use pun::types;

pub use self::again::{Ending, Texts, run_again};
pub use self::left_out::{LeftOut, Reason};
pub use self::mutants::{Mutant, mutants};
pub use self::settings::{Pool, Settings};
pub use self::tested::PROPERTY;

use self::entries::{Entries, identity};
use self::equal::leave_out_equal;
use self::functions::Functions;
use self::lambdas::Lambdas;
use self::signature::{Interface, Target};
use crate::library::{ConstructorId, Library, Options, Provider, Signature, Step};
use crate::types::Type;
use crate::values::Values;

/// The main module of a program, as the library under test.
pub struct Module {
    engine: Engine,
    signature: Signature,
    /// The item of each function.
    targets: Vec<Target>,
    entries: Entries,
    /// The visible constructors of each type.
    constructors: Vec<Vec<ConId>>,
    /// The constants of integers and of characters.
    constants: [Vec<engine::Provider>; 2],
    tested: Vec<u32>,
    left_out: Vec<LeftOut>,
    ladder: Ladder,
    functions: Functions,
    lambdas: Option<Lambdas>,
    /// The values of arguments so far, unless all arguments are tried.
    values: Option<Arc<Values>>,
    /// The meaning of the choices that have been made so far, by the number in their payload.
    options: Mutex<Vec<Arc<Options>>>,
}

impl Module {
    /// Returns the main module of a program, with the default settings.
    ///
    /// # Errors
    /// If the machine cannot hold the program.
    pub fn new(program: Program) -> Result<Module, Vec<Diagnostic>> {
        Self::with(program, &Settings::default())
    }

    /// Returns the main module of a program.
    ///
    /// # Errors
    /// If the machine cannot hold the program, or a further module is not part of it.
    pub fn with(program: Program, settings: &Settings) -> Result<Module, Vec<Diagnostic>> {
        let interface = Interface::of(&program, settings).map_err(|name| vec![unknown(&program, &name)])?;
        let lambdas = settings
            .terms
            .map(|mode| Lambdas::of(&program, &interface.signature, mode, interface.constants.inputs()));
        let (functions, mut program) = Functions::of(program, &interface);
        let entries = Entries::add(&mut program, &interface);
        let own = identity();
        let terms = [Term::function(&own)];
        let covers: Vec<_> = program.main.iter().map(|main| main.file).collect();
        let build = Build { terms: &terms, covers: &covers, ..Build::default() };
        let engine = Engine::new(program, &build, settings.limits)?;
        let Interface { mut signature, targets, constructors, tested, left_out, constants } = interface;
        if !settings.repeats {
            let is_visible = |own: ConId| constructors.iter().flatten().any(|visible| *visible == own);
            leave_out_equal(&engine, &mut signature, &targets, is_visible);
        }
        let constants = constants.providers();
        let (ladder, options) = (Ladder::new(settings.limits), Mutex::default());
        Ok(Module {
            engine,
            signature,
            targets,
            entries,
            constructors,
            constants,
            tested,
            left_out,
            ladder,
            functions,
            lambdas,
            values: (!settings.repeats).then(Arc::default),
            options,
        })
    }

    /// Returns the functions under test: the module's exports and properties that expressions can
    /// call.
    pub fn tested(&self) -> impl Iterator<Item = u32> {
        self.tested.iter().copied()
    }

    /// Returns whether a function, given by its index, is a property. Its name begins with
    /// [`PROPERTY`].
    pub fn is_property(&self, function: u32) -> bool {
        matches!(self.targets.get(function as usize), Some(Target::Property(_)))
    }

    /// Returns the type of a function, given by its index, as it is written.
    pub fn function_type(&self, function: u32) -> String {
        let program = self.engine.program();
        let arrow = |result, parameter: pun::core::Type| pun::core::Type::Arrow((parameter, result).into());
        match self.targets[function as usize] {
            Target::Definition(global) => {
                types::show_scheme(program, &program.globals[global.index()].scheme)
            }
            Target::Constructor(constructor) => self.constructor_type(constructor),
            Target::Property(number) => {
                let boolean = pun::core::Type::Data(pun::core::DataId::BOOLEAN, [].into());
                let given: Vec<_> = program.properties[number].given().collect();
                let parameters = given.into_iter().rev().map(|input| input.binder.ty.clone());
                types::show(program, &parameters.fold(boolean, arrow))
            }
        }
    }

    /// Returns the visible constructors of the module's own types, with their types as they are
    /// written.
    pub fn own_constructors(&self) -> Vec<(String, String)> {
        let program = self.engine.program();
        let main = program.main.as_ref().map(|main| main.file);
        let is_own = |own: &&ConId| {
            let data = program.constructors[own.index()].data;
            program.datas[data.index()].span.is_some_and(|span| Some(span.file) == main)
        };
        let own = self.constructors.iter().flatten().filter(is_own);
        let named =
            |own: &ConId| (program.constructors[own.index()].name.to_string(), self.constructor_type(*own));
        own.map(named).collect()
    }

    fn constructor_type(&self, constructor: ConId) -> String {
        let program = self.engine.program();
        let own = &program.constructors[constructor.index()];
        let parameters = program.datas[own.data.index()].parameters;
        let made = (0..parameters).map(pun::core::Type::Variable).collect();
        let made = pun::core::Type::Data(own.data, made);
        let fields = own.fields.iter().rev().map(|field| field.ty.clone());
        let arrow = |result, field: pun::core::Type| pun::core::Type::Arrow((field, result).into());
        types::show(program, &fields.fold(made, arrow))
    }

    /// Returns the name of a function, given by its index.
    fn name(&self, function: u32) -> &Arc<str> {
        &self.signature.functions[function as usize].name
    }

    /// Returns what the module exports and is not tested.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// Returns the fingerprint of all files of the program, with the prelude.
    pub fn fingerprint(&self) -> Fingerprint {
        let files = self.engine.program().sources.all().iter();
        Fingerprint(Seed::of_name(&files.map(|file| &*file.text).collect::<Vec<_>>().join("\0")).0)
    }

    /// Returns the engine that runs expressions.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    fn provider(&self, provider: Provider) -> engine::Provider {
        match provider {
            Provider::Construct(id, fields) => {
                let constructor = self.constructor(id);
                if fields as usize == self.signature.constructor(id).fields.len() {
                    return engine::Provider::Construct(constructor);
                }
                engine::Provider::Call(self.entries.of(
                    &self.engine,
                    Target::Constructor(constructor),
                    fields,
                ))
            }
            Provider::Call(function, arguments) => {
                let target = self.targets[function as usize];
                engine::Provider::Call(self.entries.of(&self.engine, target, arguments))
            }
            Provider::Dig => engine::Provider::Observe,
            Provider::Constant(data, index) => {
                // Integers and characters are the last two types.
                let kind = self.signature.datas.len() - data.0 as usize;
                self.constants[2 - kind][index as usize].clone()
            }
            Provider::Same | Provider::Function => engine::Provider::Same,
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

    /// Returns the meaning of the choice with a number.
    fn meaning(&self, number: u64) -> Option<Arc<Options>> {
        let all = self.options.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(number as usize).cloned()
    }
}

fn unknown(program: &Program, name: &str) -> Diagnostic {
    let names = program.modules.iter().map(|module| &*module.name).chain(["prelude"]);
    let names: Vec<&str> = names.collect();
    let are = if names.len() == 1 { "is" } else { "are" };
    Diagnostic::error(Span::NOWHERE, format!("the program has no module `{name}`"))
        .help(format!("there {are} {}", names.join(", ")))
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
        self.meaning(providers.or_else(|| at.payload::<Path>().map(|path| path.number))?)
    }

    fn functions(&self, ty: &Type) -> Option<Shape> {
        self.functions.shape(ty)
    }

    fn makes_functions(&self, ty: &Type) -> bool {
        self.functions.has_some(ty)
    }

    fn lambdas(&self, ty: &Type) -> Option<Shape> {
        self.lambdas.as_ref()?.shape(&self.signature, ty)
    }

    fn writes_lambdas(&self) -> bool {
        self.lambdas.is_some()
    }

    fn function_text(&self, at: At<'_>) -> String {
        lambdas::text(at).or_else(|| self.functions.text(at)).unwrap_or_default()
    }
}
