//! The declarations of a module: matches signatures with definitions, and reports duplicates.

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::BigInt;

use super::data::{Places, declare};
use super::scope::Value;
use super::term::{Definition, Module, Parameter, Property, Signature, Term, TermKind};
use super::{Resolver, Within, habits};
use crate::core::GlobalId;
use crate::diagnostic::Diagnostic;
use crate::tree::{self, Declaration, Name};

/// The declarations of a module by kind.
#[derive(Default)]
struct SortedDeclarations<'a> {
    datas: Vec<&'a tree::Data>,
    signatures: Vec<&'a tree::Signature>,
    definitions: Vec<&'a tree::Definition>,
    properties: Vec<&'a tree::Property>,
    generators: Vec<&'a tree::Generator>,
}

impl<'a> SortedDeclarations<'a> {
    fn new(module: &'a tree::Module) -> Self {
        let mut sorted = Self::default();
        for declaration in &module.declarations {
            match declaration {
                Declaration::Data(data) => sorted.datas.push(data),
                Declaration::Signature(signature) => sorted.signatures.push(signature),
                Declaration::Definition(definition) => sorted.definitions.push(definition),
                Declaration::Property(property) => sorted.properties.push(property),
                Declaration::Generator(generator) => sorted.generators.push(generator),
            }
        }
        sorted
    }
}

/// The declared type of a definition.
#[derive(Clone, Copy)]
enum Said<'a> {
    Signature(&'a tree::Signature),
    Generator(&'a tree::Generator),
}

impl<'a> Said<'a> {
    fn name(self) -> &'a Name {
        match self {
            Self::Signature(signature) => &signature.name,
            Self::Generator(generator) => &generator.name,
        }
    }
}

