import { freeTextOf } from '../contract/kind-choices.ts';
import type { Operation } from '../contract/operations.ts';
import { requestTypes } from '../contract/statuses.ts';
import { compileSchema, type Violation } from '../contract/validate.ts';
import { header } from '../http/exchange.ts';
import { leadingValue, parseBody } from '../json/body.ts';
import {
  at,
  countValues,
  escapePointer,
  isObject,
  type Json,
  mapValues,
  type Path,
  pointerTo,
  stepsOf,
  withAt,
} from '../json/json.ts';
import { bareType } from '../media-type.ts';
import { lazy } from '../once.ts';
import type { Choices } from './choices.ts';
import type { Incoming, Setup } from './operation.ts';
import { operationPointer, violationReason } from './reasons.ts';
import { choiceReason, type Problem, type Reason, type Rejection, reject } from './responses.ts';
import { rejectionStatus } from './statuses.ts';

/** A validator counts code points; for UTF-16 units, lengths are checked on a copy with as many ASCII letters. */
function countingIn(
  unit: Choices['length-unit'],
  validate: ReturnType<typeof compileSchema>,
): typeof validate {
  if (unit === 'code-points') return validate;
  return (value) => [
    ...validate(value).filter((violation) => !isLength(violation)),
    ...validate(recount(value as Json)).filter(isLength),
  ];
}

const isLength = ({ keyword }: Violation): boolean => keyword === 'minLength' || keyword === 'maxLength';

function recount(value: Json): Json {
  if (typeof value === 'string') return 'a'.repeat(value.length);
  if (Array.isArray(value)) return value.map(recount);
  if (!isObject(value)) return value;
  return mapValues(value, recount);
}

function createBodyCheck(
  { contract, choices }: Setup,
  operation: Operation,
  forgives: (pointer: string, value: unknown) => boolean,
): (json: Json) => Problem[] {
  const { id, request: schema = {} } = operation;
  const validator = lazy(() => countingIn(choices['length-unit'], compileSchema(schema)));
  const reasonFor = (violation: Violation): Reason =>
    violationReason(contract, operation, violation, stepsOf(violation.pointer));
  const unknownField = {
    ...choiceReason('unknown-fields', id),
    pointer: operationPointer(operation, 'requestBody'),
  };
  return (json) => {
    const found = validator()(json);
    const unknown = choices['unknown-fields'] === 'rejected' ? unknownFields(json, schema) : [];
    if (found.length === 0 && unknown.length === 0) return [];
    const violations = found.filter(({ pointer }) => !forgives(pointer, at(json, ...stepsOf(pointer))));
    return [
      ...violations.map((violation) => problemAt(violation.pointer, violation.message, reasonFor(violation))),
      ...unknown.map((pointer) => problemAt(pointer, 'is an unknown field', unknownField)),
    ];
  };
}

export const problemAt = (pointer: string, what: string, reason: Reason): Problem => ({
  detail: `${pointer || 'the body'} ${what}`,
  source: { pointer },
  reason,
});

function unknownFields(value: Json, schema: unknown, pointer = ''): string[] {
  const listed = at(schema, 'properties');
  if (!isObject(value) || !isObject(listed)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = `${pointer}/${escapePointer(name)}`;
    return Object.hasOwn(listed, name) ? unknownFields(inner, listed[name], here) : [here];
  });
}

/** Applies the choices on the free text of a request: whether it may be empty, and what spaces around it mean. */
function applyTextChoices(
  json: Json,
  { id }: Operation,
  place: Path | undefined,
  choices: Choices,
): { readonly json: Json; readonly problems: readonly Problem[] } {
  const choice = choices['surrounding-spaces'];
  const text = place && at(json, ...place);
  if (!place || typeof text !== 'string') return { json, problems: [] };
  if (choices['empty-text'] === 'rejected' && text === '') {
    const reason = choiceReason('empty-text', id);
    return { json, problems: [problemAt(pointerTo(place), 'is empty', reason)] };
  }
  if (choice === 'kept') return { json, problems: [] };
  const bare = text.replace(/^ +| +$/g, '');
  if (bare === text) return { json, problems: [] };
  const reason = choiceReason('surrounding-spaces', id);
  return choice === 'removed'
    ? { json: withAt(json, place, bare), problems: [] }
    : { json, problems: [problemAt(pointerTo(place), 'has spaces around it', reason)] };
}

