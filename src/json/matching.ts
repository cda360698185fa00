import { createContext, Script } from 'node:vm';
import { lazy, onceForText } from '../once.ts';

// An engine of regular expressions tries one way after the other, for which some pairs of a pattern and a text need all of the time, and
// others all of the stack. A time limit of a script also ends such a match, which nothing else does.

/** How long work with patterns may take, in milliseconds. */
const longestMatching = 2000;

const runner = lazy(() => ({
  context: createContext({ work: () => undefined }),
  script: new Script('work()'),
}));

/** Runs some work; returns false if it took too long, and was ended. */
export function endsInTime(work: () => void, limit = longestMatching): boolean {
  const { context, script } = runner();
  context.work = work;
  try {
    script.runInContext(context, { timeout: limit });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

type InTime<T> = {
  readonly value: T;
  /** The patterns for which the time or the stack was not enough. To this work, they matched nothing. */
  readonly unmatched: ReadonlySet<string>;
};

/** What some work matches now. */
type Matching = {
  readonly unmatched: Set<string>;
  readonly isLimited: boolean;
  pattern?: string | undefined;
};

let current: Matching | undefined;

/** Thrown by the first pattern that needs a limit: setting one takes longer than most work. */
const needsLimit = new Error('this work needs a time limit');

/** Does work that matches texts, each pattern in bounded time. The work may be repeated, so it must not change anything. */
export function inTime<T>(work: () => T): InTime<T> {
  if (current) return { value: work(), unmatched: current.unmatched };
  const unmatched = new Set<string>();
  const done: InTime<T>[] = [];
  const run = (): void => void done.push({ value: work(), unmatched });
  let limit: number | undefined;
  for (;;) {
    current = { unmatched, isLimited: limit !== undefined };
    try {
      if (limit === undefined) run();
      else if (!endsInTime(run, limit)) {
        // Where no pattern is to blame, the work is only long.
        if (current.pattern === undefined) limit *= 2;
        else unmatched.add(current.pattern);
      }
      const [result] = done;
      if (result) return result;
    } catch (error) {
      if (error !== needsLimit) throw error;
      limit = longestMatching;
    } finally {
      current = undefined;
    }
  }
}

/** Whether a text matches a pattern of the contract; false if that cannot be found out in bounded time. */
export function matches(pattern: string, text: string): boolean {
  const expression = expressionOf(pattern);
  if (isSimplePattern(pattern)) return expression.test(text);
  if (!current) return inTime(() => matches(pattern, text)).value;
  if (current.unmatched.has(pattern)) return false;
  if (!current.isLimited) throw needsLimit;
  current.pattern = pattern;
  try {
    return expression.test(text);
  } catch (error) {
    // The stack was not enough.
    if (!(error instanceof RangeError)) throw error;
    current.unmatched.add(pattern);
    return false;
  } finally {
    current.pattern = undefined;
  }
}

/**
 * The expression of a pattern, as Unicode reads it; else as OpenAPI 3.0 does, where any sign may have a backslash, as in `\-`.
 * Throws if it is none.
 */
export const expressionOf = onceForText((pattern) => {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
});

const character = String.raw`(?:[^\\^$.*+?()[\]{}|]|\.|\\(?:[dDwWsStnrfv]|[pP]\{[^}]*\}|[^\w])|\[(?:[^\\\]]|\\.)*\])`;
const repetition = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`;
const simplePattern = new RegExp(
  `^\\^(?:${character})*(?:${character}${repetition})?(?:${character})*\\$?$`,
  'u',
);

/**
 * Whether a pattern takes as long as a text and no more: it begins at the start, and has characters only, of which one
 * may be repeated.
 */
export const isSimplePattern = onceForText((pattern) => simplePattern.test(pattern));
