//! Generators written in Rust: a file as a program of pun.
//!
//! A function with `#[generator(given = .., covers = |v| ..)]` and what it needs is read from the
//! text of a file: enums and structs, `i64`, `bool`, tuples, `if`, `match`, `let`, calls,
//! arithmetic. What means something else, or changes a variable, is an error at its place.
//! Properties of the file that can be read become lemmas.
//!
//! Generators are read as the code that runs: arithmetic that exceeds `i64` is an error of the
//! generator. Formulas, the functions that they call, and properties are read as mathematics: their
//! numbers have no bounds.

mod calls;
mod data;
mod generator;
mod items;
mod nesting;
mod notation;
mod patterns;
mod terms;
mod unclear;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, LazyLock};

use everycase_check::control::stack;
use proc_macro2::TokenStream;
use pun::diagnostic::{Diagnostic, Severity};
use pun::load::{self, LoadResult};
use pun::source::{FileId, Span};
use pun::tree::{Declaration, Module};
use syn::spanned::Spanned;

use self::data::BOUNDS;
use self::items::{Constant, Data, Function, Items, Place};
use self::notation::Constructor;
pub use self::notation::Notation;

/// A file of Rust as a program.
#[derive(Debug)]
pub struct RustProgram {
    /// The program of those generators that can be read, and what is wrong with the others.
    pub loaded: LoadResult,
    /// How values are written.
    pub notation: Notation,
}

/// Reads a file, on a thread with a large stack.
///
/// # Errors
/// If the thread cannot be started.
pub fn read(name: &str, text: &str) -> std::io::Result<RustProgram> {
    stack::within("read", || read_here(name, text))
}

fn read_here(name: &str, text: &str) -> RustProgram {
    let (mut notation, mut problems) = (Notation::default(), Vec::new());
    let mut loaded = load::load_module(name, text, |file| {
        let (parsed, tokens) = match parse(file, text) {
            Ok(parsed) => parsed,
            Err(problem) => return (Module::default(), vec![problem]),
        };
        let items = Items::of(&parsed, tokens);
        let mut readable = Vec::new();
        for generator in &items.generators {
            let alone = Reader::new(file, &items).read(&[*generator], &[]);
            if alone.problems.is_empty() {
                readable.push(*generator);
            }
            problems.extend(alone.problems);
        }
        let can_be_read = |property: &&Function<'_>| {
            Reader::new(file, &items).read(&readable, &[**property]).problems.is_empty()
        };
        let properties: Vec<Function<'_>> = items.properties.iter().filter(can_be_read).copied().collect();
        let whole = Reader::new(file, &items).read(&readable, &properties);
        problems.extend(items.unread().map(|span| {
            Diagnostic::error(span_of(file, span), "this generator is not supported".to_owned())
                .help("supported: functions of a module, compiled without conditions")
        }));
        problems.extend(whole.problems);
        notation = Notation::rust(whole.constructors);
        (Module { declarations: whole.declarations, ..Module::default() }, Vec::new())
    });
    // Warnings are about pun.
    loaded.diagnostics.retain(|one| one.severity == Severity::Error);
    problems.sort_by_key(|one| one.labels.first().map(|(span, _)| span.start));
    problems.dedup();
    loaded.diagnostics.extend(problems);
    RustProgram { loaded, notation }
}

fn parse(file: FileId, text: &str) -> Result<(syn::File, TokenStream), Diagnostic> {
    let problem = |span: proc_macro2::Span, message: String| Diagnostic::error(span_of(file, span), message);
    let tokens = text.parse::<TokenStream>().map_err(|error| {
        problem(error.span(), "these are not tokens of Rust, or a bracket has no other".to_owned())
    })?;
    if let Some(span) = nesting::too_deep(tokens.clone()) {
        return Err(problem(span, "this is nested too deeply".to_owned()));
    }
    let parsed = syn::parse2(tokens.clone()).map_err(|error| problem(error.span(), error.to_string()))?;
    Ok((parsed, tokens))
}

/// The names that mean something in every program of pun.
static RESERVED: LazyLock<HashSet<Arc<str>>> = LazyLock::new(|| {
    let program = load::load_text("empty", "").program;
    program.map(|program| load::names(&program).into_iter().collect()).unwrap_or_default()
});

