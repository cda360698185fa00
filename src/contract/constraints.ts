// What the schemas of a document demand of fields.

import { UserError } from '../errors.ts';
import { isJudged } from '../json/formats.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  pointerTo,
  stepsOf,
  withoutAt,
} from '../json/json.ts';
import { propertiesOf, requiredOf, typesOf } from '../json/schema-at.ts';
import { satisfiableCheck } from './check-satisfiable.ts';
import {
  alternativesOf,
  areOptions,
  combining,
  descriptiveKeywords,
  nameOf,
  schemaParts,
  statesAnything,
} from './combine.ts';
import {
  createClauseList,
  positionBelow,
  type SchemaPlace,
  type Sources,
  type StatedConstraint,
} from './constraint-clauses.ts';
import type { Clause, Constraint, FieldPath } from './contract.ts';
import { isNeeded } from './needed-parameters.ts';
import {
  type DocumentPart,
  inline,
  jsonSchemaOf,
  namingConflicts,
  type OperationPart,
  operationsIn,
  parametersOf,
  requestOf,
  successOf,
} from './openapi.ts';
import type { Operation, OperationId } from './operations.ts';
import { pointerOf, resolveReference } from './references.ts';
import { isNever } from './satisfiable.ts';
import { isRepeated, levelsOf } from './schema-depth.ts';
import type { Unchecked } from './unchecked.ts';

const constraintKeywords = [
  'type', 'format', 'enum', 'const', 'minLength', 'maxLength', 'pattern',
  'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf',
  'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'additionalProperties',
] as const; // biome-ignore format: one glance

/** Keywords that rules check, that lead to other schemas, or that say nothing of JSON values. */
const knownKeywords: ReadonlySet<string> = new Set([
  ...constraintKeywords, 'required',
  'properties', 'items', '$ref', ...combining,
  ...descriptiveKeywords,
  'xml', 'externalDocs', '$schema', '$id', '$anchor', '$defs', 'definitions',
]); // biome-ignore format: one glance

const never = 'a schema that no value satisfies';

type FoundConstraint = Constraint & { readonly paths: FieldPath[]; readonly isInner: boolean };

/** Bounds that every value keeps: frameworks write the greatest integer that they know where none is stated. */
const isVacuous = (keyword: string, value: Json): boolean => {
  if (keyword === 'uniqueItems') return value === false;
  return /^min(Length|Items|Properties)$/.test(keyword)
    ? value === 0
    : /^max(Length|Items|Properties)$/.test(keyword) && Number(value) >= 2 ** 31 - 1;
};

/** Values of such sizes are made to be sent, and by the stub. */
const leastKeywords: readonly string[] = ['minLength', 'minItems', 'minProperties'];
const mostMade = 1_000_000;

/** What is longer is rejected for its size, so a bound above it is not tried. */
const mostSent: Readonly<Record<string, number>> = {
  maxLength: 1_000_000,
  maxItems: 20_000,
  maxProperties: 1000,
};

