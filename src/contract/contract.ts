import { at, isObject, type Json, type JsonObject, type Path } from '../json/json.ts';
import { onceFor } from '../once.ts';
import type { Operation, OperationId } from './operations.ts';
import type { PatternTexts } from './schema-values.ts';
import type { Unchecked } from './unchecked.ts';

export const levels = ['must', 'should', 'unspecified'] as const;

/** `must`: stated. `should`: one of several readings. `unspecified`: not stated. */
export type Level = (typeof levels)[number];

/** One statement of the specification, in our own words. */
export type Clause = {
  readonly id: string;
  /** Its addresses in the specification, such as `4.2/name#constraints`. */
  readonly at: readonly string[];
  readonly level: Level;
  /** Of a keyword: its level where no `x-level` states another. What is sent for it depends on this one. */
  readonly usual?: Level;
  /** Whether it is a house clause, not a statement of the specification. */
  readonly house?: true;
  /** The sentence, with numbers filled in from the contract. */
  readonly text: string;
  /** Why it cannot be observed from outside the server. */
  readonly unobservable?: string;
  /** Why a choice is not observed. */
  readonly silent?: string;
  /** Whether it was generated from the contract. */
  readonly derived?: true;
};

/** `[]` is each item of an array, `{}` each value of a map. */
export type FieldPath = readonly string[];

/** One keyword of one schema, from which rules and mutants are generated. */
export type Constraint = {
  /** `<operation>/<field>/<keyword>`; for `required`, the field is the required one. */
  readonly id: string;
  readonly operation: OperationId;
  readonly side: 'request' | 'response' | 'parameter';
  /** Every path of the value; for `required`, of the required field. */
  readonly paths: readonly FieldPath[];
  readonly keyword: string;
  readonly value: Json;
  /** The keyword in the file, if it is another one: `oneOf` and `anyOf` state types. */
  readonly written?: 'oneOf' | 'anyOf';
  /** Whether the value may be absent. */
  readonly optional: boolean;
  readonly clause: Clause;
  /** Of a type in a request: what is stated of values that some readers convert to it; `clause` is about the others. */
  readonly converted?: Clause;
  /** JSON pointer, in openapi.yaml, of the schema that carries the keyword. */
  readonly pointer: string;
};

/** The first place that a constraint is about. */
export const firstPath = ({ paths: [path = []] }: Pick<Constraint, 'paths'>): FieldPath => path;

/** A field that Overlays removed. */
type Gone = Pick<Constraint, 'operation' | 'side'> & { readonly path: FieldPath };

/** What `x-returns`, `x-distinct` or a `default` promises about a field of a response. */
export type FieldPromise = {
  readonly operation: OperationId;
  readonly path: Path;
  /** Where a request has the value that is returned. */
  readonly sentAt?: Path;
  /** What the field is if a request has nothing at this place, but the object around it. */
  readonly leftOut?: { readonly at: Path; readonly usual: Json };
  readonly clause: Clause;
};

/** What an operation lists for some values of its required parameters, as sample data of the user. */
export type Fixture = {
  readonly operation: OperationId;
  readonly values: readonly string[];
  readonly records: readonly JsonObject[];
};

export type ChoiceOption = string | number;

/** A point on which conforming servers may differ. */
export type Choice = {
  /** The question. */
  readonly asks: string;
  /** The default first, the contrary option second. */
  readonly options: readonly [ChoiceOption, ChoiceOption, ...ChoiceOption[]];
  /** Explanations of options, where their names are not enough. */
  readonly words?: Readonly<Record<string, string>>;
  /** Whole numbers, from and to, that are options too. */
  readonly range?: readonly [from: number, to: number];
  /** Why nothing observes it: `no, because …`. */
  readonly seen?: string;
  /** Why no client is tried with its options: `no, because …`. */
  readonly varied?: string;
  /** Whether it is about the form of a request, which is accepted under one option and rejected under another. */
  readonly isOfForm?: boolean;
};

/** What the `choices.yaml` of a contract says: a choice of its own, or which clauses one of a kind belongs to. */
export type StatedChoice = Partial<Choice> & { readonly clauses?: readonly string[] };

