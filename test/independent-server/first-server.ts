import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readTarget } from '../../conformance/target/read.ts';
import type { TargetFile } from '../../conformance/target/target-file.ts';

const source = fileURLToPath(new URL('../../examples/first-server/', import.meta.url));

/** A text of the server, and what is in its place in a variant. */
export type Edit = readonly [text: string, instead: string];

/** What its operator declares. */
export const declared: TargetFile = (
  await readTarget(`${source}assay.target.yaml`, { environment: { ASSAY_TOKEN: 'beginner-token' } })
).file;

/** Starts the first server, which shares no code with the stub, or a variant of it. */
export async function serve(...edits: readonly Edit[]) {
  await cp(source, 'server', { recursive: true });
  let text = await readFile('server/server.js', 'utf8');
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`examples/first-server/server.js has no "${from}"`);
    text = text.replace(from, () => to);
  }
  await writeFile('server/server.js', text);
  const child = spawn(process.execPath, ['server.js'], { cwd: 'server', env: { PORT: '0' } });
  const ended = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const [baseUrl = ''] = /http:\S+/.exec(String(line)) ?? [];
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { baseUrl, [Symbol.asyncDispose]: stop };
}
