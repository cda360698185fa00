import { type Contract, focusedOn, type Level, type OperationId } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { type HttpRequest, header } from '../../src/http/exchange.ts';
import type { Broken, Claim, Identity, Judge } from '../core/claim.ts';
import { isValidRequest } from '../core/claims.ts';
import type { Attempt, Interrupted, ReadExchange } from '../core/evidence.ts';
import type { CompletedExchange, RunExchange } from '../core/exchange.ts';
import { faultOfRun } from '../core/house-faults.ts';
import { stepOf } from '../core/ladder.ts';
import type { Remedy } from '../core/remedies.ts';
import { aboutRule, levelOf, type Rule } from '../core/rule.ts';
import { limitNamed, wasRejected } from '../core/status.ts';
import { type Target, targetFor } from '../core/target.ts';
import { type Explanation, type Intermittent, partsOf, type Result } from '../core/verdict.ts';
import { noteAccepted } from './evidence.ts';

/** A letter, a digit or a bracket that needs no encoding, in small letters. */
const oddAddress = /%(?:3\d|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]|[57][bd])/;
const oddBody = /:\s*""|\\u/;
const oddId = /[?&]filter=\w+\(id,(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[,)])/i;
const longList = /[?&]filter=\w+\((?:[^,)]*,){4}/;
/** A later page of a filtered listing. */
const filteredPart = /[?&]filter=.*%5Boffset%5D=[1-9]/;

export const odditiesOf = (
  { target, body, headers }: HttpRequest,
  tokens: readonly string[] = [],
): number => {
  const credentials = header(headers, 'authorization');
  return [
    oddAddress.test(target),
    oddId.test(target),
    longList.test(target),
    filteredPart.test(target),
    oddBody.test(textOf(body)),
    body !== undefined && header(headers, 'content-type') !== 'application/json',
    tokens.length > 0 && credentials !== undefined && !tokens.some((token) => isSent(token, credentials)),
    header(headers, 'cache-control') !== undefined,
  ].filter(Boolean).length;
};

const isSent = (token: string, credentials: string): boolean =>
  [token, `Bearer ${token}`, `Basic ${Buffer.from(token).toString('base64')}`].includes(credentials);

function plainnessKey(request: HttpRequest, tokens: readonly string[], isInvalid: boolean): string {
  const text = textOf(request.body);
  const oddities = odditiesOf(request, tokens) + (isInvalid ? 1 : 0);
  return `${oddities} ${String(request.target.length + text.length).padStart(8, '0')} ${request.target} ${text}`;
}

const textOf = (body: HttpRequest['body']): string => Buffer.from(body ?? []).toString('utf8');

type Note = Pick<Result, 'cause' | 'remedy' | 'stoppedAt' | 'exchanges'> & { readonly why: string };

