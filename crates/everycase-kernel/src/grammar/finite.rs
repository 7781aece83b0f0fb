//! Decides whether a shape is finite, and finds the size of its largest value.

use std::collections::HashMap;

use super::compiled::{Alternative, Grammar, Kind, NodeId};

/// Returns the largest size of any value of a complete grammar; `None` if sizes are unbounded. An empty shape is finite, with
/// all its values up to size 0.
///
/// A derivable shape is infinite if and only if some derivable node that is reachable from the root leads back to itself: every
/// such cycle pays, so each round makes a larger value.
pub(crate) fn largest_size(grammar: &Grammar) -> Option<u32> {
    let derivable = derivable(grammar);
    if !derivable[Grammar::ROOT.0 as usize] {
        return Some(0);
    }
    let mut largest: HashMap<NodeId, Option<u32>> = HashMap::new();
    let mut stack = vec![(Grammar::ROOT, false)];
    while let Some((id, leave)) = stack.pop() {
        if leave {
            let size = step(grammar, &derivable, &largest, id);
            largest.insert(id, Some(size));
            continue;
        }
        match largest.get(&id) {
            Some(Some(_)) => continue,
            // Entered and not left: on the current path.
            Some(None) => return None,
            None => {}
        }
        largest.insert(id, None);
        stack.push((id, true));
        for alternative in live_alternatives(grammar, &derivable, id) {
            for (_, field) in grammar.fields(alternative.fields) {
                if largest.get(&field).is_none_or(Option::is_none) {
                    stack.push((field, false));
                }
            }
        }
    }
    largest.get(&Grammar::ROOT).copied().flatten()
}

fn step(grammar: &Grammar, derivable: &[bool], largest: &HashMap<NodeId, Option<u32>>, id: NodeId) -> u32 {
    let node = grammar.node(id);
    let content = match &node.kind {
        Kind::Leaf(leaf) => leaf.largest_size().unwrap_or(0),
        _ => live_alternatives(grammar, derivable, id)
            .map(|alternative| {
                let fields = grammar.fields(alternative.fields);
                let size =
                    |(pay, field)| largest.get(&field).copied().flatten().unwrap_or(0).saturating_add(pay);
                fields.map(size).fold(alternative.cost, u32::saturating_add)
            })
            .max()
            .unwrap_or(0),
    };
    content.saturating_add(node.cost)
}

/// Returns the alternatives of a node that have values.
fn live_alternatives<'g>(
    grammar: &'g Grammar,
    derivable: &'g [bool],
    id: NodeId,
) -> impl Iterator<Item = &'g Alternative> {
    let alternatives = match &grammar.node(id).kind {
        Kind::Sum { alternatives, .. } => &**alternatives,
        _ => &[],
    };
    alternatives.iter().filter(|a| grammar.fields(a.fields).all(|(_, field)| derivable[field.0 as usize]))
}

/// Returns which nodes have a finite derivation: the least fixed point. Time: linear in the size of the grammar.
fn derivable(grammar: &Grammar) -> Vec<bool> {
    let count = grammar.node_count();
    let mut derivable = vec![false; count];
    // For each alternative its node and how many of its fields are not known to be derivable; for each node, where it is a field.
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    let mut places: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut open = Vec::new();
    for (id, number) in (0..count).zip(0..) {
        match &grammar.node(NodeId(number)).kind {
            Kind::Unexpanded => {}
            Kind::Leaf(leaf) => open.extend(leaf.largest_size().map(|_| id)),
            Kind::Sum { alternatives, .. } => {
                for alternative in &**alternatives {
                    let mut missing = 0;
                    for (_, field) in grammar.fields(alternative.fields) {
                        places[field.0 as usize].push(waiting.len());
                        missing += 1;
                    }
                    waiting.push((id, missing));
                    if missing == 0 {
                        open.push(id);
                    }
                }
            }
        }
    }
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut derivable[id], true) {
            continue;
        }
        for place in &places[id] {
            let (user, missing) = &mut waiting[*place];
            *missing -= 1;
            if *missing == 0 {
                open.push(*user);
            }
        }
    }
    derivable
}
