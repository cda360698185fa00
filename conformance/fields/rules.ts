import type { Contract, MemberPath } from '../../src/contract/contract.ts';
import { isOfKind, type OperationId } from '../../src/contract/operations.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import {
  at,
  instances,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  withAt,
} from '../../src/json/json.ts';
import { attemptsAt, showsResource } from '../core/attempt.ts';
import type { Claim } from '../core/claim.ts';
import { printField, printPath } from '../core/print.ts';
import { rulesOfEach } from '../core/rule.ts';
import { outcomeOf, wasAccepted } from '../core/status.ts';
import {
  bodyNeverAccepted,
  isBadRequest,
  isBeyondBmp,
  isNullRequired,
  neverAccepted,
} from '../create/bodies.ts';
import { neverCrashes } from '../core/claims.ts';
import { beginsWithJson, parsesAsJson, saysJson } from './reply-claims.ts';
import { changeBody, changeHeader, changeReply, changeStatus } from '../core/reply-mutants.ts';
import { jsonOfCall, overlook, rejectCharset, takeNull, takeWhere, textOfBody } from '../core/request-mutants.ts';
import { profiles } from '../profiles/profiles.ts';

const others = ['text/plain; charset=utf-8', 'text/html', 'application/json-lines', 'json'];

/** An object in another one, and its fields that may be absent. */
type Inner = {
  readonly outer: MemberPath;
  readonly name: string;
  readonly isRequired: boolean;
  readonly fields: readonly string[];
};

/** Whether a step leads to the items of an array or the values of a map, and not to a field. */
const isStep = (step: string): boolean => step === '[]' || step === '{}';

/** A field that a response shows, in its object or beside it. */
type Shown = { readonly isInPlace: boolean; readonly due: Path; readonly path: Path };

/** An object, the objects in it, and all their names and fields. */
type Outer = {
  readonly path: MemberPath;
  readonly inners: readonly Inner[];
  readonly known: ReadonlySet<string>;
};

const outerOf = (inners: readonly Inner[]): Outer => ({
  path: inners[0]?.outer ?? [],
  inners,
  known: new Set(inners.flatMap(({ name, fields }) => [name, ...fields])),
});

/** For each object, the first field of it that is beside it, or else one that is in it. */
const shownIn = (json: Json, outers: readonly Outer[]): Shown[] =>
  outers.flatMap(({ path: outer, inners, known }) =>
    instances(json, outer).flatMap(({ path, value }) => {
      // A response may show a hundred thousand objects: nothing is made for those without a field of these.
      if (!isObject(value) || !Object.keys(value).some((name) => known.has(name))) return [];
      return inners.flatMap((inner) => shownOf(value, path, inner));
    }),
  );

/** A response with the optional fields of an object beside it; the object is absent if nothing is left in it. */
const hoisted = (json: JsonObject, { outer, name, isRequired, fields }: Inner): JsonObject =>
  instances(json, outer).reduce<JsonObject>((shown, { path, value }) => {
    const inner = at(value, name);
    if (!isObject(inner) || !isObject(value)) return shown;
    const isMoved = ([field]: [string, Json]): boolean => fields.includes(field);
    const [moved = [], left = []] = [true, false].map((due) =>
      Object.entries(inner).filter((entry) => isMoved(entry) === due),
    );
    const rest = left.length > 0 || isRequired ? { [name]: Object.fromEntries(left) } : {};
    const { [name]: _inner, ...others } = value;
    return withAt(shown, path, { ...others, ...rest, ...Object.fromEntries(moved) }) as JsonObject;
  }, json);

const closed = (text: string): string => {
  const open = text.split('{').length - text.split('}').length;
  return text + '}'.repeat(Math.max(0, open));
};

/** Claims that valid requests are not too large. Where their acceptance is a `should`, that rule says so (READINGS 28). */
const accepted: Claim = {
  on: 'attempt',
  judge: ({ operation, clause, what, expects, exchange, notApplicable }, { accepted, claim, contract }) => {
    if (!exchange || expects !== 'acceptance' || notApplicable) return;
    if (contract.clauses.get(clause)?.level !== 'must') return;
    const isTooLarge = accepted.limitOf(operation, exchange) !== undefined;
    if (isTooLarge || (wasAccepted(exchange) && showsResource(exchange, profiles[operation])))
      claim(!isTooLarge, () => ({
        title: `${what} is not too large`,
        expected: `${what} is not too large`,
        saw: outcomeOf(exchange),
        shown: [exchange],
      }));
  },
};

/** Rejects each body that is longer than the first one that was accepted. */
const rejectLongerBodies =
  (operation: OperationId): Mutant =>
  (next, contract) => {
    let most: number | undefined;
    return changeStatus(operation, (status, { body }) => {
      const size = body?.byteLength ?? 0;
      if (most === undefined && status <= 299) most = size;
      return most !== undefined && size > most ? 413 : status;
    })(next, contract);
  };

