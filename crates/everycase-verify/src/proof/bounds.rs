//! Lemmas on bounds, which are tried without being stated: that all elements of a value lie on one
//! side of a number.
//!
//! Two kinds of predicates have such bounds. In `below x t && mem t u ==> u < x` a predicate
//! relates a value to a number. In `sorted (x :: xs) && mem xs u ==> x <= u` it holds of a value of
//! which the number is a part. Of `x <= u` and `x < u` the strict one is tried where the other one
//! is proved. A predicate that passes on another number to the parts, as `len xs n` does, has no
//! such bounds.

use std::sync::Arc;

use pun::core::{Program, Type};

use super::definitions::Definitions;
use super::lemma::Lemma;
use super::logic::{Sort, Symbol, Term, Variable};
use super::pure::fresh;

/// The lemmas on one bound: that it is not above the elements, and that it is not below them, each
/// followed by its strict form.
pub(super) type Bounds = [[Lemma; 2]; 2];

/// Returns the lemmas on bounds for some functions.
pub(super) fn bounds(
    symbols: &[Arc<Symbol>],
    definitions: &Definitions<'_>,
    program: &Program,
) -> Vec<Bounds> {
    let symbols: Vec<&Arc<Symbol>> =
        symbols.iter().filter(|symbol| definitions.keeps_number(symbol)).collect();
    // Lemmas of the second kind may need lemmas of the first.
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for elements in &symbols {
        let Some(sort) = elements_of(elements) else { continue };
        for holds in symbols.iter().filter(|other| *other != elements) {
            first.extend(related(holds, elements, sort, program));
            second.extend(within(holds, elements, sort, program));
        }
    }
    first.append(&mut second);
    first
}

/// Returns the sort of the values to which a predicate relates numbers, where the value comes
/// first.
fn elements_of(symbol: &Symbol) -> Option<&Sort> {
    match (&symbol.parameters[..], &symbol.result) {
        ([sort @ Sort::Data(_), Sort::Integer], Sort::Boolean) => Some(sort),
        _ => None,
    }
}

/// Returns the lemmas that `holds` of a value and a number bounds the elements of the value by the
/// number.
fn related(holds: &Arc<Symbol>, elements: &Arc<Symbol>, sort: &Sort, program: &Program) -> Option<Bounds> {
    let is_first = match (&holds.parameters[..], &holds.result) {
        ([own, Sort::Integer], Sort::Boolean) if own == sort => true,
        ([Sort::Integer, own], Sort::Boolean) if own == sort => false,
        _ => return None,
    };
    let [value, number] = [fresh("v", sort.clone()), fresh("n", Sort::Integer)];
    let arguments = if is_first { [&value, &number] } else { [&number, &value] };
    let given = Term::Apply(Arc::clone(holds), arguments.map(|own| Term::Variable(own.clone())).to_vec());
    Some(lemmas(holds, elements, given, &value, &number, vec![value.clone(), number.clone()], program))
}

/// Returns the lemmas that `holds` of a value bounds the elements of a part by a number that is
/// another part.
fn within(holds: &Arc<Symbol>, elements: &Arc<Symbol>, sort: &Sort, program: &Program) -> Vec<Bounds> {
    let Sort::Data(Type::Data(data, _)) = sort else { return Vec::new() };
    if holds.parameters != [sort.clone()] || holds.result != Sort::Boolean {
        return Vec::new();
    }
    let mut all = Vec::new();
    for con in &program.datas[data.index()].constructors {
        let sorts = sort.fields(program, *con).unwrap_or_default();
        let variables: Vec<Variable> = sorts.iter().map(|own| fresh("x", own.clone())).collect();
        let fields = variables.iter().cloned().map(Term::Variable).collect();
        let whole = Term::Make(*con, sort.clone(), fields);
        let given = Term::Apply(Arc::clone(holds), vec![whole]);
        for number in variables.iter().filter(|own| own.sort == Sort::Integer) {
            for part in variables.iter().filter(|own| own.sort == *sort) {
                all.push(lemmas(holds, elements, given.clone(), part, number, variables.clone(), program));
            }
        }
    }
    all
}

fn lemmas(
    holds: &Symbol,
    elements: &Arc<Symbol>,
    given: Term,
    value: &Variable,
    number: &Variable,
    mut variables: Vec<Variable>,
    program: &Program,
) -> Bounds {
    let element = fresh("u", Sort::Integer);
    let [of, n, u] = [value, number, &element].map(|own| Term::Variable(own.clone()));
    let given = Term::and([given, Term::Apply(Arc::clone(elements), vec![of, u.clone()])]);
    variables.push(element);
    let name = |symbol: &Symbol| &program.globals[symbol.global.index()].name;
    let name = format!("{} bounds {}", name(holds), name(elements));
    let lemma = |relation: Term| Lemma {
        name: name.clone(),
        variables: variables.clone(),
        statement: given.clone().implies(relation),
        at: None,
        span: None,
    };
    let bound =
        |a: &Term, b: &Term| [Term::less_equal(a.clone(), b.clone()), Term::less(a.clone(), b.clone())];
    [bound(&n, &u).map(lemma), bound(&u, &n).map(lemma)]
}
