//! How many questions are worked on at once. Quick ones and long ones have places of their own, so that tables and periods never
//! keep a game waiting; who finds no place within a short time is told to come back.

use axum::http::StatusCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Failure;

/// How long a question waits for a place.
const PATIENCE: Duration = Duration::from_secs(2);

/// Questions that wait for a place, for each place.
const WAITING: usize = 16;

/// Places for questions of one sort.
#[derive(Debug, Clone)]
pub struct Lane {
    places: Arc<Semaphore>,
    /// Those at work and those that wait.
    all: Arc<Semaphore>,
}

/// A place, and the promise to give it back.
#[derive(Debug)]
pub struct Ticket {
    _place: OwnedSemaphorePermit,
    _one: OwnedSemaphorePermit,
}

impl Lane {
    /// So many places.
    pub fn new(places: usize) -> Lane {
        Lane { places: Arc::new(Semaphore::new(places)), all: Arc::new(Semaphore::new(places * (1 + WAITING))) }
    }

    /// Waits for a place, not for long.
    pub async fn enter(&self) -> Result<Ticket, Failure> {
        let one = self.all.clone().try_acquire_owned().map_err(|_| busy())?;
        let place = tokio::time::timeout(PATIENCE, self.places.clone().acquire_owned()).await;
        match place {
            Ok(Ok(place)) => Ok(Ticket { _place: place, _one: one }),
            _ => Err(busy()),
        }
    }
}

/// Memory for long questions or long answers of all clients together: who sends or takes them slowly cannot fill the machine.
#[derive(Debug, Clone)]
pub struct Room {
    free: Arc<Semaphore>,
    kibibytes: u32,
}

/// Memory that is taken, until it is dropped; nothing is kept of short texts.
pub type Taken = Option<OwnedSemaphorePermit>;

impl Room {
    /// Texts of at most so many bytes are short: as many as there may be connections need little room.
    pub const SHORT: usize = 64 << 10;

    /// So many bytes.
    pub fn new(bytes: usize) -> Room {
        let kibibytes = u32::try_from(bytes >> 10).unwrap_or(u32::MAX >> 3);
        Room { free: Arc::new(Semaphore::new(kibibytes as usize)), kibibytes }
    }

    /// Takes room for a text, and does not wait for it for long.
    pub async fn take(&self, bytes: usize) -> Result<Taken, Failure> {
        if bytes <= Room::SHORT {
            return Ok(None);
        }
        let wanted = u32::try_from(bytes.div_ceil(1 << 10)).unwrap_or(u32::MAX).min(self.kibibytes);
        match tokio::time::timeout(PATIENCE, self.free.clone().acquire_many_owned(wanted)).await {
            Ok(Ok(taken)) => Ok(Some(taken)),
            _ => Err(busy()),
        }
    }
}

fn busy() -> Failure {
    Failure::refused(StatusCode::SERVICE_UNAVAILABLE, "the server is busy; try again in a moment")
}

/// Cancels what its flag watches over when it is dropped: when the client has gone, the work ends.
#[derive(Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// The flag.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
