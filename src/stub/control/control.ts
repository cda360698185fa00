import { operationIds } from '../../contract/contract.ts';
import { Fault } from '../../fault.ts';
import { readBody } from '../../wire/body.ts';
import type { Call, Reply } from '../../wire/exchange.ts';
import type { Json } from '../../wire/json.ts';
import type { Faults } from '../faults/faults.ts';
import type { NamedMutants } from '../faults/named-mutants.ts';
import { readFaultRequest } from '../faults/read-fault-request.ts';
import { type Journal, journalLimit, type Wanted } from '../journal.ts';
import { emptyReply, replyWithJson } from '../replies.ts';
import { guide } from './guide.ts';
import { problem } from './problem.ts';
import { faultsPath, mutantsPath, requestsPath, reserved, resetPath } from './reserved.ts';

/** What can be taken back to its beginning. */
export const resettable = ['all', 'data', 'journal', 'faults'] as const;
/** One of the things that can be taken back to their beginning. */
export type Resettable = (typeof resettable)[number];

/** What is controlled. */
export type Controlled = {
  readonly faults: Faults;
  readonly journal: Journal;
  readonly namedMutants: NamedMutants;
  readonly reset: (what: Resettable) => void;
};

type Action = (call: Call, query: URLSearchParams) => Reply | Promise<Reply>;

/** The routes by which a stub is controlled: a path and a method each. */
export function controlRoutes({
  faults,
  journal,
  namedMutants,
  reset,
}: Controlled): Record<string, Record<string, Action>> {
  return {
    [reserved]: { GET: () => replyWithJson(200, guide) },
    [faultsPath]: {
      GET: () => replyWithJson(200, json({ faults: faults.list() })),
      POST: async ({ body }) => {
        const read = readBody(body ?? new Uint8Array());
        if ('unreadable' in read) return problem(400, read.unreadable);
        return replyWithJson(201, json(await faults.add(readFaultRequest(read.json))));
      },
      DELETE: (_, query) => {
        const id = query.get('id');
        if (id === null) faults.clear();
        else if (!faults.remove(id)) return problem(404, `there is no fault of the id ${id}`);
        return emptyReply(204);
      },
    },
    [mutantsPath]: {
      GET: async () => replyWithJson(200, { mutants: [...(await namedMutants()).keys()] }),
    },
    [requestsPath]: {
      GET: (_, query) => {
        const requests = journal.read(readWanted(query));
        return replyWithJson(200, json({ holds: journalLimit, count: requests.length, requests }));
      },
      DELETE: () => {
        journal.clear();
        return emptyReply(204);
      },
    },
    [resetPath]: {
      POST: (_, query) => {
        const what = resettable.find((one) => one === (query.get('what') ?? 'all'));
        if (!what) return problem(400, `what to reset is one of ${resettable.join(', ')}`);
        reset(what);
        return emptyReply(204);
      },
    },
  };
}

function readWanted(query: URLSearchParams): Wanted {
  const known = ['operation', 'method', 'status', 'clause', 'after'];
  const stray = [...query.keys()].find((name) => !known.includes(name));
  if (stray !== undefined)
    throw new Fault(`requests cannot be picked by "${stray}"; by ${known.join(', ')}.`);
  const [operation, method, clause] = ['operation', 'method', 'clause'].map((name) => query.get(name));
  const number = (name: string): number | undefined => {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!/^\d{1,9}$/.test(text)) throw new Fault(`"${name}" is a whole number.`);
    return Number(text);
  };
  const id = operationIds.find((one) => one === operation);
  if (operation && !id)
    throw new Fault(`"${operation}" is no operation; they are ${operationIds.join(', ')}.`);
  const [status, after] = [number('status'), number('after')];
  return {
    ...(id ? { operation: id } : {}),
    ...(method ? { method: method.toUpperCase() } : {}),
    ...(clause ? { clause } : {}),
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { after }),
  };
}

/** Our own plain data, as JSON has it. */
const json = (value: object): Json => value as Json;
