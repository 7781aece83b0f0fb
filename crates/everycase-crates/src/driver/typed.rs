//! Calls that compile: rustc checks the candidates in rounds, until what is left compiles.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rustc_hash::FxHashSet;

use super::{HEAD, TYPING, check, source, write};
use crate::candidates::Candidate;
use crate::candidates::result_types::is_generic;
use crate::error::Error;

/// The calls that compile.
pub(super) struct TypedCalls {
    pub(super) kept: BTreeSet<usize>,
    /// Those of them that were checked: what compiles beside others compiles by itself.
    checked: BTreeSet<usize>,
    pub(super) rounds: usize,
    /// The first message about each item of which some call does not.
    pub(super) errors: BTreeMap<usize, String>,
}

/// After the first choice of type arguments of an item these many are tried, and then these.
const LIKELY: usize = 3;
const MANY: usize = 10;

/// How often calls are looked for whose arguments others make: the found ones make more.
const SEARCHES: u32 = 4;

/// The most rounds of checking.
const ROUNDS: usize = 40;

/// Finds the calls that compile among the untried ones. Of each item the first choice of type
/// arguments is tried, and further ones while none compiles; then those that others of its family
/// need.
pub(super) fn typed(
    folder: &Path,
    lines: &[Candidate],
    mut untried: BTreeSet<usize>,
    tell: &mut dyn FnMut(&str),
) -> Result<TypedCalls, Error> {
    let mut typed =
        TypedCalls { kept: BTreeSet::new(), checked: BTreeSet::new(), rounds: 0, errors: BTreeMap::new() };
    let (mut bound, mut is_settled, mut searches) = (1, false, 0);
    loop {
        let fits: BTreeSet<usize> = typed.kept.iter().map(|own| lines[*own].item).collect();
        let is_next = |own: &usize| {
            let own = &lines[*own];
            if own.is_support {
                !is_function(own)
            } else {
                own.alternative < bound && !fits.contains(&own.item)
            }
        };
        let mut next: BTreeSet<usize> = untried.iter().copied().filter(is_next).collect();
        if next.is_empty() && is_settled && bound == MANY {
            let families = families(lines, &typed.kept);
            let (made, served) = (made(lines, &typed.kept), served(lines, &typed.kept));
            let wanted = wanted(lines, &typed.kept);
            let is_needed = |own: &usize| {
                let own = &lines[*own];
                if own.is_support {
                    return false;
                }
                is_served(own, &made) && !served.contains_key(&own.item)
                    || own.makes.iter().any(|own| wanted.contains(&**own) && !made.contains(&**own))
                    || searches == 0
                        && families.get(&*own.family).is_some_and(|all| all.contains(&own.alternative))
            };
            next = untried.iter().copied().filter(is_needed).collect();
            if next.is_empty() || searches == SEARCHES {
                // Last the functions, of the calls that are chosen alone: there are many.
                let chosen = chosen(lines, &typed.kept);
                typed.kept.extend(functions_of(lines, chosen.iter(), &untried));
                typed.settle(folder, lines, tell)?;
                return Ok(typed);
            }
            searches += 1;
        }
        bound = if bound == 1 { LIKELY } else { MANY };
        untried.retain(|own| !next.contains(own));
        typed.kept.extend(next);
        is_settled = typed.round(folder, lines, tell)?;
    }
}

impl TypedCalls {
    /// Leaves out the calls that do not compile.
    pub(super) fn settle(
        &mut self,
        folder: &Path,
        lines: &[Candidate],
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), Error> {
        while !self.round(folder, lines, tell)? {}
        Ok(())
    }

    /// Checks the calls that were not checked yet, and leaves out what does not compile. Returns
    /// whether each was checked.
    fn round(
        &mut self,
        folder: &Path,
        lines: &[Candidate],
        tell: &mut dyn FnMut(&str),
    ) -> Result<bool, Error> {
        let mut some: Vec<usize> = self.kept.difference(&self.checked).copied().collect();
        if some.is_empty() {
            return Ok(true);
        }
        self.rounds += 1;
        tell(&format!("typing {} calls, round {}", some.len(), self.rounds));
        write(&folder.join(TYPING), &source(lines, &some, Some(WITNESS)))?;
        let mut wrong = check(folder, TYPING, HEAD)?;
        let is_each_checked = wrong.remove(&lines.len()).is_some();
        for (index, message) in &wrong {
            if self.kept.remove(index) {
                self.errors.entry(lines[*index].item).or_insert_with(|| message.clone());
            }
        }
        let before = some.len();
        some.retain(|own| !wrong.contains_key(own));
        if is_each_checked {
            self.checked.extend(&some);
        } else if some.len() == before {
            let messages: Vec<&str> = wrong.values().map(|own| &**own).collect();
            return Err(Error::Input(format!("the crate does not build:\n{}", messages.join("\n"))));
        }
        if self.rounds >= ROUNDS {
            return Err(Error::Input("the calls of the crate do not settle; please report this".to_owned()));
        }
        Ok(is_each_checked)
    }
}

/// A function that does not compile, behind the calls. The compiler stops early at some errors,
/// such as a name that does not exist. It tells of this one if it has checked all calls before it.
const WITNESS: &str = "fn moved(own: String) { drop(own); drop(own); }";

/// Returns whether a call makes a pointer to a function.
pub(super) fn is_function(call: &Candidate) -> bool {
    call.is_support && call.makes.iter().any(|own| own.starts_with("fn("))
}

