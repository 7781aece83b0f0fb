//! Strongly connected components, such as mutually recursive definitions, dependencies first.

/// Returns the components of a graph, each after those it has edges to. `edges` returns the
/// successors of a node. Within a component, the node reached last comes first.
///
/// Tarjan's algorithm with an explicit stack, since chains of definitions may be long.
pub(crate) fn components<'e>(nodes: usize, edges: impl Fn(usize) -> &'e [usize]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut number = vec![UNSEEN; nodes];
    let mut low = vec![0; nodes];
    let mut is_open = vec![false; nodes];
    let mut open: Vec<usize> = Vec::new();
    let mut components = Vec::new();
    let mut next = 0;
    // The nodes on the path from a root, each with the index of its next edge.
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in 0..nodes {
        if number[root] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some((node, place)) = path.last_mut() {
            let node = *node;
            if *place == 0 {
                number[node] = next;
                low[node] = next;
                next += 1;
                is_open[node] = true;
                open.push(node);
            }
            if let Some(target) = edges(node).get(*place).copied() {
                *place += 1;
                if number[target] == UNSEEN {
                    path.push((target, 0));
                } else if is_open[target] {
                    low[node] = low[node].min(number[target]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == number[node] {
                let mut component = Vec::new();
                while let Some(member) = open.pop() {
                    is_open[member] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                components.push(component);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all graphs of four nodes without loops.
    fn graphs() -> impl Iterator<Item = Vec<Vec<usize>>> {
        (0..1usize << 12).map(|code| {
            (0..4)
                .map(|from| {
                    let others = (0..4).filter(|to| *to != from);
                    others
                        .enumerate()
                        .filter(|(bit, _)| code >> (3 * from + bit) & 1 == 1)
                        .map(|(_, to)| to)
                        .collect()
                })
                .collect()
        })
    }

    fn reaches(graph: &[Vec<usize>]) -> Vec<Vec<bool>> {
        let mut reaches: Vec<Vec<bool>> =
            (0..4).map(|from| (0..4).map(|to| from == to || graph[from].contains(&to)).collect()).collect();
        for middle in 0..4 {
            for from in 0..4 {
                for to in 0..4 {
                    reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
                }
            }
        }
        reaches
    }

    #[test]
    fn components_are_what_reaches_one_another_and_come_after_what_they_need() {
        for graph in graphs() {
            let reaches = reaches(&graph);
            let found = components(4, |node| &graph[node]);
            let mut place = [usize::MAX; 4];
            for (number, component) in found.iter().enumerate() {
                for node in component {
                    assert_eq!(place[*node], usize::MAX, "{graph:?}");
                    place[*node] = number;
                }
            }
            for from in 0..4 {
                for to in 0..4 {
                    assert_eq!(place[from] == place[to], reaches[from][to] && reaches[to][from], "{graph:?}");
                    assert!(!reaches[from][to] || place[to] <= place[from], "{graph:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let edges: Vec<Vec<usize>> =
            (0..200_000).map(|node| if node == 0 { vec![] } else { vec![node - 1] }).collect();
        let reversed: Vec<Vec<usize>> =
            (0..200_000).map(|node| if node == 199_999 { vec![] } else { vec![node + 1] }).collect();
        assert_eq!(components(edges.len(), |node| &edges[node]).len(), edges.len());
        assert_eq!(components(reversed.len(), |node| &reversed[node]).first(), Some(&vec![199_999]));
    }
}
