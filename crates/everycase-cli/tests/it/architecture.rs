//! `docs/architecture.md` against the source tree.

use std::path::Path;

/// Each row names files of a crate: the first with the crate, further ones below the `src` of the last crate that was named.
#[test]
fn every_file_that_the_architecture_page_sends_a_reader_to_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let (_, table) = page.split_once("## Where do I change X?").unwrap();
    let mut named = 0;
    for row in table.lines().filter(|line| line.starts_with("| ") && line.contains('`')) {
        let mut source = None;
        let names = row.split('`').skip(1).step_by(2);
        let is_rust = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "rs");
        for name in names.filter(|name| is_rust(name) || name.ends_with('/')) {
            let path = match name.split_once("/src/") {
                Some((own, path)) => source.insert(root.join("crates").join(own).join("src")).join(path),
                None => source.as_ref().unwrap_or(&root).join(name),
            };
            assert!(path.exists(), "{row}\n`{name}` is not at {}", path.display());
            named += 1;
        }
    }
    assert!(named > 30, "{named} files are named");
}
