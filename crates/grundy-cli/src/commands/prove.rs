//! `grundy prove GAME CLAIM…`: proves or refutes formulas for all positions.

use grundy_pattern::prove::{ATTEMPT, Claim, Question, Status, prove};
use grundy_report::ProveReport;

use crate::args::{LimitArgs, ProveArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::{files, output};

/// Runs the command. Exit codes: 1 refuted, 3 not decided.
pub fn run(args: &ProveArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let claims: Vec<Claim> = args.claims.iter().map(|text| Claim::read(text)).collect::<Result<_, _>>()?;
    let kind = claims.first().map_or("", |claim| claim.kind.as_str());
    let (name, rules) = rules(&args.game, kind)?;
    let domain = args.domain.as_deref();
    let question =
        Question { name: &name, rules: &rules, settings: &settings, claims: &claims, domain, limits: ATTEMPT };
    let answer = prove(&question, &context::watch(limits))?;
    if let (Some(path), Some(shown)) = (&args.certificate, &answer.shown) {
        files::replace(path, shown.certificate.as_bytes())
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    }
    let report = ProveReport::new(&args.game, &args.claims, domain, &answer);
    output::report(&report, || report.text(), json)?;
    match answer.status {
        Status::Proved => Ok(()),
        Status::Refuted => Err(Failure::no()),
        Status::Unknown => Err(Failure { code: 3, message: String::new() }),
    }
}

/// The rules of GAME, and what they are called in messages; the positions of a code get this kind.
pub(super) fn rules(game: &str, kind: &str) -> Result<(String, String), Failure> {
    if let Some((path, _)) = context::rule_file(game) {
        return Ok((path.to_owned(), context::read_text(path.as_ref())?));
    }
    Ok(grundy_report::rules_of(game, kind)?)
}
