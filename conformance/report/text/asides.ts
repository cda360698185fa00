import type { Finding, TransientFailure } from '../report.ts';
import { requestLine } from './request-line.ts';
import { counted } from './words.ts';

/** What failed once and passed on recheck, with the exchanges that show it. */
export const intermittentLines = ({ intermittent = [] }: Pick<Finding, 'intermittent'>): string[] =>
  intermittent.map(
    ({ expected, saw, exchanges }) =>
      `${expected}; got ${saw} (${exchanges.slice(0, 2).map(requestLine).join(' and ')})`,
  );

/** What got in the way of a call, and what came when it was sent again. */
export const transientFailureLine = ({ method, target, saw, retries, last }: TransientFailure): string =>
  `${method} ${target}: ${saw}; ${retries === 0 ? 'not sent again' : `sent again ${counted(retries, 'time')}, then ${last}`}`;
