//! Contest problems: read the input, play, print the answer.

mod explain;
mod generate;
mod input;
mod numbers;
mod run;
mod words;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::engine::{Engine, Settings};
use crate::error::Error;
use crate::program::Sample;
pub use explain::Explained;
use run::Judge;

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

    /// Runs the samples of a file: those that print something else come back with what they printed.
    pub fn check_samples(&self, file: &str, settings: &Settings) -> Result<Vec<WrongSample>, Error> {
        let samples = self.library.program(file).map(|program| program.samples.clone()).unwrap_or_default();
        let mut wrong = Vec::new();
        for sample in samples {
            let mut printed = String::new();
            self.judge(file, settings, &sample.input, &mut |text| printed.push_str(text))?;
            if !same_words(&printed, &sample.gives) {
                wrong.push(WrongSample { sample, printed });
            }
        }
        Ok(wrong)
    }
}

/// Who gets the explanations.
type Explain<'a> = &'a mut (dyn FnMut(&Explained) + 'a);

/// A sample that printed something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongSample {
    /// The sample.
    pub sample: Sample,
    /// What was printed.
    pub printed: String,
}

/// Whether two outputs agree word by word.
pub fn same_words(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}
