//! The SQLite database in memory: its tables, and every query.

use std::sync::{Mutex, MutexGuard};

use rusqlite::{params, params_from_iter, types::Value as SqlValue, Connection, OptionalExtension, Result, Row};
use serde_json::{json, Value};

use crate::{
    catalog::{self, ACCOUNT_COUNT},
    filter::Filter,
    flags::{fault, variant},
    node_products::Page,
};

const TABLES: &str = "
    CREATE TABLE products (id TEXT PRIMARY KEY COLLATE NOCASE, number INTEGER, name TEXT, slug TEXT, status TEXT,
        attributes TEXT, meta TEXT, relationships TEXT);
    CREATE TABLE nodes (id TEXT PRIMARY KEY, hierarchy_id TEXT);
    CREATE TABLE node_products (node_id TEXT, product_id TEXT COLLATE NOCASE, PRIMARY KEY (node_id, product_id));
    CREATE TABLE accounts (id TEXT PRIMARY KEY);
    CREATE TABLE offerings (id TEXT PRIMARY KEY, document TEXT);
    CREATE TABLE plans (id TEXT PRIMARY KEY, offering_id TEXT);
    CREATE TABLE application_keys (number INTEGER PRIMARY KEY, id TEXT, name TEXT, client_id TEXT, client_secret TEXT,
        reserved_rate_limit INTEGER, last_used_at TEXT, created_at TEXT, updated_at TEXT);
    CREATE TABLE subscriptions (id TEXT PRIMARY KEY, external_ref TEXT, account_id TEXT, offering_id TEXT, plan_id TEXT,
        currency TEXT, status TEXT, paused INTEGER DEFAULT 0, canceled INTEGER DEFAULT 0, closed INTEGER DEFAULT 0,
        invoice_after TEXT, created_at TEXT, updated_at TEXT);";

pub struct Storage {
    connection: Mutex<Connection>,
}

pub struct NewApplicationKey {
    pub id: String,
    pub name: String,
    pub client_id: String,
    pub client_secret: String,
    pub reserved_rate_limit: i64,
}

pub struct NewSubscription {
    pub id: String,
    pub external_ref: Option<String>,
    pub account_id: String,
    pub offering_id: String,
    pub plan_id: String,
    pub currency: String,
    pub status: &'static str,
}

