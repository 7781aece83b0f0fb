//! Isolation: a property runs in a process of its own, and what ends that process is a failure like any other.
//!
//! That process, the child, is the same program once more, with arguments that make it run this one property. Its run is the
//! ordinary one, but each input is noted before it is run, and the child leaves its result in a file for the parent. When a child
//! dies, the parent goes on from the notes, with every input in a child of its own.

mod child;
mod directory;
mod parent;
mod told;

pub use child::{Child, is_child};
pub use parent::{Ended, Parent};
pub use told::Told;

/// What a child does with its one input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Runs the property on it.
    Property,
    /// Encodes it back.
    RoundTrip,
    /// Prints it.
    Write,
}

impl Task {
    const ALL: [(Task, &'static str); 3] =
        [(Task::Property, "property"), (Task::RoundTrip, "round trip"), (Task::Write, "write")];

    fn name(self) -> &'static str {
        Task::ALL.iter().find(|(task, _)| *task == self).map_or("", |(_, name)| name)
    }

    fn of(name: &str) -> Option<Task> {
        Task::ALL.iter().find(|(_, known)| *known == name).map(|(task, _)| *task)
    }
}

/// The variable that names the directory which parent and child share. Its name is none that a user could set or
/// mistype.
const VARIABLE: &str = "__EVERYCASE_CHILD";

/// The files in that directory, beside the child's journal.
mod files {
    /// Whose child it is: the property's full name.
    pub(super) const PROPERTY: &str = "property";
    /// What to do with one input, and the input, if it is not the whole run.
    pub(super) const INPUT: &str = "input";
    /// There as soon as the property has been reached.
    pub(super) const REACHED: &str = "reached";
    /// The result, if the child lived to write it.
    pub(super) const TOLD: &str = "told";
    /// What the child prints.
    pub(super) const STDOUT: &str = "stdout";
    pub(super) const STDERR: &str = "stderr";
}
