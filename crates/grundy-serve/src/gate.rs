//! Who may ask: requests of the page itself, and of programs that are no browser.
//!
//! A page of another site can make a browser send requests here. It cannot set the headers Host, Origin and Sec-Fetch-Site, and
//! cannot send JSON without asking first. By DNS rebinding it can give this address a name of its own; so Host must be an address
//! or `localhost`, never another name.

use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use std::net::IpAddr;

use crate::Failure;

/// Headers of every answer: nothing but the page's own files is run or loaded, and nobody else may read or frame it.
pub const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
             font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Refuses requests that come by another name than an address or `localhost`.
pub fn check_host(headers: &HeaderMap) -> Result<(), Failure> {
    let wrong = |text: &str| Err(Failure::refused(StatusCode::MISDIRECTED_REQUEST, text));
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) {
        (Some(host), None) if is_address(host) => Ok(()),
        (None, _) | (_, Some(_)) => wrong("one Host header is needed"),
        _ => wrong("this server answers to its address or to localhost only"),
    }
}

/// Refuses questions that another site's page makes a browser ask.
pub fn check_origin(headers: &HeaderMap) -> Result<(), Failure> {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let forbidden = |text: &str| Err(Failure::refused(StatusCode::FORBIDDEN, text));
    if let Some(origin) = text(header::ORIGIN)
        && Some(origin.strip_prefix("http://").unwrap_or("?")) != text(header::HOST)
    {
        return forbidden("questions of other sites are not answered");
    }
    if !matches!(text(HeaderName::from_static("sec-fetch-site")), None | Some("same-origin" | "none")) {
        return forbidden("questions of other sites are not answered");
    }
    let json = |kind: &str| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json");
    if text(header::CONTENT_TYPE).is_some_and(json) {
        return Ok(());
    }
    Err(Failure::refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a question is sent as application/json"))
}

/// `127.0.0.1`, `[::1]`, `localhost`, each with a port or without.
fn is_address(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((name, port)) if port.is_empty() || is_port(port) => name,
            _ => return false,
        },
        None => match host.find(':') {
            Some(colon) if is_port(&host[colon..]) => &host[..colon],
            Some(_) => return false,
            None => host,
        },
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

fn is_port(text: &str) -> bool {
    text.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for host in ["127.0.0.1", "127.0.0.1:80", "localhost:8000", "LOCALHOST", "[::1]:1", "[::1]", "10.0.0.1:5"] {
            assert!(is_address(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:80",
            "127.0.0.1.evil.example",
            "localhost:80:80",
            "[::1",
            "[::1]x",
            "::1:",
        ] {
            assert!(!is_address(host), "{host}");
        }
    }
}
