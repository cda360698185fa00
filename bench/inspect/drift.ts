import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execute } from '../processes.ts';

const root = join(import.meta.dirname, '../..');
const environment = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** The rules by which Redocly's `drift` finds something in a folder of recordings, compared with our own contract. */
export async function driftIn(folder: string, server: string): Promise<readonly string[]> {
  const output = join(folder, 'drift.json');
  const words = ['drift', folder, '--api', 'spec/openapi.yaml', '--server', server];
  const { code, output: said } = await execute(
    join(root, 'node_modules/.bin/redocly'),
    [...words, '--format', 'json', '--output', output],
    { folder: root, limitMs: 120_000, environment },
  );
  // It ends with 1 where it finds something.
  if (code !== 0 && code !== 1) throw new Error(`redocly drift ended with ${code}: ${said}`);
  const { run } = JSON.parse(await readFile(output, 'utf8'));
  return Object.keys(run.findingsByRule);
}
