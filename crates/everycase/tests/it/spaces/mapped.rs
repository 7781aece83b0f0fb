//! The law of mapping, with maps as payloads.

use std::sync::Arc;

use everycase::space::{At, Codec, EncodeError, Encoder, Source, Space};

use super::random::{below, parts, random, shapes};

/// A bijection of words, as a payload carries it.
type Map = Arc<dyn Fn(Vec<u64>) -> Vec<u64> + Send + Sync>;

/// Applies the `depth` maps that stand before the base shape.
struct Mapped {
    depth: usize,
}

impl Codec<Vec<u64>> for Mapped {
    fn decode(&self, mut at: At<'_>) -> Vec<u64> {
        let mut maps: Vec<Map> = Vec::new();
        for _ in 0..self.depth {
            maps.push(Arc::clone(at.payload::<Map>().expect("a map at each of these positions")));
            at = at.field(0);
        }
        // Below the maps stands a tagged sum, whose tag and first field's tag are read directly.
        let base = vec![at.alternative() as u64, at.field(0).bits()];
        maps.into_iter().rev().fold(base, |value, map| map(value))
    }

    fn encode(&self, _: &Vec<u64>, _: &mut Encoder) -> Result<(), EncodeError> {
        Err(EncodeError::NoInverse("mapped"))
    }

    fn source(&self, _: At<'_>, _: &mut Source) {}
}

#[test]
fn mapping_twice_is_mapping_once_by_the_composition() {
    let map = |seed: u64| -> Map {
        Arc::new(move |mut words| {
            words.push(seed ^ words[0]);
            words
        })
    };
    let mut rng = random(7);
    for (base, size) in shapes(7) {
        let (f, g) = (map(below(&mut rng, 99)), map(below(&mut rng, 99)));
        let composed: Map = Arc::new({
            let (f, g) = (Arc::clone(&f), Arc::clone(&g));
            move |x| f(g(x))
        });
        let base = base.clone().union(base);
        let twice = base.clone().with_payload(g).with_payload(f);
        let once = base.clone().with_payload(composed);
        assert_eq!(parts(&twice, size), parts(&once, size));
        assert_eq!(parts(&twice, size), parts(&base, size));
        let space = |shape, depth| Space::new(shape, Mapped { depth });
        let (twice, once) = (space(twice, 2), space(once, 1));
        for size in 0..=size {
            assert!(twice.of_size(size).unwrap().eq(once.of_size(size).unwrap()));
        }
    }
}
