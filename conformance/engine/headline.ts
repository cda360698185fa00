import { type OperationId, operationIds } from '../../src/contract/contract.ts';
import type { Evidence, Rule } from './rule.ts';
import type { Result } from './verdict.ts';

/** The word over a whole run. */
export type Headline = {
  readonly verdict: 'conforms' | 'violates' | 'undetermined';
  /** One sentence that says why, or how much was seen. */
  readonly why: string;
  /** Which line of the target file is missing, where that is why. */
  readonly remedy?: string;
};

/** What turns the headline besides broken `must` clauses. */
export type Strictness = { readonly strict: boolean; readonly required: ReadonlySet<string> };

/** Draws the results together (READINGS 32). Pure: no percentage, no weights. */
export function headline(
  results: readonly Result[],
  rules: readonly Rule[],
  strictness: Strictness,
): Headline {
  const counting = results.filter((result) => counts(result, strictness));
  const failed = counting.filter(({ verdict }) => verdict === 'fail');
  if (failed.length > 0) {
    return {
      verdict: 'violates',
      why: `${failed.length} ${plural(failed.length, 'rule')} broken: ${names(failed)}`,
    };
  }
  const error = results.find(({ verdict }) => verdict === 'error');
  if (error) return { verdict: 'undetermined', why: `assay itself failed in ${error.rule}: ${error.why}` };
  const open = counting.filter(({ verdict }) => verdict === 'inconclusive');
  if (open.length > 0)
    return undetermined(
      `${open.length} ${plural(open.length, 'rule')} inconclusive: ${names(open)}`,
      open[0],
    );
  const short = counting.find(({ rule, verdict }) => strictness.required.has(rule) && verdict !== 'pass');
  if (short) return undetermined(`${short.rule} is required, but was ${short.verdict}`, short);
  return unearned(results, rules) ?? conforms(results);
}

const counts = ({ level, rule }: Result, { strict, required }: Strictness): boolean =>
  level === 'must' || strict || required.has(rule);

function conforms(results: readonly Result[]): Headline {
  const passed = results.filter(({ verdict }) => verdict === 'pass');
  const clauses = new Set(passed.map(({ clause }) => clause)).size;
  const skipped = results.filter(({ verdict }) => verdict === 'skipped').length;
  const readOnly = skipped > 0 ? `; read-only: ${skipped} rules skipped` : '';
  return { verdict: 'conforms', why: `${clauses} ${plural(clauses, 'clause')} held${readOnly}` };
}

type Demand = { readonly evidence: readonly Evidence[]; readonly words: string };

const content: Demand = {
  evidence: ['content', 'filter', 'pagination', 'live', 'order'],
  words: 'looked at the content of a reply',
};

const demands: Record<OperationId, readonly Demand[]> = {
  'application-key': [content],
  subscription: [content],
  'node-products': [
    content,
    { evidence: ['filter'], words: 'saw a filter at work' },
    { evidence: ['pagination'], words: 'saw pages cut' },
    { evidence: ['live', 'order'], words: 'saw live products only, or the curated order' },
  ],
};

/** A verdict has to be earned: an empty shop proves nothing. */
function unearned(results: readonly Result[], rules: readonly Rule[]): Headline | undefined {
  const evidence = new Map(rules.map((rule) => [rule.id, rule.evidence]));
  for (const operation of operationIds) {
    const own = results.filter((result) => result.operation === operation && result.level === 'must');
    const judged = own.filter(({ verdict }) => verdict !== 'skipped');
    for (const demand of judged.length > 0 ? demands[operation] : []) {
      const able = judged.filter(({ rule }) => demand.evidence.includes(evidence.get(rule) as Evidence));
      if (able.some(({ verdict }) => verdict === 'pass')) continue;
      if (able.length === 0) return undetermined(`no selected rule of ${operation} ${demand.words}`);
      return undetermined(
        `no rule of ${operation} ${demand.words}`,
        able.find(({ remedy }) => remedy) ?? able[0],
      );
    }
  }
  return results.some(({ verdict }) => verdict === 'pass') ? undefined : undetermined('no rule passed');
}

function undetermined(why: string, cause?: Result): Headline {
  const because = cause?.why && !why.includes(cause.why) ? ` (${cause.why})` : '';
  return {
    verdict: 'undetermined',
    why: why + because,
    ...(cause?.remedy === undefined ? {} : { remedy: cause.remedy }),
  };
}

const plural = (count: number, word: string): string => (count === 1 ? word : `${word}s`);

function names(results: readonly Result[]): string {
  const shown = results
    .slice(0, 3)
    .map(({ rule }) => rule)
    .join(', ');
  return results.length > 3 ? `${shown} and ${results.length - 3} more` : shown;
}

/** 0 conforms, 1 violates, 2 an error of ours, 3 undetermined; two before one before three before nought. */
export function exitCode(results: readonly Result[], { verdict }: Headline): 0 | 1 | 2 | 3 {
  if (results.some((result) => result.verdict === 'error')) return 2;
  return verdict === 'violates' ? 1 : verdict === 'undetermined' ? 3 : 0;
}
