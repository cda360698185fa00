import { readTargetFile, runCheck } from '../../conformance/check.ts';

/** What the author of a variant expects of a check: that it violates, that it is warned of, or neither. */
export type Expected = 'violates' | 'warns' | 'conforms';

/** What a check says of a server: its exit code, its last line, and the rules that failed. */
export interface Outcome {
  readonly code: number;
  readonly last: string;
  readonly broken: readonly string[];
  readonly warned: readonly string[];
}

/** What a check says of a variant of a server. */
export interface Row {
  readonly server: string;
  readonly name: string;
  readonly expected: Expected;
  readonly outcome: Outcome;
}

const credentials = {
  ASSAY_LIBRARY_KEY: 'library-key',
  ASSAY_ORDERS_TOKEN: 'orders-token',
  ASSAY_EVENTS_CREDENTIALS: 'events:secret',
};

/** Checks a server with a target file, in this process: a command would take longer to start than to check. */
export async function outcomeAt(baseUrl: string, target: string): Promise<Outcome> {
  Object.assign(process.env, credentials);
  try {
    const { results, exitCode, headline } = await runCheck({ ...(await readTargetFile(target)), baseUrl });
    const failed = (level: string): string[] =>
      results.filter((one) => one.verdict === 'fail' && one.level === level).map(({ rule }) => rule);
    const last = `${headline.verdict} — ${headline.why}`;
    return { code: exitCode, last, broken: failed('must'), warned: failed('should') };
  } catch (error) {
    return { code: 2, last: String(error), broken: [], warned: [] };
  }
}

/** Leaves out the rules that fail on the server without a variant, too. */
export function without(plain: Outcome, { broken, warned, ...outcome }: Outcome): Outcome {
  return {
    ...outcome,
    broken: broken.filter((rule) => !plain.broken.includes(rule)),
    warned: warned.filter((rule) => !plain.warned.includes(rule)),
  };
}

/** Returns what a check makes of a variant: whether it finds rules broken that the server without it keeps. */
function judged({ broken, warned }: Outcome): Expected {
  if (broken.length > 0) return 'violates';
  return warned.length > 0 ? 'warns' : 'conforms';
}

/** Returns the line of a variant, marked with `!` if it is not as expected. */
export function lineOf({ server, name, expected, outcome }: Row): string {
  const got = judged(outcome);
  const mark = got === expected ? ' ' : '!';
  const rules = [...outcome.broken, ...outcome.warned.map((rule) => `(${rule})`)];
  const shown = rules.slice(0, 4).join(' ') + (rules.length > 4 ? ` and ${rules.length - 4} more` : '');
  return `${mark} ${server} · ${expected} → ${got} [${outcome.code}] · ${name} · ${shown}`;
}

/** Counts what was expected. */
export function figuresOf(rows: readonly Row[]): string {
  const of = (expected: Expected): Row[] => rows.filter((row) => row.expected === expected);
  const count = (expected: Expected, got: Expected): string =>
    `${of(expected).filter(({ outcome }) => judged(outcome) === got).length} of ${of(expected).length}`;
  return [
    `faults against a must: ${count('violates', 'violates')} violate, ${count('violates', 'warns')} are warned of`,
    `faults against a should: ${count('warns', 'warns')} are warned of, ${count('warns', 'violates')} violate`,
    `permitted forms: ${count('conforms', 'violates')} violate, ${count('conforms', 'warns')} are warned of`,
  ].join('\n');
}
