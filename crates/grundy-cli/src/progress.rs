//! Progress of long work on stderr: shown only on a terminal, and only after a second.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use grundy::watch::Progress;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line that counts positions, or nothing where nobody looks.
pub fn counter() -> Option<Progress> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}, {per_sec}]") {
        bar.set_style(style);
    }
    let report = move |positions: u64| {
        if bar.elapsed() > Duration::from_secs(1) {
            if bar.is_hidden() {
                bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
            }
            bar.set_position(positions);
            bar.set_message(format!("{} positions", HumanCount(positions)));
        }
    };
    Some(Arc::new(report))
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
