//! `grundy serve`: the page.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::process::{Command, Stdio};

use grundy::Limits;
use grundy_serve::Config;

use crate::args::{LimitArgs, ServeArgs};
use crate::failure::{Failure, Outcome};
use crate::output::{self, BOLD, paint};

/// The port, unless it is taken.
const PORT: u16 = 8017;

/// Runs the command, until it is ended.
pub fn run(args: &ServeArgs, limits: &LimitArgs) -> Outcome {
    let listener = bind(args).map_err(|error| Failure::input(format!("{}: {error}", args.address)))?;
    let address = listener.local_addr()?;
    if !args.address.is_loopback() {
        output::say(&format!(
            "warning: {} is no loopback address: everybody who reaches it can make this machine work\n",
            args.address
        ));
    }
    let url = format!("http://{}/", reachable(address));
    output::print(&format!("{}\nCtrl-C ends it.\n", paint(BOLD, &url)))?;
    if args.open && !open(&url) {
        output::say("warning: no browser could be opened\n");
    }
    Ok(grundy_serve::serve(listener, config(limits))?)
}

fn bind(args: &ServeArgs) -> io::Result<TcpListener> {
    match args.port {
        Some(port) => TcpListener::bind((args.address, port)),
        None => TcpListener::bind((args.address, PORT)).or_else(|_| TcpListener::bind((args.address, 0))),
    }
}

/// An address that a browser on this machine can open.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// The limits given, the server's own for the others.
fn config(limits: &LimitArgs) -> Config {
    let default = Config::default();
    let limits = Limits {
        positions: limits.max_positions.unwrap_or(default.limits.positions),
        memory: limits.max_memory.unwrap_or(default.limits.memory),
        time: limits.timeout.unwrap_or(default.limits.time),
        threads: limits.threads.map_or(default.limits.threads, usize::from),
    };
    Config { limits, ..default }
}

/// Asks the desktop to open the page.
fn open(url: &str) -> bool {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = Command::new(opener).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    quiet.is_ok()
}
