import type { OperationId } from '../../src/contract/contract.ts';
import { type Call, isLost } from '../../src/http/exchange.ts';
import type { Accepted, Answer } from '../core/evidence.ts';
import { limitNamed } from '../core/status.ts';

/** How large the parts of a request are that a server may limit, in bytes. */
type Sizes = Readonly<Record<'body' | 'address' | 'longAddress' | 'header' | 'headers', number>>;

/** What a status says is too large; 431 may mean one header or all of them, or, in Node, an address that is long. */
const limited: ReadonlyMap<number, readonly (keyof Sizes)[]> = new Map([
  [413, ['body']],
  [414, ['address']],
  [431, ['header', 'headers', 'longAddress']],
]);

/** An address of as many bytes should be accepted by every server (RFC 9110, 4.1). */
const shortest = 8000;

const none: Sizes = { body: 0, address: 0, longAddress: 0, header: 0, headers: 0 };

type Known = { readonly largest: Sizes; readonly first: number; readonly last: number };

/** Begins to note which requests of each operation were accepted. */
export function noteAccepted(): Accepted & { readonly take: (answer: Answer) => void } {
  const known = new Map<OperationId, Known>();
  const turns = new WeakMap<object, number>();
  let turn = 0;
  return {
    take: ({ operation, accepted, call, reply }) => {
      turn += 1;
      turns.set(reply, turn);
      if (!accepted) return;
      const { largest = none, first = turn } = known.get(operation) ?? {};
      known.set(operation, { largest: larger(largest, sizesOf(call)), first, last: turn });
    },
    limitOf: (operation, { call, reply }) => {
      const parts = isLost(reply) ? undefined : limited.get(reply.status);
      const { largest = none } = known.get(operation) ?? {};
      const sizes = sizesOf(call);
      return parts?.some((part) => sizes[part] > largest[part]) ? limitNamed(reply) : undefined;
    },
    placeOf: (operation, { reply }) => {
      const { first = Number.POSITIVE_INFINITY, last = 0 } = known.get(operation) ?? {};
      const at = turns.get(reply) ?? 0;
      if (at < first) return 'first';
      return at < last ? 'between' : 'last';
    },
  };
}

function sizesOf({ target, headers, body }: Call): Sizes {
  const lengths = headers.map(([name, value]) => Buffer.byteLength(`${name}: ${value}\r\n`));
  const address = Buffer.byteLength(target);
  return {
    body: body?.byteLength ?? 0,
    address,
    longAddress: address > shortest ? address : 0,
    header: Math.max(0, ...lengths),
    headers: lengths.reduce((sum, length) => sum + length, 0),
  };
}

const larger = (one: Sizes, other: Sizes): Sizes => ({
  body: Math.max(one.body, other.body),
  address: Math.max(one.address, other.address),
  longAddress: Math.max(one.longAddress, other.longAddress),
  header: Math.max(one.header, other.header),
  headers: Math.max(one.headers, other.headers),
});
