import { randomBytes, scrypt as scryptWithCallback } from 'node:crypto';
import { promisify } from 'node:util';
import { baseAddress } from './addresses.js';
import { requireBearer } from './authorization.js';
import { faulty, varied } from './flags.js';
import { newIdentifier } from './identifiers.js';

const scrypt = promisify(scryptWithCallback);

const rateLimitRange = varied('small-rate-limits') ? { minimum: 1, maximum: 25 } : { minimum: 0, maximum: 2147483647 };

const requestBody = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['type', 'name'],
      properties: {
        type: faulty('key-type-defaulted')
          ? { type: 'string', const: 'application_key', default: 'application_key' }
          : { type: 'string', const: 'application_key' },
        name: { type: 'string' },
        reserved_rate_limit: { type: 'integer', ...rateLimitRange },
      },
    },
  },
};

const links = { type: 'object', properties: { self: { type: 'string' } } };

const createdResponse = {
  type: 'object',
  properties: {
    data: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        type: { type: 'string' },
        name: { type: 'string' },
        client_id: { type: 'string' },
        client_secret: { type: 'string' },
        reserved_rate_limit: { type: 'integer' },
        meta: {
          type: 'object',
          properties: {
            timestamps: {
              type: 'object',
              properties: {
                last_used_at: { type: 'string' },
                created_at: { type: 'string' },
                updated_at: { type: 'string' },
              },
            },
          },
        },
        links,
      },
    },
    links,
  },
};

const sharedDraft = {};

export function applicationKeyRoutes(app, { database }) {
  const insertKey = database.prepare(`
    INSERT INTO application_keys
      (id, name, client_id, client_secret_hash, reserved_rate_limit, last_used_at, created_at, updated_at)
    VALUES (:id, :name, :client_id, :client_secret_hash, :reserved_rate_limit, :last_used_at, :now, :now)
    RETURNING *`);

  app.post('/v2/application-keys', {
    onRequest: requireBearer,
    schema: { body: requestBody, response: { 201: createdResponse } },
  }, async (request, reply) => {
    const { name, reserved_rate_limit = rateLimitRange.minimum } = request.body.data;
    const draft = faulty('key-draft-shared') ? sharedDraft : {};
    Object.assign(draft, { name, reserved_rate_limit });

    const clientSecret = randomBytes(30).toString('base64url');
    const salt = randomBytes(16);
    const hash = await scrypt(clientSecret, salt, 32);

    const now = new Date().toISOString();
    const key = insertKey.get({
      id: newIdentifier(),
      name: draft.name,
      client_id: randomBytes(20).toString('base64url'),
      client_secret_hash: `${salt.toString('hex')}:${hash.toString('hex')}`,
      reserved_rate_limit: draft.reserved_rate_limit,
      last_used_at: faulty('key-last-used-unset') ? null : now,
      now,
    });

    const address = faulty('key-self-link-client') ? key.client_id : key.id;
    const self = { self: `${baseAddress(request)}/v2/application-keys/${address}` };
    const data = {
      id: key.id,
      type: 'application_key',
      name: key.name,
      client_id: key.client_id,
      client_secret: clientSecret,
      reserved_rate_limit: key.reserved_rate_limit,
      meta: {
        timestamps: { last_used_at: key.last_used_at, created_at: key.created_at, updated_at: key.updated_at },
      },
    };
    reply.code(201);
    return varied('links-beside-data') ? { data, links: self } : { data: { ...data, links: self } };
  });
}