type ReadBody = { readonly json: Json } | { readonly rejected: Rejection };

const depthLimit = 64;

/** What a contract demands of bodies beside their schemas. */
type OwnDemands = {
  readonly check?: (json: Json) => Problem[];
  /** Which values are accepted all the same. */
  readonly forgives?: (pointer: string, value: unknown) => boolean;
};

export function createBodyReader(
  setup: Setup,
  operation: Operation,
  { check: checkOwn = () => [], forgives = () => false }: OwnDemands = {},
): (incoming: Incoming) => ReadBody {
  const { choices, contract } = setup;
  const { id } = operation;
  const check = createBodyCheck(setup, operation, forgives);
  const name = freeTextOf(operation);
  const freeText = name === undefined ? undefined : [...operation.sentIn, name];
  const pointer = operationPointer(operation, 'requestBody');
  const listed = requestTypes(contract, operation).map(bareType);
  const statusFor = (chosen: number): number => rejectionStatus(contract, operation, chosen);
  const rejecting = statusFor(choices['rejection-status']);
  const unreadable = statusFor(rejecting === 409 ? 409 : 400);
  const invalid = (status: number, problems: readonly Problem[]): ReadBody => ({
    rejected: reject(status, problems),
  });
  return ({ headers, body }) => {
    const type = header(headers, 'content-type');
    if (isTypeRejected(choices['content-type-required'], type)) {
      const reason = { ...choiceReason('content-type-required', id), pointer: `${pointer}/content` };
      const problem = { detail: 'the body must be JSON', source: { header: 'Content-Type' }, reason };
      return { rejected: reject(415, [problem]) };
    }
    if (choices['unlisted-type'] === 'rejected' && type !== undefined && !listed.includes(bareType(type))) {
      const reason = { ...choiceReason('unlisted-type', id), pointer: `${pointer}/content` };
      const detail = `the body must be ${listed.join(' or ')}`;
      return { rejected: reject(415, [{ detail, source: { header: 'Content-Type' }, reason }]) };
    }
    const whole = parseBody(body);
    const begun = 'unreadable' in whole ? parseBody(leadingValue(body)) : whole;
    const read = choices['trailing-text'] === 'ignored' ? begun : whole;
    if ('unreadable' in read) {
      const clause = `${id}/request-body-${body.byteLength === 0 ? 'required' : 'json'}`;
      const reason = 'json' in begun ? choiceReason('trailing-text', id) : { clause };
      return invalid(unreadable, [{ detail: read.unreadable, reason: { ...reason, pointer } }]);
    }
    if (countValues(read.json, depthLimit) === undefined)
      return invalid(unreadable, [{ detail: 'the body nests too deeply' }]);
    const text = applyTextChoices(read.json, operation, freeText, choices);
    const far =
      choices['beyond-bmp'] === 'rejected' && hasBeyondBmp(read.json)
        ? [problemAt('', 'has characters above U+FFFF', choiceReason('beyond-bmp', id))]
        : [];
    const problems = [...check(read.json), ...checkOwn(read.json), ...text.problems, ...far];
    return problems.length > 0 ? invalid(rejecting, problems) : { json: text.json };
  };
}

const isTypeRejected = (choice: Choices['content-type-required'], type: string | undefined): boolean =>
  choice !== 'never' && !isJsonContent(type) && !(choice === 'if-named' && type === undefined);

const isJsonContent = (type = ''): boolean =>
  type === 'application/json' ||
  (/^\s*(application\/json|[\w.!#$&^-]+\/[\w.!#$&^+-]+\+json)\s*(;|$)/i.test(type) &&
    /^(utf-?8)?$/i.test(/;\s*charset="?([^";]*)/i.exec(type)?.[1]?.trim() ?? ''));

const hasBeyondBmp = (json: Json): boolean => /[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(json));
