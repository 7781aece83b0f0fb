//! The crate under test: where it is, and the package that depends on it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use everycase_check::settings::seed::Seed;
use rustdoc_types::Crate;
use serde_json::Value;

use crate::cargo::{cargo, plain_cargo, shortened};
use crate::error::Error;

/// Where the dependencies of the driver begin.
const HEAD: &str = "[dependencies]\n";

/// Where a crate comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A package of a registry, by its name and version (the newest one without).
    Registry {
        /// Its name.
        name: String,
        /// Its exact version.
        version: Option<String>,
    },
    /// The package of a manifest.
    Manifest(PathBuf),
}

/// Which features of a crate are on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Their names.
    pub names: Vec<String>,
    /// All of them.
    pub all: bool,
    /// The default ones are off.
    pub no_default: bool,
}

/// A crate under test.
#[derive(Clone, Debug)]
pub struct Target {
    /// The name of the package.
    pub package: String,
    /// Its version.
    pub version: String,
    /// The name of its library.
    pub library: String,
    /// The folder of its manifest.
    pub sources: PathBuf,
    folder: PathBuf,
    /// What it depends on, by the names of the libraries: how a manifest names these packages.
    dependencies: BTreeMap<String, String>,
}

impl Target {
    /// Finds a crate and prepares the package of its driver below `cache`.
    ///
    /// # Errors
    /// If the crate does not exist, or has no library.
    pub fn find(source: &Source, features: &Features, cache: &Path) -> Result<Target, Error> {
        Target::found(source, features, cache, None)
    }

    /// Finds another version of a crate. What both depend on has one version where that is
    /// possible.
    ///
    /// # Errors
    /// As of [`find`](Target::find).
    pub fn find_beside(&self, source: &Source, features: &Features, cache: &Path) -> Result<Target, Error> {
        Target::found(source, features, cache, Some(self))
    }

