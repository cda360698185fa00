//! Application keys, subscriptions and the products of hierarchy nodes over HTTP.

mod application_keys;
mod authorization;
mod catalog;
mod errors;
mod filter;
mod flags;
mod node_products;
mod object;
mod storage;
mod subscriptions;
mod throttle;
mod validation;

use std::{env, net::SocketAddr, sync::Arc};

use axum::{
    http::{header::HOST, HeaderMap},
    middleware,
    routing::{get, post},
    Router,
};
use tokio::{
    net::TcpListener,
    signal::unix::{signal, SignalKind},
};

use authorization::Authorization;
use errors::ApiError;
use node_products::ComponentCache;
use storage::Storage;

pub struct Service {
    storage: Storage,
    authorization: Authorization,
    component_cache: ComponentCache,
}

/// The base address of the service as the client sees it.
pub fn base_url(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or("127.0.0.1");
    format!("http://{host}")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port: u16 = env::var("PORT").unwrap_or_else(|_| "8080".into()).parse()?;
    let service = Arc::new(Service {
        storage: Storage::with_shop_data()?,
        authorization: Authorization::default(),
        component_cache: ComponentCache::default(),
    });
    let mut router = Router::new()
        .route("/v2/application-keys", post(application_keys::create))
        .route("/subscriptions/subscriptions", post(subscriptions::create))
        .route("/pcm/hierarchies/{hierarchy_id}/nodes/{node_id}/products", get(node_products::list))
        .fallback(|| async { ApiError::not_found("There is nothing at this address.") });
    if flags::variant("requests-throttled") {
        router = router.layer(middleware::from_fn(throttle::limit_requests));
    }
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    let mut terminate = signal(SignalKind::terminate())?;
    println!("listening");
    let server = axum::serve(listener, router.with_state(service).into_make_service_with_connect_info::<SocketAddr>());
    tokio::select! {
        result = server => result?,
        _ = terminate.recv() => {}
    }
    Ok(())
}