/** Collects the constraints of the schemas that it walks, and the clauses that are made for them. */
function createConstraintList(
  document: JsonObject,
  written: ReadonlyMap<string, Clause>,
  sources: Sources,
  operations: Readonly<Record<OperationId, Operation>>,
) {
  const { where, source = where, unwritten, mayBeEmpty } = sources;
  const clauses = createClauseList(document, written, sources, operations);
  const { clauseAt, convertedClause, derived, fieldName } = clauses;
  const checkSatisfiable = satisfiableCheck(document, where);
  /** By operation and side, then by the place and the keyword. */
  const placesBySide = new Map<string, Map<string, FoundConstraint>>();
  const unchecked = new Map<string, Unchecked>();

  function walk(schema: Json | undefined, position: SchemaPlace): void {
    if (schema === false) note(stepsOf(position.pointer), never);
    if (!isObject(schema)) return;
    const steps = stepsOf(position.pointer);
    // What only the other side has.
    if (schema[markOf(position.side)] === true) {
      if (position.side === 'response') addUnreturned(schema, position);
      return;
    }
    if (position.levels < 0) {
      note(steps, 'what is deeper than assay reads');
      return;
    }
    noteUnknown(schema, steps);
    if (typeof schema.$ref === 'string') {
      follow(schema.$ref, position);
      if (!statesAnything(withoutAt(schema, ['$ref']) as JsonObject)) return;
    }
    walkParts(schema, position);
    if (!mayBeEmpty) checkSatisfiable(schema, steps);
    for (const keyword of constraintKeywords) {
      const value = schema[keyword];
      if (value === undefined || isVacuous(keyword, value) || (keyword === 'type' && position.isOption))
        continue;
      if (position.side !== 'response' && Number(value) > (mostSent[keyword] ?? Number.POSITIVE_INFINITY)) {
        note([...steps, keyword], `the keyword ${keyword}: ${value}, which is more than assay sends`);
        continue;
      }
      if (keyword === 'additionalProperties' && (value !== false || isPartOfWhole(schema, position)))
        continue;
      if (leastKeywords.includes(keyword) && Number(value) > mostMade)
        throw new UserError(
          `${where([...steps, keyword])}: "${keyword}" is ${value}, and assay makes no value that large; lower it to ${mostMade} at most.`,
        );
      const clause = clauseAt(schema, position, keyword);
      // A format that nobody knows, or that every value has, is only noted.
      if (keyword === 'format' && !isJudged(value)) continue;
      add(position, `${fieldName(position)}/${keyword}`, { keyword, value, clause });
    }
    const required = requiredOf(schema).filter(
      (name) => !isMarked(propertiesOf(schema)[name], markOf(position.side)),
    );
    const ofRequired = new Map<string, Clause>();
    for (const name of required) {
      if (unwritten === 'was added' && at(schema, 'properties', name) === undefined)
        throw new UserError(
          `${where([...steps, 'required'])}: "${name}" is required, but the schema does not describe it; add it under properties.`,
        );
      ofRequired.set(name, addRequired(schema, position, name));
    }
    // A field that is required by interpretation only may be absent elsewhere.
    for (const [name, inner] of Object.entries(propertiesOf(schema))) {
      walk(
        inner,
        positionBelow(position, name, ['properties', name], ofRequired.get(name)?.level !== 'must'),
      );
    }
    walk(schema.items, positionBelow(position, '[]', ['items'], false));
    if (schema.additionalProperties !== false)
      walk(schema.additionalProperties, positionBelow(position, '{}', ['additionalProperties'], true));
    else if (isPartOfWhole(schema, position))
      note([...steps, 'additionalProperties'], 'the keyword additionalProperties: false beside allOf');
  }

  function note(path: Path, what: string): void {
    const where = source(path);
    unchecked.set(`${what} ${where}`, { what, where });
  }

  function noteUnknown(schema: JsonObject, path: Path): void {
    const isUnion = schema.oneOf !== undefined || schema.anyOf !== undefined;
    for (const keyword of Object.keys(schema))
      if (
        !keyword.startsWith('x-') &&
        !knownKeywords.has(keyword) &&
        !(isUnion && keyword === 'discriminator')
      )
        note([...path, keyword], keyword === 'not' && isNever(schema) ? never : `the keyword ${keyword}`);
  }

  function follow(reference: string, position: SchemaPlace): void {
    const { trail } = position;
    if (isRepeated(trail, reference)) return;
    const target = resolveReference(document, reference);
    const root = target['x-root'];
    const field = typeof root === 'string' ? { field: root === 'request' ? [] : [root] } : {};
    const isInner = position.isInner || trail.includes(reference);
    const place = { pointer: pointerOf(reference), trail: [...trail, reference], isInner };
    walk(target, { ...position, ...place, ...field });
  }

  function walkParts(schema: JsonObject, position: SchemaPlace): void {
    const { keyword, parts } = schemaParts(schema) ?? {};
    if (!keyword || !parts) return;
    if (keyword === 'allOf' && isNever(inline(document, schema))) {
      note(stepsOf(position.pointer), never);
      return;
    }
    // That the parts of an allOf fit together is seen where they are merged.
    const resolved = keyword === 'allOf' ? [] : parts.map((part) => inline(document, part));
    if (keyword !== 'allOf' && !areOptions(resolved)) {
      addUnion(schema, keyword, position);
      return;
    }
    if (keyword !== 'allOf' && !position.isOption) {
      const type = resolved.flatMap(typesOf);
      const isDerived = unwritten !== 'is a mistake' && at(schema, 'x-clause', keyword) === undefined;
      const clause = isDerived
        ? derived({ type }, position, 'type', undefined, keyword)
        : clauseAt(schema, position, keyword);
      const stated = { keyword: 'type', value: type, written: keyword, clause };
      add(position, `${fieldName(position)}/type`, stated);
    }
    const isOption = keyword !== 'allOf' || position.isOption;
    for (const [index, part] of parts.entries()) {
      const pointer = position.pointer + pointerTo([keyword, String(index)]);
      walk(part, { ...position, pointer, isOption, isPart: keyword === 'allOf' });
    }
  }

  /** A value matches at least one of the alternatives, if each states something. Of text in parameters, that says little. */
  function addUnion(schema: JsonObject, written: 'oneOf' | 'anyOf', position: SchemaPlace): void {
    const alternatives = alternativesOf(inline(document, schema));
    const path = [...stepsOf(position.pointer), written];
    if (position.side === 'parameter' || alternatives.length === 0 || !alternatives.every(statesAnything)) {
      note(path, `the keyword ${written}`);
      return;
    }
    const value = [...new Set(alternatives.map(nameOf))];
    const clause = derived({ anyOf: value }, position, 'anyOf', undefined, written);
    add(position, `${fieldName(position)}/anyOf`, { keyword: 'anyOf', value, written, clause });
  }

  /** A mark of a schema, of what it refers to, or of what it is combined from. */
  const isMarked = (schema: unknown, mark: string): boolean =>
    isObject(schema) &&
    (schema[mark] === true ||
      (typeof schema.$ref === 'string' && isMarked(resolveReference(document, schema.$ref), mark)) ||
      [schema.allOf ?? []].flat().some((part) => isMarked(part, mark)));

  /** A response should not have a field that is `writeOnly` (OpenAPI 3.0, Schema Object). */
  function addUnreturned(schema: JsonObject, position: SchemaPlace): void {
    const isField = position.path.length > 0 && !/^(\[\]|\{\})$/.test(position.path.at(-1) ?? '');
    if (unwritten === 'is a mistake' || !isField || position.isOption) return;
    const clause = clauseAt(schema, position, 'writeOnly');
    add(position, `${fieldName(position)}/writeOnly`, { keyword: 'writeOnly', value: true, clause });
  }

  function addRequired(schema: JsonObject, position: SchemaPlace, name: string): Clause {
    const inner = positionBelow(position, name, [], false);
    const clause = clauseAt(schema, position, 'required', name);
    const stated = { keyword: 'required', value: name, clause };
    add({ ...inner, pointer: position.pointer }, `${fieldName(inner)}/required`, stated);
    return clause;
  }

  function add(position: SchemaPlace, name: string, stated: StatedConstraint): void {
    const { operation, side, path, pointer, optional, isInner } = position;
    const { keyword, value } = stated;
    const places = placesBySide.get(`${operation} ${side}`) ?? new Map<string, FoundConstraint>();
    placesBySide.set(`${operation} ${side}`, places);
    const key = `${pointer} ${keyword} ${keyword === 'required' ? String(value) : ''}`;
    const known = places.get(key);
    // A schema that contains itself has the name of its outermost place.
    if (known && isInner) {
      known.paths.push(path);
      return;
    }
    const paths = known?.isInner ? [path, ...known.paths] : [...(known?.paths ?? []), path];
    const id = `${operation}/${name}`;
    const converted = convertedClause(position, stated);
    const found = { id, operation, side, paths, ...stated, optional, pointer, isInner };
    places.set(key, converted ? { ...found, converted } : found);
  }

  return {
    clauses,
    walk,
    constraints: (): Constraint[] =>
      [...placesBySide.values()].flatMap((places) =>
        [...places.values()].map(({ isInner: _, ...constraint }) => constraint),
      ),
    unchecked: (): Unchecked[] => [...unchecked.values()],
  };
}

