import type { IncomingHttpHeaders, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Product, Shop } from './shop.ts';

/** A request as it came. */
export type Received = {
  /** Counted from 1 over the life of the server. */
  readonly number: number;
  readonly method: string;
  /** Path and query as they was on the wire. */
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
  readonly authorization: string;
  readonly text: string;
  readonly connection: Socket;
};

/** A response; `text` is sent instead of `body` where it is there. */
export type Answer = {
  readonly status: number;
  readonly body: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What something in front of the server does: answers itself, never answers, or closes the connection. */
export type TransientFailure = Answer | 'silence' | 'hang-up';

export type KeyRequest = {
  readonly type: 'application_key';
  readonly name: string;
  readonly reserved_rate_limit?: number | null;
};

export type SubscriptionRequest = {
  readonly account_id: string;
  readonly offering_id: string;
  readonly plan_id: string;
  readonly currency: string;
  readonly external_ref?: string;
  readonly payment_authority?: PaymentAuthority | null;
};

export type PaymentAuthority = {
  readonly type: string;
  readonly customer_id: string;
  readonly card_id: string;
  readonly name: string;
  readonly email: string;
};

/** How keys are created otherwise than usual. */
export type KeyWays = {
  /** The only token that is let in; else any is. */
  readonly token?: string;
  /** The response that a request without a token got. */
  readonly stranger?: Answer;
  /** What of a body is read. */
  readonly read?: (text: string) => string;
  /** The status with which valid input is rejected, seeing what was created before. */
  readonly reject?: (request: KeyRequest, earlier: readonly KeyRequest[]) => number | undefined;
  readonly keptRateLimit?: (sent: number) => number;
  readonly keptName?: (sent: string) => string;
};

/** How subscriptions are created otherwise than usual. */
export type SubscriptionWays = {
  readonly token?: string;
  readonly accounts?: readonly string[];
  readonly currencies?: readonly string[];
  readonly gateways?: readonly string[];
  readonly reject?: (
    request: SubscriptionRequest,
    earlier: readonly SubscriptionRequest[],
  ) => number | undefined;
  /** The record that a request creates or changes. */
  readonly record?: (request: SubscriptionRequest) => SubscriptionRecord;
};

export type SubscriptionRecord = { readonly id: string; readonly external_ref: string | undefined };

/** What a listing was asked for, once it is known to be well formed. */
export type Asked = {
  readonly path: string;
  /** As it was on the wire. */
  readonly query: string;
  readonly parameters: URLSearchParams;
  readonly limit: number;
  readonly offset: number;
  readonly filter: Filter | undefined;
};

export type Filter = {
  readonly operator: 'eq' | 'in';
  readonly attribute: 'name' | 'slug' | 'id';
  readonly values: readonly string[];
};

/** How listings are served otherwise than usual. */
export type ListingWays = {
  readonly token?: string;
  readonly order?: (products: readonly Product[], asked: Asked) => readonly Product[];
  readonly reject?: (asked: Asked) => number | undefined;
  /** The status of a page that is empty because of its filter or its offset. */
  readonly emptyStatus?: number;
  /** Whether a value of a filter is the value of a product. */
  readonly same?: (asked: string, own: string) => boolean;
  readonly total?: (matching: number, whole: number) => number;
  readonly links?: (asked: Asked, total: number) => Readonly<Record<string, string | null>>;
  readonly show?: (product: Product) => unknown;
};

/** All that a server does otherwise than the default one. Each server gets its own, so they may remember. */
export type Ways = {
  readonly shop?: Shop;
  /** The status of every rejection of bad input. */
  readonly rejection?: number;
  readonly keys?: KeyWays;
  readonly subscriptions?: SubscriptionWays;
  readonly listings?: ListingWays;
  readonly before?: (
    request: Received,
  ) => TransientFailure | undefined | Promise<TransientFailure | undefined>;
  readonly after?: (request: Received, answer: Answer) => Answer;
  readonly delayMs?: number;
  /** What is done with the server's connections before it listens. */
  readonly prepare?: (server: Server) => void;
};
