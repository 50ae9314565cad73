//! Ctrl-C and SIGTERM: the first asks the computation to stop and save, the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of an interrupted program.
pub const INTERRUPTED: u8 = 130;

/// Installs the handler and returns the flag that it sets. `at_once`: nothing needs saving, the first signal ends it.
pub fn flag(at_once: bool) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&flag);
    let handler = move || {
        if at_once || shared.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        anstream::eprintln!("warning: Ctrl-C cannot be caught: {error}");
    }
    flag
}
