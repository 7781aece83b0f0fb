//! The folders of the crates that a crate depends on: those in paths, and others by their names.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use toml_span::Value;
use toml_span::value::{Table, ValueInner};

/// The largest number of crates in paths.
const MOST: usize = 32;

/// The tables of a manifest that name dependencies whose code a test may run.
const TABLES: [&str; 2] = ["dependencies", "dev-dependencies"];

/// Returns the folders of the path dependencies of a crate, also by way of its workspace, and of
/// their own ones; the nearest first. The crates of everycase itself are left out. What cannot be
/// read has none.
pub(super) fn in_paths(manifest_dir: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut open = VecDeque::from([canonical(manifest_dir)]);
    while let Some(dir) = open.pop_front() {
        for own in direct(&dir) {
            let own = canonical(&own);
            if found.len() < MOST && own != canonical(manifest_dir) && !found.contains(&own) {
                found.push(own.clone());
                open.push_back(own);
            }
        }
    }
    found
}

/// Returns the folder of a crate's sources that cargo has downloaded, in the version that the
/// `Cargo.lock` of a crate has; the first one if there are several versions.
pub(super) fn downloaded(name: &str, manifest_dir: &Path) -> Option<PathBuf> {
    let lock =
        canonical(manifest_dir).ancestors().map(|dir| dir.join("Cargo.lock")).find(|file| file.is_file())?;
    let version = version(name, &std::fs::read_to_string(lock).ok()?)?;
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo")))?;
    let registries = std::fs::read_dir(home.join("registry/src")).ok()?;
    let mut folders: Vec<PathBuf> =
        registries.flatten().map(|registry| registry.path().join(format!("{name}-{version}"))).collect();
    folders.retain(|folder| folder.is_dir());
    folders.into_iter().min()
}

/// Returns the version of a package in a `Cargo.lock`.
fn version(name: &str, lock: &str) -> Option<String> {
    let document = toml_span::parse(lock).ok()?;
    let packages = document.as_table()?.get("package")?.as_array()?;
    let is_it = |package: &&Value<'_>| text(package, "name").is_some_and(|own| own == name);
    packages.iter().find(is_it).and_then(|package| text(package, "version"))
}

fn text(value: &Value<'_>, key: &str) -> Option<String> {
    value.as_table()?.get(key)?.as_str().map(str::to_owned)
}

/// Returns the folders of the path dependencies in a crate's manifest.
fn direct(dir: &Path) -> Vec<PathBuf> {
    let Ok(manifest) = std::fs::read_to_string(dir.join("Cargo.toml")) else { return Vec::new() };
    let Ok(document) = toml_span::parse(&manifest) else { return Vec::new() };
    let Some(root) = document.as_table() else { return Vec::new() };
    let targets = table(root, "target").into_iter().flat_map(|targets| targets.values());
    let roots = targets.filter_map(Value::as_table).chain([root]);
    let tables = roots.flat_map(|root| TABLES.into_iter().filter_map(|name| table(root, name)));
    let mut workspace = None;
    let mut found = Vec::new();
    for (name, value) in tables.flatten() {
        let name = text(value, "package").unwrap_or_else(|| name.name.to_string());
        if name.starts_with("everycase") {
            continue;
        }
        if let Some(path) = text(value, "path") {
            found.push(dir.join(path));
        } else if is_inherited(value) {
            let inherited = workspace.get_or_insert_with(|| of_workspace(dir));
            found.extend(inherited.iter().find(|(own, _)| *own == name).map(|(_, path)| path.clone()));
        }
    }
    found
}

fn is_inherited(value: &Value<'_>) -> bool {
    let inherits = value.as_table().and_then(|table| table.get("workspace"));
    inherits.is_some_and(|inherits| matches!(inherits.as_ref(), ValueInner::Boolean(true)))
}

/// Returns the names and folders of the path dependencies that a crate's workspace declares.
fn of_workspace(dir: &Path) -> Vec<(String, PathBuf)> {
    for root in dir.ancestors() {
        let Ok(manifest) = std::fs::read_to_string(root.join("Cargo.toml")) else { continue };
        let Ok(document) = toml_span::parse(&manifest) else { continue };
        let Some(workspace) = document.as_table().and_then(|root| table(root, "workspace")) else { continue };
        let all = table(workspace, "dependencies").into_iter().flatten();
        return all
            .filter_map(|(name, value)| Some((name.name.to_string(), root.join(text(value, "path")?))))
            .collect();
    }
    Vec::new()
}

fn table<'t, 'v>(of: &'t Table<'v>, name: &str) -> Option<&'t Table<'v>> {
    of.get(name)?.as_table()
}

/// Returns a path without links and parents, if it exists.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::scratch::Scratch;

    fn write(dir: &Path, files: &[(&str, &str)]) {
        for (path, text) in files {
            let path = dir.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }

    #[test]
    fn path_dependencies_are_found_by_the_manifest_and_by_its_workspace() {
        let scratch = Scratch::new("path-dependencies");
        let dir = &canonical(scratch.path());
        let own = "[dependencies]\none = { path = \"../one\" }\ntwo.workspace = true\nrand = \"0.9\"\n\
                   everycase = { path = \"../everycase\" }\n[dev-dependencies]\nthree = { path = \"../three\" }\n\
                   [target.'cfg(unix)'.dependencies]\nother = { package = \"four\", path = \"../four\" }\n";
        let root = "[workspace]\nmembers = [\"own\"]\n[workspace.dependencies]\ntwo = { path = \"two\" }\n";
        let further = "[dependencies]\nfive = { path = \"../five\" }\nown = { path = \"../own\" }\n";
        write(
            dir,
            &[
                ("Cargo.toml", root),
                ("own/Cargo.toml", own),
                ("one/Cargo.toml", further),
                ("two/Cargo.toml", "this is not TOML"),
                ("three/src/lib.rs", ""),
                ("four/Cargo.toml", "[package]\n"),
                ("five/Cargo.toml", ""),
            ],
        );
        let mut found = in_paths(&dir.join("own"));
        // The nearest ones first.
        assert_eq!(found.last(), Some(&dir.join("five")), "{found:?}");
        found.sort();
        assert_eq!(found, ["five", "four", "one", "three", "two"].map(|name| dir.join(name)));
        assert!(in_paths(&dir.join("nowhere")).is_empty());
    }

    #[test]
    fn the_version_of_a_package_is_that_of_the_lock() {
        let lock = "version = 4\n[[package]]\nname = \"a\"\nversion = \"1.2.3\"\n[[package]]\nname = \"b\"\nversion = \"0.1.0\"\n";
        assert_eq!(version("b", lock), Some("0.1.0".to_owned()));
        assert_eq!(version("c", lock), None);
        assert_eq!(version("b", "[[package"), None);
    }
}
