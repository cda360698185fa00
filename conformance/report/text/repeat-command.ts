import type { Finding, Report } from '../report.ts';
import { shellWord } from './words.ts';

/** The command line that runs one rule again, with what it drew. */
export function repeatCommand({ command, target, seed }: Report, { rule }: Pick<Finding, 'rule'>): string {
  return `${command ?? `assay check ${shellWord(target)}`} --only ${shellWord(rule)} --seed ${seed}`;
}
