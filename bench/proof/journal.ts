import { createReadStream } from 'node:fs';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './batch.ts';

/** Notes each batch as it is done, so that a proof that was interrupted is taken up where it was left. */
export type Journal = {
  readonly note: (outcome: Outcome) => Promise<void>;
  /** Every batch noted so far, one by one. */
  readonly noted: () => AsyncGenerator<Outcome>;
};

const folder = new URL('../work/', import.meta.url);

/** Opens the journal of a seed. */
export async function openJournal(seed: string, fresh: boolean): Promise<Journal> {
  const file = fileURLToPath(new URL(`proof-${encodeURIComponent(seed)}.ndjson`, folder));
  await mkdir(folder, { recursive: true });
  if (fresh) await rm(file, { force: true });
  await appendFile(file, '');
  return {
    note: (outcome) => appendFile(file, `${JSON.stringify(outcome)}\n`),
    noted: async function* () {
      for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line);
    },
  };
}
