//! The public items of a crate, found from its root through modules, re-exports and globs.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;
use rustdoc_types::{Crate, Id, ItemEnum, Visibility};

use crate::spelling::Paths;

/// Returns the public items with their shortest paths, in the order of the paths.
pub(crate) fn public<'c>(krate: &'c Crate, foreign: &'c BTreeMap<Id, String>) -> (Paths<'c>, Vec<Id>) {
    let mut of: FxHashMap<Id, String> = FxHashMap::default();
    let mut open = VecDeque::from([(krate.root, String::new())]);
    let mut seen = std::collections::HashSet::new();
    let mut found = Vec::new();
    // Breadth first, so that the first path of an item is a shortest one.
    while let Some((id, path)) = open.pop_front() {
        let Some(item) = krate.index.get(&id) else { continue };
        let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}::{name}") };
        match &item.inner {
            ItemEnum::Module(module) => {
                if !seen.insert((id, path.clone())) || path.matches("::").count() > 8 {
                    continue;
                }
                for child in &module.items {
                    let Some(own) = krate.index.get(child) else { continue };
                    if !matches!(own.visibility, Visibility::Public) {
                        continue;
                    }
                    match (&own.inner, &own.name) {
                        (ItemEnum::Use(used), _) => {
                            let Some(target) = used.id else { continue };
                            let is_enum = matches!(
                                krate.index.get(&target).map(|own| &own.inner),
                                Some(ItemEnum::Enum(_))
                            );
                            if used.is_glob && !is_enum {
                                open.push_back((target, path.clone()));
                            } else if !used.is_glob {
                                open.push_back((target, below(&used.name)));
                            }
                        }
                        (_, Some(name)) => open.push_back((*child, below(name))),
                        _ => {}
                    }
                }
            }
            ItemEnum::Use(_) => {}
            _ if path.is_empty() => {}
            _ => {
                of.entry(id).or_insert_with(|| {
                    found.push(id);
                    path
                });
            }
        }
    }
    (Paths { krate, of, foreign }, found)
}
