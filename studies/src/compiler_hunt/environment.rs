//! Environments: the types of the variables in scope, and how the arguments of a constant share them.

use super::language::Type;

/// The types of the variables that a term may use, in order. Which variable is which is known by the reader of a
/// derivation, so that scopes with the same types share their terms.
pub(super) type Environment = Vec<Type>;

/// Which variables of an environment, by their indices. Indices from its length on are variables bound on the way.
pub(super) type Part = Vec<usize>;

/// Which variables are in scope where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scoping {
    /// Every variable that is bound is used. An environment is then exactly what a term uses.
    Used,
    /// Variables may go unused.
    Any,
}

/// Returns all ways for an argument and those after it to share an environment of `n` variables. The argument's own
/// variables are `n..n + bound`, and come last in its part.
pub(super) fn shares(scoping: Scoping, n: usize, bound: usize, is_last: bool) -> Vec<(Part, Part)> {
    let whole: Part = (0..n).collect();
    let mut shares = match scoping {
        Scoping::Any => vec![(whole.clone(), whole)],
        Scoping::Used if is_last => vec![(whole, Vec::new())],
        Scoping::Used => (0..3usize.pow(n as u32)).map(|code| share(n, code)).collect(),
    };
    for (argument, _) in &mut shares {
        argument.extend(n..n + bound);
    }
    shares
}

/// Returns a way of three for each variable: it is used in the argument, in those after it, or in both.
fn share(n: usize, mut code: usize) -> (Part, Part) {
    let (mut argument, mut others) = (Vec::new(), Vec::new());
    for variable in 0..n {
        let way = code % 3;
        code /= 3;
        if way != 1 {
            argument.push(variable);
        }
        if way != 0 {
            others.push(variable);
        }
    }
    (argument, others)
}

/// Returns the types of a part's variables.
pub(super) fn types(environment: &[Type], bound: &[Type], part: &[usize]) -> Environment {
    let of = |&i: &usize| if i < environment.len() { environment[i] } else { bound[i - environment.len()] };
    part.iter().map(of).collect()
}

/// Returns a part in the order of its types: environments that differ in order only are one.
pub(super) fn sorted(environment: &[Type], bound: &[Type], mut part: Part) -> Part {
    part.sort_by_key(|&i| types(environment, bound, &[i]));
    part
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Scoping, shares};

    #[test]
    fn every_variable_is_used_somewhere_and_no_share_comes_twice() {
        for n in 0..4 {
            let all = shares(Scoping::Used, n, 1, false);
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 3usize.pow(n as u32));
            for (argument, others) in all {
                assert!(argument.contains(&n), "its own variable is used");
                assert!((0..n).all(|i| argument.contains(&i) || others.contains(&i)));
            }
            assert_eq!(shares(Scoping::Used, n, 0, true), [((0..n).collect(), vec![])]);
        }
    }
}
