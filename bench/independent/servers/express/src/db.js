import { DatabaseSync } from 'node:sqlite';
import { fault } from './flags.js';

const database = new DatabaseSync(':memory:'); // foreign keys are enforced

const prepare = (sql) => {
  const statement = database.prepare(sql);
  statement.setAllowUnknownNamedParameters(true);
  return statement;
};

/** The first column alone, of the first row or of all. */
const pluck = (sql) => {
  const statement = prepare(sql);
  const first = (row) => row && Object.values(row)[0];
  return { get: (...values) => first(statement.get(...values)), all: (...values) => statement.all(...values).map(first) };
};

const transaction = (work) => {
  database.exec('BEGIN');
  work();
  database.exec('COMMIT');
};

export const db = { prepare, pluck, transaction, exec: (sql) => database.exec(sql), close: () => database.close() };

db.exec(`
  CREATE TABLE application_keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL ${fault('key-upsert-by-name') ? 'UNIQUE' : ''},
    client_id TEXT NOT NULL UNIQUE,
    client_secret TEXT NOT NULL,
    reserved_rate_limit ${fault('key-limit-text') ? 'TEXT' : 'INTEGER'} NOT NULL,
    last_used_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL);

  CREATE TABLE offerings (
    id TEXT PRIMARY KEY, external_ref TEXT, name TEXT NOT NULL, description TEXT,
    external_product_refs TEXT NOT NULL DEFAULT '[]', owner TEXT NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  );

  CREATE TABLE plans (
    id TEXT PRIMARY KEY, offering_id TEXT NOT NULL REFERENCES offerings (id), code TEXT NOT NULL
  );

  CREATE TABLE payment_profiles (
    gateway TEXT NOT NULL, customer_id TEXT NOT NULL, card_id TEXT NOT NULL, name TEXT NOT NULL, email TEXT NOT NULL,
    PRIMARY KEY (gateway, customer_id, card_id)
  );

  CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY,
    external_ref ${fault('sub-external-ref-numeric') ? 'NUMERIC' : 'TEXT'},
    account_id TEXT NOT NULL, offering_id TEXT NOT NULL, plan_id TEXT NOT NULL, currency TEXT NOT NULL,
    payment_authority TEXT, owner TEXT NOT NULL, status TEXT NOT NULL,
    state_id TEXT NOT NULL, action TEXT NOT NULL,
    canceled INTEGER NOT NULL DEFAULT 0, paused INTEGER NOT NULL DEFAULT 0, closed INTEGER NOT NULL DEFAULT 0,
    invoice_after TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  );

  CREATE TABLE hierarchies (id TEXT PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE nodes (id TEXT PRIMARY KEY, hierarchy_id TEXT NOT NULL REFERENCES hierarchies (id), name TEXT NOT NULL);

  CREATE TABLE products (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, description TEXT, slug TEXT NOT NULL UNIQUE, sku TEXT UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('live', 'draft')), commodity_type TEXT NOT NULL,
    upc_ean TEXT, mpn TEXT, external_ref TEXT,
    locales TEXT, tags TEXT, custom_inputs TEXT, build_rules TEXT, variations TEXT, variation_matrix TEXT,
    product_types TEXT NOT NULL, relationships TEXT, owner TEXT NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  );

  CREATE TABLE bundle_components (
    bundle_id TEXT NOT NULL REFERENCES products (id), key TEXT NOT NULL, name TEXT NOT NULL,
    min INTEGER, max INTEGER, sort_order INTEGER, PRIMARY KEY (bundle_id, key)
  );
  CREATE TABLE bundle_options (
    bundle_id TEXT NOT NULL, component_key TEXT NOT NULL, product_id TEXT NOT NULL REFERENCES products (id),
    quantity INTEGER NOT NULL, sort_order INTEGER NOT NULL, is_default INTEGER NOT NULL,
    PRIMARY KEY (bundle_id, component_key, product_id),
    FOREIGN KEY (bundle_id, component_key) REFERENCES bundle_components (bundle_id, key)
  );

  CREATE TABLE node_products (
    node_id TEXT NOT NULL REFERENCES nodes (id), product_id TEXT NOT NULL REFERENCES products (id),
    PRIMARY KEY (node_id, product_id)
  );
  CREATE TABLE node_curations (
    node_id TEXT NOT NULL REFERENCES nodes (id), product_id TEXT NOT NULL REFERENCES products (id),
    position ${fault('node-curated-text-order') ? 'TEXT' : 'INTEGER'} NOT NULL,
    PRIMARY KEY (node_id, product_id)
  );
  CREATE INDEX node_products_by_product ON node_products (product_id);
`);
