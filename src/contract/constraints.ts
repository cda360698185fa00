import { UserError } from '../errors.ts';
import { formats, isFormat, isJudged } from '../json/formats.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  objectIn,
  type Path,
  pointerTo,
  stepsOf,
  withoutAt,
} from '../json/json.ts';
import { propertiesOf, typesOf } from '../json/schema-at.ts';
import { nearest } from '../words.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { wordsOfConstraint } from './clauses.ts';
import {
  alternativesOf,
  areOptions,
  combining,
  descriptiveKeywords,
  nameOf,
  schemaParts,
  statesAnything,
} from './combine.ts';
import type { Clause, Constraint, FieldPath, Level } from './contract.ts';
import { allows } from './fitting.ts';
import { hasUnconverted, levelInShipped, levelOfKeyword, statedLevel } from './levels.ts';
import { type DocumentPart, inline, operationsIn } from './openapi.ts';
import type { Operation, OperationId } from './operations.ts';
import { pointerOf, resolveReference } from './references.ts';
import { contradictionIn, listedValues } from './satisfiable.ts';
import { isRepeated, type Trail } from './schema-limits.ts';
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

type Position = {
  readonly operation: OperationId;
  readonly side: Constraint['side'];
  readonly path: FieldPath;
  /** The name in rule ids, relative to the nearest schema with an `x-field`. */
  readonly field: readonly string[];
  readonly pointer: string;
  readonly optional: boolean;
  readonly isOption: boolean;
  /** Whether it is a part of an allOf: what a part forbids, another may have to add. */
  readonly isPart?: boolean;
  /** How many levels below are read. */
  readonly levels: number;
  /** The references on the way here, and whether one of them was followed twice: then a schema contains itself. */
  readonly trail: Trail;
  readonly isInner: boolean;
};

type StatedConstraint = Pick<Constraint, 'keyword' | 'value' | 'written' | 'clause'>;

type FoundConstraint = Constraint & { readonly paths: FieldPath[]; readonly isInner: boolean };

type ConstraintSources = {
  readonly where: Where;
  readonly source?: Where;
  readonly derives?: boolean;
  readonly hasDerivedClauses?: boolean;
  readonly mayBeEmpty?: boolean;
  /** Clauses that an Overlay removed, although the document still names them. */
  readonly lost?: readonly string[];
  readonly operations: Readonly<Record<OperationId, Operation>>;
};

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

function whyUnjudged(format: string): string {
  if (isFormat(format)) return 'every value has this format';
  const [similar] = nearest(format, Object.keys(formats), 1);
  const hint = similar === undefined ? '' : `; did you mean "${similar}"?`;
  return `assay does not know this format${hint}`;
}

function listedContradiction(schema: JsonObject): ReturnType<typeof contradictionIn> {
  const listed = listedValues(schema);
  const { const: constant, enum: _enum, ...others } = schema;
  if (!listed || listed.some((value) => allows(others, value))) return undefined;
  const keyword = constant === undefined ? 'enum' : 'const';
  return { keyword, why: `the rest of it allows no value of "${keyword}"` };
}

function forbiddenIn({ required, properties }: JsonObject): ReturnType<typeof contradictionIn> {
  const name = [required ?? []].flat().find((one) => at(properties, String(one)) === false);
  return name === undefined
    ? undefined
    : { keyword: 'required', why: `"${name}" is required, and its schema is "false"` };
}

/** Names of clauses of a body as a whole, which fields called `body` and `null` would have. */
const namesOfBody = /\/request-(body|null)-required$/;

