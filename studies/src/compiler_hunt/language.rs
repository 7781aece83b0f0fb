//! The language of the terms: types, and constants that say of each argument which variables they bind in it.
//!
//! Binding is part of a constant's signature, so `let`, `map`, a loop and `+` are all rows of one table, and a lambda
//! stands wherever an argument binds something. Rows are chosen for what optimisers get wrong: forcing and delaying,
//! traps that may not be moved or removed, unwinding, loops and chains of iterators, checked integer arithmetic.

use std::sync::LazyLock;

/// The types of terms and variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// `i64`.
    Integer,
    /// `bool`; of terms only.
    Boolean,
    /// `Vec<i64>`.
    List,
    /// An integer that is computed when it is first used; of variables only.
    LazyInteger,
    /// A list that is computed when it is first used; of variables only.
    LazyList,
    /// A function on integers; of variables only.
    Function,
}

impl Type {
    /// Returns the type of what a variable of this type is when it is used.
    pub fn used(self) -> Self {
        match self {
            Self::LazyInteger | Self::Function => Self::Integer,
            Self::LazyList => Self::List,
            value => value,
        }
    }

    /// Returns the arguments that a variable of this type takes.
    pub fn arguments(self) -> &'static [Argument] {
        match self {
            Self::Function => &[Argument { binders: &[], of: Self::Integer }],
            _ => &[],
        }
    }
}

/// An argument of a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Argument {
    /// The types of the variables that the constant binds in it.
    pub binders: &'static [Type],
    /// Its own type.
    pub of: Type,
}

/// A constant: what it takes, what it gives and how it is written.
#[derive(Debug, Clone)]
pub struct Constant {
    /// Its name in terms.
    pub name: &'static str,
    /// The type of what it gives.
    pub result: Type,
    /// What it takes.
    pub arguments: Vec<Argument>,
    /// How much it adds to the size of a term.
    pub cost: u32,
    /// The Rust for it: `$0` is its first argument, `~0` that argument as an iterator, `@01` the second variable that is
    /// bound in it.
    pub rust: &'static str,
    /// Is the Rust for a list an iterator over it?
    pub iterates: bool,
}

/// The constant whose removal of an operand is planted, to see that a compiler that does so would be found.
pub(super) const FORCING: &str = "seq";

const B: Type = Type::Boolean;
const I: Type = Type::Integer;
const L: Type = Type::List;

const fn of(of: Type) -> Argument {
    Argument { binders: &[], of }
}

const fn under(binders: &'static [Type], of: Type) -> Argument {
    Argument { binders, of }
}

impl Constant {
    fn at(self, cost: u32) -> Self {
        Self { cost, ..self }
    }
}

fn constant(
    name: &'static str,
    arguments: impl Into<Vec<Argument>>,
    result: Type,
    rust: &'static str,
) -> Constant {
    Constant { name, result, arguments: arguments.into(), cost: 1, rust, iterates: false }
}

fn iterator(name: &'static str, arguments: impl Into<Vec<Argument>>, rust: &'static str) -> Constant {
    Constant { iterates: true, ..constant(name, arguments, L, rust) }
}

/// Returns all constants.
pub fn constants() -> &'static [Constant] {
    static ALL: LazyLock<Vec<Constant>> = LazyLock::new(|| {
        [integers(), booleans(), lists(), loops(), control()].into_iter().flatten().collect()
    });
    &ALL
}

fn integers() -> Vec<Constant> {
    let unary = |name, rust| constant(name, [of(I)], I, rust);
    let binary = |name, rust| constant(name, [of(I), of(I)], I, rust);
    let literals = [
        constant("0", [], I, "0i64"),
        constant("1", [], I, "1i64"),
        constant("-1", [], I, "(-1i64)"),
        constant("7", [], I, "7i64"),
        constant("min", [], I, "i64::MIN"),
        constant("max", [], I, "i64::MAX"),
    ];
    let common = [
        binary("add", "($0 + $1)"),
        binary("sub", "($0 - $1)"),
        binary("mul", "($0 * $1)"),
        binary("div", "($0 / $1)"),
        constant("bit", [of(B)], I, "i64::from($0)"),
    ];
    let rare = [
        unary("neg", "(-$0)"),
        unary("not", "(!$0)"),
        unary("byte", "($0 as i8 as i64)"),
        unary("unsigned", "($0 as u32 as i64)"),
        unary("zeros", "i64::from($0.trailing_zeros())"),
        binary("rem", "$0.rem_euclid($1)"),
        binary("shl", "($0 << $1)"),
        binary("sar", "($0 >> ($1 & 63))"),
        binary("and", "($0 & $1)"),
        binary("xor", "($0 ^ $1)"),
        binary("lesser", "$0.min($1)"),
        binary("wrapping-add", "$0.wrapping_add($1)"),
        binary("wrapping-mul", "$0.wrapping_mul($1)"),
        binary("saturating-sub", "$0.saturating_sub($1)"),
        binary("byte-add", "i64::from($0 as u8 + $1 as u8)"),
        constant("mul-or", [of(I), of(I), of(I)], I, "$0.checked_mul($1).unwrap_or($2)"),
    ];
    // Most uniform terms would be sums of numbers if each of these many constants cost as little as a loop does.
    [literals.map(|one| one.at(2)).into(), Vec::from(common), rare.map(|one| one.at(2)).into()].concat()
}

