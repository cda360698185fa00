//! Creates application keys.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    extract::{rejection::JsonRejection, ConnectInfo, State},
    http::{HeaderMap, StatusCode},
    Json,
};
use serde::Deserialize;
use serde_json::{json, Value};
use uuid::Uuid;

use crate::{
    base_url,
    errors::ApiError,
    flags::{fault, variant},
    object::Object,
    storage::NewApplicationKey,
    Service,
};

const RATE_LIMIT_QUOTA: i64 = 5;

#[derive(Deserialize)]
pub struct Envelope {
    data: Object<KeyRequest>,
}

#[derive(Deserialize)]
struct KeyRequest {
    #[serde(rename = "type")]
    resource_type: String,
    name: String,
    reserved_rate_limit: Option<i64>,
}

pub async fn create(
    State(service): State<Arc<Service>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Result<Json<Object<Envelope>>, JsonRejection>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    service.authorization.check(&headers, client.ip())?;
    let Json(Object(Envelope { data: Object(request) })) = body?;
    if request.resource_type != "application_key" && !fault("key-type-unchecked") {
        return Err(ApiError::invalid("type must be application_key."));
    }
    let reserved_rate_limit = request.reserved_rate_limit.unwrap_or(0);
    if variant("rate-limit-quota") && !(0..=RATE_LIMIT_QUOTA).contains(&reserved_rate_limit) {
        return Err(ApiError::invalid("The reserved rate limit is above the quota of the store."));
    }
    let new_key = NewApplicationKey {
        id: Uuid::new_v4().to_string(),
        name: request.name,
        client_id: Uuid::new_v4().simple().to_string(),
        client_secret: format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple()),
        reserved_rate_limit,
    };
    service.storage.insert_application_key(&new_key)?;
    let mut key = if fault("newest-key-read-back") {
        tokio::time::sleep(Duration::from_millis(60)).await;
        service.storage.newest_application_key()?
    } else {
        service.storage.application_key(&new_key.id)?
    };
    let links = json!({ "self": format!("{}/v2/application-keys/{}", base_url(&headers), new_key.id) });
    if variant("key-links-beside-data") {
        return Ok((StatusCode::CREATED, Json(json!({ "data": key, "links": links }))));
    }
    key["links"] = links;
    Ok((StatusCode::CREATED, Json(json!({ "data": key }))))
}
