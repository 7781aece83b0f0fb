use everycase::property;

#[property(for<Q = u8>)]
fn another<K: Ord, V>(pairs: Vec<(K, V)>) {
    drop(pairs);
}

#[property(for<Keys = u8>)]
fn misspelt<Key: Ord>(list: Vec<Key>) {
    drop(list);
}

#[property(for<K = u8>)]
fn none(list: Vec<u8>) {
    drop(list);
}

#[property(for<K = u8, K = u16>)]
fn twice<K: Ord>(list: Vec<K>) {
    drop(list);
}

#[property(for<K = u8>, for<V = u8>)]
fn two_lists<K: Ord, V>(pairs: Vec<(K, V)>) {
    drop(pairs);
}

#[property(for<>)]
fn empty<K: Ord>(list: Vec<K>) {
    drop(list);
}

#[property(for = u8)]
fn assigned<K: Ord>(list: Vec<K>) {
    drop(list);
}

#[property(for<K>)]
fn without_a_type<K: Ord>(list: Vec<K>) {
    drop(list);
}

#[property(for<N = 3>)]
fn a_constant<const N: usize>(list: [u8; N]) {
    drop(list);
}

#[property(tests = 10, for<K = Vec<u8>, V = fn(u8) -> bool>, of = sort)]
fn measured<K: Ord, V, W: Ord>(list: Vec<W>, pair: (K, V)) {
    sort(&list);
    drop(pair);
}

fn main() {}
