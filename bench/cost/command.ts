import { readFile, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { at } from '../../src/json/json.ts';
import { work } from '../processes.ts';
import { assay, runNode } from './run-node.ts';
import type { Server } from './server.ts';

/** What one run of the command came to. */
export type Ran = {
  readonly verdict: string;
  readonly requests: number;
  /** From the start of the process to its end. */
  readonly ms: number;
  /** From the start of the process to the first request. */
  readonly firstMs: number;
  /** The most memory it held. */
  readonly megabytes: number;
};

/** Runs `assay check`, as it is published, as a process against a server; Node itself can be given options as well. */
export async function runCommand(
  server: Server,
  limitMs: number,
  nodeOptions: readonly string[] = [],
): Promise<Ran> {
  await writeFile(new URL('cost-target.yaml', work), stringify(server.file));
  await server.seen();
  const words = ['check', '--target', 'cost-target.yaml', '--report', 'json=cost-report.json'];
  await writeFile(new URL('cost-report.json', work), '{}');
  const begin = Date.now();
  const ended = await runNode([...nodeOptions, assay, ...words], limitMs);
  const { first = begin, requests } = await server.seen();
  const report: unknown = JSON.parse(await readFile(new URL('cost-report.json', work), 'utf8'));
  const verdict = at(report, 'verdict') ?? ended.output.trim().split('\n').at(-1);
  return {
    verdict: ended.isLate ? `not done after ${limitMs / 1000} s` : String(verdict),
    requests: requests,
    ms: ended.ms,
    firstMs: first - begin,
    megabytes: ended.megabytes,
  };
}
