import type { Json, JsonObject, Path } from '../json/json.ts';
import type { PatternTexts } from './fitting.ts';
import type { ListStructure } from './list.ts';
import { isOperation, type OperationId, operationIds } from './operations.ts';

export { isOperation, type OperationId, operationIds };

/** `must`: stated. `should`: follows from one of several readings. `unspecified`: the specification does not say. */
export type Level = 'must' | 'should' | 'unspecified';

/** One sentence of the interface document, in our own words. */
export type Clause = {
  readonly id: string;
  /** Its addresses in the specification, such as `4.2/external_ref#constraints`. */
  readonly at: readonly string[];
  readonly level: Level;
  /** Whether it is of a team's own, and no sentence of the specification. */
  readonly house?: true;
  /** The sentence, with numbers filled in from the contract. */
  readonly text: string;
  /** Why it cannot be observed from outside the server. */
  readonly unobservable?: string;
  /** Why a silence is not observed. */
  readonly silent?: string;
  /** Whether it was made from what the contract states, since nobody wrote it. */
  readonly derived?: true;
};

/** A field name, or `[]` for each item of an array, or `{}` for each value of a map. */
export type MemberPath = readonly string[];

/** One keyword of one schema of the contract: the unit from which rules and mutants are generated. */
export type Constraint = {
  /** `<operation>/<field>/<keyword>`; for `required`, the field is the required one. */
  readonly id: string;
  readonly operation: OperationId;
  readonly side: 'request' | 'response' | 'parameter';
  /** Every path of the constrained value. For `required`, the paths of the required field. */
  readonly paths: readonly MemberPath[];
  readonly keyword: string;
  readonly value: Json;
  /** The keyword of the contract that says so, where it is another one: options say which types there may be. */
  readonly written?: 'oneOf';
  /** Whether the value may be absent. */
  readonly optional: boolean;
  readonly clause: Clause;
  /** JSON pointer, in openapi.yaml, of the schema that carries the keyword. */
  readonly pointer: string;
};

/** A path or query parameter of an operation. */
export type Parameter = { readonly name: string; readonly in: string; readonly schema: JsonObject };

/** One operation, with all references in its schemas resolved. */
export type Operation = {
  readonly id: OperationId;
  readonly method: string;
  readonly path: string;
  /** `201`, or `2XX` if the specification states no code. */
  readonly success: string;
  readonly parameters: readonly Parameter[];
  /** JSON Schema of the whole request body, if there is one. */
  readonly request?: JsonObject;
  /** JSON Schema of the whole response body. */
  readonly response: JsonObject;
  /** How it lists, if it does. */
  readonly list?: ListStructure;
};

/** A field of an operation's requests or responses that is not described any more. */
export type Gone = Pick<Constraint, 'operation' | 'side'> & { readonly path: MemberPath };

/** What a response of an operation that creates promises about a field, other than by constraints. */
export type FieldPromise = {
  readonly operation: OperationId;
  /** Where the response shows the field. */
  readonly path: Path;
  /** Where the request has the value that the field returns; a field without it is distinct. */
  readonly sentAt?: Path;
  readonly clause: Clause;
};

/** The contract as data. It is always passed as an argument, never a global. */
export type Contract = {
  readonly version: string;
  /** The hash of openapi.yaml and clauses.yaml with Overlays applied. */
  readonly sha256: string;
  /** The OpenAPI document itself, with its references. */
  readonly document: JsonObject;
  readonly clauses: ReadonlyMap<string, Clause>;
  readonly operations: Readonly<Record<OperationId, Operation>>;
  readonly constraints: readonly Constraint[];
  /** What responses promise about fields by `x-returns` and `x-distinct`. */
  readonly promises: readonly FieldPromise[];
  /** What Overlays added, removed or changed: ids of constraints, and parts of `x-list`. */
  readonly amended: readonly string[];
  /** The ids of the clauses that Overlays removed, and their rules with them. */
  readonly lost: readonly string[];
  /** The fields that Overlays removed. */
  readonly gone: readonly Gone[];
  /** Texts for the patterns of a contract that was read from files of somebody's own; the stub fits its responses to it. */
  readonly texts?: PatternTexts;
};
