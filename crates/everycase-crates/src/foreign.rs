//! Types and traits of other crates that a crate's public functions name, and their paths.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use rustdoc_types::{Crate, Id, ItemKind};

use crate::candidates::{Candidates, candidates};
use crate::driver;
use crate::error::Error;
use crate::target::Target;

/// The source file that names them, in the driver's package.
const FILE: &str = "src/bin/paths.rs";

/// The lines before the first path.
const HEAD: usize = 1;

/// Returns what may be called of a crate.
///
/// # Errors
/// If the crate does not build, or cargo cannot be run.
pub fn callable(target: &Target) -> Result<Candidates, Error> {
    let api = target.api()?;
    Ok(candidates(&api, &target.library, &foreign(target, &api)?))
}

/// Returns the public paths of the types and traits of other crates that a crate depends on, and
/// lets the driver depend on these crates. rustc says which path of an item is public: the one of
/// its definition may not be.
///
/// # Errors
/// If cargo cannot be run.
fn foreign(target: &Target, api: &Crate) -> Result<BTreeMap<Id, String>, Error> {
    let is_named = |kind: ItemKind| {
        matches!(kind, ItemKind::Struct | ItemKind::Enum | ItemKind::Union | ItemKind::Trait)
    };
    let mut items: BTreeMap<&[String], Id> = BTreeMap::new();
    for (id, own) in &api.paths {
        if own.crate_id != 0 && is_named(own.kind) && own.path.len() > 1 {
            items.insert(&own.path, *id);
        }
    }
    let libraries: BTreeSet<&str> = items.keys().map(|own| &*own[0]).collect();
    let known = target.depend_on(&libraries)?;
    items.retain(|own, _| known.contains(&*own[0]));
    let paths: Vec<(Id, String)> =
        items.iter().flat_map(|(own, id)| spellings(own).into_iter().map(|path| (*id, path))).collect();
    if paths.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut text = "#![allow(warnings, clippy::all)]\n".to_owned();
    for (number, (_, path)) in paths.iter().enumerate() {
        let _ = writeln!(text, "use {path} as P{number};");
    }
    text += "fn main() {}\n";
    driver::write(&target.folder().join(FILE), &text)?;
    let wrong = driver::check(&target.folder(), FILE, HEAD)?;
    let mut found = BTreeMap::new();
    for (_, (id, path)) in paths.into_iter().enumerate().filter(|own| !wrong.contains_key(&own.0)) {
        found.entry(id).or_insert(path);
    }
    Ok(found)
}

/// Returns the paths that an item may have by the path of its definition, the likeliest first.
fn spellings(path: &[String]) -> Vec<String> {
    let mut all = vec![format!("::{}", path.join("::"))];
    if let [library, module, .., name] = path {
        all.extend([format!("::{library}::{module}::{name}"), format!("::{library}::{name}")]);
    }
    all.dedup();
    all
}
