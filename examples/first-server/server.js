// A small server for application keys, subscriptions and node products.
// Start it with: PORT=8080 node server.js

import { createServer } from 'node:http';
import { randomBytes, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { hierarchies, offering, products } from './data.js';

const PORT = Number(process.env.PORT || 8080);
const TOKEN = 'beginner-token';

const KEYS_PATH = '/v2/application-keys';
const SUBSCRIPTIONS_PATH = '/subscriptions/subscriptions';
const NODE_PRODUCTS_PATH = /^\/pcm\/hierarchies\/([^/]+)\/nodes\/([^/]+)\/products$/;

const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 100;
const MAX_PAGE_NUMBER = 10000;

const applicationKeys = [];
const subscriptions = [];

// ------------------------------------------------------ errors and bodies

class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function sendJson(res, status, body) {
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(body));
}

function checkToken(req) {
  if (req.headers.authorization !== `Bearer ${TOKEN}`) {
    throw new HttpError(401, 'a valid bearer token is required');
  }
}

// Reads the request body and returns its "data".
async function readData(req) {
  const bodyText = await text(req);
  let body;
  try {
    body = JSON.parse(bodyText);
  } catch {
    throw new HttpError(400, 'the body is not valid JSON');
  }
  if (!isObject(body) || !isObject(body.data)) {
    throw new HttpError(400, 'the body needs an object "data"');
  }
  return body.data;
}

// ------------------------------------------------------------- validation

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isString(value) {
  return typeof value === 'string';
}

function isUuid(value) {
  return isString(value) && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
}

// Makes a test for texts with a length from min to max.
function textOf(min, max) {
  return (value) => {
    if (!isString(value)) return false;
    const length = [...value].length; // characters, so that an emoji counts as one
    return length >= min && length <= max;
  };
}

function isEmail(value) {
  return textOf(3, 1024)(value) && /^[^\s@]+@[^\s@]+$/.test(value);
}

function oneOf(...allowed) {
  return (value) => allowed.includes(value);
}

const applicationKeyRules = {
  type: { required: true, test: oneOf('application_key') },
  name: { required: true, test: isString },
  reserved_rate_limit: { required: false, test: Number.isInteger },
};

const subscriptionRules = {
  external_ref: { required: false, test: textOf(0, 2048) },
  account_id: { required: true, test: isUuid },
  offering_id: { required: true, test: isUuid },
  plan_id: { required: true, test: isUuid },
  currency: { required: true, test: oneOf(...Intl.supportedValuesOf('currency')) },
  payment_authority: { required: false, test: isObject },
};

const paymentAuthorityRules = {
  type: { required: true, test: oneOf('payments_gateway_a', 'payments_gateway_b') },
  customer_id: { required: true, test: textOf(0, 1024) },
  card_id: { required: true, test: textOf(0, 1024) },
  name: { required: true, test: textOf(3, 1024) },
  email: { required: true, test: isEmail },
};

function checkFields(data, rules) {
  for (const [field, rule] of Object.entries(rules)) {
    const value = data[field];
    if (value === undefined) {
      if (rule.required) throw new HttpError(400, `"${field}" is required`);
      continue;
    }
    if (!rule.test(value)) {
      throw new HttpError(400, `"${field}" has a wrong value`);
    }
  }
}

// ------------------------------------------------------- application keys

async function createApplicationKey(req, res, url) {
  const data = await readData(req);
  checkFields(data, applicationKeyRules);

  const id = randomUUID();
  const now = new Date().toISOString();
  const key = {
    id,
    type: 'application_key',
    name: data.name,
    client_id: randomBytes(20).toString('hex'),
    client_secret: randomBytes(20).toString('hex'),
    reserved_rate_limit: data.reserved_rate_limit ?? 0,
    meta: { timestamps: { last_used_at: now, created_at: now, updated_at: now } },
    links: { self: `${url.origin}${KEYS_PATH}/${id}` },
  };
  applicationKeys.push(key);
  sendJson(res, 201, { data: key });
}

// ----------------------------------------------------------- subscriptions

async function createSubscription(req, res) {
  const data = await readData(req);
  checkFields(data, subscriptionRules);
  if (data.payment_authority !== undefined) {
    checkFields(data.payment_authority, paymentAuthorityRules);
  }

  const id = randomUUID();
  const now = new Date().toISOString();
  const subscription = {
    id,
    type: 'subscription',
    attributes: {
      external_ref: data.external_ref,
      account_id: data.account_id,
      offering: { id: data.offering_id, ...offering },
      plan_id: data.plan_id,
      currency: data.currency,
      meta: {
        owner: 'store',
        timestamps: { updated_at: now, created_at: now },
        status: 'active',
      },
    },
  };
  subscriptions.push(subscription);
  sendJson(res, 201, { data: subscription });
}

