//! A rule file: the methods of its kinds, its samples, its shortcuts against the definition.

use crate::{Error, Text};
use grundy_rules::catalogue::Entry;
use grundy_rules::native::natives;
use grundy_rules::program::Program;
use grundy_rules::{CheckedSample, Engine, Error as RulesError, Settings, reach};
use serde::Serialize;

/// What is known of one kind of a file.
#[derive(Debug, Clone, Serialize)]
pub struct CheckedKind {
    /// Its name.
    pub name: String,
    /// The method that its positions get; nothing if that depends on params or data that were not given.
    pub strategy: Option<String>,
    /// Small positions on which a shortcut was compared with the definition.
    pub compared: usize,
}

/// What a sample showed.
#[derive(Debug, Clone, Serialize)]
pub struct SampleReport {
    /// Whether it prints what it must.
    pub ok: bool,
    /// The kinds of the positions that were asked about, with the methods that answered.
    pub methods: Vec<KindMethod>,
    /// Positions, reached by play from these, of which all moves were run.
    pub positions: usize,
    /// Whether these are all.
    pub complete: bool,
    /// How their number grows with the numbers and lengths n of a position, if that could be seen.
    pub growth: Option<String>,
    /// The input, what it must print and what it prints, if these differ.
    #[serde(skip)]
    pub wrong: Option<[String; 3]>,
}

/// A kind and the method that answered for its positions.
#[derive(Debug, Clone, Serialize)]
pub struct KindMethod {
    /// The kind.
    pub kind: String,
    /// The method.
    pub strategy: String,
}

/// What is known of a file without errors.
#[derive(Debug, Clone, Serialize)]
pub struct CheckReport {
    /// The file.
    pub file: String,
    /// Its kinds.
    pub kinds: Vec<CheckedKind>,
    /// Up to what sizes it answers its problem, as it says itself.
    pub limits: Option<String>,
    /// How many samples it has.
    pub samples: usize,
    /// How many of them print something else.
    pub samples_wrong: usize,
    /// What each of them showed.
    pub sample_reports: Vec<SampleReport>,
    /// What looks like a slip, although it is none for certain.
    pub warnings: Vec<String>,
    /// Whether all samples print what they must.
    pub ok: bool,
    /// Whether the file only tells about a game written in Rust.
    #[serde(skip)]
    pub native: bool,
}

impl CheckReport {
    /// Checks a file of this text that was added to the engine's library under that name.
    pub fn new(engine: &Engine, file: &str, text: &str, settings: &Settings) -> Result<CheckReport, Error> {
        let limits = Entry::new(file, text).facts("Limits").next().map(str::to_owned);
        let kinds = kinds(engine, file, settings)?;
        let samples = engine.check_samples(file, settings)?;
        let warnings = engine.library().program(file).map_or_else(Vec::new, |program| warnings(program, &samples));
        let samples_wrong = samples.iter().filter(|sample| !sample.right).count();
        Ok(CheckReport {
            file: file.to_owned(),
            kinds,
            limits,
            samples: samples.len(),
            samples_wrong,
            sample_reports: samples.into_iter().map(SampleReport::from).collect(),
            warnings,
            ok: samples_wrong == 0,
            native: false,
        })
    }

    /// The report on a file of the catalogue that only tells about a game written in Rust; nothing for other files.
    pub fn native(file: &str, text: &str) -> Result<Option<CheckReport>, Error> {
        let entry = Entry::new(file, text);
        let Some(game) = entry.facts("Native").next() else { return Ok(None) };
        if !natives().iter().any(|native| native.name() == game) {
            return Err(Error::Bad(format!("{file}: no game written in Rust is called `{game}`")));
        }
        let kind = CheckedKind { name: game.to_owned(), strategy: Some("native".to_owned()), compared: 0 };
        let (file, kinds) = (file.to_owned(), vec![kind]);
        let (sample_reports, warnings) = (Vec::new(), Vec::new());
        let report = CheckReport {
            file,
            kinds,
            limits: None,
            samples: 0,
            samples_wrong: 0,
            sample_reports,
            warnings,
            ok: true,
            native: true,
        };
        Ok(Some(report))
    }

