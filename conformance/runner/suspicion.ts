import type { Contract } from '../../src/contract/contract.ts';
import type { Call } from '../../src/http/exchange.ts';
import type { Broken, BrokenRelation, Claim } from '../core/claim.ts';
import type { Accepted, Listing, Page } from '../core/evidence.ts';
import { wasAccepted } from '../core/status.ts';
import type { Target } from '../core/target.ts';
import { narrowedTo } from './evidence.ts';
import {
  printOf, type RecheckedPages, type Rechecker, repeats, roundsAsSpelled, roundsRespelled,
} from './page-rechecks.ts'; // biome-ignore format: one glance
import type { Recheckable } from './rechecks.ts';
import type { RuleState } from './rule-state.ts';

type RelationClaim = Extract<Claim, { on: 'listing' }>;
/** A claim on listings, and the rule state of its rule. */
export type Relation = { readonly ruleState: RuleState; readonly claim: RelationClaim };
/** A relation that did not hold, on pages that are still to be rechecked. */
export type Suspicion = Relation &
  Recheckable & {
    readonly listing: Listing;
  };
/** What judging relations depends on. */
export type RelationsOf = {
  readonly contract: Contract;
  readonly target: Target;
  readonly accepted: Accepted;
  readonly rechecker: Rechecker;
  readonly ruleStates: readonly RuleState[];
  /** The rule that is checked alone, if one is: no bound on rechecks ends its run. */
  readonly alone?: string;
  /** Gives others their turn; false once the run is to end. By default, all is judged at once. */
  readonly goesOn?: () => Promise<boolean>;
};

/** What is to be reported of a suspicion that is confirmed. */
type Confirmed = Omit<Broken, 'shown'> & { readonly shown: Page['exchange'][] };

/** Whether a suspicion is confirmed, and by what; whether the pages it is about did not change. */
export function outcomeOf(
  run: RelationsOf,
  suspicion: Suspicion,
  looks: RecheckedPages,
): { fails?: Confirmed; isStill: boolean } {
  const { broken } = suspicion;
  const isStill = looks.stoodStill(callsOf(suspicion), broken.fingerprint ?? 'ids');
  if (!isStill) {
    const fails = failsAsSpelled(run, suspicion, looks);
    return { isStill, ...(fails ? { fails } : {}) };
  }
  if (!isServedStill(suspicion, looks)) return { isStill: false };
  let last: BrokenRelation | undefined;
  for (const round of repeats) {
    last = brokenIn(run, suspicion, looks, round);
    if (!last) return { isStill };
  }
  if (!last) return { isStill };
  // A recheck spells its request so that no cache answers it; where the first showed the same, its request is plainer.
  const plainest = sentence(last) === sentence(broken) || isUnchanged(suspicion, looks) ? broken : last;
  return { isStill, fails: { ...plainest, shown: shownBy(plainest) } };
}

/**
 * How a relation is broken that fails whenever the names of parameters are spelled as they were first, in any order, and
 * holds whenever they are spelled otherwise: what the target serves reads one of the spellings wrongly.
 */
function failsAsSpelled(
  run: RelationsOf,
  suspicion: Suspicion,
  looks: RecheckedPages,
): Confirmed | undefined {
  const { broken } = suspicion;
  const stoodStillIn = (rounds: readonly number[]): boolean =>
    looks.stoodStill(callsOf(suspicion), broken.fingerprint ?? 'ids', rounds);
  const isBrokenIn = (round: number): boolean => brokenIn(run, suspicion, looks, round) !== undefined;
  if (!stoodStillIn(roundsAsSpelled) || !stoodStillIn(roundsRespelled)) return undefined;
  if (!roundsAsSpelled.every(isBrokenIn) || roundsRespelled.some(isBrokenIn)) return undefined;
  const saw = `${broken.saw}; the same request with other percent-encoding (such as %5b for %5B) gets another response`;
  return { ...confirmed(broken), saw };
}

/** Whether a suspicion is of the rule that is checked alone. */
export const isOfAlone =
  ({ alone }: RelationsOf) =>
  ({ ruleState }: Pick<Suspicion, 'ruleState'>): boolean =>
    ruleState.rule.id === alone;

/** Whether each page that was served at first was in each round: else what keeps it out may keep out the others, too (READINGS P3). */
const isServedStill = ({ broken: { pages } }: Suspicion, looks: RecheckedPages): boolean =>
  pages.every(
    ({ exchange }) =>
      !wasAccepted(exchange) || repeats.every((round) => looks.page(exchange.call, round) !== undefined),
  );

/** The requests that a suspicion is about. */
export const callsOf = ({ broken: { pages } }: Suspicion): Call[] =>
  pages.map(({ exchange }) => exchange.call);

/** How the relation of a suspicion is broken in one round of looks; undefined if it is not. */
export function brokenIn(
  run: RelationsOf,
  suspicion: Suspicion,
  looks: RecheckedPages,
  round: number,
): BrokenRelation | undefined {
  const { ruleState, claim, listing } = suspicion;
  const calls = callsOf(suspicion);
  // A relation between two readings of one page is compared with the two readings of a round.
  const isSecond = (index: number): boolean =>
    calls.slice(0, index).some(({ target }) => target === calls[index]?.target);
  const pages = calls.flatMap((call, index) => looks.page(call, round, isSecond(index)) ?? []);
  const unserved = calls.flatMap((call) => looks.unserved(call, round) ?? []);
  let broken: BrokenRelation | undefined;
  claim.judge(narrowedTo(listing, pages, unserved), {
    contract: run.contract,
    target: run.target,
    accepted: run.accepted,
    level: ruleState.level,
    claim: (holds, otherwise) => {
      if (!holds) broken ??= otherwise();
    },
    untested: () => {},
    inconclusive: () => {},
    sampled: () => {},
  });
  return broken;
}

/** Whether the pages of a suspicion came again as they were: then nothing changed, and nothing was intermittent. */
export const isUnchanged = ({ broken: { pages } }: Suspicion, looks: RecheckedPages): boolean =>
  pages.every((page) => {
    const again = looks.page(page.exchange.call, 1);
    return again !== undefined && printOf(again, 'ids') === printOf(page, 'ids');
  });

/** What does not hold, in words. */
export const sentence = ({ expected, saw }: BrokenRelation): string => `${expected}; got ${saw}`;

/** What does not hold, as a finding. */
export const confirmed = (broken: BrokenRelation): Confirmed => {
  const { title, expected, saw } = broken;
  return { ...(title === undefined ? {} : { title }), expected, saw, shown: shownBy(broken) };
};

/** The exchanges that show it. */
export const shownBy = ({ pages }: BrokenRelation): Page['exchange'][] =>
  pages.slice(0, 4).map(({ exchange }) => exchange);
