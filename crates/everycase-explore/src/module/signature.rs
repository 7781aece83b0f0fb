//! The exports of a program, as a signature: its types, and the functions and properties that
//! expressions call.
//!
//! The tested functions are those that the main module exports, also those that it imports from
//! another module, and its properties. A type is abstract unless some module exports all its
//! constructors. Exported constructors of an abstract type are functions.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use everycase_kernel::{Range, Shape};
use pun::core::{self, ConId, GlobalId, Item, Kind, Program};
use pun::source::{FileId, Span};
use pun::value::Value;

use super::constants::{Constants, texts};
use super::left_out::{LeftOut, Reason};
use super::settings::Settings;
use crate::library::{Constructor, Data, Field, Function, ModuleId, Signature, Values};
use crate::types::{DataId, Type};

/// The signature of a program, with the items of the program that it stands for.
pub(super) struct Interface {
    pub(super) signature: Signature,
    /// The item of each function.
    pub(super) targets: Vec<Target>,
    /// The visible constructors of each type.
    pub(super) constructors: Vec<Vec<ConId>>,
    /// The functions under test.
    pub(super) tested: Vec<u32>,
    pub(super) left_out: Vec<LeftOut>,
    pub(super) constants: Constants,
}

/// What a function of the signature is in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    Definition(GlobalId),
    /// A property of the main module, by its number.
    Property(usize),
    /// An exported constructor of an abstract type.
    Constructor(ConId),
}

/// The main module. The others follow in the order of the program, then the prelude.
const MAIN: ModuleId = ModuleId(0);

/// The file of the prelude.
const PRELUDE: FileId = FileId(0);

impl Interface {
    /// Reads the interface of a program. Returns the name of the further module that does not
    /// exist, if there is one.
    pub(super) fn of(program: &Program, settings: &Settings) -> Result<Self, String> {
        let further: Result<Vec<ModuleId>, String> =
            settings.further.iter().map(|name| module_named(program, name).ok_or(name.clone())).collect();
        let further = further?;
        let mut interface = Self {
            signature: Signature::default(),
            targets: Vec::new(),
            constructors: Vec::new(),
            tested: Vec::new(),
            left_out: Vec::new(),
            constants: Constants::default(),
        };
        let exports = Exports::of(program);
        interface.types(program, &exports, settings.inside);
        interface.definitions(program, &exports);
        interface.constructors(program, &exports);
        let properties = interface.signature.functions.len();
        interface.properties(program);
        let mut modules = vec![MAIN];
        modules.extend(interface.tested.iter().filter_map(|function| interface.function(*function).module));
        let modules = interface.signature.provide(&modules, &further);
        for property in &mut interface.signature.functions[properties..] {
            property.is_provider = false;
        }
        let files = modules.into_iter().map(|module| file_of(program, module)).collect();
        interface.constants(program, &files, settings);
        interface.leave_out_impossible();
        Ok(interface)
    }

    fn function(&self, number: u32) -> &Function {
        &self.signature.functions[number as usize]
    }

    fn types(&mut self, program: &Program, exports: &Exports, inside: bool) {
        let holds_functions = program.holding_functions();
        for (number, data) in (0..).zip(&program.datas) {
            let module = program.owner(Item::Data(core::DataId(number)));
            let is_own = module
                .is_some_and(|module| program.main.as_ref().is_some_and(|main| main.file == module.file));
            let is_visible =
                module.is_none() || inside && is_own || data.constructors.iter().all(|own| exports.has(*own));
            let values = if is_visible {
                let made = data.constructors.iter().map(|own| constructor(program, *own));
                Values::Constructors(made.collect())
            } else {
                Values::Functions
            };
            self.constructors.push(if is_visible { data.constructors.clone() } else { Vec::new() });
            let module = module.and_then(|module| module_of_file(program, module.file));
            let name = named(program, Item::Data(core::DataId(number)));
            self.signature.datas.push(Data {
                name,
                module,
                parameters: data.parameters,
                values,
                holds_functions: holds_functions[number as usize],
            });
        }
        for (name, range) in [("integer", Range::signed(128)), ("character", Range::chars())] {
            let values = Values::Open(Shape::range(range));
            let name = name.into();
            self.signature.datas.push(Data {
                name,
                module: None,
                parameters: 0,
                values,
                holds_functions: false,
            });
        }
    }

