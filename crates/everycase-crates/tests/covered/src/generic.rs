//! Generic code, which is compiled where it is used, in one copy for each type.

pub fn smaller<T: PartialOrd>(one: T, other: T) -> T { // +
    if one < other { // +
        one // +
    } else {
        other // +
    }
} // +

pub struct Pair<T>(pub T, pub T);

impl<T: Copy> Pair<T> {
    pub fn new(one: T) -> Pair<T> { // +
        Pair(one, one) // +
    } // +

    pub fn first(&self) -> T { // +
        self.0 // +
    } // +

    fn unused(&self) -> T { // -
        self.1 // -
    } // -
}

pub(crate) fn never<T: Copy>(of: &Pair<T>) -> T { // -
    of.unused() // -
} // -
