import {
  type Contract,
  constraintsOf,
  type FieldPath,
  firstPath,
  requestConstraints,
} from '../../../src/contract/contract.ts';
import { isChanging, isOfKind, type OperationId, operationIn } from '../../../src/contract/operations.ts';
import { nonNullOptions } from '../../../src/contract/optional-fields.ts';
import { showsRecord, showsResource } from '../../../src/contract/record.ts';
import { header, isLost, type Mutant } from '../../../src/http/exchange.ts';
import { depthLimit, measure } from '../../../src/json/body.ts';
import {
  at,
  instances,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  withAt,
} from '../../../src/json/json.ts';
import { isJsonType } from '../../../src/media-type.ts';
import { percentEncoded } from '../../../src/percent.ts';
import { printField, printPath } from '../../../src/print.ts';
import type { Claim } from '../../core/claim.ts';
import { eachAccepted, neverCrashes } from '../../core/claims.ts';
import { jsonIn } from '../../core/created.ts';
import { attempts } from '../../core/judge-attempts.ts';
import { jsonOfRequest } from '../../core/requests.ts';
import { kindRules } from '../../core/rule.ts';
import { outcomeOf, wasAccepted } from '../../core/status.ts';
import {
  absentNotNull,
  bodyNeverAccepted,
  isBadRequest,
  isBeyondBmp,
  isNullRequired,
  neverAccepted,
} from '../../create/claims.ts';
import {
  changeBody,
  changeHeader,
  changeResponse,
  changeStatus,
  crashOn,
  overlook,
  rejectCharset,
  takeNull,
  takeWhere,
  textOfBody,
} from '../../mutants/edits.ts';

const parsesAsJson: Claim = eachAccepted((exchange, judge) => {
  const { body, operation, response } = exchange;
  // The depth is a limit of assay (READINGS 29).
  if (measure(response.body).depth > depthLimit)
    return judge.inconclusive(
      `the body nests deeper than ${depthLimit} levels, which is as deep as it is read`,
    );
  // A change may be answered without a body, whatever the contract says of other statuses (READINGS O1).
  if (response.status === 204 && isChanging(operationIn(judge.contract, operation))) return;
  // JSON without a record breaks another rule.
  if ('json' in body && !showsRecord(judge.contract, operation, body.json)) return;
  judge.claim('json' in body, () => ({
    expected: 'a JSON body',
    saw: 'json' in body ? 'one' : body.unreadable,
    shown: [exchange],
  }));
});

const beginsWithJson: Claim = eachAccepted(({ id, request, json, operation, response }, judge) => {
  if (json === undefined || !showsResource(judge.contract, operation, json)) return;
  judge.claim(!hasByteOrderMark(response.body), () => ({
    expected: 'a body that begins with a JSON value',
    saw: 'a byte order mark (EF BB BF) before it',
    shown: [{ id, request, response }],
  }));
});

const hasByteOrderMark = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf;

const saysJson: Claim = eachAccepted(({ id, request, json, operation, response }, judge) => {
  // A response without a record breaks another rule.
  if (json === undefined || !showsResource(judge.contract, operation, json)) return;
  const type = header(response.headers, 'content-type');
  judge.claim(type !== undefined && isJsonType(type), () => ({
    expected: 'Content-Type application/json or one ending in +json',
    saw: type ?? 'none',
    shown: [{ id, request, response }],
  }));
});

const others = ['text/plain; charset=utf-8', 'text/html', 'application/json-lines', 'json'];

type Inner = {
  readonly outer: FieldPath;
  readonly name: string;
  readonly isRequired: boolean;
  readonly fields: readonly string[];
};

const isStep = (step: string): boolean => step === '[]' || step === '{}';

type ShownField = { readonly isInPlace: boolean; readonly stated: Path; readonly path: Path };

/** An object, the objects in it, and all their names and fields. */
type Outer = {
  readonly path: FieldPath;
  readonly inners: readonly Inner[];
  readonly known: ReadonlySet<string>;
};

