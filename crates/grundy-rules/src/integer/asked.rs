//! The box that holds all questions about a kind so far: what a table should hold, and where the next questions are likely to be.

/// Corners of a box of positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    low: Vec<i64>,
    high: Vec<i64>,
}

impl Asked {
    /// The box of one question.
    pub(super) fn new(args: &[i64]) -> Asked {
        Asked { low: args.to_vec(), high: args.to_vec() }
    }

    /// Makes room for another question.
    pub(super) fn include(&mut self, args: &[i64]) {
        for ((low, high), &arg) in self.low.iter_mut().zip(&mut self.high).zip(args) {
            (*low, *high) = ((*low).min(arg), (*high).max(arg));
        }
    }

    /// The corners of a box about twice as large, if there were different questions: longer in every argument in which they
    /// differ. Without that, questions in rising order would each want a table of their own.
    pub(super) fn grown(&self) -> Option<[Vec<i64>; 2]> {
        let sides = || self.low.iter().zip(&self.high);
        let parts = match sides().filter(|(low, high)| low < high).count() {
            0 => return None,
            differing => differing as i64,
        };
        let longer = |(&low, &high): (&i64, &i64)| high.saturating_add((high.saturating_sub(low) + parts - 1) / parts);
        Some([sides().map(longer).collect(), self.low.clone()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_where_questions_differ() {
        let mut asked = Asked::new(&[3, 7]);
        assert_eq!(asked.grown(), None);
        asked.include(&[10, 7]);
        assert_eq!(asked.grown(), Some([vec![17, 7], vec![3, 7]]));
        asked.include(&[0, 27]);
        assert_eq!(asked.grown(), Some([vec![15, 37], vec![0, 7]]));
        asked.include(&[i64::MAX, 0]);
        assert_eq!(asked.grown().map(|corners| corners[0][0]), Some(i64::MAX));
    }
}
