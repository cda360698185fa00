import type { ChoiceId } from '../../src/contract/choices.ts';
import type { OperationId } from '../../src/contract/contract.ts';
import { isOfKind, type WithOperations } from '../../src/contract/operations.ts';
import type { Header } from '../../src/http/exchange.ts';
import type { JsonObject } from '../../src/json/json.ts';

/** A hierarchy node to list, and what only the operator can know about it. */
export type NodeTarget = {
  /** The operation that lists it; by default the only one that lists. */
  readonly operation?: OperationId;
  /** The values of all path parameters, in their order; by default these two. */
  readonly values?: readonly string[];
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

/** Values that a server accepts in a subscription. */
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

/** The token of an operation; `*` is that of all. */
export const tokenFor = ({ tokens }: Pick<Target, 'tokens'>, operation: OperationId): string | undefined =>
  tokens[operation] ?? tokens['*'];

/** The target as an operation sees it: a listing sees its own scopes, any other operation all. */
export function targetFor(target: Target, contract: WithOperations, operation: OperationId): Target {
  if (!isOfKind(contract, operation, 'list')) return target;
  const all = targets.get(target) ?? new Map<OperationId, Target>();
  targets.set(target, all);
  const isOnly = target.nodes.every((node) => (node.operation ?? operation) === operation);
  const view = all.get(operation) ?? (isOnly ? target : viewOf(target, operation));
  all.set(operation, view);
  return view;
}

const viewOf = (target: Target, operation: OperationId): Target => ({
  ...target,
  nodes: target.nodes.filter((node) => node.operation === operation),
});

const targets = new WeakMap<Target, Map<OperationId, Target>>();

export const isSameScope = (one: ScopeName, other: ScopeName): boolean => keyOfNode(one) === keyOfNode(other);

export type Pins = ReadonlyMap<ChoiceId, string>;

/** The base URL that links may begin with (READINGS 11, 24): `publicUrl` if it is declared, otherwise the base URL. */
export const publicBase = ({ baseUrl, publicUrl = baseUrl }: Target): string =>
  new URL(publicUrl).href.replace(/\/$/, '');

/** The parts by which a scope is named: its operation, and the values of its path parameters. */
export type ScopeName = Pick<NodeTarget, 'operation' | 'values' | 'hierarchy' | 'node'>;

/** A scope of a listing: the last value names it, those before its parent. */
export const scopeOf = (operation: OperationId, values: readonly string[]): ScopeName => ({
  operation,
  values,
  hierarchy: values.slice(0, -1).join('/'),
  node: values.at(-1) ?? '',
});

export const valuesOf = ({ values, hierarchy, node }: ScopeName): readonly string[] =>
  values ?? [hierarchy, node];

export const nameOfScope = (scope: ScopeName): string => valuesOf(scope).join('/');

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Identifies a scope: UUIDs compare without regard to case. */
export const keyOfNode = (scope: ScopeName): string =>
  [
    scope.operation ?? '',
    ...valuesOf(scope).map((value) => (uuid.test(value) ? value.toLowerCase() : value)),
  ].join('/');
