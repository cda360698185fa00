import { nameOf } from '../../../src/contract/combine.ts';
import { wordsForAll } from '../../../src/contract/constraint-words.ts';
import {
  type Constraint,
  type Contract,
  constraintsOf,
  type FieldPath,
  firstPath,
  requestConstraints,
} from '../../../src/contract/contract.ts';
import { type Operation, type OperationId, operationIn } from '../../../src/contract/operations.ts';
import { nearestOf, sampleOf, schemaWithin } from '../../../src/contract/schema-values.ts';
import { compileSchema } from '../../../src/contract/validate.ts';
import { isLost, type Mutant } from '../../../src/http/exchange.ts';
import { jsonOf } from '../../../src/json/body.ts';
import { type FormatName, formatValues, hasFormat, isJudged } from '../../../src/json/formats.ts';
import {
  at,
  instances,
  isAtOrIn,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  stepsOf,
  withAt,
  withoutAt,
} from '../../../src/json/json.ts';
import { matches } from '../../../src/json/matching.ts';
import { propertiesOf } from '../../../src/json/schema-at.ts';
import { place, printField, printNames, printPath, printValue } from '../../../src/print.ts';
import type { Broken, Claim } from '../../core/claim.ts';
import type { Breach } from '../../core/evidence.ts';
import { operationOf } from '../../core/operation-of.ts';
import { jsonOfRequest } from '../../core/requests.ts';
import { kindRules, type MutantTable, rowsByClause } from '../../core/rule.ts';
import { isAccepted } from '../../core/status.ts';
import type { Topic } from '../../core/topic.ts';
import { breakingAll, foreign, otherKinds } from '../../create/invalid-values.ts';
import { changeResponse, withJson } from '../../mutants/edits.ts';

/**
 * One rule for each clause on responses: every accepted response is checked against its schema; to an invalid
 * request, only what it shows (READINGS P1). Rules of their own cover the size of pages.
 */
export default kindRules('all', ['fields'], (operation, contract) =>
  rowsByClause(
    constraintsOf(contract, operation).filter(
      (one) =>
        one.side === 'response' && !isPageSize(operationIn(contract, operation), one.keyword, one.paths),
    ),
    (constraints) => ({
      title: titleOf(constraints),
      topic: topicOf(constraints, operationIn(contract, operation).record),
      shows: 'content',
      claims: [keeps(constraints)],
      mutants: () =>
        Object.fromEntries(
          constraints.flatMap((constraint) => Object.entries(responseMutants(contract, constraint))),
        ),
    }),
  ),
);

function topicOf(constraints: readonly Constraint[], record: Path): Topic {
  const paths = constraints.map(firstPath);
  const [path = []] = paths;
  if (paths.some((one) => record.length > 0 && one.join() === record.join())) return ['body'];
  const rung = !isAtOrIn(path, record) || path.includes('links') ? 'links and totals' : 'fields';
  const keywords = constraints.map(({ keyword, value }) => (keyword === 'format' ? value : keyword));
  if (keywords.includes('date-time')) return [rung, 'timestamps'];
  const isOfType = keywords.includes('type') && keywords.every((one) => typeKeywords.includes(one));
  return isOfType ? [rung, 'types'] : [rung];
}

const typeKeywords: readonly unknown[] = ['type', 'uuid', 'required'];

const isPageSize = (
  { list, record }: Operation,
  keyword: string,
  [path = []]: Constraint['paths'],
): boolean => list !== undefined && keyword === 'maxItems' && path.join() === record.join();

function responseMutants(contract: Contract, constraint: Constraint): MutantTable {
  const { id, keyword, clause, value } = constraint;
  const { response: schemaOfBody } = operationIn(contract, constraint.operation);
  return {
    ...(keyword === 'required' ? { [`${id} omitted from the response`]: dropField(constraint) } : {}),
    ...(keyword === 'writeOnly' ? { [`${id} returned`]: addField(constraint) } : {}),
    ...(['required', 'writeOnly'].includes(keyword)
      ? {}
      : { [`${id} broken on the wire`]: breakValue(constraint, contract) }),
    ...(keyword === 'anyOf' && isObject(schemaWithin(schemaOfBody, firstPath(constraint)).properties)
      ? { [`${id} broken by another type`]: breakValue(constraint, contract, -1) }
      : {}),
    ...(keyword === 'required' && clause.level === 'should'
      ? { [`${id} omitted everywhere`]: dropEverywhere(constraint) }
      : {}),
    ...(value === 'date-time' ? { [`${id} written as HTTP writes dates`]: writeAsHttpDate(constraint) } : {}),
    ...(keyword === 'type' ? returnedUnchecked(contract, constraint) : {}),
    ...(keyword === 'pattern' ? returnedUnmatched(contract, constraint) : {}),
  };
}

