//! Progress of long work on stderr: shown only on a terminal, and only after a second.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grundy::watch::{Notes, Progress};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line that counts positions and says what is being tried, or nothing where nobody looks.
pub fn counter() -> Option<(Progress, Notes)> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}, {per_sec}]") {
        bar.set_style(style);
    }
    let tried = Arc::new(Mutex::new(String::new()));
    let notes = tried.clone();
    let report = move |positions: u64| {
        if bar.elapsed() > Duration::from_secs(1) {
            if bar.is_hidden() {
                bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
            }
            bar.set_position(positions);
            let tried = tried.lock().unwrap_or_else(PoisonError::into_inner);
            bar.set_message(if tried.is_empty() {
                format!("{} positions", HumanCount(positions))
            } else {
                format!("trying {tried}")
            });
        }
    };
    let note = move |text: &str| text.clone_into(&mut notes.lock().unwrap_or_else(PoisonError::into_inner));
    Some((Arc::new(report), Arc::new(note)))
}

/// A bar of so many values, or nothing where nobody looks.
pub fn bar(total: u64) -> Option<ProgressBar> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} [{elapsed}, {eta} left]") {
        bar.set_style(style);
    }
    Some(bar)
}

/// Says how far the work is.
pub fn advance(bar: &ProgressBar, done: u64) {
    if bar.elapsed() > Duration::from_secs(1) {
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
        }
        bar.set_position(done);
    }
}
