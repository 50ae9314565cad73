//! `grundy games [NAME]`: the catalogue.

use grundy_report::{GameReport, GamesReport};
use grundy_rules::catalogue::{self, Entry};
use grundy_rules::diagnostic::did_you_mean;

use crate::args::GamesArgs;
use crate::failure::{Failure, Outcome};
use crate::output::{self, BOLD, DIM, paint};

/// Runs the command.
pub fn run(args: &GamesArgs, json: bool) -> Outcome {
    match &args.name {
        None if json => output::print_json(GamesReport::new()),
        None => output::print(&list()),
        Some(name) => {
            let entry = catalogue::find(name).ok_or_else(|| unknown(name))?;
            if json { output::print_json(GameReport::new(entry)) } else { output::print(&show(entry)) }
        }
    }
}

fn unknown(name: &str) -> Failure {
    let names = catalogue::entries().iter().map(|entry| entry.name);
    let help = did_you_mean(name, names).unwrap_or_else(|| "`grundy games` lists all".into());
    Failure::input(format!("unknown game `{name}`\nhelp: {help}"))
}

fn list() -> String {
    let entries = catalogue::entries();
    let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for entry in entries {
        out += &format!("{}{}  {}\n", paint(BOLD, entry.name), " ".repeat(width - entry.name.len()), entry.title);
    }
    out + &paint(DIM, format!("{} games; grundy games NAME tells all about one\n", entries.len()))
}

fn show(entry: &Entry<'_>) -> String {
    format!("{}\n\n{}", paint(BOLD, entry.title), entry.text)
}
