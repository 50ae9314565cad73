//! Values of heaps that are split, by sparse spaces.

use super::Rust;
use super::parts::LARGEST_TABLE;
use crate::ir::{Expr, Kind, Rule, Split};
use crate::print::{Strength, comment, filled};

const TEMPLATE: &str = include_str!("../../library/splits_rust.txt");

impl Rust<'_> {
    /// The function for a kind, and the fields of its tables.
    pub(super) fn splits(
        &self,
        index: usize,
        kind: &Kind,
        rules: &[Rule],
        splits: &[Split],
        fields: &mut String,
    ) -> String {
        self.need("fail");
        let (name, n) = (&kind.function, &kind.args[0].0);
        fields.push_str(&format!(
            "table_{name}: RefCell<Vec<Int>>,\nrare_{name}: RefCell<Vec<Int>>,\nmask_{name}: Cell<Int>,\n"
        ));
        let moves = self.moves(index, rules, &|args| format!("table[({args}) as usize]"));
        let plain = format!(
            "let mut seen: Vec<Int> = Vec::new();\n{moves}for &v in &seen {{\n    mark[v as usize] = {n};\n}}\n"
        );
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
            "// {}\nfor &rare_heap in &rare {{\n    for {a} in [rare_heap, {left} - rare_heap] {{\n        if {from} <= {a} && {a} <= {to} && {} {{\n            mark[({}) as usize] = {n};\n        }}\n    }}\n}}\n",
            comment(&split.text),
            self.is_split(split, &left),
            value(a, &left),
        )
    }

    /// Marks the values of splits until no value is missing.
    fn all(&self, n: &str, split: &Split) -> String {
        let (a, left) = (&split.name, self.at(&split.left, Strength::Product));
        let (from, to) = (self.at(&split.from, Strength::Xor), self.at(&split.to, Strength::Xor));
        format!(
            "for {a} in {from}..={to} {{\n    if unseen == 0 {{\n        break;\n    }}\n    if !({}) {{\n        continue;\n    }}\n    let v = ({}) as usize;\n    if v < common && mark[v] != {n} {{\n        mark[v] = {n};\n        unseen -= 1;\n    }}\n}}\n",
            self.is_split(split, &left),
            value(a, &left),
        )
    }

    fn is_split(&self, split: &Split, left: &str) -> String {
        let text = |condition: &Expr| self.at(condition, Strength::Compare);
        let conditions: String = split.conditions.iter().map(|condition| format!(" && {}", text(condition))).collect();
        format!("0 <= {a} && {a} <= {left}{conditions}", a = split.name)
    }
}

/// The value of both parts.
fn value(a: &str, left: &str) -> String {
    format!("table[{a} as usize] ^ table[({left} - {a}) as usize]")
}
