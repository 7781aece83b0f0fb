//! The families of generators of the paper's figure 9.

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
    /// The generator that is run: the example itself, or one with fewer arguments that calls it.
    pub(super) run: Option<(&'static str, &'static str)>,
    pub(super) bodies: Part,
    /// The size of arguments and results up to which a generator is run, and that of arguments and choices up to which its results are
    /// compared with the type.
    pub(super) sizes: [u32; 2],
    /// The numbers of programs: made, safe, complete.
    pub(super) counts: [usize; 3],
    /// The same numbers of every fifth program.
    pub(super) few: [usize; 3],
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
    let next = one_of(&[
        "x :: sorted-list (size - 1) x",
        "low :: sorted-list (size - 1) low",
        "low :: sorted-list (size - 1) x",
        "x :: sorted-list (size - 1) low",
    ]);
    let either = |condition| with(condition, &[next.clone(), next.clone()]);
    let either = either("if bool-gen () then @ else @").or(either("if x == low then @ else @"));
    let natural = with("let x = low + nat-gen () in @", &[terms(2).or(either)]);
    with("if size == 0 then [] else @", &[compared.or(natural)])
}

fn unique_list() -> Part {
    let terms = |depth| lists(depth, &one_of(&["x", "0", "size"]), &one_of(&["[]", "rest"]));
    let compared =
        with("if mem rest x then @ else @", &[one_of(&["error \"a duplicate\""]).or(terms(1)), terms(2)]);
    // A new element may have to satisfy a condition.
    let next = one_of(&["x :: rest", "0 :: rest", "error \"left out\""]);
    let conditions = ["bool-gen ()", "x == size", "x <= size", "0 <= x", "x == 0"];
    let limited = one_of(&conditions);
    let limited = with(
        "if mem rest x then error \"a duplicate\" else if @ then @ else @",
        &[limited, next.clone(), next],
    );
    let numbers = one_of(&["int-gen ()", "nat-gen ()"]);
    let bound = "if size == 0 then [] else let rest = unique-list (size - 1) in let x = @ in @";
    with(bound, &[numbers, compared.or(terms(2)).or(limited)])
}

fn sized_tree() -> Part {
    let terms = |depth| {
        trees(depth, &one_of(&["(int-gen ())", "size"]), &one_of(&["leaf", "(sized-tree (size - 1))"]))
    };
    with("if size == 0 then leaf else @", &[chosen(&terms(1)).or(terms(2))])
}

/// Search trees between two bounds: a subtree is a leaf, or made between the bounds on its side, or between both. A node may be the only
/// result, or one of two, or one of three, and may be left out where no label fits.
fn sized_bst() -> Part {
    const SAME: &str = "sized-bst (size - 1) lo hi";
    let left = one_of(&["leaf", "(sized-bst (size - 1) lo x)", "(sized-bst (size - 1) lo hi)"]);
    let right = one_of(&["leaf", "(sized-bst (size - 1) x hi)", "(sized-bst (size - 1) lo hi)"]);
    let node = with("[node @ x @]", &[left, right]);
    let stop = one_of(&["leaf", SAME]);
    let between = with("(let x = int-range (lo + 1) (hi - 1) in @)", std::slice::from_ref(&node));
    let compared = with(
        "(let x = int-gen () in if lo < x && x < hi then @ else @)",
        &[node, one_of(&["error \"outside\"", "leaf"])],
    );
    let step = between.or(compared);
    let two = with("if bool-gen () then @ else @", &[stop.clone(), step.clone()]);
    let three =
        with("if bool-gen () then leaf else if bool-gen () then @ else @", &[stop.clone(), step.clone()]);
    let any = step.or(two).or(three);
    let guarded = with("if hi <= lo + 1 then leaf else @", std::slice::from_ref(&any));
    with("if size == 0 then leaf else @", &[stop.or(any).or(guarded)])
}

/// Returns the families.
pub(super) fn families() -> Vec<Family> {
    const SIZE: &str = "(size : integer | 0 <= size)";
    const FEW: &str = "(size : integer | 0 <= size && size <= 3) -> (lo : integer | lo == 0)
        -> (hi : integer | 0 <= hi && hi <= 4)";
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
            run: None,
            bodies: unique_list(),
            sizes: [6, 7],
            counts: [610, 70, 12],
            few: [122, 12, 1],
        },
        Family {
            name: "SizedList",
            file: "sized-list",
            head: "sized-list size",
            parameters: SIZE,
            fits: ("at-most v size", AT_MOST),
            run: None,
            bodies: sized_list(),
            sizes: [6, 7],
            counts: [702, 72, 4],
            few: [141, 15, 2],
        },
        Family {
            name: "SortedList",
            file: "sorted-list",
            head: "sorted-list size low",
            parameters: "(size : integer | 0 <= size) -> (low : integer)",
            fits: ("len v size && sorted v && from-low v low", FROM),
            run: None,
            bodies: sorted_list(),
            sizes: [6, 7],
            counts: [263, 37, 19],
            few: [53, 12, 5],
        },
        Family {
            name: "SizedTree",
            file: "sized-tree",
            head: "sized-tree size",
            parameters: SIZE,
            fits: ("within v size", ""),
            run: None,
            bodies: sized_tree(),
            sizes: [7, 7],
            counts: [312, 120, 4],
            few: [63, 23, 1],
        },
        Family {
            name: "SizedBST",
            file: "sized-bst",
            head: "sized-bst size lo hi",
            parameters: FEW,
            fits: ("bst v && within v size && below hi v && above lo v", ""),
            // No body depends on a number, so it does not matter that the lower bound is zero.
            run: Some((FEW, "within v size && below hi v && above lo v && bst v")),
            bodies: sized_bst(),
            sizes: [24, 12],
            counts: [272, 182, 62],
            few: [55, 37, 14],
        },
    ]
}
