//! A function, untyped: its arguments and results as derivations.

use std::any::TypeId;

use everycase_kernel::{At, Derivation, Derivations, Shape};

use super::arguments::Arguments;
use super::returns::Returns;
use crate::space::Source;

/// A function whose strength is measured, untyped.
pub struct Function {
    /// Its name, as it is written in the attribute.
    pub(super) name: &'static str,
    /// Its name without generic arguments.
    pub(super) plain_name: &'static str,
    /// The tuples of its arguments that can be encoded.
    pub(super) arguments: Derivations,
    /// The arguments that cannot be encoded, by number.
    pub(super) left_out: Vec<usize>,
    /// The encoded arguments that the function may change.
    mutable: Vec<usize>,
    /// The number of all its arguments.
    count: usize,
    /// Its results, if they can be encoded; with the values after the call, if it may change
    /// arguments.
    pub(super) results: Option<Derivations>,
    /// The encoded arguments that have the type of the result.
    pub(super) of_result_type: Vec<usize>,
    /// The pairs of encoded arguments of one type, if the function can be called once more.
    pub(super) exchangeable: Vec<(usize, usize)>,
    admits: fn(At<'_>, At<'_>) -> bool,
    write_call: fn(&str, At<'_>, &mut Source),
    write_result: fn(At<'_>, &mut Source),
}

impl Function {
    /// Returns the function with these types.
    pub(super) fn new<A: Arguments<K>, K, R: Returns<KR>, KR>(
        name: &'static str,
        plain_name: &'static str,
    ) -> Function {
        let with_changed = || Shape::product(std::iter::once(R::shape()).chain(A::changed()));
        let results = R::IS_ENCODED.then(|| if A::IS_MUTABLE { with_changed() } else { R::shape() });
        let types = A::types();
        let of_type = |ty: TypeId| (0..types.len()).filter(|&i| types[i] == ty).collect();
        let pairs = (0..types.len()).flat_map(|one| (one + 1..types.len()).map(move |other| (one, other)));
        Function {
            name,
            plain_name,
            arguments: Derivations::new(Shape::product(A::shapes())),
            left_out: A::left_out(),
            mutable: A::mutable(),
            count: A::shapes().len() + A::left_out().len(),
            results: results.map(Derivations::new),
            of_result_type: R::id().filter(|_| !A::IS_MUTABLE).map_or_else(Vec::new, of_type),
            exchangeable: pairs.filter(|&(one, other)| A::IS_ENCODED && types[one] == types[other]).collect(),
            admits: A::admits,
            write_call: write_call::<A, K>,
            write_result: write_result::<A, K, R, KR>,
        }
    }

    /// Returns whether this is the same function, judged by its name and its types.
    pub(crate) fn is(&self, other: &Function) -> bool {
        let print = |of: &Derivations| of.fingerprint().ok();
        self.name == other.name
            && print(&self.arguments) == print(&other.arguments)
            && self.results.as_ref().map(print) == other.results.as_ref().map(print)
    }

    /// Returns whether the function may have this result for these arguments.
    pub(super) fn admits(&self, arguments: &Derivation, result: &Derivation) -> bool {
        (self.admits)(arguments.root(), result.root())
    }

    /// Returns a call as Rust source.
    pub(super) fn application(&self, arguments: &Derivation) -> String {
        let mut out = Source::new();
        (self.write_call)(self.plain_name, arguments.root(), &mut out);
        out.into()
    }

    /// Returns a call with names for some of its encoded arguments.
    pub(super) fn pattern(&self, names: &[(usize, &str)]) -> String {
        let mut fields = 0..;
        let arguments = (0..self.count).map(|place| {
            let field = if self.left_out.contains(&place) { None } else { fields.next() };
            names.iter().find(|(own, _)| Some(*own) == field).map_or("_", |(_, name)| name)
        });
        format!("{}({})", self.plain_name, arguments.collect::<Vec<_>>().join(", "))
    }

    /// Returns a result as Rust source, with the values that it leaves in the arguments.
    pub(super) fn shown(&self, result: &Derivation) -> String {
        let mut out = Source::new();
        (self.write_result)(result.root(), &mut out);
        out.into()
    }

    /// Returns the words of a result that leaves the arguments as they were; `None` if the function
    /// can change none.
    pub(super) fn unchanged(&self, arguments: &Derivation, result: &Derivation) -> Option<Vec<u64>> {
        let before = self.mutable.iter().flat_map(|field| arguments.root().field(*field).words());
        (!self.mutable.is_empty()).then(|| result.root().field(0).words().into_iter().chain(before).collect())
    }
}

fn write_call<A: Arguments<K>, K>(name: &str, arguments: At<'_>, out: &mut Source) {
    out.push_str(name);
    out.push('(');
    A::source(arguments, out);
    out.push(')');
}

fn write_result<A: Arguments<K>, K, R: Returns<KR>, KR>(result: At<'_>, out: &mut Source) {
    if A::IS_MUTABLE {
        out.part(result.field(0), R::source);
        out.push_str(", which leaves ");
        A::source_changed(result, out);
    } else {
        out.part(result, R::source);
    }
}
