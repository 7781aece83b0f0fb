//! Families of generators of the paper's figure 9. Its search trees are left out: the values that tell
//! complete ones from others are too large to enumerate all up to their size.

use super::grammar::{Part, one_of, with};

/// Generators with the same coverage type.
pub(super) struct Family {
    pub(super) name: &'static str,
    /// The file of `examples/verify` with the coverage type and the functions in it.
    pub(super) file: &'static str,
    /// The name of the generator and its parameters in the file.
    pub(super) head: &'static str,
    /// Its parameters with their predicates.
    pub(super) parameters: &'static str,
    /// Whether its result `v` belongs to the coverage type, and functions for that.
    pub(super) fits: (&'static str, &'static str),
    pub(super) bodies: Part,
    /// The size of arguments and results up to which a generator is run.
    pub(super) size: u32,
    /// The numbers of programs: made, safe, complete.
    pub(super) counts: [usize; 3],
}

/// Returns lists of at most `depth` elements before one of some rests.
fn lists(depth: u32, element: &Part, rests: &Part) -> Part {
    match depth {
        0 => rests.clone(),
        _ => rests.clone().or(with("(@ :: @)", &[element.clone(), lists(depth - 1, element, rests)])),
    }
}

/// Returns trees of at most `depth` nodes above one of some subtrees.
fn trees(depth: u32, label: &Part, subtrees: &Part) -> Part {
    if depth == 0 {
        return subtrees.clone();
    }
    let inner = trees(depth - 1, label, subtrees);
    subtrees.clone().or(with("[node @ @ @]", &[inner.clone(), label.clone(), inner]))
}

/// Returns a part, or a choice between two of them.
fn chosen(part: &Part) -> Part {
    part.clone().or(with("(if bool-gen () then @ else @)", &[part.clone(), part.clone()]))
}

fn sized_list() -> Part {
    let terms = lists(2, &one_of(&["int-gen ()", "0", "size"]), &one_of(&["[]", "sized-list (size - 1)"]));
    with("if size == 0 then [] else @", &[chosen(&terms)])
}

fn sorted_list() -> Part {
    let rests = one_of(&["[]", "sorted-list (size - 1) low", "sorted-list (size - 1) x"]);
    let terms = |depth| lists(depth, &one_of(&["low", "x"]), &rests);
    let compared = with(
        "let x = int-gen () in if low <= x then @ else @",
        &[terms(2), one_of(&["error \"below\""]).or(terms(1))],
    );
    let natural = with("let x = low + nat-gen () in @", &[terms(2)]);
    with("if size == 0 then [] else @", &[compared.or(natural)])
}

fn unique_list() -> Part {
    let terms = |depth| lists(depth, &one_of(&["x", "0", "size"]), &one_of(&["[]", "rest"]));
    let compared =
        with("if mem rest x then @ else @", &[one_of(&["error \"a duplicate\""]).or(terms(1)), terms(2)]);
    let bound = "if size == 0 then [] else let rest = unique-list (size - 1) in let x = int-gen () in @";
    with(bound, &[compared.or(terms(2))])
}

fn sized_tree() -> Part {
    let terms = |depth| {
        trees(depth, &one_of(&["(int-gen ())", "size"]), &one_of(&["leaf", "(sized-tree (size - 1))"]))
    };
    with("if size == 0 then leaf else @", &[chosen(&terms(1)).or(terms(2))])
}

/// Returns the families.
pub(super) fn families() -> Vec<Family> {
    const SIZE: &str = "(size : integer | 0 <= size)";
    const AT_MOST: &str = "
        at-most : list integer -> integer -> boolean .
        at-most xs n = case xs of ; [] -> 0 <= n ; _ :: rest -> at-most rest (n - 1) .";
    const FROM: &str = "
        from-low : list integer -> integer -> boolean .
        from-low xs low = case xs of ; [] -> true ; x :: rest -> low <= x && from-low rest low .";
    vec![
        Family {
            name: "UniqueList",
            file: "unique-list",
            head: "unique-list size",
            parameters: SIZE,
            fits: ("len v size && unique v", ""),
            bodies: unique_list(),
            size: 6,
            counts: [260, 5, 2],
        },
        Family {
            name: "SizedList",
            file: "sized-list",
            head: "sized-list size",
            parameters: SIZE,
            fits: ("at-most v size", AT_MOST),
            bodies: sized_list(),
            size: 6,
            counts: [702, 72, 4],
        },
        Family {
            name: "SortedList",
            file: "sorted-list",
            head: "sorted-list size low",
            parameters: "(size : integer | 0 <= size) -> (low : integer)",
            fits: ("len v size && sorted v && from-low v low", FROM),
            bodies: sorted_list(),
            size: 6,
            counts: [231, 9, 3],
        },
        Family {
            name: "SizedTree",
            file: "sized-tree",
            head: "sized-tree size",
            parameters: SIZE,
            fits: ("within v size", ""),
            bodies: sized_tree(),
            size: 7,
            counts: [312, 120, 4],
        },
    ]
}
