//! `grundy draw EXPR|GAME`: a picture as SVG, to a file or to stdout.

use grundy_draw::{Request, Style, What};
use grundy_report::table::count;

use crate::args::{DrawArgs, LimitArgs, Picture, Theme};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::output;

/// Runs the command.
pub fn run(args: &DrawArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let (engine, name) = context::engine_for(&args.of, &args.rules, limits)?;
    let request = request(args, name)?;
    let drawing = grundy_draw::draw(&engine, &settings, &request, &context::watch(limits))?;
    if let Some(path) = &args.output {
        files::replace(path, drawing.svg.as_bytes())
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        return if json { output::print_json(&drawing) } else { Ok(()) };
    }
    if json { output::print_json(&drawing) } else { output::print_plain(&drawing.svg) }
}

fn request(args: &DrawArgs, of: String) -> Result<Request, Failure> {
    let what = args.what.map(|what| match what {
        Picture::Position => What::Position,
        Picture::Xor => What::Xor,
        Picture::Mex => What::Mex,
        Picture::Graph => What::Graph,
        Picture::Table => What::Table,
        Picture::Plot => What::Plot,
        Picture::Rows => What::Rows,
    });
    Ok(Request {
        of,
        what,
        from: numbers(args.from.as_deref(), "--from")?,
        to: numbers(args.to.as_deref(), "--to")?,
        period: args.period,
        moves: args.moves,
        values: args.values,
        most: args.positions.map(usize::from),
        style: Style { theme: theme(args.theme), ..Style::default() },
    })
}

fn theme(theme: Theme) -> grundy_draw::Theme {
    match theme {
        Theme::Auto => grundy_draw::Theme::Auto,
        Theme::Light => grundy_draw::Theme::Light,
        Theme::Dark => grundy_draw::Theme::Dark,
    }
}

fn numbers(text: Option<&str>, flag: &str) -> Result<Vec<u64>, Failure> {
    let Some(text) = text else { return Ok(Vec::new()) };
    let numbers: Option<Vec<u64>> = text.split(',').map(|part| count(part.trim())).collect();
    numbers.filter(|numbers| numbers.len() <= 2).ok_or_else(|| {
        Failure::input(format!("{flag} {text}: expected a number such as 100, 10^6 or 2^20, or two: 20,30"))
    })
}
