//! Small random inputs for a contest problem, made from its `input` line.
//!
//! A walk over the `input` line asks for one number or word after the other and works out the sizes, so that the parts
//! of an input fit together. What may stand where comes, the first that says something, from the user ([`Wishes`]), from a
//! comment `# Limits: 1 ≤ L ≤ R ≤ 100` of the file, from a range `L..R` of two names in its rules, from its samples, and
//! from small defaults. Every input is a function of a list of choices, which is also how it is shrunk.

mod choices;
mod invent;
mod limits;
mod plan;
mod samples;
mod shape;
mod walk;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::engine::{Engine, Settings, globals_from};
use crate::error::Error;
use crate::loaded::Loaded;
use crate::program::Contest;
use crate::value::Val;
use choices::{Choices, Made};
use invent::Inventor;
use plan::Plan;
use samples::{Learnt, Sampler};
use std::fmt;
use std::sync::Arc;
use walk::{Refused, Walk};

pub use shape::Shape;

/// One end of a range: a number, or an integer read before with something added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bound {
    /// A number.
    Number(i128),
    /// `n`, `n-1`, `L+3`.
    Name(String, i128),
}

impl Bound {
    fn plus(&self, more: i128) -> Bound {
        match self {
            Bound::Number(number) => Bound::Number(number.saturating_add(more)),
            Bound::Name(name, offset) => Bound::Name(name.clone(), offset.saturating_add(more)),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Number(number) => write!(f, "{number}"),
            Bound::Name(name, 0) => f.write_str(name),
            Bound::Name(name, offset) => write!(f, "{name}{offset:+}"),
        }
    }
}

/// What the user says about the inputs.
#[derive(Debug, Clone, Default)]
pub struct Wishes {
    /// Ranges of numbers, or of the lengths of texts.
    pub ranges: Vec<(String, Bound, Bound)>,
    /// The letters of texts.
    pub letters: Vec<(String, String)>,
    /// The shapes of lists.
    pub shapes: Vec<(String, Shape)>,
}

/// Makes inputs for one contest problem.
#[derive(Debug)]
pub struct Inputs<'a> {
    engine: &'a Engine,
    loaded: Arc<Loaded>,
    globals: Vec<Option<Val>>,
    plan: Plan,
}

/// An input and the choices behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The text.
    pub text: String,
    made: Made,
    scale: (u64, u64),
}

impl Engine {
    /// Small random inputs for the contest problem of a file.
    ///
    /// ```
    /// use grundy::Watch;
    /// use grundy_rules::{Engine, Library, Settings, contest::Wishes};
    /// let mut library = Library::new();
    /// library.add_file("nim", r#"
    /// nim(n)  -> nim(m) for m in 0..n-1
    /// input   n, x[n]
    /// play    nim(a) for a in x
    /// answer  if win then "first" else "second"
    /// "#)?;
    /// let engine = Engine::new(library, Watch::default());
    /// let inputs = engine.inputs("nim", &Settings::default(), &Wishes::default())?;
    /// let input = inputs.random(1, (1, 1))?.expect("any numbers fit together");
    /// let words: Vec<usize> = input.text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    /// assert_eq!(words.len(), 1 + words[0]);
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn inputs(&self, file: &str, settings: &Settings, wishes: &Wishes) -> Result<Inputs<'_>, Error> {
        let loaded = self.library.loaded(file).ok_or_else(|| Error::bad(format!("no file `{file}`")))?.clone();
        let bad = |error| Error::Bad(Diagnostics::one(loaded.program.source.clone(), error));
        if loaded.program.contest.is_none() {
            return Err(bad(Diagnostic::general("this file is no contest problem: it has no `answer` line")));
        }
        let globals = globals_from(&loaded.program, settings).map_err(bad)?;
        let mut learnt = Learnt::default();
        // Words and numbers of inputs with texts are not between white space, so that nothing is learnt from them.
        let samples = if loaded.program.contest.as_ref().is_some_and(Contest::has_texts) {
            &[]
        } else {
            &*loaded.program.samples
        };
        for sample in samples {
            let mut walk = Walk::new(self, &loaded, &globals, Sampler::new(&sample.input, learnt));
            // A sample that does not read to its end shows something all the same; `grundy check` complains about it.
            drop(walk.run());
            learnt = walk.source.learnt;
        }
        let plan = Plan::new(&loaded.program, &learnt, wishes).map_err(Error::bad)?;
        Ok(Inputs { engine: self, loaded, globals, plan })
    }
}

impl Inputs<'_> {
    /// What stands where: a line for each name.
    pub fn describe(&self) -> Vec<String> {
        self.plan.describe()
    }

    /// A random input; the ranges are cut to this part of their length. The inner error says why the numbers chosen do
    /// not fit together, as with a graph of too many edges.
    pub fn random(&self, seed: u64, scale: (u64, u64)) -> Result<Result<Input, String>, Error> {
        self.make(Choices::random(seed), scale)
    }

    /// Simpler inputs than this one, to be tried one after the other.
    pub fn simpler<'i>(&'i self, input: &'i Input) -> impl Iterator<Item = Input> + 'i {
        let made = input.made.simpler().into_iter();
        made.filter_map(move |choices| self.make(Choices::replay(choices), input.scale).ok()?.ok())
            .filter(move |simpler| simpler.made.is_simpler_than(&input.made))
    }

    fn make(&self, choices: Choices, scale: (u64, u64)) -> Result<Result<Input, String>, Error> {
        let inventor = Inventor::new(&self.plan, choices, scale);
        let mut walk = Walk::new(self.engine, &self.loaded, &self.globals, inventor);
        match walk.run() {
            Ok(()) => {
                let (text, made) = walk.source.finish();
                Ok(Ok(Input { text, made, scale }))
            }
            Err(Refused::Unfit(why)) => Ok(Err(why)),
            Err(Refused::Error(error)) => Err(error),
        }
    }
}
