//! The source of some modules that has been evaluated, and the rest.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::sync::Arc;

use super::Coverage;
use super::gap::{CoverageGap, Use, Why, outermost};
use super::terms::{of_body, parts};
use crate::core::{Expr, Formula, GlobalId, Item, Kind, Program};
use crate::source::{FileId, Sources, Span};

/// How many of some expressions have been evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The evaluated ones.
    pub evaluated: usize,
    /// All.
    pub all: usize,
}

impl Share {
    fn add(&mut self, other: Self) {
        self.evaluated += other.evaluated;
        self.all += other.all;
    }

    /// Returns whether all are evaluated.
    pub fn is_whole(self) -> bool {
        self.evaluated == self.all
    }

    /// Returns the share in tenths of a percent, rounded down, so that it is 1,000 only if all are
    /// evaluated.
    pub fn tenths(self) -> usize {
        (self.evaluated * 1_000).checked_div(self.all).unwrap_or(1_000)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tenths() {
            1_000 => f.write_str("100 %"),
            tenths => write!(f, "{}.{} %", tenths / 10, tenths % 10),
        }
    }
}

/// A definition with its share.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: Arc<str>,
    /// The span of its name.
    pub span: Span,
    /// Whether its module exports it.
    pub is_exported: bool,
    /// The share of its expressions.
    pub share: Share,
    /// Its outermost expressions that have not been evaluated, in the order of the source.
    pub unreached: Vec<CoverageGap>,
    /// The conditions that have always had the same value, in the order of the source.
    pub one_sided: Vec<CoverageGap>,
}

impl Definition {
    /// Returns what has not been evaluated, then the conditions that have always had the same
    /// value.
    pub fn gaps(&self) -> impl Iterator<Item = &CoverageGap> {
        self.unreached.iter().chain(&self.one_sided)
    }
}

/// A module with its share.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its file.
    pub file: FileId,
    /// The share of the expressions of its definitions.
    pub share: Share,
    /// Its definitions, in the order of the source.
    pub definitions: Vec<Definition>,
}

/// The parts of some modules that have been evaluated, and the parts that have not. Only
/// expressions of definitions count, not properties and coverage types.
#[derive(Clone, Debug)]
pub struct Report<'p> {
    pub(super) program: &'p Program,
    /// The share of all expressions.
    pub share: Share,
    /// The modules.
    pub modules: Vec<Module>,
}

impl<'p> Report<'p> {
    /// Returns the sources of the program.
    pub fn sources(&self) -> &'p Sources {
        &self.program.sources
    }

    /// Returns the report on the main module.
    pub fn new(program: &'p Program, coverage: &Coverage) -> Self {
        let files: Vec<FileId> = program.main.iter().map(|main| main.file).collect();
        Self::of(program, &files, coverage)
    }

    /// Returns the report on the modules in these files.
    pub fn of(program: &'p Program, files: &[FileId], coverage: &Coverage) -> Self {
        let uses = Uses::of(program, coverage);
        let mut report = Self { program, share: Share::default(), modules: Vec::new() };
        for &file in files {
            let mut definitions: Vec<Definition> =
                own(program, file).map(|id| definition(program, id, coverage, &uses)).collect();
            definitions.sort_by_key(|definition| definition.span);
            let mut share = Share::default();
            for definition in &definitions {
                share.add(definition.share);
            }
            report.share.add(share);
            report.modules.push(Module { file, share, definitions });
        }
        report
    }
}

/// Returns the definitions of a file.
fn own(program: &Program, file: FileId) -> impl Iterator<Item = GlobalId> {
    let is_assumed = |id: &GlobalId| program.generators.iter().any(|own| own.is_assumed && own.global == *id);
    let ids = (0..program.globals.len() as u32).filter(|id| !program.makers.contains(id)).map(GlobalId);
    let ids = ids.filter(move |id| !is_assumed(id));
    ids.filter(move |id| program.globals[id.index()].span.file == file)
}

