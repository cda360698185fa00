import type { ApplicationKeyRequest, SubscriptionRequest } from 'assay/types';
import { type Answer, authorization, type Client } from './client.ts';

type Result = { readonly data?: unknown; readonly error?: unknown; readonly response?: Response };
type Options = { readonly baseUrl: string; readonly headers: Record<string, string> };
type Listing = {
  readonly path: { readonly hierarchyID: string; readonly nodeID: string };
  readonly query: Record<string, string | number | undefined>;
};

/** As much of what @hey-api/openapi-ts makes of the contract as is used here. */
export type Generated = {
  readonly createApplicationKey: (
    options: Options & { readonly body: ApplicationKeyRequest },
  ) => Promise<Result>;
  readonly createSubscription: (options: Options & { readonly body: SubscriptionRequest }) => Promise<Result>;
  readonly listNodeProducts: (options: Options & Listing) => Promise<Result>;
};

const answer = ({ data, error, response }: Result): Answer => ({
  status: response?.status ?? 0,
  body: data ?? error,
});

/** The client that @hey-api/openapi-ts generates from the contract. */
export const heyApi =
  (generated: Generated): Client =>
  (baseUrl) => {
    const options = { baseUrl, headers: { authorization } };
    return {
      createKey: async (body) => answer(await generated.createApplicationKey({ ...options, body })),
      subscribe: async (body) => answer(await generated.createSubscription({ ...options, body })),
      list: async ({ hierarchy, node, filter, limit, offset }) => {
        const path = { hierarchyID: hierarchy, nodeID: node };
        const query = { filter, 'page[limit]': limit, 'page[offset]': offset };
        return answer(await generated.listNodeProducts({ ...options, path, query }));
      },
    };
  };
