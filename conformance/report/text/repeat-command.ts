import type { Finding, Report } from '../report.ts';
import { shellWord } from './words.ts';

/** The command line that runs one rule again, with what it drew; nothing is drawn for what is recorded. */
export function repeatCommand(
  { command, target, seed, recorded }: Pick<Report, 'command' | 'target' | 'seed' | 'recorded'>,
  { rule }: Pick<Finding, 'rule'>,
): string {
  const again = `${command ?? `assay check ${shellWord(target)}`} --only ${shellWord(rule)}`;
  return recorded ? again : `${again} --seed ${seed}`;
}
