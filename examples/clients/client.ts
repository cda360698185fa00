import type { ApplicationKeyRequest, SubscriptionRequest } from 'assay/types';

/** What came back, as far as one reads it here. */
export type Answer = { readonly status: number; readonly body: unknown };

/** Which products to list. */
export type Wanted = {
  readonly hierarchy: string;
  readonly node: string;
  readonly filter?: string;
  readonly limit: number;
  readonly offset: number;
};

/** The three operations, through one HTTP client in the way its own manual has it. */
export type Shop = {
  readonly createKey: (key: ApplicationKeyRequest) => Promise<Answer>;
  readonly subscribe: (subscription: SubscriptionRequest) => Promise<Answer>;
  readonly list: (wanted: Wanted) => Promise<Answer>;
};

/** A client, put to work on a base URL. */
export type Client = (baseUrl: string) => Shop;

/** Any bearer token will do for the stub. */
export const authorization = 'Bearer any';
