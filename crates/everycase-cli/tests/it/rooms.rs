//! The arrows between crates, and between the rooms (the top-level modules) of each.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// For each room the rooms that it uses, with a file that does.
type Arrows = BTreeMap<String, BTreeMap<String, String>>;

#[test]
fn a_room_uses_rooms_that_the_architecture_page_names_before_it() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let rooms = page.split_once("## The rooms").unwrap().1.split_once("## Journeys").unwrap().0;
    for source in sources() {
        let name = source.parent().and_then(Path::file_name).and_then(OsStr::to_str).unwrap();
        let paragraph = rooms.split_once(&format!("\n**{name}**")).unwrap().1.split("\n**").next().unwrap();
        let named: Vec<&str> = paragraph.split('`').skip(1).step_by(2).collect();
        let arrows = arrows(&files(&source));
        assert!(arrows.len() > 5, "{name}");
        assert_eq!(against(&arrows, &named), [""; 0], "{name}");
    }
}

#[test]
fn a_crate_uses_the_crates_that_the_architecture_page_names() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let short = |name: &str| name.trim().trim_start_matches("everycase-").to_owned();
    let mut allowed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in page.lines().filter(|line| line.starts_with("    ")) {
        let (name, rest) = line.trim().split_once("  ").unwrap();
        let uses = rest.trim().strip_prefix("-> ").map_or("", |uses| uses.split("  ").next().unwrap());
        let uses: BTreeSet<String> = uses.split(',').map(short).filter(|name| !name.is_empty()).collect();
        for name in name.split(',').map(short) {
            // A crate may also use what its crates use.
            let further = uses.iter().filter_map(|name| allowed.get(name)).flatten().cloned().collect();
            allowed.insert(name, &uses | &further);
        }
    }
    assert!(allowed.len() > 8, "{allowed:?}");
    for source in sources() {
        let manifest = fs::read_to_string(source.with_file_name("Cargo.toml")).unwrap();
        let own = source.parent().and_then(Path::file_name).and_then(OsStr::to_str).map(short).unwrap();
        let section = manifest.split_once("[dependencies]\n").unwrap().1;
        let names = section.lines().take_while(|line| !line.starts_with('['));
        let names = names.filter_map(|line| line.split([' ', '.', '=']).next()).map(short);
        for name in names.filter(|name| allowed.contains_key(name)) {
            assert!(allowed[&own].contains(&name), "`{own}` uses `{name}`, and the page does not say so");
        }
    }
}

/// Macros and modules are not counted.
#[test]
fn the_root_of_everycase_has_at_most_16_names() {
    let source = fs::read_to_string(root().join("crates/everycase/src/lib.rs")).unwrap();
    let exports = source.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next());
    let exports = exports.filter(|path| !path.starts_with("everycase_macros"));
    let names: Vec<&str> = exports
        .flat_map(|path| path.rsplit("::").next().unwrap_or(path).trim_matches(['{', '}']).split(','))
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    assert!(names.contains(&"Enumerable") && names.contains(&"check_with"), "{names:?}");
    assert!(names.len() <= 16, "{names:?}");
}

#[test]
fn an_arrow_is_found_in_each_way_to_name_a_room() {
    let files = [
        ("lib", "mod a; mod b; mod c; mod d; mod e; pub use d::Deep; pub use e::{inner::Inner as Outer};"),
        ("a", "use crate::{b, c::{x, y}};"),
        ("a/inner", "fn f() -> super::super::d::Deep { super::b() } mod own { use super::super::super::e; }"),
        ("b", "#[cfg(test)] mod tests { use crate::a; } #[cfg(test)] use crate::a; fn f(_: crate::Deep) {}"),
        ("c", "macro_rules! m { () => { $crate::Outer }; }"),
        ("d", "// crate::a\nconst TEXT: &str = \"crate::a\";"),
        ("e", "use super::c;"),
        ("e/tests", "use crate::a;"),
    ];
    let files: Vec<_> = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let arrows = arrows(&files);
    let uses = |room: &str| arrows[room].keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(["a", "b", "c", "d", "e"].map(uses), ["b c d e", "d", "e", "", "c"]);
    assert_eq!(against(&arrows, &["d", "b", "e", "c", "a"]), ["e uses c (e.rs)"]);
    assert_eq!(against(&arrows, &["d", "b", "c", "a"]), ["e is not named"]);
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the sources of the crates.
pub(crate) fn sources() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let mut sources: Vec<PathBuf> = crates.map(|dir| dir.unwrap().path().join("src")).collect();
    sources.retain(|source| source.is_dir());
    sources.sort();
    sources
}

/// Returns the text of each file below a directory, with its path from there, without its ending.
pub(crate) fn files(source: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut open = vec![source.to_owned()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension() == Some(OsStr::new("rs")) {
            let name = path.strip_prefix(source).unwrap().with_extension("");
            files.push((name.to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()));
        }
    }
    files
}

