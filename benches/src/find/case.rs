//! A planted bug: a property that holds of the right code and fails on the wrong code.

use std::fmt::Debug;
use std::sync::Arc;

use everycase::{Enumerable, Lazy};

use super::input::Input;
use super::tools::{self, Property, Tool};
use super::trial::{Budget, Trial, Verdict};

/// Which version of the code a property runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// Without a mistake.
    Right,
    /// With the planted mistake.
    Wrong,
}

/// A bug with the property that it breaks.
pub struct Case {
    /// Its name, which is unique.
    pub name: &'static str,
    /// The area it belongs to.
    pub area: &'static str,
    /// Whether it is kept aside until the end.
    pub held: bool,
    /// The property, for all types of inputs.
    pub subject: Box<dyn Subject>,
}

/// A property of inputs of some type, with two versions of the code.
pub trait Subject: Send + Sync {
    /// Judges the known failing input.
    fn judge_witness(&self, version: Version) -> Verdict;

    /// Judges the known failing input by the form of the property on lazy inputs, if there is one.
    fn judge_lazily(&self, version: Version) -> Option<Verdict>;

    /// Judges the known failing input by the form of the property on atoms, if there is one.
    fn judge_on_atoms(&self, version: Version) -> Option<Verdict>;

    /// Runs a tool on the property; returns `None` if the tool needs a form of the property that there is not.
    fn attempt(&self, tool: Tool, version: Version, seed: u64, budget: Budget) -> Option<Trial>;
}

/// A property with a planted mistake. `M` lists the mistakes of an area; its default is none.
struct Planted<T, M, R> {
    mistake: M,
    property: fn(M, &T) -> R,
    witness: fn() -> T,
    /// The second form of the property. It is made where there is one, so that not every type of inputs is compiled for it.
    lazily: Option<Form<T>>,
    /// The third form.
    on_atoms: Option<Form<T>>,
}

/// A property of lazy inputs or of atoms.
struct Form<T> {
    run: Box<dyn Fn(Version, u64, Budget) -> Trial + Send + Sync>,
    judge: Box<dyn Fn(Version, T) -> Verdict + Send + Sync>,
}

impl Version {
    /// Returns the mistake that a version has.
    fn with<M: Default>(self, mistake: M) -> M {
        if self == Version::Wrong { mistake } else { M::default() }
    }
}

impl<T, M, R> Subject for Planted<T, M, R>
where
    T: Input,
    M: Copy + Default + Send + Sync + 'static,
    R: Into<Verdict> + 'static,
{
    fn judge_witness(&self, version: Version) -> Verdict {
        (self.property)(version.with(self.mistake), &(self.witness)()).into()
    }

    fn judge_lazily(&self, version: Version) -> Option<Verdict> {
        self.lazily.as_ref().map(|lazily| (lazily.judge)(version, (self.witness)()))
    }

    fn judge_on_atoms(&self, version: Version) -> Option<Verdict> {
        self.on_atoms.as_ref().map(|form| (form.judge)(version, (self.witness)()))
    }

    fn attempt(&self, tool: Tool, version: Version, seed: u64, budget: Budget) -> Option<Trial> {
        let form = match tool {
            Tool::Lazy => &self.lazily,
            Tool::Generic => &self.on_atoms,
            _ => &None,
        };
        if matches!(tool, Tool::Lazy | Tool::Generic) {
            return form.as_ref().map(|form| (form.run)(version, seed, budget));
        }
        let (property, mistake) = (self.property, version.with(self.mistake));
        let property: Property<T> = Arc::new(move |input| property(mistake, input).into());
        tool.run(property, seed, budget)
    }
}

/// Returns a case: a mistake, a property of inputs that it breaks, and an input on which it does.
pub(super) fn case<T, M, R>(
    name: &'static str,
    mistake: M,
    property: fn(M, &T) -> R,
    witness: fn() -> T,
) -> Case
where
    T: Input,
    M: Copy + Default + Send + Sync + 'static,
    R: Into<Verdict> + 'static,
{
    let planted = Planted { mistake, property, witness, lazily: None, on_atoms: None };
    Case { name, area: "", held: false, subject: Box::new(planted) }
}

