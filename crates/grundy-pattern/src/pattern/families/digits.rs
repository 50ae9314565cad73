//! Functions of the number of digits, in a base that the rules speak of: `ilog(n, b)`.

use super::params::{Fixed, combinations};
use super::{Proposal, Table};

/// Numbers of digits that must be seen in a base that the rules name, and in another one.
const NAMED: u64 = 3;
const OTHER: u64 = 6;

/// Bases that rules may have without naming them.
const COMMON: [u64; 3] = [2, 3, 4];

pub(super) fn propose(tables: &[Table]) -> Vec<Proposal> {
    let [first, ..] = tables else { return Vec::new() };
    let [name] = &first.values.names[..] else { return Vec::new() };
    let rows: Vec<Vec<u64>> = tables.iter().map(|table| table.values.row()).collect();
    if first.values.misere || first.values.is_constant() || rows.iter().any(|row| row.len() < 2) {
        return Vec::new();
    }
    let params: Vec<_> = tables.iter().map(|table| &table.values.params[..]).collect();
    let named = first.literals.iter().filter(|&&n| (2..1000).contains(&n)).map(|&n| Fixed::number(n, tables.len()));
    let common = COMMON.map(|n| Fixed::number(n, tables.len()));
    let mut list: Vec<Proposal> = Vec::new();
    for (base, least) in
        combinations(&params).into_iter().chain(named).map(|b| (b, NAMED)).chain(common.map(|b| (b, OTHER)))
    {
        for form in FORMS {
            let fits = |(row, &base): (&Vec<u64>, &i128)| form.fits(row, base, least);
            if rows.iter().zip(&base.values).all(fits) {
                list.push(Proposal::value(form.written(name, &base.text, rows[0][0])));
            }
        }
    }
    list.dedup();
    list.truncate(3);
    list
}

/// (ilog(n, b) + more) mod m, without a remainder if m is 0.
#[derive(Debug, Clone, Copy)]
struct Form {
    more: u64,
    modulus: u64,
}

const FORMS: [Form; 6] = [
    Form { more: 1, modulus: 0 },
    Form { more: 0, modulus: 0 },
    Form { more: 1, modulus: 2 },
    Form { more: 0, modulus: 2 },
    Form { more: 1, modulus: 3 },
    Form { more: 0, modulus: 3 },
];

impl Form {
    /// All values but that of 0.
    fn fits(self, row: &[u64], base: i128, least: u64) -> bool {
        let Some(base) = u64::try_from(base).ok().filter(|&b| b > 1) else { return false };
        let seen = (row.len() as u64 - 1).checked_ilog(base).unwrap_or(0) + 1;
        let at = |n: u64| u64::from(n.ilog(base)) + self.more;
        let value = |n: u64| if self.modulus == 0 { at(n) } else { at(n) % self.modulus };
        u64::from(seen) >= least && (1..).zip(&row[1..]).all(|(n, &v)| v == value(n))
    }

    fn written(self, name: &str, base: &str, zero: u64) -> String {
        let log = format!("ilog({name}, {base})");
        let text = match (self.more, self.modulus) {
            (0, 0) => log,
            (more, 0) => format!("{log} + {more}"),
            (0, modulus) => format!("{log} % {modulus}"),
            (more, modulus) => format!("({log} + {more}) % {modulus}"),
        };
        format!("if {name} == 0 then {zero} else {text}")
    }
}
