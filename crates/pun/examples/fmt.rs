//! x
fn main() {
    for f in std::env::args().skip(1) {
        match pun::format::format(&std::fs::read_to_string(f).unwrap()) {
            Ok(t) => print!("{t}"),
            Err(e) => println!("{e:?}"),
        }
    }
}
