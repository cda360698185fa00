import type { Fact, Unavailable } from './verdict.ts';

/** Why a target cannot be checked at all: a mistake of the operator, or no server is there. */
export type UnreachedReason =
  | Fact<'no operation'>
  | Fact<'other scheme', { scheme: 'HTTPS' | 'plain HTTP'; address: string }>
  | Fact<'lost', { detail: string; advice?: string | undefined }>
  /** `base`: the base URL to which it leads. */
  | Fact<'redirect', { status: number; where?: string | undefined; base?: string | undefined }>
  | Fact<'proxy'>
  | Fact<'token', { status: number; isGiven: boolean }>
  | Fact<'unknown collection', { collection: string }>
  | Fact<'not started', { seconds: number; saw: Starting }>
  | Fact<'nothing served', { missing: readonly Unavailable[]; isTokenGiven: boolean; search?: Search }>;

/** The status of a response, or why none came, while a target starts. */
export type Starting = number | string;

/** Where the API was looked for, and where something responded; `areCollections`: only collections were asked for. */
export type Search = {
  readonly tried: readonly string[];
  readonly areCollections: boolean;
  readonly found?: { readonly basePath: string; readonly status: number };
};

/** Thrown if a target cannot be checked at all. */
export class Unreached extends Error {
  readonly baseUrl: string;
  readonly reason: UnreachedReason;

  constructor(baseUrl: string, reason: UnreachedReason) {
    super(reason.kind);
    this.baseUrl = baseUrl;
    this.reason = reason;
  }
}