/** The mark of what only the other side of an exchange has. */
const markOf = (side: Constraint['side']) => (side === 'request' ? 'readOnly' : 'writeOnly');

const isPartOfWhole = ({ allOf }: JsonObject, { isPart }: SchemaPlace): boolean =>
  isPart === true || allOf !== undefined;

type ConstraintList = ReturnType<typeof createConstraintList>;

/** Reads what the schemas of a document demand, and derives the clauses that `clauses.yaml` does not have. */
export function readConstraints(
  document: JsonObject,
  written: ReadonlyMap<string, Clause>,
  sources: Sources,
  operations: Readonly<Record<OperationId, Operation>>,
) {
  const list = createConstraintList(document, written, sources, operations);
  const isDerived = sources.unwritten === 'is derived';
  for (const part of operationsIn(document)) {
    const { kind } = operations[part.id] ?? {};
    if (kind !== undefined && !(isDerived && kind === 'other'))
      namingConflicts(sources.where, part, () => walkOperation(document, list, sources.unwritten, part));
  }
  const constraints = list.constraints();
  return { constraints, clauses: list.clauses.repeatedFor(constraints), unchecked: list.unchecked() };
}

function walkOperation(
  document: JsonObject,
  list: ConstraintList,
  unwritten: Sources['unwritten'],
  part: OperationPart,
): void {
  const operation = part.id;
  const isDerived = unwritten === 'is derived';
  const base = {
    operation,
    path: [],
    field: [],
    optional: false,
    isOption: false,
    trail: [],
    isInner: false,
  };
  for (const parameter of parametersOf(document, part)) {
    checkRequired(list, unwritten, parameter);
    const name = String(parameter.found.name);
    const { schema = {} } = parameter.found;
    const isSent = isNeeded({ ...parameter.found, schema: inline(document, schema) });
    if (isDerived && isSent) list.clauses.parameterRequired(operation, parameter);
    const pointer = pointerTo([...parameter.path, 'schema']);
    const place = { ...base, side: 'parameter', path: [name], field: [name], optional: true } as const;
    list.walk(schema, { ...place, parameter, pointer, levels: levelsOf(document, schema) });
  }
  const request = requestOf(document, part);
  if (request) checkRequired(list, unwritten, request);
  const sides = [
    ['request', request],
    ['response', successOf(document, part)],
  ] as const;
  for (const [side, body] of sides) {
    const schema = body && jsonSchemaOf(body);
    if (schema && side === 'request' && isDerived && body.found.required === true)
      list.clauses.bodyRequired(operation, schema.found);
    const levels = levelsOf(document, schema?.found ?? {});
    if (schema) list.walk(schema.found, { ...base, side, pointer: pointerTo(schema.path), levels });
  }
}

/** `required` of a parameter or a body has a clause as well, although it constrains no value. */
function checkRequired(list: ConstraintList, unwritten: Sources['unwritten'], placed: DocumentPart): void {
  const isNamed = isObject(placed.found['x-clause']);
  // A parameter of the path is always required.
  const isRequired = placed.found.required === true && placed.found.in !== 'path';
  const needsName = isRequired && unwritten === 'is a mistake';
  if (isNamed || needsName) list.clauses.clauseOf(placed, 'required');
}