const rejectLongAddresses = (operation: OperationId): Mutant =>
  changeStatus(operation, (status, { target }) => (target.length > 180 ? 414 : status));

export default rulesOfEach(['fields'], {
  'bad-input-not-crash': (operation, { constraints }) => {
    const required = constraints.filter(
      ({ operation: id, side, keyword, paths: [path = []] }) =>
        id === operation && side === 'request' && keyword === 'required' && path.length > 1,
    );
    const [path = []] = required.at(-1)?.paths ?? [];
    return {
      topic: ['rejections'],
      title: 'an invalid request does not get a 5xx status',
      claims: [neverCrashes(isBadRequest, 'an invalid request')],
      mutants: [
        {
          name: 'every invalid request crashes the server',
          wire: changeStatus(operation, (status) => ([400, 422].includes(status) ? 500 : status)),
        },
        {
          name: `a missing ${path.at(-1)} crashes the server`,
          wire: changeStatus(operation, (status, call) => {
            const holder = at(jsonOfCall(call), ...path.slice(0, -1));
            return isObject(holder) && holder[path.at(-1) ?? ''] === undefined ? 500 : status;
          }),
        },
        {
          name: 'an empty body crashes the server',
          wire: changeStatus(operation, (status, call) => (textOfBody(call) === '' ? 500 : status)),
        },
        {
          name: 'a missing data crashes the server',
          wire: changeStatus(operation, (status, call) => (textOfBody(call) === '{}' ? 500 : status)),
        },
        {
          name: 'data that is not an object crashes the server',
          wire: changeStatus(operation, (status, call) => {
            const data = at(jsonOfCall(call), 'data');
            return data !== undefined && !isObject(data) ? 500 : status;
          }),
        },
      ],
    };
  },
  'beyond-bmp-not-crash': (operation) => ({
    topic: ['rejections'],
    title: 'characters above U+FFFF, such as emoji, do not cause a 5xx status',
    claims: [neverCrashes(({ call }) => isBeyondBmp(call), 'a request with characters above U+FFFF')],
    mutants: [
      {
        name: 'characters of four bytes crash the server',
        wire: changeStatus(operation, (status, call) => (isBeyondBmp(call) ? 500 : status)),
      },
    ],
  }),
  'content-type': (operation) => ({
    topic: ['content type'],
    title: 'the response to an accepted request has a JSON Content-Type',
    claims: [saysJson],
    mutants: others.map((type) => ({
      name: `responses have Content-Type ${type}`,
      wire: changeHeader(operation, 'content-type', type),
    })),
  }),
  /** A server may show further fields. One that shows a field of the contract only beside the object of that field has forgotten the object. */
  'fields-in-place': (operation, contract) => {
    const inners = innersOf(contract, operation);
    const outers = [...Map.groupBy(inners, ({ outer }) => String(outer)).values()].map(outerOf);
    return {
      isBasis: true,
      title: 'optional fields are in their object, not beside it',
      claims: [
        {
          on: 'answer',
          judge: ({ shape, body, call, reply }, judge) => {
            if (!shape || !('json' in body)) return;
            const shown = shownIn(body.json, outers);
            if (shown.length === 0) return;
            const beside = shown.find(({ isInPlace }) => !isInPlace);
            judge.claim(beside === undefined, () => ({
              title: `${printField(beside?.due ?? [])} is in its object, not beside it`,
              expected: beside ? `${printPath(beside.path.slice(-1))} at ${printPath(beside.due)}` : '',
              saw: beside ? `nothing there; it is at ${printPath(beside.path)}` : '',
              isMissing: true,
              shown: [{ call, reply }],
            }));
          },
        },
      ],
      mutants: [...Map.groupBy(inners, ({ name }) => name)]
        .filter(([, some]) => some.some(({ fields }) => fields.length > 1))
        .map(([name, some]) => ({
          name: `optional fields of ${name} are beside it`,
          wire: changeReply(operation, (json) => some.reduce(hoisted, json)),
        })),
    };
  },
  'no-byte-order-mark': (operation) => ({
    title: 'the body of a response does not begin with a byte order mark',
    claims: [beginsWithJson],
    mutants: [
      {
        name: 'responses begin with a byte order mark',
        wire: changeBody(operation, (text) => `\uFEFF${text}`),
      },
    ],
  }),
  'reply-json': (operation) => ({
    topic: ['body'],
    title: 'the response to an accepted request has a body that parses as JSON',
    claims: [parsesAsJson],
    mutants: [
      { name: 'responses have no body', wire: changeBody(operation, () => '') },
      {
        name: 'responses break off before the end',
        wire: changeBody(operation, (text) => text.slice(0, -1)),
      },
      {
        name: 'responses are form-encoded',
        wire: changeBody(operation, (text) => `value=${encodeURIComponent(text)}`),
      },
      {
        name: 'flags are True and False, as in Python',
        wire: changeBody(operation, (text) => text.replace('{', '{"paid":True,')),
      },
    ],
  }),
  'request-body-json': (operation) => ({
    topic: ['required values'],
    title: 'a request whose body does not begin with a JSON value is rejected',
    claims: [
      attemptsAt(`${operation}/request-body-json`, profiles[operation]),
      bodyNeverAccepted('not JSON'),
    ],
    mutants: [
      {
        name: 'a body that cannot be parsed is taken for an empty one',
        wire: takeWhere(operation, (call) => textOfBody(call) !== '' && jsonOfCall(call) === undefined),
      },
      {
        name: 'missing braces are added to a body',
        wire: overlook(operation, (call) =>
          jsonOfCall(call) === undefined ? { ...call, body: Buffer.from(closed(textOfBody(call))) } : call,
        ),
      },
    ],
  }),
  'request-body-required': (operation) => ({
    topic: ['required values', 'required'],
    title: 'a request with an empty body is rejected',
    claims: [
      attemptsAt(`${operation}/request-body-required`, profiles[operation]),
      bodyNeverAccepted('empty'),
    ],
    mutants: [
      {
        name: 'an empty body creates something without a required field',
        wire: takeWhere(operation, (call) => textOfBody(call) === ''),
      },
    ],
  }),
  'request-charset': (operation) => ({
    topic: ['valid requests'],
    title: 'Content-Type application/json; charset=utf-8 is accepted',
    claims: [attemptsAt(`${operation}/request-charset`, profiles[operation])],
    mutants: [{ name: 'a charset parameter is rejected', wire: rejectCharset(operation) }],
  }),
  'request-null-required': (operation, { constraints }) => {
    const isInner = (path: readonly string[]): boolean => path.length > 2;
    const hasInner = constraints.some(
      ({ operation: id, side, keyword, paths: [path = []] }) =>
        id === operation && side === 'request' && keyword === 'required' && isInner(path),
    );
    return {
      topic: ['required values', 'required'],
      title: 'null for a required field is rejected',
      claims: [
        attemptsAt(`${operation}/request-null-required`, profiles[operation]),
        neverAccepted(isNullRequired),
      ],
      mutants: [
        {
          name: 'null is accepted for a required field of data',
          wire: takeNull(operation, (path) => !isInner(path.split('.'))),
        },
        ...(hasInner
          ? [
              {
                name: 'null is accepted for a required field of an object in data',
                wire: takeNull(operation, (path) => isInner(path.split('.'))),
              },
            ]
          : []),
      ],
    };
  },
  'request-size': (operation) => ({
    topic: ['valid requests'],
    title: 'a valid request is not too large (413, 414, 431)',
    claims: [accepted],
    mutants: isOfKind(operation, 'list')
      ? [
          {
            name: 'an address of more than 180 bytes is too long',
            wire: rejectLongAddresses(operation),
          },
        ]
      : [
          {
            name: 'a body that is longer than the first accepted one is too large',
            wire: rejectLongerBodies(operation),
          },
        ],
  }),
});