    fn add(&mut self, function: Function, target: Target) -> u32 {
        self.signature.functions.push(function);
        self.targets.push(target);
        self.targets.len() as u32 - 1
    }

    fn definitions(&mut self, program: &Program, exports: &Exports) {
        let chooses = program.choosing();
        for (name, global) in &exports.definitions {
            let is_tested = exports.main.contains(&Item::Global(*global));
            if chooses[global.index()] {
                if is_tested {
                    self.left_out.push(LeftOut { name: name.clone(), reason: Reason::Chooses });
                }
                continue;
            }
            let own = &program.globals[global.index()];
            let (parameters, result) = uncurried(program, &own.scheme.ty);
            let function = Function {
                name: name.clone(),
                variables: own.scheme.variables.clone(),
                parameters,
                result,
                module: module_of_file(program, own.span.file),
                is_provider: false,
            };
            let number = self.add(function, Target::Definition(*global));
            if is_tested {
                self.tested.push(number);
            }
        }
    }

    /// Adds the exported constructors of abstract types.
    fn constructors(&mut self, program: &Program, exports: &Exports) {
        for (number, constructor) in (0..).zip(&program.constructors) {
            let own = ConId(number);
            let data = constructor.data.index();
            if !matches!(self.signature.datas[data].values, Values::Functions) || !exports.has(own) {
                continue;
            }
            let variables = program.datas[data].parameters;
            let function = Function {
                name: named(program, Item::Constructor(own)),
                variables: vec![false; variables as usize],
                parameters: constructor.fields.iter().map(|field| ty(program, &field.ty)).collect(),
                result: Type::data(DataId(data as u32), (0..variables).map(Type::Variable)),
                module: self.signature.datas[data].module,
                is_provider: false,
            };
            self.add(function, Target::Constructor(own));
        }
    }

    fn properties(&mut self, program: &Program) {
        for (number, property) in program.properties.iter().enumerate() {
            let name: Arc<str> = format!("property {}", property.name).into();
            if property.chooses() {
                self.left_out.push(LeftOut { name, reason: Reason::Draws });
                continue;
            }
            let parameters: Vec<Type> = property.given().map(|input| ty(program, &input.binder.ty)).collect();
            let mut parts = Vec::new();
            for ty in &parameters {
                ty.parts(&mut parts);
            }
            let variables = parts.iter().map(|part| match part {
                Type::Variable(number) => number + 1,
                _ => 0,
            });
            let function = Function {
                name,
                // Its inputs are atoms, which it may compare.
                variables: vec![true; variables.max().unwrap_or(0) as usize],
                parameters,
                result: Type::data(DataId(core::DataId::BOOLEAN.0), []),
                module: Some(MAIN),
                is_provider: false,
            };
            let number = self.add(function, Target::Property(number));
            self.tested.push(number);
        }
    }

    fn constants(&mut self, program: &Program, files: &BTreeSet<FileId>, settings: &Settings) {
        let constants = Constants::of(program, files, settings);
        let datas = &mut self.signature.datas;
        if let Some(integers) = &constants.integers {
            let texts = texts(program, integers, Value::Integer);
            datas[integer(program).0 as usize].values = Values::Constants(texts);
        }
        if let Some(characters) = &constants.characters {
            let texts = texts(program, characters, Value::Character);
            datas[character(program).0 as usize].values = Values::Constants(texts);
        }
        self.constants = constants;
    }

    /// Leaves out functions with an argument that has no values.
    fn leave_out_impossible(&mut self) {
        let possible = self.signature.possible();
        let (signature, left_out) = (&self.signature, &mut self.left_out);
        self.tested.retain(|number| {
            let function = &signature.functions[*number as usize];
            let missing = function.parameters.iter().find_map(|parameter| match parameter {
                Type::Data(data, _) if !possible[data.0 as usize] => Some(signature.data(*data)),
                _ => None,
            });
            if let Some(data) = missing {
                let reason = Reason::NoValues(data.name.clone());
                left_out.push(LeftOut { name: function.name.clone(), reason });
            }
            missing.is_none()
        });
    }
}

/// The exports of all modules that have a name in expressions. Two modules of one name hide one
/// another.
struct Exports {
    main: HashSet<Item>,
    all: HashSet<Item>,
    /// Each exported definition once: first the definitions of the main module, then of the others,
    /// then of the prelude.
    definitions: Vec<(Arc<str>, GlobalId)>,
}

