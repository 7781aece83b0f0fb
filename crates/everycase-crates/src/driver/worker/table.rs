//! The operations of the driver, and the types of their arguments.

use std::any::TypeId;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::absorb::Out;
use crate::slots::{Mode, Slot, Way};

/// An operation cannot be run on these arguments: one has another type, or was moved out.
pub struct Stuck;

type Call = fn(&mut [Slot]) -> Result<Out, Stuck>;

pub struct Op {
    pub parameters: Vec<Parameter>,
    pub call: Call,
}

pub struct Parameter {
    pub kind: char,
    pub ty: u16,
    pub len: Option<usize>,
}

/// The operations by their numbers, and the types that values are kept of.
#[derive(Default)]
pub struct Table {
    pub ops: HashMap<u16, Op>,
    types: HashMap<TypeId, u16>,
    pub names: Vec<&'static str>,
    /// The calls that tell something small of a value, by its type.
    pub getters: HashMap<u16, Vec<u16>>,
}

/// The most getters of a type that tell what its values look like.
const GETTERS: usize = 8;

impl Table {
    pub fn ty(&mut self, id: TypeId, name: &'static str) -> u16 {
        *self.types.entry(id).or_insert_with(|| {
            self.names.push(name);
            (self.names.len() - 1) as u16
        })
    }

    pub fn find(&self, id: TypeId) -> Option<u16> {
        self.types.get(&id).copied()
    }

    /// Lets a call tell what values look like.
    pub fn getter(&mut self, number: u16) {
        let Some(op) = self.ops.get(&number) else { return };
        let own = self.getters.entry(op.parameters[0].ty).or_default();
        if own.len() < GETTERS {
            own.push(number);
        }
    }

    /// Adds a call. All that does not depend on its types is here: there are thousands.
    #[inline(never)]
    fn add(&mut self, number: u16, call: Call, ways: &[fn() -> Way]) {
        let mut parameter = |way: &fn() -> Way| {
            let Way { kind, len, id, name } = way();
            Parameter { kind, ty: self.ty(id, name), len }
        };
        let parameters = ways.iter().map(&mut parameter).collect();
        self.ops.insert(number, Op { parameters, call });
    }
}

macro_rules! arities {
    ($($name:ident $call:ident($($mode:ident $arg:ident $at:literal),*);)*) => {
        $(
            #[allow(unused_variables)]
            fn $call<$($mode: Mode,)* F: Fn($($mode::Out),*) -> Out>(slots: &mut [Slot]) -> Result<Out, Stuck> {
                const { assert!(size_of::<F>() == 0, "an operation captures nothing") };
                // SAFETY: it has no bytes, and there is one: a caller has passed it.
                let op = unsafe { NonNull::<F>::dangling().as_ref() };
                $(let Some($arg) = $mode::get(&mut slots[$at]) else { return Err(Stuck) };)*
                Ok(op($($arg),*))
            }
        )*

        impl Table {$(
            #[allow(unused_variables, clippy::too_many_arguments)]
            pub fn $name<$($mode: Mode,)* F: Fn($($mode::Out),*) -> Out>(
                &mut self,
                number: u16,
                $($arg: PhantomData<$mode>,)*
                op: F,
            ) {
                self.add(number, $call::<$($mode,)* F>, &[$($mode::way),*]);
            }
        )*}
    };
}

arities! {
    op0 call0();
    op1 call1(A a 0);
    op2 call2(A a 0, B b 1);
    op3 call3(A a 0, B b 1, C c 2);
    op4 call4(A a 0, B b 1, C c 2, D d 3);
    op5 call5(A a 0, B b 1, C c 2, D d 3, E e 4);
    op6 call6(A a 0, B b 1, C c 2, D d 3, E e 4, G g 5);
    op7 call7(A a 0, B b 1, C c 2, D d 3, E e 4, G g 5, H h 6);
    op8 call8(A a 0, B b 1, C c 2, D d 3, E e 4, G g 5, H h 6, I i 7);
}
