//! One search: the tables of all settings, what is tried in which order, and what becomes of it.

use super::families::{self, FAMILIES, Proposal};
use super::{Found, Patterns, Rejected, Table, Values, Wanted, expressions, learnt};
use crate::prove::{ATTEMPT, Claim, Error, Question, Shown, Stated, Status, Subject, Witness, further, prove_by};
use grundy::Watch;
use grundy_automata::Nat;
use grundy_rules::Settings;
use grundy_rules::value::Val;

/// More proposals than this are not tried.
const MOST_PROPOSALS: usize = 60;

/// Exceptions that a simple formula may have.
const EXCEPTIONS: usize = 3;

/// Numbers of one argument whose values are compared with a self-similar formula.
const COMPARED: u64 = 1000;

/// The tables of all settings, and what was found so far.
pub(super) struct Work<'a> {
    wanted: &'a Wanted<'a>,
    tables: Vec<Table>,
    tried: usize,
    /// What the search through expressions proposed, if it was made.
    expressions: Option<Vec<Proposal>>,
    patterns: Patterns,
    /// Positions that refuted a formula, with what is wrong there.
    witnesses: Vec<Known>,
    watch: &'a Watch,
}

/// Settings whose positions are compared further for a formula that cannot be proved.
const FURTHER: usize = 3;

/// What is known of a position: of a setting, of these numbers; what is wrong there, and what is true, if that is within reach. A value, or
/// whether it is lost (1) or not (0).
struct Known {
    setting: usize,
    numbers: Vec<u64>,
    wrong: Nat,
    truth: Option<Nat>,
    subject: Subject,
}

/// What became of a proposal.
enum Tried {
    Held,
    Refuted(Option<Witness>),
    /// It makes no sense, or there is no need.
    Dropped,
}