/** The objects in objects of a response. What is beside `data` says nothing: envelopes are free. */
function innersOf({ constraints }: Contract, operation: OperationId): Inner[] {
  const own = constraints.filter((one) => one.operation === operation && one.side === 'response');
  const pathsOf = (some: typeof own): MemberPath[] => some.flatMap(({ paths }) => paths);
  const required = new Set(pathsOf(own.filter(({ keyword }) => keyword === 'required')).map(String));
  const all = new Map(pathsOf(own).map((path) => [String(path), path]));
  const parts = [...all.values()].flatMap((path) => {
    const [name, field] = path.slice(-2);
    const outer = path.slice(0, -2);
    const isNamed = name !== undefined && field !== undefined && ![name, field].some(isStep);
    const isFree = !required.has(String(path)) && !all.has(String([...outer, field]));
    return isNamed && isFree && outer.length > 0 ? [{ outer, name, field }] : [];
  });
  return [...Map.groupBy(parts, ({ outer, name }) => String([...outer, name]))].flatMap(([key, some]) =>
    some.slice(0, 1).map(({ outer, name }) => ({
      outer,
      name,
      isRequired: required.has(key),
      fields: some.map(({ field }) => field),
    })),
  );
}

/** An object of another type, or a missing one that is required, breaks another rule. */
function shownOf(value: JsonObject, path: Path, { name, isRequired, fields }: Inner): Shown[] {
  const inner = at(value, name);
  if (inner === undefined ? isRequired : !isObject(inner)) return [];
  const isIn = (object: unknown, field: string): boolean => (at(object, field) ?? undefined) !== undefined;
  const beside = fields.find((field) => isIn(value, field) && !isIn(inner, field));
  const found = beside ?? fields.find((field) => isIn(inner, field));
  if (found === undefined) return [];
  return [{ isInPlace: beside === undefined, due: [...path, name, found], path: [...path, found] }];
}
