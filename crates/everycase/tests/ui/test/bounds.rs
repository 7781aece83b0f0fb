use everycase::property;

trait Weight {
    fn weight(&self) -> u32;
}

impl Weight for u8 {
    fn weight(&self) -> u32 {
        u32::from(*self)
    }
}

#[property]
fn weighs<K: Ord + Weight>(list: Vec<K>) {
    assert!(list.iter().all(|x| x.weight() < 256));
}

#[property]
fn is_sent<K>(x: K)
where
    K: Ord + Send,
{
    drop(x);
}

#[property]
fn converts<T: Ord, U: Into<T> + Clone>(x: T, y: U) {
    assert!(y.into() != x);
}

#[property(for<K = String>)]
fn of_another_type<K: Ord + Weight>(x: K) {
    assert!(x.weight() < 256);
}

#[property]
fn compares_what_has_no_order<K: Eq>(x: K, y: K) {
    assert!(x < y);
}

fn main() {}
