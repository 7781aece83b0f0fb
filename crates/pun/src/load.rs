//! Loads files with their imports into one program; checks terms and types in its scope.

mod files;
mod module;
mod prelude;
mod unused;

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use self::files::{File, Files, Target};
use self::module::{check, has_errors};
use self::prelude::{Prelude, prelude};
use crate::components::components;
use crate::core::{Abstract, ConId, DataId, Expr, Item, Module, Program, Property, Scheme, Type};
use crate::diagnostic::{Diagnostic, Severity};
use crate::resolve::scope::{Import, Table};
use crate::resolve::{Around, Gaps, nearest_type};
use crate::source::{FileId, Sources, Span};
use crate::{infer, lower, resolve, syntax, tree};

/// The result of loading.
#[derive(Clone, Debug)]
pub struct LoadResult {
    /// The files that were read.
    pub sources: Sources,
    /// The program, unless there are errors.
    pub program: Option<Program>,
    /// Errors and warnings, by file and place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Loads a file and its imports.
pub fn load(path: &Path) -> LoadResult {
    load_with(path, &[])
}

/// Loads a file, its imports and further modules, which stand beside the file as its imports do.
/// The file does not see the names of a further module, which may import it.
pub fn load_with(path: &Path, further: &[String]) -> LoadResult {
    load_files(|sources| Files::read(sources, path, further))
}

/// Loads a text as a file with this name. Imports are searched for beside that file.
pub fn load_text(name: &str, text: &str) -> LoadResult {
    load_files(|sources| Files::of_text(sources, &[], name, text))
}

/// Loads the text of a stream as a file with this name. Imports and further modules are searched
/// for beside that file.
pub fn load_stream(name: &str, stream: impl Read, further: &[String]) -> LoadResult {
    load_files(|sources| Files::of_stream(sources, name, stream, further))
}

/// Loads a module that was made from a text in another language. The text becomes a file with this
/// name, to which the spans that `read` makes belong. It returns the module and its errors.
pub fn load_module(
    name: &str,
    text: &str,
    read: impl FnOnce(FileId) -> (tree::Module, Vec<Diagnostic>),
) -> LoadResult {
    load_files(|sources| Files::of_module(sources, name, text, read))
}

fn load_files(read: impl FnOnce(Sources) -> Files) -> LoadResult {
    let Prelude { program, table } = prelude();
    assemble(read(program.sources.clone()), program.clone(), table, &[prelude_module()])
}

/// Adds declarations to a program. They hide older ones of the same names, for later additions
/// only: existing declarations keep their meaning. A property replaces an older one of the same
/// name.
pub fn extend(program: &Program, name: &str, text: &str) -> LoadResult {
    let files = Files::of_text(program.sources.clone(), &program.modules, name, text);
    let mut loaded = assemble(files, program.clone(), &scope(program), &modules(program));
    if let Some(extended) = &mut loaded.program {
        let (before, added) = extended.properties.split_at(program.properties.len());
        let is_replaced = |one: &&Property| added.iter().any(|property| property.name == one.name);
        extended.properties = before.iter().filter(|one| !is_replaced(one)).chain(added).cloned().collect();
    }
    loaded
}

/// Checks a term in the scope of a program. Its text becomes one of the program's sources.
///
/// # Errors
///
/// If the term has errors.
pub fn expression(program: &mut Program, text: &str) -> Result<(Expr, Scheme), Vec<Diagnostic>> {
    let file = program.sources.add("expression", text);
    let (tree, mut diagnostics) = syntax::parse_term(file, text);
    let (table, modules) = (scope(program), modules(program));
    let around = Around { imports: &[], outer: &table, modules: &modules, gaps: &Gaps::default() };
    without_errors(&diagnostics)?;
    let (term, names) = resolve::term(&tree, around, program, &mut diagnostics);
    without_errors(&diagnostics)?;
    let typed = infer::term(program, &term, &names, &mut diagnostics);
    without_errors(&diagnostics)?;
    let expr = lower::term(program, &term, &names, &typed, &mut diagnostics);
    without_errors(&diagnostics)?;
    Ok((expr, typed.scheme))
}

/// Checks a type in the scope of a program. Its text becomes one of the program's sources.
///
/// # Errors
///
/// If the type has errors.
pub fn ty(program: &mut Program, text: &str) -> Result<Type, Vec<Diagnostic>> {
    let file = program.sources.add("type", text);
    let (tree, mut diagnostics) = syntax::parse_type(file, text);
    let (table, modules) = (scope(program), modules(program));
    let around = Around { imports: &[], outer: &table, modules: &modules, gaps: &Gaps::default() };
    without_errors(&diagnostics)?;
    let (ty, names) = resolve::ty(&tree, around, program, &mut diagnostics);
    if let Some(unknown) = unknown(&tree, &names.type_variables, &table) {
        diagnostics = vec![unknown];
    }
    without_errors(&diagnostics)?;
    ty.ok_or(diagnostics)
}

/// Returns all names in the scope of a program, sorted.
pub fn names(program: &Program) -> Vec<Arc<str>> {
    let table = scope(program);
    let mut names: Vec<Arc<str>> = table.values.into_keys().chain(table.types.into_keys()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns an error for the first unknown name in a standalone type, if there is one. Variables of
/// such a type have one letter.
fn unknown(tree: &tree::Type, variables: &[Arc<str>], table: &Table) -> Option<Diagnostic> {
    let name = variables.iter().find(|name| name.chars().count() > 1)?;
    let diagnostic = Diagnostic::error(tree.span, format!("unknown type `{name}`"))
        .labelled("no type, and variables of a type that stands alone have one letter");
    let help = if let Some(near) = nearest_type(name, table) {
        format!("did you mean `{near}`?")
    } else {
        let mut types: Vec<&str> = table.types.keys().map(|name| &**name).collect();
        types.sort_unstable();
        format!("there are {}", types.join(", "))
    };
    Some(diagnostic.help(help))
}

fn scope(program: &Program) -> Table {
    let mut table = Table::built_in();
    table.extend(&program.scope);
    table
}

/// Returns the modules that qualify names in the scope of a program: all of its modules, and the
/// prelude.
fn modules(program: &Program) -> Vec<Import> {
    let all = program.modules.iter().chain(&program.main);
    let own = |module: &Module| Import {
        module: module.name.clone(),
        exports: Arc::new(Table::of(&module.exports)),
    };
    all.map(own).chain([prelude_module()]).collect()
}

fn prelude_module() -> Import {
    Import { module: prelude::NAME.into(), exports: Arc::clone(&prelude().table) }
}

/// Returns the qualified names of what the names in scope do not mean.
fn unnamed(program: &Program) -> HashMap<Item, Arc<str>> {
    let known: HashSet<Item> = program.scope.iter().map(|(_, item)| *item).collect();
    let mut table = Table::default();
    table.extend_qualified(prelude::NAME, &prelude().table);
    for module in &program.modules {
        table.extend_qualified(&module.name, &Table::of(&module.exports));
    }
    let mut others = table.items();
    others.retain(|(_, item)| !known.contains(item));
    // If several modules export an item, the one that declares it qualifies the name.
    let is_owned = |name: &str, item| {
        let module = program.owner(item).map_or(prelude::NAME, |owner| &owner.name);
        name.strip_prefix(module).is_some_and(|rest| rest.starts_with('.'))
    };
    others.sort_by_cached_key(|(name, item)| is_owned(name, *item));
    others.into_iter().map(|(name, item)| (item, name)).collect()
}

fn without_errors(diagnostics: &[Diagnostic]) -> Result<(), Vec<Diagnostic>> {
    if has_errors(diagnostics) { Err(diagnostics.to_vec()) } else { Ok(()) }
}

/// Returns whether a diagnostic is about one of these parts of a text.
fn is_within(diagnostic: &Diagnostic, parts: &[Span]) -> bool {
    let Some((place, _)) = diagnostic.labels.first() else { return false };
    parts.iter().any(|part| part.file == place.file && part.start < place.end && place.start < part.end)
}

/// Adds files to a program. `outer` are the names that the first file need not import, and
/// `modules` qualify further ones in it.
fn assemble(files: Files, base: Program, outer: &Table, modules: &[Import]) -> LoadResult {
    let Files { sources, all: files, mut diagnostics } = files;
    let mut assembly = Assembly {
        program: Program { sources: sources.clone(), ..base },
        outer,
        modules,
        is_sound: true,
        exports: vec![None; files.len()],
        gaps: vec![Gaps::default(); files.len()],
    };
    let edges: Vec<Vec<usize>> = files.iter().map(|file| file.files().collect()).collect();
    for group in components(files.len(), |file| &edges[file]) {
        match &*group {
            [file] if !edges[*file].contains(file) => assembly.file(*file, &files, &mut diagnostics),
            _ => diagnostics.extend(cycle(&group, &files)),
        }
    }
    assembly.program.qualified = unnamed(&assembly.program);
    diagnostics.sort_by_key(|one| one.labels.first().map(|(span, _)| (span.file, span.start)));
    let is_sound = assembly.is_sound && !has_errors(&diagnostics);
    LoadResult { sources, program: Some(assembly.program).filter(|_| is_sound), diagnostics }
}

/// Returns the error for files that import one another: the cycle from the first of them back to
/// itself.
fn cycle(group: &[usize], files: &[File]) -> Option<Diagnostic> {
    let start = *group.iter().min()?;
    // Any import within the group continues the path; breadth-first search finds a shortest cycle.
    let mut before: Vec<Option<usize>> = vec![None; files.len()];
    let mut open = std::collections::VecDeque::from([start]);
    let last = loop {
        let file = open.pop_front()?;
        let targets = || files[file].files().filter(|target| group.contains(target));
        if targets().any(|target| target == start) {
            break file;
        }
        for target in targets() {
            if before[target].is_none() {
                before[target] = Some(file);
                open.push_back(target);
            }
        }
    };
    let mut way = vec![start];
    let mut here = last;
    while here != start {
        way.push(here);
        here = before[here]?;
    }
    way.push(start);
    way.reverse();
    let names: Vec<&str> = way.iter().map(|file| &*files[*file].name).collect();
    let next = *way.get(1)?;
    let is_next = |target: &Option<Target>| matches!(target, Some(Target::File(number)) if *number == next);
    let place = files[start].imports.iter().position(is_next)?;
    let import = files[start].parse.module.imports.get(place)?;
    Some(
        Diagnostic::error(import.span, "modules import one another")
            .labelled(names.join(" imports "))
            .help("put what both need into a module of its own"),
    )
}

/// A program under construction. A file is added after those it imports; the first file may be
/// followed by further modules.
struct Assembly<'a> {
    program: Program,
    /// The names that the first file need not import.
    outer: &'a Table,
    /// The modules that qualify names in the first file without an import.
    modules: &'a [Import],
    /// Whether no error has been found so far.
    is_sound: bool,
    /// The exports of each file that has been checked.
    exports: Vec<Option<Arc<Table>>>,
    /// The names that each file may export although they are unknown.
    gaps: Vec<Gaps>,
}

impl Assembly<'_> {
    fn file(&mut self, number: usize, files: &[File], all: &mut Vec<Diagnostic>) {
        let file = &files[number];
        let module = &file.parse.module;
        let imports: Vec<Import> = module
            .imports
            .iter()
            .zip(&file.imports)
            .filter_map(|(name, target)| {
                let exports = match (*target)? {
                    Target::File(number) => self.exports.get(number)?.clone()?,
                    Target::Loaded(number) => Arc::new(Table::of(&self.program.modules.get(number)?.exports)),
                };
                Some(Import { module: name.text.clone(), exports })
            })
            .collect();
        let mut gaps = Gaps::of(&file.parse);
        for target in file.files() {
            gaps.and(&self.gaps[target]);
        }
        if imports.len() < module.imports.len() {
            gaps = Gaps::anywhere();
        }
        let mut diagnostics = file.parse.diagnostics.clone();
        let parsed = diagnostics.len();
        let is_main = number == 0;
        let prelude = [prelude_module()];
        let (outer, modules) =
            if is_main { (self.outer, self.modules) } else { (&*prelude[0].exports, &prelude[..]) };
        let around = Around { imports: &imports, outer, modules, gaps: &gaps };
        let first = self.program.datas.len();
        let resolved = check(&mut self.program, &file.name, module, around, is_main, &mut diagnostics);
        let wrong_parts = Gaps::wrong_parts(&file.parse);
        let found = diagnostics.split_off(parsed);
        diagnostics.extend(found.into_iter().filter(|one| !is_within(one, &wrong_parts)));
        if !is_main && module.header.as_ref().is_some_and(|header| header.exports.is_some()) {
            self.hide(first, &file.name, &resolved.exports);
        }
        if is_main {
            self.program.scope = resolved.visible.items();
        } else {
            // Warnings are only shown for the main file.
            diagnostics.retain(|one| one.severity == Severity::Error);
        }
        if has_errors(&diagnostics) {
            self.is_sound = false;
        }
        let (name, path) = (file.name.clone(), file.path.clone());
        let module = Module { name, file: file.source, path, exports: resolved.exports.items() };
        if is_main {
            self.program.main = Some(module);
        } else {
            self.program.modules.push(module);
        }
        self.exports[number] = Some(Arc::new(resolved.exports));
        self.gaps[number] = gaps;
        all.append(&mut diagnostics);
    }

    /// Records which of the last types are abstract elsewhere, given their module's exports.
    fn hide(&mut self, first: usize, module: &Arc<str>, exports: &Table) {
        let mut items: Vec<Item> = exports.items().into_iter().map(|(_, item)| item).collect();
        items.sort_unstable_by_key(|item| match item {
            Item::Data(data) => (0, data.0),
            Item::Constructor(con) => (1, con.0),
            Item::Global(global) => (2, global.0),
        });
        items.dedup();
        let exports: Arc<[Item]> = items.into();
        for (data, number) in self.program.datas[first..].iter().zip(first as u32..) {
            let is_exported = |con: &ConId| exports.contains(&Item::Constructor(*con));
            if !data.constructors.iter().all(is_exported) {
                let (data, module, exports) = (DataId(number), Arc::clone(module), Arc::clone(&exports));
                self.program.abstracts.push(Abstract { data, module, exports });
            }
        }
    }
}
