//! Connections: how many there may be, and how long each may be silent. Where there are too many, the oldest that nobody works for
//! is closed: silent clients keep nobody out.

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::VecDeque;
use std::io;
use std::net::TcpListener as Bound;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio_io_timeout::TimeoutStream;

use crate::{Config, router};

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
        accept(listener, router(config), config.connections).await
    })
}

async fn accept(listener: TcpListener, router: Router, most: usize) -> io::Result<()> {
    let mut clients = Clients::default();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        if clients.make_room(most) {
            let working = Working::default();
            let task = tokio::spawn(talk(stream, router.clone(), working.clone()));
            clients.0.push_back(Client { working, task: task.abort_handle() });
        }
    }
}

/// Whether a question of a connection is being worked on.
#[derive(Debug, Clone, Default)]
pub struct Working(Arc<AtomicBool>);

/// Work on a question, until it is dropped.
#[derive(Debug)]
pub struct Work(Working);

impl Working {
    /// Begins to work.
    pub fn begin(self) -> Work {
        self.0.store(true, Ordering::Relaxed);
        Work(self)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.0.0.store(false, Ordering::Relaxed);
    }
}

/// An open connection.
struct Client {
    working: Working,
    task: AbortHandle,
}

/// The open connections, the oldest first.
#[derive(Default)]
struct Clients(VecDeque<Client>);

impl Clients {
    /// Makes room for one more; tells whether there is room.
    fn make_room(&mut self, most: usize) -> bool {
        if self.0.len() < most {
            return true;
        }
        self.0.retain(|client| !client.task.is_finished());
        if self.0.len() < most {
            return true;
        }
        let idle = self.0.iter().position(|client| !client.working.0.load(Ordering::Relaxed));
        let closed = idle.and_then(|at| self.0.remove(at));
        closed.map(|client| client.task.abort()).is_some()
    }
}

/// One connection, to its end. How it ends is its client's affair.
async fn talk(stream: TcpStream, router: Router, working: Working) {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE));
    let io = TokioIo::new(Box::pin(stream));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(64 << 10);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(working.clone());
        router.call(request)
    });
    let _ = http.serve_connection(io, service).await;
}
