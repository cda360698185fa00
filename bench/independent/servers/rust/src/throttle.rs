//! A gateway's limit on requests per second, used by one variant.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use axum::{
    extract::Request,
    http::{header::RETRY_AFTER, HeaderValue, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::errors::ApiError;

const REQUESTS_PER_SECOND: usize = 20;

static RECENT_REQUESTS: Mutex<Vec<Instant>> = Mutex::new(Vec::new());

pub async fn limit_requests(request: Request, next: Next) -> Response {
    if !admitted() {
        let mut response = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "Too many requests.").into_response();
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        return response;
    }
    next.run(request).await
}

fn admitted() -> bool {
    let mut recent = RECENT_REQUESTS.lock().unwrap();
    recent.retain(|moment| moment.elapsed() < Duration::from_secs(1));
    let free = recent.len() < REQUESTS_PER_SECOND;
    if free {
        recent.push(Instant::now());
    }
    free
}
