import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ended, execute } from '../processes.ts';
import type { TargetFile } from './server.ts';

/** What is read of the JSON report, which other editions of assay may write with more or with less. */
export type Report = {
  readonly assay: string;
  readonly verdict: string;
  readonly why: string;
  readonly requests: number;
  readonly results: readonly RuleResult[];
};

export type RuleResult = {
  readonly rule: string;
  readonly level: string;
  readonly title: string;
  readonly verdict: string;
  readonly warning?: boolean;
  readonly why?: string;
  readonly expected?: string;
  readonly saw?: string;
};

/** A check that ended, with its report if it came to one. */
export type Checked = Ended & { readonly report: Report | undefined };

/**
 * Runs the command line of the checkout in `assay` on a server, with more options if there are any; the target file and
 * the report stay in `folder`.
 */
export async function check(
  assay: string,
  baseUrl: string,
  target: TargetFile,
  folder: string,
  options: readonly string[] = [],
): Promise<Checked> {
  await mkdir(folder, { recursive: true });
  const targetFile = join(folder, 'target.json');
  const reportFile = join(folder, 'report.json');
  await rm(reportFile, { force: true });
  await writeFile(targetFile, JSON.stringify(target));
  const main = join(assay, process.env.ASSAY_UNDER_TEST ?? 'conformance/cli/bin.ts');
  const words = ['--disable-warning=ExperimentalWarning', main, 'check', baseUrl];
  const files = ['--target', targetFile, '--report', `json=${reportFile}`];
  const limitMs = 600_000;
  const ended = await execute(process.execPath, [...words, ...files, ...options], { folder, limitMs });
  const text = await readFile(reportFile, 'utf8').catch(() => undefined);
  return { ...ended, report: text === undefined ? undefined : JSON.parse(text) };
}
