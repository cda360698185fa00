import { setTimeout as sleep } from 'node:timers/promises';
import { loadContract } from '../../src/contract/load.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { loadCatalog } from '../../src/stub/load-catalog.ts';

/** What a catalog takes in memory, in bytes. */
export type Held = {
  /** What it takes in the heap. */
  readonly objects: number;
  /** What it takes outside the heap, as texts and indexes. */
  readonly listing: number;
};

// Run in a process of its own with --expose-gc: says what is held of a catalog when all else is gone.
const [folder = '', listing = ''] = process.argv.slice(2);

async function used(): Promise<{ heap: number; buffers: number }> {
  // What is freed in the background is freed at the second call.
  for (let turn = 0; turn < 2; turn += 1) {
    globalThis.gc?.();
    await sleep(200);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, buffers: arrayBuffers };
}

const contract = await loadContract();
const before = await used();
const { transport } = createStub({ contract, catalog: await loadCatalog(folder, contract) });
await transport({ method: 'GET', target: `${listing}?page[limit]=1`, headers: [] });
const after = await used();
const held: Held = { objects: after.heap - before.heap, listing: after.buffers - before.buffers };
process.stdout.write(JSON.stringify(held));
// Still in use, or it would be gone as well.
await transport({ method: 'GET', target: listing, headers: [] });
