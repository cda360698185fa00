import type { Json, JsonObject } from '../wire/json.ts';

/** The three operations of the interface; rule ids begin with these. */
export const operationIds = ['application-key', 'subscription', 'node-products'] as const;
/** One of the three operations. */
export type OperationId = (typeof operationIds)[number];

/** `must`: stated. `should`: follows under a reading one may not share. `unspecified`: a silence. */
export type Level = 'must' | 'should' | 'unspecified';

/** One sentence of the interface document, in our words. */
export type Clause = {
  readonly id: string;
  /** Where it stands: addresses such as `4.2/external_ref#constraints`. */
  readonly at: readonly string[];
  readonly level: Level;
  /** The sentence, numbers filled in from the contract. */
  readonly text: string;
  /** Why nothing outside the server can tell whether it holds. */
  readonly unobservable?: string;
  /** Why a silence is not looked at. */
  readonly silent?: string;
  /** Why a silence that is looked at has no choice in the stub. */
  readonly unchosen?: string;
  /** Why it shares its address with another clause. */
  readonly shares?: string;
};

/** A member name, or `[]` for each item of an array, or `{}` for each value of a map. */
export type MemberPath = readonly string[];

/** One keyword of one schema of the contract: the unit from which rules and mutants are generated. */
export type Constraint = {
  /** `<operation>/<member>/<keyword>`; for `required`, the member is the one that is required. */
  readonly id: string;
  readonly operation: OperationId;
  readonly side: 'request' | 'response' | 'parameter';
  /** Everywhere the constrained value stands. For `required`, where the required member stands. */
  readonly paths: readonly MemberPath[];
  readonly keyword: string;
  readonly value: Json;
  /** Whether the object around the value may leave it out. */
  readonly optional: boolean;
  readonly clause: Clause;
  /** JSON pointer, in openapi.yaml, of the schema that carries the keyword. */
  readonly pointer: string;
};

/** A path or query parameter of an operation. */
export type Parameter = { readonly name: string; readonly in: string; readonly schema: JsonObject };

/** One operation, its schemas with every reference resolved. */
export type Operation = {
  readonly id: OperationId;
  readonly method: string;
  readonly path: string;
  /** `201`, or `2XX` where the document states no code. */
  readonly success: string;
  readonly parameters: readonly Parameter[];
  /** JSON Schema of the whole request body, where there is one. */
  readonly request?: JsonObject;
  /** JSON Schema of the whole response body. */
  readonly response: JsonObject;
};

/** The contract as data. Always an argument, never a module's global. */
export type Contract = {
  readonly version: string;
  /** Of openapi.yaml and clauses.yaml as they were read, overlays applied. */
  readonly sha256: string;
  /** The OpenAPI document itself, references unresolved. */
  readonly document: JsonObject;
  readonly clauses: ReadonlyMap<string, Clause>;
  readonly operations: Readonly<Record<OperationId, Operation>>;
  readonly constraints: readonly Constraint[];
  /** Ids of the constraints that Overlays added, dropped or changed. */
  readonly amended: readonly string[];
};
