import got, { type Response } from 'got';
import { type Answer, authorization, type Client } from './client.ts';

const answer = ({ statusCode, body }: Response<unknown>): Answer => ({ status: statusCode, body });

/** got. */
export const gotClient: Client = (baseUrl) => {
  const shop = got.extend({
    prefixUrl: baseUrl,
    headers: { authorization },
    responseType: 'json',
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  return {
    createKey: async (json) => answer(await shop.post('v2/application-keys', { json })),
    subscribe: async (json) => answer(await shop.post('subscriptions/subscriptions', { json })),
    list: async ({ hierarchy, node, filter, limit, offset }) => {
      const searchParams = { filter, 'page[limit]': limit, 'page[offset]': offset };
      return answer(await shop.get(`pcm/hierarchies/${hierarchy}/nodes/${node}/products`, { searchParams }));
    },
  };
};