/// Returns the arrows between the rooms of a crate: by a path from the crate, by `super`, or by what the crate's root exports.
fn arrows(files: &[(String, String)]) -> Arrows {
    let room = |path: &str| path.split('/').next().unwrap_or_default().to_owned();
    let is_root = |path: &str| path == "lib" || path.starts_with("main") || path.starts_with("cargo_");
    let is_tests = |path: &str| path.split('/').any(|it| matches!(it, "tests" | "testing" | "soundness"));
    let rooms = files.iter().map(|(path, _)| room(path)).filter(|it| !is_root(it) && !is_tests(it));
    let rooms: BTreeSet<String> = rooms.collect();
    let exported = files
        .iter()
        .find(|(path, _)| path == "lib")
        .map_or_else(BTreeMap::new, |(_, text)| exports(&tokens(text), &rooms));
    let mut arrows: Arrows = rooms.iter().map(|room| (room.clone(), BTreeMap::new())).collect();
    for (path, text) in files.iter().filter(|(path, _)| !is_root(path) && !is_tests(path)) {
        let mut used = BTreeSet::new();
        let module: Vec<String> = path.split('/').map(str::to_owned).collect();
        names(&tokens(text), &module, &mut used);
        let own = room(path);
        for name in used {
            let name = if rooms.contains(&name) { Some(&name) } else { exported.get(&name) };
            if let Some(name) = name.filter(|name| **name != own) {
                arrows.get_mut(&own).unwrap().entry(name.clone()).or_insert_with(|| format!("{path}.rs"));
            }
        }
    }
    arrows
}

/// Returns the tokens of a file without what is there for tests only.
fn tokens(text: &str) -> Vec<TokenTree> {
    without_tests(text.parse().unwrap())
}

fn without_tests(tokens: TokenStream) -> Vec<TokenTree> {
    let mut kept = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        let attribute = match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => group.stream().to_string(),
            _ => String::new(),
        };
        let is_hash = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '#');
        if matches!(attribute.replace(' ', "").as_str(), "cfg(test)" | "cfg(doctest)")
            && kept.last().is_some_and(is_hash)
        {
            kept.pop();
            // The item ends with a block or a semicolon.
            let is_end = |token: &TokenTree| match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                TokenTree::Punct(punct) => punct.as_char() == ';',
                _ => false,
            };
            tokens.by_ref().find(is_end);
        } else {
            kept.push(token);
        }
    }
    kept
}

/// Adds the first name below the crate's root of each path in a module.
fn names(tokens: &[TokenTree], module: &[String], used: &mut BTreeSet<String>) {
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) if *name == "crate" => used.extend(behind(&tokens[i + 1..])),
            TokenTree::Ident(name) if *name == "super" && !is_path(&tokens[..i]) => {
                let supers = tokens[i..]
                    .chunks(3)
                    .take_while(|part| matches!(&part[0], TokenTree::Ident(it) if *it == "super"))
                    .count();
                if supers == module.len() {
                    used.extend(behind(&tokens[i + 3 * supers - 2..]));
                }
            }
            TokenTree::Group(group) => {
                let is_module = group.delimiter() == Delimiter::Brace
                    && i >= 2
                    && matches!(&tokens[i - 2], TokenTree::Ident(it) if *it == "mod");
                let inner = is_module.then(|| tokens[i - 1].to_string());
                let module: Vec<String> = module.iter().cloned().chain(inner).collect();
                names(&without_tests(group.stream()), &module, used);
            }
            _ => {}
        }
    }
}

/// Returns whether tokens end with `::`.
fn is_path(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [.., TokenTree::Punct(a), TokenTree::Punct(b)] if a.as_char() == ':' && b.as_char() == ':')
}

/// Returns the first names of the paths behind `::`, several in braces.
fn behind(tokens: &[TokenTree]) -> Vec<String> {
    match tokens {
        [TokenTree::Punct(a), TokenTree::Punct(b), rest @ ..] if a.as_char() == ':' && b.as_char() == ':' => {
            match rest {
                [TokenTree::Ident(name), ..] => vec![name.to_string()],
                [TokenTree::Group(group), ..] => {
                    let parts: Vec<TokenTree> = group.stream().into_iter().collect();
                    let parts = parts
                        .split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','));
                    parts.filter_map(|part| part.first()).map(ToString::to_string).collect()
                }
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// Returns the room of each name that the crate's root takes from one.
fn exports(tokens: &[TokenTree], rooms: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    let items = tokens.split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';'));
    for item in items {
        let Some(at) = item.iter().position(|token| matches!(token, TokenTree::Ident(it) if *it == "use"))
        else {
            continue;
        };
        let Some(room) = item.get(at + 1).map(ToString::to_string).filter(|name| rooms.contains(name)) else {
            continue;
        };
        for name in last_names(&item[at + 1..]) {
            exports.insert(name, room.clone());
        }
    }
    exports
}

/// Returns the names that paths end with.
fn last_names(tokens: &[TokenTree]) -> Vec<String> {
    let parts = tokens.split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','));
    let last = parts.filter_map(|part| part.last());
    last.flat_map(|token| match token {
        TokenTree::Group(group) => last_names(&group.stream().into_iter().collect::<Vec<_>>()),
        token => vec![token.to_string()],
    })
    .collect()
}

/// Returns the rooms that are not in a list, and the arrows to rooms that are not before the ones that use them.
fn against(arrows: &Arrows, named: &[&str]) -> Vec<String> {
    let place = |room: &str| named.iter().position(|name| *name == room);
    let mut found = Vec::new();
    for (room, uses) in arrows {
        let Some(own) = place(room) else {
            found.push(format!("{room} is not named"));
            continue;
        };
        let later = uses.iter().filter(|(used, _)| place(used).is_some_and(|place| place > own));
        found.extend(later.map(|(used, file)| format!("{room} uses {used} ({file})")));
    }
    found
}
