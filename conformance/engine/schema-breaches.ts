import type { ErrorObject, ValidateFunction } from 'ajv';
import { type Constraint, type Contract, constraintsOf } from '../../src/contract/contract.ts';
import { type OperationId, operationIn } from '../../src/contract/operations.ts';
import { at, instances, type Json, type JsonObject, type Path, stepsOf } from '../../src/json/json.ts';
import { inTime } from '../../src/json/matching.ts';
import { validatorOf } from '../../src/json/validators.ts';
import { onceFor, onceForText } from '../../src/once.ts';
import type { Breach, Shape } from '../core/evidence.ts';

export type ShapeReader = {
  readonly request: (operation: OperationId, json: Json) => readonly Breach[];
  readonly response: (operation: OperationId, json: Json) => Shape;
};

/** A step of a path to constrained values; `[]` is each item of an array, `{}` each value of a map. */
type Branch = { readonly constraints: Constraint[]; readonly below: Map<string, Branch> };

const branch = (): Branch => ({ constraints: [], below: new Map() });

export const shapeReaderOf = onceFor(createShapeReader);

function createShapeReader(contract: Contract): ShapeReader {
  const schemas = new Map<string, { validate: ValidateFunction; places: Branch } | undefined>();
  const schemaOf = (operation: OperationId, side: 'request' | 'response') => {
    const key = `${operation} ${side}`;
    if (!schemas.has(key)) {
      const schema = operationIn(contract, operation)[side];
      const places = constraintTree(constraintsOf(contract, operation).filter((one) => one.side === side));
      schemas.set(key, schema && { validate: validatorOf(schema, 'judged'), places });
    }
    return schemas.get(key);
  };
  /** What a body breaks, and what its patterns could not be matched with in time. */
  const breachesOf = (operation: OperationId, side: 'request' | 'response', json: Json): ShapeBreaches => {
    const schema = schemaOf(operation, side);
    if (!schema) return nothingBroken;
    const { value: isValid, unmatched } = inTime(() => schema.validate(json));
    if (isValid) return nothingBroken;
    const found = breaches(schema.validate.errors ?? [], schema.places, json);
    const isOpen = ({ constraint: { keyword, value } }: Breach): boolean =>
      keyword === 'pattern' && unmatched.has(String(value));
    return { broken: found.filter((breach) => !isOpen(breach)), unmatched: found.filter(isOpen) };
  };
  /** Equal bodies are one object, and read once for each operation. */
  const shapesOf = onceFor((json: Json[] | JsonObject) =>
    onceForText((operation) => readResponse(operation, json)),
  );
  return {
    request: (operation, json) => breachesOf(operation, 'request', json).broken,
    response: (operation, json) =>
      isContainer(json) ? shapesOf(json)(operation) : readResponse(operation, json),
  };
  function readResponse(operation: OperationId, json: Json): Shape {
    const present = new Set<Constraint>();
    const schema = schemaOf(operation, 'response');
    if (schema) collectPresent(schema.places, json, present, new Set());
    // In a response, null in an optional field counts as absent.
    const { broken: stated, unmatched } = breachesOf(operation, 'response', json);
    const found = [...stated, ...returnedIn(present, json)];
    const isNull = ({ constraint, value }: Breach): boolean => constraint.optional && value === null;
    return {
      present,
      breaches: found.filter((breach) => !isNull(breach)),
      nulls: found.filter((breach) => isNull(breach) && breach.constraint.keyword === 'type'),
      unmatched,
    };
  }
}

/** What a body shows of fields that a response should not have. */
const returnedIn = (present: ReadonlySet<Constraint>, json: Json): Breach[] =>
  [...present]
    .filter(({ keyword }) => keyword === 'writeOnly')
    .flatMap((constraint) => {
      const shown = constraint.paths.flatMap((path) => instances(json, path));
      return shown.flatMap((one) => (isMasked(one.value) ? [] : [{ constraint, ...one }]));
    });

/** Whether a value shows nothing of a secret: none, or signs in its place (READINGS 12). */
const isMasked = (value: Json): boolean =>
  value === null || (typeof value === 'string' && /^[*•x]*$/i.test(value));

type ShapeBreaches = { readonly broken: readonly Breach[]; readonly unmatched: readonly Breach[] };