/// Returns the calls among some that make pointers to functions as other calls want them.
fn functions_of<'l>(
    lines: &'l [Candidate],
    calls: impl Iterator<Item = &'l usize>,
    among: &BTreeSet<usize>,
) -> Vec<usize> {
    let modes = calls.flat_map(|own| &lines[*own].modes);
    let wanted: FxHashSet<&str> = modes.map(|own| &*own.ty).filter(|own| own.starts_with("fn(")).collect();
    let is_wanted = |own: &Candidate| is_function(own) && wanted.contains(&*own.makes[0]);
    among.iter().copied().filter(|own| is_wanted(&lines[*own])).collect()
}

/// Returns the least alternative of each item that compiles.
fn least(lines: &[Candidate], kept: &BTreeSet<usize>) -> BTreeMap<usize, usize> {
    let mut least: BTreeMap<usize, usize> = BTreeMap::new();
    for index in kept {
        let own = &lines[*index];
        let known = least.entry(own.item).or_insert(own.alternative);
        *known = (*known).min(own.alternative);
    }
    least
}

/// Returns the generic types of the crate that calls make.
fn made<'l>(lines: &'l [Candidate], kept: &BTreeSet<usize>) -> BTreeSet<&'l str> {
    kept.iter().flat_map(|own| &lines[*own].makes).map(|own| &**own).collect()
}

/// Returns the generic types of the crate that the first choices of calls want.
fn wanted<'l>(lines: &'l [Candidate], kept: &BTreeSet<usize>) -> BTreeSet<&'l str> {
    let least = least(lines, kept);
    let first =
        kept.iter().map(|own| &lines[*own]).filter(|own| least.get(&own.item) == Some(&own.alternative));
    first.flat_map(types).collect()
}

/// Returns the generic types of the crate that a call wants as arguments.
fn types(call: &Candidate) -> impl Iterator<Item = &str> {
    let modes = call.modes.iter().filter(|own| matches!(own.name, 'V' | 'R' | 'M'));
    modes.map(|own| &*own.ty).filter(|own| is_generic(own))
}

/// Returns whether other calls make the arguments of a call, where they have generic types.
fn is_served(call: &Candidate, made: &BTreeSet<&str>) -> bool {
    types(call).all(|own| made.contains(own))
}

/// Returns the least alternative of each item whose arguments are made.
fn served(lines: &[Candidate], kept: &BTreeSet<usize>) -> BTreeMap<usize, usize> {
    let made = made(lines, kept);
    least(lines, &kept.iter().copied().filter(|own| is_served(&lines[*own], &made)).collect())
}

/// Returns the alternatives that the items of each family have.
fn families<'l>(lines: &'l [Candidate], kept: &BTreeSet<usize>) -> BTreeMap<&'l str, BTreeSet<usize>> {
    let least = least(lines, kept);
    let mut families: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for index in kept {
        let own = &lines[*index];
        if !own.family.is_empty() && least.get(&own.item) == Some(&own.alternative) {
            families.entry(&own.family).or_default().insert(own.alternative);
        }
    }
    families
}

/// Chooses one alternative of each item, and those that others of its family need.
pub(super) fn chosen(lines: &[Candidate], kept: &BTreeSet<usize>) -> Vec<usize> {
    let (least, families, served) = (least(lines, kept), families(lines, kept), served(lines, kept));
    let wanted = wanted(lines, kept);
    let is_chosen = |own: &Candidate| {
        if own.is_support {
            return !is_function(own);
        }
        own.makes.iter().any(|own| wanted.contains(&**own))
            || served.get(&own.item) == Some(&own.alternative)
            || least.get(&own.item) == Some(&own.alternative)
            || families.get(&*own.family).is_some_and(|all| all.contains(&own.alternative))
    };
    let mut all: Vec<usize> = kept.iter().copied().filter(|index| is_chosen(&lines[*index])).collect();
    all.extend(functions_of(lines, all.clone().iter(), kept));
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::Mode;
    use crate::driver::write_worker;
    use crate::target::{Features, Source, Target};

    #[test]
    fn calls_that_compile_are_found_whatever_error_the_others_have() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = "[package]\nname = \"own\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";
        write(&folder.path().join("Cargo.toml"), manifest).unwrap();
        let source = "pub struct Own(pub u8);\npub fn lent(_: &'static Own, _: &'static mut Own) {}\n";
        write(&folder.path().join("src/lib.rs"), source).unwrap();
        let source = Source::Manifest(folder.path().join("Cargo.toml"));
        let target = Target::find(&source, &Features::default(), &folder.path().join("drivers")).unwrap();
        write_worker(&target.folder()).unwrap();
        // The compiler stops early at a name or a path that does not exist, but not at a type that
        // does not fit, nor at a value that is used again.
        let texts = [
            ("krate::Own($0$)", true),
            ("krate::Other($0$)", false),
            ("krate::Own($0$, 1)", false),
            ("nowhere::Own($0$)", false),
            ("{ let own = krate::Own($0$); drop(own); own }", false),
            ("{ let mut own = krate::Own($0$); krate::lent(&own, &mut own) }", false),
            ("krate::Own::missing($0$)", false),
            ("krate::Own($0$).0 as missing::Type", false),
            ("krate::Own($0$).0", true),
        ];
        let call = |(item, own): (usize, &(&str, bool))| Candidate {
            item,
            text: own.0.to_owned(),
            modes: vec![Mode::new('V', "u8")],
            ..Candidate::default()
        };
        let lines: Vec<Candidate> = texts.iter().enumerate().map(call).collect();
        let typed = typed(&target.folder(), &lines, (0..lines.len()).collect(), &mut |_| {}).unwrap();
        let right: BTreeSet<usize> = (0..texts.len()).filter(|own| texts[*own].1).collect();
        assert_eq!(typed.kept, right);
        assert_eq!(typed.errors.len(), texts.len() - right.len());
        assert_eq!(typed.checked, right);
    }
}
