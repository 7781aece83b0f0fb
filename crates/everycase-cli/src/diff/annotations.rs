//! The changes of a crate as annotations.

use std::path::Path;

use everycase_check::report::Detail;
use everycase_crates::report::{Change, Comparison};

use crate::annotations::{annotation, file_and_line};

/// Returns a line for each change told. `folder` is the folder of the new version, from the current
/// directory.
pub(super) fn text(comparison: &Comparison, folder: &Path) -> String {
    let line = |own: &Change| {
        let place = place(own).map(|(file, line)| (folder.join(file).display().to_string(), line));
        let place = place.as_ref().map(|(file, line)| (&**file, *line));
        let title = format!("{}: {}", own.brief(), own.function);
        annotation(place, &title, own.text(&comparison.versions, Detail::Brief).trim_end())
    };
    comparison.groups().iter().map(|group| line(group.0)).collect()
}

/// Returns the file and the line of a change: where the new version panics, if that is in the
/// crate, or else the first changed line that it reaches.
fn place(change: &Change) -> Option<(&str, &str)> {
    let is_inside = |own: &&str| Path::new(own).is_relative();
    if let Some(place) = change.is.place.as_deref().filter(is_inside) {
        return file_and_line(place);
    }
    let (file, lines) = change.changed_code.first()?.rsplit_once(':')?;
    Some((file, lines.split('-').next()?))
}
