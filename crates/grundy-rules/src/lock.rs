//! Locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A lock, whatever happened to other threads: the data is replaced as a whole, never left half-written.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