impl Storage {
    pub fn with_shop_data() -> Result<Self> {
        let connection = Connection::open_in_memory()?;
        let position_type = if fault("curated-position-as-text") { "TEXT" } else { "INTEGER" };
        connection.execute_batch(&format!(
            "BEGIN; {TABLES} CREATE TABLE curated_products (node_id TEXT, product_id TEXT COLLATE NOCASE,
                position {position_type}, PRIMARY KEY (node_id, product_id));"
        ))?;
        for product in catalog::products() {
            connection.execute(
                "INSERT INTO products VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                params![
                    product.id,
                    product.number,
                    product.name,
                    product.slug,
                    product.status,
                    product.attributes.to_string(),
                    product.meta.to_string(),
                    product.relationships.to_string()
                ],
            )?;
        }
        for node in catalog::nodes() {
            connection.execute("INSERT INTO nodes VALUES (?, ?)", params![node.id, node.hierarchy_id])?;
            for product_id in &node.products {
                connection.execute("INSERT INTO node_products VALUES (?, ?)", params![node.id, product_id])?;
            }
            for (position, product_id) in node.curated.iter().enumerate() {
                connection.execute("INSERT INTO curated_products VALUES (?, ?, ?)", params![node.id, product_id, position as i64])?;
            }
        }
        for number in 0..ACCOUNT_COUNT {
            connection.execute("INSERT INTO accounts VALUES (?)", [catalog::account_id(number)])?;
        }
        connection.execute(
            "INSERT INTO offerings VALUES (?, ?)",
            params![catalog::offering_id(), catalog::offering().to_string()],
        )?;
        connection.execute("INSERT INTO plans VALUES (?, ?)", [catalog::plan_id(), catalog::offering_id()])?;
        connection.execute_batch("COMMIT")?;
        Ok(Self { connection: Mutex::new(connection) })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap()
    }

    pub fn insert_application_key(&self, key: &NewApplicationKey) -> Result<()> {
        let last_used_at = if fault("last-use-left-empty") { "NULL".to_string() } else { now("") };
        self.connection().execute(
            &format!(
                "INSERT INTO application_keys (id, name, client_id, client_secret, reserved_rate_limit, last_used_at, created_at,
                    updated_at) VALUES (?, ?, ?, ?, ?, {last_used_at}, {now}, {now})",
                now = now("")
            ),
            params![key.id, key.name, key.client_id, key.client_secret, key.reserved_rate_limit],
        )?;
        Ok(())
    }

    pub fn application_key(&self, id: &str) -> Result<Value> {
        self.connection().query_row("SELECT * FROM application_keys WHERE id = ?", [id], application_key_from_row)
    }

    pub fn newest_application_key(&self) -> Result<Value> {
        let query = "SELECT * FROM application_keys ORDER BY number DESC LIMIT 1";
        self.connection().query_row(query, [], application_key_from_row)
    }

    pub fn account_exists(&self, id: &str) -> Result<bool> {
        self.connection().prepare_cached("SELECT 1 FROM accounts WHERE id = ?")?.exists([id])
    }

    pub fn plan_belongs_to_offering(&self, plan_id: &str, offering_id: &str) -> Result<bool> {
        self.connection()
            .prepare_cached("SELECT 1 FROM plans WHERE id = ? AND offering_id = ?")?
            .exists([plan_id, offering_id])
    }

    pub fn is_subscribed(&self, account_id: &str) -> Result<bool> {
        self.connection().prepare_cached("SELECT 1 FROM subscriptions WHERE account_id = ?")?.exists([account_id])
    }

    pub fn insert_subscription(&self, subscription: &NewSubscription) -> Result<()> {
        self.connection().execute(
            &format!(
                "INSERT INTO subscriptions (id, external_ref, account_id, offering_id, plan_id, currency, status, invoice_after,
                    created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, {invoice_after}, {now}, {now})",
                invoice_after = now(", '+1 month'"),
                now = now("")
            ),
            params![
                subscription.id,
                subscription.external_ref,
                subscription.account_id,
                subscription.offering_id,
                subscription.plan_id,
                subscription.currency,
                subscription.status
            ],
        )?;
        Ok(())
    }

    pub fn subscription(&self, id: &str) -> Result<Value> {
        self.connection().query_row(
            "SELECT s.*, o.document AS offering FROM subscriptions s JOIN offerings o ON o.id = s.offering_id WHERE s.id = ?",
            [id],
            subscription_from_row,
        )
    }

    pub fn node_exists(&self, hierarchy_id: &str, node_id: &str) -> Result<bool> {
        self.connection()
            .prepare_cached("SELECT 1 FROM nodes WHERE id = ? AND hierarchy_id = ?")?
            .exists([node_id, hierarchy_id])
    }

    /// One page of the live products of a node, and the number of all that match.
    pub fn node_products(&self, node_id: &str, filter: Option<&Filter>, page: &Page) -> Result<(Vec<Value>, i64)> {
        let searched_by_id = matches!(filter, Some(Filter::Ids(_)));
        let mut condition = if searched_by_id && fault("drafts-found-by-id") {
            "n.node_id = ?".to_string()
        } else if fault("curated-drafts-listed") {
            "n.node_id = ? AND (p.status = 'live' OR c.position IS NOT NULL)".to_string()
        } else {
            "n.node_id = ? AND p.status = 'live'".to_string()
        };
        let mut operands = vec![SqlValue::from(node_id.to_string())];
        match filter {
            Some(Filter::Name(name)) => {
                condition += if fault("name-compared-with-like") { " AND p.name LIKE ?" } else { " AND p.name = ?" };
                operands.push(name.clone().into());
            }
            Some(Filter::Slug(slug)) => {
                condition += " AND p.slug = ?";
                operands.push(slug.clone().into());
            }
            Some(Filter::Ids(ids)) => {
                condition += " AND p.id IN (SELECT value FROM json_each(?))";
                operands.push(json!(ids).to_string().into());
            }
            None => {}
        }
        let newest_first = if variant("postgres-habits") { "DESC" } else { "ASC" };
        let order = if searched_by_id && fault("curated-order-lost-when-filtered") {
            "p.number".to_string()
        } else {
            format!("c.position IS NULL, c.position, p.number {newest_first}")
        };
        let curated = if fault("first-curated-unmarked") { "c.position > 0" } else { "c.position IS NOT NULL" };
        let source = format!(
            "FROM node_products n JOIN products p ON p.id = n.product_id
                LEFT JOIN curated_products c ON c.node_id = n.node_id AND c.product_id = n.product_id
                WHERE {condition}"
        );
        let connection = self.connection();
        let count = if fault("total-counted-within-a-page") {
            format!("SELECT COUNT(*) FROM (SELECT 1 {source} LIMIT 100)")
        } else if fault("total-taken-from-the-rows") {
            format!("SELECT COUNT(*) OVER () {source} LIMIT 1 OFFSET {}", page.offset)
        } else {
            format!("SELECT COUNT(*) {source}")
        };
        let total: Option<i64> = connection.query_row(&count, params_from_iter(&operands), |row| row.get(0)).optional()?;
        let skipped = if fault("offset-taken-as-page-number") { page.offset * page.limit } else { page.offset };
        operands.extend([page.limit.into(), skipped.into()]);
        let query = format!("SELECT p.*, {curated} AS curated {source} ORDER BY {order} LIMIT ? OFFSET ?");
        let mut statement = connection.prepare_cached(&query)?;
        let products: Result<Vec<Value>> = statement.query_map(params_from_iter(&operands), node_product_from_row)?.collect();
        Ok((products?, total.unwrap_or(0)))
    }

    pub fn live_products(&self, ids: &[&str]) -> Result<Vec<Value>> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached("SELECT * FROM products WHERE id = ? AND status = 'live'")?;
        let found: Result<Vec<Option<Value>>> =
            ids.iter().map(|id| statement.query_row([id], product_from_row).optional()).collect();
        Ok(found?.into_iter().flatten().collect())
    }
}

