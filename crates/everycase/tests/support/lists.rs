//! Functions whose properties are measured.

pub(crate) fn insert<T: Ord + Clone>(x: T, list: &[T]) -> Vec<T> {
    let at = list.iter().position(|y| x <= *y).unwrap_or(list.len());
    [&list[..at], &[x], &list[at..]].concat()
}

pub(crate) fn sorted(mut list: Vec<i64>) -> Vec<i64> {
    list.sort_unstable();
    list
}