function returnedUnchecked(contract: Contract, constraint: Constraint): MutantTable {
  const constraints = constraintsOf(contract, constraint.operation);
  const isFormed = ({ pointer }: Constraint): boolean =>
    constraints.some((one) => one.pointer === pointer && formed.includes(one.keyword));
  return returnedAsSent(
    contract,
    constraint,
    (one) => one.value === 'string' && !isFormed(one),
    (sent) => typeof sent !== 'string',
  );
}

const returnedUnmatched = (contract: Contract, constraint: Constraint): MutantTable =>
  returnedAsSent(
    contract,
    constraint,
    ({ keyword }) => keyword === 'pattern',
    (sent) => typeof sent === 'string' && !matches(String(constraint.value), sent),
  );

/** Servers that accept a value that is not allowed, and return it. */
function returnedAsSent(
  contract: Contract,
  { id, operation, paths: [path = []] }: Constraint,
  isMeant: (constraint: Constraint) => boolean,
  isUnsound: (sent: Json) => boolean,
): MutantTable {
  const { record, request } = operationIn(contract, operation);
  const sent = requestConstraints(contract, operation).find(
    (one) => firstPath(one).at(-1) === path.at(-1) && isMeant(one),
  );
  const isOwn =
    sent !== undefined &&
    path
      .slice(0, -1)
      .join()
      .replace(/,?attributes$/, '') === record.join();
  if (!isOwn) return {};
  const sentAt = firstPath(sent);
  const sound = sampleOf(schemaWithin(request, sentAt), contract.texts);
  return { [`${id} returned as it was sent`]: returnUnchecked(operation, sentAt, path, sound, isUnsound) };
}

const formed = ['const', 'enum', 'format', 'pattern'];

/**
 * The strictest constraint is the best title; of several fields, the innermost one, named as in a response, such as
 * `data[].attributes.components.*.min`.
 */
function titleOf(constraints: readonly Constraint[]): string {
  const telling = constraints.filter(isTelling);
  const required = constraints.filter(({ keyword }) => keyword === 'required');
  const some = [telling, required, constraints].find((all) => all.length > 0) ?? [];
  const named = some === telling ? telling : innermost(some);
  const [first] = named;
  return first ? `${fieldName(firstPath(first))} is ${wordsForAll(named)}` : '';
}

const innermost = (constraints: readonly Constraint[]): Constraint[] =>
  constraints.toSorted((one, other) => firstPath(other).length - firstPath(one).length).slice(0, 1);

/** A path with `[]` for each entry of a list and `*` for each value of a map. */
const fieldName = (path: Path): string =>
  printPath(path).replaceAll('.[]', '[]').replaceAll('.{}', '.*') || 'the body';

const isTelling = ({ keyword }: Constraint): boolean => !['type', 'required'].includes(keyword);

const keeps = (constraints: readonly Constraint[]): Claim => ({
  on: 'response',
  judge: ({ shape, broken, body, operation, id, request, response }, judge) => {
    if (!('json' in body)) return;
    const { json } = body;
    const wrong = broken?.find((one) => constraints.includes(one.constraint));
    if (wrong)
      judge.claim(false, () => ({
        ...breachResult(json, wrong, constraints, judge.contract),
        shown: [{ id, request, response }],
      }));
    if (!shape) return;
    const breach = shape.breaches.find((one) => constraints.includes(one.constraint));
    const open = shape.unmatched.find((one) => constraints.includes(one.constraint));
    if (!breach && open)
      return judge.inconclusive(
        `${printField(open.path)} was not matched with ${open.constraint.value}, which takes too long for this text`,
        undefined,
        { id, request, response },
      );
    const present = constraints.some(
      (one) => shape.present.has(one) && !isEmptyWrapper(operationIn(judge.contract, operation), one, json),
    );
    if (!breach && !present)
      return judge.untested(() => `no response contains ${missing(constraints, json)}`);
    judge.claim(breach === undefined, () => ({
      ...breachResult(json, breach as Breach, constraints, judge.contract),
      shown: [{ id, request, response }],
    }));
  },
});

