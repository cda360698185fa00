import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assayFile, fromSource } from '../command-of-assay.ts';
import { type Example, edited, exampleFolder, type Variant } from './variants.ts';

/** What a check says of a server: its exit code, its last line, and the rules that failed. */
export interface Outcome {
  readonly code: number | null;
  readonly last: string;
  readonly broken: readonly string[];
  readonly warned: readonly string[];
}

interface Result {
  readonly rule: string;
  readonly level: string;
  readonly verdict: string;
}

/** Serves a variant of an example on a free port, and checks it with the target file of the example. */
export async function check(example: Example, variant: Variant): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-foreign-'));
  try {
    const source = join(folder, 'server.ts');
    await writeFile(
      source,
      edited(await readFile(join(exampleFolder(example), 'server.ts'), 'utf8'), variant),
    );
    const { server }: { server: () => Server } = await import(pathToFileURL(source).href);
    const served = server().listen(0, '127.0.0.1');
    await once(served, 'listening');
    try {
      return await outcomeOf(example, served, join(folder, 'report.json'));
    } finally {
      served.closeAllConnections();
      served.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function outcomeOf(example: Example, served: Server, report: string): Promise<Outcome> {
  const address = served.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const target = join(exampleFolder(example), 'assay.target.yaml');
  const words = ['check', `http://127.0.0.1:${port}`, '--target', target, '--report', `json=${report}`];
  const flags = ['--import', fromSource, '--disable-warning=ExperimentalWarning', assayFile];
  const env = {
    ...process.env,
    LIBRARY_KEY: 'library-key',
    ORDERS_TOKEN: 'orders-token',
    EVENTS_CREDENTIALS: 'events:secret',
  };
  const child = spawn(process.execPath, [...flags, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [code]: (number | null)[] = await once(child, 'close');
  const last = text.trim().split('\n').at(-1) ?? '';
  const results = await readFile(report, 'utf8').then(
    (json): Result[] => JSON.parse(json).results,
    (): Result[] => [],
  );
  const failed = (level: string): string[] =>
    results.filter((result) => result.verdict === 'fail' && result.level === level).map(({ rule }) => rule);
  return { code: code ?? null, last, broken: failed('must'), warned: failed('should') };
}