/// Returns the expressions of the definitions in a file, as the user wrote them, in the order of
/// the source.
pub fn expressions(program: &Program, file: FileId) -> Vec<Span> {
    let mut spans = BTreeSet::new();
    for id in own(program, file) {
        add_expressions(of_body(&program.globals[id.index()].body), &mut spans);
    }
    spans.into_iter().collect()
}

fn definition(program: &Program, id: GlobalId, coverage: &Coverage, uses: &Uses) -> Definition {
    let global = &program.globals[id.index()];
    let module = program.module(global.span.file);
    let is_exported = module.is_some_and(|own| own.exports.iter().any(|(_, item)| *item == Item::Global(id)));
    let body = of_body(&global.body);
    let mut spans = BTreeSet::new();
    add_expressions(body, &mut spans);
    let evaluated = spans.iter().filter(|span| coverage.contains(**span)).count();
    let share = Share { evaluated, all: spans.len() };
    let unreached = if evaluated == 0 && !spans.is_empty() {
        let by = if is_exported { Use::Exported } else { uses.of_definition(id) };
        let is_function = matches!(global.body.kind, Kind::Lambda(..));
        vec![CoverageGap { span: body.span, why: Why::Definition { by, is_function } }]
    } else {
        outermost(program, coverage, body)
    };
    let only = |span: &Span| Some((*span, coverage.only_outcome(*span)?));
    let one_sided = spans.iter().filter_map(only);
    let one_sided = one_sided.map(|(span, value)| CoverageGap { span, why: Why::Always(value) }).collect();
    Definition { name: global.name.clone(), span: global.span, is_exported, share, unreached, one_sided }
}

/// Adds the expressions of a term, as the user wrote them.
fn add_expressions(term: &Expr, spans: &mut BTreeSet<Span>) {
    if !term.span.is_nowhere() {
        spans.insert(term.span);
    }
    for part in parts(term) {
        add_expressions(part, spans);
    }
}

/// Where definitions are mentioned.
#[derive(Default)]
struct Uses {
    reached: HashSet<GlobalId>,
    unreached: HashSet<GlobalId>,
    properties: HashSet<GlobalId>,
}

impl Uses {
    fn of(program: &Program, coverage: &Coverage) -> Self {
        let mut uses = Self::default();
        for (id, global) in (0..).zip(&program.globals) {
            mentions(&global.body, &mut |mention, span| {
                if mention != GlobalId(id) && coverage.contains(span) {
                    uses.reached.insert(mention);
                } else if mention != GlobalId(id) {
                    uses.unreached.insert(mention);
                }
            });
        }
        let mut note = |mention, _| _ = uses.properties.insert(mention);
        for property in &program.properties {
            mentions(&property.body, &mut note);
            property
                .parameters
                .iter()
                .filter_map(|own| own.from.as_ref())
                .for_each(|from| mentions(from, &mut note));
        }
        for generator in &program.generators {
            generator.coverage.formulas().into_iter().for_each(|own| of_formula(own, &mut note));
            generator.decreases.iter().flatten().for_each(|own| mentions(own, &mut note));
        }
        uses
    }

    fn of_definition(&self, id: GlobalId) -> Use {
        if self.reached.contains(&id) {
            Use::Reached
        } else if self.unreached.contains(&id) {
            Use::Unreached
        } else if self.properties.contains(&id) {
            Use::Properties
        } else {
            Use::Nothing
        }
    }
}

/// Calls `note` with each mention of a definition in a term.
fn mentions(term: &Expr, note: &mut dyn FnMut(GlobalId, Span)) {
    if let Kind::Global(global) = term.kind {
        note(global, term.span);
    }
    term.parts().into_iter().for_each(|part| mentions(part, note));
}

fn of_formula(formula: &Formula, note: &mut dyn FnMut(GlobalId, Span)) {
    match formula {
        Formula::Term(term) => mentions(term, note),
        Formula::Quantified { body, .. } | Formula::Not(body) => of_formula(body, note),
        Formula::Connective(_, a, b) => {
            of_formula(a, note);
            of_formula(b, note);
        }
    }
}
