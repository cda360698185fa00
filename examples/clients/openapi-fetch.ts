import type { paths } from 'assay/types';
import createClient from 'openapi-fetch';
import { type Answer, authorization, type Client } from './client.ts';

type Result = { readonly data?: unknown; readonly error?: unknown; readonly response: Response };

const answer = ({ data, error, response }: Result): Answer => ({
  status: response.status,
  body: data ?? error,
});

/** openapi-fetch, typed by the contract: paths, parameters, bodies and responses. */
export const openapiFetch: Client = (baseUrl) => {
  const shop = createClient<paths>({ baseUrl, headers: { authorization } });
  return {
    createKey: async (body) => answer(await shop.POST('/v2/application-keys', { body })),
    subscribe: async (body) => answer(await shop.POST('/subscriptions/subscriptions', { body })),
    list: async ({ hierarchy, node, filter, limit, offset }) => {
      const path = { hierarchyID: hierarchy, nodeID: node };
      const page = { 'page[limit]': limit, 'page[offset]': offset };
      const query = filter === undefined ? page : { ...page, filter };
      const params = { path, query };
      return answer(await shop.GET('/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products', { params }));
    },
  };
};
