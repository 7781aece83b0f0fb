//! `FitSpec`'s properties of booleans against every function there is, without the library: which sets of them are minimal and
//! complete, one function at a time and all functions at once.

/// A function of two booleans: bit `2 p + q` is its result. A function of one uses bits 0 and 2.
pub type Function = u8;

const NOT: Function = 0b0001;
const AND: Function = 0b1000;
const OR: Function = 0b1110;

/// The functions that properties are of.
#[derive(Clone, Copy)]
struct Tables {
    not: Function,
    and: Function,
    or: Function,
}

impl Tables {
    const RIGHT: Tables = Tables { not: NOT, and: AND, or: OR };

    fn not(self, p: bool) -> bool {
        self.not >> (2 * u8::from(p)) & 1 == 1
    }

    fn and(self, p: bool, q: bool) -> bool {
        self.and >> (2 * u8::from(p) + u8::from(q)) & 1 == 1
    }

    fn or(self, p: bool, q: bool) -> bool {
        self.or >> (2 * u8::from(p) + u8::from(q)) & 1 == 1
    }
}

type Property = fn(Tables, bool, bool, bool) -> bool;

/// The properties of a file of `examples/fitspec`, in its order.
fn properties(file: &str) -> Vec<Property> {
    match file {
        "negation" => vec![
            |f, p, _, _| f.not(f.not(p)) == p,
            |f, p, _, _| f.not(p) != p,
            |f, _, _, _| !f.not(true),
            |f, p, _, _| f.not(f.not(f.not(p))) == f.not(p),
        ],
        "negation-and" => vec![
            |f, p, _, _| f.not(f.not(p)) == p,
            |f, p, q, _| f.and(p, q) == f.and(q, p),
            |f, p, _, _| f.and(p, p) == p,
            |f, p, _, _| !f.and(p, false),
            |f, p, q, r| f.and(p, f.and(q, r)) == f.and(f.and(p, q), r),
            |f, p, _, _| !f.and(p, f.not(p)),
            |f, p, _, _| f.and(p, f.not(false)) == p,
        ],
        _ => vec![
            |f, _, _, _| !f.not(true),
            |f, p, _, _| f.not(f.not(p)) == p,
            |f, p, q, _| f.and(p, q) == f.and(q, p),
            |f, p, _, _| f.and(p, p) == p,
            |f, p, _, _| f.and(p, true) == p,
            |f, p, _, _| !f.and(p, false),
            |f, p, q, r| f.and(p, f.and(q, r)) == f.and(q, f.and(p, r)),
            |f, p, q, _| f.or(p, q) == f.or(q, p),
            |f, p, _, _| f.or(p, p) == p,
            |f, p, _, _| f.or(p, true),
            |f, p, _, _| f.or(p, false) == p,
            |f, p, q, r| f.or(p, f.or(q, r)) == f.or(q, f.or(p, r)),
            |f, p, q, _| f.and(p, f.or(p, q)) == p,
            |f, p, q, _| f.or(p, f.and(p, q)) == p,
            |f, p, _, _| !f.and(p, f.not(p)),
        ],
    }
}

/// Returns the minimal complete sets of the first `count` properties of a file, each as bits, and the numbers of mutants killed and of
/// all. Mutants are the functions that differ from the right one: of one function, or of all together (`FitSpec`'s).
pub fn minimal_complete(file: &str, function: Option<&str>, count: usize) -> (Vec<u64>, u64, u64) {
    let properties: Vec<Property> = properties(file).into_iter().take(count).collect();
    let mutants: Vec<Tables> = mutants(file, function);
    let kills = |mutant: &Tables| {
        (0..).zip(&properties).fold(0u64, |set, (bit, property)| {
            let holds = (0..8).all(|at: u8| property(*mutant, at & 1 == 1, at & 2 == 2, at & 4 == 4));
            set | u64::from(!holds) << bit
        })
    };
    let sets: Vec<u64> = mutants.iter().map(kills).filter(|set| *set != 0).collect();
    let killed = sets.len() as u64;
    let is_complete = |chosen: &u64| sets.iter().all(|set| set & chosen != 0);
    let complete: Vec<u64> = (0..1 << properties.len()).filter(is_complete).collect();
    let is_minimal = |chosen: &&u64| {
        (0..properties.len()).all(|bit| **chosen >> bit & 1 == 0 || !is_complete(&(**chosen & !(1 << bit))))
    };
    let minimal = complete.iter().filter(is_minimal).copied().collect();
    (minimal, killed, mutants.len() as u64)
}

fn mutants(file: &str, function: Option<&str>) -> Vec<Tables> {
    let right = Tables::RIGHT;
    let varies = |name: &str, is_there: bool| is_there && function.is_none_or(|own| own == name);
    let nots: Vec<Function> =
        if varies("negation", true) { vec![0b0000, 0b0001, 0b0100, 0b0101] } else { vec![NOT] };
    let of_two = |name, is_there, own| {
        if varies(name, is_there) { (0..16).collect() } else { vec![own] }
    };
    let ands: Vec<Function> = of_two("both", file != "negation", AND);
    let ors: Vec<Function> = of_two("either", file == "negation-and-or", OR);
    let mut all = Vec::new();
    for not in &nots {
        for and in &ands {
            all.extend(ors.iter().map(|or| Tables { not: *not, and: *and, or: *or }));
        }
    }
    all.retain(|f| (f.not, f.and, f.or) != (right.not, right.and, right.or));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_complete_sets_of_negation_are_those_that_one_finds_by_hand() {
        // The identity and the two constants are wrong: the second property kills all of them, the first the constants, the third the
        // identity and `true`.
        assert_eq!(minimal_complete("negation", None, 3), (vec![0b010, 0b101], 3, 3));
    }

    #[test]
    fn all_functions_differ_from_the_right_ones() {
        assert_eq!(minimal_complete("negation-and", None, 7).2, 63);
        assert_eq!(minimal_complete("negation-and-or", Some("either"), 15).2, 15);
        assert_eq!(minimal_complete("negation-and-or", None, 15).2, 1_023);
    }
}
