import type { paths } from 'assay/types';
import createClient from 'openapi-fetch';

/** A client of the interface, typed by its contract. */
export const connect = (baseUrl: string, token: string) =>
  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