/// An expression for the present time, changed by the given modifiers.
fn now(modifiers: &str) -> String {
    format!("strftime('%Y-%m-%dT%H:%M:%f{}', 'now'{modifiers})", catalog::zone())
}

fn application_key_from_row(row: &Row) -> Result<Value> {
    Ok(json!({
        "id": row.get::<_, String>("id")?,
        "type": "application_key",
        "name": row.get::<_, String>("name")?,
        "client_id": row.get::<_, String>("client_id")?,
        "client_secret": row.get::<_, String>("client_secret")?,
        "reserved_rate_limit": row.get::<_, i64>("reserved_rate_limit")?,
        "meta": { "timestamps": {
            "last_used_at": row.get::<_, Option<String>>("last_used_at")?,
            "created_at": row.get::<_, String>("created_at")?,
            "updated_at": row.get::<_, String>("updated_at")?,
        }},
    }))
}

fn subscription_from_row(row: &Row) -> Result<Value> {
    let status: String = row.get("status")?;
    let created_at: String = row.get("created_at")?;
    let mut meta = json!({
        "owner": "store",
        "timestamps": { "updated_at": row.get::<_, String>("updated_at")?, "created_at": created_at },
        "status": status,
    });
    if status == "active" {
        meta["state"] = json!({
            "type": "subscription_state",
            "attributes": { "action": "resume" },
            "meta": {
                "created_at": created_at,
                "canceled": row.get::<_, bool>("canceled")?,
                "paused": if fault("paused-as-number") { json!(row.get::<_, i64>("paused")?) } else { json!(row.get::<_, bool>("paused")?) },
                "closed": row.get::<_, bool>("closed")?,
                "invoice_after": row.get::<_, String>("invoice_after")?,
            },
        });
    }
    let mut attributes = json!({
        "account_id": row.get::<_, String>("account_id")?,
        "offering": stored_json(row, "offering")?,
        "plan_id": row.get::<_, String>("plan_id")?,
        "currency": row.get::<_, String>("currency")?,
        "meta": meta,
    });
    if let Some(external_ref) = row.get::<_, Option<String>>("external_ref")? {
        attributes["external_ref"] = json!(external_ref);
    }
    Ok(json!({ "id": row.get::<_, String>("id")?, "type": "subscription", "attributes": attributes }))
}

fn product_from_row(row: &Row) -> Result<Value> {
    Ok(json!({
        "id": row.get::<_, String>("id")?,
        "type": "product",
        "attributes": stored_json(row, "attributes")?,
        "meta": stored_json(row, "meta")?,
        "relationships": stored_json(row, "relationships")?,
    }))
}

fn node_product_from_row(row: &Row) -> Result<Value> {
    let mut product = product_from_row(row)?;
    let curated: Option<bool> = row.get("curated")?;
    if variant("curated-flag-in-meta") {
        product["meta"]["curated_product"] = json!(curated == Some(true));
    } else if curated == Some(true) {
        product["attributes"]["curated_product"] = json!(true);
    }
    Ok(product)
}

fn stored_json(row: &Row, column: &str) -> Result<Value> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error)))
}
