//! One error type for all operations, shown as a list of JSON errors.

use axum::{
    extract::rejection::{JsonRejection, QueryRejection},
    http::StatusCode,
    response::{Html, IntoResponse, Response},
    Json,
};
use serde_json::json;

use crate::flags::variant;

pub struct ApiError {
    status: StatusCode,
    detail: String,
}

impl ApiError {
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into() }
    }

    pub fn invalid(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    pub fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        Self::new(rejection.status(), rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(rejection.status(), rejection.body_text())
    }
}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> Self {
        eprintln!("database error: {error}");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "The request could not be completed.")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if variant("gateway-error-pages") {
            let status = match self.status {
                StatusCode::UNAUTHORIZED => StatusCode::FORBIDDEN,
                StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
                other => other,
            };
            return (status, Html(format!("<html><body><h1>{status}</h1></body></html>"))).into_response();
        }
        let body = json!({ "errors": [{
            "status": self.status.as_str(),
            "title": self.status.canonical_reason(),
            "detail": self.detail,
        }]});
        (self.status, Json(body)).into_response()
    }
}
