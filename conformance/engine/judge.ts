import type { Exchange } from '../../src/wire/exchange.ts';
import { isLost } from '../../src/wire/exchange.ts';
import { at } from '../../src/wire/json.ts';
import { idOf } from '../listing/listing.ts';
import { createProbe, type Setting } from './probe.ts';
import { jsonOf } from './reading.ts';
import type { Rule } from './rule.ts';
import { Broken, type Result, Withheld } from './verdict.ts';
import type { Wire } from './wire.ts';

/** The part of a result that is known before the rule runs. */
export const describe = ({ contract }: Pick<Setting, 'contract'>, rule: Rule) => ({
  rule: rule.id,
  operation: rule.operation,
  clause: rule.clause,
  level: contract.clauses.get(rule.clause)?.level ?? 'must',
  title: rule.title,
});

/** Runs one rule and says what it found. Whatever a rule throws becomes a result. */
export async function judge(setting: Setting, wire: Wire, rule: Rule): Promise<Result> {
  const first = await attempt(setting, wire, rule);
  if (first.verdict === 'fail' && relatesListings(rule, first.exchanges))
    return recheck(setting, wire, rule, first);
  const { seen: _seen, ...result } = first;
  return result;
}

async function attempt(
  setting: Setting,
  wire: Wire,
  rule: Rule,
): Promise<Result & { seen: readonly Exchange[] }> {
  const about = describe(setting, rule);
  const { probe, claims, exchanges, sampled } = createProbe({ ...setting, level: about.level }, wire);
  try {
    await rule.check(probe);
  } catch (error) {
    // Claims that held are not lost because the data gave no occasion for more of them.
    const isDone = error instanceof Withheld && error.verdict === 'unexercised' && claims() > 0;
    if (!isDone) return { ...about, ...outcome(error), seen: exchanges() };
  }
  const parts = sampled().length > 0 ? { sampled: sampled() } : {};
  if (claims() > 0) return { ...about, verdict: 'pass', ...parts, exchanges: [], seen: exchanges() };
  const why = 'no reply shows what this rule is about';
  return { ...about, verdict: 'unexercised', why, exchanges: [], seen: exchanges() };
}

type Outcome = Pick<Result, 'verdict' | 'why' | 'expected' | 'saw' | 'remedy' | 'exchanges'>;

function outcome(error: unknown): Outcome {
  if (error instanceof Broken) {
    const { expected, saw, exchanges } = error;
    return { verdict: 'fail', why: `${expected}; saw ${saw}`, expected, saw, exchanges };
  }
  if (error instanceof Withheld) {
    const { verdict, message, remedy, exchanges } = error;
    return { verdict, why: message, ...(remedy === undefined ? {} : { remedy }), exchanges };
  }
  const why =
    error instanceof Error
      ? `${error.message} (${error.stack?.split('\n')[1]?.trim() ?? ''})`
      : String(error);
  return { verdict: 'error', why, exchanges: [] };
}

/** A listing may change between two looks; a fault that a single reply shows cannot come of that. */
const relatesListings = (rule: Rule, shown: readonly Exchange[]): boolean =>
  rule.operation === 'node-products' && shown.length > 1;

/**
 * Repeats a failed relation afresh, and looks at everything once more after: it fails only if it fails again
 * on a listing that stood still meanwhile.
 */
async function recheck(setting: Setting, wire: Wire, rule: Rule, first: Result): Promise<Result> {
  const second = await attempt(setting, wire.anew(), rule);
  if (second.verdict !== 'fail')
    return moved(first, 'it did not fail when it was looked at again: the listing seems to change');
  const after = await Promise.all(
    second.exchanges.map(async ({ call }) => ({ call, reply: await wire.send(call, true) })),
  );
  if (shown(second.exchanges) !== shown(after)) return moved(second, 'the listing changed meanwhile');
  const { seen: _seen, ...result } = second;
  return result;
}

/** Which products and totals a number of looks brought together, whatever their order. */
function shown(exchanges: readonly Exchange[]): string {
  const facts = exchanges.flatMap(({ call, reply }) => {
    if (isLost(reply)) return [`${call.target} lost`];
    const json = jsonOf(reply);
    const ids = json && Array.isArray(json.data) ? json.data.map(idOf) : [`status ${reply.status}`];
    return [...ids, `total ${at(json, 'meta', 'results', 'total')}`];
  });
  return JSON.stringify([...new Set(facts)].sort());
}

const moved = ({ seen: _seen, ...result }: Result & { seen?: unknown }, why: string): Result => ({
  ...result,
  verdict: 'inconclusive',
  why: `${result.why ?? 'it failed'}, but ${why}`,
});
