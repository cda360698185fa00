//! Lists the live products of a hierarchy node.

use std::{
    collections::{HashMap, HashSet},
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    extract::{rejection::QueryRejection, ConnectInfo, OriginalUri, Path, Query, State},
    http::HeaderMap,
    Json,
};
use serde::Deserialize;
use serde_json::{json, Value};

use crate::{
    base_url,
    errors::ApiError,
    filter::Filter,
    flags::{fault, variant},
    validation, Service,
};

const DEFAULT_LIMIT: i64 = 25;
const MAXIMUM_PAGE_SIZE: i64 = 100;
const PARAMETER_BOUND: i64 = 10_000;

pub type ComponentCache = Mutex<HashMap<String, Vec<Value>>>;

#[derive(Deserialize)]
pub struct Parameters {
    filter: Option<String>,
    #[serde(rename = "page[offset]")]
    offset: Option<i64>,
    #[serde(rename = "page[limit]")]
    limit: Option<i64>,
}

pub struct Page {
    pub offset: i64,
    pub limit: i64,
}

impl Page {
    fn from(parameters: &Parameters) -> Result<Self, ApiError> {
        let offset = parameters.offset.unwrap_or(0);
        let limit = parameters.limit.unwrap_or(DEFAULT_LIMIT);
        let offset_bound = if fault("offset-bound-forgotten") { i64::MAX } else { PARAMETER_BOUND };
        let limit_bound = if variant("large-pages-refused") { MAXIMUM_PAGE_SIZE } else { PARAMETER_BOUND };
        if !(0..=offset_bound).contains(&offset) {
            return Err(ApiError::bad_request("page[offset] must be 0 to 10000."));
        }
        if !(1..=limit_bound).contains(&limit) {
            return Err(ApiError::bad_request(format!("page[limit] must be 1 to {limit_bound}.")));
        }
        let page_size = if fault("page-size-uncapped") { limit } else { limit.min(MAXIMUM_PAGE_SIZE) };
        Ok(Self { offset, limit: page_size })
    }
}

pub async fn list(
    State(service): State<Arc<Service>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Path((hierarchy_id, node_id)): Path<(String, String)>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    parameters: Result<Query<Parameters>, QueryRejection>,
) -> Result<Json<Value>, ApiError> {
    if variant("node-products-need-token") {
        service.authorization.check(&headers, client.ip())?;
    }
    let Query(parameters) = parameters?;
    let hierarchy_id = validation::uuid(&hierarchy_id).ok_or_else(|| ApiError::bad_request("hierarchyID must be a UUID."))?;
    let node_id = validation::uuid(&node_id).ok_or_else(|| ApiError::bad_request("nodeID must be a UUID."))?;
    let page = Page::from(&parameters)?;
    let expression = parameters.filter.filter(|text| !text.is_empty());
    let filter = expression.as_deref().map(Filter::parse).transpose()?;
    if !service.storage.node_exists(&hierarchy_id, &node_id)? {
        return Err(ApiError::not_found("There is no such node in this hierarchy."));
    }
    let (mut products, total) = service.storage.node_products(&node_id, filter.as_ref(), &page)?;
    let links = links(&format!("{}{}", base_url(&headers), uri.path()), expression.as_deref(), &page, total);
    for product in &mut products {
        product["links"] = links.clone();
    }
    let components = component_products(&service, &node_id, &products)?;
    let included = if components.is_empty() && fault("empty-components-left-out") {
        json!({})
    } else {
        json!({ "component_products": components })
    };
    Ok(Json(json!({
        "data": products,
        "included": included,
        "meta": { "results": { "total": total } },
    })))
}

fn links(address: &str, expression: Option<&str>, page: &Page, total: i64) -> Value {
    let filter = match expression {
        Some(expression) if !fault("links-lose-filter") => format!("&filter={}", percent_encoded(expression)),
        _ => String::new(),
    };
    let limit = page.limit;
    let link = |offset: i64| format!("{address}?page%5Boffset%5D={offset}&page%5Blimit%5D={limit}{filter}");
    let following = page.offset + limit;
    let more = if fault("next-after-exactly-full-page") { following <= total } else { following < total };
    json!({
        "current": link(page.offset),
        "first": link(0),
        "last": (total > limit).then(|| link((total - 1) / limit * limit)),
        "prev": (page.offset > 0).then(|| link((page.offset - limit).max(0))),
        "next": more.then(|| link(following)),
    })
}

fn percent_encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => (byte as char).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}

/// The products that the components of the listed bundles offer, each once.
fn component_products(service: &Service, node_id: &str, products: &[Value]) -> Result<Vec<Value>, ApiError> {
    let mut seen = HashSet::new();
    let ids: Vec<&str> = products
        .iter()
        .filter_map(|product| product["attributes"]["components"].as_object())
        .flat_map(|components| components.values())
        .filter_map(|component| component["options"].as_array())
        .flatten()
        .filter_map(|option| option["id"].as_str())
        .filter(|id| seen.insert(id.to_string()))
        .collect();
    let key = if fault("components-cached-by-node") { node_id.to_string() } else { ids.join(",") };
    let mut cache = service.component_cache.lock().unwrap();
    if let Some(components) = cache.get(&key) {
        return Ok(components.clone());
    }
    let components = service.storage.live_products(&ids)?;
    cache.insert(key, components.clone());
    Ok(components)
}
