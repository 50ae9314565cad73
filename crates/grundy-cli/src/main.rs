//! The command `grundy`: one file a command in `commands/`; here only the way from arguments to an exit code.

mod args;
mod commands;
mod context;
mod failure;
mod files;
mod interrupt;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
mod progress;

use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use args::{Cli, Command, Format};
use failure::{Failure, Outcome};

fn main() -> ExitCode {
    match Cli::try_parse().map_or_else(|said| told(&said), |cli| run(&cli)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { code, message }) => {
            if !message.is_empty() {
                output::say(&format!("{}\n", output::safe(message.trim_end())));
            }
            ExitCode::from(code)
        }
    }
}

/// Prints a help text, which must not be lost, or says what is wrong with the arguments.
fn told(said: &clap::Error) -> Outcome {
    let printed = said.print();
    if said.use_stderr() { Err(Failure { code: 2, message: String::new() }) } else { Ok(printed?) }
}

/// The formats that a command can print.
fn formats(command: &Command) -> &'static [Format] {
    match command {
        Command::Table(_) => Format::value_variants(),
        Command::Survey(_) => &[Format::Text, Format::Csv, Format::Json, Format::Npy, Format::Parquet],
        // A conversation, a file, contest output, a script and pages have one form.
        Command::Play(_)
        | Command::Serve(_)
        | Command::New(_)
        | Command::Judge(_)
        | Command::Completions(_)
        | Command::Man(_) => &[Format::Text],
        _ => &[Format::Text, Format::Json],
    }
}

/// Refuses a format that the command cannot print.
fn check_format(command: &Command, format: Format) -> Outcome {
    if formats(command).contains(&format) {
        return Ok(());
    }
    Err(Failure::input(match format {
        Format::Json => "this command prints no JSON",
        _ => "this command has no such format; `grundy table` has all",
    }))
}

fn run(cli: &Cli) -> Outcome {
    let format = cli.output.format();
    check_format(&cli.command, format)?;
    let json = format == Format::Json;
    match &cli.command {
        Command::Solve(args) => commands::solve::run(args, &cli.limits, json),
        Command::Table(args) => commands::table::run(args, &cli.limits, format),
        Command::Period(args) => commands::period::run(args, &cli.limits, json),
        Command::Pattern(args) => commands::pattern::run(args, &cli.limits, json),
        Command::Prove(args) => commands::prove::run(args, &cli.limits, json),
        Command::Diff(args) => commands::diff::run(args, &cli.limits, json),
        Command::Explain(args) => commands::explain::run(args, &cli.limits, json),
        Command::Play(args) => commands::play::run(args, &cli.limits),
        Command::Serve(args) => commands::serve::run(args, &cli.limits),
        Command::Draw(args) => commands::draw::run(args, &cli.limits, json),
        Command::Games(args) => commands::games::run(args, json),
        Command::Check(args) => commands::check::run(args, &cli.limits, json),
        Command::New(args) => commands::new::run(args),
        Command::Judge(args) => commands::judge::run(args, &cli.limits),
        Command::Emit(args) => commands::emit::run(args, &cli.limits, json),
        #[cfg(unix)]
        Command::Stress(args) => commands::stress::run(args, &cli.limits, json),
        #[cfg(unix)]
        Command::Interact(args) => commands::interact::run(args, &cli.limits, json),
        Command::Nimber(args) => commands::nimber::run(args, &cli.limits, json),
        Command::Survey(args) => commands::survey::run(args, &cli.limits, format),
        Command::Verify(args) => commands::verify::run(args, &cli.limits, json),
        Command::Completions(args) => commands::completions::completions(args),
        Command::Man(args) => commands::completions::man(args),
    }
}