const outerOf = (inners: readonly Inner[]): Outer => ({
  path: inners[0]?.outer ?? [],
  inners,
  known: new Set(inners.flatMap(({ name, fields }) => [name, ...fields])),
});

/** The first field of each object that is beside it, else one that is in it. */
const valuesShownIn = (json: Json, outers: readonly Outer[]): ShownField[] =>
  outers.flatMap(({ path: outer, inners, known }) =>
    instances(json, outer).flatMap(({ path, value }) => {
      // A response may contain a hundred thousand objects: those without such a field cost nothing.
      if (!isObject(value) || !Object.keys(value).some((name) => known.has(name))) return [];
      return inners.flatMap((inner) => shownOf(value, path, inner));
    }),
  );

const hoisted = (json: JsonObject, { outer, name, isRequired, fields }: Inner): JsonObject =>
  instances(json, outer).reduce<JsonObject>((shown, { path, value }) => {
    const inner = at(value, name);
    if (!isObject(inner) || !isObject(value)) return shown;
    const [moved = [], left = []] = [true, false].map((due) =>
      Object.entries(inner).filter(([field]) => fields.includes(field) === due),
    );
    const rest = left.length > 0 || isRequired ? { [name]: Object.fromEntries(left) } : {};
    const { [name]: _inner, ...others } = value;
    return withAt(shown, path, { ...others, ...rest, ...Object.fromEntries(moved) }) as JsonObject;
  }, json);

const closed = (text: string): string => {
  const open = text.split('{').length - text.split('}').length;
  return text + '}'.repeat(Math.max(0, open));
};

/** A claim that valid requests are not too large; a `should` reports that itself (READINGS 28). */
const acceptedClaim: Claim = {
  on: 'attempt',
  readsAll: true,
  judge: (
    { operation, clause, what, expects, exchange, notApplicable },
    { acceptedRequests, claim, contract },
  ) => {
    if (!exchange || expects !== 'acceptance' || notApplicable) return;
    if (contract.clauses.get(clause)?.level !== 'must') return;
    const isTooLarge = acceptedRequests.limitOf(operation, exchange) !== undefined;
    if (isTooLarge || (wasAccepted(exchange) && showsResource(contract, operation, jsonIn(exchange))))
      claim(!isTooLarge, () => ({
        title: `${what} is not too large`,
        expected: `${what} is not too large`,
        saw: outcomeOf(exchange),
        shown: [exchange],
      }));
  },
};

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

/** The claim that no invalid request makes a server close the connection each time. */
const neverCloses: Claim = {
  on: 'attempt',
  judge: ({ exchange, what, before }, judge) => {
    if (!exchange || !isLost(exchange.response)) return;
    judge.claim(false, () => ({
      title: `${what} gets a response`,
      expected: `${what} is rejected (4xx)`,
      saw: 'the connection was closed without a response, three times',
      shown: [exchange, ...(before ? [before] : [])],
    }));
  },
};

