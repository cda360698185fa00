import { loadContract } from '../contract/load.ts';
import { type Header, isLost } from '../wire/exchange.ts';
import type { Json } from '../wire/json.ts';
import { createStub, type StubOptions } from './create.ts';
import { loadCatalog } from './load-catalog.ts';

/** What the tests of the stub share: the contract and the shop that ship with it. */
export const contract = await loadContract();
export const catalog = await loadCatalog();

/** The node of the shop by that name, and the path of its listing. */
export function nodeNamed(name: string) {
  for (const hierarchy of catalog.hierarchies) {
    const node = hierarchy.nodes.find((candidate) => candidate.name === name);
    if (node) return { ...node, path: `/pcm/hierarchies/${hierarchy.id}/nodes/${node.id}/products` };
  }
  throw new Error(`the shop has no node named ${name}`);
}

/** Headers of a request that is in order. */
export const goodHeaders: readonly Header[] = [
  ['Authorization', 'Bearer any'],
  ['Content-Type', 'application/json'],
];

/** Sends one request to a stub of its own, or to the one given. */
export async function ask(
  method: string,
  target: string,
  { body, headers = goodHeaders, stub = makeStub() }: Asking = {},
) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body ?? ''));
  const call = { method, target, headers, ...(body === undefined ? {} : { body: bytes }) };
  const reply = await stub.transport(call);
  if (isLost(reply)) throw new Error(reply.detail);
  const text = Buffer.from(reply.body).toString();
  return { status: reply.status, headers: new Headers(reply.headers.map(([...pair]) => pair)), text };
}

type Asking = {
  readonly body?: Json;
  readonly headers?: readonly Header[];
  readonly stub?: ReturnType<typeof makeStub>;
};

/** A stub over the shop; the same calls bring the same replies. */
export const makeStub = (options: Partial<StubOptions> = {}) =>
  createStub({ contract, catalog, seed: 'test', ...options });
