//! Programs that leave the process group of the one that started them, as daemons do: Linux gives them to this process when
//! their parent ends (`PR_SET_CHILD_SUBREAPER`), so that they can be ended as well. Other systems have nothing of the kind.

/// Takes over what the programs started from now on leave behind. Whoever asks for it must have no other children than one
/// program at a time: all of them are ended after each run.
pub fn adopt() {
    #[cfg(target_os = "linux")]
    linux::adopt();
}

/// Ends what was left behind. A program that starts others faster than they are ended is left to the next call.
pub fn end_all() {
    #[cfg(target_os = "linux")]
    linux::end_all();
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{self, Pid, Signal, WaitOptions};
    use std::fs;
    use std::sync::atomic::{AtomicBool, Ordering};

    static ADOPTING: AtomicBool = AtomicBool::new(false);

    /// Looks for children: each one that is ended may leave others.
    const MOST_LOOKS: usize = 1000;

    pub fn adopt() {
        let set = process::set_child_subreaper(Some(process::getpid()));
        ADOPTING.store(set.is_ok(), Ordering::Relaxed);
    }

    pub fn end_all() {
        if !ADOPTING.load(Ordering::Relaxed) {
            return;
        }
        for _ in 0..MOST_LOOKS {
            let children = children();
            if children.is_empty() {
                return;
            }
            for child in children {
                // It may have ended by itself; what counts is that it is waited for.
                let _ = process::kill_process(child, Signal::KILL);
                let _ = process::waitpid(Some(child), WaitOptions::empty());
            }
        }
    }

    /// The children of all threads; a system without this list has its daemons left alone.
    fn children() -> Vec<Pid> {
        let Ok(threads) = fs::read_dir("/proc/self/task") else { return Vec::new() };
        let lists = threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        let numbers = |list: String| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<i32>>();
        lists.flat_map(numbers).filter_map(Pid::from_raw).collect()
    }
}
