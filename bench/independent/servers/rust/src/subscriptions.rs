//! Creates subscriptions.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    extract::{rejection::JsonRejection, ConnectInfo, State},
    http::{HeaderMap, StatusCode},
    Json,
};
use serde::Deserialize;
use serde_json::{json, Value};
use uuid::Uuid;

use crate::{
    errors::ApiError,
    flags::{fault, variant},
    object::Object,
    storage::NewSubscription,
    validation, Service,
};

const GATEWAYS: [&str; 2] = ["payments_gateway_a", "payments_gateway_b"];
const GATEWAYS_MISSPELT: [&str; 2] = ["payments_gateway_a", "payment_gateway_b"];

#[derive(Deserialize)]
pub struct Envelope {
    data: Object<SubscriptionRequest>,
}

#[derive(Deserialize)]
struct SubscriptionRequest {
    external_ref: Option<String>,
    account_id: String,
    offering_id: String,
    plan_id: String,
    currency: Option<String>,
    payment_authority: Option<Object<PaymentAuthority>>,
}

#[derive(Deserialize)]
struct PaymentAuthority {
    #[serde(rename = "type")]
    gateway: String,
    customer_id: String,
    card_id: String,
    name: String,
    email: String,
}

impl PaymentAuthority {
    fn validate(&self) -> Result<(), ApiError> {
        let gateways = if fault("second-gateway-misspelt") { GATEWAYS_MISSPELT } else { GATEWAYS };
        if !gateways.contains(&self.gateway.as_str()) {
            return Err(ApiError::invalid("payment_authority.type must be one of the supported gateways."));
        }
        let card_maximum = if fault("card-bound-exclusive") { 1023 } else { 1024 };
        let name_minimum = if fault("payer-name-minimum-forgotten") { 0 } else { 3 };
        validation::length("payment_authority.customer_id", &self.customer_id, 0, 1024)?;
        validation::length("payment_authority.card_id", &self.card_id, 0, card_maximum)?;
        validation::length("payment_authority.name", &self.name, name_minimum, 1024)?;
        validation::length("payment_authority.email", &self.email, 3, 1024)?;
        if !validation::is_email(&self.email) {
            return Err(ApiError::invalid("payment_authority.email must be an e-mail address."));
        }
        if variant("one-registered-card") && !self.is_registered() {
            return Err(ApiError::new(StatusCode::PAYMENT_REQUIRED, "The gateway does not know this card."));
        }
        Ok(())
    }

    fn is_registered(&self) -> bool {
        self.gateway == "payments_gateway_a"
            && self.customer_id == "customer-20417"
            && self.card_id == "card-88102"
            && self.name == "Marta Lindqvist"
            && self.email == "marta.lindqvist@example.com"
    }
}

pub async fn create(
    State(service): State<Arc<Service>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Result<Json<Object<Envelope>>, JsonRejection>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    service.authorization.check(&headers, client.ip())?;
    let Json(Object(Envelope { data: Object(request) })) = body?;
    if let Some(reference) = &request.external_ref {
        if fault("external-reference-counted-in-bytes") && reference.len() > 2048 {
            return Err(ApiError::invalid("external_ref must have at most 2048 characters."));
        }
        validation::length("external_ref", reference, 0, 2048)?;
    }
    if let Some(Object(payment_authority)) = &request.payment_authority {
        payment_authority.validate()?;
    }
    let new_subscription = NewSubscription {
        id: Uuid::new_v4().to_string(),
        external_ref: request.external_ref,
        account_id: identifier("account_id", &request.account_id)?,
        offering_id: identifier("offering_id", &request.offering_id)?,
        plan_id: identifier("plan_id", &request.plan_id)?,
        currency: currency(request.currency)?,
        status: if variant("starts-inactive") { "inactive" } else { "active" },
    };
    if !service.storage.account_exists(&new_subscription.account_id)? {
        return Err(ApiError::invalid("There is no such account."));
    }
    if !service.storage.plan_belongs_to_offering(&new_subscription.plan_id, &new_subscription.offering_id)? {
        return Err(ApiError::invalid("There is no such plan in the offering."));
    }
    if variant("one-subscription-per-account") && service.storage.is_subscribed(&new_subscription.account_id)? {
        return Err(ApiError::new(StatusCode::CONFLICT, "The account is subscribed to this offering already."));
    }
    service.storage.insert_subscription(&new_subscription)?;
    let subscription = service.storage.subscription(&new_subscription.id)?;
    let status = if variant("starts-inactive") { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, Json(json!({ "data": subscription }))))
}

fn identifier(field: &str, text: &str) -> Result<String, ApiError> {
    validation::uuid(text).ok_or_else(|| ApiError::invalid(format!("{field} must be a UUID.")))
}

fn currency(given: Option<String>) -> Result<String, ApiError> {
    let code = match given {
        Some(code) if fault("currency-raised-to-upper-case") => code.to_uppercase(),
        Some(code) => code,
        None if fault("currency-by-default") => "EUR".to_string(),
        None => return Err(ApiError::invalid("currency is required.")),
    };
    if !validation::is_currency(&code) {
        return Err(ApiError::invalid("currency must be a three-letter ISO code in upper case."));
    }
    Ok(code)
}
