//! A rule file: the methods of its kinds, its samples, its shortcuts against the definition.

use crate::{Error, Text};
use grundy_rules::catalogue::Entry;
use grundy_rules::native::natives;
use grundy_rules::{Engine, Error as RulesError, Settings, WrongSample};
use serde::{Serialize, Serializer};

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
    /// Those that print something else.
    #[serde(rename = "samples_wrong", serialize_with = "count")]
    pub wrong: Vec<WrongSample>,
    /// Whether all samples print what they must.
    pub ok: bool,
    /// Whether the file only tells about a game written in Rust.
    #[serde(skip)]
    pub native: bool,
}

fn count<S: Serializer>(wrong: &[WrongSample], to: S) -> Result<S::Ok, S::Error> {
    wrong.len().serialize(to)
}

impl CheckReport {
    /// Checks a file of this text that was added to the engine's library under that name.
    pub fn new(engine: &Engine, file: &str, text: &str, settings: &Settings) -> Result<CheckReport, Error> {
        let limits = Entry::new(file, text).facts("Limits").next().map(str::to_owned);
        let kinds = kinds(engine, file, settings)?;
        let wrong = engine.check_samples(file, settings)?;
        let samples = engine.library().program(file).map_or(0, |program| program.samples.len());
        Ok(CheckReport { file: file.to_owned(), kinds, limits, samples, ok: wrong.is_empty(), wrong, native: false })
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
        let report = CheckReport { file, kinds, limits: None, samples: 0, wrong: Vec::new(), ok: true, native: true };
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
            let strategy = strategy.as_deref().unwrap_or("depends on its params and data");
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
        for WrongSample { sample, printed } in &self.wrong {
            let (input, gives) = (&sample.input, &sample.gives);
            out = out.bad("sample fails");
            out = out.plain(format_args!(": the input\n{input}\nmust print\n{gives}\nbut prints\n{printed}\n"));
        }
        let samples = if self.samples == 1 { "sample" } else { "samples" };
        if self.ok { out.good("ok").plain(format_args!(" ({} {samples})\n", self.samples)) } else { out }
    }
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
