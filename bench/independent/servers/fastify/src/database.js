import { DatabaseSync } from 'node:sqlite';
import { fillCatalog } from './catalog-data.js';
import { fillSubscriptionTerms } from './subscription-data.js';

const tables = `
  CREATE TABLE catalogs (id TEXT PRIMARY KEY, name TEXT NOT NULL, published_at TEXT);
  CREATE TABLE hierarchies (id TEXT PRIMARY KEY, catalog_id TEXT NOT NULL REFERENCES catalogs, name TEXT NOT NULL);
  CREATE TABLE nodes (id TEXT PRIMARY KEY, hierarchy_id TEXT NOT NULL REFERENCES hierarchies, name TEXT NOT NULL);
  CREATE TABLE products (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT,
    slug TEXT NOT NULL,
    sku TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('live', 'draft')),
    commodity_type TEXT NOT NULL CHECK (commodity_type IN ('physical', 'digital')),
    upc_ean TEXT,
    mpn TEXT,
    external_ref TEXT,
    product_type TEXT NOT NULL CHECK (product_type IN ('parent', 'child', 'bundle', 'standard')),
    owner TEXT NOT NULL CHECK (owner IN ('organization', 'store')),
    details TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  );
  CREATE TABLE product_tags (
    product_id TEXT NOT NULL REFERENCES products, position INTEGER NOT NULL, tag TEXT NOT NULL,
    PRIMARY KEY (product_id, position)
  );
  CREATE TABLE catalog_products (
    catalog_id TEXT NOT NULL REFERENCES catalogs, product_id TEXT NOT NULL REFERENCES products,
    PRIMARY KEY (catalog_id, product_id)
  );
  CREATE TABLE node_products (
    node_id TEXT NOT NULL REFERENCES nodes, product_id TEXT NOT NULL REFERENCES products,
    PRIMARY KEY (node_id, product_id)
  );
  CREATE TABLE node_curation (
    node_id TEXT NOT NULL REFERENCES nodes, product_id TEXT NOT NULL REFERENCES products, position INTEGER NOT NULL,
    PRIMARY KEY (node_id, product_id)
  );
  CREATE TABLE components (
    bundle_id TEXT NOT NULL REFERENCES products,
    component_key TEXT NOT NULL,
    name TEXT NOT NULL,
    min INTEGER NOT NULL,
    max INTEGER NOT NULL,
    sort_order INTEGER NOT NULL,
    PRIMARY KEY (bundle_id, component_key)
  );
  CREATE TABLE component_options (
    bundle_id TEXT NOT NULL REFERENCES products,
    component_key TEXT NOT NULL,
    product_id TEXT NOT NULL REFERENCES products,
    quantity INTEGER NOT NULL,
    sort_order INTEGER NOT NULL,
    is_default INTEGER NOT NULL,
    PRIMARY KEY (bundle_id, component_key, product_id)
  );

  CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE plans (id TEXT PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE offerings (
    id TEXT PRIMARY KEY,
    external_ref TEXT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 3 AND 1024),
    description TEXT,
    owner TEXT NOT NULL CHECK (owner IN ('organization', 'store')),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  );
  CREATE TABLE offering_plans (
    offering_id TEXT NOT NULL REFERENCES offerings, plan_id TEXT NOT NULL REFERENCES plans,
    PRIMARY KEY (offering_id, plan_id)
  );
  CREATE TABLE offering_products (
    offering_id TEXT NOT NULL REFERENCES offerings, external_ref TEXT NOT NULL,
    PRIMARY KEY (offering_id, external_ref)
  );
  CREATE TABLE gateway_cards (
    gateway TEXT NOT NULL, customer_id TEXT NOT NULL, card_id TEXT NOT NULL,
    PRIMARY KEY (gateway, customer_id, card_id)
  );
  CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY,
    external_ref TEXT,
    account_id TEXT NOT NULL REFERENCES accounts,
    offering_id TEXT NOT NULL,
    plan_id TEXT NOT NULL,
    currency TEXT NOT NULL,
    payment_authority TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'inactive')),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    FOREIGN KEY (offering_id, plan_id) REFERENCES offering_plans
  );
  CREATE TABLE application_keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    client_id TEXT NOT NULL UNIQUE,
    client_secret_hash TEXT NOT NULL,
    reserved_rate_limit INTEGER NOT NULL,
    last_used_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  );`;

export function openDatabase() {
  const database = new DatabaseSync(':memory:');
  database.exec(tables);
  database.exec('BEGIN');
  fillCatalog(database);
  fillSubscriptionTerms(database);
  database.exec('COMMIT');
  return database;
}
