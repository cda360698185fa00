import { shellWord } from '../../../conformance/report/text/words.ts';
import type { CheckOptions } from './check-options.ts';
import { credentialWords } from './credentials.ts';
import { targetWords } from './judging-options.ts';

/** The command line that checks the same target again. */
export function commandFor(
  baseUrl: string | undefined,
  { node = [], stub, runs, insecure, allowWrites, token, header, ...judging }: CheckOptions,
): string {
  const words = [
    ...(baseUrl === undefined ? [] : [baseUrl]),
    ...(stub ? ['--stub'] : []),
    ...targetWords(judging),
    ...node.flatMap((one) => ['--node', one]),
    ...(runs === 1 ? [] : ['--runs', String(runs)]),
    ...(insecure ? ['--insecure'] : []),
    ...(allowWrites ? ['--allow-writes'] : []),
  ];
  const given = { ...(token === undefined ? {} : { token }), ...(header === undefined ? {} : { header }) };
  return ['assay check', ...words.map(shellWord), ...credentialWords(given)].join(' ');
}
