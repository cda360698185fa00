import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { assayFile } from '../../bench/command-of-assay.ts';
import { createProgram, failure } from '../../conformance/cli/main.ts';
import { createIo, withoutProgress } from '../cli/assay-in-process.ts';

/** How a command ended. */
export type Ended = { readonly code: number; readonly out: string; readonly error: string };

/** The command line in a process of its own; `shell` lines come before it. */
export async function assay(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  shell = '',
): Promise<Ended> {
  const child = spawn('bash', ['-c', `${shell}\nexec "$@"`, 'bash', process.execPath, assayFile, ...words], {
    env: { ...process.env, ...environment },
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { code, out, error: withoutProgress(error) };
}

/** What is said of something that is no good, and how the process would end. */
export type Complaint = { readonly message: string; readonly code: number };

/** What the command line says to words that are no good, in this process; undefined if it finds nothing wrong. */
export const complaint = (words: readonly string[]): Promise<Complaint | undefined> =>
  complaintOf(async () =>
    (await createProgram(createIo({ environment: process.env }).io, () => {}, words[0])).parseAsync(
      [...words],
      { from: 'user' },
    ),
  );

/** What the command line would say of an error; undefined if there is none. To go on for long is one as well. */
export async function complaintOf(act: () => Promise<unknown>): Promise<Complaint | undefined> {
  const run = act().then(
    () => undefined,
    (error: unknown) => error,
  );
  const error = await Promise.race([run, pause(10_000, 'it went on')]);
  if (error === undefined) return undefined;
  const { message = '', code } = failure(error);
  return { message, code };
}

/** Writes files into a folder, by their names. */
export async function lay(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}
