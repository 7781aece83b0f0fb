//! Type inference: Hindley-Milner by unification, one group of mutually recursive definitions at a
//! time.

mod coverage;
mod definitions;
mod functions;
mod goal;
mod hints;
mod mismatch;
mod names;
mod patterns;
mod terms;
mod why;

use self::goal::{Goal, Why};
use crate::core::{GlobalId, LocalId, Program, Scheme, Type};
use crate::diagnostic::Diagnostic;
use crate::resolve::WRONG;
use crate::resolve::term::{Definition, Module, Names, Property, Term};
use crate::source::Span;
use crate::unify::schemes::Numbers;
use crate::unify::store::{LARGEST, Node, Store, Ty};

/// The types inferred for a declaration.
#[derive(Debug)]
pub(crate) struct DeclarationTypes {
    /// Its type; for a property and a coverage type only the variables.
    pub(crate) scheme: Scheme,
    /// The types of its local variables. Variables outside of the scheme stand for any type.
    pub(crate) locals: Vec<Type>,
}

/// The types of a module, in the order of its declarations.
#[derive(Debug, Default)]
pub(crate) struct ModuleTypes {
    pub(crate) definitions: Vec<DeclarationTypes>,
    pub(crate) properties: Vec<DeclarationTypes>,
    pub(crate) generators: Vec<DeclarationTypes>,
}

/// Infers the types of a module. Its constructors are in the program, its definitions are not yet.
pub(crate) fn module(program: &Program, module: &Module, diagnostics: &mut Vec<Diagnostic>) -> ModuleTypes {
    let nothing = Names::default();
    let mut inference = Inference::new(program, &nothing, diagnostics);
    inference.definitions(module);
    let definitions =
        std::mem::take(&mut inference.results).into_iter().map(Option::unwrap_or_default).collect();
    let properties = module.properties.iter().map(|property| inference.property(property)).collect();
    let generators: Vec<DeclarationTypes> =
        module.generators.iter().map(|generator| inference.generator(generator)).collect();
    inference.check_quantified(&module.generators, &generators);
    ModuleTypes { definitions, properties, generators }
}

/// Infers the type of a standalone term.
pub(crate) fn term(
    program: &Program,
    term: &Term,
    names: &Names,
    diagnostics: &mut Vec<Diagnostic>,
) -> DeclarationTypes {
    let mut inference = Inference::new(program, names, diagnostics);
    inference.enter(names, 0);
    let ty = inference.infer(term);
    let locals = std::mem::take(&mut inference.locals);
    inference.typed(names, 0, (ty, term.span), &locals)
}

impl Default for DeclarationTypes {
    fn default() -> Self {
        Self { scheme: Scheme { variables: Vec::new(), ty: WRONG }, locals: Vec::new() }
    }
}

/// The type of a local variable.
#[derive(Clone, Copy)]
struct Local {
    ty: Ty,
    is_generic: bool,
}

/// What is known about a definition's type.
enum Knowledge {
    /// Its generalized type.
    Scheme(Scheme),
    /// Its type within the group that is being inferred.
    Same(Ty),
    /// Nothing: an error in it has been reported.
    Wrong,
}

