import { operationIds } from '../../contract/contract.ts';
import { UserError } from '../../errors.ts';
import type { Call, Reply } from '../../http/exchange.ts';
import { readBody } from '../../json/body.ts';
import { at, type Json } from '../../json/json.ts';
import { suggestion } from '../../nearest.ts';
import type { Faults } from '../middleware/faults/faults.ts';
import type { NamedMutants } from '../middleware/faults/named-mutants.ts';
import { readFaultRequest } from '../middleware/faults/read-fault-request.ts';
import { type Journal, journalLimit, type Wanted } from '../middleware/journal.ts';
import { stubOperations } from '../operations/all.ts';
import { problem } from '../replies/problem.ts';
import { emptyReply, replyWithJson } from '../replies/reply.ts';
import { adminPath, clockPath, faultsPath, mutantsPath, requestsPath, resetPath } from './paths.ts';

/** The guide to controlling a stub, served by the stub itself. */
const guide = {
  [faultsPath]: {
    GET: 'the active faults, and how often each has struck',
    POST: 'adds a fault',
    DELETE: 'removes all faults; with ?id=1, only that one',
    'optional for each': {
      operation: operationIds.join(' or '),
      fromRequest: 2,
      fromPage: 2,
      times: 3,
      probability: 0.5,
    },
    examples: [
      { kind: 'latency', ms: 200 },
      { kind: 'latency', from: 100, to: 400 },
      { kind: 'status', code: 503 },
      { kind: 'status', code: 409, body: { errors: [{ code: 'conflict' }] } },
      { kind: 'too-many-requests', retryAfter: 2 },
      { kind: 'connection-reset' },
      { kind: 'stalled-body', after: 100 },
      { kind: 'truncated-body' },
      { kind: 'malformed-json' },
      ...Object.values(stubOperations).flatMap(({ exampleMutant }) =>
        exampleMutant === undefined ? [] : [{ kind: 'mutant', name: exampleMutant }],
      ),
    ],
  },
  [mutantsPath]: { GET: 'the names of all mutants, which violate the contract, as <rule>: <name>' },
  [requestsPath]: {
    GET: 'the requests received; selected by ?operation=, method=, status=, clause=, token= (expected, other or any), after= (a number)',
    DELETE: 'clears them',
  },
  [clockPath]: { POST: 'sets the time from which the clock goes on: {"now": "2030-01-31T12:00:00Z"}' },
  [resetPath]: { POST: 'resets everything; with ?what=data, journal or faults, only that' },
};

/** The parts of a stub that can be reset. */
const resettable = ['all', 'data', 'journal', 'faults'] as const;

/** A part of a stub that can be reset. */
export type Resettable = (typeof resettable)[number];

/** The parts of a stub that can be controlled over HTTP. */
export type ControlledStub = {
  readonly faults: Faults;
  readonly journal: Journal;
  readonly namedMutants: NamedMutants;
  readonly reset: (what: Resettable) => void;
  /** Lets the clock go on from another time. */
  readonly setTime: (time: Date) => void;
};

type Action = (call: Call, query: URLSearchParams) => Reply | Promise<Reply>;

/** The routes that control a stub, by path and method. */
export function controlRoutes({
  faults,
  journal,
  namedMutants,
  reset,
  setTime,
}: ControlledStub): Record<string, Record<string, Action>> {
  return {
    [adminPath]: { GET: () => replyWithJson(200, guide) },
    [faultsPath]: {
      GET: () => replyWithJson(200, { faults: faults.list() }),
      POST: async ({ body }) => {
        const read = readBody(body ?? new Uint8Array());
        if ('unreadable' in read) return problem(400, read.unreadable);
        return replyWithJson(201, await faults.add(readFaultRequest(read.json)));
      },
      DELETE: (_, query) => {
        const id = query.get('id');
        if (id === null) faults.clear();
        else if (!faults.remove(id)) return problem(404, `there is no fault with the id ${id}`);
        return emptyReply(204);
      },
    },
    [mutantsPath]: {
      GET: async () => replyWithJson(200, { mutants: [...(await namedMutants()).keys()] }),
    },
    [requestsPath]: {
      GET: (_, query) => {
        const requests = journal.read(readWanted(query));
        return replyWithJson(200, { holds: journalLimit, count: requests.length, requests });
      },
      DELETE: () => {
        journal.clear();
        return emptyReply(204);
      },
    },
    [clockPath]: {
      POST: ({ body }) => {
        const read = readBody(body ?? new Uint8Array());
        if ('unreadable' in read) return problem(400, read.unreadable);
        setTime(readTime(read.json));
        return emptyReply(204);
      },
    },
    [resetPath]: {
      POST: (_, query) => {
        reset(readResettable(query.get('what') ?? 'all'));
        return emptyReply(204);
      },
    },
  };
}

/** The time in a request to set the clock. */
function readTime(value: Json): Date {
  const now = at(value, 'now');
  const time = new Date(typeof now === 'string' ? now : Number.NaN);
  if (typeof now !== 'string' || Number.isNaN(time.getTime()) || !/^\d{4}-\d\d-\d\d/.test(now))
    throw new UserError('a time needs "now", such as {"now": "2030-01-31T12:00:00Z"}.');
  return time;
}

/** The part of a stub with a name; an unknown one is a {@link UserError}. */
export function readResettable(name: string): Resettable {
  const what = resettable.find((one) => one === name);
  if (what) return what;
  throw new UserError(`"${name}" cannot be reset; ${suggestion(name, resettable)}`);
}

/** Which requests a query selects; what cannot be selected by is a {@link UserError}. */
export function readWanted(query: URLSearchParams): Wanted {
  const known = ['operation', 'method', 'status', 'clause', 'token', 'after'];
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UserError(`requests cannot be selected by "${unknown}"; ${suggestion(unknown, known)}`);
  const [operation, method, clause] = ['operation', 'method', 'clause'].map((name) => query.get(name));
  const number = (name: string): number | undefined => {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!/^\d{1,9}$/.test(text)) throw new UserError(`"${name}" must be a whole number.`);
    return Number(text);
  };
  const id = operationIds.find((one) => one === operation);
  if (operation && !id)
    throw new UserError(`"${operation}" is not an operation; ${suggestion(operation, operationIds)}`);
  const tokens = ['expected', 'other', 'any'] as const;
  const token = tokens.find((one) => one === query.get('token'));
  if (query.has('token') && !token) throw new UserError(`"token" must be one of ${tokens.join(', ')}.`);
  const [status, after] = [number('status'), number('after')];
  return {
    ...(id ? { operation: id } : {}),
    ...(method ? { method: method.toUpperCase() } : {}),
    ...(clause ? { clause } : {}),
    ...(token ? { token } : {}),
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { after }),
  };
}