// ----------------------------------------------------------- node products

function findNode(hierarchyId, nodeId) {
  if (!isUuid(hierarchyId) || !isUuid(nodeId)) {
    throw new HttpError(400, 'the ids in the path must be UUIDs');
  }
  const hierarchy = hierarchies.find((h) => h.id === hierarchyId.toLowerCase());
  const node = hierarchy?.nodes.find((n) => n.id === nodeId.toLowerCase());
  if (!node) throw new HttpError(404, 'there is no such node');
  return node;
}

// The products of a node: first the curated ones, then all others.
function productsOfNode(node) {
  const found = products
    .filter((p) => node.product_ids.includes(p.id))
    .filter((p) => p.attributes.status === 'live');
  const order = node.curated_products ?? [];
  const curated = found
    .filter((p) => order.includes(p.id))
    .map((p) => ({ ...p, attributes: { ...p.attributes, curated_product: true } }))
    .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  const others = found.filter((p) => !order.includes(p.id));
  return [...curated, ...others];
}

// The products that the bundles in the list are made of.
function componentProducts(list) {
  const ids = list
    .flatMap((p) => Object.values(p.attributes.components ?? {}))
    .flatMap((component) => component.options.map((option) => option.id));
  return products.filter((p) => ids.includes(p.id) && p.attributes.status === 'live');
}

// Understands eq(name,...), eq(slug,...) and in(id,...).
function applyFilter(list, filter) {
  if (filter === null) return list;

  const eq = /^eq\((name|slug),(.+)\)$/.exec(filter);
  if (eq) {
    const [, attribute, value] = eq;
    return list.filter((p) => p.attributes[attribute] === value);
  }
  const isIn = /^in\(id,(.+)\)$/.exec(filter);
  if (isIn) {
    const ids = isIn[1].split(',').map((id) => id.trim().toLowerCase());
    return list.filter((p) => ids.includes(p.id));
  }
  throw new HttpError(400, 'this filter is not supported');
}

function readPageNumber(url, name, min, fallback) {
  const value = url.searchParams.get(name);
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^[0-9]+$/.test(value) || number < min || number > MAX_PAGE_NUMBER) {
    throw new HttpError(400, `"${name}" must be a number from ${min} to ${MAX_PAGE_NUMBER}`);
  }
  return number;
}

function pageLinks(url, offset, limit, total) {
  const linkTo = (newOffset) => {
    const link = new URL(url);
    link.searchParams.set('page[offset]', newOffset);
    link.searchParams.set('page[limit]', limit);
    return link.href;
  };
  const lastOffset = Math.floor((total - 1) / limit) * limit;
  return {
    current: linkTo(offset),
    first: linkTo(0),
    last: total <= limit ? null : linkTo(lastOffset),
    prev: offset === 0 ? null : linkTo(Math.max(0, offset - limit)),
    next: offset + limit >= total ? null : linkTo(offset + limit),
  };
}

function listNodeProducts(res, url, hierarchyId, nodeId) {
  const node = findNode(hierarchyId, nodeId);
  const limit = Math.min(readPageNumber(url, 'page[limit]', 1, DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE);
  const offset = readPageNumber(url, 'page[offset]', 0, 0);

  const found = applyFilter(productsOfNode(node), url.searchParams.get('filter'));
  const page = found.slice(offset, offset + limit);
  const links = pageLinks(url, offset, limit, found.length);
  sendJson(res, 200, {
    data: page.map((p) => ({ ...p, links })),
    included: { component_products: componentProducts(page) },
    meta: { results: { total: found.length } },
  });
}

// ------------------------------------------------------------------ server

async function handle(req, res) {
  checkToken(req);
  const url = new URL(`http://${req.headers.host}${req.url}`);
  const nodeProducts = NODE_PRODUCTS_PATH.exec(url.pathname);

  if (req.method === 'POST' && url.pathname === KEYS_PATH) {
    await createApplicationKey(req, res, url);
  } else if (req.method === 'POST' && url.pathname === SUBSCRIPTIONS_PATH) {
    await createSubscription(req, res);
  } else if (req.method === 'GET' && nodeProducts) {
    listNodeProducts(res, url, nodeProducts[1], nodeProducts[2]);
  } else {
    throw new HttpError(404, 'there is nothing here');
  }
}

const server = createServer(async (req, res) => {
  try {
    await handle(req, res);
  } catch (error) {
    const status = error.status ?? 500;
    if (status === 500) console.error(error);
    sendJson(res, status, { errors: [{ status: String(status), detail: error.message }] });
  }
});

server.listen(PORT, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
