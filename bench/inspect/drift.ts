import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const [command, api] = ['../../node_modules/.bin/redocly', '../../spec/openapi.yaml'].map((path) =>
  join(import.meta.dirname, path),
);

/** The rules by which Redocly's `drift` finds something in a folder of recordings, held against our own contract. */
export async function driftIn(folder: string, server: string): Promise<readonly string[]> {
  const output = join(folder, 'drift.json');
  await new Promise<void>((resolve, reject) => {
    execFile(
      command ?? '',
      ['drift', folder, '--api', api ?? '', '--server', server, '--format', 'json', '--output', output],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
      // It ends with 1 where it finds something.
      (error) => (error && error.code !== 1 ? reject(error) : resolve()),
    );
  });
  const { run } = JSON.parse(await readFile(output, 'utf8'));
  return Object.keys(run.findingsByRule);
}
