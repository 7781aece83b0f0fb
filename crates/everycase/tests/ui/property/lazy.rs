use everycase::property;

#[property]
fn by_reference(t: &Lazy<Vec<u8>>) {}

#[property]
fn without_its_type(t: Lazy) {}

#[property]
fn of_two_types(t: everycase::Lazy<u8, u8>) {}

#[property]
fn of_a_space(#[from(primes())] n: Lazy<u32>) {}

fn main() {}
