//! Games on a grid, for tables that somebody else keeps.

use super::{Engine, Settings};
use crate::component::{Component, What};
use crate::error::Error;
use crate::grid::Grid;

impl Engine {
    /// The rules of a game whose positions are natural numbers, as moves on a grid.
    ///
    /// ```
    /// use grundy_rules::{Engine, Settings, catalogue};
    /// let engine = Engine::new(catalogue::library(), grundy::Watch::default());
    /// let grid = engine.grid("wythoff", &Settings::default())?;
    /// assert_eq!(grid.arity(), 2);
    /// assert_eq!(grid.vectors().map(|vectors| vectors.rays.len()), Some(3));
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn grid(&self, game: &str, settings: &Settings) -> Result<Grid, Error> {
        let (handle, kind, _) = self.game(game, settings)?;
        match &handle.what {
            What::Rules { game: rules, .. } => {
                Grid::new(rules, kind).map_err(|reason| Error::bad(format!("`{game}`: {reason}")))
            }
            What::Code(_) => Err(Error::bad(format!(
                "`{game}` is a heap code: `grundy table {game} --format raw` streams its values"
            ))),
            What::Native(_) => {
                Err(Error::bad(format!("`{game}` is not given by rules: no table of it can be kept in a folder")))
            }
        }
    }

    /// The same for the game of a position, if it is such a game.
    pub fn grid_of(&self, component: &Component) -> Option<Grid> {
        match &component.handle.what {
            What::Rules { game, .. } => Grid::new(game, component.kind).ok(),
            What::Code(_) | What::Native(_) => None,
        }
    }
}
