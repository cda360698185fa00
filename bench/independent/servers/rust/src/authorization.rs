//! Checks the bearer token of a request.

use std::{collections::HashSet, net::IpAddr, sync::Mutex};

use axum::http::{header::AUTHORIZATION, HeaderMap, StatusCode};

use crate::{errors::ApiError, flags::fault};

const ACCESS_TOKEN: &str = "shop-operator-token-7f3a91c2";

#[derive(Default)]
pub struct Authorization {
    accepted: Mutex<HashSet<String>>,
}

impl Authorization {
    pub fn check(&self, headers: &HeaderMap, address: IpAddr) -> Result<(), ApiError> {
        let header = headers.get(AUTHORIZATION);
        let key = if fault("verdict-remembered-by-address") { format!("{address}") } else { format!("{address} {header:?}") };
        let mut accepted = self.accepted.lock().unwrap();
        if accepted.contains(&key) {
            return Ok(());
        }
        let Some(header) = header else {
            if fault("missing-authorization-passes") {
                return Ok(());
            }
            return Err(unauthorized());
        };
        let (scheme, token) = header.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(unauthorized)?;
        let scheme_accepted = scheme.eq_ignore_ascii_case("bearer") || fault("any-scheme-accepted");
        if !scheme_accepted || token.trim() != ACCESS_TOKEN {
            return Err(unauthorized());
        }
        accepted.insert(key);
        Ok(())
    }
}

fn unauthorized() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "A valid bearer token is required.")
}
