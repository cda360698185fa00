import type { Level } from '../../src/contract/contract.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { Broken, Judge } from '../core/claim.ts';
import type { RunExchange } from '../core/exchange.ts';
import type { Remedy } from '../core/remedies.ts';
import { aboutRule, type Rule } from '../core/rule.ts';
import type { Explanation, Intermittent, Result } from '../core/verdict.ts';
import { faultOfRun } from '../rule-files/import-default.ts';
import { plainnessKey } from './plainest.ts';

type Note = Pick<Result, 'remedy' | 'stoppedAt' | 'exchanges'> & { readonly why: Explanation };

/** The results of one rule so far; they do not depend on the order of evidence. */
export class RuleState {
  readonly rule: Rule;
  readonly level: Level;
  #reached = 0;
  #broken: (Broken & { readonly key: string; readonly isExplained?: true }) | undefined;
  #untested: Note | undefined;
  #inconclusive: Note | undefined;
  #error: Explanation | undefined;
  #blocker: string | undefined;
  #tokens: readonly string[] = [];
  readonly #sampled = new Set<string>();
  readonly #intermittent: Intermittent[] = [];

  constructor(rule: Rule, level: Level) {
    this.rule = rule;
    this.level = level;
  }

  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  /**
   * Returns a judge that writes here. `isOdd` tells whether the current request shows a fault less plainly, such as
   * an invalid one.
   */
  judge(
    about: Pick<Judge, 'contract' | 'target' | 'nouns' | 'acceptedRequests'>,
    onBroken: () => void = () => {},
    isOdd: () => boolean = () => false,
  ): Judge {
    const { token, tokens } = about.target;
    this.#tokens = [token, ...Object.values(tokens)].filter((one) => one !== undefined);
    return {
      ...about,
      level: this.level,
      claim: (holds, otherwise) => {
        this.#reached += 1;
        if (holds) return;
        this.fail(otherwise(), isOdd());
        onBroken();
      },
      intermittent: ({ expected, saw, shown }) => this.intermittent({ expected, saw, exchanges: shown }),
      untested: (why, remedy, stoppedAt) => this.untested(why, remedy, stoppedAt),
      inconclusive: (why, remedy, ...shown) => this.inconclusive(why, remedy, shown),
    };
  }

  reach(times = 1): void {
    this.#reached += times;
  }

  fail(broken: Broken, isOdd = false): void {
    const isOdder = isOdd || broken.isTemporary === true;
    const keys = broken.shown.map(({ request }) => plainnessKey(request, this.#tokens, isOdder));
    const key = keys.join(' ') + broken.saw;
    if (this.#broken === undefined || key < this.#broken.key) this.#broken = { ...broken, key };
  }

  /** Adds what is wrong with the whole page that shows the failure. */
  explain(structureOf: (exchange: RunExchange) => string | undefined): void {
    const [shown] = this.#broken?.shown ?? [];
    const structure = shown && !this.#broken?.isExplained ? structureOf(shown) : undefined;
    if (this.#broken && structure !== undefined)
      this.#broken = { ...this.#broken, saw: `${structure}: ${this.#broken.saw}`, isExplained: true };
  }

  /** Ignored once a claim was applied; then the reason is not computed. */
  untested(why: Explanation | (() => string), remedy?: Remedy, stoppedAt?: string): void {
    if (this.#reached > 0) return;
    this.#untested = preferred(this.#untested, {
      why: typeof why === 'function' ? why() : why,
      ...(remedy === undefined ? {} : { remedy }),
      ...(stoppedAt === undefined ? {} : { stoppedAt }),
      exchanges: [],
    });
  }

  inconclusive(why: Explanation, remedy?: Remedy, exchanges: readonly RunExchange[] = []): void {
    this.#inconclusive = preferred(this.#inconclusive, {
      why,
      ...(remedy === undefined ? {} : { remedy }),
      exchanges,
    });
  }

  /** An error in a house rule is reported with its file. */
  error(error: unknown, doing = 'judges'): void {
    const { house } = this.rule;
    this.#error ??= house === undefined ? mistake(error) : faultOfRun(house, doing, error);
  }

  /** Notes that another rule's finding took the evidence away. */
  blockedBy(rule: string): void {
    if (rule !== this.rule.id && (this.#blocker === undefined || rule < this.#blocker)) this.#blocker = rule;
  }

  sampled(what: string): void {
    this.#sampled.add(what);
  }

  intermittent(seen: Intermittent): void {
    this.#intermittent.push(seen);
  }

  result(): Result {
    const about = {
      ...aboutRule(this.rule, this.level),
      ...(this.#sampled.size > 0 ? { sampled: [...this.#sampled] } : {}),
      ...(this.#intermittent.length > 0 ? { intermittent: this.#intermittent } : {}),
    };
    if (this.#broken) {
      const { expected, saw, shown, title = about.title, isMissing, declared, dependsOn } = this.#broken;
      return {
        ...about,
        title,
        ...(isMissing ? { isMissing } : {}),
        verdict: 'fail',
        expected,
        saw,
        ...(declared ? { declared } : {}),
        ...(dependsOn ? { dependsOn } : {}),
        exchanges: shown,
      };
    }
    if (this.#error !== undefined) return { ...about, verdict: 'error', why: this.#error, exchanges: [] };
    if (this.#inconclusive) return { ...about, verdict: 'inconclusive', ...this.#inconclusive };
    if (this.#reached > 0) return { ...about, verdict: 'pass', exchanges: [] };
    const blocker = this.#blocker;
    const note: Note =
      blocker === undefined
        ? (this.#untested ?? { why: { kind: 'nothing shown' }, exchanges: [] })
        : { why: { kind: 'blocked', by: blocker }, exchanges: [] };
    return { ...about, verdict: 'untested', ...note };
  }
}

/**
 * Prefers a note about this run, since no line of the target file would help; then one with a remedy; then the first
 * in the alphabet.
 */
function preferred(one: Note | undefined, other: Note): Note {
  if (!one) return other;
  if ((one.stoppedAt === undefined) !== (other.stoppedAt === undefined))
    return one.stoppedAt === undefined ? other : one;
  if ((one.remedy === undefined) !== (other.remedy === undefined))
    return one.remedy === undefined ? other : one;
  return explanationOrder(other.why) < explanationOrder(one.why) ? other : one;
}

/** The place of a reason among others in the alphabet: by its last part, then by those before it. */
const explanationOrder = (why: Explanation): string =>
  typeof why === 'string' ? why : Object.values(why).map(partOf).toReversed().join('\0');

const partOf = (part: unknown): string => (typeof part === 'string' ? part : JSON.stringify(part));

/** A mistake of ours, and where in the code. */
const mistake = (thrown: unknown): Explanation =>
  thrown instanceof Error
    ? { kind: 'mistake', message: thrown.message, at: thrown.stack?.split('\n')[1]?.trim() ?? '' }
    : String(thrown);

/** The result of what failed by a mistake of ours. */
export function errorOf(id: string, operation: OperationId, error: unknown): Result {
  return {
    rule: id,
    clause: id,
    source: 'contract',
    operation,
    level: 'unspecified',
    title: id,
    verdict: 'error',
    why: mistake(error),
    exchanges: [],
  };
}
