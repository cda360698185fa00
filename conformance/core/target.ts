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

export type DeclaredProduct = {
  readonly id: string;
  readonly name?: string;
  readonly slug?: string;
  readonly sku?: string;
};

/** A product that must not be listed: its id, and the fields that a filter could search. */
export type HiddenProduct = string | { readonly id: string; readonly name?: string; readonly slug?: string };

export type KnownGoodSubscription = {
  readonly account_id?: string;
  readonly offering_id?: string;
  readonly plan_id?: string;
  readonly currency?: string;
  /** `any`: any payment authority. An object: one that is known-good. */
  readonly payment?: 'any' | JsonObject;
};

/** Where a value was read from: an environment variable, or a place in words. */
export type Origin = { readonly variable: string } | { readonly place: string };
export type Origins = ReadonlyMap<string, Origin>;

/** What a check may use and expect of a server, as its operator declares in the target file. */
export type Target = {
  readonly baseUrl: string;
  /** The base URL that links begin with, if it is another (READINGS 11, 24). */
  readonly publicUrl?: string;
  /** Base URLs that clients of the same server used, as through a proxy that keeps `Host`. */
  readonly otherBaseUrls?: readonly string[];
  /** Where tokens, headers and payment values were read from, by value. */
  readonly origins?: Origins;
  /** The bearer token of each operation that has one. */
  readonly tokens: Readonly<Partial<Record<OperationId, string>>>;
  readonly headers: readonly Header[];
  /** Whether requests that create records may be sent. */
  readonly writes: boolean;
  /** What the operator declares in a key request. */
  readonly key: { readonly reserved_rate_limit?: number };
  /** One set of known-good values, or several if the target accepts each only once. */
  readonly subscriptions: readonly [KnownGoodSubscription, ...KnownGoodSubscription[]];
  readonly nodes: readonly NodeTarget[];
  /** Ids of live products of no node above, such as components of bundles. */
  readonly live?: readonly string[];
  /** Products of any hierarchy that must never be listed. */
  readonly hidden?: readonly HiddenProduct[];
  /** What the operator declares of live products, by their ids in lower case. */
  readonly declared?: ReadonlyMap<string, DeclaredProduct>;
  /** The option that was decided on, if the specification leaves a choice, by the id of the choice; checked like rules. */
  readonly choices: Pins;
};

export type Pins = ReadonlyMap<ChoiceId, string>;

/**
 * The base URLs that links may begin with (READINGS 11, 24): `publicUrl` if it is declared, otherwise the base URL,
 * and those that clients used.
 */
export const publicBases = ({
  baseUrl,
  publicUrl,
  otherBaseUrls = [],
}: Target): readonly [string, ...string[]] => {
  const [first, ...others] = [...(publicUrl === undefined ? [baseUrl] : [publicUrl]), ...otherBaseUrls];
  return [withoutSlash(first ?? baseUrl), ...others.map(withoutSlash)];
};

const withoutSlash = (url: string): string => new URL(url).href.replace(/\/$/, '');

/** Identifies a node: UUIDs compare without regard to case. */
export const keyOfNode = ({ hierarchy, node }: Pick<NodeTarget, 'hierarchy' | 'node'>): string =>
  `${hierarchy}/${node}`.toLowerCase();
