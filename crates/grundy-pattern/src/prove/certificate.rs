//! What was proved, as a certificate of format 2 (docs/CERTIFICATES.md), accepted by the independent checker.

use super::posed::Posed;
use super::stated::Stated;
use super::{Ends, Error, Shown, in_words, stopped};
use crate::Shape;
use crate::solution::Solution;
use crate::translate::write_shape;
use grundy::Watch;
use grundy_automata::game::{Candidate, Encoding, Measure, Proof};
use grundy_automata::{Automaton, Label};
use grundy_verify::{Allowance, Reject};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

/// Writes the certificate and has it checked. `Ok(Err)`: the checker cannot follow, within its limits or at all.
pub(crate) fn checked(
    stated: &Stated,
    posed: &Posed,
    candidate: &Candidate,
    proof: &Proof,
    watch: &Watch,
) -> Result<Result<Shown, String>, Error> {
    let certificate = write(stated, posed, candidate, proof)?;
    let allowed = Allowance { memory: watch.limits().memory, deadline: Instant::now().checked_add(watch.left()) };
    match grundy_verify::check_proof_within(&certificate, allowed) {
        Err(Reject::Time) => Err(stopped(watch)),
        Ok(_) => Ok(Ok(shown(stated, posed, candidate, proof, certificate)?)),
        Err(reject @ (Reject::TooLarge | Reject::Memory { .. } | Reject::Unread(_))) => Ok(Err(reject.to_string())),
        Err(reject) => {
            Err(Error::Contradiction(format!("the prover proved a claim and the checker refuses it: {reject}")))
        }
    }
}

fn shown(
    stated: &Stated,
    posed: &Posed,
    candidate: &Candidate,
    proof: &Proof,
    certificate: String,
) -> Result<Shown, Error> {
    let ends = match &proof.measures {
        Some(measures) => {
            let mut list: Vec<String> = measures.iter().map(|(_, m)| in_words(m)).collect();
            list.dedup();
            Ends::Measure(list.join("; "))
        }
        None if stated.program()?.finite => Ends::Promised,
        None => Ends::Assumed,
    };
    let named = posed.game.kinds.iter().zip(candidate.automata());
    let names = stated.program()?.kinds.iter().map(|kind| kind.name.clone()).collect();
    Ok(Shown {
        encoding: encoding_name(candidate.encoding()),
        numeration: candidate.numeration().to_string(),
        states: named.map(|(kind, automaton)| (kind.name.clone(), automaton.states())).collect(),
        ends,
        certificate,
        solution: Arc::new(Solution::new(posed, names, candidate.clone())),
    })
}

pub(super) fn encoding_name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Relation => "relation",
        Encoding::Power => "power",
        Encoding::Class => "class",
        Encoding::Lost => "lost",
    }
}

fn write(stated: &Stated, posed: &Posed, candidate: &Candidate, proof: &Proof) -> Result<String, Error> {
    let mut out = String::from("grundy certificate 2\n");
    for line in stated.rules.lines() {
        line_out(&mut out, &format!("| {line}"));
    }
    for (name, value) in stated.given()? {
        // Texts never reach the arithmetic.
        if value.chars().all(|c| c.is_ascii_digit() || "[], -".contains(c)) {
            line_out(&mut out, &format!("set {name} = {value}"));
        }
    }
    for claim in &stated.claims {
        line_out(&mut out, &format!("claim {}", claim.text));
        if let Some(domain) = stated.domain_of(claim) {
            let head = claim.text.find(')').map_or("", |end| &claim.text[..=end]);
            line_out(&mut out, &format!("domain {head} if {domain}"));
        }
    }
    line_out(&mut out, &format!("numeration {}", candidate.numeration()));
    line_out(&mut out, &format!("encoding {}", encoding_name(candidate.encoding())));
    let program = stated.program()?;
    let named = |kind: usize| {
        let instance = &posed.instances[kind];
        head(&program.kinds[instance.kind].name, &instance.shapes)
    };
    for (kind, automaton) in candidate.automata().iter().enumerate() {
        write_automaton(&mut out, "kind", &named(kind), automaton, candidate.encoding());
    }
    for (kind, automaton) in candidate.prefixes().iter().enumerate() {
        if let Some(automaton) = automaton {
            write_automaton(&mut out, "prefix", &named(kind), automaton, candidate.encoding());
        }
    }
    for (level, (group, measure)) in proof.measures.iter().flatten().rev().enumerate() {
        for (place, &kind) in group.iter().rev().enumerate() {
            line_out(&mut out, &format!("order {} {level} {place} {}", named(kind), written(measure)));
        }
    }
    line_out(&mut out, "end");
    Ok(out)
}

fn line_out(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

/// `row([_, _], _)`.
fn head(name: &str, shapes: &[Shape]) -> String {
    let list: Vec<String> = shapes.iter().map(|s| write_shape(s, &mut || "_".to_owned())).collect();
    format!("{name}({})", list.join(","))
}

fn written(measure: &Measure) -> String {
    let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(" ");
    match measure {
        Measure::Sum(weights) => format!("sum {}", list(&mut weights.iter().map(ToString::to_string))),
        Measure::Lexicographic(order) => format!("lex {}", list(&mut order.iter().map(ToString::to_string))),
        Measure::Max => "max".into(),
    }
}

fn write_automaton(out: &mut String, word: &str, name: &str, automaton: &Automaton, encoding: Encoding) {
    let (next, labels) = automaton.to_table();
    let letters = next.len() / labels.len().max(1);
    // Writing to a text does not fail.
    let _ = writeln!(out, "{word} {name} {}", labels.len());
    for (state, &label) in labels.iter().enumerate() {
        let row = &next[state * letters..(state + 1) * letters];
        let list: Vec<String> = row.iter().map(|to| to.map_or(".".into(), |to| to.to_string())).collect();
        let _ = writeln!(out, "{}: {}", label_text(label, encoding), list.join(" "));
    }
}

/// A class is written by its value, `-` is none.
fn label_text(label: Label, encoding: Encoding) -> String {
    match (encoding, label) {
        (Encoding::Class, 0) => "-".into(),
        (Encoding::Class, label) => label.trailing_zeros().to_string(),
        (_, label) => label.to_string(),
    }
}
