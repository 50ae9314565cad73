//! Elements of a forest, removed with all above them: the colon principle.
//!
//! **Game.** Some elements stand on others so that those below any one form a chain. A move chooses an element and removes it with all that
//! stand above it: green Hackenbush on trees, where an element is an edge.
//!
//! **Theorem** (colon principle; Winning Ways, ch. 7). A tree whose root carries trees with the values x₁, x₂, … has the value (x₁ ⊕ x₂ ⊕ …) + 1; a forest
//! has the XOR of the values of its trees. *Proof.* No move in one tree touches another, so that trees add up. Let T be what stands on a root, with the
//! value x. By induction over the number of elements the options of the tree are 0, when the root goes, and the values w + 1 for the options w of T. So its value is
//! mex({0} ∪ {w + 1}) = 1 + mex{w} = x + 1. ∎
//!
//! What is left by a move changes the values along the chain below it alone.
//!
//! Run time O(elements) for a value, O(depth) more for what a move leaves.

/// A forest: for each element the one that it stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forest {
    on: Vec<Option<usize>>,
    /// The XOR of the values of the trees that each element carries.
    carried: Vec<u64>,
    /// The XOR of the values of all trees.
    value: u64,
}

impl Forest {
    /// A forest, from the element that each stands on, which must come before it; nothing if one does not.
    ///
    /// ```
    /// use grundy::theorem::forest::Forest;
    /// // A stalk of two edges, and a root that carries two single ones.
    /// let forest = Forest::new(vec![None, Some(0), None, Some(2), Some(2)]).unwrap();
    /// assert_eq!(forest.value(), 2 ^ 1);
    /// // Without the first edge above the second root.
    /// assert_eq!(forest.without(3), 2 ^ 2);
    /// assert_eq!(Forest::new(vec![Some(1), None]), None);
    /// ```
    pub fn new(on: Vec<Option<usize>>) -> Option<Forest> {
        if on.iter().enumerate().any(|(element, below)| below.is_some_and(|below| below >= element)) {
            return None;
        }
        let (mut carried, mut value) = (vec![0; on.len()], 0);
        for element in (0..on.len()).rev() {
            let tree = carried[element] + 1;
            match on[element] {
                Some(below) => carried[below] ^= tree,
                None => value ^= tree,
            }
        }
        Some(Forest { on, carried, value })
    }

    /// The Grundy value.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// The value that is left when an element goes with all above it.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    pub fn without(&self, element: usize) -> u64 {
        let (mut at, mut before, mut after) = (element, self.carried[element] + 1, 0);
        while let Some(below) = self.on[at] {
            let carried = self.carried[below];
            (at, before, after) = (below, carried + 1, (carried ^ before ^ after) + 1);
        }
        self.value ^ before ^ after
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The value of a set of elements by the definition.
    fn by_definition(on: &[Option<usize>], left: u32, known: &mut [Option<u64>]) -> u64 {
        if let Some(value) = known[left as usize] {
            return value;
        }
        let options = options(on, left);
        let values: Vec<u64> = options.iter().map(|&option| by_definition(on, option, known)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap_or(0);
        known[left as usize] = Some(value);
        value
    }

    fn options(on: &[Option<usize>], left: u32) -> Vec<u32> {
        let above = |mut element: usize, root: usize| loop {
            match on[element] {
                _ if element == root => return true,
                Some(below) => element = below,
                None => return false,
            }
        };
        let elements = (0..on.len()).filter(|element| left >> element & 1 == 1);
        let gone = |root: usize| {
            (0..on.len()).filter(|&element| above(element, root)).map(|element| 1 << element).sum::<u32>()
        };
        elements.map(|root| left & !gone(root)).collect()
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(below in prop::collection::vec(0usize..12, 0..9)) {
            let on: Vec<Option<usize>> = below.iter().enumerate().map(|(element, &below)| (below < element).then_some(below)).collect();
            let forest = Forest::new(on.clone()).unwrap();
            let all = (1u32 << on.len()) - 1;
            let mut known = vec![None; 1 << on.len()];
            prop_assert_eq!(forest.value(), by_definition(&on, all, &mut known));
            for (element, option) in options(&on, all).into_iter().enumerate() {
                prop_assert_eq!(forest.without(element), by_definition(&on, option, &mut known));
            }
        }
    }
}