    fn found(
        source: &Source,
        features: &Features,
        cache: &Path,
        beside: Option<&Target>,
    ) -> Result<Target, Error> {
        let (package, dependency, lock) = match source {
            Source::Registry { name, version } => {
                let version = match version {
                    Some(version) => version.clone(),
                    None => newest(name)?,
                };
                (name.clone(), format!("version = \"={version}\""), Some(version))
            }
            Source::Manifest(path) => {
                let path = path
                    .canonicalize()
                    .map_err(|error| Error::Input(format!("{}: {error}", path.display())))?;
                let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
                let package = package_of(&path)?;
                (package, format!("path = {:?}", folder.display().to_string()), None)
            }
        };
        let mut options = String::new();
        if features.no_default {
            options += ", default-features = false";
        }
        let mut names = features.names.clone();
        // Another manner of building gets another folder, since cargo does not know of it.
        let manner = match beside {
            Some(other) => format!("with counters, beside {}", other.folder.display()),
            None => "with counters".to_owned(),
        };
        let key = Seed::of_name(&format!("{package} {dependency} {features:?} {} {manner}", compiler()?)).0;
        let folder = cache.join(format!("{package}-{key:016x}"));
        std::fs::create_dir_all(folder.join("src"))
            .map_err(|error| Error::Input(format!("{}: {error}", folder.display())))?;
        let manifest = |names: &[String]| {
            let mut options = options.clone();
            if !names.is_empty() {
                let _ = write!(options, ", features = {names:?}");
            }
            format!(
                "[package]\nname = \"everycase-driver\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
                 [dependencies]\nkrate = {{ package = \"{package}\", {dependency}{options} }}\n\n\
                 [profile.dev]\nopt-level = 1\ndebug = \"line-tables-only\"\nincremental = false\nlto = \"off\"\n\n\
                 [profile.dev.build-override]\nopt-level = 0\n"
            )
        };
        let put = |text: &str| {
            std::fs::write(folder.join("Cargo.toml"), text)
                .map_err(|error| Error::Input(format!("{}: {error}", folder.display())))
        };
        put(&manifest(&names))?;
        if !folder.join("src/main.rs").exists() {
            std::fs::write(folder.join("src/main.rs"), "fn main() {}\n")
                .map_err(|error| Error::Input(format!("{}: {error}", folder.display())))?;
        }
        if let Some(other) = beside {
            lock_as(&folder, &other.folder)?;
        }
        if let Some(version) = &lock {
            locked(&folder, &package, version)?;
        }
        let mut found = described(&folder, &package)?;
        if features.all {
            names = found.1;
            put(&manifest(&names))?;
            found = described(&folder, &package)?;
        }
        let (mut target, _) = found;
        target.folder = folder;
        Ok(target)
    }

    /// Returns the folder of the driver.
    pub fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    /// Returns the versions of the packages that the crate is built with, itself apart.
    pub fn locked(&self) -> BTreeSet<(String, String)> {
        let text = std::fs::read_to_string(self.folder.join("Cargo.lock")).unwrap_or_default();
        let value = |line: &str, key: &str| -> Option<String> {
            Some(line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"')?.to_owned())
        };
        let lines: Vec<&str> = text.lines().collect();
        let pairs =
            lines.windows(2).filter_map(|own| Some((value(own[0], "name")?, value(own[1], "version")?)));
        pairs.filter(|own| own.0 != self.package && own.0 != "everycase-driver").collect()
    }

    /// Lets the driver depend on a library that the crate need not depend on. Returns whether it
    /// does: cargo may not find it, or refuse it beside the crate.
    ///
    /// # Errors
    /// If the manifest cannot be written, or cargo cannot be run.
    pub(crate) fn depend_beside(&self, library: &str, dependency: &str) -> Result<bool, Error> {
        let path = self.folder.join("Cargo.toml");
        let lock = self.folder.join("Cargo.lock");
        let cannot = |error: std::io::Error| Error::Input(format!("{}: {error}", path.display()));
        let text = std::fs::read_to_string(&path).map_err(cannot)?;
        if text.lines().any(|line| line.starts_with(&format!("{library} = "))) {
            return Ok(true);
        }
        let locked = std::fs::read(&lock).ok();
        let line = format!("{HEAD}{library} = {{ {dependency} }}\n");
        std::fs::write(&path, text.replacen(HEAD, &line, 1)).map_err(cannot)?;
        // What is fetched here is there when the driver is built.
        if cargo(&self.folder, &["metadata", "--format-version", "1", "--quiet"])?.0 {
            return Ok(true);
        }
        std::fs::write(&path, text).map_err(cannot)?;
        if let Some(locked) = locked {
            std::fs::write(&lock, locked).map_err(cannot)?;
        }
        Ok(false)
    }

    /// Lets the driver depend on libraries that the crate depends on, with the features that they
    /// have already. Returns those that it depends on.
    ///
    /// # Errors
    /// If the manifest cannot be written.
    pub(crate) fn depend_on<'n>(&self, libraries: &BTreeSet<&'n str>) -> Result<BTreeSet<&'n str>, Error> {
        let path = self.folder.join("Cargo.toml");
        let cannot = |error: std::io::Error| Error::Input(format!("{}: {error}", path.display()));
        let mut lines = HEAD.to_owned();
        let mut known = BTreeSet::new();
        for library in libraries {
            if let Some(package) = self.dependencies.get(*library) {
                let _ = writeln!(lines, "{library} = {{ {package}, default-features = false }}");
                known.insert(*library);
            }
        }
        let text = std::fs::read_to_string(&path).map_err(cannot)?;
        std::fs::write(&path, text.replacen(HEAD, &lines, 1)).map_err(cannot)?;
        Ok(known)
    }

    /// Reads the public API of the crate.
    ///
    /// # Errors
    /// If it does not build, or the compiler writes a format that is not known.
    pub fn api(&self) -> Result<Crate, Error> {
        let id = format!("{}@{}", self.package, self.version);
        let output = Command::new("cargo")
            .args(["rustdoc", "--quiet", "--lib", "-p", &id, "--"])
            .args(["-Z", "unstable-options", "--output-format", "json", "--cap-lints", "allow"])
            .current_dir(&self.folder)
            .env("RUSTC_BOOTSTRAP", &self.library)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .stdin(Stdio::null())
            .output()
            .map_err(|error| Error::Tool(format!("cargo cannot be run: {error}")))?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(Error::Input(format!(
                "{} {} does not build:\n{}",
                self.package,
                self.version,
                shortened(&errors)
            )));
        }
        let path = self.folder.join(format!("target/doc/{}.json", self.library));
        let text = std::fs::read_to_string(&path)
            .map_err(|error| Error::Tool(format!("rustdoc wrote no {}: {error}", path.display())))?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| Error::Tool(format!("rustdoc's output cannot be read: {error}")))?;
        let format = value["format_version"].as_u64().unwrap_or(0);
        serde_json::from_value(value).map_err(|error| {
            Error::Tool(format!(
                "rustdoc writes format {format}; everycase reads format {}: install a Rust that writes it ({error})",
                rustdoc_types::FORMAT_VERSION
            ))
        })
    }
}

