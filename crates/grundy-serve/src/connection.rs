//! Connections: how many there may be, and how long each may be silent.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::TcpListener as Bound;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use crate::{Config, router};

/// Connections at once.
const MOST: usize = 512;

/// How long a client may take to send the head of a request, or be silent between two of them.
const HEAD: Duration = Duration::from_secs(15);

/// How long a client may take nothing of its answer.
const WRITE: Duration = Duration::from_secs(20);

/// A connection that fails is tried again after this time: files may have run out.
const PAUSE: Duration = Duration::from_millis(50);

/// Stack of a thread that works on a question, as much as a command has.
const STACK: usize = 8 << 20;

/// Serves for ever on a bound address.
pub fn serve(bound: Bound, config: Config) -> io::Result<()> {
    bound.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(2 * config.places + 2)
        .thread_stack_size(STACK)
        .enable_all()
        .build()?;
    runtime.block_on(async move {
        let listener = TcpListener::from_std(bound)?;
        accept(listener, router(config)).await
    })
}

async fn accept(listener: TcpListener, router: Router) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return Ok(()) };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            let _place = place;
            talk(stream, router).await;
        });
    }
}

/// One connection, to its end. How it ends is its client's affair.
async fn talk(stream: TcpStream, router: Router) {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE));
    let io = TokioIo::new(Box::pin(stream));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(64 << 10);
    let _ = http.serve_connection(io, TowerToHyperService::new(router)).await;
}
