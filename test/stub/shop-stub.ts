import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { loadContract } from '../../src/contract/load.ts';
import { type Header, isLost } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import { createStub, type StubOptions } from '../../src/stub/create-stub.ts';

/** The contract and the shop that ship with assay. */
export const contract = await loadContract();
export const catalog = await loadCatalog();

/** The node of the shop with a name, and the path of its listing. */
export function nodeNamed(name: string) {
  for (const hierarchy of catalog.hierarchies) {
    const node = hierarchy.nodes.find((candidate) => candidate.name === name);
    if (node) return { ...node, path: `/pcm/hierarchies/${hierarchy.id}/nodes/${node.id}/products` };
  }
  throw new Error(`the shop has no node named ${name}`);
}

/** The headers of a valid request. */
export const goodHeaders: readonly Header[] = [
  ['Authorization', 'Bearer any'],
  ['Content-Type', 'application/json'],
];

/** Sends one request to a new stub, or to the given one. */
export async function ask(
  method: string,
  target: string,
  { body, headers = goodHeaders, stub = makeStub() }: RequestOptions = {},
) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body ?? ''));
  const request = { method, target, headers, ...(body === undefined ? {} : { body: bytes }) };
  const response = await stub.transport(request);
  if (isLost(response)) throw new Error(response.detail);
  const text = Buffer.from(response.body).toString();
  return { status: response.status, headers: new Headers(response.headers.map(([...pair]) => pair)), text };
}

type RequestOptions = {
  readonly body?: Json;
  readonly headers?: readonly Header[];
  readonly stub?: ReturnType<typeof makeStub>;
};

/** A stub with the shop; the same requests get the same responses. */
export const makeStub = (options: Partial<StubOptions> = {}) =>
  createStub({ contract, parts: stubPartsOf(catalog), seed: 'test', ...options });