const nothingBroken: ShapeBreaches = { broken: [], unmatched: [] };

const isContainer = (json: Json): json is Json[] | JsonObject => typeof json === 'object' && json !== null;

function constraintTree(constraints: readonly Constraint[]): Branch {
  const root = branch();
  for (const constraint of constraints) {
    for (const path of constraint.paths) {
      let here = root;
      for (const step of path) {
        const next = here.below.get(step) ?? branch();
        here.below.set(step, next);
        here = next;
      }
      here.constraints.push(constraint);
    }
  }
  return root;
}

/**
 * Collects each constraint whose value, or for `required` whose parent, is in a body. A branch with all collected is
 * done, so that of many equal records one is read completely.
 */
function collectPresent(
  here: Branch,
  value: Json | undefined,
  present: Set<Constraint>,
  done: Set<Branch>,
): void {
  if (done.has(here)) return;
  let isDone = true;
  for (const constraint of here.constraints) {
    if (value !== undefined && (value !== null || !constraint.optional)) present.add(constraint);
    isDone &&= present.has(constraint);
  }
  for (const [step, next] of here.below) {
    if (done.has(next)) continue;
    if (typeof value === 'object' && value !== null) collectBelow(here, step, next, value, present, done);
    isDone &&= done.has(next);
  }
  if (isDone) done.add(here);
}

function collectBelow(
  { below }: Branch,
  step: string,
  next: Branch,
  value: Json[] | JsonObject,
  present: Set<Constraint>,
  done: Set<Branch>,
): void {
  if (Array.isArray(value) !== (step === '[]')) return;
  if (Array.isArray(value)) for (const item of value) collectPresent(next, item, present, done);
  else if (step === '{}') {
    for (const [name, item] of Object.entries(value))
      if (!below.has(name)) collectPresent(next, item, present, done);
  } else {
    for (const constraint of next.constraints)
      if (['required', 'writeOnly'].includes(constraint.keyword)) present.add(constraint);
    if (Object.hasOwn(value, step)) collectPresent(next, value[step], present, done);
  }
}

/** Maps errors of the validator to constraints. A value of the wrong type breaks only `type`. */
function breaches(errors: readonly ErrorObject[], places: Branch, json: Json): Breach[] {
  const found: Breach[] = [];
  // What each alternative lacks is not broken: a value has to match one.
  const own = errors.filter(({ schemaPath }) => !/\/anyOf\/\d+\//.test(schemaPath));
  const mistyped = new Set(
    own
      .filter(({ keyword }) => keyword === 'type')
      .map(({ instancePath }) => instancePath)
      .filter((place) => constraintsAt(places, instanceSteps(place, json), 'type').length > 0),
  );
  const seen = new Set<string>();
  for (const { keyword, instancePath, params } of own) {
    if (keyword !== 'type' && keyword !== 'required' && mistyped.has(instancePath)) continue;
    const path = instanceSteps(instancePath, json);
    const full = keyword === 'required' ? [...path, String(params.missingProperty)] : path;
    const key = `${keyword} ${full.join('/')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const value = at(json, ...full);
    for (const constraint of constraintsAt(places, full, keyword)) {
      if (isWithinBytes(constraint, value)) continue;
      found.push({ constraint, path: full, value });
    }
  }
  return found;
}

function constraintsAt(places: Branch, path: Path, keyword: string): Constraint[] {
  let here = [places];
  for (const step of path) {
    here = here.flatMap(({ below }) =>
      [below.get(String(step)) ?? below.get(typeof step === 'number' ? '[]' : '{}')].filter(
        (one) => one !== undefined,
      ),
    );
  }
  return here.flatMap(({ constraints }) => constraints.filter((one) => one.keyword === keyword));
}

/** A length may count characters or bytes: a value is too short only if it is so in both (READINGS P4). */
const isWithinBytes = ({ keyword, value: bound }: Constraint, value: unknown): boolean =>
  keyword === 'minLength' && typeof value === 'string' && Buffer.byteLength(value) >= Number(bound);

/** The steps of an instance path; those into arrays are numbers. */
export function instanceSteps(instancePath: string, json: unknown): Path {
  let here: unknown = json;
  return stepsOf(instancePath).map((name) => {
    const step = Array.isArray(here) ? Number(name) : name;
    here = at(here, step);
    return step;
  });
}
