//! Decides whether a shape is finite, and finds the size of its largest value.

use std::collections::HashMap;

use super::compiled::{Alternative, Grammar, Kind, NodeId};
use super::smallest::Smallest;

/// Returns the largest size of any value of a complete grammar, given its smallest sizes; `None` if
/// sizes are unbounded. An empty shape is finite, with all its values up to size 0.
///
/// A derivable shape is infinite if and only if some derivable node that is reachable from the root
/// leads back to itself: every such cycle pays, so each round makes a larger value.
pub(crate) fn largest_size(grammar: &Grammar, smallest: &Smallest) -> Option<u32> {
    if smallest.node(Grammar::ROOT).is_none() {
        return Some(0);
    }
    let mut largest: HashMap<NodeId, Option<u32>> = HashMap::new();
    let mut stack = vec![(Grammar::ROOT, false)];
    while let Some((id, leave)) = stack.pop() {
        if leave {
            let size = step(grammar, smallest, &largest, id);
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
        for alternative in live_alternatives(grammar, smallest, id) {
            for (_, field) in grammar.fields(alternative.fields) {
                if largest.get(&field).is_none_or(Option::is_none) {
                    stack.push((field, false));
                }
            }
        }
    }
    largest.get(&Grammar::ROOT).copied().flatten()
}

fn step(grammar: &Grammar, smallest: &Smallest, largest: &HashMap<NodeId, Option<u32>>, id: NodeId) -> u32 {
    let node = grammar.node(id);
    let content = match &node.kind {
        Kind::Leaf(leaf) => leaf.largest_size().unwrap_or(0),
        _ => live_alternatives(grammar, smallest, id)
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
    smallest: &'g Smallest,
    id: NodeId,
) -> impl Iterator<Item = &'g Alternative> {
    let alternatives = match &grammar.node(id).kind {
        Kind::Sum { alternatives, .. } => &**alternatives,
        _ => &[],
    };
    alternatives.iter().filter(|a| smallest.alternative(grammar, a).is_some())
}