fn booleans() -> Vec<Constant> {
    vec![
        constant("equal", [of(I), of(I)], B, "($0 == $1)"),
        constant("less", [of(I), of(I)], B, "($0 < $1)"),
        constant("odd", [of(I)], B, "($0 & 1 != 0)"),
        constant("both", [of(B), of(B)], B, "($0 && $1)"),
        constant("either", [of(B), of(B)], B, "($0 || $1)"),
        constant("no", [of(B)], B, "(!$0)"),
        constant("is-empty", [of(L)], B, "$0.is_empty()"),
        constant("same", [of(L), of(L)], B, "($0 == $1)"),
        constant("any", [under(&[I], B), of(L)], B, "~1.any(|@00: i64| $0)"),
        constant("all", [under(&[I], B), of(L)], B, "~1.all(|@00: i64| $0)"),
    ]
}

/// What could make lists longer and longer stops at 64 elements, so that no term needs much memory.
fn lists() -> Vec<Constant> {
    vec![
        constant("nil", [], L, "Vec::<i64>::new()").at(2),
        iterator("cons", [of(I), of(L)], "std::iter::once($0).chain(~1)"),
        iterator("append", [of(L), of(L)], "~0.chain(~1).take(64)"),
        iterator("range", [of(I)], "(0..($0 & 7))"),
        iterator("copies", [of(I), of(I)], "std::iter::repeat_n($1, ($0 & 7) as usize)"),
        iterator("map", [under(&[I], I), of(L)], "~1.map(|@00: i64| $0)"),
        iterator("filter", [under(&[I], B), of(L)], "~1.filter(|&@00: &i64| $0)"),
        iterator("take-while", [under(&[I], B), of(L)], "~1.take_while(|&@00: &i64| $0)"),
        iterator("flat-map", [under(&[I], L), of(L)], "~1.flat_map(|@00: i64| $0).take(64)"),
        iterator("zip", [under(&[I, I], I), of(L), of(L)], "~1.zip(~2).map(|(@00, @01): (i64, i64)| $0)"),
        iterator(
            "scan",
            [under(&[I, I], I), of(I), of(L)],
            "~2.scan($1, |state, @01: i64| { let @00: i64 = *state; *state = $0; Some(*state) })",
        ),
        iterator("take", [of(I), of(L)], "~1.take(($0 & 7) as usize)"),
        iterator("skip", [of(I), of(L)], "~1.skip(($0 & 7) as usize)"),
        iterator("each", [of(I), of(L)], "~1.step_by(($0 & 3) as usize + 1)"),
        iterator("reverse", [of(L)], "$0.into_iter().rev()"),
        constant("sort", [of(L)], L, "({ let mut list = $0; list.sort_unstable(); list })"),
        constant(
            "neighbours",
            [under(&[I, I], I), of(L)],
            L,
            "$1.windows(2).map(|pair| { let (@00, @01) = (pair[0], pair[1]); $0 }).collect::<Vec<i64>>()",
        ),
        constant(
            "update",
            [of(L), under(&[I], I)],
            L,
            "({ let mut list = $0; for element in &mut list { let @10: i64 = *element; *element = $1; } list })",
        ),
    ]
}

fn loops() -> Vec<Constant> {
    vec![
        constant("sum", [of(L)], I, "~0.sum::<i64>()"),
        constant("product", [of(L)], I, "~0.product::<i64>()"),
        constant("length", [of(L)], I, "(~0.count() as i64)"),
        constant("largest", [of(L)], I, "~0.max().unwrap()"),
        constant("at", [of(L), of(I)], I, "$0[$1 as usize]"),
        constant(
            "position",
            [under(&[I], B), of(L)],
            I,
            "~1.position(|@00: i64| $0).map_or(-1, |at| at as i64)",
        ),
        constant(
            "fold",
            [under(&[I, I], I), of(I), of(L)],
            I,
            "~2.fold($1, |@00: i64, @01: i64| -> i64 { $0 })",
        ),
        constant(
            "for",
            [of(I), of(L), under(&[I, I], I)],
            I,
            "({ let mut state = $0; for element in ~1 { let (@20, @21) = (state, element); state = $2; } state })",
        ),
        constant(
            "repeat",
            [of(I), of(I), under(&[I], I)],
            I,
            "({ let times = $0 & 7; let mut state = $1; for _ in 0..times { let @20 = state; state = $2; } state })",
        ),
    ]
}

