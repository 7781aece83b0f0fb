//! Lets the compiler count how often each part of the crate and of the driver runs.

use std::path::{Path, PathBuf};

use crate::error::Error;

/// Whether a build gets counters.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Counters {
    /// By this program, which runs the compiler.
    Wanted(PathBuf),
    None,
}

impl Counters {
    /// Returns the program that runs the compiler, if it is not cargo.
    pub(super) fn wrapper(&self) -> Option<&Path> {
        match self {
            Counters::Wanted(wrapper) => Some(wrapper),
            Counters::None => None,
        }
    }
}

/// Adds the option to the crate and to the driver, which has the crate's generic code, and to
/// nothing else. Cargo does not know, so builds with and without are the same to it.
const WRAPPER: &str = "#!/bin/sh
previous=
for word in \"$@\"; do
    case \"$previous $word\" in
        '--crate-name @LIBRARY@' | '--crate-name everycase_driver')
            set -- \"$@\" -Cinstrument-coverage --cfg everycase_coverage
            # For `coverage(off)` in the driver; nothing else reads it.
            export RUSTC_BOOTSTRAP=everycase_driver
            break ;;
    esac
    previous=$word
done
exec ${EVERYCASE_WRAPPED:+\"$EVERYCASE_WRAPPED\"} \"$@\"
";

/// Returns how a driver in a folder is built for a crate with this library. Where a system does not
/// run the wrapper, the build fails and is done again without.
///
/// # Errors
/// If the wrapper cannot be written.
pub(super) fn wrapper(folder: &Path, library: &str) -> Result<Counters, Error> {
    let path = folder.join("rustc-with-counters");
    super::write(&path, &WRAPPER.replace("@LIBRARY@", library))?;
    // What may be run of this program may be run of the wrapper.
    let copied = std::env::current_exe()
        .and_then(std::fs::metadata)
        .and_then(|own| std::fs::set_permissions(&path, own.permissions()));
    Ok(if copied.is_ok() { Counters::Wanted(path) } else { Counters::None })
}
