import { baseUrlOf } from '../config.js';
import { db } from '../db.js';
import { fault, variant } from '../flags.js';
import { Problem } from '../problem.js';
import { listQuery } from '../validation.js';
import { presentProduct } from '../products.js';

const findNode = db.pluck('SELECT id FROM nodes WHERE id = lower(?) AND hierarchy_id = lower(?)');

const ATTACHED = `
  FROM node_products np
  JOIN products p ON p.id = np.product_id
  LEFT JOIN node_curations c ON c.product_id = p.id ${fault('node-curation-wrong-join') ? '' : 'AND c.node_id = np.node_id'}
`;
const ORDER = `ORDER BY c.position IS NULL, c.position, ${variant('order-by-name') ? 'p.name, p.id' : 'p.created_at DESC, p.id'}`;

const filterClause = ({ attribute, values }) => {
  if (attribute !== 'id') return { sql: `p.${attribute} = ?`, params: values };
  if (fault('node-in-or-precedence')) return { sql: values.map(() => 'p.id = ?').join(' OR '), params: values };
  return { sql: 'p.id IN (SELECT value FROM json_each(?))', params: [JSON.stringify(values)] };
};

const where = (nodeId, filter) => {
  const conditions = ['np.node_id = ?'];
  const params = [nodeId];
  if (!(fault('node-draft-by-slug') && filter?.attribute === 'slug')) conditions.push("p.status = 'live'");
  if (filter) {
    const clause = filterClause(filter);
    conditions.push(clause.sql);
    params.push(...clause.params);
  }
  return { sql: `WHERE ${conditions.join(' AND ')}`, params };
};

const findProducts = (nodeId, { filter, offset, limit }) => {
  const { sql, params } = where(nodeId, filter);
  const select = `SELECT p.*, c.position IS NOT NULL AS curated ${ATTACHED} ${sql} ${ORDER}`;
  if (fault('node-prefetch-200')) return db.prepare(`${select} LIMIT 200`).all(...params).slice(offset, offset + limit);
  return db.prepare(`${select} LIMIT ? OFFSET ?`).all(...params, limit, offset);
};

const countProducts = (nodeId, filter) => {
  const { sql, params } = where(nodeId, filter);
  const counted = fault('node-total-counts-drafts') ? sql.replace("AND p.status = 'live'", '') : sql;
  return db.pluck(`SELECT count(*) ${ATTACHED} ${counted}`).get(...params);
};

const findComponents = db.prepare(`
  SELECT p.* FROM products p
  WHERE p.status = 'live'
    AND p.id IN (SELECT o.product_id FROM bundle_options o JOIN json_each(?) b ON o.bundle_id = b.value)
  ORDER BY p.name, p.id
`);

const pageLinks = (req, { offset, limit }, total) => {
  const base = `${variant('absolute-links') ? baseUrlOf(req) : ''}${req.path}`;
  const page = (start) => {
    const query = new URLSearchParams({
      ...(req.query.filter !== undefined && { filter: req.query.filter }), 'page[offset]': start, 'page[limit]': limit,
    });
    return `${base}?${query}`;
  };
  const hasNext = offset + limit < total || fault('node-next-on-single-page');
  return {
    current: page(offset),
    first: page(0),
    last: total > limit ? page(Math.floor((total - 1) / limit) * limit) : null,
    prev: offset > 0 ? page(Math.max(0, offset - limit)) : null,
    next: hasNext ? page(offset + limit) : null,
  };
};

// The published catalog does not change while the process runs, so results can be kept.
const cache = new Map();

const search = (nodeId, query) => {
  const load = () => ({ rows: findProducts(nodeId, query), total: countProducts(nodeId, query.filter) });
  if (!fault('node-cache-ignores-filter')) return load();
  const key = `${nodeId}:${query.offset}:${query.limit}`;
  if (!cache.has(key)) cache.set(key, load());
  return cache.get(key);
};

const list = (req, res) => {
  const query = listQuery.parse(req.query);
  const nodeId = findNode.get(req.params.nodeID, req.params.hierarchyID);
  if (!nodeId) throw new Problem(404, 'node-not-found', 'No such node in that hierarchy');

  const { rows, total } = search(nodeId, query);
  const components = findComponents.all(JSON.stringify(rows.map((row) => row.id)));
  const links = pageLinks(req, query, total);

  const included = { component_products: components.map((row) => presentProduct(row)) };
  res.json({
    data: rows.map((row) => ({ ...presentProduct(row), links })),
    included: fault('node-included-omitted') && components.length === 0 ? undefined : included,
    meta: { results: { total } },
  });
};

export const nodeProducts = { list };