impl Exports {
    fn of(program: &Program) -> Self {
        let (mut all, mut definitions) = (HashSet::new(), Vec::new());
        let exports = program.main.iter().chain(&program.modules).flat_map(|module| &module.exports);
        let prelude = (0..).zip(&program.globals).filter(|(_, own)| is_of_prelude(own.span));
        let prelude = prelude.map(|(number, _)| Item::Global(GlobalId(number)));
        let in_scope: HashSet<Item> = program.scope.iter().map(|(_, item)| *item).collect();
        for item in exports.map(|(_, item)| *item).chain(prelude) {
            let has_name = in_scope.contains(&item) || program.qualified.contains_key(&item);
            if matches!(item, Item::Data(_)) || !has_name || !all.insert(item) {
                continue;
            }
            if let Item::Global(global) = item {
                definitions.push((named(program, item), global));
            }
        }
        let main = program.main.iter().flat_map(|module| &module.exports).map(|(_, item)| *item).collect();
        Self { main, all, definitions }
    }

    fn has(&self, constructor: ConId) -> bool {
        self.all.contains(&Item::Constructor(constructor))
    }
}

/// Returns the name of an item in expressions, which is qualified if the name has another meaning
/// in the main module.
fn named(program: &Program, item: Item) -> Arc<str> {
    program.name(item).map_or_else(|| "?".into(), Arc::clone)
}

fn is_of_prelude(span: Span) -> bool {
    span.file == PRELUDE && span != Span::NOWHERE
}

fn module_named(program: &Program, name: &str) -> Option<ModuleId> {
    let mut modules = program.main.iter().chain(&program.modules);
    let number = modules.position(|module| *module.name == *name);
    let number = number.or_else(|| (name == "prelude").then(|| program.modules.len() + 1))?;
    Some(ModuleId(number as u32))
}

fn module_of_file(program: &Program, file: FileId) -> Option<ModuleId> {
    let mut modules = program.main.iter().chain(&program.modules);
    let number = modules.position(|module| module.file == file);
    let number = number.or_else(|| (file == PRELUDE).then(|| program.modules.len() + 1))?;
    Some(ModuleId(number as u32))
}

fn file_of(program: &Program, module: ModuleId) -> FileId {
    let mut modules = program.main.iter().chain(&program.modules);
    modules.nth(module.0 as usize).map_or(PRELUDE, |module| module.file)
}

fn constructor(program: &Program, own: ConId) -> Constructor {
    let constructor = &program.constructors[own.index()];
    let fields = constructor.fields.iter();
    let fields = fields.map(|field| Field { ty: ty(program, &field.ty), is_lazy: field.is_lazy });
    let name = named(program, Item::Constructor(own));
    Constructor { name, fields: fields.collect(), cost: constructor.cost }
}

/// Returns the types of the parameters of a function, and of its result, which is not a function.
fn uncurried(program: &Program, mut own: &core::Type) -> (Vec<Type>, Type) {
    let mut parameters = Vec::new();
    while let core::Type::Arrow(sides) = own {
        parameters.push(ty(program, &sides.0));
        own = &sides.1;
    }
    (parameters, ty(program, own))
}

fn ty(program: &Program, own: &core::Type) -> Type {
    match own {
        core::Type::Integer => Type::data(integer(program), []),
        core::Type::Character => Type::data(character(program), []),
        core::Type::Arrow(sides) => Type::arrow(ty(program, &sides.0), ty(program, &sides.1)),
        core::Type::Data(data, arguments) => {
            Type::data(DataId(data.0), arguments.iter().map(|own| ty(program, own)))
        }
        core::Type::Variable(number) => Type::Variable(*number),
    }
}

/// Returns the type of integers, which follows the types of the program.
fn integer(program: &Program) -> DataId {
    DataId(program.datas.len() as u32)
}

/// Returns the type of characters.
fn character(program: &Program) -> DataId {
    DataId(program.datas.len() as u32 + 1)
}

/// Returns the number of parameters of a definition's term.
pub(super) fn arity(program: &Program, global: GlobalId) -> u32 {
    match &program.globals[global.index()].body.kind {
        Kind::Lambda(parameters, _) => parameters.len() as u32,
        _ => 0,
    }
}
