import type { Contract } from '../../src/contract/contract.ts';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import { redactorOf } from '../../src/secrets/redactor.ts';
import type { CommandRun } from './session.ts';

/** A line that says why a test failed, in the words of common test runners. */
const assertion =
  /assert|expect(ed|ation)|\b\w*(Error|Exception|Failure)\b|panic:|^not ok|^\s*(-+ )?(FAIL|✗|✖|×)|^E +/i;

/**
 * The lines of an output, cut from the middle if there are more than `most`: the first assertion with what follows it is kept, and
 * the end.
 */
export function cutOutput(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  const half = Math.floor(most / 2);
  const found = lines.findIndex((line) => assertion.test(line));
  const isAtEnd = found < 0 || found >= lines.length - most;
  if (isAtEnd) return [left(lines.length - most), ...lines.slice(-most)];
  const between = lines.length - half - (found + half);
  return [
    ...(found > 0 ? [left(found)] : []),
    ...lines.slice(found, found + half),
    ...(between > 0 ? [left(between)] : []),
    ...lines.slice(-Math.min(half, lines.length - found - half)),
  ];
}

const left = (count: number): string => `… ${count} ${count === 1 ? 'line' : 'lines'} not shown …`;

const mostLines = 20;

/** The output of a run, cut from its middle, without the secrets that the run used. */
export function sessionEnd(contract: Contract, { output, exchanges }: CommandRun): string[] {
  const redactor = redactorOf(
    contract,
    exchanges.flatMap((one) => secretsInExchange(contract, one)),
  );
  // A terminal shows a tab of a stack trace as an escaped control character.
  const text = redactor.foreign(output).trimEnd().replaceAll('\t', '    ');
  return cutOutput(text.split(/\r?\n/), mostLines);
}
