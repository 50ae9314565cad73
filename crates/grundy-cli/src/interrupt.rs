//! Ctrl-C, SIGTERM and SIGHUP: the first asks the computation to stop and save, the second ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::output;

/// The exit code of an interrupted program.
pub const INTERRUPTED: u8 = 130;

/// Set while there is nothing to save, as when a person is asked for a move or an input is read.
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// From now on the first signal ends the program.
pub fn end_at_once() {
    AT_ONCE.store(true, Ordering::Relaxed);
}

/// The flag that a signal sets; the handler is installed with the first call.
pub fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(FLAG.get_or_init(install))
}

fn install() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&flag);
    let handler = move || {
        let again = shared.swap(true, Ordering::Relaxed);
        if again || AT_ONCE.load(Ordering::Relaxed) {
            output::say("interrupted\n");
            std::process::exit(INTERRUPTED.into());
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        output::say(&format!("warning: Ctrl-C cannot be caught: {error}\n"));
    }
    flag
}
