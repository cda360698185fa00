import type { Contract, OperationId } from '../../src/contract/contract.ts';
import type { Claim, Identity, Judge } from '../core/claim.ts';
import type { Accepted, Answer, Answered, Attempt, Interrupted } from '../core/evidence.ts';
import { levelOf, type Rule } from '../core/rule.ts';
import { limitNamed, wasRejected } from '../core/status.ts';
import type { Target } from '../core/target.ts';
import { isValidRequest } from '../interface/claims.ts';
import { noteAccepted } from './accepted.ts';
import { RuleState } from './rule-state.ts';

/** Which rule blames a response, where one does. */
export type Blamed = { readonly get: (reply: object) => string | undefined };

/** The bench on which everything a run sees is judged as it comes. */
type Bench = {
  readonly ruleStates: readonly RuleState[];
  readonly take: (answer: Answer) => void;
  /** One that needs to know what was accepted before and after it is judged at the end. */
  readonly takeAttempt: (attempt: Attempt) => void;
  /** Judges the attempts that waited for the end. */
  readonly judgeWaiting: () => void;
  readonly accepted: Accepted;
  readonly takeInterrupted: (call: Interrupted) => void;
  /** Responses that are no evidence for relations, each with the rule that it breaks. */
  readonly blamed: Blamed;
};

/** Lets rules judge: every claim on single responses sees every response, whoever asked for it (READINGS P1). */
export function openBench(
  contract: Contract,
  target: Target,
  rules: readonly Rule[],
  onBroken: (rule: Rule) => void,
): Bench {
  const blamed = new WeakMap<object, string>();
  const accepted = noteAccepted();
  const waiting: Attempt[] = [];
  const ruleStates = rules.map((rule) => new RuleState(rule, levelOf(rule, contract)));
  /** The response in hand, whose response a claim may blame. */
  let inHand: Answer | undefined;
  const open = ruleStates.flatMap((ruleState) =>
    ruleState.rule.claims.map((claim) => {
      // What a house rule asks for takes no evidence away from the rules of the interface.
      const blames = claim.on === 'answer' && claim.blames === true && !ruleState.rule.house;
      const judge = ruleState.judge(
        { contract, target, accepted },
        () => {
          if (blames && inHand && !blamed.has(inHand.reply)) blamed.set(inHand.reply, ruleState.rule.id);
          onBroken(ruleState.rule);
        },
        () => inHand !== undefined && !isValidRequest(inHand),
      );
      return { ruleState, operations: claim.reads ?? [ruleState.rule.operation], ...openClaim(claim, judge) };
    }),
  );
  const takers = {
    answer: takersOf(open, ({ answer }) => answer),
    attempt: takersOf(open, ({ attempt }) => attempt),
    interrupted: takersOf(open, ({ interrupted }) => interrupted),
  };
  return {
    ruleStates,
    blamed,
    accepted,
    take: (answer) => {
      accepted.take(answer);
      inHand = answer;
      tell(takers.answer.get(answer.operation), answer);
      inHand = undefined;
    },
    takeAttempt: (attempt) => {
      if (needsWhole(attempt) && waiting.length < mostWaiting) waiting.push(attempt);
      else tell(takers.attempt.get(attempt.operation), attempt);
    },
    judgeWaiting: () => {
      for (const attempt of waiting.splice(0)) tell(takers.attempt.get(attempt.operation), attempt);
    },
    takeInterrupted: (call) => tell(takers.interrupted.get(call.operation), call),
  };
}

/** How many attempts wait at most; a check makes some hundreds, and a recording may hold more. */
const mostWaiting = 10_000;

/** Whether what an attempt says depends on what was accepted later: a limit of size, or the rejection of a control. */
const needsWhole = ({ exchange, before, after }: Attempt): boolean =>
  [exchange, before, after].some((one) => one && limitNamed(one.reply) !== undefined) ||
  [before, after].some((one) => one && wasRejected(one));

type Take<T> = (evidence: T) => void;

/** What a claim takes of a run, as it comes. */
type OpenClaim = {
  readonly answer?: Take<Answer>;
  readonly attempt?: Take<Attempt>;
  readonly interrupted?: Take<Interrupted>;
};

function openClaim(claim: Claim, judge: Judge): OpenClaim {
  switch (claim.on) {
    case 'answer':
      return {
        answer: (answer) => claim.judge(answer, judge),
        ...(claim.interrupted ? { interrupted: (call) => claim.interrupted?.(call, judge) } : {}),
      };
    case 'answers': {
      const fold = claim.open();
      return { answer: (answer) => fold(answer, judge) };
    }
    case 'identity': {
      const known: Known = { seen: new Map(), kinds: new Map() };
      return { answer: (answer) => judgeIdentity(claim, answer, known, judge) };
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
  /** Whose evidence it takes. */
  readonly operations: readonly OperationId[];
};

/** What takes some evidence, by the operation that the evidence is of. */
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

/** Anything a claim throws is a mistake of ours, and reported as one. */
function tell<T>(takers: readonly Taker<T>[] | undefined, evidence: T): void {
  for (const { ruleState, take } of takers ?? [])
    try {
      take(evidence);
    } catch (error) {
      ruleState.error(error);
    }
}

/** How many creations are remembered; a check makes a hundred, and a recording may hold millions. */
const mostRemembered = 10_000;

/** The first creation that showed a value. */
type SeenIdentity = { readonly identity: Identity; readonly answer: Answered };

/** The creations so far: by the value they showed, and what was asked for in each group of them. */
type Known = { readonly seen: Map<string, SeenIdentity>; readonly kinds: Map<string, Set<string>> };

/** Compares a creation with those before it; those that were asked for the same may be the same. */
function judgeIdentity(
  { what, read }: Extract<Claim, { on: 'identity' }>,
  answer: Answer,
  { seen, kinds }: Known,
  judge: Judge,
): void {
  const identity = read(answer);
  if (!identity) return;
  const { value, group = '', askedFor } = identity;
  const asked = kinds.get(group) ?? new Set();
  if (asked.size < 2) asked.add(askedFor);
  if (kinds.size < mostRemembered) kinds.set(group, asked);
  const before = seen.get(value);
  if (!before && seen.size < mostRemembered)
    seen.set(value, { identity, answer: { call: answer.call, reply: answer.reply } });
  const isRepeated = before !== undefined && before.identity.askedFor !== askedFor;
  // Creations that were asked for the same show nothing.
  if (asked.size < 2 || (before && !isRepeated)) return;
  judge.claim(!isRepeated, () => ({
    expected: `${what} differs from that of every other created record`,
    saw: 'the same in two',
    shown: before ? [before.answer, answer] : [answer],
  }));
}