/// Reads generators and what they need.
struct Reader<'f> {
    file: FileId,
    items: &'f Items<'f>,
    reserved: &'static HashSet<Arc<str>>,
    declarations: Vec<Declaration>,
    /// The constructors by their names in pun.
    constructors: HashMap<String, Constructor>,
    problems: Vec<Diagnostic>,
    /// What is needed, and has not been read.
    open: VecDeque<Need<'f>>,
    /// The modules of what is needed, by its name in pun.
    known: HashMap<String, Place>,
    /// Where values are cloned.
    clones: Vec<Span>,
    /// The types that do not derive `Clone`.
    not_cloned: Vec<String>,
}

/// What has to be read.
#[derive(Clone, Copy)]
enum Need<'f> {
    Data(Data<'f>),
    Function(Function<'f>, Mode),
    Constant(Constant<'f>),
    /// The least and the greatest `i64`.
    Bounds,
}

/// How arithmetic is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Mode {
    /// Without bounds: in formulas and in what they call.
    Formula,
    /// As code that ends with an error beyond `i64`.
    Code,
}

impl<'f> Reader<'f> {
    fn new(file: FileId, items: &'f Items<'f>) -> Self {
        Self {
            file,
            items,
            reserved: &RESERVED,
            declarations: Vec::new(),
            constructors: HashMap::new(),
            problems: Vec::new(),
            open: VecDeque::new(),
            known: HashMap::new(),
            clones: Vec::new(),
            not_cloned: Vec::new(),
        }
    }

    /// Reads functions with what they need.
    fn read(mut self, generators: &[Function<'f>], properties: &[Function<'f>]) -> Self {
        for generator in generators {
            let name = self.function_name(*generator, Mode::Code);
            if self.known.insert(name.clone(), generator.place).is_some() {
                let span = self.span(&generator.signature.ident);
                self.fail(
                    span,
                    format!("two generators with the name `{name}` are not supported"),
                    "rename one",
                );
            }
        }
        for generator in generators {
            self.add_generator(*generator);
        }
        for property in properties {
            self.add_property(*property);
        }
        while let Some(need) = self.open.pop_front() {
            match need {
                Need::Data(data) => self.add_data(data),
                Need::Function(function, mode) => self.add_function(function, mode),
                Need::Constant(constant) => self.add_constant(constant),
                Need::Bounds => self.add_bounds(),
            }
        }
        if let Some(ty) = self.not_cloned.first().cloned() {
            for span in std::mem::take(&mut self.clones) {
                let help = "derive `Clone`, so that a clone is the same value";
                self.fail(span, format!("`clone` is not supported: `{ty}` does not derive it"), help);
            }
        }
        self
    }

    /// Notes that an item is needed. `span` is where.
    fn need(&mut self, need: Need<'f>, span: Span) {
        let (name, place) = match need {
            Need::Data(data) => (self.name(&data.name.to_string()), data.place),
            Need::Function(function, mode) => (self.function_name(function, mode), function.place),
            Need::Constant(constant) => (self.name(&constant.name.to_string()), constant.place),
            Need::Bounds => (BOUNDS[0].to_owned(), 0),
        };
        match self.known.get(&name) {
            None => {
                self.known.insert(name, place);
                self.open.push_back(need);
            }
            Some(other) if *other == place => {}
            Some(_) => {
                let help = "give the items different names";
                self.fail(span, format!("two items with the name `{name}` are not supported"), help);
            }
        }
    }

    fn declare(&mut self, declaration: Declaration) {
        self.declarations.push(declaration);
    }

    fn fail(&mut self, span: Span, message: String, help: &str) {
        self.problems.push(Diagnostic::error(span, message).help(help));
    }

    /// Returns the name in pun of an item or a variable.
    fn name(&self, name: &str) -> String {
        let name = name.strip_prefix("r#").unwrap_or(name);
        if self.reserved.contains(name) { format!("{name}'") } else { name.to_owned() }
    }

    fn span(&self, node: &impl Spanned) -> Span {
        span_of(self.file, node.span())
    }
}

fn span_of(file: FileId, span: proc_macro2::Span) -> Span {
    let range = span.byte_range();
    Span::new(file, range.start as u32, range.end as u32)
}
