//! Which registers are live at a place in the code.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::compile::bytecode::{Code, FunctionId, Op, Reg};

/// The registers read later, by place. Computed for a whole function when one of its places is
/// first asked for.
#[derive(Default)]
pub(super) struct Live {
    known: HashMap<(FunctionId, Until), Places>,
}

/// Live registers by place.
type Places = HashMap<u32, Rc<[Reg]>>;

/// The part of a run for which liveness is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Until {
    /// Until the last premise is known to hold: later operations do not count.
    Assumed,
    /// The whole run.
    End,
}

impl Live {
    /// Returns the registers that are read from an operation on before they are assigned.
    pub(super) fn at(&mut self, code: &Code, function: FunctionId, pc: u32, until: Until) -> Rc<[Reg]> {
        let places = self.known.entry((function, until)).or_insert_with(|| analyse(code, function, until));
        places.get(&pc).map_or_else(|| Rc::from([]), Rc::clone)
    }
}

fn analyse(code: &Code, function: FunctionId, until: Until) -> Places {
    let start = code.functions[function as usize].start;
    // The reachable operations, each after its successors.
    let (mut order, mut seen) = (Vec::new(), BTreeSet::from([start]));
    let mut path = vec![(start, successors(code, start, until))];
    while let Some((pc, next)) = path.last_mut() {
        if let Some(next) = next.pop() {
            if seen.insert(next) {
                path.push((next, successors(code, next, until)));
            }
        } else {
            order.push(*pc);
            path.pop();
        }
    }
    // The code of a function has no cycles, so one pass suffices.
    let mut live = Places::new();
    for pc in order {
        let mut registers: BTreeSet<Reg> = successors(code, pc, until)
            .iter()
            .filter_map(|next| live.get(next))
            .flat_map(|live| live.iter().copied())
            .collect();
        if let Some(dst) = assigned(code.ops[pc as usize]) {
            registers.remove(&dst);
        }
        registers.extend(read(code, code.ops[pc as usize]));
        live.insert(pc, registers.into_iter().collect());
    }
    live
}

fn successors(code: &Code, pc: u32, until: Until) -> Vec<u32> {
    match code.ops[pc as usize] {
        Op::Assumed { is_last: true } if until == Until::Assumed => Vec::new(),
        Op::TailCall { .. }
        | Op::TailApply { .. }
        | Op::Return { .. }
        | Op::NoBranch { .. }
        | Op::Error { .. }
        | Op::Update { .. }
        | Op::Halt { .. } => Vec::new(),
        Op::Jump { to } => vec![to],
        Op::IsTrue { otherwise, .. } | Op::Holds { otherwise, .. } | Op::Choose { otherwise } => {
            vec![pc + 1, otherwise]
        }
        Op::Switch { targets, constructors, .. } => {
            code.targets[targets as usize..(targets + u32::from(constructors)) as usize].to_vec()
        }
        _ => vec![pc + 1],
    }
}

fn assigned(op: Op) -> Option<Reg> {
    match op {
        Op::Move { dst, .. }
        | Op::Constant { dst, .. }
        | Op::Text { dst, .. }
        | Op::Construct { dst, .. }
        | Op::Field { dst, .. }
        | Op::Closure { dst, .. }
        | Op::Delay { dst, .. }
        | Op::Force { dst, .. }
        | Op::Global { dst, .. }
        | Op::Call { dst, .. }
        | Op::Apply { dst, .. }
        | Op::Switch { dst, .. }
        | Op::Compare { dst, .. }
        | Op::Arithmetic { dst, .. }
        | Op::ChooseInteger { dst, .. }
        | Op::ChooseBetween { dst, .. }
        | Op::Watch { dst, .. }
        | Op::Observe { dst, .. }
        | Op::Term { dst, .. } => Some(dst),
        _ => None,
    }
}

fn read(code: &Code, op: Op) -> Vec<Reg> {
    let listed = |list: u32, n: u32| code.registers[list as usize..(list + n) as usize].to_vec();
    match op {
        Op::Move { src, .. }
        | Op::Field { src, .. }
        | Op::Force { src, .. }
        | Op::Return { src }
        | Op::Switch { src, .. }
        | Op::IsTrue { src, .. }
        | Op::NoBranch { src }
        | Op::Error { src }
        | Op::Owe { src }
        | Op::Discharge { src }
        | Op::Halt { src } => vec![src],
        Op::Construct { n, fields, .. } => listed(fields, n.into()),
        Op::Closure { n, captures, dst, .. } | Op::Delay { n, captures, dst, .. } => {
            let mut registers = listed(captures, n.into());
            // It may capture itself; this does not use the former contents of the register.
            registers.retain(|register| *register != dst);
            registers
        }
        Op::Call { function, arguments, .. } | Op::TailCall { function, arguments } => {
            listed(arguments, code.functions[function as usize].arity)
        }
        Op::Apply { callee, n, arguments, .. } | Op::TailApply { callee, n, arguments } => {
            let mut registers = listed(arguments, n.into());
            registers.push(callee);
            registers
        }
        Op::Compare { a, b, .. } | Op::Holds { a, b, .. } | Op::Arithmetic { a, b, .. } => vec![a, b],
        Op::ChooseBetween { lo, hi, .. } => vec![lo, hi],
        Op::Update { delayed, src, .. } => vec![delayed, src],
        Op::Observe { src, path, .. } => vec![src, path],
        Op::Term { position, .. } => vec![position],
        Op::Watch { src, arity, .. } => (0..arity).chain([src]).collect(),
        Op::Constant { .. }
        | Op::Text { .. }
        | Op::Global { .. }
        | Op::Jump { .. }
        | Op::Choose { .. }
        | Op::ChooseInteger { .. }
        | Op::Assumed { .. }
        | Op::Count { .. } => Vec::new(),
    }
}
