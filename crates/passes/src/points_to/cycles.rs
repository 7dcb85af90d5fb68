//! Strongly connected components, to find nodes that must hold the same set
//! because they flow into each other.

/// The components of more than one node (Tarjan's algorithm, without recursion).
/// `successors` must name nodes below `count`.
pub(super) fn components<'s>(
    count: usize,
    successors: impl Fn(usize) -> &'s [u32],
) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let mut order = vec![UNSEEN; count];
    let mut lowest = vec![0u32; count];
    let mut on_stack = vec![false; count];
    let mut stack: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, usize)> = Vec::new();
    let mut next = 0;
    let mut found = Vec::new();
    for root in 0..count {
        if order[root] != UNSEEN {
            continue;
        }
        path.push((root as u32, 0));
        while let Some((node, position)) = path.last_mut() {
            let at = *node as usize;
            if *position == 0 {
                order[at] = next;
                lowest[at] = next;
                next += 1;
                stack.push(*node);
                on_stack[at] = true;
            }
            let Some(&successor) = successors(at).get(*position) else {
                path.pop();
                if let Some(&(above, _)) = path.last() {
                    lowest[above as usize] = lowest[above as usize].min(lowest[at]);
                }
                if lowest[at] == order[at] {
                    let start = stack.iter().rposition(|&each| each as usize == at).unwrap_or(0);
                    for &member in &stack[start..] {
                        on_stack[member as usize] = false;
                    }
                    if stack.len() - start > 1 {
                        found.push(stack[start..].to_vec());
                    }
                    stack.truncate(start);
                }
                continue;
            };
            *position += 1;
            let successor = successor as usize;
            if order[successor] == UNSEEN {
                path.push((successor as u32, 0));
            } else if on_stack[successor] {
                lowest[at] = lowest[at].min(order[successor]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn two_cycles_and_a_tail() {
        let edges: [&[u32]; 7] = [&[1], &[2], &[0, 3], &[4], &[5, 6], &[3], &[]];
        let mut found = components(7, |node| edges[node]);
        found.iter_mut().for_each(|component| component.sort());
        found.sort();
        assert_eq!(found, [vec![0, 1, 2], vec![3, 4, 5]]);
    }

    #[test]
    fn no_cycle() {
        let edges: [&[u32]; 3] = [&[1, 2], &[2], &[]];
        assert!(components(3, |node| edges[node]).is_empty());
    }
}
