import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientReport } from '../../conformance/client/client-report.ts';
import { runAssay } from '../cli/assay-in-process.ts';
import type { Dependence } from './dependences.ts';

const sound = new URL('sound-client.mjs', import.meta.url);

/** The sound client, in a file of its own, with a line of it changed. */
export async function writeClient(dependence?: Dependence): Promise<string> {
  const text = await readFile(sound, 'utf8');
  if (dependence && text.split(dependence.line).length !== 2)
    throw new Error(`the sound client has no single line "${dependence.line}"`);
  const file = join(await mkdtemp(join(tmpdir(), 'assay-client-')), 'client.mjs');
  await writeFile(file, dependence ? text.replace(dependence.line, () => dependence.becomes) : text);
  return file;
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