impl<'a> Work<'a> {
    pub(super) fn new(wanted: &'a Wanted<'a>, tables: Vec<Table>, watch: &'a Watch) -> Work<'a> {
        let (patterns, witnesses) = (Patterns::default(), Vec::new());
        Work { wanted, tables, tried: 0, expressions: None, patterns, witnesses, watch }
    }

    /// Cheap guesses first, values before outcomes.
    pub(super) fn run(mut self) -> Result<Patterns, Error> {
        for subject in [Subject::Value, Subject::Lost] {
            self.families(subject)?;
            if !self.found(subject) {
                self.exceptions(subject)?;
            }
            if !self.proved(subject) {
                self.expressions(subject)?;
            }
            if !self.proved(subject) && !self.is_hopeless() {
                learnt::search(self.wanted, &self.tables, subject, &mut self.patterns, self.watch)?;
            }
            if subject == Subject::Value && !self.found(subject) {
                self.similar();
            }
        }
        self.drop_implied();
        Ok(self.patterns)
    }

    /// Once the values are known, outcomes say nothing new. What is known of some positions only leaves the others open.
    fn proved(&self, subject: Subject) -> bool {
        let about = |f: &Found| f.subject == Subject::Value || f.subject == subject;
        self.patterns.found.iter().any(|f| !f.shown.is_empty() && f.domain.is_none() && about(f))
    }

    /// An observed formula for the values tells the outcomes, too; another observed one beside it is of no use.
    fn drop_implied(&mut self) {
        let found = &mut self.patterns.found;
        let values = found.iter().any(|f| f.subject == Subject::Value && f.domain.is_none() && f.text.is_some());
        found.retain(|f| f.is_proved() || f.subject == Subject::Value || !values);
    }

    /// Whether no automaton can give the values: nim products need more memory with every digit.
    fn is_hopeless(&self) -> bool {
        self.patterns.found.iter().any(|f| f.family == "nim product")
    }

    fn found(&self, subject: Subject) -> bool {
        self.proved(subject) || self.has(subject)
    }

    /// Whether something was found that is not only about the first positions.
    fn has(&self, subject: Subject) -> bool {
        self.patterns.found.iter().any(|f| f.subject == subject && f.family != "beginning")
    }

    fn families(&mut self, subject: Subject) -> Result<(), Error> {
        for family in FAMILIES {
            self.watch.note(family.name);
            for proposal in (family.propose)(&self.tables).into_iter().filter(|p| p.subject == subject) {
                self.attempt(family.name, &proposal)?;
            }
        }
        Ok(())
    }

    /// A simple formula that fails at few positions: they are named one by one, as far as they are found.
    fn exceptions(&mut self, subject: Subject) -> Result<(), Error> {
        let values = self.tables[0].values.with_exceptions(EXCEPTIONS);
        for mut proposal in families::with_exceptions(&values).into_iter().filter(|p| p.subject == subject) {
            for _ in 0..=EXCEPTIONS {
                let Tried::Refuted(Some(witness)) = self.attempt("exceptions", &proposal)? else { break };
                let Some(text) = self.amended(&proposal, &witness) else { break };
                proposal = Proposal { text, ..proposal };
            }
            if self.found(subject) {
                break;
            }
        }
        Ok(())
    }

    /// The formula with what is true at the position that refutes it.
    fn amended(&self, proposal: &Proposal, witness: &Witness) -> Option<String> {
        let names = &self.tables[0].values.names;
        let listed = |n: u64| {
            let contains = |value: &Val| matches!(value, Val::List(list) if list.items().contains(&Val::Int(n.into())));
            let [settings] = self.wanted.settings else { return None };
            settings.data.iter().find(|d| contains(&d.1)).map(|d| d.0.clone())
        };
        let condition = match (&names[..], &witness.numbers[..]) {
            ([name], [n]) => match listed(*n).filter(|data| !proposal.text.contains(&format!("{name} in {data}"))) {
                Some(data) => format!("{name} in {data}"),
                None => format!("{name} == {n}"),
            },
            (names, numbers) if names.len() == numbers.len() && !numbers.is_empty() => {
                let equal = |(name, n): (&String, &u64)| format!("{name} == {n}");
                names.iter().zip(numbers).map(equal).collect::<Vec<_>>().join(" and ")
            }
            _ => return None,
        };
        match (proposal.subject, witness.actual.as_deref()?) {
            (Subject::Value, actual) => Some(format!("if {condition} then {actual} else {}", proposal.text)),
            (Subject::Lost, "lost") => Some(format!("{condition} or ({})", proposal.text)),
            (Subject::Lost, _) => Some(format!("not ({condition}) and ({})", proposal.text)),
        }
    }

    /// One search gives formulas for values and for outcomes. What a family has observed is not looked for again.
    fn expressions(&mut self, subject: Subject) -> Result<(), Error> {
        if self.expressions.is_none() && !self.has(subject) {
            self.watch.note("expressions");
            let values: Vec<Values> = self.tables.iter().map(|table| table.values.clone()).collect();
            let (proposals, searched) = expressions::propose(&values, self.wanted.rules, self.watch)?;
            self.expressions = Some(proposals);
            self.patterns.searched = Some(searched);
        }
        for proposal in self.expressions.clone().into_iter().flatten().filter(|p| p.subject == subject) {
            if !self.has(subject) {
                self.attempt("expression", &proposal)?;
            }
        }
        Ok(())
    }

    /// A formula that asks for the value of a smaller position: compared with the definition here, since it is no claim.
    fn similar(&mut self) {
        let [table] = &self.tables[..] else { return };
        let [name] = &table.values.names[..] else { return };
        if table.values.misere || !table.values.params.is_empty() {
            return;
        }
        let Some(text) = families::relations(&table.values.row(), &table.kind, name) else { return };
        let all: Vec<u64> = (0..COMPARED).map_while(|n| table.known(&[n])).collect();
        let (Some(zero), tested_to) = (all.first(), all.len().saturating_sub(1) as u64) else { return };
        if tested_to < 4 * table.values.found_on()
            || families::relations(&all, &table.kind, name).as_ref() != Some(&text)
        {
            return;
        }
        let text = text.replace("{zero}", &zero.to_string());
        if table.largest_named > tested_to {
            self.patterns.reasons.push(unseen(table.largest_named, tested_to, &text));
            return;
        }
        let found = Found::new(table.kind.clone(), "self-similar", Some(text), Subject::Value);
        self.patterns.found.push(Found { tested_to, ..found });
    }

    /// Proves or refutes a proposal for every setting, unless something is proved already.
    fn attempt(&mut self, family: &'static str, proposal: &Proposal) -> Result<Tried, Error> {
        if self.tried >= MOST_PROPOSALS || self.proved(proposal.subject) {
            return Ok(Tried::Dropped);
        }
        self.tried += 1;
        let text = self.tables[0].claim(proposal);
        let claims = [Claim::read(&text)?];
        let (mut shown, mut tested) = (Vec::new(), u64::MAX);
        for (setting, (settings, table)) in self.wanted.settings.iter().zip(&self.tables).enumerate() {
            let Wanted { name, rules, .. } = *self.wanted;
            let domain = proposal.domain.as_deref();
            let question = Question { name, rules, settings, claims: &claims, domain, limits: ATTEMPT };
            let asked = |question: &Question<'_>| match prove_by(question, table.definition.clone(), self.watch) {
                Ok(answer) => Ok(Some(answer)),
                // A division by a param that is 0, a move out of the domain, and the like.
                Err(Error::Rules(grundy_rules::Error::Bad(_)) | Error::Bad(_) | Error::Leaves { .. }) => Ok(None),
                Err(error) => Err(error),
            };
            let Some(mut answer) = asked(&question)? else { return Ok(Tried::Dropped) };
            let enough = 4 * table.values.found_on();
            if domain.is_some() && answer.status == Status::Unknown && answer.tested_below <= enough {
                // To see that moves stay in the domain takes long. What holds everywhere holds there.
                let everywhere = asked(&Question { domain: None, ..question })?;
                answer = everywhere.filter(|answer| answer.status == Status::Unknown).unwrap_or(answer);
            }
            match answer.status {
                Status::Refuted => {
                    let position = answer.witness.as_ref().map_or_else(String::new, |w| w.position.clone());
                    let witness = format!("{position}{}", params(settings, self.wanted.settings.len()));
                    let rejected = Rejected { text, witness };
                    if !self.patterns.rejected.contains(&rejected) {
                        self.patterns.rejected.push(rejected);
                    }
                    if let Some(witness) = &answer.witness {
                        let known = self.known(setting, &claims[0], witness)?;
                        self.witnesses.extend(known);
                    }
                    return Ok(Tried::Refuted(answer.witness));
                }
                Status::Proved => shown.extend(answer.shown),
                Status::Unknown => self.patterns.reasons.extend(answer.reason),
            }
            tested = tested.min(answer.tested_below.saturating_sub(1));
        }
        if shown.len() < self.wanted.settings.len() {
            if let Some(witness) = self.fails_at(&claims[0])? {
                self.patterns.rejected.push(Rejected { text, witness });
                return Ok(Tried::Refuted(None));
            }
            match self.further(proposal, &claims, tested)? {
                Ok(further) => tested = further,
                Err(witness) => {
                    self.patterns.rejected.push(Rejected { text, witness });
                    return Ok(Tried::Refuted(None));
                }
            }
        }
        self.holds(family, proposal, text, shown, tested);
        Ok(Tried::Held)
    }