    /// For people.
    pub fn text(&self) -> Text {
        let mut out = Text::default().strong(&self.file).plain("\n");
        if self.native {
            for kind in &self.kinds {
                let words = "native, written in Rust: there are no rules to check";
                out = out.plain(format_args!("  {}: {words}\n", kind.name));
            }
            return out.good("ok").plain("\n");
        }
        for CheckedKind { name, strategy, compared } in &self.kinds {
            let open = if self.samples > 0 {
                "depends on its params and data: see the samples"
            } else {
                "depends on its params and data"
            };
            let strategy = strategy.as_deref().unwrap_or(open);
            out = out.plain(format_args!("  {name}: {strategy}"));
            if *compared > 0 {
                let agrees = format!("(agrees with the definition on {compared} small positions)");
                out = out.plain("  ").quiet(agrees);
            }
            out = out.plain("\n");
        }
        if let Some(limits) = &self.limits {
            out = out.plain(format_args!("  limits: {limits}\n"));
        }
        for (number, sample) in (1..).zip(&self.sample_reports) {
            out = sample.text(number, out);
        }
        for warning in &self.warnings {
            out = out.bad("warning").plain(format_args!(": {warning}\n"));
        }
        let samples = if self.samples == 1 { "sample" } else { "samples" };
        if self.ok { out.good("ok").plain(format_args!(" ({} {samples})\n", self.samples)) } else { out }
    }
}

impl From<CheckedSample> for SampleReport {
    fn from(found: CheckedSample) -> SampleReport {
        let CheckedSample { sample, printed, right, methods, visited } = found;
        SampleReport {
            ok: right,
            methods: methods.into_iter().map(|(kind, strategy)| KindMethod { kind, strategy }).collect(),
            positions: visited.positions,
            complete: visited.complete,
            growth: visited.growth.map(|growth| growth.to_string()),
            wrong: (!right).then_some([sample.input, sample.gives, printed]),
        }
    }
}

impl SampleReport {
    /// Whether positions are worked out one by one.
    fn is_searched(&self) -> bool {
        self.methods.iter().any(|method| method.strategy.ends_with("search") || method.strategy == "dense table")
    }

    fn text(&self, number: usize, out: Text) -> Text {
        let methods = self.methods.iter().map(|KindMethod { kind, strategy }| match reach(strategy) {
            Some(reach) => format!("{kind} by {strategy} ({reach})"),
            None => format!("{kind} by {strategy}"),
        });
        let methods = methods.collect::<Vec<_>>().join(", ");
        let about = if methods.is_empty() { "asks about no position one by one".to_owned() } else { methods };
        let mut out = out.plain(format_args!("  sample {number}: {about}"));
        if self.positions > 0 {
            let one = self.positions == 1;
            let all = if self.complete { if one { "its " } else { "all " } } else { "the first " };
            let positions = if one { "position" } else { "positions" };
            let growth = match &self.growth {
                Some(growth) if self.is_searched() => format!(", which grow like {growth}"),
                _ => String::new(),
            };
            out = out.plain("; ").quiet(format!("the moves of {all}{} {positions} were run{growth}", self.positions));
        }
        out = out.plain("\n");
        let Some([input, gives, printed]) = &self.wrong else { return out };
        out = out.bad("sample fails");
        out.plain(format_args!(": the input\n{input}\nmust print\n{gives}\nbut prints\n{printed}\n"))
    }
}

/// What looks like a slip.
fn warnings(program: &Program, samples: &[CheckedSample]) -> Vec<String> {
    let mut warnings = Vec::new();
    let goes_round = samples.iter().any(|sample| sample.visited.goes_round);
    if goes_round && !program.asks_draw && !program.finite {
        let text = "play can come back to the same position and nobody need win, but `answer` never asks for `draw`";
        warnings.push(format!("{text}; if the problem promises that play ends, add the line `finite`"));
    }
    if program.contest.is_some() && program.samples.is_empty() {
        warnings.push("there is no sample: add `sample` and `gives` with an input and what it must print".to_owned());
    }
    warnings
}

/// The kinds with their strategies. Params and data that only an input gives leave the strategies open.
fn kinds(engine: &Engine, file: &str, settings: &Settings) -> Result<Vec<CheckedKind>, Error> {
    let Some(program) = engine.library().program(file) else { return Ok(Vec::new()) };
    let names = program.kinds.iter().map(|kind| kind.name.clone());
    let given = |name: &String| {
        settings.set.iter().any(|(set, _)| set == name) || settings.data.iter().any(|(set, _)| set == name)
    };
    let all_given = program.globals.iter().all(|global| given(&global.name));
    match engine.check_shortcuts(file, settings) {
        Ok(found) => {
            let strategies = engine.kind_strategies(file, settings)?;
            let kinds = names.zip(strategies).zip(found);
            let known = |((name, strategy), (_, compared))| CheckedKind { name, strategy: Some(strategy), compared };
            Ok(kinds.map(known).collect())
        }
        Err(RulesError::Bad(_)) if !all_given => {
            Ok(names.map(|name| CheckedKind { name, strategy: None, compared: 0 }).collect())
        }
        Err(error) => Err(error.into()),
    }
}
