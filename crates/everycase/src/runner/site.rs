//! Where a property stands in the sources.

/// Where a property stands, as the compiler tells it.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    /// The function's name.
    pub name: &'a str,
    /// `module_path!()`.
    pub module: &'a str,
    /// `file!()`.
    pub file: &'a str,
    /// `line!()`.
    pub line: u32,
    /// `CARGO_MANIFEST_DIR` of the crate.
    pub manifest_dir: &'a str,
}

impl Site<'_> {
    /// The name in the file of regressions and in records.
    pub(crate) fn full_name(&self) -> String {
        if self.module.is_empty() { self.name.to_owned() } else { format!("{}::{}", self.module, self.name) }
    }

    /// The name of the test: the path within the crate.
    pub(crate) fn test_name(&self) -> String {
        match self.module.split_once("::") {
            Some((_, within)) => format!("{within}::{}", self.name),
            None => self.name.to_owned(),
        }
    }
}