/** The outermost missing field on the way to a constraint; in a list or a map, the whole path. */
function missing([first]: readonly Constraint[], json: Json): string {
  const path = first ? firstPath(first) : [];
  const depth = path.findIndex((_, index) => at(json, ...path.slice(0, index + 1)) === undefined);
  const isPlain = depth !== -1 && !path.slice(0, depth + 1).some((step) => step === '[]' || step === '{}');
  return fieldName(isPlain ? path.slice(0, depth + 1) : path);
}

/** An empty object as the body shows nothing yet. */
const isEmptyWrapper = ({ record }: Operation, { paths, keyword }: Constraint, json: Json): boolean =>
  keyword === 'type' && firstPath({ paths }).length === 0 && at(json, ...record) === undefined;

function breachResult(
  json: Json,
  { constraint, path, value }: Breach,
  constraints: readonly Constraint[],
  contract: Contract,
): Omit<Broken, 'shown'> {
  // If a UUID is due, a number breaks that, not only the type.
  const strict = constraints.filter((one) => isTelling(one) && one.pointer === constraint.pointer);
  const requirement = wordsForAll(constraint.keyword === 'type' && strict.length > 0 ? strict : [constraint]);
  return {
    title: `${printField(path)} is ${requirement}`,
    expected: `${place(json, path)} is ${requirement}`,
    ...(constraint.keyword === 'required'
      ? { saw: misplaced(json, path), isMissing: true }
      : { saw: sawIn(contract, constraint, value) }),
  };
}

function sawIn(contract: Contract, constraint: Constraint, value: unknown): string {
  if (constraint.keyword === 'anyOf') return whyNone(contract, constraint, value);
  // It may be a secret.
  if (constraint.keyword === 'writeOnly') return 'a value';
  if (constraint.keyword !== 'additionalProperties' || !isObject(value)) return printValue(value);
  const schema = schemaWithin(operationIn(contract, constraint.operation).response, firstPath(constraint));
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(propertiesOf(schema), name));
  return printNames(unknown, 4);
}

/** What the alternative does not allow that a value matches best. */
function whyNone(contract: Contract, constraint: Constraint, value: unknown): string {
  const { response } = operationIn(contract, constraint.operation);
  const nearest = nearestOf(schemaWithin(response, firstPath(constraint)), value as Json);
  const [violation] = nearest ? compileSchema(nearest)(value) : [];
  if (!nearest || !violation) return printValue(value);
  const { pointer, message } = violation;
  const field = printField(stepsOf(pointer));
  return `${printValue(value)}; as ${nameOf(nearest)}, ${pointer === '' ? 'it' : field} ${message}`;
}

/** Where a missing field is instead: under a similar name, or one level up or down. */
function misplaced(json: Json, path: Path): string {
  const name = String(path.at(-1));
  const parent = path.slice(0, -1);
  const up = parent.slice(0, -1);
  const here = at(json, ...parent);
  const names = isObject(here) ? Object.keys(here) : [];
  const similar = names.find((one) => lettersOf(one) === lettersOf(name));
  if (similar !== undefined) return `nothing there, but ${printPath([...parent, similar])}`;
  if (parent.length > 0 && at(json, ...up, name) !== undefined)
    return `nothing there, but ${printPath([...up, name])}, one level up`;
  const down = names.find((one) => at(json, ...parent, one, name) !== undefined);
  if (down !== undefined) return `nothing there, but ${printPath([...parent, down, name])}, one level down`;
  return parent.length === 0 && names.length > 0
    ? `nothing there; the fields of the body are ${printNames(names, 4)}`
    : 'nothing there';
}

const lettersOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Breaks the last value of a constraint; of alternatives, in the first way that there is, or the last. */
export const breakValue = (constraint: Constraint, contract: Contract, way = 0): Mutant =>
  changeResponse(constraint.operation, (json) => {
    const found = constraint.paths
      .flatMap((path) => instancesAt(json, path))
      .filter(({ value }) => value !== null);
    const last = found.at(-1);
    if (!last) return undefined;
    const { response } = operationIn(contract, constraint.operation);
    const schema = schemaWithin(response, firstPath(constraint));
    if (constraint.keyword !== 'anyOf') {
      // Where several values are listed and one is permitted, another of the list breaks nothing else.
      const listed = constraint.keyword === 'const' ? [schema.enum ?? []].flat() : [];
      const [other = brokenValue(constraint, last.value)] = listed.filter((one) => one !== constraint.value);
      return withAt(json, last.path, other);
    }
    const broken = breakingAll(schema, last.value).at(way);
    return broken === undefined ? undefined : withAt(json, last.path, broken);
  });

