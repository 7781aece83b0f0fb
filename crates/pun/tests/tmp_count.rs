mod programs;
use programs::{Type, terms};
#[test]
fn counts() {
    for ty in [Type::Integer, Type::Boolean, Type::Chain, Type::Function] {
        let s = terms(ty, false);
        println!("{ty:?} {:?}", (0..8).map(|n| s.count(n).unwrap().to_string()).collect::<Vec<_>>());
    }
}
