import { Pool } from 'undici';
import { type Answer, authorization, type Client } from './client.ts';

/** undici's own `request`; what it is given it sends, brackets and all. */
export const undiciClient: Client = (baseUrl) => {
  const { origin, pathname } = new URL(baseUrl);
  const pool = new Pool(origin);
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const reply = await pool.request({
      method,
      path: pathname.replace(/\/$/, '') + path,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: reply.statusCode, body: await reply.body.json() };
  };
  return {
    createKey: (key) => ask('POST', '/v2/application-keys', key),
    subscribe: (subscription) => ask('POST', '/subscriptions/subscriptions', subscription),
    list: ({ hierarchy, node, filter, limit, offset }) => {
      const filtered = filter === undefined ? '' : `filter=${encodeURIComponent(filter)}&`;
      const query = `${filtered}page[limit]=${limit}&page[offset]=${offset}`;
      return ask('GET', `/pcm/hierarchies/${hierarchy}/nodes/${node}/products?${query}`);
    },
  };
};
