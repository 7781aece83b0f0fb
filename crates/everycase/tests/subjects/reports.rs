//! Properties whose reports and records the tests of the command read.

use everycase::prelude::*;

#[derive(Debug, Clone, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, bool, Box<Tree>),
}

fn count(tree: Lazy<Tree>) -> u32 {
    match tree.force() {
        TreeView::Leaf => 0,
        TreeView::Node(left, _, right) => count(left) + count(right) + 1,
    }
}

#[property]
fn small(t: Lazy<Tree>) -> bool {
    count(t) < 100
}

#[property]
fn made(#[from(|g| g.range(0, 99))] n: i64) -> bool {
    n < 100
}

#[property]
fn lettered(text: String) -> bool {
    text.is_empty()
}

#[property]
fn tiny(t: Lazy<Tree>) -> bool {
    count(t) < 2
}

#[property]
fn never(t: Lazy<Tree>) {
    assume(count(t) > 20_000);
}

#[property]
fn finite(b: Lazy<bool>) -> bool {
    b.force() || !b.force()
}

#[property]
fn even(t: Lazy<Tree>) {
    assume(count(t).is_multiple_of(2));
    label("even");
}

mod other {
    use everycase::Enumerable;

    #[derive(Debug, Clone, Enumerable)]
    pub(crate) struct Wrapped(u8);

    impl Wrapped {
        pub(crate) fn number(&self) -> u8 {
            self.0
        }
    }
}

#[property]
fn wrapped(w: other::Wrapped, list: Vec<other::Wrapped>) -> bool {
    w.number() < 3 || list.is_empty()
}

#[property]
fn labelled(list: Vec<u8>, n: u32) {
    label(if list.is_empty() { "empty" } else { "full" });
    cover(n < 1_000_000, 1.0, "low");
    tabulate("n", n);
    for byte in list {
        tabulate("bytes", if byte < 128 { "ascii" } else { "others" });
    }
}

#[property]
fn tabulated(list: Vec<u8>, n: u32) {
    tabulate("texts", format!("{list:?}"));
    tabulate(format!("lists of {}", list.len()), n);
}

#[property]
fn panics(n: u8) {
    assert!(n < 3, "too large");
}

#[property]
fn short_with_another(list: Vec<u8>, _another: u8) -> bool {
    list.len() < 3
}

#[property]
fn short(list: Vec<u8>) -> bool {
    list.len() < 3
}

#[property]
fn undershot(n: u8) {
    cover(n < 16, 10.0, "small");
}

#[property]
fn rare(n: u16) {
    assume(n == 3);
}

#[property]
fn slow(_n: u8) {
    std::thread::sleep(std::time::Duration::from_millis(10));
}

#[property]
fn at_once(list: Lazy<Vec<bool>>) -> bool {
    list.value().len() < 100_000
}
