import { randomBytes, randomUUID } from 'node:crypto';
import { baseUrlOf } from '../config.js';
import { db } from '../db.js';
import { fault, variant } from '../flags.js';
import { Problem } from '../problem.js';
import { createKeyBody } from '../validation.js';

const insertKey = db.prepare(`
  INSERT INTO application_keys
    (id, name, client_id, client_secret, reserved_rate_limit, last_used_at, created_at, updated_at)
  VALUES (@id, @name, @client_id, @client_secret, @reserved_rate_limit, @last_used_at, @created_at, @updated_at)
  ${fault('key-upsert-by-name')
    ? 'ON CONFLICT (name) DO UPDATE SET client_secret = excluded.client_secret, updated_at = excluded.updated_at'
    : ''}
  RETURNING *
`);

const countSince = db.pluck('SELECT count(*) FROM application_keys WHERE created_at > ?');
const QUOTA_PER_MINUTE = 40;

const present = (row, baseUrl) => ({
  id: row.id,
  type: 'application_key',
  name: row.name,
  client_id: row.client_id,
  client_secret: row.client_secret,
  reserved_rate_limit: row.reserved_rate_limit,
  meta: {
    timestamps: { last_used_at: row.last_used_at, created_at: row.created_at, updated_at: row.updated_at },
  },
  links: { self: `${baseUrl}${fault('key-self-unversioned') ? '' : '/v2'}/application-keys/${row.id}` },
});

const create = (req, res) => {
  const { data } = createKeyBody.parse(req.body ?? {});

  if (variant('key-quota') && countSince.get(new Date(Date.now() - 60_000).toISOString()) >= QUOTA_PER_MINUTE) {
    res.set('Retry-After', '60');
    throw new Problem(429, 'quota-exceeded', `At most ${QUOTA_PER_MINUTE} keys can be created per minute`);
  }

  const now = new Date().toISOString();
  const row = insertKey.get({
    id: randomUUID(),
    name: data.name,
    client_id: randomBytes(20).toString('base64url'),
    client_secret: randomBytes(32).toString('base64url'),
    reserved_rate_limit: data.reserved_rate_limit ?? 0,
    last_used_at: fault('key-last-used-null') ? null : now,
    created_at: now,
    updated_at: now,
  });

  const key = present(row, baseUrlOf(req));
  res.status(201).location(key.links.self).set('Cache-Control', 'no-store').json({ data: key });
};

export const applicationKeys = { create };