/// Returns a case with a second form of its property, which decides its input on demand.
pub(super) fn lazy_case<T, M>(
    name: &'static str,
    mistake: M,
    property: fn(M, &T) -> Verdict,
    lazily: fn(M, Lazy<T>) -> Verdict,
    witness: fn() -> T,
) -> Case
where
    T: Input,
    M: Copy + Default + Send + Sync + 'static,
{
    let planted =
        Planted { mistake, property, witness, lazily: Some(lazy_form(mistake, lazily)), on_atoms: None };
    Case { name, area: "", held: false, subject: Box::new(planted) }
}

/// Returns a case with a third form of its property, which runs the same code on atoms in place of the keys or elements.
pub(super) fn generic_case<T, G, M, R>(
    name: &'static str,
    mistake: M,
    property: fn(M, &T) -> R,
    on_atoms: fn(M, &G) -> R,
    witness: fn() -> T,
) -> Case
where
    T: Input,
    G: Enumerable + Debug + 'static,
    M: Copy + Default + Send + Sync + 'static,
    R: Into<Verdict> + 'static,
{
    let on_atoms = Some(form_on_atoms(mistake, on_atoms));
    let planted = Planted { mistake, property, witness, lazily: None, on_atoms };
    Case { name, area: "", held: false, subject: Box::new(planted) }
}

/// Returns a case with all three forms of its property.
pub(super) fn lazy_and_generic_case<T, G, M>(
    name: &'static str,
    mistake: M,
    property: fn(M, &T) -> Verdict,
    lazily: fn(M, Lazy<T>) -> Verdict,
    on_atoms: fn(M, &G) -> Verdict,
    witness: fn() -> T,
) -> Case
where
    T: Input,
    G: Enumerable + Debug + 'static,
    M: Copy + Default + Send + Sync + 'static,
{
    let planted = Planted {
        mistake,
        property,
        witness,
        lazily: Some(lazy_form(mistake, lazily)),
        on_atoms: Some(form_on_atoms(mistake, on_atoms)),
    };
    Case { name, area: "", held: false, subject: Box::new(planted) }
}

fn lazy_form<T, M>(mistake: M, lazily: fn(M, Lazy<T>) -> Verdict) -> Form<T>
where
    T: Input,
    M: Copy + Default + Send + Sync + 'static,
{
    let run = move |version: Version, seed, budget| {
        let mistake = version.with(mistake);
        tools::everycase::lazily(move |input| lazily(mistake, input), seed, budget)
    };
    let judge = move |version: Version, input| lazily(version.with(mistake), Lazy::from(input));
    Form { run: Box::new(run), judge: Box::new(judge) }
}

fn form_on_atoms<T, G, M, R>(mistake: M, on_atoms: fn(M, &G) -> R) -> Form<T>
where
    T: Input,
    G: Enumerable + Debug + 'static,
    M: Copy + Default + Send + Sync + 'static,
    R: Into<Verdict> + 'static,
{
    let run = move |version: Version, seed, budget| {
        let mistake = version.with(mistake);
        tools::everycase::on_atoms(move |input: &G| on_atoms(mistake, input).into(), seed, budget)
    };
    let judge = move |version: Version, input: T| on_atoms(version.with(mistake), &with_atoms(&input)).into();
    Form { run: Box::new(run), judge: Box::new(judge) }
}

/// Returns an input with atoms for its keys or elements, which are not negative.
fn with_atoms<T: Enumerable, G: Enumerable>(input: &T) -> G {
    let plain = T::space().encode(input).expect("it is in the space of its type");
    let space = G::space();
    // The types differ in the range of the keys only.
    let input = space.derivations().parse(&plain.words()).expect("it has the same form");
    space.decode(&input)
}
