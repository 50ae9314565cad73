//! Contest problems: read the input, play, print the answer.

mod asked;
mod explain;
mod generate;
mod input;
mod numbers;
mod run;
mod visit;
mod words;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::engine::{Engine, Settings};
use crate::error::Error;
use crate::loaded::Loaded;
use crate::program::Sample;
pub use explain::Explained;
use run::Judge;
use std::sync::Arc;
pub use visit::{Growth, Visited};

pub use generate::{Bound, Input, Inputs, Shape, Wishes};

impl Engine {
    /// Runs the contest part of a file of the library on an input; `print` gets what each case prints. An error in the input
    /// may show only after some cases: who wants no half answer keeps what was printed until the end.
    ///
    /// ```
    /// use grundy::Watch;
    /// use grundy_rules::{Engine, Library, Settings};
    /// let mut library = Library::new();
    /// library.add_file("nim", r#"
    /// nim(n)  -> nim(m) for m in 0..n-1
    /// input   repeat t: n, x[n]
    /// play    nim(a) for a in x
    /// answer  if win then "first" else "second"
    /// "#)?;
    /// let engine = Engine::new(library, Watch::default());
    /// let mut out = String::new();
    /// engine.judge("nim", &Settings::default(), "2  3 1 2 3  2 5 6", &mut |text| out.push_str(text))?;
    /// assert_eq!(out, "second\nfirst\n");
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn judge(
        &self,
        file: &str,
        settings: &Settings,
        input: impl AsRef<[u8]>,
        print: &mut dyn FnMut(&str),
    ) -> Result<(), Error> {
        self.judge_with(file, settings, input.as_ref(), print, None).map(|_| ())
    }

    /// Runs the contest part of a file and explains its first cases. Gives the number of all cases.
    ///
    /// ```
    /// use grundy::{Value, Watch};
    /// use grundy_rules::{Engine, Library, Settings};
    /// let mut library = Library::new();
    /// library.add_file("nim", "nim(n) -> nim(m) for m in 0..n-1\ninput n, x[n]\nplay nim(a) for a in x\nanswer win")?;
    /// let engine = Engine::new(library, Watch::default());
    /// let mut values = Vec::new();
    /// let cases = engine.judge_explained("nim", &Settings::default(), "2 5 6", &mut |_| {}, &mut |case| {
    ///     values.extend(case.components.iter().map(|(_, _, value)| value.clone()));
    ///     values.push(case.value.clone());
    /// })?;
    /// assert_eq!(cases, 1);
    /// assert_eq!(values, [5, 6, 3].map(|value| Some(Value::Finite(value))));
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn judge_explained(
        &self,
        file: &str,
        settings: &Settings,
        input: impl AsRef<[u8]>,
        print: &mut dyn FnMut(&str),
        explain: &mut dyn FnMut(&Explained),
    ) -> Result<u64, Error> {
        self.judge_with(file, settings, input.as_ref(), print, Some(explain))
    }

    fn judge_with<'a>(
        &'a self,
        file: &str,
        settings: &Settings,
        input: &'a [u8],
        print: &mut dyn FnMut(&str),
        explain: Option<Explain<'a>>,
    ) -> Result<u64, Error> {
        let loaded = self.library.loaded(file).ok_or_else(|| Error::bad(format!("no file `{file}`")))?.clone();
        if loaded.contest.is_none() {
            let error = Diagnostic::general("this file is no contest problem: it has no `answer` line");
            let error = error.help("add lines like `input n`, `play nim(n)`, `answer if win then \"yes\" else \"no\"`");
            return Err(Error::Bad(Diagnostics::one(loaded.program.source.clone(), error)));
        }
        Judge::new(self, loaded, settings, input, explain)?.run(print)
    }

    /// Runs the samples of a file, and all moves of positions that play can reach from those that were asked about. Settings of
    /// names that `input` reads are left out here.
    pub fn check_samples(&self, file: &str, settings: &Settings) -> Result<Vec<CheckedSample>, Error> {
        let Some(loaded) = self.library.loaded(file).cloned() else { return Ok(Vec::new()) };
        let program = &loaded.program;
        let is_read = |name: &String| program.global(name).is_some_and(|global| program.globals[global].read);
        let mut settings = settings.clone();
        settings.set.retain(|(name, _)| !is_read(name));
        settings.data.retain(|(name, _)| !is_read(name));
        program.samples.iter().map(|sample| self.check_sample(&loaded, &settings, sample)).collect()
    }

    fn check_sample(&self, loaded: &Arc<Loaded>, settings: &Settings, sample: &Sample) -> Result<CheckedSample, Error> {
        let mut printed = String::new();
        let mut judge = Judge::new(self, loaded.clone(), settings, sample.input.as_bytes(), None)?;
        judge.note_positions();
        judge.run(&mut |text| printed.push_str(text))?;
        let (asked, values) = judge.noted();
        let mut methods: Vec<(String, String)> = Vec::new();
        for component in &asked {
            let method = match if values { self.strategy(component) } else { self.win_strategy(component) } {
                Ok(method) => method,
                Err(Error::Loopy(_)) => "loopy search".to_owned(),
                Err(error) => return Err(error),
            };
            let named = (component.name().to_owned(), method);
            if !methods.contains(&named) {
                methods.push(named);
            }
        }
        let right = same_words(&printed, &sample.gives);
        Ok(CheckedSample { sample: sample.clone(), printed, right, methods, visited: visit::visit(self, &asked)? })
    }
}

/// Who gets the explanations.
type Explain<'a> = &'a mut (dyn FnMut(&Explained) + 'a);

/// A sample that was run.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedSample {
    /// The sample.
    pub sample: Sample,
    /// What was printed.
    pub printed: String,
    /// Whether that is what it must print.
    pub right: bool,
    /// The kinds of the positions that were asked about, each with the method that answered.
    pub methods: Vec<(String, String)>,
    /// The positions that play can reach from these.
    pub visited: Visited,
}

/// Whether two outputs agree word by word.
pub fn same_words(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}
