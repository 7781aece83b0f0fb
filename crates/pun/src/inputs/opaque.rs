//! Inputs of abstract types: types of another module that does not export all their constructors.
//!
//! Outside of its module a value of such a type can only be made by the module's exports. So an
//! input is an application of exported functions to inputs of their arguments' types:
//! `insert 3 (insert 1 empty)`. Applications are data of a type that is made here, with one
//! constructor for each function, and a definition evaluates them. A type with abstract parts is
//! copied, with applications in place of these parts.
//!
//! A property gets two parameters for each such input: the application, and its value. An
//! application that fails has no value, and the property is not run on it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::core::build::{apply, call, case, expr, local};
use crate::core::{
    Abstract, Binder, Branch, ConId, Constructor, Data, DataId, Expr, Field, Global, GlobalId, Item, Kind,
    LocalId, Parameter, Pattern, Program, Scheme, Type,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::Finite;

/// The maximal number of types made for one set of inputs.
const LIMIT: usize = 100;

/// The input type made for a type.
#[derive(Clone, Debug)]
pub(super) struct InputType {
    /// The type of the inputs.
    pub(super) ty: Type,
    /// The definition that maps an input to its value.
    pub(super) make: GlobalId,
    /// For an abstract type, the exports that may make values too but occur in no application:
    /// definitions that make choices, take functions over abstract types, or have the value inside
    /// their result.
    pub(super) left_out: Vec<Arc<str>>,
}

/// A program extended by what inputs of abstract types need.
pub(super) struct Opaque {
    pub(super) program: Program,
    pub(super) made: HashMap<Type, InputType>,
    /// Maps constructors of copied types to the originals.
    pub(super) copies: HashMap<ConId, ConId>,
    abstracts: HashMap<DataId, Abstract>,
    /// Which data types have abstract parts, regardless of their arguments.
    holds: Vec<bool>,
    /// Which definitions make choices.
    chooses: Vec<bool>,
    /// The number of type parameters of the types made here: the type variables that stand for
    /// atoms.
    atoms: u32,
}

/// Returns the program extended by what inputs of these types need, or `None` if they have no
/// abstract parts.
pub(super) fn extended(program: &Program, types: &[Type]) -> Result<Option<Opaque>, Diagnostic> {
    let abstracts: HashMap<_, _> = program.abstracts.iter().map(|each| (each.data, each.clone())).collect();
    let mut opaque = Opaque {
        program: program.clone(),
        made: HashMap::new(),
        copies: HashMap::new(),
        holds: holding(program, &abstracts),
        abstracts,
        chooses: Vec::new(),
        atoms: types.iter().map(Type::variables).max().unwrap_or(0).max(1),
    };
    if !types.iter().any(|ty| opaque.is_opaque(ty)) {
        return Ok(None);
    }
    opaque.chooses = program.choosing();
    let first = opaque.program.globals.len() as u32;
    for ty in types {
        opaque.of(ty)?;
    }
    opaque.program.makers = first..opaque.program.globals.len() as u32;
    opaque.check_values()?;
    opaque.properties();
    Ok(Some(opaque))
}

impl Opaque {
    /// Returns whether a part of a type is abstract.
    fn is_opaque(&self, ty: &Type) -> bool {
        match ty {
            Type::Integer | Type::Character | Type::Variable(_) => false,
            Type::Arrow(arrow) => self.is_opaque(&arrow.0) || self.is_opaque(&arrow.1),
            Type::Data(data, arguments) => {
                self.abstracts.contains_key(data)
                    || self.holds.get(data.index()) == Some(&true)
                    || arguments.iter().any(|ty| self.is_opaque(ty))
            }
        }
    }

    /// Returns the input type for a type, or `None` if none of its parts is abstract. Makes it if
    /// it is new.
    fn of(&mut self, ty: &Type) -> Result<Option<InputType>, Diagnostic> {
        if !self.is_opaque(ty) {
            return Ok(None);
        }
        if let Some(made) = self.made.get(ty) {
            return Ok(Some(made.clone()));
        }
        match ty {
            Type::Arrow(arrow) => self.function(ty, &arrow.0, &arrow.1),
            Type::Data(data, arguments) => match self.abstracts.get(data).cloned() {
                Some(opaque) => self.applications(ty, &opaque).map(Some),
                None => self.copy(ty, *data, arguments).map(Some),
            },
            Type::Integer | Type::Character | Type::Variable(_) => Ok(None),
        }
    }

    /// Makes the inputs for a function to an abstract type: functions to applications.
    fn function(
        &mut self,
        ty: &Type,
        argument: &Type,
        result: &Type,
    ) -> Result<Option<InputType>, Diagnostic> {
        if self.is_opaque(argument) {
            return Err(self.refused(argument));
        }
        let Some(of_result) = self.of(result)? else { return Ok(None) };
        let input = Type::Arrow((argument.clone(), of_result.ty).into());
        let made = self.reserve(ty, input);
        let [f, x] = [binder(0, made.ty.clone()), binder(1, argument.clone())];
        let result = apply(local(&f), vec![local(&x)]);
        self.define(made.make, vec![f, x], 2, call(of_result.make, [result]));
        Ok(Some(made))
    }

    fn refused(&self, argument: &Type) -> Diagnostic {
        let data = self.abstract_part(argument);
        let name = data.map_or("?", |data| &*self.program.datas[data.index()].name);
        let span = data.and_then(|data| self.program.datas[data.index()].span).unwrap_or(Span::NOWHERE);
        Diagnostic::error(span, format!("functions over the abstract type `{name}` cannot be inputs"))
            .labelled("its constructors are not exported, so a function cannot take its values apart")
            .help("write a generator of such functions, and draw the input `from` it")
    }

    fn abstract_part(&self, ty: &Type) -> Option<DataId> {
        match ty {
            Type::Integer | Type::Character | Type::Variable(_) => None,
            Type::Arrow(arrow) => self.abstract_part(&arrow.0).or_else(|| self.abstract_part(&arrow.1)),
            Type::Data(data, _) if self.abstracts.contains_key(data) => Some(*data),
            Type::Data(data, arguments) => {
                let fields = self.program.datas[data.index()].constructors.iter().flat_map(|con| {
                    self.program.constructors[con.index()].fields.iter().map(|field| &field.ty)
                });
                arguments.iter().find_map(|ty| self.abstract_part(ty)).or_else(|| {
                    fields.filter(|ty| !matches!(ty, Type::Data(own, _) if own == data)).find_map(|ty| {
                        match ty {
                            Type::Data(data, _) if self.abstracts.contains_key(data) => Some(*data),
                            _ => None,
                        }
                    })
                })
            }
        }
    }

    /// Makes the applications of a module's exports, for one of its abstract types.
    fn applications(&mut self, ty: &Type, opaque: &Abstract) -> Result<InputType, Diagnostic> {
        let made = self.declare(ty, opaque.data)?;
        let mut branches = Vec::new();
        let mut constructors = Vec::new();
        let mut left_out = Vec::new();
        let mut locals = 1;
        for item in opaque.exports.iter() {
            let Some((name, fields)) = self.maker(*item, ty) else {
                left_out.extend(self.may_make(*item, ty));
                continue;
            };
            let mut inputs = Vec::with_capacity(fields.len());
            for field in &fields {
                match self.of(field) {
                    Ok(made) => inputs.push(made),
                    // A function that takes functions over abstract types is left out.
                    Err(_) => break,
                }
            }
            if inputs.len() < fields.len() {
                left_out.push(name);
                continue;
            }
            let is_lazy = |i: usize| match item {
                Item::Constructor(con) => self.program.constructors[con.index()].fields[i].is_lazy,
                _ => false,
            };
            let declared: Vec<Field> = (0..fields.len())
                .map(|i| Field {
                    ty: inputs[i].as_ref().map_or_else(|| fields[i].clone(), |made| made.ty.clone()),
                    is_lazy: is_lazy(i),
                })
                .collect();
            let parts: Vec<_> = declared
                .iter()
                .map(|field| {
                    locals += 1;
                    (binder(locals - 1, field.ty.clone()), field.is_lazy)
                })
                .collect();
            let arguments = parts.iter().zip(&inputs).map(|((part, is_lazy), made)| {
                let part = if *is_lazy { expr(Kind::Force(part.local)) } else { local(part) };
                made.as_ref().map_or(part.clone(), |made| call(made.make, vec![part]))
            });
            let arguments: Vec<Expr> = arguments.collect();
            let body = match item {
                Item::Constructor(con) => expr(Kind::Construct(*con, arguments)),
                Item::Global(global) => {
                    // The call is bound by a `let` and so no tail call: an error in it is then
                    // known to come from the input.
                    let value = if arguments.is_empty() {
                        expr(Kind::Global(*global))
                    } else {
                        call(*global, arguments)
                    };
                    locals += 1;
                    let result = binder(locals - 1, ty.clone());
                    let mention = local(&result);
                    expr(Kind::Let(result, Box::new(value), Box::new(mention)))
                }
                Item::Data(_) => continue,
            };
            constructors.push((name, declared, constructor_of(*item)));
            branches.push((parts.into_iter().map(|(part, _)| Pattern::Bind(part)).collect(), body));
        }
        self.finish(&made, constructors, branches, locals);
        left_out.sort_unstable();
        left_out.dedup();
        if let Some(made) = self.made.get_mut(ty) {
            made.left_out = left_out;
        }
        Ok(made)
    }

    /// Returns the name of a definition whose result contains values of a type.
    fn may_make(&self, item: Item, ty: &Type) -> Option<Arc<str>> {
        let Item::Global(global) = item else { return None };
        let global = self.program.globals.get(global.index())?;
        let mut result = &global.scheme.ty;
        while let Type::Arrow(arrow) = result {
            result = &arrow.1;
        }
        self.has_part(result, ty, &mut Vec::new()).then(|| Arc::clone(&global.name))
    }

    /// Returns whether values of type `of` contain values of the abstract type `part` in places
    /// that every module can access.
    fn has_part(&self, of: &Type, part: &Type, seen: &mut Vec<DataId>) -> bool {
        match of {
            Type::Integer | Type::Character | Type::Variable(_) => false,
            Type::Arrow(arrow) => self.has_part(&arrow.1, part, seen),
            Type::Data(..) if fits(of, part, &mut Vec::new()) => true,
            Type::Data(data, _) if self.abstracts.contains_key(data) => false,
            Type::Data(data, arguments) => {
                if arguments.iter().any(|ty| self.has_part(ty, part, seen)) {
                    return true;
                }
                if seen.contains(data) {
                    return false;
                }
                seen.push(*data);
                let known: Vec<_> = arguments.iter().cloned().map(Some).collect();
                let constructors = self.program.datas[data.index()].constructors.iter();
                let mut fields = constructors.flat_map(|con| &self.program.constructors[con.index()].fields);
                fields.any(|field| self.has_part(&instance(&field.ty, &known), part, seen))
            }
        }
    }

    /// Returns the name of an exported item and the types of its arguments, if it makes values of a
    /// type.
    fn maker(&self, item: Item, ty: &Type) -> Option<(Arc<str>, Vec<Type>)> {
        let mut known = Vec::new();
        let (name, arguments) = match item {
            Item::Constructor(con) => {
                let constructor = &self.program.constructors[con.index()];
                let parameters = self.program.datas[constructor.data.index()].parameters;
                let own = Type::Data(constructor.data, (0..parameters).map(Type::Variable).collect());
                fits(&own, ty, &mut known).then_some(())?;
                (self.program.name(item)?, constructor.fields.iter().map(|field| field.ty.clone()).collect())
            }
            Item::Global(global) => {
                let id = global.index();
                let global = self.program.globals.get(id).filter(|_| !self.chooses[id])?;
                let (mut result, mut arguments) = (&global.scheme.ty, Vec::new());
                while let Type::Arrow(arrow) = result {
                    arguments.push(arrow.0.clone());
                    result = &arrow.1;
                }
                // A function whose result may have any type, such as `head`, makes no new value.
                let is_of_type = matches!(result, Type::Data(..)) && fits(result, ty, &mut known);
                is_of_type.then_some(())?;
                let compared = global.scheme.variables.iter().enumerate();
                let holds_function =
                    |i: usize| known.get(i).is_some_and(|ty| ty.as_ref().is_some_and(holds_arrow));
                if compared.into_iter().any(|(i, is_compared)| *is_compared && holds_function(i)) {
                    return None;
                }
                (self.program.name(item)?, arguments)
            }
            Item::Data(_) => return None,
        };
        Some((Arc::clone(name), arguments.iter().map(|ty| instance(ty, &known)).collect()))
    }

    /// Makes a copy of a data type, with applications in place of the parts of abstract types.
    fn copy(&mut self, ty: &Type, data: DataId, arguments: &[Type]) -> Result<InputType, Diagnostic> {
        let made = self.declare(ty, data)?;
        let known: Vec<_> = arguments.iter().cloned().map(Some).collect();
        let (mut constructors, mut branches, mut locals) = (Vec::new(), Vec::new(), 1);
        for con in self.program.datas[data.index()].constructors.clone() {
            let constructor = self.program.constructors[con.index()].clone();
            let (mut fields, mut parts, mut values) = (Vec::new(), Vec::new(), Vec::new());
            for field in &constructor.fields {
                let ty = instance(&field.ty, &known);
                let of_field = self.of(&ty)?;
                let ty = of_field.as_ref().map_or(ty, |made| made.ty.clone());
                let part = binder(locals, ty.clone());
                locals += 1;
                let value = if field.is_lazy { expr(Kind::Force(part.local)) } else { local(&part) };
                values.push(of_field.map_or(value.clone(), |made| call(made.make, vec![value])));
                parts.push(Pattern::Bind(part));
                fields.push(Field { ty, is_lazy: field.is_lazy });
            }
            let name = self.program.name(Item::Constructor(con)).unwrap_or(&constructor.name).clone();
            constructors.push((name, fields, Some(con)));
            branches.push((parts, expr(Kind::Construct(con, values))));
        }
        self.finish(&made, constructors, branches, locals);
        Ok(made)
    }

    /// Declares a data type for inputs of a type, to be completed by [`finish`](Self::finish).
    fn declare(&mut self, ty: &Type, like: DataId) -> Result<InputType, Diagnostic> {
        let Data { name, span, .. } = self.program.datas[like.index()].clone();
        if self.made.len() >= LIMIT {
            let message =
                format!("inputs of `{name}` take values of more than {LIMIT} different types to make");
            return Err(Diagnostic::error(span.unwrap_or(Span::NOWHERE), message)
                .help("write a generator, and draw the input `from` it"));
        }
        let id = DataId(self.program.datas.len() as u32);
        self.program.datas.push(Data { name, parameters: self.atoms, constructors: Vec::new(), span });
        self.holds.push(false);
        let input = Type::Data(id, (0..self.atoms).map(Type::Variable).collect());
        Ok(self.reserve(ty, input))
    }

    /// Reserves a definition that will map inputs to values of a type.
    fn reserve(&mut self, ty: &Type, input: Type) -> InputType {
        let make = GlobalId(self.program.globals.len() as u32);
        self.program.globals.push(Global {
            name: "input".into(),
            span: Span::NOWHERE,
            scheme: Scheme {
                variables: vec![true; self.atoms as usize],
                ty: Type::Arrow((input.clone(), ty.clone()).into()),
            },
            body: expr(Kind::Integer(0.into())),
            locals: 0,
        });
        let made = InputType { ty: input, make, left_out: Vec::new() };
        self.made.insert(ty.clone(), made.clone());
        made
    }

    fn define(&mut self, make: GlobalId, binders: Vec<Binder>, locals: u32, body: Expr) {
        let global = &mut self.program.globals[make.index()];
        global.locals = locals;
        global.body = expr(Kind::Lambda(binders, body.into()));
    }

    /// Adds the constructors of a data type for inputs, and the definition with one branch for
    /// each.
    fn finish(
        &mut self,
        made: &InputType,
        constructors: Vec<(Arc<str>, Vec<Field>, Option<ConId>)>,
        branches: Vec<(Vec<Pattern>, Expr)>,
        locals: u32,
    ) {
        let Type::Data(data, _) = made.ty else { return };
        let mut cons = Vec::new();
        for (tag, (name, fields, copied)) in (0..).zip(constructors) {
            let con = ConId(self.program.constructors.len() as u32);
            cons.push(con);
            self.copies.extend(copied.map(|copied| (con, copied)));
            // A copy of a pair costs what the pair costs.
            let cost = copied.map_or(1, |copied| self.program.constructors[copied.index()].cost);
            let is_function = copied.is_none();
            self.program.constructors.push(Constructor { name, data, tag, fields, cost, is_function });
        }
        let branches = cons.iter().zip(branches).map(|(con, (parts, body))| Branch {
            pattern: Pattern::Construct(*con, parts),
            guard: None,
            body,
        });
        let x = binder(0, made.ty.clone());
        let body = case(local(&x), branches.collect());
        self.program.datas[data.index()].constructors = cons;
        self.define(made.make, vec![x], locals, body);
    }

    /// Returns an error for the first abstract type without an export that makes its values.
    fn check_values(&self) -> Result<(), Diagnostic> {
        let mut finite = Finite::new(&self.program);
        let mut types: Vec<_> = self.made.iter().collect();
        types.sort_by_key(|(_, made)| made.make);
        for (ty, made) in types {
            let Type::Data(data, _) = ty else { continue };
            let Some(opaque) = self.abstracts.get(data).filter(|_| !finite.of(&made.ty)) else { continue };
            let Data { name, span, .. } = &self.program.datas[data.index()];
            let message =
                format!("nothing that the module `{}` exports makes a value of `{name}`", opaque.module);
            return Err(Diagnostic::error(span.unwrap_or(Span::NOWHERE), message)
                .labelled("not all constructors of this type are exported")
                .help("export a function that does, or draw the input `from` a generator"));
        }
        Ok(())
    }

    /// Replaces the parameters of properties by inputs of the types made here.
    fn properties(&mut self) {
        for property in &mut self.program.properties {
            let mut parameters = Vec::with_capacity(property.parameters.len());
            for parameter in std::mem::take(&mut property.parameters) {
                match self.made.get(&parameter.binder.ty) {
                    Some(InputType { ty, make, .. }) if parameter.from.is_none() => {
                        let own = LocalId(property.locals);
                        property.locals += 1;
                        let input = Binder { local: own, ty: ty.clone(), ..parameter.binder.clone() };
                        let from = call(*make, vec![local(&input)]);
                        parameters.push(Parameter { binder: input, ..parameter.clone() });
                        parameters.push(Parameter { from: Some(from), is_made: true, ..parameter });
                    }
                    _ => parameters.push(parameter),
                }
            }
            property.parameters = parameters;
        }
    }
}

fn constructor_of(item: Item) -> Option<ConId> {
    if let Item::Constructor(con) = item { Some(con) } else { None }
}

/// Returns which data types have abstract types among their fields, directly or nested.
fn holding(program: &Program, abstracts: &HashMap<DataId, Abstract>) -> Vec<bool> {
    fn may_hold(ty: &Type, abstracts: &HashMap<DataId, Abstract>, holds: &[bool]) -> bool {
        match ty {
            Type::Integer | Type::Character | Type::Variable(_) => false,
            Type::Arrow(arrow) => {
                may_hold(&arrow.0, abstracts, holds) || may_hold(&arrow.1, abstracts, holds)
            }
            Type::Data(data, types) => {
                abstracts.contains_key(data)
                    || holds[data.index()]
                    || types.iter().any(|ty| may_hold(ty, abstracts, holds))
            }
        }
    }
    let mut holds = vec![false; program.datas.len()];
    loop {
        let before = holds.clone();
        for constructor in &program.constructors {
            let mut fields = constructor.fields.iter();
            holds[constructor.data.index()] |= fields.any(|field| may_hold(&field.ty, abstracts, &before));
        }
        if holds == before {
            return holds;
        }
    }
}

/// Returns whether `ty` is an instance of `general`; adds what the variables stand for to `known`.
fn fits(general: &Type, ty: &Type, known: &mut Vec<Option<Type>>) -> bool {
    match (general, ty) {
        (Type::Variable(i), _) => {
            let i = *i as usize;
            if known.len() <= i {
                known.resize(i + 1, None);
            }
            known[i].get_or_insert_with(|| ty.clone()) == ty
        }
        (Type::Integer, Type::Integer) | (Type::Character, Type::Character) => true,
        (Type::Arrow(general), Type::Arrow(ty)) => {
            fits(&general.0, &ty.0, known) && fits(&general.1, &ty.1, known)
        }
        (Type::Data(general, generals), Type::Data(data, types)) => {
            general == data && generals.iter().zip(types.iter()).all(|(general, ty)| fits(general, ty, known))
        }
        _ => false,
    }
}

/// Returns an instance of a type. A variable without a known type may be any type, so it becomes an
/// atom.
fn instance(ty: &Type, known: &[Option<Type>]) -> Type {
    match ty {
        Type::Integer | Type::Character => ty.clone(),
        Type::Variable(i) => known.get(*i as usize).cloned().flatten().unwrap_or(Type::Variable(0)),
        Type::Arrow(arrow) => Type::Arrow((instance(&arrow.0, known), instance(&arrow.1, known)).into()),
        Type::Data(data, types) => Type::Data(*data, types.iter().map(|ty| instance(ty, known)).collect()),
    }
}

fn holds_arrow(ty: &Type) -> bool {
    match ty {
        Type::Integer | Type::Character | Type::Variable(_) => false,
        Type::Arrow(_) => true,
        Type::Data(_, types) => types.iter().any(holds_arrow),
    }
}

fn binder(number: u32, ty: Type) -> Binder {
    Binder { local: LocalId(number), name: "x".into(), ty, span: Span::NOWHERE }
}
