//! Values of heaps that are split, by sparse spaces.

use super::Python;
use super::parts::LARGEST_TABLE;
use crate::ir::{Expr, Kind, Rule, Split};
use crate::print::{Strength, comment, filled};

const TEMPLATE: &str = include_str!("../../library/splits_python.txt");

impl Python<'_> {
    /// The function for a kind with its tables.
    pub(super) fn splits(&self, index: usize, kind: &Kind, rules: &[Rule], splits: &[Split]) -> String {
        self.need("fail");
        let (name, n) = (&kind.function, &kind.args[0].0);
        let moves = self.moves(index, rules, &|args| format!("table[{args}]"));
        let plain = format!("seen = set()\n{moves}for v in seen:\n    mark[v] = {n}\n");
        filled(
            TEMPLATE,
            &[
                ("plain", if rules.is_empty() { "" } else { &plain }),
                ("rare", &splits.iter().map(|split| self.rare(n, split)).collect::<String>()),
                ("all", &splits.iter().map(|split| self.all(n, split)).collect::<String>()),
                ("limit", &LARGEST_TABLE.to_string()),
                ("f", name),
                ("n", n),
            ],
        )
    }

    /// Marks the values of splits with a rare heap.
    fn rare(&self, n: &str, split: &Split) -> String {
        let (a, left) = (&split.name, self.at(&split.left, Strength::Product));
        let (from, to) = (self.at(&split.from, Strength::Xor), self.at(&split.to, Strength::Xor));
        format!(
            "# {}\nfor rare_heap in rare:\n    for {a} in (rare_heap, {left} - rare_heap):\n        if {from} <= {a} <= {to} and {}:\n            mark[table[{a}] ^ table[{left} - {a}]] = {n}\n",
            comment(&split.text),
            self.is_split(split, &left),
        )
    }

    /// Marks the values of splits until no value is missing.
    fn all(&self, n: &str, split: &Split) -> String {
        let (a, left) = (&split.name, self.at(&split.left, Strength::Product));
        format!(
            "for {a} in {}:\n    if unseen == 0:\n        break\n    if not ({}):\n        continue\n    v = table[{a}] ^ table[{left} - {a}]\n    if v < common and mark[v] != {n}:\n        mark[v] = {n}\n        unseen -= 1\n",
            self.range(&split.from, &split.to),
            self.is_split(split, &left),
        )
    }

    fn is_split(&self, split: &Split, left: &str) -> String {
        let text = |condition: &Expr| self.at(condition, Strength::Not);
        let conditions: String = split.conditions.iter().map(|condition| format!(" and {}", text(condition))).collect();
        format!("0 <= {} <= {left}{conditions}", split.name)
    }
}
