//! Isolation: a property runs in a process of its own, and an input that ends this process is a
//! failure like any other.
//!
//! That process, the child, is the same program once more, with arguments that make it run this one
//! property. Its run is the ordinary one, but each input is noted before it is run, and the child
//! leaves its result in a file for the parent. When a child dies, the parent goes on from the
//! notes, with every input in a child of its own.
//!
//! A property that is not isolated is named by a [`Marker`] while it runs. If its process ends
//! before the run does, the marker tells the next run to be isolated.

mod child;
mod depths;
mod directory;
mod marker;
mod message;
mod output;
mod parent;

pub use child::{Child, as_child, is_child};
pub use depths::KnownDepth;
pub use marker::{Marker, Markers};
pub use message::ChildMessage;
pub use output::Output;
pub use parent::{ChildEnding, Parent};

/// The task of a child with a single input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Runs the property on it.
    Property,
    /// Encodes the input back.
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

/// The variable with the directory shared by parent and child. Users neither set nor misspell it.
const VARIABLE: &str = "__EVERYCASE_CHILD";

/// The files in that directory, beside the child's journal.
mod files {
    /// The full name of the property.
    pub(super) const PROPERTY: &str = "property";
    /// The seed of the first draws.
    pub(super) const FIRST_SEED: &str = "first seed";
    /// The task and the input, if the child does not run everything.
    pub(super) const INPUT: &str = "input";
    /// Exists if the child measures the strength of the property, and does nothing else.
    pub(super) const STRENGTH: &str = "strength";
    /// The largest number of levels of inputs.
    pub(super) const LEVELS: &str = "levels";
    /// Exists if the child measures how deeply inputs may nest, and does nothing else.
    pub(super) const CLIMB: &str = "climb";
    /// Exists once the property has been reached.
    pub(super) const REACHED: &str = "reached";
    /// The result, if the child lived to write it.
    pub(super) const TOLD: &str = "told";
    /// The child's output.
    pub(super) const STDOUT: &str = "stdout";
    pub(super) const STDERR: &str = "stderr";
}
