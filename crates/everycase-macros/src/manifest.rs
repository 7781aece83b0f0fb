//! The name of everycase in the crate that uses it.

use std::path::Path;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// Returns the path of everycase: `::everycase`, or `::ec` if `Cargo.toml` says
/// `ec = { package = "everycase" }`.
pub(crate) fn everycase() -> TokenStream {
    let directory = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    // What a package inherits is stated in its workspace.
    let name = Path::new(&directory).ancestors().find_map(|directory| {
        let manifest = std::fs::read_to_string(directory.join("Cargo.toml")).ok()?;
        dependency(&manifest)
    });
    let name = name.and_then(|name| syn::parse_str::<Ident>(&name).ok());
    let name = name.unwrap_or_else(|| Ident::new("everycase", Span::call_site()));
    quote!(::#name)
}

/// Returns the name that a manifest gives to everycase, if it is a dependency there.
fn dependency(manifest: &str) -> Option<String> {
    let mut table = String::new();
    let mut renamed = None;
    let code = manifest.lines().filter(|line| !line.trim_start().starts_with('#'));
    for line in code.filter_map(|line| line.split(" #").next()) {
        // `package = ".."` below `[dependencies.ec]` means `dependencies.ec.package = ".."`.
        let line: String = line.chars().filter(|c| !c.is_whitespace() && *c != '"').collect();
        let header = line.strip_prefix('[').and_then(|header| header.split_once(']'));
        let (key, value) = if let Some((header, _)) = header {
            table = format!("{header}.");
            (header.to_owned(), "")
        } else if let Some((key, value)) = line.split_once('=') {
            (format!("{table}{key}"), value)
        } else {
            continue;
        };
        let Some((_, dependency)) = key.rsplit_once("dependencies.") else { continue };
        let (name, field) = dependency.split_once('.').unwrap_or((dependency, ""));
        let package = match field {
            "package" => Some(value),
            _ => value.split(['{', ',', '}']).find_map(|field| field.strip_prefix("package=")),
        };
        match package {
            Some("everycase") => renamed = Some(name.replace('-', "_")),
            None if name == "everycase" => return Some(name.to_owned()),
            _ => {}
        }
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::dependency;

    #[test]
    fn a_dependency_has_the_name_that_the_manifest_gives_it() {
        for (manifest, name) in [
            ("[dev-dependencies]\nec = { path = \"..\", package = \"everycase\" } # }", Some("ec")),
            (
                "[dependencies.every-case] # ours\nversion = \"1\"\npackage = \"everycase\"",
                Some("every_case"),
            ),
            ("[target.'cfg(unix)'.dependencies]\nec.package = \"everycase\"", Some("ec")),
            ("[workspace.dependencies]\nec = {package=\"everycase\", version = \"1\"}", Some("ec")),
            ("[dependencies]\nec = { package = \"everycase\" }\neverycase = \"1\"", Some("everycase")),
            ("[dependencies.everycase]\nversion = \"1\"", Some("everycase")),
            ("[dependencies]\neverycase.workspace = true", Some("everycase")),
            ("[dependencies]\n# ec = { package = \"everycase\" }\nother = \"1\"", None),
            ("[package]\nname = \"everycase\"\n[dependencies]\nec = { package = \"everycase-check\" }", None),
            ("[dependencies]\nec.workspace = true\n[features]\neverycase = []", None),
        ] {
            assert_eq!(dependency(manifest).as_deref(), name, "{manifest}");
        }
    }
}
