//! Is a shape finite, and how large is its largest value?

use std::collections::HashMap;

use super::compiled::{Alternative, Grammar, Kind, NodeId};

/// Returns the largest size of any value of a grammar that is completely expanded; `None` when there is no largest. An empty
/// shape is finite: size 0 already holds all of it.
///
/// A derivable shape is infinite exactly when some derivable node reachable from the root leads back to itself: every
/// such cycle pays, so going round it once more makes a larger value.
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
            // Entered and not left: it lies on the current path.
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

/// Returns the alternatives of a node that some value takes.
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

/// Returns which nodes have a finite derivation: the least fixed point.
fn derivable(grammar: &Grammar) -> Vec<bool> {
    let mut derivable = vec![false; grammar.node_count()];
    let order = grammar.farthest_first(u32::MAX);
    loop {
        let mut changed = false;
        for &id in &order {
            let is = match &grammar.node(id).kind {
                Kind::Leaf(leaf) => leaf.largest_size().is_some(),
                _ => live_alternatives(grammar, &derivable, id).next().is_some(),
            };
            if is && !derivable[id.0 as usize] {
                derivable[id.0 as usize] = true;
                changed = true;
            }
        }
        if !changed {
            return derivable;
        }
    }
}
