//! Values of heaps that are split, by sparse spaces.

use super::Cpp;
use super::parts::LARGEST_TABLE;
use crate::ir::{Expr, Kind, Rule, Split};
use crate::print::{Strength, comment, filled};

const TEMPLATE: &str = include_str!("../../library/splits_cpp.txt");

impl Cpp<'_> {
    /// The function for a kind with its tables.
    pub(super) fn splits(&self, index: usize, kind: &Kind, rules: &[Rule], splits: &[Split]) -> String {
        self.need("fail");
        let (name, n) = (&kind.function, &kind.args[0].0);
        let moves = self.moves(index, kind, rules, &|_, args| format!("table_{name}[(size_t)({args})]"));
        let plain = format!("vector<Int> seen;\n{moves}for (Int v : seen) mark[(size_t)v] = {n};\n");
        filled(
            TEMPLATE,
            &[
                ("plain", if rules.is_empty() { "" } else { &plain }),
                ("rare", &splits.iter().map(|split| self.rare(name, n, split)).collect::<String>()),
                ("all", &splits.iter().map(|split| self.all(name, n, split)).collect::<String>()),
                ("limit", &LARGEST_TABLE.to_string()),
                ("f", name),
                ("n", n),
            ],
        )
    }

    /// Marks the values of splits with a rare heap.
    fn rare(&self, name: &str, n: &str, split: &Split) -> String {
        let (a, left) = (&split.name, self.at(&split.left, Strength::Product));
        let (from, to) = (self.at(&split.from, Strength::Sum), self.at(&split.to, Strength::Sum));
        format!(
            "// {}\n{{\n    auto look = [&](Int {a}) {{\n        if ({from} <= {a} && {a} <= {to} && {})\n            mark[(size_t)({})] = {n};\n    }};\n    for (Int rare_heap : rare_{name}) look(rare_heap), look({left} - rare_heap);\n}}\n",
            comment(&split.text),
            self.is_split(split, &left),
            value(name, a, &left),
        )
    }

    /// Marks the values of splits until no value is missing.
    fn all(&self, name: &str, n: &str, split: &Split) -> String {
        let (a, left) = (&split.name, self.at(&split.left, Strength::Product));
        let (from, to) = (self.text(&split.from), self.at(&split.to, Strength::Sum));
        format!(
            "for (Int {a} = {from}; unseen > 0 && {a} <= {to}; ++{a}) {{\n    if (!({})) continue;\n    Int v = {};\n    if (v < common && mark[(size_t)v] != {n}) mark[(size_t)v] = {n}, --unseen;\n}}\n",
            self.is_split(split, &left),
            value(name, a, &left),
        )
    }

    fn is_split(&self, split: &Split, left: &str) -> String {
        let text = |condition: &Expr| self.at(condition, Strength::Compare);
        let conditions: String = split.conditions.iter().map(|condition| format!(" && {}", text(condition))).collect();
        format!("0 <= {a} && {a} <= {left}{conditions}", a = split.name)
    }
}

/// The value of both parts.
fn value(name: &str, a: &str, left: &str) -> String {
    format!("table_{name}[(size_t){a}] ^ table_{name}[(size_t)({left} - {a})]")
}