    /// What cannot be proved is compared with more positions: how far, or a position that refutes it.
    fn further(&self, proposal: &Proposal, claims: &[Claim], tested: u64) -> Result<Result<u64, String>, Error> {
        let Wanted { name, rules, settings, .. } = *self.wanted;
        if proposal.fitted || tested < 4 * self.tables[0].values.found_on() {
            return Ok(Ok(tested));
        }
        let mut least = u64::MAX;
        for given in settings.iter().take(FURTHER) {
            let domain = proposal.domain.as_deref();
            let question = Question { name, rules, settings: given, claims, domain, limits: ATTEMPT };
            match further(&question, tested + 1, self.watch) {
                Ok(Ok(below)) => least = least.min(below - 1),
                Ok(Err(witness)) => {
                    return Ok(Err(format!("{}{}", witness.position, params(given, settings.len()))));
                }
                // A move out of the domain, a number that is too large.
                Err(Error::Rules(grundy_rules::Error::Bad(_)) | Error::Bad(_) | Error::Leaves { .. }) => {
                    return Ok(Ok(tested));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Ok(if settings.len() > FURTHER { tested } else { least.max(tested) }))
    }

    /// A formula that cannot be decided may agree with one that was refuted as far as positions were compared: `isqrt(n * n)` with `n`. It
    /// is asked about the positions that refuted.
    fn fails_at(&self, claim: &Claim) -> Result<Option<String>, Error> {
        let Wanted { name, rules, settings, .. } = *self.wanted;
        for known in &self.witnesses {
            let definition = self.tables[known.setting].definition.clone();
            let given = &settings[known.setting];
            let stated = Stated::by(definition, name, rules, given, vec![claim.clone()], None, self.watch)?;
            let numbers: Vec<Nat> = known.numbers.iter().map(|&n| Nat::from(n)).collect();
            let Some(said) = stated.formula(0, &numbers) else { continue };
            let differs = |truth: &Nat| match (known.subject, claim.subject) {
                (known, claim) if known == claim => said != *truth,
                // Lost positions have the value 0; a condition says 1 there.
                _ => said.is_zero() == truth.is_zero(),
            };
            let repeated = known.subject == claim.subject && said == known.wrong;
            if repeated || known.truth.as_ref().is_some_and(differs) {
                let position = Stated::position(&claim.kind, &claim.shapes, &known.numbers);
                return Ok(Some(format!("{position}{}", params(given, settings.len()))));
            }
        }
        Ok(None)
    }

    /// What a witness tells: the claim is wrong there.
    fn known(&self, setting: usize, claim: &Claim, witness: &Witness) -> Result<Option<Known>, Error> {
        let Wanted { name, rules, settings, .. } = *self.wanted;
        let definition = self.tables[setting].definition.clone();
        let stated = Stated::by(definition, name, rules, &settings[setting], vec![claim.clone()], None, self.watch)?;
        let numbers: Vec<Nat> = witness.numbers.iter().map(|&n| Nat::from(n)).collect();
        let Some(wrong) = stated.formula(0, &numbers).filter(|_| !numbers.is_empty()) else { return Ok(None) };
        let truth = witness.actual.as_deref().and_then(|actual| match claim.subject {
            Subject::Value => actual.parse().ok(),
            Subject::Lost => Some(u64::from(actual == "lost")),
        });
        let (numbers, truth) = (witness.numbers.clone(), truth.map(Nat::from));
        Ok(Some(Known { setting, numbers, wrong, truth, subject: claim.subject }))
    }

    /// Observed: at least four times the range that it was found on, and past every number that the rules name, since that is where rules
    /// change. A formula whose numbers were fitted to the table must be proved.
    fn holds(&mut self, family: &'static str, proposal: &Proposal, text: String, shown: Vec<Shown>, tested: u64) {
        let proved = shown.len() == self.wanted.settings.len();
        let table = &self.tables[0];
        let named = self.tables.iter().map(|table| table.largest_named).max().unwrap_or(0);
        if !proved && !proposal.fitted && tested < named {
            self.patterns.reasons.push(unseen(named, tested, &text));
        } else if proved || !proposal.fitted && tested >= 4 * table.values.found_on() {
            let shown = if proved { shown } else { Vec::new() };
            if self.patterns.found.iter().any(|f| f.text.as_ref() == Some(&text) && f.domain == proposal.domain) {
                return;
            }
            let found = Found::new(table.kind.clone(), family, Some(text), proposal.subject);
            self.patterns.found.push(Found { shown, domain: proposal.domain.clone(), tested_to: tested, ..found });
        } else {
            let reason = format!("not proved, though it holds for all sums of arguments up to {tested}: {text}");
            self.patterns.reasons.push(reason);
        }
    }
}

/// Why a formula that holds as far as it was compared is not told.
fn unseen(named: u64, tested: u64, text: &str) -> String {
    format!("not proved, and the rules name {named}, beyond the {tested} to which it was compared: {text}")
}

/// The params of a setting behind a position, where there are several settings.
fn params(settings: &Settings, count: usize) -> String {
    let list: Vec<String> = settings.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if count < 2 || list.is_empty() { String::new() } else { format!(" with {}", list.join(", ")) }
}
