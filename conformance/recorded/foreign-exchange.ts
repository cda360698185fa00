import { type Call, type Header, isLost, type Lost, type Reply } from '../../src/http/exchange.ts';
import { redactionMark } from '../../src/secrets/names.ts';
import type { AttemptPart, RecordedRecheck } from '../report/report.ts';

/** An exchange that somebody else sent. The target of its call is below the base URL; bodies are decoded. */
export type ForeignExchange = {
  readonly call: Call;
  readonly reply: Reply | Lost;
  /** The base URL that it was asked under, where that is another than the target's. */
  readonly askedAt?: string;
  /** When it began, in milliseconds since 1970; undefined if it is not known. */
  readonly startedAt?: number;
  /** Whether a check sent it: then it was asked as its operator has it asked. */
  readonly isOfCheck?: boolean;
  /** What it is a part of, where a check sent it. */
  readonly attempts?: readonly AttemptPart[];
  /** What it rechecks, where a check sent it. */
  readonly recheck?: RecordedRecheck;
};

/** Headers that rules read; what else foreign products send is not kept, since any of it may be secret. */
const telling = [
  'accept',
  'age',
  'authorization',
  'cache-control',
  'content-type',
  'cookie',
  'date',
  'location',
  'retry-after',
];

/** Headers whose values are secrets, of which rules read the form at most. */
const secret = ['authorization', 'cookie'];

/** An exchange with what rules read, and nothing else of what foreign products put into headers. */
export function withoutUnreadHeaders(exchange: ForeignExchange): ForeignExchange {
  const { call, reply } = exchange;
  return {
    ...exchange,
    call: { ...call, headers: toldBy(call.headers) },
    reply: isLost(reply) ? reply : { ...reply, headers: toldBy(reply.headers) },
  };
}

const toldBy = (headers: readonly Header[]): Header[] =>
  headers.flatMap(([name, value]): Header[] => {
    const plain = name.toLowerCase();
    if (!telling.includes(plain)) return [];
    return [[plain, secret.includes(plain) ? concealed(value) : value]];
  });

/** Credentials without what makes them secret: the scheme stays. */
const concealed = (value: string): string => value.replace(/^(\w+ )?\S.*$/s, `$1${redactionMark}`);
