import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Held } from './held.ts';
import { type LargeCatalog, productOf, writeLargeCatalog } from './large-catalog.ts';
import { get } from './requests.ts';
import { type Server, startServer } from './server.ts';
import { ratios, type Spread } from './statistics.ts';
import { carry } from './throughput.ts';

/** How the stub does with a catalog of that many products in one node. */
export type Large = {
  readonly products: number;
  readonly bytesPerProduct: number;
  /** From the start of the process to its first page. */
  readonly loadMs: number;
  /** MiB of the whole process after that page. */
  readonly memory: number;
  /** Bytes that a product takes, in the heap and as texts and indexes. */
  readonly heldPerProduct: Held;
  /** Time of a page at a high offset, divided by that of one at offset 0 in the same round. */
  readonly offset: Spread;
  /** Bytes of the one, divided by those of the other: each product links to the page before, where there is one. */
  readonly offsetBytes: number;
  /** Time of a filter, divided by that of the same filter in the smallest catalog in the same round. */
  readonly filters: Readonly<Record<string, Spread>>;
};

/** Requests of one measurement. */
const requests = 3000;

/** Measures catalogs of such sizes; filters are compared with those of the first. */
export async function measureLarge(
  folder: string,
  sizes: readonly number[],
  rounds: number,
): Promise<Large[]> {
  await using stack = new AsyncDisposableStack();
  const served: { catalog: LargeCatalog; server: Server; held: Held }[] = [];
  for (const products of sizes) {
    const catalog = await writeLargeCatalog(`${folder}large-${products}`, products);
    const held = await measureHeld(catalog);
    served.push({ catalog, held, server: stack.use(await serve(catalog)) });
  }
  const [smallest] = served;
  const results: Large[] = [];
  for (const { catalog, server, held } of served) {
    const memory = server.memory();
    const { products, bytesPerProduct, listing } = catalog;
    const pages = [0, Math.min(10_000, products - 100)].map((offset) =>
      get(`${listing}?page%5Blimit%5D=100&page%5Boffset%5D=${offset}`),
    );
    const offset = await compare([server, pages[1] ?? ''], [server, pages[0] ?? ''], rounds);
    const lengths = await Promise.all(pages.map((page) => lengthOf(server, page)));
    const filters: Record<string, Spread> = {};
    for (const [name, filter] of Object.entries(filtersOf(smallest?.catalog.products ?? 0))) {
      const request = get(`${listing}?page%5Blimit%5D=100&filter=${encodeURIComponent(filter)}`);
      filters[name] = await compare([server, request], [smallest?.server ?? server, request], rounds);
    }
    const heldPerProduct = { objects: held.objects / products, listing: held.listing / products };
    results.push({
      ...{ products, bytesPerProduct, heldPerProduct, memory, offset, filters },
      offsetBytes: (lengths[1] ?? 0) / (lengths[0] ?? 0),
      loadMs: server.readyMs,
    });
  }
  return results;
}

const serve = ({ folder, listing }: LargeCatalog): Promise<Server> => {
  const main = new URL('../../dist/conformance/cli/bin.js', import.meta.url).pathname;
  const words = [main, 'stub', '--quiet', '--fixtures', folder, '--port'];
  return startServer((port) => [...words, String(port)], `${listing}?page%5Blimit%5D=100`, 300_000);
};

async function measureHeld({ folder, listing }: LargeCatalog): Promise<Held> {
  const script = new URL('held.ts', import.meta.url).pathname;
  const words = ['--disable-warning=ExperimentalWarning', '--expose-gc', script, folder, listing];
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 1_000_000 });
  return JSON.parse(stdout);
}

/** Filters that find something in every catalog of at least so many products. */
function filtersOf(least: number): Record<string, string> {
  const product = productOf(Math.floor(least / 2));
  const ids = Array.from({ length: 10 }, (_, index) => productOf(index * Math.floor(least / 10)).id);
  return {
    'eq(name)': `eq(name,${product.attributes.name})`,
    'eq(slug)': `eq(slug,${product.attributes.slug})`,
    'in(id) of ten': `in(id,${ids.join(',')})`,
  };
}

const lengthOf = async ({ port }: Server, request: string): Promise<number> =>
  (await carry({ port, request, connections: 1, requests: 1 })).bytesPerReply;

type Asked = readonly [server: Server, request: string];

/** Times of the one, divided by those of the other, by turns. */
async function compare(one: Asked, other: Asked, rounds: number): Promise<Spread> {
  const time = async ([{ port }, request]: Asked): Promise<number> => {
    const { seconds, statuses } = await carry({ port, request, connections: 8, requests });
    if (statuses['200'] !== requests) throw new Error(`not all were served: ${JSON.stringify(statuses)}`);
    return seconds;
  };
  const [ones, others]: [number[], number[]] = [[], []];
  await time(one);
  await time(other);
  for (let round = 0; round < rounds; round += 1) {
    const isOdd = round % 2 === 1;
    if (isOdd) ones.push(await time(one));
    others.push(await time(other));
    if (!isOdd) ones.push(await time(one));
  }
  return ratios(ones, others);
}
