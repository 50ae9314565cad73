//! `grundy new FILE`: a commented rule file to start from.

use crate::args::NewArgs;
use crate::failure::{Failure, Outcome};
use crate::{files, output};

/// The file that is written; a test checks that it runs.
pub const TEMPLATE: &str = include_str!("template.game");

/// Runs the command; a file that exists is never overwritten.
pub fn run(args: &NewArgs) -> Outcome {
    let path = args.file.display();
    let failed = |error| Failure::input(format!("{path}: {error}"));
    files::create(&args.file, TEMPLATE.as_bytes()).map_err(failed)?;
    output::print(&format!("wrote {path}; try: grundy check {path}, grundy table {path} --to 20\n"))
}

#[cfg(test)]
mod tests {
    use super::TEMPLATE;
    use grundy::Watch;
    use grundy_rules::{Engine, Library, Settings};

    #[test]
    fn the_template_runs_and_its_sample_holds() {
        let mut library = Library::new();
        library.add_rules("template", TEMPLATE).unwrap();
        let engine = Engine::new(library, Watch::default());
        let samples = engine.check_samples("template", &Settings::default()).unwrap();
        assert!(!samples.is_empty() && samples.iter().all(|sample| sample.right), "{samples:?}");
    }
}