/** Collects the constraints of the schemas that it walks, and the clauses that are made for them. */
export function createConstraintList(
  document: JsonObject,
  clauses: ReadonlyMap<string, Clause>,
  {
    where,
    source = where,
    derives = false,
    hasDerivedClauses = false,
    mayBeEmpty = false,
    lost = [],
    operations,
  }: ConstraintSources,
) {
  /** By operation and side, then by the place and the keyword. */
  const placesBySide = new Map<string, Map<string, FoundConstraint>>();
  /** The lines of keywords, by the pointers of their schemas, which operations share. */
  const sources = new Map<string, Map<string, string>>();
  const repeated = new Map<string, Clause>();
  const operationParts = new Map(operationsIn(document).map((part) => [part.id, part]));
  const others = new Set<string>();
  const satisfiable = new WeakSet<JsonObject>();
  const unchecked = new Map<string, Unchecked>();

  const allFound = (): FoundConstraint[] =>
    [...placesBySide.values()].flatMap((places) => [...places.values()]);

  /** Clauses of a resource, repeated for each operation that returns it, and those that were made. */
  function repeatedClauses(): ReadonlyMap<string, Clause> {
    if (!hasDerivedClauses) return repeated;
    // A schema that is in several places has the clauses of one of them.
    const used = new Set(
      allFound().flatMap(({ clause, converted }) => [clause.id, converted?.id ?? clause.id]),
    );
    return new Map([...repeated].filter(([id]) => used.has(id) || others.has(id)));
  }

  function walk(schema: Json | undefined, position: Position): void {
    if (schema === false) note(stepsOf(position.pointer), 'the schema false');
    if (!isObject(schema)) return;
    const steps = stepsOf(position.pointer);
    // What only the other side has.
    if (schema[position.side === 'request' ? 'readOnly' : 'writeOnly'] === true) return;
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
    checkSatisfiable(schema, steps);
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
    const mark = position.side === 'request' ? 'readOnly' : 'writeOnly';
    const required = (Array.isArray(schema.required) ? schema.required : []).filter(
      (name) => at(schema, 'properties', String(name), mark) !== true,
    );
    const ofRequired = new Map<string, Clause>();
    for (const name of required) {
      if (derives && !hasDerivedClauses && at(schema, 'properties', String(name)) === undefined)
        throw new UserError(
          `${where([...steps, 'required'])}: "${name}" is required, but the schema does not describe it; add it under properties.`,
        );
      ofRequired.set(String(name), addRequired(schema, position, String(name)));
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
        note([...path, keyword], `the keyword ${keyword}`);
  }

  /** A parameter that each request must have. */
  function parameterRequired(operation: OperationId, { found, path }: DocumentPart): void {
    const id = clauseOfRequired(operation, String(found.name));
    others.add(id);
    repeat({
      id,
      at: [source([...path, 'required'])],
      level: statedLevel([[found, path], ...levelPlaces(operation)], 'required', where) ?? 'must',
      text: `The parameter \`${found.name}\` is required.`,
      derived: true,
    });
  }

  /** Frameworks read an empty body as one without fields, which the schema may allow. */
  function bodyRequired(operation: OperationId, schema: Json): void {
    const id = `${operation}/request-body-required`;
    const [place] = levelPlaces(operation);
    others.add(id);
    repeat({
      id,
      at: [source([...(place?.[1] ?? []), 'requestBody', 'required'])],
      level:
        statedLevel(levelPlaces(operation), 'request-body-required', where) ??
        (allows(inline(document, schema), {}) ? 'should' : 'must'),
      text: 'A request with an empty body is rejected.',
      derived: true,
    });
  }

  function checkSatisfiable(schema: JsonObject, path: Path): void {
    if (mayBeEmpty || satisfiable.has(schema)) return;
    satisfiable.add(schema);
    const whole = inline(document, schema) as JsonObject;
    const found = contradictionIn(whole) ?? listedContradiction(whole) ?? forbiddenIn(whole);
    if (found)
      throw new UserError(
        `${where(pathOf(found.keyword, schema, path))}: no value satisfies this schema: ${found.why}; correct it.`,
      );
  }

  /** Where a keyword of a schema stands, which may be in one of its parts. */
  function pathOf(keyword: string, schema: JsonObject, path: Path): Path {
    const { keyword: combiner = '', parts = [] } = schemaParts(schema) ?? {};
    const places = parts.map((part, index) =>
      isObject(part) && typeof part.$ref === 'string' ? stepsOf(part.$ref) : [...path, combiner, index],
    );
    const place = places.find((one) => at(document, ...one, keyword) !== undefined);
    return [...(place ?? path), keyword];
  }

  /** The clause that `x-clause` names; for `required` in a schema, that of one field. */
  function clauseOf({ found, path }: DocumentPart, keyword: string, field?: string): Clause {
    const steps: Path = field === undefined ? [keyword] : [keyword, field];
    const id = at(found, 'x-clause', ...steps);
    const what = steps.join(' ');
    if (typeof id !== 'string') {
      throw new UserError(
        `${where([...path, keyword])}: "${what}" has no clause; name one under x-clause beside it, in the same file.`,
      );
    }
    const clause = clauses.get(id);
    if (!clause) {
      throw new UserError(
        `${where([...path, 'x-clause', ...steps])}: "${what}" is mapped to "${id}", which clauses.yaml does not have; correct the id, or add the clause there.`,
      );
    }
    return clause;
  }

  /** The clause of a keyword, with the id of the operation that returns the resource. */
  function clauseAt(schema: JsonObject, position: Position, keyword: string, field?: string): Clause {
    const { operation, side, pointer } = position;
    const steps: Path = field === undefined ? [keyword] : [keyword, field];
    const named = at(schema, 'x-clause', ...steps);
    if (derives && (named === undefined || lost.includes(String(named))))
      return derived(schema, position, keyword, field);
    const clause = clauseOf({ found: schema, path: stepsOf(pointer) }, keyword, field);
    const [home = '', name] = clause.id.split('/');
    if (side !== 'response' || home === operation || operations[home] === undefined) return clause;
    const id = `${operation}/${name}`;
    return clauses.get(id) ?? repeat({ ...clause, id });
  }

  /** Two fields whose names differ only in signs, or a field called `body`, get numbers. */
  function made(clause: Clause): Clause {
    const isTaken = (id: string): boolean => {
      const known = repeated.get(id);
      return namesOfBody.test(id) || (known !== undefined && known.text !== clause.text);
    };
    let { id } = clause;
    for (let number = 2; isTaken(id); number += 1) id = `${clause.id}-${number}`;
    return repeat(id === clause.id ? clause : { ...clause, id });
  }

  function repeat(clause: Clause): Clause {
    const known = repeated.get(clause.id) ?? clause;
    repeated.set(clause.id, known);
    return known;
  }

  function sourceOf(pointer: string, keyword: string): string {
    const lines = sources.get(pointer) ?? new Map<string, string>();
    sources.set(pointer, lines);
    const line = lines.get(keyword) ?? source([...stepsOf(pointer), keyword]);
    lines.set(keyword, line);
    return line;
  }

  /** Where the level of all clauses of an operation may be stated. */
  function levelPlaces(id: OperationId): (readonly [JsonObject, Path])[] {
    const part = operationParts.get(id);
    return [...(part ? [[part.found, part.path] as const] : []), [document, []]];
  }

  /** The level that a schema states of a keyword, or its operation of all that is in it. */
  function levelIn(schema: JsonObject, { operation, pointer }: Position, keyword: string): Level | undefined {
    const places = levelPlaces(operation);
    const isStated = schema['x-level'] !== undefined;
    return statedLevel(isStated ? [[schema, stepsOf(pointer)], ...places] : places, keyword, where);
  }

  /** Makes a clause from the place of a constraint. */
  function derived(
    schema: JsonObject,
    position: Position,
    keyword: string,
    field?: string,
    written: string = keyword,
  ): Clause {
    const { operation, side, pointer } = position;
    const place = field === undefined ? position : positionBelow(position, field, [], false);
    const id = `${operation}/${side}-${fieldName(place).replaceAll(/[^A-Za-z0-9]+/g, '-')}-${keyword}`;
    const value = schema[keyword] as Json;
    const words = keyword === 'required' ? 'is required' : `is ${wordsOfConstraint({ keyword, value })}`;
    const isFilledIn =
      side === 'request' && field !== undefined && at(schema, 'properties', field, 'default') !== undefined;
    const usual = hasDerivedClauses
      ? levelOfKeyword(side, keyword, value, isFilledIn)
      : levelInShipped(side, keyword, value);
    return (
      clauses.get(id) ??
      made({
        id,
        at: [hasDerivedClauses ? sourceOf(pointer, written) : `${pointer}/${written}`],
        level: levelIn(schema, position, keyword) ?? usual,
        usual,
        text:
          side === 'parameter'
            ? `The parameter \`${fieldName(place)}\` ${words}.`
            : `In a ${side}, \`${fieldName(place)}\` ${words}.`,
        derived: true,
        ...(side === 'parameter' && keyword === 'type' && [value].flat().includes('string')
          ? { unobservable: 'every value in a query is text' }
          : {}),
        ...(side === 'parameter' && keyword !== 'required' && isToken(place)
          ? { unobservable: 'any token that the server did not return may be rejected' }
          : {}),
        ...(keyword === 'format' && !isJudged(value) ? { unobservable: whyUnjudged(String(value)) } : {}),
      })
    );
  }

  /** Whether a parameter takes a token of an earlier page. */
  function isToken({ operation, path }: Position): boolean {
    const { names, outputToken } = operations[operation]?.list ?? {};
    return outputToken !== undefined && names?.offset === path.join();
  }

  /** What is stated of values of other types that some readers convert; objects and lists are no scalar for any (READINGS O3). */
  function convertedClause(position: Position, { keyword, value, clause }: StatedConstraint) {
    if (!hasDerivedClauses || position.side !== 'request' || keyword !== 'type' || !hasUnconverted(value))
      return undefined;
    const schema = objectIn(document, ...stepsOf(position.pointer));
    return repeat({
      ...clause,
      id: `${clause.id}-converted`,
      level: levelIn(schema, position, keyword) ?? 'should',
      usual: 'should',
      text: clause.text.replace(/\.$/, ', and no value that some servers convert.'),
    });
  }

  /** In a request, names are relative to the record, as in `data`. */
  function fieldName({ operation, side, field, path }: Position): string {
    const wrapper = side === 'request' ? (operations[operation]?.sentIn ?? []) : [];
    const isWithin = wrapper.length > 0 && wrapper.every((step, index) => field[index] === step);
    return (isWithin ? field.slice(wrapper.length) : field).join('.') || path.join('.') || 'body';
  }

  function follow(reference: string, position: Position): void {
    const { trail } = position;
    if (isRepeated(trail, reference)) return;
    const target = resolveReference(document, reference);
    const root = target['x-root'];
    const field = typeof root === 'string' ? { field: root === 'request' ? [] : [root] } : {};
    const isInner = position.isInner || trail.includes(reference);
    const place = { pointer: pointerOf(reference), trail: [...trail, reference], isInner };
    walk(target, { ...position, ...place, ...field });
  }

  function walkParts(schema: JsonObject, position: Position): void {
    const { keyword, parts } = schemaParts(schema) ?? {};
    if (!keyword || !parts) return;
    // That the parts of an allOf fit together is seen where they are merged.
    const resolved = keyword === 'allOf' ? [] : parts.map((part) => inline(document, part));
    if (keyword !== 'allOf' && !areOptions(resolved)) {
      addUnion(schema, keyword, position);
      return;
    }
    if (keyword !== 'allOf' && !position.isOption) {
      const type = resolved.flatMap(typesOf);
      const isDerived = derives && at(schema, 'x-clause', keyword) === undefined;
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
  function addUnion(schema: JsonObject, written: 'oneOf' | 'anyOf', position: Position): void {
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

  function addRequired(schema: JsonObject, position: Position, name: string): Clause {
    const inner = positionBelow(position, name, [], false);
    const clause = clauseAt(schema, position, 'required', name);
    const stated = { keyword: 'required', value: name, clause };
    add({ ...inner, pointer: position.pointer }, `${fieldName(inner)}/required`, stated);
    return clause;
  }

  function add(position: Position, name: string, stated: StatedConstraint): void {
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
    derives,
    hasDerivedClauses,
    walk,
    parameterRequired,
    bodyRequired,
    clauseOf,
    constraints: (): Constraint[] => allFound().map(({ isInner: _, ...constraint }) => constraint),
    repeated: repeatedClauses,
    unchecked: (): Unchecked[] => [...unchecked.values()],
  };
}

const isPartOfWhole = ({ allOf }: JsonObject, { isPart }: Position): boolean =>
  isPart === true || allOf !== undefined;

/** The id of the clause that a parameter is required. */
export const clauseOfRequired = (operation: OperationId, name: string): string =>
  `${operation}/parameter-${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}-required`;

function positionBelow(
  position: Position,
  step: string,
  pointer: readonly string[],
  optional: boolean,
): Position {
  return {
    ...position,
    path: [...position.path, step],
    field: [...position.field, step === '[]' || step === '{}' ? 'each' : step],
    pointer: position.pointer + pointerTo(pointer),
    optional,
    isOption: false,
    isPart: false,
    levels: position.levels - 1,
  };
}
