//! `grundy completions SHELL` and `grundy man [FOLDER]`, both made from the definition of the command line.

use std::fs;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::failure::{Failure, Outcome};
use crate::output;

/// Completions for a shell.
pub fn completions(args: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "grundy", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}

/// The man pages.
pub fn man(args: &ManArgs) -> Outcome {
    let Some(folder) = &args.folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        return output::print(&String::from_utf8_lossy(&page));
    };
    let failed = |error| Failure::input(format!("{}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(failed)
}
