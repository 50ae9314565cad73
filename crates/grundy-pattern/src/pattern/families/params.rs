//! Numbers that params make: `L`, `L + 1`, `L + R`, `2 * a + w`, with their values at every setting.

/// A number without arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fixed {
    /// In the rule language.
    pub(super) text: String,
    /// At each setting.
    pub(super) values: Vec<i128>,
}

impl Fixed {
    /// The same number at every setting.
    pub(super) fn number(n: u64, settings: usize) -> Fixed {
        Fixed { text: n.to_string(), values: vec![n.into(); settings] }
    }

    /// As an operand of a product.
    pub(super) fn factor(&self) -> String {
        if self.text.contains(' ') { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// More are not made: every one is tried.
const MOST: usize = 300;

/// Params, sums of two and of their multiples, with a small number more or less: simplest first.
pub(super) fn combinations(settings: &[&[(String, i128)]]) -> Vec<Fixed> {
    let Some(first) = settings.first() else { return Vec::new() };
    let value = |name: &str, i: usize| settings[i].iter().find(|p| p.0 == name).map(|p| p.1);
    let mut list: Vec<(usize, Fixed)> = Vec::new();
    let mut add = |terms: &[(&str, i128)], more: i128| {
        let at = |i: usize| terms.iter().try_fold(more, |sum, (name, factor)| Some(sum + factor * value(name, i)?));
        let Some(values) = (0..settings.len()).map(at).collect::<Option<Vec<_>>>() else { return };
        let product = |(name, factor): &(&str, i128)| match factor {
            1 => (*name).to_owned(),
            _ => format!("{factor} * {name}"),
        };
        let sum = terms.iter().map(product).collect::<Vec<_>>().join(" + ");
        let text = match more {
            0 => sum,
            more if more > 0 => format!("{sum} + {more}"),
            more => format!("{sum} - {}", -more),
        };
        list.push((text.len() + more.unsigned_abs() as usize, Fixed { text, values }));
    };
    for (i, (name, _)) in first.iter().enumerate() {
        for more in [0, 1, -1, 2] {
            for factor in [1, 2, 3] {
                add(&[(name, factor)], more);
                for (other, _) in &first[i + 1..] {
                    add(&[(name, factor), (other, 1)], more);
                    add(&[(name, factor), (other, 2)], more);
                }
            }
        }
    }
    list.sort_by_key(|(size, _)| *size);
    list.truncate(MOST);
    list.into_iter().map(|(_, fixed)| fixed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simplest_first() {
        let one = [("L".to_owned(), 2), ("R".to_owned(), 5)];
        let two = [("L".to_owned(), 3), ("R".to_owned(), 4)];
        let list = combinations(&[&one, &two]);
        assert_eq!(list[0], Fixed { text: "L".into(), values: vec![2, 3] });
        let sum = list.iter().find(|f| f.text == "L + R").unwrap();
        assert_eq!((sum.values.as_slice(), sum.factor().as_str()), (&[7, 7][..], "(L + R)"));
        assert!(list.iter().any(|f| f.text == "2 * L + R" && f.values == [9, 10]));
    }
}
