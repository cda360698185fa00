import type { OperationId } from '../contract/contract.ts';
import { readBody } from '../wire/body.ts';
import type { Call, Header } from '../wire/exchange.ts';
import type { Json } from '../wire/json.ts';
import type { Recognise } from './recognise.ts';
import { redactHeaders, redactJson, redactTarget } from './redact.ts';
import { type Outcome, outcomeOf, type Served } from './served.ts';

/** A request as the journal shows it; secrets are hidden. */
export type Received = {
  /** Counted from 1 since the journal was last emptied. */
  readonly number: number;
  /** RFC 3339. */
  readonly at: string;
  readonly method: string;
  readonly target: string;
  readonly operation?: OperationId;
  readonly headers: readonly Header[];
  /** The body, where it is JSON. */
  readonly json?: Json;
  /** How many bytes the body has. */
  readonly bytes: number;
  readonly ms: number;
} & Outcome;

/** Which requests to show: those that have all of this. */
export type Wanted = Partial<Pick<Received, 'method' | 'operation' | 'status' | 'clause'>> & {
  /** Those after the one of this number. */
  readonly after?: number;
};

/** What a stub remembers of the requests it received. */
export type Journal = {
  readonly write: (served: Served) => void;
  readonly read: (wanted?: Wanted) => Received[];
  readonly clear: () => void;
};

/** How many requests a journal holds; the oldest go first. */
export const journalLimit = 1000;

/** Bodies above so many bytes are counted, not kept. */
const bodyLimit = 65_536;

/** Of a reply no more is kept than what became of it: bodies of listings are long. */
type Entry = Omit<Served, 'reply'> & {
  readonly number: number;
  readonly bytes: number;
  readonly outcome: Outcome;
};

/** Builds an empty journal. */
export function createJournal(recognise: Recognise): Journal {
  let entries: Entry[] = [];
  let written = 0;
  return {
    write: (served) => {
      written += 1;
      const { call, at, ms } = served;
      const bytes = call.body?.byteLength ?? 0;
      entries.push({ number: written, call: light(call), at, ms, bytes, outcome: outcomeOf(served) });
      if (entries.length > 2 * journalLimit) entries = entries.slice(-journalLimit);
    },
    read: ({ after = 0, ...wanted } = {}) =>
      entries
        .slice(-journalLimit)
        .filter(({ number }) => number > after)
        .map((entry) => shown(entry, recognise))
        .filter((received) => has(received, wanted)),
    clear: () => {
      entries = [];
      written = 0;
    },
  };
}

function light({ body, ...call }: Call): Call {
  return body && body.byteLength <= bodyLimit ? { ...call, body } : call;
}

const has = (received: Received, wanted: Partial<Received>): boolean =>
  Object.entries(wanted).every(
    ([name, value]) => value === undefined || received[name as keyof Received] === value,
  );

function shown({ number, at, call, bytes, ms, outcome }: Entry, recognise: Recognise): Received {
  const operation = recognise(call);
  const read = call.body ? readBody(call.body) : undefined;
  return {
    number,
    at: new Date(at).toISOString(),
    method: call.method,
    target: redactTarget(call.target),
    ...(operation === undefined ? {} : { operation }),
    headers: redactHeaders(call.headers),
    ...(read && 'json' in read ? { json: redactJson(read.json) } : {}),
    bytes,
    ...outcome,
    ms,
  };
}