/** The contract as data, passed as an argument and never global. */
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
  /** What Overlays changed: ids of constraints, and parts of `x-list`. */
  readonly amended: readonly string[];
  /** The ids of the clauses that Overlays removed. */
  readonly lost: readonly string[];
  /** The fields that Overlays removed. */
  readonly gone: readonly Gone[];
  /** Texts that match the patterns of an amended contract; the stub then fits its responses to it. */
  readonly texts?: PatternTexts;
  /**
   * The lines that want an `example`, by the pointers of what no value is known for: schemas of requests, those with a pattern, and
   * parameters of operations that only return something.
   */
  readonly wantedExamples?: ReadonlyMap<string, string>;
  /** Whether clauses that the contract does not write are derived: from constraints, and from the kind of each operation. */
  readonly hasDerivedClauses?: true;
  /** What its file of choices says of them, by their ids. */
  readonly choices?: Readonly<Record<string, StatedChoice>>;
  /** The folder of rules, experiments and observations that only it has. */
  readonly rules?: string;
  /** The file that fills its stub, and the sample data that are beside it. */
  readonly stub?: { readonly file: string; readonly fixtures?: string };
  /** Sample data of the user; without them, they come from examples and schemas. */
  readonly fixtures?: readonly Fixture[];
  /** What is in it that no rule checks. */
  readonly unchecked?: readonly Unchecked[];
  /** The operation that rules, experiments, observations and mutants are about, for which this view was made. */
  readonly focus?: Operation;
  readonly whole?: Contract;
};

const groupedByOperation = <T extends { readonly operation: OperationId }>() =>
  onceFor((all: readonly T[]) => Map.groupBy(all, ({ operation }) => operation));

const byOperation = groupedByOperation<Constraint>();
const promisesByOperation = groupedByOperation<FieldPromise>();

/** The constraints of one operation; a contract may have tens of thousands. */
export const constraintsOf = (
  { constraints }: Pick<Contract, 'constraints'>,
  id: OperationId,
): readonly Constraint[] => byOperation(constraints).get(id) ?? [];

/** The constraints of one operation on what it is sent; `keyword`: only those of one keyword. */
export const requestConstraints = (
  contract: Pick<Contract, 'constraints'>,
  id: OperationId,
  keyword?: string,
): readonly Constraint[] =>
  constraintsOf(contract, id).filter(
    (one) => one.side === 'request' && (keyword === undefined || one.keyword === keyword),
  );

/** What the responses of one operation promise about fields. */
export const promisesOf = (
  { promises }: Pick<Contract, 'promises'>,
  id: OperationId,
): readonly FieldPromise[] => promisesByOperation(promises).get(id) ?? [];

/** Whether a field has to differ if requests differ. */
export const isDistinct = ({ sentAt, leftOut }: FieldPromise): boolean => !sentAt && !leftOut;

/** Whether a body has nothing at a place, but the object around it. */
export const isLeftOut = (body: unknown, place: Path): boolean =>
  isObject(at(body, ...place.slice(0, -1))) && at(body, ...place) === undefined;

const views = new WeakMap<Contract, Map<OperationId, Contract>>();

/** The contract as an operation sees it: what its rules, experiments, observations and mutants get. */
export function focusedOn(contract: Contract, id: OperationId): Contract {
  const whole = contract.whole ?? contract;
  const known = views.get(whole) ?? new Map<OperationId, Contract>();
  views.set(whole, known);
  const focus = whole.operations[id];
  const view = known.get(id) ?? (focus ? { ...whole, focus, whole } : whole);
  known.set(id, view);
  return view;
}

const onlyListing = (operations: Contract['operations']): Operation | undefined => {
  const [only, another] = Object.values(operations).filter(({ kind }) => kind === 'list');
  return another ? undefined : only;
};

/** The operation in focus; else the only one that lists. */
export function focusOf({ focus, operations }: Pick<Contract, 'focus' | 'operations'>): Operation {
  const found = focus ?? onlyListing(operations);
  if (!found) throw new Error('no operation is in focus');
  return found;
}
