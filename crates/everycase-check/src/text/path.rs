//! Paths as messages show them.

use std::env;
use std::path::Path;

/// Returns a path as a message shows it: relative to the current directory if it is below.
pub fn show(path: &Path) -> String {
    let below = env::current_dir().ok().and_then(|current| path.strip_prefix(current).ok());
    below.unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_below_the_current_directory_is_relative() {
        let current = env::current_dir().unwrap();
        let below = Path::new("src").join("everycase-regressions");
        assert_eq!(show(&current.join(&below)), below.display().to_string());
        assert_eq!(show(&below), below.display().to_string());
        let beside = current.with_file_name("elsewhere").join("file");
        assert_eq!(show(&beside), beside.display().to_string());
    }
}
