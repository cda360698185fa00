import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { writeLargeCatalog } from './large-catalog.ts';
import type { Parsed } from './parse-lines.ts';
import { startServer } from './server.ts';
import { ratios, type Spread, spread } from './statistics.ts';

/** How long a large catalog takes to load, and what it takes in memory. */
export type Loading = {
  readonly products: number;
  readonly bytesPerProduct: number;
  /** Seconds from the start of the process to the end of its first page. */
  readonly seconds: Spread;
  /** The same, divided by what reading and `JSON.parse` of the same bytes took in the same round. */
  readonly ratio: Spread;
  /** Processor time of the two, divided: what noise touches least. */
  readonly processor: Spread;
  /** The most memory that the process ever held, in MiB. */
  readonly peak: Spread;
};

/** Loads a catalog of such a size, by turns with a process that reads and parses its lines and keeps nothing. */
export async function measureLoading(folder: string, products: number, rounds: number): Promise<Loading> {
  const catalog = await writeLargeCatalog(`${folder}loaded-${products}`, products);
  const loaded: { ms: number; processorMs: number; peak: number }[] = [];
  const parsed: Parsed[] = [];
  for (let round = 0; round < rounds; round += 1) {
    parsed.push(await parse(`${catalog.folder}/products.ndjson`));
    loaded.push(await load(catalog.folder, catalog.listing));
  }
  const times = loaded.map(({ ms }) => ms);
  return {
    products,
    bytesPerProduct: catalog.bytesPerProduct,
    seconds: spread(times.map((ms) => ms / 1000)),
    ratio: ratios(
      times,
      parsed.map(({ ms }) => ms),
    ),
    processor: ratios(
      loaded.map(({ processorMs }) => processorMs),
      parsed.map(({ processorMs }) => processorMs),
    ),
    peak: spread(loaded.map(({ peak }) => peak)),
  };
}

async function parse(file: string): Promise<Parsed> {
  const script = new URL('parse-lines.ts', import.meta.url).pathname;
  const words = ['--disable-warning=ExperimentalWarning', script, file];
  return JSON.parse((await promisify(execFile)(process.execPath, words)).stdout);
}

async function load(folder: string, listing: string) {
  const main = new URL('../../dist/conformance/cli/bin.js', import.meta.url).pathname;
  const words = [main, 'stub', '--quiet', '--fixtures', folder, '--port'];
  const first = `${listing}?page%5Blimit%5D=100`;
  await using server = await startServer((port) => [...words, String(port)], first, 600_000);
  return { ms: server.readyMs, processorMs: 1000 * server.processor(), peak: server.peakMemory() };
}
