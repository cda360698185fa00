import { createHash, timingSafeEqual } from 'node:crypto';
import { everyOperation, idsOf, type WithOperations } from '../contract/operations.ts';
import { UserError } from '../errors.ts';
import {
  bearerToken,
  type HttpRequest,
  type HttpResponse,
  isLocal,
  type Lost,
  type Middleware,
  type Transport,
} from '../http/exchange.ts';
import { readBody } from '../json/body.ts';
import { at, defined, type Json } from '../json/json.ts';
import { suggestion } from '../words.ts';
import type { Description } from './description.ts';
import { type Faults, type NamedMutants, readFaultRequest } from './faults.ts';
import { type Journal, journalLimit, type Wanted } from './journal.ts';
import type { ServedStub } from './operation.ts';
import { emptyResponse, problemResponse, responseWithJson } from './responses.ts';
import { baseAddress } from './routes.ts';

export const adminPath = '/__assay';

const healthPath = `${adminPath}/health`;
const documentPath = `${adminPath}/openapi.json`;
const faultsPath = `${adminPath}/faults`;
const mutantsPath = `${adminPath}/mutants`;
const requestsPath = `${adminPath}/requests`;
const clockPath = `${adminPath}/clock`;
const resetPath = `${adminPath}/reset`;

export const controlTokenName = 'ASSAY_CONTROL_TOKEN';

/** Whether a contract has an operation at a path: that is served instead of what the stub says of itself. */
const isOfContract = (contract: WithOperations, path: string): boolean =>
  everyOperation(contract).some((one) => one.method === 'GET' && one.path === path);

/** Compares tokens in constant time. */
function carries({ headers }: HttpRequest, token: string): boolean {
  const given = bearerToken(headers);
  return given !== undefined && timingSafeEqual(sha256Of(given), sha256Of(token));
}

const sha256Of = (text: string): Buffer => createHash('sha256').update(text).digest();

