use everycase::property;

#[property]
fn anything(list: impl Iterator<Item = u8>) {
    drop(list);
}

#[property]
fn bounded(n: u8) -> bool
where
    u8: Copy,
{
    n == n
}

#[property]
fn borrowed<'a, T: Ord>(list: &'a [T]) {
    let _ = list;
}

#[property]
fn sized<T: Ord, const N: usize>(list: [T; N]) {
    drop(list);
}

#[property]
fn by_default<T: Ord = u8>(list: Vec<T>) {
    drop(list);
}

fn main() {}