struct Inference<'a> {
    program: &'a Program,
    /// For each data type, whether its values hold functions.
    holds: Vec<bool>,
    /// The index of the module's first definition, what is known about each definition, and the
    /// definitions.
    first: usize,
    known: Vec<Knowledge>,
    definitions: &'a [Definition],
    results: Vec<Option<DeclarationTypes>>,
    store: Store,
    /// The names of the current declaration, and the types of its local variables and type
    /// variables.
    names: &'a Names,
    locals: Vec<Local>,
    annotations: Vec<Ty>,
    /// The spans of the enclosing cases, and the types of their scrutinees.
    cases: Vec<(Span, Ty)>,
    /// Integers such as `-1` as arguments of variables that nothing else shows to be functions.
    signed: Vec<Span>,
    /// The parameters of the current coverage type whose values are or hold functions.
    functional: Vec<LocalId>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Inference<'a> {
    fn new(program: &'a Program, names: &'a Names, diagnostics: &'a mut Vec<Diagnostic>) -> Self {
        Self {
            program,
            holds: program.holding_functions(),
            first: program.globals.len(),
            known: Vec::new(),
            definitions: &[],
            results: Vec::new(),
            store: Store::new(),
            names,
            locals: Vec::new(),
            annotations: Vec::new(),
            cases: Vec::new(),
            signed: Vec::new(),
            functional: Vec::new(),
            diagnostics,
        }
    }

    /// Returns a definition of the module.
    fn definition(&self, global: GlobalId) -> Option<&'a Definition> {
        global.index().checked_sub(self.first).and_then(|place| self.definitions.get(place))
    }

    /// Returns the name of a definition and its span.
    fn global_name(&self, global: GlobalId) -> Option<(&'a str, Span)> {
        if let Some(definition) = self.definition(global) {
            return Some((&definition.name.text, definition.name.span));
        }
        self.program.globals.get(global.index()).map(|known| (&*known.name, known.span))
    }

    /// Returns whether a definition is in the current group and has no signature.
    fn is_of_group(&self, global: GlobalId) -> bool {
        let known = global.index().checked_sub(self.first).and_then(|place| self.known.get(place));
        matches!(known, Some(Knowledge::Same(_)))
    }

    /// Begins a declaration; its first `rigid` type variables are rigid.
    fn enter(&mut self, names: &'a Names, rigid: u32) {
        self.names = names;
        self.locals.clear();
        self.locals.resize(names.locals.len(), Local { ty: Store::WRONG, is_generic: false });
        self.annotations.clear();
        self.store.rigid.clear();
        self.store.rigid.resize(rigid as usize, None);
        for number in 0..names.type_variables.len() as u32 {
            let variable =
                if number < rigid { self.store.add(Node::Rigid(number)) } else { self.store.fresh() };
            self.annotations.push(variable);
        }
    }

    /// Returns the types inferred for a declaration.
    fn typed(
        &mut self,
        names: &Names,
        rigid: u32,
        (ty, at): (Ty, Span),
        locals: &[Local],
    ) -> DeclarationTypes {
        let mut numbers = Numbers::after(rigid);
        let ty = self.export(ty, at, &mut numbers);
        let count = numbers.variables.len();
        let locals = locals
            .iter()
            .zip(&names.locals)
            .map(|(local, name)| self.export(local.ty, name.span, &mut numbers))
            .collect();
        let mut variables: Vec<bool> = self.store.rigid.iter().map(Option::is_some).collect();
        for variable in &numbers.variables[..count] {
            variables.push(matches!(self.store.node(*variable), Node::Variable { compared: Some(_), .. }));
        }
        DeclarationTypes { scheme: Scheme { variables, ty }, locals }
    }

    fn export(&mut self, ty: Ty, at: Span, numbers: &mut Numbers) -> Type {
        if self.store.is_too_large(ty) {
            self.report(too_large(at));
            return WRONG;
        }
        let mut budget = LARGEST;
        self.store.export(ty, numbers, &mut budget)
    }

    fn property(&mut self, property: &'a Property) -> DeclarationTypes {
        self.store.clear();
        self.enter(&property.names, 0);
        for parameter in &property.parameters {
            let (ty, why) = match &parameter.ty {
                Some((ty, span)) => (self.annotated(Some(ty)), Why::Written(*span)),
                None => (self.store.fresh(), Why::Free),
            };
            if let Some(from) = &parameter.from {
                self.term(from, Goal::new(ty, why));
            }
            self.set_local(parameter.local, ty);
        }
        self.term(&property.body, Goal::new(Store::BOOLEAN, Why::Operand("the body of a property")));
        let locals = std::mem::take(&mut self.locals);
        self.typed(&property.names, 0, (Store::BOOLEAN, property.name.span), &locals)
    }
}

/// Returns the error for a type that is too large.
fn too_large(span: Span) -> Diagnostic {
    Diagnostic::error(span, format!("a type of more than {LARGEST} parts"))
        .labelled("its type is too large")
        .help("give a type with fewer parts a name with `data`")
}
