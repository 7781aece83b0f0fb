//! Properties with examples that fail, or are not inputs.

use everycase::prelude::*;

fn small(list: &[u8], n: u64) -> bool {
    !list.contains(&200) || n < 9
}

#[property(tests = 100, examples = [(&[1, 2], 3), (&[3, 200], 77)])]
fn failing(list: &[u8], n: u64) -> bool {
    small(list, n)
}

#[property(tests = 100, examples = [7, 12])]
fn outside(#[from(0..10)] n: u8) {
    let _ = n;
}

#[property(tests = 100, examples = [4])]
fn without_inverse(#[from(u8::space().map(|n| n / 2))] n: u8) {
    let _ = n;
}

#[property(size = 6, examples = [(Some(3), 9), (None, 1)])]
fn lazily(x: Lazy<Option<u8>>, n: u8) {
    assert!(x.value().is_some() || n != 1);
}

#[property(tests = 10, isolate, examples = [3, 5])]
fn isolated(n: u8) -> bool {
    n != 5
}

#[property(tests = 10, isolate, examples = [3, 200])]
fn fatal(n: u8) {
    if n == 200 {
        std::process::abort();
    }
}
