import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientReport } from '../../conformance/client/client-report.ts';
import { runAssay } from '../cli/assay-in-process.ts';
import type { Dependence } from './dependences.ts';

/** Where the clients of these tests are written. */
export const folder = await mkdtemp(join(tmpdir(), 'assay-client-'));

const listing =
  '/pcm/hierarchies/e214368a-b4c3-4797-bbe9-01fb056371c1/nodes/606699e3-d3d0-4977-9433-444b2d312311/products';

/** Writes a client of a few lines, which has `base`, and `get` for one page of a node. */
export async function script(lines: string): Promise<string> {
  const file = join(folder, `${lines.length}-${Math.random()}.mjs`);
  const get = `(query = '', headers = {}) => fetch(base + '${listing}' + query, { headers: { authorization: 'Bearer canary-token-1', ...headers } })`;
  await writeFile(file, `const base = process.env.ASSAY_STUB_URL;\nconst get = ${get};\n${lines}\n`);
  return file;
}

/** Tries a client of a few lines. */
export const tryLines = async (lines: string, ...options: string[]) =>
  runAssay(['client', ...options, '--', process.execPath, await script(lines)], {
    environment: { PATH: process.env.PATH },
  });

const sound = await readFile(new URL('sound-client.mjs', import.meta.url), 'utf8');

/** The sound client, in a file of its own, with some lines of it changed. */
export async function writeClient(...dependences: readonly Dependence[]): Promise<string> {
  const text = withDependences(dependences);
  if (text === undefined)
    throw new Error(`the sound client has no single line "${dependences.map(({ line }) => line)}"`);
  const file = join(await mkdtemp(join(tmpdir(), 'assay-client-')), 'client.mjs');
  await writeFile(file, text);
  return file;
}

/** The sound client with some lines of it changed; undefined if one change undoes or meets another. */
export function withDependences(dependences: readonly Dependence[]): string | undefined {
  let text = sound;
  for (const { line, becomes } of dependences) {
    if (text.split(line).length !== 2) return undefined;
    text = text.replace(line, () => becomes);
  }
  return dependences.every(({ becomes }) => text.includes(becomes)) ? text : undefined;
}

/** Tries a client through the command line, over real ports. */
export async function tryClient(
  file: string,
  ...options: string[]
): Promise<{ code: number; error: string; out: string; report: ClientReport }> {
  const json = `${file}.json`;
  const ended = await runAssay(
    ['client', ...options, '--report', `json=${json}`, '--', process.execPath, file],
    { environment: { PATH: process.env.PATH } },
  );
  return { ...ended, report: JSON.parse(await readFile(json, 'utf8')) };
}