impl Resolver<'_> {
    pub(super) fn declarations(&mut self, tree: &tree::Module) -> Module {
        let sorted = SortedDeclarations::new(tree);
        let mut places = Places::default();
        self.within = Within::Data;
        self.datas(&sorted.datas, &mut places);
        self.within = Within::Other;
        self.assigned = self.assigned(&sorted.definitions);
        let first = self.program.globals.len();
        for (place, definition) in sorted.definitions.iter().enumerate() {
            let global = GlobalId((first + place) as u32);
            match declare(&mut places.values, &definition.name) {
                Ok(()) => {
                    self.scope.own.values.insert(definition.name.text.clone(), Value::Global(global));
                }
                Err(diagnostic) if definition.parameters.is_empty() => self.report(diagnostic),
                Err(diagnostic) => self.report(diagnostic.help(one_equation(definition))),
            }
        }
        let assumed = self.assumed(&sorted.generators, &sorted.definitions, &sorted.signatures);
        for (place, generator) in (first + sorted.definitions.len()..).zip(&assumed) {
            match declare(&mut places.values, &generator.name) {
                Ok(()) => {
                    let global = Value::Global(GlobalId(place as u32));
                    self.scope.own.values.insert(generator.name.text.clone(), global);
                }
                Err(diagnostic) => self.report(diagnostic),
            }
        }
        let said = self.said(&sorted);
        let mut definitions: Vec<Definition> = sorted
            .definitions
            .iter()
            .enumerate()
            .map(|(place, definition)| {
                let global = GlobalId((first + place) as u32);
                let is_first =
                    self.scope.own.values.get(&definition.name.text) == Some(&Value::Global(global));
                self.definition(definition, said.get(&definition.name.text).copied().filter(|_| is_first))
            })
            .collect();
        definitions.extend(assumed.iter().map(|generator| self.assumption(generator)));
        let mut names = HashMap::new();
        let properties = sorted
            .properties
            .iter()
            .map(|property| {
                if let Err(diagnostic) = declare(&mut names, &property.name) {
                    self.report(diagnostic);
                }
                self.property(property)
            })
            .collect();
        let first_assumed = GlobalId((first + sorted.definitions.len()) as u32);
        let generators = sorted.generators.iter();
        let generators =
            generators.filter_map(|generator| self.generator(generator, first_assumed)).collect();
        Module { definitions, properties, generators }
    }

    /// Returns the parameters of definitions such as `const limit = 5`, whose term does not mention
    /// them, with the keyword that is thereby defined.
    fn assigned(&self, definitions: &[&tree::Definition]) -> HashMap<Arc<str>, Name> {
        let mut assigned = HashMap::new();
        for definition in definitions.iter().filter(|one| habits::is_assignment(&one.name.text)) {
            let [tree::Pattern { kind: tree::PatternKind::Name(name), .. }] = &*definition.parameters else {
                continue;
            };
            let text = self.program.sources.text(definition.body.span);
            let mut words = text.split(|c: char| !(c.is_alphanumeric() || "_-'".contains(c)));
            if !words.any(|word| word == &**name) {
                assigned.insert(name.clone(), definition.name.clone());
            }
        }
        assigned
    }

    /// Returns the declared type of each name; reports a second one, or a missing definition.
    fn said<'t>(&mut self, sorted: &SortedDeclarations<'t>) -> HashMap<Arc<str>, Said<'t>> {
        let signatures = sorted.signatures.iter().map(|signature| Said::Signature(signature));
        let generators = sorted.generators.iter().map(|generator| Said::Generator(generator));
        let mut all: Vec<Said<'t>> = signatures.chain(generators).collect();
        all.sort_by_key(|said| said.name().span.start);
        let mut said: HashMap<Arc<str>, Said<'t>> = HashMap::new();
        for one in all {
            let name = one.name();
            if let Some(before) = said.get(&name.text) {
                let diagnostic =
                    Diagnostic::error(name.span, format!("the type of `{}` is given twice", name.text))
                        .labelled("again here")
                        .and(before.name().span, "first here");
                self.report(diagnostic);
                continue;
            }
            // A generator without a definition is assumed.
            if matches!(one, Said::Signature(_))
                && !matches!(self.scope.own.values.get(&name.text), Some(Value::Global(_)))
                && !self.gaps.may_declare(&name.text)
            {
                let diagnostic =
                    Diagnostic::error(name.span, format!("`{}` has a type, but no definition", name.text))
                        .labelled("not defined in this file");
                let near = self.suggest(|this| super::nearest(&name.text, this.scope.own.values.keys()));
                self.report(match near {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None => diagnostic,
                });
            }
            said.insert(name.text.clone(), one);
        }
        said
    }

    fn definition(&mut self, definition: &tree::Definition, said: Option<Said<'_>>) -> Definition {
        self.within = Within::Definition(definition.name.text.clone());
        let signature = said.and_then(|said| self.signature(said));
        let body = if definition.parameters.is_empty() {
            self.term(&definition.body)
        } else {
            let kind = self.lambda(&definition.parameters, &definition.body);
            Term { kind, span: definition.name.span.to(definition.body.span) }
        };
        Definition { name: definition.name.clone(), signature, body, names: self.leave_declaration() }
    }

    fn signature(&mut self, said: Said<'_>) -> Option<Signature> {
        let (ty, span) = match said {
            Said::Signature(signature) => (self.ty(&signature.ty), signature.ty.span),
            Said::Generator(generator) => return self.signature_of(generator),
        };
        Some(Signature { ty: ty?, variables: self.names.type_variables.len() as u32, span })
    }

    fn property(&mut self, property: &tree::Property) -> Property {
        self.within = Within::Property(property.name.text.clone());
        let (mut size, mut tests) = (None, None);
        for setting in &property.settings {
            match &*setting.name.text {
                "size" => self.setting(setting, &mut size),
                "tests" => self.setting(setting, &mut tests),
                // A missing name has been reported.
                "" => {}
                _ => self.report(
                    Diagnostic::error(setting.name.span, format!("unknown setting `{}`", setting.name.text))
                        .labelled("`size` or `tests` is expected"),
                ),
            }
        }
        let (parameters, body) = self.scoped(|this| {
            let mut parameters: Vec<Parameter> = Vec::with_capacity(property.parameters.len());
            for parameter in &property.parameters {
                let ty = parameter.ty.as_ref().and_then(|ty| Some((this.ty(ty)?, ty.span)));
                let from = parameter.from.as_ref().map(|from| this.term(from));
                if let Some(before) = this.bound.get(&parameter.name.text) {
                    let before = this.names.locals[before.index()].span;
                    this.twice(&parameter.name, "an input", before);
                }
                let local = this.bind(parameter.name.clone());
                parameters.push(Parameter { local, ty, from });
            }
            (parameters, this.term(&property.body))
        });
        Property {
            name: property.name.clone(),
            parameters,
            size,
            tests,
            body,
            names: self.leave_declaration(),
        }
    }

    fn setting<N: for<'n> TryFrom<&'n BigInt>>(&mut self, setting: &tree::Setting, place: &mut Option<N>) {
        let name = &setting.name;
        match N::try_from(&setting.value) {
            Err(_) => self.report(
                Diagnostic::error(name.span, format!("`{}` cannot be {}", name.text, setting.value))
                    .labelled("out of range"),
            ),
            Ok(_) if place.is_some() => self.report(
                Diagnostic::error(name.span, format!("`{}` is set twice", name.text)).labelled("again here"),
            ),
            Ok(value) => *place = Some(value),
        }
    }
}

/// Returns the help for a function with several equations.
fn one_equation(definition: &tree::Definition) -> String {
    let name = &definition.name.text;
    let (parameters, value) = match definition.parameters.len() {
        1 => ("x", "x"),
        2 => ("x y", "(x, y)"),
        _ => ("x y ..", "(x, y, ..)"),
    };
    format!(
        "a function has one equation, and a branch for each pattern: `{name} {parameters} = case {value} of ; p -> a ; q -> b .`"
    )
}

/// Returns whether a term is a lambda, ignoring type annotations.
pub(crate) fn is_lambda(term: &Term) -> bool {
    match &term.kind {
        TermKind::Lambda(..) => true,
        TermKind::Typed(inner, ..) => is_lambda(inner),
        _ => false,
    }
}