/** The results of one rule so far; they do not depend on the order of evidence. */
export class RuleState {
  readonly rule: Rule;
  readonly level: Level;
  #reached = 0;
  #broken: (Broken & { readonly key: string; readonly isExplained?: true }) | undefined;
  #untested: Note | undefined;
  #inconclusive: Note | undefined;
  #error: string | undefined;
  #because: string | undefined;
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
   * Returns a judge that writes here. `isInvalid` tells whether the current request is invalid, and so shows a fault
   * less plainly.
   */
  judge(
    { contract, target, accepted }: Pick<Judge, 'contract' | 'target' | 'accepted'>,
    onBroken: () => void = () => {},
    isInvalid: () => boolean = () => false,
  ): Judge {
    this.#tokens = [target.token, ...Object.values(target.tokens)].filter((one) => one !== undefined);
    return {
      contract,
      target,
      accepted,
      nouns: operationIn(contract, this.rule.operation).nouns,
      level: this.level,
      claim: (holds, otherwise) => {
        this.#reached += 1;
        if (holds) return;
        this.fail(otherwise(), isInvalid());
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

  fail(broken: Broken, isInvalid = false): void {
    const keys = broken.shown.map(({ request }) => plainnessKey(request, this.#tokens, isInvalid));
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
      ...partsOf(typeof why === 'function' ? why() : why),
      ...(remedy === undefined ? {} : { remedy }),
      ...(stoppedAt === undefined ? {} : { stoppedAt }),
      exchanges: [],
    });
  }

  inconclusive(reason: Explanation, remedy?: Remedy, exchanges: readonly RunExchange[] = []): void {
    this.#inconclusive = preferred(this.#inconclusive, {
      ...partsOf(reason),
      ...(remedy === undefined ? {} : { remedy }),
      exchanges,
    });
  }

  /** An error in a house rule is reported with its file. */
  error(error: unknown, doing = 'judges'): void {
    const { house } = this.rule;
    if (house !== undefined) {
      this.#error ??= faultOfRun(house, doing, error);
      return;
    }
    this.#error ??= wordsOfMistake(error);
  }

  /** Notes that another rule's finding took the evidence away. */
  because(rule: string): void {
    if (rule !== this.rule.id && (this.#because === undefined || rule < this.#because)) this.#because = rule;
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
      const { expected, saw, shown, title = about.title, isMissing } = this.#broken;
      const { topic } = about;
      return {
        ...about,
        title,
        ...(topic && isMissing && stepOf(topic) === 'fields' ? { topic: [topic[0], 'missing'] } : {}),
        verdict: 'fail',
        why: `${expected}; got ${saw}`,
        expected,
        saw,
        exchanges: shown,
      };
    }
    if (this.#error !== undefined) return { ...about, verdict: 'error', why: this.#error, exchanges: [] };
    if (this.#inconclusive) return { ...about, verdict: 'inconclusive', ...this.#inconclusive };
    if (this.#reached > 0) return { ...about, verdict: 'pass', exchanges: [] };
    const because = this.#because;
    if (because !== undefined)
      return {
        ...about,
        verdict: 'untested',
        why: `cannot be tested until ${because} is fixed`,
        because,
        exchanges: [],
      };
    const note = this.#untested ?? {
      why: 'no response contained what the rule checks',
      exchanges: [],
    };
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
  return other.why < one.why ? other : one;
}

export const wordsOfMistake = (thrown: unknown): string =>
  thrown instanceof Error
    ? `${thrown.message} (${thrown.stack?.split('\n')[1]?.trim() ?? ''})`
    : String(thrown);

/** Finds the rule that an exchange breaks so that it is not evidence for relations, by the id of the exchange. */
export type Blamed = { readonly get: (exchange: number) => string | undefined };

/**
 * Opens all rules: each claim on responses judges every response, whichever experiment asked for it (READINGS P1).
 */
export function createEvaluator(
  contract: Contract,
  target: Target,
  rules: readonly Rule[],
  onBroken: (rule: Rule) => void = () => {},
) {
  const blamed = new Map<number, string>();
  const accepted = noteAccepted();
  const waiting: Attempt[] = [];
  const ruleStates = rules.map((rule) => new RuleState(rule, levelOf(rule, contract)));
  let current: ReadExchange | undefined;
  const open = ruleStates.flatMap((ruleState) =>
    ruleState.rule.claims.map((claim) => {
      // A house rule takes no evidence away from rules of the interface.
      const blames = claim.on === 'response' && claim.blames === true && !ruleState.rule.house;
      const judge = ruleState.judge(
        {
          contract: focusedOn(contract, ruleState.rule.operation),
          target: targetFor(target, contract, ruleState.rule.operation),
          accepted,
        },
        () => {
          if (blames && current && !blamed.has(current.id)) blamed.set(current.id, ruleState.rule.id);
          onBroken(ruleState.rule);
        },
        () => current !== undefined && !isValidRequest(current),
      );
      return { ruleState, operations: claim.reads ?? [ruleState.rule.operation], ...openClaim(claim, judge) };
    }),
  );
  const takers = {
    answer: takersOf(open, ({ response: exchange }) => exchange),
    attempt: takersOf(open, ({ attempt }) => attempt),
    interrupted: takersOf(open, ({ interrupted }) => interrupted),
  };
  return {
    ruleStates,
    /** Responses that are not evidence for relations, each with the rule that it breaks. */
    blamed,
    accepted,
    take: (exchange: ReadExchange): void => {
      accepted.take(exchange);
      current = exchange;
      judgeBy(takers.answer.get(exchange.operation), exchange);
      current = undefined;
    },
    /** Postpones an attempt to the end if it depends on what is accepted later. */
    takeAttempt: (attempt: Attempt): void => {
      if (needsWhole(attempt) && waiting.length < mostWaiting) waiting.push(attempt);
      else judgeBy(takers.attempt.get(attempt.operation), attempt);
    },
    judgeWaiting: (): void => {
      for (const attempt of waiting.splice(0)) judgeBy(takers.attempt.get(attempt.operation), attempt);
    },
    takeInterrupted: (request: Interrupted): void =>
      judgeBy(takers.interrupted.get(request.operation), request),
  };
}

/** A check makes some hundreds of attempts, and a recording may contain more. */
const mostWaiting = 10_000;

/** Whether an attempt depends on what is accepted later: a limit of size, or a rejected control. */
const needsWhole = ({ exchange, before, after }: Attempt): boolean =>
  [exchange, before, after].some((one) => one && limitNamed(one.response) !== undefined) ||
  [before, after].some((one) => one && wasRejected(one));

type Take<T> = (evidence: T) => void;

type OpenClaim = {
  readonly response?: Take<ReadExchange>;
  readonly attempt?: Take<Attempt>;
  readonly interrupted?: Take<Interrupted>;
};

function openClaim(claim: Claim, judge: Judge): OpenClaim {
  switch (claim.on) {
    case 'response':
      return {
        response: (exchange) => claim.judge(exchange, judge),
        ...(claim.interrupted ? { interrupted: (request) => claim.interrupted?.(request, judge) } : {}),
      };
    case 'responses': {
      const fold = claim.open();
      return { response: (exchange) => fold(exchange, judge) };
    }
    case 'identity': {
      const identities: SeenIdentities = { seen: new Map(), kinds: new Map() };
      return { response: (exchange) => judgeIdentity(claim, exchange, identities, judge) };
    }
    case 'attempt':
      return { attempt: (attempt) => claim.judge(attempt, judge) };
    case 'listing':
      return {};
  }
}

type Taker<T> = { readonly ruleState: RuleState; readonly take: Take<T> };
type Opened = OpenClaim & {
  readonly ruleState: RuleState;
  readonly operations: readonly OperationId[];
};

const takersOf = <T>(
  open: readonly Opened[],
  takeOf: (one: OpenClaim) => Take<T> | undefined,
): ReadonlyMap<OperationId, readonly Taker<T>[]> =>
  Map.groupBy(
    open.flatMap(({ ruleState, operations, ...one }) => {
      const take = takeOf(one);
      return take ? operations.map((operation) => ({ operation, ruleState, take })) : [];
    }),
    ({ operation }) => operation,
  );

function judgeBy<T>(takers: readonly Taker<T>[] | undefined, evidence: T): void {
  for (const { ruleState, take } of takers ?? [])
    try {
      take(evidence);
    } catch (error) {
      ruleState.error(error);
    }
}

/** Without what was read of it, so that a body is released. */
const bare = ({ id, request, response }: CompletedExchange): CompletedExchange => ({ id, request, response });

/** A check creates a hundred records, and a recording may contain millions. */
const mostRemembered = 10_000;

type SeenIdentity = { readonly identity: Identity; readonly exchange: CompletedExchange };

type SeenIdentities = { readonly seen: Map<string, SeenIdentity>; readonly kinds: Map<string, Set<string>> };

function judgeIdentity(
  { what, read }: Extract<Claim, { on: 'identity' }>,
  exchange: ReadExchange,
  { seen, kinds }: SeenIdentities,
  judge: Judge,
): void {
  const identity = read(exchange);
  if (!identity) return;
  const { value, group = '', askedFor } = identity;
  const asked = kinds.get(group) ?? new Set();
  if (asked.size < 2) asked.add(askedFor);
  if (kinds.size < mostRemembered) kinds.set(group, asked);
  const before = seen.get(value);
  if (!before && seen.size < mostRemembered) seen.set(value, { identity, exchange: bare(exchange) });
  const isRepeated = before !== undefined && before.identity.askedFor !== askedFor;
  // Records that were asked for the same prove nothing.
  if (asked.size < 2 || (before && !isRepeated)) return;
  judge.claim(!isRepeated, () => ({
    expected: `${what} differs from that of every other created record`,
    saw: 'the same in two',
    shown: before ? [before.exchange, exchange] : [exchange],
  }));
}
