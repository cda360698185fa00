import type { JsonObject } from '../../src/wire/json.ts';
import type { NodeTarget } from '../engine/target.ts';

/** A rule that may fail until a date without turning the headline. */
export type Waiver = {
  readonly rule: string;
  readonly reason: string;
  /** The last day it counts, in UTC: `2027-03-31`. */
  readonly until: string;
};

/** What stands in a target file; target.schema.json says the same to editors. */
export type TargetFile = {
  readonly baseUrl?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly writes?: 'allow' | 'deny';
  readonly subscription?: {
    readonly account_id?: string;
    readonly offering_id?: string;
    readonly plan_id?: string;
    readonly currency?: string;
    readonly payment?: 'any' | JsonObject;
  };
  /** Paths of OpenAPI Overlays on the contract. */
  readonly overlays?: readonly string[];
  readonly nodes?: readonly NodeTarget[];
  readonly waivers?: readonly Waiver[];
};