/// Returns what exists for results of several types.
fn control() -> Vec<Constant> {
    const LAZY_INTEGER: Type = Type::LazyInteger;
    const LAZY_LIST: Type = Type::LazyList;
    const FUNCTION: Type = Type::Function;
    let mut all = Vec::new();
    for (r, trap) in [(I, "trap::<i64>()"), (L, "trap::<Vec<i64>>()"), (B, "trap::<bool>()")] {
        all.push(constant("trap", [], r, trap).at(3));
        all.push(constant("if", [of(B), of(r), of(r)], r, "(if $0 { $1 } else { $2 })"));
        all.push(constant(FORCING, [of(I), of(r)], r, "({ let _forced = $0; $1 })"));
    }
    for r in [I, L] {
        all.extend([
            constant(FORCING, [of(L), of(r)], r, "({ let _forced = $0; $1 })"),
            constant("rescue", [of(r), of(r)], r, "rescue(|| $0, || $1)"),
            constant("note", [of(I), of(r)], r, "({ note($0); $1 })"),
            constant("on-exit", [of(I), of(r)], r, "({ let _guard = OnExit($0); $1 })"),
            constant("let", [of(I), under(&[I], r)], r, "({ let @10: i64 = $0; $1 })"),
            constant("let", [of(L), under(&[L], r)], r, "({ let @10: Vec<i64> = $0; $1 })"),
            constant(
                "delay",
                [of(I), under(&[LAZY_INTEGER], r)],
                r,
                "({ let @10 = std::cell::LazyCell::new(|| -> i64 { $0 }); $1 })",
            ),
            constant(
                "delay",
                [of(L), under(&[LAZY_LIST], r)],
                r,
                "({ let @10 = std::cell::LazyCell::new(|| -> Vec<i64> { $0 }); $1 })",
            ),
            constant(
                "function",
                [under(&[I], I), under(&[FUNCTION], r)],
                r,
                "({ let @10 = |@00: i64| -> i64 { $0 }; $1 })",
            ),
            constant(
                "choose",
                [of(B), under(&[I], I), under(&[I], I), under(&[FUNCTION], r)],
                r,
                "({ let @30: Box<dyn Fn(i64) -> i64> = if $0 { Box::new(|@10: i64| -> i64 { $1 }) } \
                 else { Box::new(|@20: i64| -> i64 { $2 }) }; $3 })",
            ),
            constant(
                "case",
                [of(L), of(r), under(&[I, L], r)],
                r,
                "({ let list = $0; match list.as_slice() { [] => $1, [first, rest @ ..] => \
                 { let (@20, @21): (i64, Vec<i64>) = (*first, rest.to_vec()); $2 } } })",
            ),
            constant(
                "switch",
                [of(I), of(r), of(r), under(&[I], r)],
                r,
                "(match $0 { 0 => $1, 1 => $2, @30 => $3 })",
            ),
        ]);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Type, constants};

    /// What a template mentions, as `$0`, `~0` and `@01`.
    fn placeholders(rust: &str) -> Vec<&str> {
        let digits = |at: usize| rust[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        rust.match_indices(['$', '~', '@'])
            .map(|(at, _)| &rust[at..=at + digits(at)])
            .filter(|place| place.len() > 1)
            .collect()
    }

    #[test]
    fn there_are_as_many_constants_as_the_documentation_says() {
        assert_eq!(constants().len(), 97);
    }

    #[test]
    fn a_constant_is_written_with_each_argument_once_and_all_its_variables() {
        for constant in constants() {
            let places = placeholders(constant.rust);
            for (i, argument) in constant.arguments.iter().enumerate() {
                let times =
                    places.iter().filter(|&&place| place == format!("${i}") || place == format!("~{i}"));
                assert_eq!(times.count(), 1, "argument {i} of {}", constant.name);
                assert!(matches!(argument.of, Type::Integer | Type::Boolean | Type::List));
                for j in 0..argument.binders.len() {
                    assert!(
                        places.contains(&format!("@{i}{j}").as_str()),
                        "variable {j} of {}",
                        constant.name
                    );
                }
            }
            let variables: usize = constant.arguments.iter().map(|argument| argument.binders.len()).sum();
            let arguments = constant.arguments.len();
            assert!(places.len() >= variables + arguments, "{}: {places:?}", constant.name);
        }
    }
}
