//! The box that holds all questions about a kind so far: what a table should hold, and where the next questions are likely to be.

/// Corners of a box of positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    low: Vec<i64>,
    high: Vec<i64>,
    /// The upper corner when it was last asked to grow.
    before: Vec<i64>,
}

impl Asked {
    /// The box of one question.
    pub(super) fn new(args: &[i64]) -> Asked {
        Asked { low: args.to_vec(), high: args.to_vec(), before: args.to_vec() }
    }

    /// Makes room for another question.
    pub(super) fn include(&mut self, args: &[i64]) {
        for ((low, high), &arg) in self.low.iter_mut().zip(&mut self.high).zip(args) {
            (*low, *high) = ((*low).min(arg), (*high).max(arg));
        }
    }

    /// The corners of a box about twice as large, if there were different questions: longer in every argument that has risen since
    /// the last time. Without that, questions in rising order would each want a table of their own.
    pub(super) fn grown(&mut self) -> Option<[Vec<i64>; 2]> {
        if self.low == self.high {
            return None;
        }
        let risen: Vec<bool> = self.before.iter().zip(&self.high).map(|(before, high)| before < high).collect();
        self.before.clone_from(&self.high);
        let parts = risen.iter().filter(|&&risen| risen).count().max(1) as i64;
        let longer = |((&low, &high), &risen): ((&i64, &i64), &bool)| match risen {
            true => high.saturating_add(high.saturating_sub(low).saturating_add(parts - 1) / parts),
            false => high,
        };
        Some([self.low.iter().zip(&self.high).zip(&risen).map(longer).collect(), self.low.clone()])
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
        assert_eq!(asked.grown(), Some([vec![10, 47], vec![0, 7]]));
        asked.include(&[12, 28]);
        assert_eq!(asked.grown(), Some([vec![18, 39], vec![0, 7]]));
        asked.include(&[i64::MAX, 0]);
        assert_eq!(asked.grown().map(|corners| corners[0][0]), Some(i64::MAX));
    }
}
