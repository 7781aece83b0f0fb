//! The number of terms, with the variables that they mention: each is a bit of its own,
//! and what must be mentioned is looked for when the term is there.

use std::collections::HashMap;
use std::rc::Rc;

use crate::core::{DataId, Program, Type};
use crate::soundness::inputs::program::data;
use crate::terms::Mode;

/// What can be mentioned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Thing {
    Variable(Type),
    /// A recursive call that gives a type, with a smaller integer.
    Smaller(Type),
    /// With one of this many fields.
    Part(Type, u64),
    /// Out of scope here.
    Hidden,
}

/// How many terms mention exactly these.
type Counts = Rc<HashMap<u64, u64>>;

/// What is known: for things in scope, a type and a size.
type CountTable = HashMap<(Vec<Thing>, Type, u32), Counts>;

pub(super) struct Naive<'p> {
    program: &'p Program,
    types: Vec<Type>,
    mode: Mode,
    known: CountTable,
}

/// A subterm, and the variables of the rule as it has them.
type Goal = (Type, Vec<Thing>);

impl<'p> Naive<'p> {
    /// For terms that go through these types.
    pub(super) fn new(program: &'p Program, types: &[Type], mode: Mode) -> Self {
        Self { program, types: types.to_vec(), mode, known: HashMap::new() }
    }

    /// Returns how many closed terms there are.
    pub(super) fn count(&mut self, ty: &Type, size: u32) -> u64 {
        self.terms(&[], ty, size).values().sum()
    }

    fn terms(&mut self, scope: &[Thing], ty: &Type, size: u32) -> Counts {
        let key = (scope.to_vec(), ty.clone(), size);
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        let mut all = HashMap::new();
        let bits_of = |size: u32| if size == 0 { 1 } else { 1 << (size - 1) };
        for (i, thing) in scope.iter().enumerate() {
            let terms = match thing {
                Thing::Variable(of) if of == ty && size == 1 => 1,
                Thing::Smaller(of) if of == ty && size > 1 => bits_of(size - 1),
                Thing::Part(of, parts) if of == ty && size == 1 => *parts,
                _ => 0,
            };
            if terms > 0 {
                *all.entry(1 << i).or_insert(0) += terms;
            }
        }
        match ty {
            Type::Integer if size > 0 => {
                *all.entry(0).or_insert(0) += bits_of(size - 1) * if size == 1 { 1 } else { 2 };
            }
            Type::Variable(_) if size > 0 => *all.entry(0).or_insert(0) += bits_of(size - 1),
            _ => {}
        }
        let must = self.mode == Mode::Used;
        for (cost, goals, required) in self.rules(ty) {
            let Some(left) = size.checked_sub(cost) else { continue };
            let variables = goals.first().map_or(0, |(_, things)| things.len());
            for (mentioned, terms) in self.subterms(scope, &goals, left) {
                let own = mentioned >> scope.len();
                assert!(own >> variables == 0);
                if !must || own & required == required {
                    *all.entry(mentioned & ((1 << scope.len()) - 1)).or_insert(0) += terms;
                }
            }
        }
        // The literal of a recursion over integers.
        if let Type::Arrow(arrow) = ty
            && arrow.0 == Type::Integer
        {
            let result = arrow.1.clone();
            let n = Thing::Variable(Type::Integer);
            let goals = [
                (result.clone(), vec![n.clone(), Thing::Hidden]),
                (result.clone(), vec![n, Thing::Smaller(result)]),
            ];
            for bits in 0..size {
                let literals = bits_of(bits) * if bits == 0 { 1 } else { 2 };
                for (mentioned, terms) in self.subterms(scope, &goals, size - 1 - bits) {
                    if !must || mentioned >> scope.len() & 0b10 != 0 {
                        *all.entry(mentioned & ((1 << scope.len()) - 1)).or_insert(0) += terms * literals;
                    }
                }
            }
        }
        let all = Rc::new(all);
        self.known.insert(key, Rc::clone(&all));
        all
    }

    fn subterms(&mut self, scope: &[Thing], goals: &[Goal], size: u32) -> HashMap<u64, u64> {
        let Some(((ty, things), rest)) = goals.split_first() else {
            return if size == 0 { HashMap::from([(0, 1)]) } else { HashMap::new() };
        };
        let mut all = HashMap::new();
        let inner = [scope, things].concat();
        for own in 0..=size {
            let first = self.terms(&inner, ty, own);
            if first.is_empty() {
                continue;
            }
            for (others, count) in self.subterms(scope, rest, size - own) {
                for (mentioned, terms) in &*first {
                    *all.entry(mentioned | others).or_insert(0) += terms * count;
                }
            }
        }
        all
    }

