import axios, { type AxiosResponse } from 'axios';
import { type Answer, authorization, type Client } from './client.ts';

const answer = ({ status, data }: AxiosResponse): Answer => ({ status, body: data });

/** axios; it writes the nested `page` with brackets of its own accord. */
export const axiosClient: Client = (baseURL) => {
  const shop = axios.create({ baseURL, headers: { authorization }, validateStatus: () => true });
  return {
    createKey: async (key) => answer(await shop.post('/v2/application-keys', key)),
    subscribe: async (subscription) => answer(await shop.post('/subscriptions/subscriptions', subscription)),
    list: async ({ hierarchy, node, filter, limit, offset }) => {
      const params = { filter, page: { limit, offset } };
      return answer(await shop.get(`/pcm/hierarchies/${hierarchy}/nodes/${node}/products`, { params }));
    },
  };
};