const guideFor = ({ parts }: ServedStub) => ({
  [faultsPath]: {
    GET: 'the active faults, and how often each has struck',
    POST: 'adds a fault',
    DELETE: 'removes all faults; with ?id=1, only that one',
    'optional for each': {
      operation: 'the id of an operation',
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
      ...Object.values(parts.operations).flatMap(({ exampleMutant }) =>
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
});

const resettable = ['all', 'data', 'journal', 'faults'] as const;

/** A part of the state of a stub that can be reset alone. */
export type Resettable = (typeof resettable)[number];

type ControlledStub = {
  readonly faults: Faults;
  readonly journal: Journal;
  readonly namedMutants: NamedMutants;
  readonly reset: (what: Resettable) => void;
  readonly setTime: (time: Date) => void;
};

type ControlAction = (request: HttpRequest, query: URLSearchParams) => HttpResponse | Promise<HttpResponse>;

function controlRoutes(
  served: () => ServedStub,
  stub: ControlledStub,
): Record<string, Record<string, ControlAction>> {
  const { faults, journal, namedMutants, reset, setTime } = stub;
  const { contract } = served();
  return {
    [adminPath]: { GET: () => responseWithJson(200, guideFor(served())) },
    [faultsPath]: {
      GET: () => responseWithJson(200, { faults: faults.list() }),
      POST: async (request) =>
        responseWithJson(201, await faults.add(readFaultRequest(contract, readJson(request)))),
      DELETE: (_, query) => {
        const id = query.get('id');
        if (id === null) faults.clear();
        else if (!faults.remove(id)) return problemResponse(404, `there is no fault with the id ${id}`);
        return emptyResponse(204);
      },
    },
    [mutantsPath]: {
      GET: async () => responseWithJson(200, { mutants: [...(await namedMutants()).keys()] }),
    },
    [requestsPath]: {
      GET: (_, query) => {
        const requests = journal.read(readWanted(contract, query));
        return responseWithJson(200, { holds: journalLimit, count: requests.length, requests });
      },
      DELETE: () => {
        journal.clear();
        return emptyResponse(204);
      },
    },
    [clockPath]: {
      POST: (request) => {
        setTime(readTime(readJson(request)));
        return emptyResponse(204);
      },
    },
    [resetPath]: {
      POST: (_, query) => {
        reset(readResettable(query.get('what') ?? 'all'));
        return emptyResponse(204);
      },
    },
  };
}

function readJson({ body = new Uint8Array() }: HttpRequest): Json {
  const read = readBody(body);
  if ('unreadable' in read) throw new UserError(read.unreadable);
  return read.json;
}

function readTime(value: Json): Date {
  const now = at(value, 'now');
  const time = new Date(typeof now === 'string' ? now : Number.NaN);
  if (typeof now !== 'string' || Number.isNaN(time.getTime()) || !/^\d{4}-\d\d-\d\d/.test(now))
    throw new UserError('a time needs "now", such as {"now": "2030-01-31T12:00:00Z"}.');
  return time;
}

export function readResettable(name: string): Resettable {
  const what = resettable.find((one) => one === name);
  if (what) return what;
  throw new UserError(`"${name}" cannot be reset; ${suggestion(name, resettable)}`);
}

export function readWanted(contract: WithOperations, query: URLSearchParams): Wanted {
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
  const id = idsOf(contract).find((one) => one === operation);
  if (operation && !id)
    throw new UserError(`"${operation}" is not an operation; ${suggestion(operation, idsOf(contract))}`);
  const tokens = ['expected', 'other', 'any'] as const;
  const token = tokens.find((one) => one === query.get('token'));
  if (query.has('token') && !token) throw new UserError(`"token" must be one of ${tokens.join(', ')}.`);
  return defined({
    operation: id,
    method: method?.toUpperCase() || undefined,
    clause: clause || undefined,
    token,
    status: number('status'),
    after: number('after'),
  });
}

type OwnRoutesSetup = {
  readonly served: () => ServedStub;
  readonly prefix: string;
  readonly describe: (baseUrl: string) => Description;
  readonly controlled: ControlledStub | undefined;
  /** Allows control from other machines. */
  readonly controlToken: string | undefined;
};

type Caller = 'local' | 'remote';

export function createOwnRoutes(
  { served, prefix, describe, controlled, controlToken }: OwnRoutesSetup,
  caller: Caller,
): Middleware {
  const routes = controlled ? controlRoutes(served, controlled) : {};

  async function control(request: HttpRequest, path: string, query: string): Promise<HttpResponse> {
    if (!controlled)
      return problemResponse(404, `nothing is served at ${path}; start the stub with --control`);
    const remoteRejection = caller === 'remote' || !isLocal(request) ? rejectRemote(request) : undefined;
    if (remoteRejection) return remoteRejection;
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (!route)
      return problemResponse(
        404,
        `nothing is served at ${path}; there are ${Object.keys(routes).join(', ')}`,
      );
    const action = Object.hasOwn(route, request.method) ? route[request.method] : undefined;
    const allowed = Object.keys(route).join(', ');
    if (!action) return problemResponse(405, `this path allows only ${allowed}`, [['allow', allowed]]);
    try {
      return await action(request, new URLSearchParams(query));
    } catch (error) {
      if (error instanceof UserError) return problemResponse(400, error.message);
      throw error;
    }
  }

  function rejectRemote(request: HttpRequest): HttpResponse | undefined {
    if (controlToken === undefined) {
      const why = 'the stub can be controlled only from its own machine';
      return problemResponse(403, `${why}; start it with ${controlTokenName} to control it with that token`);
    }
    if (carries(request, controlToken)) return undefined;
    const how = `send the token in ${controlTokenName} as a bearer token`;
    return problemResponse(
      401,
      `from another machine, the stub can be controlled only with a token; ${how}`,
      [['www-authenticate', 'Bearer']],
    );
  }

  /** Own routes are served with and without the prefix, since a client may only know the address with it. */
  const below = (target: string): string =>
    prefix !== '' && target.startsWith(prefix) ? target.slice(prefix.length) : target;

  function show(request: HttpRequest, path: string): HttpResponse | undefined {
    const baseUrl = `${baseAddress(request.headers)}${prefix}`;
    if (path === '/' && !isOfContract(served().contract, path))
      return responseWithJson(200, describe(baseUrl));
    if (path === healthPath)
      return responseWithJson(200, { status: 'ok', contract: served().contract.version });
    if (path === documentPath) {
      const servers = [{ url: baseUrl, description: 'This stub.' }];
      return responseWithJson(200, { ...served().contract.document, servers });
    }
    return undefined;
  }

  async function respond(request: HttpRequest, next: Transport): Promise<HttpResponse | Lost> {
    const [whole = '', query = ''] = request.target.split('?', 2);
    const path = below(whole) || '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const shown = isRead ? show(request, path) : undefined;
    if (shown) return request.method === 'HEAD' ? { ...shown, body: new Uint8Array() } : shown;
    return path.startsWith(adminPath) ? control(request, path, query) : next(request);
  }

  return (next) => (request) => (own.test(below(request.target)) ? respond(request, next) : next(request));
}

const own = new RegExp(`^(/?|${adminPath}(/[^?]*)?)(\\?|$)`);