export default kindRules('all', ['rejections'], {
  'bad-input-not-crash': (operation, contract) => {
    const { sentIn } = operationIn(contract, operation);
    const path = requestConstraints(contract, operation, 'required')
      .map(firstPath)
      .findLast(({ length }) => length === sentIn.length + 1);
    const [wrapper] = sentIn;
    return {
      title: 'an invalid request does not get a 5xx status',
      claims: [neverCrashes(isBadRequest, 'an invalid request'), neverCloses],
      mutants: {
        'every invalid request crashes the server': crashOn(operation, (_, status) =>
          [400, 422].includes(status),
        ),
        ...(path && {
          [`a missing ${path.at(-1)} crashes the server`]: crashOn(operation, (sent) => {
            const holder = at(sent, ...path.slice(0, -1));
            return isObject(holder) && holder[path.at(-1) ?? ''] === undefined;
          }),
        }),
        'an empty body crashes the server': changeStatus(operation, (status, request) =>
          textOfBody(request) === '' ? 500 : status,
        ),
        ...(wrapper !== undefined && {
          [`a missing ${wrapper} crashes the server`]: changeStatus(operation, (status, request) =>
            textOfBody(request) === '{}' ? 500 : status,
          ),
          [`${wrapper} that is not an object crashes the server`]: crashOn(operation, (sent) => {
            const inner = at(sent, wrapper);
            return inner !== undefined && !isObject(inner);
          }),
        }),
      },
    };
  },
  'beyond-bmp-not-crash': (operation) => ({
    title: 'characters above U+FFFF, such as emoji, do not cause a 5xx status',
    claims: [neverCrashes(({ request }) => isBeyondBmp(request), 'a request with characters above U+FFFF')],
    mutants: {
      'characters of four bytes crash the server': changeStatus(operation, (status, request) =>
        isBeyondBmp(request) ? 500 : status,
      ),
    },
  }),
  'content-type': (operation) => ({
    topic: ['content type'],
    title: 'the response to an accepted request has a JSON Content-Type',
    claims: [saysJson],
    mutants: Object.fromEntries(
      others.map((type) => [
        `responses have Content-Type ${type}`,
        changeHeader(operation, 'content-type', type),
      ]),
    ),
  }),
  /** Further fields are allowed, but a field of the contract only beside its object is a mistake. */
  'fields-in-place': (operation, contract) => {
    const inners = innersOf(contract, operation);
    const outers = [...Map.groupBy(inners, ({ outer }) => String(outer)).values()].map(outerOf);
    return {
      topic: ['fields'],
      isBasis: true,
      title: 'optional fields are in their object, not beside it',
      claims: [
        {
          on: 'response',
          judge: ({ shape, body, id, request, response }, judge) => {
            if (!shape || !('json' in body)) return;
            const shown = valuesShownIn(body.json, outers);
            if (shown.length === 0) return;
            const beside = shown.find(({ isInPlace }) => !isInPlace);
            judge.claim(beside === undefined, () => ({
              title: `${printField(beside?.stated ?? [])} is in its object, not beside it`,
              expected: beside ? `${printPath(beside.path.slice(-1))} at ${printPath(beside.stated)}` : '',
              saw: beside ? `nothing there; it is at ${printPath(beside.path)}` : '',
              isMissing: true,
              shown: [{ id, request, response }],
            }));
          },
        },
      ],
      mutants: Object.fromEntries(
        [...Map.groupBy(inners, ({ name }) => name)]
          .filter(([, some]) => some.some(({ fields }) => fields.length > 1))
          .map(([name, some]) => [
            `optional fields of ${name} are beside it`,
            changeResponse(operation, (json) => some.reduce(hoisted, json)),
          ]),
      ),
    };
  },
  'no-byte-order-mark': (operation) => ({
    topic: ['fields'],
    title: 'the body of a response does not begin with a byte order mark',
    claims: [beginsWithJson],
    mutants: {
      'responses begin with a byte order mark': changeBody(operation, (text) => `\uFEFF${text}`),
    },
  }),
  'optional-not-null': (operation, contract) => {
    const optional = nonNullOptions(contract, operationIn(contract, operation));
    const [path = []] = optional
      .flatMap(({ paths }) => paths)
      .toSorted((one, other) => one.length - other.length);
    return {
      topic: ['fields'],
      title: 'an optional field without a value is absent, not null',
      claims: [absentNotNull((constraint) => optional.includes(constraint))],
      mutants: {
        [`${printField(path)} is null`]: changeResponse(operation, (json) => {
          const holder = instances(json, path.slice(0, -1)).findLast(({ value }) => isObject(value));
          return holder && withAt(json, [...holder.path, path.at(-1) ?? ''], null);
        }),
      },
    };
  },
  'response-json': (operation) => ({
    topic: ['body'],
    title: 'the response to an accepted request has a body that parses as JSON',
    claims: [parsesAsJson],
    mutants: {
      'responses have no body': changeBody(operation, () => ''),
      'responses break off before the end': changeBody(operation, (text) => text.slice(0, -1)),
      'responses are form-encoded': changeBody(operation, (text) => `value=${percentEncoded(text)}`),
      'flags are True and False, as in Python': changeBody(operation, (text) =>
        text.replace('{', '{"paid":True,'),
      ),
    },
  }),
  'request-body-json': (operation) => ({
    topic: ['required values'],
    title: 'a request whose body does not begin with a JSON value is rejected',
    claims: [attempts, bodyNeverAccepted('not JSON')],
    mutants: {
      'a body that cannot be parsed is taken for an empty one': takeWhere(
        operation,
        (request) => textOfBody(request) !== '' && jsonOfRequest(request) === undefined,
      ),
      'missing braces are added to a body': overlook(operation, (request) =>
        jsonOfRequest(request) === undefined
          ? { ...request, body: Buffer.from(closed(textOfBody(request))) }
          : request,
      ),
    },
  }),
  'request-body-required': (operation) => ({
    topic: ['required values', 'required'],
    title: 'a request with an empty body is rejected',
    claims: [attempts, bodyNeverAccepted('empty')],
    mutants: {
      'an empty body creates something without a required field': takeWhere(
        operation,
        (request) => textOfBody(request) === '',
      ),
    },
  }),
  'request-letters-counted': (operation, contract) => ({
    topic: ['valid requests'],
    title: 'a text with letters beyond ASCII may have as many characters as any other',
    claims: [attempts],
    mutants: {
      'lengths are counted in bytes': changeStatus(operation, (status, request) => {
        const json = jsonOfRequest(request);
        const isTooLong = requestConstraints(contract, operation, 'maxLength').some(
          (one) =>
            json !== undefined &&
            instances(json, firstPath(one)).some(
              ({ value }) => Buffer.byteLength(String(value)) > Number(one.value),
            ),
        );
        return isTooLong ? 400 : status;
      }),
    },
  }),
  'request-charset': (operation) => ({
    topic: ['valid requests'],
    title: 'Content-Type application/json; charset=utf-8 is accepted',
    claims: [attempts],
    mutants: {
      'a charset parameter is rejected': rejectCharset(operation),
    },
  }),
  'request-null-required': (operation, contract) => {
    const isInner = (path: readonly string[]): boolean => path.length > 2;
    const hasInner = requestConstraints(contract, operation, 'required').some((one) =>
      isInner(firstPath(one)),
    );
    return {
      topic: ['required values', 'required'],
      title: 'null for a required field is rejected',
      claims: [attempts, neverAccepted(isNullRequired)],
      mutants: {
        'null is accepted for a required field of data': takeNull(
          operation,
          (path) => !isInner(path.split('.')),
        ),
        ...(hasInner
          ? {
              'null is accepted for a required field of an object in data': takeNull(operation, (path) =>
                isInner(path.split('.')),
              ),
            }
          : {}),
      },
    };
  },
  'request-size': (operation, contract) => ({
    topic: ['valid requests'],
    title: 'a valid request is not too large (413, 414, 431)',
    claims: [acceptedClaim],
    mutants: isOfKind(contract, operation, 'list')
      ? {
          'an address of more than 180 bytes is too long': changeStatus(operation, (status, { target }) =>
            target.length > 180 ? 414 : status,
          ),
        }
      : { 'a body that is longer than the first accepted one is too large': rejectLongerBodies(operation) },
  }),
});

/** The objects in objects of a response; what is beside `data` is free. */
function innersOf(contract: Contract, operation: OperationId): Inner[] {
  const own = constraintsOf(contract, operation).filter((one) => one.side === 'response');
  const pathsOf = (some: typeof own): FieldPath[] => some.flatMap(({ paths }) => paths);
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

/** Other rules report an object of another type, or a missing one. */
function shownOf(value: JsonObject, path: Path, { name, isRequired, fields }: Inner): ShownField[] {
  const inner = at(value, name);
  if (inner === undefined ? isRequired : !isObject(inner)) return [];
  const isIn = (object: unknown, field: string): boolean => (at(object, field) ?? undefined) !== undefined;
  const beside = fields.find((field) => isIn(value, field) && !isIn(inner, field));
  const found = beside ?? fields.find((field) => isIn(inner, field));
  if (found === undefined) return [];
  return [{ isInPlace: beside === undefined, stated: [...path, name, found], path: [...path, found] }];
}
