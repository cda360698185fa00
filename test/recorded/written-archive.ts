import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InspectOptions, inspect } from '../../conformance/inspect.ts';
import type { Report } from '../../conformance/report/report.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Header, HttpRequest, HttpResponse } from '../../src/http/exchange.ts';

/** Writes files into a folder of their own, for as long as somebody reads them. */
async function withFiles<T>(
  contents: readonly (string | Uint8Array)[],
  recheck: (files: readonly string[], folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'archives-'));
  try {
    const files = contents.map((_, index) => join(folder, `${index}.har`));
    for (const [index, content] of contents.entries()) await writeFile(files[index] ?? '', content);
    return await recheck(files, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Inspects archives that are written for it. */
export const inspectWritten = (
  contents: readonly (string | Uint8Array)[],
  options: InspectOptions = {},
): Promise<Report> => withFiles(contents, (files) => inspect(files, { contract, ...options }));

/** Loaded once for all. */
export const contract = await loadContract();

/** An archive with these entries. */
export const archiveOf = (entries: readonly unknown[], creator = 'somebody'): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: creator, version: '1' }, entries } });

const node =
  '/pcm/hierarchies/e214368a-b4c3-4797-bbe9-01fb056371c1/nodes/a1fbdcb8-fd26-4d85-bb02-adb0c99cb7da/products';

/** An entry of a listing; what is given is instead of what is usual. */
export function listingEntry({
  query = '?page%5Blimit%5D=2',
  base = 'http://shop.example/api',
  content,
  ...others
}: {
  readonly query?: string;
  readonly base?: string | undefined;
  readonly content?: unknown;
  readonly startedDateTime?: string;
} = {}) {
  return {
    startedDateTime: '2026-11-21T10:00:00.000Z',
    time: 12,
    ...others,
    request: { method: 'GET', url: `${base}${node}${query}`, headers: [{ name: 'accept', value: '*/*' }] },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: content ?? { size: -1, mimeType: 'application/json', text: JSON.stringify(listing) },
    },
  };
}

/** A listing that says all that it has to. */
export const listing = {
  data: [],
  meta: { results: { total: 0 } },
  included: { component_products: [] },
};

/** An exchange as a recorder writes it. */
export const entryOf = (
  baseUrl: string,
  {
    request,
    response,
  }: { readonly request: HttpRequest; readonly response: Pick<HttpResponse, 'status' | 'headers' | 'body'> },
  startedAt = 0,
): object => {
  const named = (headers: readonly Header[]) => headers.map(([name, value]) => ({ name, value }));
  const text = (body: Uint8Array) => ({ mimeType: 'application/json', text: Buffer.from(body).toString() });
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    request: {
      method: request.method,
      url: baseUrl + request.target,
      headers: named(request.headers),
      ...(request.body === undefined ? {} : { postData: text(request.body) }),
    },
    response: { status: response.status, headers: named(response.headers), content: text(response.body) },
  };
};
