use everycase::property;

#[property]
fn sorts<T: Ord>(list: Vec<T>) {
    drop(list);
}

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

fn main() {}