/// Returns the name and version of the compiler.
fn compiler() -> Result<String, Error> {
    let output = Command::new("rustc")
        .arg("-V")
        .output()
        .map_err(|error| Error::Tool(format!("rustc cannot be run: {error}")))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns the newest version of a crate of a registry that is not a pre-release: of all versions,
/// if all are.
fn newest(name: &str) -> Result<String, Error> {
    let found = version_of(name)?.map_err(|error| Error::Input(format!("no crate `{name}`: {error}")))?;
    let major = found.split_once('.').and_then(|own| own.0.parse::<u64>().ok());
    if let Some(major) = major.filter(|_| found.contains('-')) {
        for major in (0..=major).rev() {
            if let Ok(release) = version_of(&format!("{name}@{major}"))? {
                return Ok(release);
            }
        }
    }
    Ok(found)
}

/// Returns the newest version that a specification allows, or what cargo says.
fn version_of(specification: &str) -> Result<Result<String, String>, Error> {
    let output = Command::new("cargo")
        .args(["info", "--quiet", specification])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error::Tool(format!("cargo cannot be run: {error}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.lines().find_map(|line| line.strip_prefix("version: "));
    let version = version.and_then(|own| own.split_whitespace().next());
    Ok(version.map(str::to_owned).ok_or_else(|| String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

/// Returns the target directory of a manifest's package.
///
/// # Errors
/// If cargo cannot read the manifest.
pub fn target_directory(manifest: &Path) -> Result<PathBuf, Error> {
    let path = manifest.display().to_string();
    let (is_right, messages, errors) = plain_cargo(
        Path::new("."),
        &["metadata", "--format-version", "1", "--no-deps", "--manifest-path", &path],
    )?;
    let own = messages.first().filter(|_| is_right).and_then(|own| own["target_directory"].as_str());
    own.map(PathBuf::from).ok_or_else(|| Error::Input(format!("{path}: {}", shortened(&errors))))
}

/// Returns the manifest of a member of the workspace around the current directory, by the name of
/// its package.
pub fn member(name: &str) -> Option<PathBuf> {
    let arguments = ["metadata", "--format-version", "1", "--no-deps"];
    let (_, messages, _) = plain_cargo(Path::new("."), &arguments).ok()?;
    let packages = messages.first()?["packages"].as_array()?;
    let own = packages.iter().find(|own| own["name"] == name)?;
    own["manifest_path"].as_str().map(PathBuf::from)
}

/// Returns the name of the package of a manifest.
fn package_of(manifest: &Path) -> Result<String, Error> {
    let folder = manifest.parent().unwrap_or(Path::new("/"));
    let path = manifest.display().to_string();
    let (is_right, messages, errors) =
        plain_cargo(folder, &["metadata", "--format-version", "1", "--no-deps", "--manifest-path", &path])?;
    let Some(own) = messages.first().filter(|_| is_right) else {
        return Err(Error::Input(format!("{path}: {}", shortened(&errors))));
    };
    let packages = own["packages"].as_array().map_or(&[][..], |own| own);
    let is_own = |package: &&Value| {
        package["manifest_path"].as_str().is_some_and(|own| {
            Path::new(own).canonicalize().is_ok_and(|own| Some(own) == manifest.canonicalize().ok())
        })
    };
    let Some(package) = packages.iter().find(is_own) else {
        let names: Vec<&str> = packages.iter().filter_map(|own| own["name"].as_str()).collect();
        return Err(Error::Input(format!(
            "{path} is a workspace without a package; name the folder of a member: {}",
            names.join(", ")
        )));
    };
    Ok(package["name"].as_str().unwrap_or_default().to_owned())
}

/// Begins a lock file with that of another package, unless there is one already or cargo cannot use
/// it.
fn lock_as(folder: &Path, other: &Path) -> Result<(), Error> {
    let path = folder.join("Cargo.lock");
    if path.exists() || std::fs::copy(other.join("Cargo.lock"), &path).is_err() {
        return Ok(());
    }
    if !cargo(folder, &["metadata", "--format-version", "1", "--quiet"])?.0 {
        let _ = std::fs::remove_file(&path);
    }
    Ok(())
}

/// Lets the lock file name a version, also a yanked one: cargo chooses none of these by itself.
fn locked(folder: &Path, package: &str, version: &str) -> Result<(), Error> {
    if folder.join("Cargo.lock").exists() {
        return Ok(());
    }
    let (is_right, _, errors) = cargo(folder, &["generate-lockfile", "--quiet"])?;
    if is_right {
        return Ok(());
    }
    let no_such = || Error::Input(format!("no crate `{package}` {version}:\n{}", shortened(&errors)));
    let checksum = checksum(package, version).ok_or_else(no_such)?;
    // The form of an entry is taken from one that cargo writes.
    let manifest = folder.join("Cargo.toml");
    let own = std::fs::read_to_string(&manifest).map_err(|_| no_such())?;
    let other = "[package]\nname = \"everycase-driver\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
                 [dependencies]\nsemver = \"1\"\n";
    std::fs::write(&manifest, other).map_err(|_| no_such())?;
    let written = cargo(folder, &["generate-lockfile", "--quiet"]);
    std::fs::write(&manifest, own).map_err(|_| no_such())?;
    let path = folder.join("Cargo.lock");
    let lock = std::fs::read_to_string(&path).unwrap_or_default();
    let _ = std::fs::remove_file(&path);
    let source = lock.lines().find(|line| line.starts_with("source = "));
    let (true, Some(source)) = (written?.0, source) else { return Err(no_such()) };
    let lock = format!(
        "version = 4\n\n[[package]]\nname = \"everycase-driver\"\nversion = \"0.0.0\"\n\
         dependencies = [\n \"{package}\",\n]\n\n[[package]]\nname = \"{package}\"\nversion = \"{version}\"\n\
         {source}\nchecksum = \"{checksum}\"\n"
    );
    std::fs::write(&path, lock).map_err(|_| no_such())
}

/// Returns the checksum of a version, from what cargo keeps of the registry's index.
fn checksum(package: &str, version: &str) -> Option<String> {
    // Cargo reads the entries of a name when that name is asked for.
    let _ = Command::new("cargo").args(["info", "--quiet", package]).stdin(Stdio::null()).output();
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let name = package.to_lowercase();
    let below = match name.len() {
        1 => PathBuf::from("1"),
        2 => PathBuf::from("2"),
        3 => PathBuf::from("3").join(&name[..1]),
        _ => PathBuf::from(&name[..2]).join(&name[2..4]),
    };
    for registry in std::fs::read_dir(home.join("registry/index")).ok()?.flatten() {
        let path = registry.path().join(".cache").join(&below).join(&name);
        let Ok(bytes) = std::fs::read(path) else { continue };
        for entry in bytes.split(|byte| *byte == 0) {
            let Ok(own) = serde_json::from_slice::<Value>(entry) else { continue };
            if own["vers"] == version {
                return own["cksum"].as_str().map(str::to_owned);
            }
        }
    }
    None
}

/// Returns the package and its features.
fn described(folder: &Path, package: &str) -> Result<(Target, Vec<String>), Error> {
    let (is_right, messages, errors) = cargo(folder, &["metadata", "--format-version", "1", "--quiet"])?;
    let Some(own) = messages.first().filter(|_| is_right) else {
        return Err(Error::Input(format!("`{package}` cannot be used:\n{}", shortened(&errors))));
    };
    let root = &own["resolve"]["root"];
    let nodes = own["resolve"]["nodes"].as_array().map_or(&[][..], |own| own);
    let id = nodes
        .iter()
        .find(|node| &node["id"] == root)
        .and_then(|node| node["deps"].as_array())
        .and_then(|deps| deps.iter().find(|dep| dep["name"] == "krate"))
        .map(|dep| dep["pkg"].clone());
    let packages = own["packages"].as_array().map_or(&[][..], |own| own);
    let found = packages.iter().find(|own| match &id {
        Some(id) => own["id"] == *id,
        None => own["name"] == package,
    });
    let Some(found) = found else {
        return Err(Error::Input(format!("`{package}` has no library to explore")));
    };
    let targets = found["targets"].as_array().map_or(&[][..], |own| own);
    let kinds = |own: &Value| -> Vec<String> {
        own["kind"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|own| own.as_str().map(str::to_owned))
            .collect()
    };
    if targets.iter().any(|own| kinds(own).iter().any(|kind| kind == "proc-macro")) {
        return Err(Error::Input(format!(
            "`{package}` is a proc-macro crate: its functions run in the compiler"
        )));
    }
    let Some(library) =
        targets.iter().find(|own| kinds(own).iter().any(|kind| matches!(&**kind, "lib" | "rlib")))
    else {
        return Err(Error::Input(format!("`{package}` has no library to explore")));
    };
    let text = |own: &Value| own.as_str().unwrap_or_default().to_owned();
    let manifest = PathBuf::from(text(&found["manifest_path"]));
    let features = found["features"].as_object().into_iter().flat_map(|own| own.keys().cloned()).collect();
    let target = Target {
        package: text(&found["name"]),
        version: text(&found["version"]),
        library: text(&library["name"]).replace('-', "_"),
        sources: manifest.parent().unwrap_or(Path::new("/")).to_owned(),
        folder: PathBuf::new(),
        dependencies: dependencies(nodes, packages, &found["id"]),
    };
    Ok((target, features))
}

/// Returns the packages that a package depends on, by the names of their libraries: how a manifest
/// names them. What it depends on itself comes before what others do.
fn dependencies(nodes: &[Value], packages: &[Value], of: &Value) -> BTreeMap<String, String> {
    let list = |own: &Value| own.as_array().cloned().unwrap_or_default();
    let mut found = BTreeMap::new();
    let mut open = VecDeque::from([of.clone()]);
    let mut seen = BTreeSet::from([of.to_string()]);
    while let Some(id) = open.pop_front() {
        let Some(node) = nodes.iter().find(|own| own["id"] == id) else { continue };
        let is_normal = |own: &Value| list(&own["dep_kinds"]).iter().any(|own| own["kind"].is_null());
        for own in list(&node["deps"]).iter().filter(|own| is_normal(own)) {
            let Some(package) = packages.iter().find(|package| package["id"] == own["pkg"]) else { continue };
            if !seen.insert(own["pkg"].to_string()) {
                continue;
            }
            open.push_back(own["pkg"].clone());
            let is_library = |own: &Value| {
                list(&own["kind"]).iter().any(|kind| matches!(kind.as_str(), Some("lib" | "rlib")))
            };
            let targets = list(&package["targets"]);
            let library = targets.iter().find(|own| is_library(own)).and_then(|own| own["name"].as_str());
            let (Some(library), Some(name)) = (library, package["name"].as_str()) else { continue };
            let manifest = package["manifest_path"].as_str().map(Path::new).and_then(Path::parent);
            let source = match (package["source"].as_str(), package["version"].as_str(), manifest) {
                (Some(source), Some(version), _) if source.starts_with("registry+") => {
                    format!("version = \"={version}\"")
                }
                (None, _, Some(folder)) => format!("path = {:?}", folder.display().to_string()),
                _ => continue,
            };
            let library = library.replace('-', "_");
            found.entry(library).or_insert_with(|| format!("package = {name:?}, {source}"));
        }
    }
    found
}
