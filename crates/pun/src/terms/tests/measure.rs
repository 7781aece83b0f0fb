use crate::terms::{self, Mode};
use everycase_space::{Derivations, Random, SeedableRng};
use std::sync::Arc;
use std::time::Instant;
#[test]
fn measure() {
    let (program, cases) = super::counts::cases();
    let mut rng = Random::seed_from_u64(3);
    for (ty, ..) in &cases {
        let found = Derivations::new(terms::shape(&program, ty, Mode::Used).unwrap());
        for size in [6, 8, 10, 12, 14, 16, 18, 20, 25, 30] {
            let t = Instant::now();
            let c = found.count(size).unwrap();
            let el = t.elapsed();
            let mut u = found.uniform().unwrap();
            let term = u.of_size(size, &mut rng).unwrap();
            eprintln!("{size} {:?} {} bits: {}", el, c.bits(), terms::source(term.root()).unwrap());
            if el.as_secs() > 2 {
                break;
            }
        }
    }
}
