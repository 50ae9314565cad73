//! The stated claims in arithmetic: a game, and for each claimed kind a term or a formula of the same logic.

use super::stated::Stated;
use super::{Claim, Error, Subject};
use crate::Shape;
use crate::translate::{Instance, Outside, Translation, translate};
use grundy_automata::formula::{Formula, Term};
use grundy_automata::game::{Component, Game, Move};

/// What is claimed of a kind.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Meant {
    /// This is the value.
    Value(Term),
    /// These positions are lost.
    Lost(Formula),
}

/// A game with claims.
#[derive(Debug)]
pub(crate) struct Posed {
    pub(crate) game: Game,
    /// What the kinds of the game stand for; kinds with a claim come first, in the order of the claims.
    pub(crate) instances: Vec<Instance>,
    /// For each kind its claim.
    pub(super) meant: Vec<Option<Meant>>,
}

impl Posed {
    /// A game of which nothing is claimed.
    pub(crate) fn without_claims(translation: Translation) -> Posed {
        let Translation { game, instances, .. } = translation;
        let meant = vec![None; instances.len()];
        Posed { game, instances, meant }
    }
}

/// The claims in arithmetic; `Ok(Err)`: what the arithmetic cannot say.
pub(super) fn pose(stated: &Stated) -> Result<Result<Posed, Outside>, Error> {
    let program = stated.program()?;
    let globals = stated.globals()?;
    let Some(root) = program.kind(&format!("{}root", stated.prefix)) else {
        return Err(Error::Bad("no claim".into()));
    };
    let translation = match translate(program, root.index(), &[Shape::Number], &globals) {
        Ok(translation) => translation,
        Err(outside) => return Ok(Err(outside)),
    };
    let name = |kind: usize| program.kinds[translation.instances[kind].kind].name.as_str();
    let helpers: Vec<Helper> = (0..translation.instances.len()).map(|k| helper(name(k), &stated.prefix)).collect();
    let posed = assemble(translation, &helpers, &stated.claims, stated.domain.is_some());
    if posed.meant.iter().flatten().count() < stated.claims.len() {
        return Err(Error::Bad("no position is in the domain: its condition never holds".into()));
    }
    Ok(Ok(posed))
}

/// What a kind of the stated file is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Helper {
    Rules,
    Claim(usize),
    Inside,
    Held,
    Root,
}

fn helper(name: &str, prefix: &str) -> Helper {
    match name.strip_prefix(prefix) {
        None => Helper::Rules,
        Some("root") => Helper::Root,
        Some("inside") => Helper::Inside,
        Some("held") => Helper::Held,
        Some(number) => number.parse().map_or(Helper::Rules, Helper::Claim),
    }
}

fn assemble(translation: Translation, helpers: &[Helper], claims: &[Claim], restricted: bool) -> Posed {
    let Translation { mut game, instances, .. } = translation;
    let moves = std::mem::take(&mut game.moves);
    let mut numbers = vec![usize::MAX; helpers.len()];
    let kept: Vec<usize> = (0..helpers.len()).filter(|&k| helpers[k] == Helper::Rules).collect();
    kept.iter().enumerate().for_each(|(new, &old)| numbers[old] = new);
    // A claim's kind is the one its position belongs to.
    for m in &moves {
        if let (Helper::Claim(_), [component]) = (helpers[m.kind], &m.components[..])
            && helpers[component.kind()] == Helper::Rules
        {
            numbers[m.kind] = numbers[component.kind()];
        }
    }
    game.kinds = kept.iter().map(|&k| game.kinds[k].clone()).collect();
    let mut meant = vec![None; kept.len()];
    for m in moves {
        match (helpers[m.kind], &m.components[..]) {
            (Helper::Rules, _) => game.moves.push(renumbered(m, &numbers)),
            (Helper::Claim(_), [component]) if restricted && helpers[component.kind()] == Helper::Inside => {
                let everywhere = game.logic.truth(true);
                game.kinds[numbers[m.kind]].domain = Some(m.guard).filter(|&guard| guard != everywhere);
            }
            (Helper::Claim(claim), [Component::Position { kind, arguments, .. }]) if helpers[*kind] == Helper::Held => {
                meant[numbers[m.kind]] = Some(match claims[claim].subject {
                    Subject::Value => Meant::Value(arguments[0]),
                    Subject::Lost => {
                        let one = game.logic.int(1);
                        Meant::Lost(game.logic.eq(arguments[0], one))
                    }
                });
            }
            _ => {}
        }
    }
    let excluded = std::mem::take(&mut game.excluded);
    game.excluded = excluded.into_iter().map(|(k, f)| (numbers[k], f)).filter(|e| e.0 != usize::MAX).collect();
    Posed { game, instances: kept.iter().map(|&k| instances[k].clone()).collect(), meant }
}

fn renumbered(mut m: Move, numbers: &[usize]) -> Move {
    m.kind = numbers[m.kind];
    for component in &mut m.components {
        match component {
            Component::Position { kind, .. } | Component::Range { kind, .. } => *kind = numbers[*kind],
        }
    }
    m
}
