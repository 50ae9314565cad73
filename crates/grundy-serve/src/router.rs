//! From a request to its answer.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use grundy::{Limits, Watch};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tower_http::compression::CompressionLayer;

use crate::connection::Working;
use crate::lane::{Cancel, Lane, Room, Taken};
use crate::questions::{Answer, Desk, QUESTIONS, Question};
use crate::{Failure, assets, gate};

/// Bytes of a question.
const MOST_ASKED: usize = 4 << 20;

/// How long the sending of a question may take.
const SENDING: Duration = Duration::from_secs(10);

/// What the server allows.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// The limits of one question.
    pub limits: Limits,
    /// Steps of the rules' evaluator for one question.
    pub steps: u64,
    /// Bytes of one answer.
    pub most_answered: usize,
    /// Questions worked on at once, of each of the two sorts.
    pub places: usize,
    /// Connections at once.
    pub connections: usize,
    /// Bytes of all long questions together, and of all long answers that are being sent.
    pub room: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            limits: Limits { positions: 20_000_000, memory: 512 << 20, time: Duration::from_secs(20), threads: 1 },
            steps: 1 << 32,
            most_answered: 32 << 20,
            places: 4,
            connections: 512,
            room: 256 << 20,
        }
    }
}

/// What all requests share.
struct Office {
    config: Config,
    quick: Lane,
    long: Lane,
    asked: Room,
    answered: Room,
}

/// The page and the questions.
pub fn router(config: Config) -> Router {
    let lane = || Lane::new(config.places);
    let room = || Room::new(config.room);
    let office = Office { config, quick: lane(), long: lane(), asked: room(), answered: room() };
    let page = Router::new()
        .route("/pictures.css", get(pictures))
        .fallback(get(file))
        .layer(CompressionLayer::new().gzip(true));
    Router::new()
        .route("/api/{question}", any(question))
        .with_state(Arc::new(office))
        .merge(page)
        .layer(middleware::from_fn(guard))
}

/// Refuses what comes by a wrong name, and puts the headers on every answer.
async fn guard(request: Request, next: Next) -> Response {
    let mut response = match gate::check_host(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    };
    response.headers_mut().extend(gate::HEADERS);
    response
}

/// A file of the page. Its name stays when it changes, so that a browser asks each time whether it has.
async fn file(request: Request) -> Response {
    let Some((content, kind)) = assets::find(request.uri().path()) else {
        return (StatusCode::NOT_FOUND, "not found\n").into_response();
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    (headers, Bytes::from_static(content)).into_response()
}

/// The style sheet of the pictures.
async fn pictures() -> Response {
    static SHEET: LazyLock<String> = LazyLock::new(grundy_draw::css);
    let headers = [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, SHEET.as_str()).into_response()
}

async fn question(State(office): State<Arc<Office>>, Path(name): Path<String>, request: Request) -> Response {
    match answer(&office, &name, request).await {
        Ok(sent) => sent.into_response(),
        Err(failure) => failure.into_response(),
    }
}

async fn answer(office: &Office, name: &str, request: Request) -> Result<Kept, Failure> {
    let unknown = || Failure::refused(StatusCode::NOT_FOUND, "no such question; docs/API.md lists all");
    let question = QUESTIONS.iter().find(|question| question.name == name).ok_or_else(unknown)?;
    if request.method() != Method::POST {
        return Err(Failure::refused(StatusCode::METHOD_NOT_ALLOWED, "a question is sent by POST"));
    }
    gate::check_origin(request.headers())?;
    let working = request.extensions().get::<Working>().cloned().unwrap_or_default();
    let asked = office.asked.take(length(request.headers())).await?;
    let body = read(request.into_body()).await?;
    let _work = working.begin();
    let lane = if question.long { &office.long } else { &office.quick };
    let ticket = lane.enter().await?;
    let cancel = Cancel::default();
    let watch = Watch::new(office.config.limits).with_cancel(cancel.flag());
    let desk = Desk { watch, steps: office.config.steps, most_answered: office.config.most_answered };
    let run = tokio::task::spawn_blocking(move || {
        // The place is free again when the work has ended, not when the client has gone.
        let answer = (question.answer)(&body, &desk);
        (answer, ticket, asked)
    });
    let (answer, ticket, _) = run.await.map_err(|_| internal(question))?;
    drop(cancel);
    let answer = answer?;
    // Nor before there is room for the answer: finished ones do not pile up.
    let room = office.answered.take(answer.body.len()).await?;
    drop(ticket);
    Ok(Kept { answer, room })
}

/// How long a question says it is; one that does not say may be as long as allowed.
fn length(headers: &HeaderMap) -> usize {
    let said = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    said.unwrap_or(MOST_ASKED).min(MOST_ASKED)
}

fn internal(question: &Question) -> Failure {
    Failure::internal(format!("internal error in {}: please report it", question.name))
}

async fn read(body: Body) -> Result<Bytes, Failure> {
    match tokio::time::timeout(SENDING, to_bytes(body, MOST_ASKED)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(_)) => {
            let text = format!("a question may have {MOST_ASKED} bytes, and must arrive whole");
            Err(Failure::refused(StatusCode::PAYLOAD_TOO_LARGE, text))
        }
        Err(_) => Err(Failure::refused(StatusCode::REQUEST_TIMEOUT, "the question took too long to arrive")),
    }
}

/// An answer, and the room it takes until it is sent.
struct Kept {
    answer: Answer,
    room: Taken,
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.answer.body
    }
}

impl IntoResponse for Kept {
    fn into_response(self) -> Response {
        let headers = [(header::CONTENT_TYPE, self.answer.kind), (header::CACHE_CONTROL, "no-store")];
        let body = if self.room.is_some() { Bytes::from_owner(self) } else { Bytes::from(self.answer.body) };
        (headers, body).into_response()
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.status() == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        (self.status(), headers, self.json().to_string()).into_response()
    }
}
