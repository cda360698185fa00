import type { Contract } from '../../src/contract/contract.ts';
import type { Claim, Identity, Judge } from '../core/claim.ts';
import type { Answer, Answered, Attempt, Interrupted } from '../core/evidence.ts';
import type { Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import { RuleLedger } from './rule-ledger.ts';

/** Which rule blames a reply, where one does. */
export type Blamed = { readonly get: (reply: object) => string | undefined };

/** The bench on which everything a run sees is judged as it comes. */
export type Bench = {
  readonly ledgers: readonly RuleLedger[];
  readonly take: (answer: Answer) => void;
  readonly takeAttempt: (attempt: Attempt) => void;
  readonly takeInterrupted: (call: Interrupted) => void;
  /** Replies that are no evidence for relations, each with the rule that it breaks. */
  readonly blamed: Blamed;
  /** How rules tell creations apart, by rule. */
  readonly identities: () => ReadonlyMap<string, readonly Identity[]>;
};

/** Lets rules judge: every claim on single replies sees every reply, whoever asked for it (READINGS P1). */
export function openBench(
  contract: Contract,
  target: Target,
  rules: readonly Rule[],
  onBroken: (rule: Rule) => void,
): Bench {
  const blamed = new WeakMap<object, string>();
  const ledgers = rules.map((rule) => new RuleLedger(rule, contract.clauses.get(rule.id)?.level ?? 'must'));
  const open = ledgers.flatMap((ledger) =>
    ledger.rule.claims.map((claim) => ({
      ledger,
      claim,
      // What a house rule asks for takes no evidence away from the rules of the interface.
      judge: judgeOf(ledger, claim.on === 'answer' && claim.blames === true && !ledger.rule.house),
      seen: new Map<string, SeenIdentity>(),
      fold: claim.on === 'answers' ? claim.open() : undefined,
      kinds: new Map<string, Set<string>>(),
    })),
  );
  /** What takes the answers of each operation; a claim of another kind takes none. */
  const takers = Map.groupBy(
    open.filter(({ claim }) => ['answer', 'answers', 'identity'].includes(claim.on)),
    ({ ledger }) => ledger.rule.operation,
  );
  /** The reply in hand, which a claim may blame. */
  let inHand: object | undefined;
  function judgeOf(ledger: RuleLedger, blames: boolean): Judge {
    return ledger.judge(contract, target, () => {
      if (blames && inHand && !blamed.has(inHand)) blamed.set(inHand, ledger.rule.id);
      onBroken(ledger.rule);
    });
  }
  /** Anything a claim throws is a mistake of ours, and reported as one. */
  const guarded = (ledger: RuleLedger, judge: () => void): void => {
    try {
      judge();
    } catch (error) {
      ledger.error(error);
    }
  };
  return {
    ledgers,
    blamed,
    take: (answer) => {
      inHand = answer.reply;
      for (const { ledger, claim, seen, kinds, fold, judge } of takers.get(answer.operation) ?? [])
        guarded(ledger, () => {
          if (claim.on === 'answer') claim.judge(answer, judge);
          else if (fold) fold(answer, judge);
          else if (claim.on === 'identity') judgeIdentity(claim, answer, { seen, kinds }, judge);
        });
    },
    identities: () =>
      new Map(
        open.flatMap(({ ledger, claim, seen }) =>
          claim.on === 'identity'
            ? [[ledger.rule.id, [...seen.values()].map(({ identity }) => identity)] as const]
            : [],
        ),
      ),
    takeAttempt: (attempt) => {
      for (const { ledger, claim, judge } of open)
        if (claim.on === 'attempt' && ledger.rule.operation === attempt.operation)
          guarded(ledger, () => claim.judge(attempt, judge));
    },
    takeInterrupted: (call) => {
      for (const { ledger, claim, judge } of open)
        if (claim.on === 'answer' && claim.interrupted && ledger.rule.operation === call.operation)
          guarded(ledger, () => claim.interrupted?.(call, judge));
    },
  };
}

/** How many creations are remembered; a check makes a hundred, and a recording may hold millions. */
const mostRemembered = 10_000;

/** The first creation that showed a value. */
type SeenIdentity = { readonly identity: Identity; readonly answer: Answered };

/** Compares a creation with those before it; those that were asked for the same may be the same. */
function judgeIdentity(
  { what, read }: Extract<Claim, { on: 'identity' }>,
  answer: Answer,
  { seen, kinds }: { readonly seen: Map<string, SeenIdentity>; readonly kinds: Map<string, Set<string>> },
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
    expected: `${what} unlike that of any other creation`,
    saw: 'the same in two',
    shown: before ? [before.answer, answer] : [answer],
  }));
}
