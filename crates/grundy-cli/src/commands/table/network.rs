//! `grundy table 'digraph("file")'` for large files and packed ones: read as a stream, values told as they are known. `--pack FILE`
//! writes the digraph in the format that loads at once.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use grundy_report::csv_field;
use grundy_table::graph::{Formats, Network, read};
use grundy_table::{Error, replace};

use crate::args::{Format, LimitArgs, TableArgs};
use crate::failure::{Failure, Outcome};
use crate::{context, output};

/// Files from this size on are read as streams.
const LARGE: u64 = 4 << 20;

/// Files up to this size have another reader, which knows values of graphs with cycles too.
const SMALL: u64 = 64 << 20;

/// Runs the command, if it is for a large or packed graph or packs one.
pub fn run(args: &TableArgs, limits: &LimitArgs, format: Format) -> Option<Outcome> {
    let Some(path) = file(&args.game) else {
        return args.pack.is_some().then(|| Err(Failure::input("--pack is for digraph(\"file\")")));
    };
    let (mut input, len) = match open(Path::new(path)) {
        Ok(opened) => opened,
        // The other reader says what is wrong.
        Err(_) if args.pack.is_none() => return None,
        Err(error) => return Some(Err(Failure::input(format!("{path}: {error}")))),
    };
    let formats = match input.fill_buf() {
        Ok(first) => Formats::detect(path, first),
        Err(error) => return Some(Err(Failure::input(format!("{path}: {error}")))),
    };
    if args.pack.is_none() && len <= LARGE && formats != Formats::Packed {
        return None;
    }
    let watch = context::watch(limits);
    let named = |error: Error| match error {
        Error::Rules(error) => error.into(),
        error => Failure {
            code: error.exit_code(),
            message: error.to_string().replacen("error: ", &format!("error: {path}: "), 1),
        },
    };
    let network = match read(&mut input, formats, &watch) {
        Ok(network) => network,
        // Braces as ends of edges, JSON and graphs without directions.
        Err(Error::Bad(_)) if len <= SMALL && formats != Formats::Packed && args.pack.is_none() => return None,
        Err(error) => return Some(Err(named(error))),
    };
    if let Some(out) = &args.pack {
        return Some(pack(&network, out));
    }
    // What is printed cannot be taken back: first look for cycles, which the other reader can do more with.
    if len <= SMALL
        && formats != Formats::Packed
        && let Err(Error::Loopy(_)) = network.values(&watch, &mut |_, _| Ok(()))
    {
        return None;
    }
    match print(&network, format, &watch) {
        Err(Failed::Table(error)) => Some(Err(named(error))),
        Err(Failed::Command(failure)) => Some(Err(failure)),
        Ok(()) => Some(Ok(())),
    }
}

/// The file of `digraph("file")`.
fn file(game: &str) -> Option<&str> {
    let inner = game.trim().strip_prefix("digraph")?.trim_start().strip_prefix('(')?.strip_suffix(')')?.trim();
    let path = inner.strip_prefix('"')?.strip_suffix('"')?;
    (!path.contains(['"', '\\'])).then_some(path)
}

fn open(path: &Path) -> std::io::Result<(BufReader<File>, u64)> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    if data.is_dir() {
        return Err(std::io::Error::other("this is a folder"));
    }
    let len = if data.is_file() { data.len() } else { 0 };
    Ok((BufReader::with_capacity(1 << 20, file), len))
}

fn pack(network: &Network, path: &Path) -> Outcome {
    replace(path, |file| {
        let mut out = BufWriter::with_capacity(1 << 20, file);
        network.pack(&mut out)?;
        out.flush()
    })?;
    output::say(&format!("{} nodes, {} edges written\n", network.nodes(), network.edges()));
    Ok(())
}

enum Failed {
    Table(Error),
    Command(Failure),
}

fn print(network: &Network, format: Format, watch: &grundy::Watch) -> Result<(), Failed> {
    let width = match format {
        Format::Text => network.widest(),
        Format::Csv | Format::Json => 0,
        _ => return Err(Failed::Command(Failure::input("nodes have names, not numbers: use text, csv or json"))),
    };
    let mut out: Option<BufWriter<std::io::StdoutLock<'static>>> = None;
    let mut failed = None;
    let mut take = |node: u32, value: u32| {
        let name = output::safe(&network.name(node));
        let first = out.is_none();
        let out = out.get_or_insert_with(output::stream);
        let written = (|| {
            if first {
                write!(
                    out,
                    "{}",
                    match format {
                        Format::Csv => "node,value\n",
                        Format::Json => r#"{"schema":"grundy/1","values":{"nodes":{"#,
                        _ => "",
                    }
                )?;
            }
            match format {
                Format::Csv => writeln!(out, "{},{value}", csv_field(&name)),
                Format::Json => {
                    write!(out, "{}{}:{value}", if first { "" } else { "," }, serde_json::Value::from(name.as_str()))
                }
                _ => writeln!(out, "{name:width$}  {value}"),
            }
        })();
        written.map_err(|error: std::io::Error| {
            let text = error.to_string();
            let kind = error.kind();
            failed = Some(error);
            Error::Disk(kind, text)
        })
    };
    let told = network.values(watch, &mut take);
    if let Some(error) = failed {
        return Err(Failed::Command(error.into()));
    }
    told.map_err(Failed::Table)?;
    let mut end = || -> std::io::Result<()> {
        let empty = out.is_none();
        let out = out.get_or_insert_with(output::stream);
        match format {
            Format::Json => {
                writeln!(out, "{}}}}}}}", if empty { r#"{"schema":"grundy/1","values":{"nodes":{"# } else { "" })?
            }
            Format::Csv if empty => writeln!(out, "node,value")?,
            _ => {}
        }
        out.flush()
    };
    end().map_err(|error| Failed::Command(error.into()))
}
