import type { paths } from 'assay/types';
import createClient from 'openapi-fetch';

/** A client of the interface, typed by its contract. It encodes the brackets of `page[limit]`: not every server takes them raw. */
export const connect = (baseUrl: string, token: string) =>
  createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
    querySerializer: (query) =>
      Object.entries(query)
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
        .join('&'),
  });
