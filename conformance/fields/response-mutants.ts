import type { Constraint, MemberPath, OperationId } from '../../src/contract/contract.ts';
import { isLost, type Mutant } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import {
  at,
  type Instance,
  instances,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  withAt,
  withoutAt,
} from '../../src/json/json.ts';
import { operationOf } from '../core/operation-of.ts';
import { changeReply, withJson } from '../core/reply-mutants.ts';
import { jsonOfCall } from '../core/request-mutants.ts';

/** Breaks one constraint on the wire, at the last place of each response where its value is. */
export const breakValue = (constraint: Constraint): Mutant =>
  changeReply(constraint.operation, (json) => {
    const found = constraint.paths
      .flatMap((path) => placesOf(json, path))
      .filter(({ value }) => value !== null);
    const last = found.at(-1);
    return last && withAt(json, last.path, brokenValue(constraint, last.value));
  });

/** Where values are that a constraint is on; a map gets one more, since those it has may be stated one by one. */
function placesOf(json: JsonObject, path: MemberPath): Instance[] {
  if (path.at(-1) !== '{}') return instances(json, path);
  return instances(json, path.slice(0, -1))
    .filter(({ value }) => isObject(value))
    .map((map) => ({ path: [...map.path, 'one_more'], value: {} }));
}

/** Leaves one required field out, at the last place of each response where it is. */
export const dropMember = (constraint: Constraint): Mutant =>
  changeReply(constraint.operation, (json) => {
    const last = constraint.paths.flatMap((path) => instances(json, path)).at(-1);
    return last && withoutAt(json, last.path as Path);
  });

/** Leaves one required field out of each response, wherever it is. */
export const dropEverywhere = (constraint: Constraint): Mutant =>
  changeReply(constraint.operation, (json) =>
    constraint.paths
      .flatMap((path) => instances(json, path))
      .reduce<Json>((left, { path }) => withoutAt(left, path), json),
  );

/** Writes a timestamp as the headers of HTTP do. */
export const writeAsHttpDate = (constraint: Constraint): Mutant =>
  changeReply(constraint.operation, (json) =>
    constraint.paths
      .flatMap((path) => instances(json, path))
      .reduce<Json>(
        (shown, { path, value }) => withAt(shown, path, new Date(String(value)).toUTCString()),
        json,
      ),
  );

/** Takes a value that is no text where text is asked for, and returns it as it came. */
export const returnUnchecked =
  (operation: OperationId, sentAt: Path, shownAt: Path): Mutant =>
  (next) =>
  async (call) => {
    const json = operationOf(call) === operation ? jsonOfCall(call) : undefined;
    const sent = at(json, ...sentAt);
    if (json === undefined || sent === undefined || typeof sent === 'string') return next(call);
    const repaired = withAt(json, sentAt, 'assay');
    const reply = await next({ ...call, body: Buffer.from(JSON.stringify(repaired)) });
    const body = isLost(reply) || reply.status > 299 ? undefined : readBody(reply.body);
    if (isLost(reply) || !body || !('json' in body)) return reply;
    return withJson(reply, withAt(body.json, shownAt, sent as Json));
  };

/** A value that breaks that keyword, and where it can only that. */
function brokenValue({ keyword, value }: Constraint, was: Json): Json {
  const limit = typeof value === 'number' ? value : 0;
  switch (keyword) {
    case 'type':
      return wrongType(value);
    case 'enum':
    case 'const':
      return 'something_else';
    case 'minLength':
      return 'a'.repeat(limit - 1);
    case 'maxLength':
      return 'A'.repeat(limit + 1);
    case 'minimum':
      return limit - 1;
    case 'maximum':
      return limit + 1;
    case 'minItems':
      return [];
    case 'maxItems':
      return Array.isArray(was)
        ? Array.from({ length: limit + 1 }, (_, index) => was[index % was.length] ?? null)
        : was;
    case 'format':
      // As long as it was, which is all that some read.
      return typeof was === 'string' && value === 'uuid' ? `${was.slice(0, -1)}g` : 'not in that form';
    default:
      return 'no match, (of course)';
  }
}

function wrongType(type: Json): Json {
  const allowed = Array.isArray(type) ? type : [type];
  const candidates: [string, Json][] = [
    ['integer', 7.5],
    ['string', 'text'],
    ['boolean', true],
    ['array', []],
    ['object', {}],
  ];
  const fitting = candidates.find(
    ([name]) => !allowed.includes(name) && !(name === 'integer' && allowed.includes('number')),
  );
  const wrong = allowed.includes('string') ? 7 : fitting?.[1];
  return wrong ?? null;
}
