import type { ChoiceId } from '../../src/contract/choices.ts';
import type { OperationId } from '../../src/contract/contract.ts';
import type { Header } from '../../src/http/exchange.ts';
import type { JsonObject } from '../../src/json/json.ts';

/** A hierarchy node to list, and what only the operator can know about it. */
export type NodeTarget = {
  readonly hierarchy: string;
  readonly node: string;
  /** The ids of every live product of the node. */
  readonly live?: readonly string[];
  /** The curated order, live products only. */
  readonly curated?: readonly string[];
  /** Products that are attached but not live. */
  readonly hidden?: readonly HiddenProduct[];
};

/** A live product, and what it shows of the fields that are named. */
export type DeclaredProduct = {
  readonly id: string;
  readonly name?: string;
  readonly slug?: string;
  readonly sku?: string;
};

/** A product that must never be shown: its id, or its id and what else a filter could look for. */
export type HiddenProduct = string | { readonly id: string; readonly name?: string; readonly slug?: string };

/** Values of a subscription request that the operator declares (READINGS P2). */
export type KnownGoodSubscription = {
  readonly account_id?: string;
  readonly offering_id?: string;
  readonly plan_id?: string;
  readonly currency?: string;
  /** `any`: the target takes any payment authority. An object: one it is known to take. */
  readonly payment?: 'any' | JsonObject;
};

/** Where a value was read from: an environment variable, or a place for people. */
export type Origin = { readonly variable: string } | { readonly place: string };
/** Where values were read from, by value. */
export type Origins = ReadonlyMap<string, Origin>;

/** What the suite may use and expect of the server it reads; the operator's word, read from a file. */
export type Target = {
  readonly baseUrl: string;
  /** The base URL by which the world knows the server, if it is another: links begin with it (READINGS 11, 24). */
  readonly publicUrl?: string;
  /** Base URLs under which others ask the same server, as through a proxy that passes their `Host` on. */
  readonly otherBaseUrls?: readonly string[];
  /** Where tokens, headers and payment values were read from, by value. */
  readonly origins?: Origins;
  /** The bearer token of each operation that has one. */
  readonly tokens: Readonly<Partial<Record<OperationId, string>>>;
  readonly headers: readonly Header[];
  /** Whether requests that leave records behind may be sent. */
  readonly writes: boolean;
  /** What the operator declares in a key request. */
  readonly key: { readonly reserved_rate_limit?: number };
  /** One set of known-good values, or several where the target takes each only once; never empty. */
  readonly subscriptions: readonly [KnownGoodSubscription, ...KnownGoodSubscription[]];
  readonly nodes: readonly NodeTarget[];
  /** The ids of live products of any hierarchy that are attached to none of these nodes, such as components of bundles. */
  readonly live?: readonly string[];
  /** Products of any hierarchy that must never be listed. */
  readonly hidden?: readonly HiddenProduct[];
  /** What live products show, by their ids in lower case. */
  readonly declared?: ReadonlyMap<string, DeclaredProduct>;
  /** What was decided where the specification leaves a choice, by the id of the choice; held like rules. */
  readonly choices: Pins;
};

/** Choices that the operator pinned, each to one of its options. */
export type Pins = ReadonlyMap<ChoiceId, string>;