/** The places of a constraint; a map gets one more entry, since those it has may be stated one by one. */
function instancesAt(json: JsonObject, path: FieldPath): ReturnType<typeof instances> {
  if (path.at(-1) !== '{}') return instances(json, path);
  return instances(json, path.slice(0, -1))
    .filter(({ value }) => isObject(value))
    .map((map) => ({ path: [...map.path, 'one_more'], value: {} }));
}

export const dropField = (constraint: Constraint): Mutant =>
  changeResponse(constraint.operation, (json) => {
    const last = constraint.paths.flatMap((path) => instances(json, path)).at(-1);
    return last && withoutAt(json, last.path as Path);
  });

const addField = ({ operation, paths }: Constraint): Mutant =>
  changeResponse(operation, (json) => {
    const [path = []] = paths;
    const last = instances(json, path.slice(0, -1)).at(-1);
    return last && isObject(last.value)
      ? withAt(json, [...last.path, ...path.slice(-1)], 'returned')
      : undefined;
  });

const dropEverywhere = (constraint: Constraint): Mutant =>
  changeResponse(constraint.operation, (json) =>
    constraint.paths
      .flatMap((path) => instances(json, path))
      .reduce<Json>((left, { path }) => withoutAt(left, path), json),
  );

const writeAsHttpDate = (constraint: Constraint): Mutant =>
  changeResponse(constraint.operation, (json) =>
    constraint.paths
      .flatMap((path) => instances(json, path))
      .reduce<Json>(
        (shown, { path, value }) => withAt(shown, path, new Date(String(value)).toUTCString()),
        json,
      ),
  );

const returnUnchecked =
  (
    operation: OperationId,
    sentAt: Path,
    shownAt: Path,
    sound: Json,
    isUnsound: (sent: Json) => boolean,
  ): Mutant =>
  (next, contract) =>
  async (request) => {
    const json = operationOf(contract, request) === operation ? jsonOfRequest(request) : undefined;
    const sent = at(json, ...sentAt) as Json | undefined;
    if (json === undefined || sent === undefined || !isUnsound(sent)) return next(request);
    const repaired = withAt(json, sentAt, sound);
    const response = await next({ ...request, body: Buffer.from(JSON.stringify(repaired)) });
    if (isLost(response) || !isAccepted({ response })) return response;
    const shown = jsonOf(response.body);
    return shown === undefined ? response : withJson(response, withAt(shown, shownAt, sent));
  };

/** A value that breaks a keyword, and only that if possible. */
function brokenValue({ keyword, value }: Constraint, was: Json): Json {
  const limit = typeof value === 'number' ? value : 0;
  switch (keyword) {
    case 'type':
      return otherKinds(value)[0] ?? null;
    case 'enum':
    case 'const':
      return foreign([value].flat())[0] ?? null;
    case 'minLength':
      return 'a'.repeat(limit - 1);
    case 'maxLength':
      return 'A'.repeat(limit + 1);
    case 'minimum':
      return limit - 1;
    case 'maximum':
      return limit + 1;
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return limit;
    case 'multipleOf':
      return limit * 1.5;
    case 'minItems':
      return [];
    case 'uniqueItems':
      return Array.isArray(was) ? [...was, was.at(-1) ?? null] : was;
    case 'minProperties':
      return {};
    case 'maxProperties':
    case 'additionalProperties':
      return isObject(was) ? { ...was, ...inventedFields(limit + 1) } : was;
    case 'maxItems':
      return Array.isArray(was)
        ? Array.from({ length: limit + 1 }, (_, index) => was[index % was.length] ?? null)
        : was;
    case 'format':
      return isJudged(value) ? outOfForm(value, was) : was;
    default:
      return 'no match, (of course)';
  }
}

const inventedFields = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown_${index + 1}`, 'text']));

/** A value without a format: of the length of one that has it, which some parsers check alone, or far from it. */
const outOfForm = (format: FormatName, was: Json): Json =>
  [
    ...(format === 'uuid' && typeof was === 'string' ? [`${was.slice(0, -1)}g`] : []),
    'not in that form',
    ...formatValues[format].breaks,
  ].find((value) => !hasFormat(format, value)) ?? was;
