//! Progress of long work on stderr: shown only on a terminal, and only after a second.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use grundy::watch::Progress;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line that counts positions, or nothing where nobody looks.
pub fn counter() -> Option<(ProgressBar, Progress)> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4));
    let style = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]").unwrap_or_else(|_| ProgressStyle::default_spinner());
    bar.set_style(style);
    let shared = bar.clone();
    let report = move |positions: u64| {
        if shared.elapsed() > Duration::from_secs(1) {
            shared.set_message(format!("{} positions", HumanCount(positions)));
            shared.tick();
        }
    };
    Some((bar, Arc::new(report)))
}