    /// Costs, subterms, and which of the rule's variables must be mentioned.
    fn rules(&self, ty: &Type) -> Vec<(u32, Vec<Goal>, u64)> {
        let boolean = data(DataId::BOOLEAN, []);
        let plain = |types: &[&Type]| types.iter().map(|ty| ((*ty).clone(), vec![])).collect::<Vec<_>>();
        let mut rules = vec![(1, plain(&[&boolean, ty, ty]), 0)];
        let both = plain(&[&Type::Integer, &Type::Integer]);
        match ty {
            Type::Integer => rules.extend(vec![(1, both, 0); 3]),
            Type::Data(DataId::BOOLEAN, _) => {
                rules.extend(vec![(1, both, 0); 6]);
                rules.extend(vec![(1, plain(&[&boolean, &boolean]), 0); 2]);
            }
            _ => {}
        }
        if let Type::Data(data, arguments) = ty {
            for con in &self.program.datas[data.index()].constructors {
                let fields = crate::soundness::inputs::fields(self.program, *con, arguments);
                let cost = self.program.constructors[con.index()].cost.max(u32::from(fields.is_empty()));
                rules.push((cost, fields.into_iter().map(|field| (field, vec![])).collect(), 0));
            }
        }
        if let Type::Arrow(arrow) = ty {
            rules.push((1, vec![(arrow.1.clone(), vec![Thing::Variable(arrow.0.clone())])], 1));
            if let Some(branches) = self.branches(&arrow.0) {
                let fields: usize = branches.iter().map(Vec::len).sum();
                let (mut goals, mut before, mut is_recursive) = (Vec::new(), 0, false);
                for branch in &branches {
                    // The call, what is taken apart, and the fields of all branches.
                    let mut things = vec![Thing::Hidden; 2 + fields];
                    let parts = branch.iter().filter(|field| **field == arrow.0).count() as u64;
                    if parts > 0 {
                        things[0] = Thing::Part(arrow.1.clone(), parts);
                        is_recursive = true;
                    }
                    things[1] = Thing::Variable(arrow.0.clone());
                    for (i, field) in branch.iter().enumerate() {
                        things[2 + before + i] = Thing::Variable(field.clone());
                    }
                    before += branch.len();
                    goals.push((arrow.1.clone(), things));
                }
                if is_recursive {
                    rules.push((1, goals, 1));
                }
            }
        }
        for through in &self.types {
            let cost = nodes(through);
            if self.types.contains(ty) {
                let pair = |a: &Type, b: &Type| data(DataId::PAIR, [a.clone(), b.clone()]);
                let function = Type::Arrow((through.clone(), ty.clone()).into());
                for pair in [pair(ty, through), pair(through, ty)] {
                    rules.push((nodes(&pair), plain(&[&pair]), 0));
                }
                rules.push((nodes(&function), plain(&[&function, through]), 0));
            }
            let bound = vec![Thing::Variable(through.clone())];
            rules.push((cost, vec![(through.clone(), vec![Thing::Hidden]), (ty.clone(), bound)], 1));
            if let Some(branches) = self.branches(through) {
                let fields: usize = branches.iter().map(Vec::len).sum();
                let mut goals = vec![(through.clone(), vec![Thing::Hidden; fields])];
                let mut before = 0;
                for branch in &branches {
                    let mut things = vec![Thing::Hidden; fields];
                    for (i, field) in branch.iter().enumerate() {
                        things[before + i] = Thing::Variable(field.clone());
                    }
                    before += branch.len();
                    goals.push((ty.clone(), things));
                }
                rules.push((cost, goals, 0));
            }
        }
        rules
    }

    /// Returns the fields of the constructors of data that case distinctions are made on.
    fn branches(&self, ty: &Type) -> Option<Vec<Vec<Type>>> {
        let Type::Data(data, arguments) = ty else { return None };
        if data.0 < 3 {
            return None;
        }
        let constructors = self.program.datas[data.index()].constructors.iter();
        Some(
            constructors.map(|con| crate::soundness::inputs::fields(self.program, *con, arguments)).collect(),
        )
    }
}

fn nodes(ty: &Type) -> u32 {
    1 + match ty {
        Type::Integer | Type::Character | Type::Variable(_) => 0,
        Type::Arrow(arrow) => nodes(&arrow.0) + nodes(&arrow.1),
        Type::Data(_, types) => types.iter().map(nodes).sum(),
    }
}
