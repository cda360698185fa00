import { faulty, varied } from './flags.js';
import { filterCondition } from './filters.js';
import { canonical, uuidPattern } from './identifiers.js';
import { pageLinks, pageLinksSchema } from './page-links.js';
import { Problem } from './problems.js';
import { productPresenter } from './products.js';

const largestPage = 100;
const cachedListings = 500;

const identifier = { type: 'string', pattern: uuidPattern };

const pathParameters = {
  type: 'object',
  required: ['hierarchyID', 'nodeID'],
  properties: { hierarchyID: identifier, nodeID: identifier },
};

// Query values are text: the patterns allow 0 to 10000, and 1 to 10000.
const queryParameters = {
  type: 'object',
  properties: {
    filter: { type: 'string' },
    'page[offset]': { type: 'string', pattern: '^0*([0-9]{1,4}|10000)$', default: '0' },
    'page[limit]': { type: 'string', pattern: '^0*([1-9][0-9]{0,3}|10000)$', default: '25' },
  },
};

const listResponse = {
  type: 'object',
  properties: {
    data: {
      type: 'array',
      items: { type: 'object', properties: { links: pageLinksSchema }, additionalProperties: true },
    },
    links: pageLinksSchema,
  },
  additionalProperties: true,
};

const tags = `(
  SELECT json_group_array(tag ORDER BY product_tags.position)
  FROM product_tags WHERE product_tags.product_id = products.id) AS tags`;

const published = faulty('unpublished-products-listed') ? 'LEFT JOIN' : 'JOIN';

const attachedProducts = `
  FROM nodes
  JOIN hierarchies ON hierarchies.id = nodes.hierarchy_id
  JOIN catalogs ON catalogs.id = hierarchies.catalog_id AND catalogs.published_at IS NOT NULL
  JOIN node_products ON node_products.node_id = nodes.id
  JOIN products ON products.id = node_products.product_id
  ${published} catalog_products
    ON catalog_products.catalog_id = catalogs.id AND catalog_products.product_id = products.id
  LEFT JOIN node_curation
    ON node_curation.node_id = nodes.id AND node_curation.product_id = products.id`;

const live = faulty('curated-drafts-listed')
  ? "(products.status = 'live' OR node_curation.position IS NOT NULL)"
  : "products.status = 'live'";

const position = faulty('curated-order-as-text') ? 'CAST(node_curation.position AS TEXT)' : 'node_curation.position';

function listQuery(condition) {
  const selected = `
    SELECT products.*, node_curation.position, node_curation.position IS NOT NULL AS curated, ${tags},
           COUNT(*) OVER () AS matched
    ${attachedProducts}
    WHERE nodes.id = ? AND ${live} AND ${condition}`;
  if (faulty('curated-order-within-page')) {
    return `SELECT * FROM (${selected} ORDER BY products.name, products.id LIMIT ? OFFSET ?)
            ORDER BY position IS NULL, position, name, id`;
  }
  return `${selected}
    ORDER BY node_curation.position IS NULL, ${position}, products.name, products.id
    LIMIT ? OFFSET ?`;
}

function countQuery(condition) {
  const components = faulty('total-multiplied-by-join')
    ? 'LEFT JOIN component_options ON component_options.bundle_id = products.id'
    : '';
  return `SELECT COUNT(*) AS total ${attachedProducts} ${components} WHERE nodes.id = ? AND ${live} AND ${condition}`;
}

const sameNode = faulty('included-same-node-only')
  ? 'JOIN node_products ON node_products.product_id = products.id AND node_products.node_id = nodes.id'
  : '';

const componentQuery = `
  SELECT DISTINCT products.*, 0 AS curated, ${tags}
  FROM nodes
  JOIN hierarchies ON hierarchies.id = nodes.hierarchy_id
  JOIN catalog_products ON catalog_products.catalog_id = hierarchies.catalog_id
  JOIN products ON products.id = catalog_products.product_id
  JOIN component_options ON component_options.product_id = products.id
  ${sameNode}
  WHERE nodes.id = ?
    AND products.status = 'live'
    AND component_options.bundle_id IN (SELECT value FROM json_each(?))
  ORDER BY products.name, products.id`;

export function nodeProductRoutes(app, { database }) {
  const presentProduct = productPresenter(database);
  const findComponentProducts = database.prepare(componentQuery);
  const findNode = database.prepare(`
    SELECT nodes.id FROM nodes
    JOIN hierarchies ON hierarchies.id = nodes.hierarchy_id
    JOIN catalogs ON catalogs.id = hierarchies.catalog_id
    WHERE nodes.id = ? AND hierarchies.id = ? AND catalogs.published_at IS NOT NULL`);
  const cache = new Map();

  function readListing(node, filter, offset, limit) {
    const { sql, values } = filterCondition(filter);
    const skipped = faulty('offset-as-page-number') ? offset * limit : offset;
    const rows = database.prepare(listQuery(sql)).all(node, ...values, limit, skipped);
    const total = faulty('total-lost-past-end')
      ? rows[0]?.matched ?? 0
      : database.prepare(countQuery(sql)).get(node, ...values).total;
    const components = findComponentProducts.all(node, JSON.stringify(rows.map((row) => row.id)));
    return { total, products: rows.map(presentProduct), components: components.map(presentProduct) };
  }

  function cachedListing(node, filter, offset, limit) {
    const key = JSON.stringify(faulty('page-cache-without-limit')
      ? [node, filter, offset]
      : [node, filter, offset, limit]);
    if (!cache.has(key)) {
      if (cache.size === cachedListings) cache.clear();
      cache.set(key, readListing(node, filter, offset, limit));
    }
    return cache.get(key);
  }

  app.get('/pcm/hierarchies/:hierarchyID/nodes/:nodeID/products', {
    schema: { params: pathParameters, querystring: queryParameters, response: { 200: listResponse } },
  }, async (request) => {
    const node = findNode.get(canonical(request.params.nodeID), canonical(request.params.hierarchyID));
    if (!node) throw new Problem(404, 'No published hierarchy has this node.');

    const { filter } = request.query;
    const offset = Number(request.query['page[offset]']);
    const asked = Number(request.query['page[limit]']);
    if (varied('large-pages-refused') && asked > largestPage) {
      throw new Problem(400, `A page holds at most ${largestPage} records.`);
    }
    const limit = faulty('page-size-uncapped') ? asked : Math.min(asked, largestPage);

    const { total, products, components } = cachedListing(node.id, filter, offset, limit);
    const links = pageLinks(request, { filter, offset, limit, total });
    const rest = {
      included: {
        component_products: faulty('included-null-when-empty') && components.length === 0 ? null : components,
      },
      meta: { results: { total } },
    };
    if (varied('links-beside-data')) return { data: products, links, ...rest };
    return { data: products.map((product) => ({ ...product, links })), ...rest };
  });
}
