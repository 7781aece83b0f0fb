//! The expressions of each type that are worth using as arguments: one for each value that looks
//! different.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::Constants;
use crate::expression::{Expression, kind};
use crate::worker::{Kind, Parameter, Signature};

/// The most expressions of a type and size that are kept.
const MOST: usize = 4_000;
/// The most bytes that making a value may allocate: larger ones are not arguments.
pub const LARGE: u64 = 256 << 10;
/// The same for values that cannot be told apart, because they have no text.
const MOST_BLIND: usize = 60;

/// Expressions by type and size.
pub struct Pool {
    of: Vec<Vec<Vec<Arc<Expression>>>>,
    /// The expressions that draws have found, by type.
    drawn: Vec<Vec<Arc<Expression>>>,
    /// How the values of levels look.
    seen: FxHashSet<(u16, u64)>,
    /// How drawn values look. Levels do not use these, so a level may still need an equal one.
    seen_drawn: FxHashSet<(u16, u64)>,
    /// For the type of elements, the type of vectors of them.
    vectors: FxHashMap<u16, u16>,
    bytes: Vec<(Arc<Expression>, u32)>,
    /// Types whose values look different each time.
    pub unsteady: FxHashSet<u16>,
    /// The largest size through which all expressions run: larger ones miss some argument.
    through: u32,
}

/// The number of a literal's type among the types of the worker: the order in which it lists them.
pub mod literal {
    /// `f32`; the integers stand before it.
    pub const F32: u16 = 12;
    /// `f64`.
    pub const F64: u16 = 13;
    /// `bool`.
    pub const BOOL: u16 = 14;
    /// `char`.
    pub const CHAR: u16 = 15;
    /// `()`.
    pub const UNIT: u16 = 16;
    /// Atoms.
    pub const ATOM: u16 = 17;
    /// Answers of functions.
    pub const ANSWERS: u16 = 18;
    /// Texts.
    pub const STRING: u16 = 19;
}

/// Returns the kind of numbers of a type, if it is one of numbers.
pub fn kind_of(ty: u16) -> Option<u8> {
    Some(match ty {
        0..12 => ty as u8,
        literal::F32 => kind::F32,
        literal::F64 => kind::F64,
        literal::BOOL => kind::BOOL,
        literal::CHAR => kind::CHAR,
        literal::UNIT => kind::UNIT,
        literal::ATOM => kind::ATOM,
        literal::ANSWERS => kind::ANSWERS,
        _ => return None,
    })
}

impl Pool {
    /// Returns a pool with the constants.
    pub fn new(signature: &Signature, constants: &Constants) -> Pool {
        let count = signature.types.len();
        let mut pool = Pool {
            of: vec![Vec::new(); count],
            drawn: vec![Vec::new(); count],
            seen: FxHashSet::default(),
            seen_drawn: FxHashSet::default(),
            vectors: FxHashMap::default(),
            bytes: Vec::new(),
            unsteady: FxHashSet::default(),
            through: u32::MAX,
        };
        for (ty, name) in signature.types.iter().enumerate() {
            let vector = signature.types.iter().position(|own| *own == format!("alloc::vec::Vec<{name}>"));
            if let Some(vector) = vector {
                pool.vectors.insert(ty as u16, vector as u16);
            }
            if let Some(kind) = kind_of(ty as u16) {
                for (bits, size) in constants.numbers(kind) {
                    pool.put(ty as u16, size, Arc::new(Expression::Number(kind, bits)));
                }
            }
        }
        for (text, size) in constants.texts() {
            pool.put(literal::STRING, size, Arc::new(text));
        }
        let texts = constants.texts.iter().take(60).map(|own| own.as_bytes().to_vec());
        for own in constants.bytes.iter().take(60).cloned().chain(texts).filter(|own| own.len() > 1) {
            pool.bytes.push((Arc::new(Expression::Bytes(own.into())), 3));
        }
        pool
    }

    fn put(&mut self, ty: u16, size: u32, own: Arc<Expression>) {
        let sizes = &mut self.of[usize::from(ty)];
        if sizes.len() <= size as usize {
            sizes.resize(size as usize + 1, Vec::new());
        }
        sizes[size as usize].push(own);
    }

    /// Keeps an expression whose value looks new. `size` is `None` for drawn ones.
    pub fn add(
        &mut self,
        ty: u16,
        looks: u64,
        is_printed: bool,
        size: Option<u32>,
        own: &Arc<Expression>,
    ) -> bool {
        let is_blind = !is_printed || self.unsteady.contains(&ty);
        if !is_blind {
            if self.knows(ty, looks, size) {
                return false;
            }
            let seen = if size.is_some() { &mut self.seen } else { &mut self.seen_drawn };
            seen.insert((ty, looks));
        }
        let most = if is_blind { MOST_BLIND } else { MOST };
        if let Some(size) = size {
            let known = self.of[usize::from(ty)].get(size as usize).map_or(0, Vec::len);
            if known >= most {
                self.misses(size);
                return false;
            }
            self.put(ty, size, Arc::clone(own));
        } else {
            let drawn = &mut self.drawn[usize::from(ty)];
            if drawn.len() >= if is_blind { 8 * most } else { most } {
                return false;
            }
            drawn.push(Arc::clone(own));
        }
        true
    }

