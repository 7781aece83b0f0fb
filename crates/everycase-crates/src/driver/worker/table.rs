//! The operations of the driver, and the types of their arguments.

use std::any::TypeId;
use std::collections::HashMap;
use std::marker::PhantomData;

use crate::absorb::Out;
use crate::slots::{Mode, Slot, Way};

/// What an operation is asked.
pub enum Call<'c> {
    /// To run on these arguments.
    Run(&'c mut [Slot]),
    /// How it takes its arguments.
    Ask(&'c mut Vec<fn() -> Way>),
}

pub struct Op {
    pub parameters: Vec<Parameter>,
    call: fn(Call<'_>) -> Out,
}

impl Op {
    pub fn run(&self, arguments: &mut [Slot]) -> Out {
        (self.call)(Call::Run(arguments))
    }
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

    /// Adds an operation.
    pub fn add(&mut self, number: u16, call: fn(Call<'_>) -> Out) {
        let mut ways = Vec::new();
        call(Call::Ask(&mut ways));
        let mut parameter = |way: fn() -> Way| {
            let Way { kind, len, id, name } = way();
            Parameter { kind, ty: self.ty(id, name), len }
        };
        let parameters = ways.into_iter().map(&mut parameter).collect();
        self.ops.insert(number, Op { parameters, call });
    }
}

/// Returns how an argument is taken.
pub fn way<M: Mode>(_: PhantomData<M>) -> fn() -> Way {
    M::way
}

/// Takes an argument.
pub fn get<M: Mode>(_: PhantomData<M>, slots: &mut [Slot], at: usize) -> Option<M::Out> {
    M::get(&mut slots[at])
}

/// Names the arguments of a call, each by its place and mode. The call tells its parameters if it
/// is asked, and gets the arguments otherwise.
#[macro_export]
macro_rules! take {
    ($call:ident $(, $argument:ident $at:literal $mode:ty)*) => {
        $(let $argument = m::<$mode>();)*
        let slots = match $call {
            Call::Run(slots) => slots,
            Call::Ask(ways) => {
                $(ways.push(way($argument));)*
                return Out::Stuck;
            }
        };
        $(let Some(mut $argument) = get($argument, slots, $at) else { return Out::Stuck };)*
    };
}
