import { type Answer, authorization, type Client } from './client.ts';

const answer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json(),
});

/** The `fetch` that Node returns, with the URL class for the query. */
export const nodeFetch: Client = (baseUrl) => {
  const post = async (path: string, body: object) =>
    answer(
      await fetch(baseUrl + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  return {
    createKey: (key) => post('/v2/application-keys', key),
    subscribe: (subscription) => post('/subscriptions/subscriptions', subscription),
    list: async ({ hierarchy, node, filter, limit, offset }) => {
      const url = new URL(`${baseUrl}/pcm/hierarchies/${hierarchy}/nodes/${node}/products`);
      if (filter !== undefined) url.searchParams.set('filter', filter);
      url.searchParams.set('page[limit]', String(limit));
      url.searchParams.set('page[offset]', String(offset));
      return answer(await fetch(url, { headers: { authorization } }));
    },
  };
};