    /// Notes that only the expressions through a size are complete.
    pub fn misses(&mut self, through: u32) {
        self.through = self.through.min(through);
    }

    /// Returns the largest size through which expressions are complete.
    pub fn through(&self) -> u32 {
        self.through
    }

    /// Returns whether a value that looks like this is known: to a level only one of a level is.
    pub fn knows(&self, ty: u16, looks: u64, size: Option<u32>) -> bool {
        self.seen.contains(&(ty, looks)) || size.is_none() && self.seen_drawn.contains(&(ty, looks))
    }

    /// Returns the arguments of a size for a parameter.
    pub fn of_size(&self, parameter: Parameter, size: u32) -> Vec<Arc<Expression>> {
        let single = |ty: u16, size: u32| -> &[Arc<Expression>] {
            self.of[usize::from(ty)].get(size as usize).map_or(&[], |own| own)
        };
        match parameter.kind {
            Kind::Value | Kind::Shared | Kind::Exclusive => single(parameter.ty, size).to_vec(),
            Kind::Elements | Kind::Iterator => {
                let mut all = Vec::new();
                match parameter.len {
                    Some(len) if len > 3 => {
                        if size >= 2 {
                            for own in single(parameter.ty, size - 1) {
                                all.push(Arc::new(Expression::List(vec![Arc::clone(own); len.min(255)], 0)));
                            }
                        }
                    }
                    len => {
                        self.lists(parameter.ty, size, len, &mut all);
                        if let Some(vector) = self.vectors.get(&parameter.ty) {
                            all.extend(single(*vector, size).iter().cloned());
                        }
                        if parameter.ty == 0 && len.is_none() {
                            all.extend(
                                self.bytes.iter().filter(|own| own.1 == size).map(|own| Arc::clone(&own.0)),
                            );
                        }
                    }
                }
                all
            }
        }
    }

    /// Adds the lists of a size: at most three elements.
    fn lists(&self, ty: u16, size: u32, len: Option<usize>, all: &mut Vec<Arc<Expression>>) {
        let single = |size: u32| -> &[Arc<Expression>] {
            self.of[usize::from(ty)].get(size as usize).map_or(&[], |own| own)
        };
        let is_wanted = |count: usize| len.is_none_or(|len| len == count);
        let mut add = |elements: Vec<Arc<Expression>>| all.push(Arc::new(Expression::List(elements, 0)));
        if size == 1 && is_wanted(0) {
            add(Vec::new());
        }
        if size >= 2 && is_wanted(1) {
            for own in single(size - 1) {
                add(vec![Arc::clone(own)]);
            }
        }
        if size >= 3 && is_wanted(2) {
            for first in 1..size - 1 {
                for a in single(first) {
                    for b in single(size - 1 - first) {
                        add(vec![Arc::clone(a), Arc::clone(b)]);
                    }
                }
            }
        }
        if (4..6).contains(&size) && is_wanted(3) {
            for first in 1..size - 2 {
                for second in 1..size - 1 - first {
                    for a in single(first) {
                        for b in single(second) {
                            for c in single(size - 1 - first - second) {
                                add(vec![Arc::clone(a), Arc::clone(b), Arc::clone(c)]);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns all expressions of a type: of levels by size, then drawn ones.
    pub fn all(&self, ty: u16) -> (&[Vec<Arc<Expression>>], &[Arc<Expression>]) {
        (&self.of[usize::from(ty)], &self.drawn[usize::from(ty)])
    }

    /// Returns the type of vectors of a type, if some call makes or takes them.
    pub fn vector_of(&self, ty: u16) -> Option<u16> {
        self.vectors.get(&ty).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A type that is none of literals.
    const TY: u16 = 20;

    fn pool() -> Pool {
        let types = (0..=TY).map(|own| format!("T{own}")).collect();
        Pool::new(&Signature { types, ..Signature::default() }, &Constants::default())
    }

    fn own(bits: u128) -> Arc<Expression> {
        Arc::new(Expression::Number(0, bits))
    }

    #[test]
    fn a_value_that_was_drawn_first_is_an_argument_of_levels_all_the_same() {
        let mut pool = pool();
        assert!(pool.add(TY, 7, true, None, &own(1)));
        assert!(!pool.knows(TY, 7, Some(2)) && pool.knows(TY, 7, None));
        assert!(pool.add(TY, 7, true, Some(2), &own(2)));
        assert!(!pool.add(TY, 7, true, Some(3), &own(3)) && !pool.add(TY, 7, true, None, &own(4)));
        let sizes = pool.all(TY).0.iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!((sizes, pool.all(TY).1.len()), (vec![0, 0, 1], 1));
    }

    #[test]
    fn a_value_that_finds_no_room_bounds_the_size_that_is_complete() {
        for (is_printed, most) in [(true, MOST), (false, MOST_BLIND)] {
            let mut pool = pool();
            let add = |pool: &mut Pool, looks| pool.add(TY, looks, is_printed, Some(3), &own(0));
            assert!((0..most as u64).all(|looks| add(&mut pool, looks)));
            assert_eq!(pool.through(), u32::MAX);
            assert!(!add(&mut pool, u64::MAX));
            assert_eq!(pool.through(), 3);
        }
    }
}
