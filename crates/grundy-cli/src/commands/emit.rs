//! `grundy emit FILE --lang LANG`: a whole program for a contest file.

use grundy_emit::{Language, emit, known};
use grundy_rules::Library;
use serde::Serialize;

use crate::args::{EmitArgs, Lang, LimitArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::{files, output};

/// The language that an argument names.
pub fn language(lang: Lang) -> Language {
    match lang {
        Lang::Cpp => Language::Cpp,
        Lang::Rust => Language::Rust,
        Lang::Python => Language::Python,
    }
}

/// The name of a language.
pub fn name(lang: Lang) -> &'static str {
    match lang {
        Lang::Cpp => "cpp",
        Lang::Rust => "rust",
        Lang::Python => "python",
    }
}

/// A written program.
#[derive(Serialize)]
struct EmitReport {
    file: String,
    language: &'static str,
    methods: Vec<MethodReport>,
    program: String,
}

/// How the values of a kind are found.
#[derive(Serialize)]
struct MethodReport {
    kind: String,
    method: &'static str,
}

/// Runs the command. What can be written is found out before any formula is looked for.
pub fn run(args: &EmitArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let name_of_file = args.file.display().to_string();
    let text = read_text(&args.file)?;
    let mut library = Library::new();
    library.add_rules(&name_of_file, &text)?;
    let Some(program) = library.program(&name_of_file) else { return Err(Failure::input("no rules")) };
    emit(program, &[], language(args.lang))?;
    let known = known(&name_of_file, &text, &context::watch(limits))?;
    let emitted = emit(program, &known, language(args.lang))?;
    if let Some(path) = &args.output {
        files::replace(path, emitted.text.as_bytes())
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    }
    if json {
        let methods = emitted.methods.into_iter().map(|(kind, method)| MethodReport { kind, method }).collect();
        return output::print_json(EmitReport {
            file: name_of_file,
            language: name(args.lang),
            methods,
            program: emitted.text,
        });
    }
    if args.output.is_some() { Ok(()) } else { output::print_plain(&emitted.text) }
}
