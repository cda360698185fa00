import { shellWord } from '../../../conformance/report/text/words.ts';
import type { CheckOptions } from './check-options.ts';

/** The command line that checks the same target again. */
export function commandFor(
  baseUrl: string | undefined,
  { target, overlay = [], node = [], runs, insecure, allowWrites }: CheckOptions,
): string {
  const words = [
    ...(baseUrl === undefined ? [] : [baseUrl]),
    ...(target === undefined ? [] : target ? ['--target', target] : ['--no-target']),
    ...overlay.flatMap((one) => ['--overlay', one]),
    ...node.flatMap((one) => ['--node', one]),
    ...(runs === 1 ? [] : ['--runs', String(runs)]),
    ...(insecure ? ['--insecure'] : []),
    ...(allowWrites ? ['--allow-writes'] : []),
  ];
  return ['assay check', ...words.map(shellWord)].join(' ');
}
