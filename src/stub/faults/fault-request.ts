import type { OperationId } from '../../contract/contract.ts';

/** When a fault strikes. */
type Occasion = {
  /** The operation it strikes; any request if left out. */
  readonly operation?: OperationId;
  /** How often it strikes before it is spent; without end if left out. */
  readonly times?: number;
  /** With what probability it strikes, above 0 and up to 1; always if left out. */
  readonly probability?: number;
};

/** What a fault does. */
export type Harm =
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'latency'; readonly from: number; readonly to: number }
  | { readonly kind: 'status'; readonly code: number }
  /** 429 with `Retry-After`, in seconds; 1 if left out. */
  | { readonly kind: 'too-many-requests'; readonly retryAfter?: number }
  | { readonly kind: 'connection-reset' }
  /** Of the body only so many bytes come, half of it if left out, and then nothing more. */
  | { readonly kind: 'stalled-body'; readonly after?: number }
  /** Of the body only so many bytes come, half of it if left out, and then the connection ends. */
  | { readonly kind: 'truncated-body'; readonly after?: number }
  | { readonly kind: 'malformed-json' }
  /** A breach of the contract, by its name in the catalogue of rules. */
  | { readonly kind: 'mutant'; readonly name: string };

/** A fault as one asks for it. */
export type FaultRequest = Occasion & Harm;
