import type { OperationId } from '../../../contract/contract.ts';
import type { Json } from '../../../json/json.ts';

/** Which requests a fault applies to. */
type FaultScope = {
  /** The operation it applies to; any request if omitted. */
  readonly operation?: OperationId;
  /** The first of these requests that it applies to, counted from 1. */
  readonly fromRequest?: number;
  /** The first page that it applies to, counted from 1; it then applies to listings only. */
  readonly fromPage?: number;
  /** How many times it applies; without limit if omitted. */
  readonly times?: number;
  /** The probability with which it applies, above 0 and up to 1; always if omitted. */
  readonly probability?: number;
};

/** What a fault does to a request. */
export type FaultEffect =
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'latency'; readonly from: number; readonly to: number }
  /** A body that is a string is sent as it is, any other as JSON; by default, it is the body of a rejection. */
  | { readonly kind: 'status'; readonly code: number; readonly body?: Json }
  /** 429 with `Retry-After` in seconds; 1 if omitted. */
  | { readonly kind: 'too-many-requests'; readonly retryAfter?: number }
  | { readonly kind: 'connection-reset' }
  /** Sends the first `after` bytes of the body, half of it if omitted, and then nothing more. */
  | { readonly kind: 'stalled-body'; readonly after?: number }
  /** Sends the first `after` bytes of the body, half of it if omitted, and closes the connection. */
  | { readonly kind: 'truncated-body'; readonly after?: number }
  | { readonly kind: 'malformed-json' }
  /** A violation of the contract, by the name of a mutant in the rule set. */
  | { readonly kind: 'mutant'; readonly name: string };

/** A request to add a fault. */
export type FaultRequest = FaultScope & FaultEffect;
