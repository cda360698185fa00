import { type Contract, focusedOn } from '../../src/contract/contract.ts';
import type { Exchange, HttpRequest } from '../../src/http/exchange.ts';
import { type Broken, type BrokenRelation, type Claim, stages, stagesOfAll } from '../core/claim.ts';
import { isPageOf } from '../core/claims.ts';
import type { Accepted, Listing, Page } from '../core/evidence.ts';
import { isDeclaration } from '../core/remedies.ts';
import type { Rule } from '../core/rule.ts';
import { wasAccepted } from '../core/status.ts';
import { type Target, targetFor } from '../core/target.ts';
import { structureOf } from '../list/pages/places.ts';
import { undefinedRequests } from '../list/query.ts';
import { narrowedTo } from './evidence.ts';
import { type Blamed, odditiesOf, type RuleState } from './judge.ts';
import {
  byNeed,
  fingerprintOf,
  type Recheckable,
  type RecheckedPages,
  type Rechecker,
  recheckPages,
  repeats,
  roundsAsSpelled,
  roundsRespelled,
  type Shares,
} from './rechecks.ts';

type RelationClaim = Extract<Claim, { on: 'listing' }>;
type Relation = { readonly ruleState: RuleState; readonly claim: RelationClaim };
type Suspicion = Relation &
  Recheckable & {
    readonly listing: Listing;
  };
export type RelationsOf = {
  readonly contract: Contract;
  readonly target: Target;
  readonly accepted: Accepted;
  readonly rechecker: Rechecker;
  readonly ruleStates: readonly RuleState[];
  readonly alone?: string;
  /** Lets others run, and returns false once the run must end. By default all is judged at once. */
  readonly mayContinue?: () => Promise<boolean>;
};

type Confirmed = Omit<Broken, 'shown'> & { readonly shown: Page['exchange'][] };

/** Whether the rechecks confirm a suspicion, and whether its pages did not change. */
function outcomeOf(
  run: RelationsOf,
  suspicion: Suspicion,
  rechecks: RecheckedPages,
): { fails?: Confirmed; isStill: boolean } {
  const { broken } = suspicion;
  const isStill = rechecks.areUnchanged(callsOf(suspicion), broken.fingerprint ?? 'ids');
  if (!isStill) {
    const fails = failsAsSpelled(run, suspicion, rechecks);
    return { isStill, ...(fails ? { fails } : {}) };
  }
  if (!isServedStill(suspicion, rechecks)) return { isStill: false };
  let last: BrokenRelation | undefined;
  for (const round of repeats) {
    last = brokenIn(run, suspicion, rechecks, round);
    if (!last) return { isStill };
  }
  if (!last) return { isStill };
  // Rechecks have unusual spellings; the first request is plainer if it shows the same.
  const plainest = sentence(last) === sentence(broken) || isUnchanged(suspicion, rechecks) ? broken : last;
  return { isStill, fails: confirmed(plainest) };
}

/**
 * The failure if a relation fails exactly when parameter names are spelled as at first: the target misreads a
 * spelling.
 */
function failsAsSpelled(
  run: RelationsOf,
  suspicion: Suspicion,
  rechecks: RecheckedPages,
): Confirmed | undefined {
  const { broken } = suspicion;
  const areUnchangedIn = (rounds: readonly number[]): boolean =>
    rechecks.areUnchanged(callsOf(suspicion), broken.fingerprint ?? 'ids', rounds);
  const isBrokenIn = (round: number): boolean => brokenIn(run, suspicion, rechecks, round) !== undefined;
  if (!areUnchangedIn(roundsAsSpelled) || !areUnchangedIn(roundsRespelled)) return undefined;
  if (!roundsAsSpelled.every(isBrokenIn) || roundsRespelled.some(isBrokenIn)) return undefined;
  const saw = `${broken.saw}; the same request with other percent-encoding (such as %5b for %5B) gets another response`;
  return { ...confirmed(broken), saw };
}

const isOfAlone =
  ({ alone }: RelationsOf) =>
  ({ ruleState }: Pick<Suspicion, 'ruleState'>): boolean =>
    ruleState.rule.id === alone;

/** Whether each served page was served in each round; otherwise something may block others, too (READINGS P3). */
const isServedStill = ({ broken: { pages } }: Suspicion, rechecks: RecheckedPages): boolean =>
  pages.every(
    ({ exchange }) =>
      !wasAccepted(exchange) ||
      repeats.every((round) => rechecks.page(exchange.request, round) !== undefined),
  );

const callsOf = ({ broken: { pages } }: Suspicion): HttpRequest[] =>
  pages.map(({ exchange }) => exchange.request);

function brokenIn(
  run: RelationsOf,
  suspicion: Suspicion,
  rechecks: RecheckedPages,
  round: number,
): BrokenRelation | undefined {
  const { ruleState, claim, listing } = suspicion;
  const requests = callsOf(suspicion);
  // A relation between two readings of a page needs both readings of a round.
  const isSecond = (index: number): boolean =>
    requests.slice(0, index).some(({ target }) => target === requests[index]?.target);
  const pages = requests.flatMap((request, index) => rechecks.page(request, round, isSecond(index)) ?? []);
  const unserved = requests.flatMap((request) => rechecks.unserved(request, round) ?? []);
  let broken: BrokenRelation | undefined;
  claim.judge(narrowedTo(listing, pages, unserved), {
    contract: focusedOn(run.contract, ruleState.rule.operation),
    target: targetFor(run.target, run.contract, ruleState.rule.operation),
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

/** Whether the same pages were returned again: then nothing changed, and nothing was intermittent. */
const isUnchanged = ({ broken: { pages } }: Suspicion, rechecks: RecheckedPages): boolean =>
  pages.every((page) => {
    const again = rechecks.page(page.exchange.request, 1);
    return again !== undefined && fingerprintOf(again, 'ids') === fingerprintOf(page, 'ids');
  });

const sentence = ({ expected, saw }: BrokenRelation): string => `${expected}; got ${saw}`;

const confirmed = (broken: BrokenRelation): Confirmed => ({ ...broken, shown: shownBy(broken) });

const shownBy = ({ pages }: BrokenRelation): Page['exchange'][] =>
  pages.slice(0, 4).map(({ exchange }) => exchange);

/**
 * Rechecks, at the end of the run, relations that failed and then passed, whose listing changed, or that were not
 * rechecked before. What passes now was intermittent, unless the exact requests fail again.
 */
async function settle(run: RelationsOf, open: readonly Suspicion[]): Promise<void> {
  const others: Suspicion[] = [];
  for (const suspicion of open) {
    if (suspicion.ruleState.isBroken) continue;
    if (await failsExactly(run, suspicion)) await contrast(run, suspicion);
    else others.push(suspicion);
  }
  const rechecksOf = await recheckPages(run.rechecker, others, 0, undefined, isOfAlone(run));
  for (const suspicion of others) {
    const { ruleState, broken } = suspicion;
    const rechecked = rechecksOf.get(suspicion);
    const outcome = rechecked && outcomeOf(run, suspicion, rechecked);
    if (outcome?.fails) ruleState.fail(outcome.fails);
    else if (!outcome) reportNotRechecked(run, suspicion);
    else if (outcome.isStill && isUnchanged(suspicion, rechecked))
      ruleState.inconclusive(
        `${sentence(broken)}; the same pages were returned again, but do not show the failure by themselves`,
        undefined,
        shownBy(broken),
      );
    else if (outcome.isStill)
      ruleState.intermittent({ expected: broken.expected, saw: broken.saw, exchanges: shownBy(broken) });
    else reportDisagreement(suspicion, rechecked);
  }
}

function reportDisagreement({ ruleState, broken }: Suspicion, rechecked: RecheckedPages): void {
  const sign = rechecked.cacheSign();
  const why =
    sign === undefined
      ? 'but the same request got different responses when it was rechecked'
      : `but a cache sent the response to a recheck (${sign}): empty it, or check without it`;
  ruleState.inconclusive(`${sentence(broken)}; ${why}`, undefined, shownBy(broken));
}

async function failsExactly(run: RelationsOf, suspicion: Suspicion): Promise<boolean> {
  const rechecked = await run.rechecker.repeat(eachOnce(suspicion), isOfAlone(run)(suspicion));
  const { pages, fingerprint = 'ids' } = suspicion.broken;
  const isSame = pages.every((page) => {
    const again = rechecked?.page(page.exchange.request, 0) ?? rechecked?.unserved(page.exchange.request, 0);
    return again !== undefined && fingerprintOf(again, fingerprint) === fingerprintOf(page, fingerprint);
  });
  if (!rechecked || !isSame || !rechecked.areUnchanged(callsOf(suspicion), fingerprint)) return false;
  return brokenIn(run, suspicion, rechecked, 0) !== undefined;
}

const eachOnce = (suspicion: Suspicion): HttpRequest[] => [
  ...new Map(callsOf(suspicion).map((request) => [request.target, request])).values(),
];

/**
 * Settles a relation that fails only with its exact requests. If it fails in a new order of parameters too, which no
 * cache knows, the target is at fault; otherwise a stale cache is possible (READINGS P6).
 */
async function contrast(run: RelationsOf, suspicion: Suspicion): Promise<void> {
  const { ruleState, broken } = suspicion;
  const both = await run.rechecker.contrast(eachOnce(suspicion), isOfAlone(run)(suspicion));
  if (!both) return reportNotRechecked(run, suspicion);
  const { fails, isStill } = outcomeOf(run, suspicion, both.uncached);
  const plain = outcomeOf(run, suspicion, both.plain);
  const another = 'gets another response';
  if (fails) ruleState.fail(fails);
  else if (plain.fails)
    ruleState.fail({
      ...plain.fails,
      saw: `${plain.fails.saw}; a request with Cache-Control: no-cache ${another}`,
    });
  // No cache has two responses to one request.
  else if (broken.pages.length > 1 && eachOnce(suspicion).length === 1) ruleState.fail(confirmed(broken));
  else if (!isStill || !plain.isStill) reportDisagreement(suspicion, isStill ? both.plain : both.uncached);
  else
    ruleState.inconclusive(
      `${sentence(broken)}; only exactly this request gets this response again: with its parameters in another order it ${another}`,
      undefined,
      shownBy(broken),
    );
}

function reportNotRechecked({ rechecker }: RelationsOf, { ruleState, broken }: Suspicion): void {
  const { reason, isMoving } = rechecker.whyNot(broken.pages);
  if (isMoving) ruleState.untested(reason);
  else
    ruleState.inconclusive(
      { ...reason, why: `${sentence(broken)}; ${reason.why}` },
      undefined,
      shownBy(broken),
    );
}

function explainStructure(ruleStates: readonly RuleState[], listings: readonly Listing[]): void {
  const broken = ruleStates.filter(({ isBroken, rule }) => isBroken && isOnPages(rule));
  if (broken.length === 0) return;
  const pages = new Map<string, { readonly page: Page; readonly listing: Listing }>();
  for (const listing of listings)
    for (const page of listing.pages) pages.set(page.exchange.request.target, { page, listing });
  const find = ({ request }: Exchange): string | undefined => {
    const found = pages.get(request.target);
    return found && structureOf(found.page, found.listing);
  };
  for (const ruleState of broken) ruleState.explain(find);
}

/** Whether a rule is about which products a page contains. */
const isOnPages = ({ claims, shows = 'content' }: Rule): boolean =>
  ['pagination', 'filter', 'order'].includes(shows) ||
  claims.some((claim) => claim.on === 'listing' && !['links', 'included'].includes(claim.stage));

/** Suspicions left for the end, and the rechecks that each rule used. */
type Rechecks = { readonly open: Suspicion[]; readonly shares: Shares };

type Found = Relation & { readonly suspicions: readonly Suspicion[]; readonly toBlame: readonly Page[] };

/** How many suspicions of a rule, and how many in all, are rechecked at once: one confirmed is enough. */
const mostSuspicions = 2;

const mostAtOnce = 3;

const requestsForSettling = 100;

/**
 * Judges relations stage by stage. A failure is rechecked, and counts only if it fails on a listing that does not
 * change (READINGS P6). A page that is to blame, or was read before a change, is not evidence afterwards (P8); its
 * recheck is.
 */
export async function judgeRelations(
  run: RelationsOf,
  listings: readonly Listing[],
  blamed: Blamed,
): Promise<void> {
  const relations = run.ruleStates.flatMap((ruleState) =>
    ruleState.rule.claims.flatMap((claim) => (claim.on === 'listing' ? [{ ruleState, claim }] : [])),
  );
  const open: Suspicion[] = [];
  const shares: Shares = new Map();
  for (const listing of listings) {
    if (run.mayContinue && !(await run.mayContinue())) break;
    const excluded = new Map<Page, string>();
    for (const page of listing.pages) {
      const rule = blamed.get(page.exchange.response);
      if (rule !== undefined) excluded.set(page, rule);
    }
    let current = without(listing, excluded);
    for (const stage of stages) {
      const here = relations.filter(
        ({ ruleState: { rule }, claim }) =>
          claim.stage === stage && listing.collection.operation === rule.operation && isAbout(claim, listing),
      );
      current = await judgeStage(run, here, current, listing, excluded, { open, shares });
    }
  }
  await settle(run, byNeed(open, shares));
  explainStructure(run.ruleStates, listings);
}

const isAbout = ({ stage, parameter }: RelationClaim, { further }: Listing): boolean =>
  parameter === undefined
    ? further === undefined || stagesOfAll.includes(stage)
    : new URLSearchParams(further).has(parameter);

async function judgeStage(
  run: RelationsOf,
  relations: readonly Relation[],
  listing: Listing,
  whole: Listing,
  excluded: Map<Page, string>,
  rechecks: Rechecks,
): Promise<Listing> {
  let current = listing;
  for (;;) {
    const found: Found[] = [];
    for (const relation of relations) {
      if (run.mayContinue && !(await run.mayContinue())) break;
      found.push(judge(run, relation, current, whole, excluded));
    }
    const suspicions = found.flatMap((one) => (one.ruleState.isBroken ? [] : one.suspicions));
    const fresh = await recheck(run, byNeed(suspicions, rechecks.shares), current, excluded, rechecks);
    exclude(found, excluded);
    current = without(withPages(current, fresh), excluded);
    if (suspicions.length === 0) return current;
  }
}

/**
 * Rechecks suspicions, some at a time, and excludes their pages. If the collection changed, older pages are excluded as
 * well, and the remaining suspicions are judged again without them. Returns the newer pages.
 */
async function recheck(
  run: RelationsOf,
  suspicions: readonly Suspicion[],
  listing: Listing,
  excluded: Map<Page, string>,
  { open, shares }: Rechecks,
): Promise<Page[]> {
  for (let done = 0; done < suspicions.length; done += mostAtOnce) {
    const some = suspicions.slice(done, done + mostAtOnce);
    const rechecksOf = await recheckPages(run.rechecker, some, requestsForSettling, shares, isOfAlone(run));
    const moved: Suspicion[] = [];
    for (const suspicion of some) {
      const { ruleState, broken } = suspicion;
      const rechecked = rechecksOf.get(suspicion);
      const outcome = rechecked && outcomeOf(run, suspicion, rechecked);
      const aside = outcome?.fails ? broken.pages.slice(0, broken.toBlame ?? 1) : broken.pages;
      for (const page of aside) excluded.set(page, ruleState.rule.id);
      if (outcome?.fails) ruleState.fail(outcome.fails);
      // Unchanged pages would fail in the same way, and use up rechecks of others.
      else if (rechecked && outcome && !(outcome.isStill && isUnchanged(suspicion, rechecked)))
        moved.push(suspicion);
      else open.push(suspicion);
    }
    const [first] = moved;
    if (!first) continue;
    open.push(...moved);
    const rechecked = rechecksOf.get(first);
    const total = rechecked?.total();
    for (const page of total === undefined ? [] : staleIn(listing, total))
      excluded.set(page, first.ruleState.rule.id);
    const fresh = moved.flatMap((one) =>
      one.broken.pages.flatMap(({ exchange }) => rechecksOf.get(one)?.page(exchange.request, 2) ?? []),
    );
    // A page of another collection is not evidence of this one.
    return [...new Set(fresh)].filter(isPageOf(listing));
  }
  return [];
}

/**
 * Excludes each page that a confirmed failure blames, so that later relations do not report the same fault. A
 * `should` must not hide a `must`.
 */
function exclude(found: readonly Found[], excluded: Map<Page, string>): void {
  for (const { ruleState, toBlame } of found)
    if (ruleState.isBroken && ruleState.level === 'must')
      for (const page of toBlame) excluded.set(page, ruleState.rule.id);
}

function judge(
  run: RelationsOf,
  { ruleState, claim }: Relation,
  listing: Listing,
  whole: Listing,
  excluded: ReadonlyMap<Page, string>,
): Found {
  const found: BrokenRelation[] = [];
  const toBlame: Page[] = [];
  let reached = 0;
  const isUndefined = isAskedUndefined(listing);
  try {
    claim.judge(listing, {
      contract: focusedOn(run.contract, ruleState.rule.operation),
      target: targetFor(run.target, run.contract, ruleState.rule.operation),
      accepted: run.accepted,
      level: ruleState.level,
      claim: (holds, otherwise) => {
        reached += 1;
        if (holds) return;
        const broken = otherwise();
        found.push(broken);
        toBlame.push(...broken.pages.slice(0, broken.toBlame ?? 1));
      },
      // The pages may only be unreadable, but a missing declaration is missing all the same.
      untested: (why, remedy, stoppedAt) => {
        if (!isUndefined || isDeclaration(remedy)) ruleState.untested(why, remedy, stoppedAt);
      },
      inconclusive: (why, remedy, ...shown) => ruleState.inconclusive(why, remedy, shown),
      sampled: (what) => ruleState.sampled(what),
    });
  } catch (error) {
    ruleState.error(error);
  }
  if (found.length === 0) ruleState.reach(reached);
  if (reached === 0 && isUndefined)
    ruleState.untested(undefinedRequests(focusedOn(run.contract, ruleState.rule.operation)));
  if (reached === 0)
    for (const page of whole.pages)
      if (excluded.has(page)) withhold(run, ruleState, excluded.get(page) ?? '');
  return {
    ruleState,
    claim,
    toBlame,
    suspicions: plainest(found).map((broken) => ({ ruleState, claim, broken, listing })),
  };
}

const plainest = (found: readonly BrokenRelation[]): BrokenRelation[] => {
  const oddities = new Map(found.map((broken) => [broken, odditiesOf(broken.pages[0].exchange.request)]));
  return found
    .toSorted((one, other) => (oddities.get(one) ?? 0) - (oddities.get(other) ?? 0))
    .slice(0, mostSuspicions);
};

/** Whether a listing was read only by requests that the specification does not define. */
const isAskedUndefined = ({ pages, others }: Listing): boolean => pages.length === 0 && others.length > 0;

function withhold({ ruleStates }: RelationsOf, ruleState: RuleState, rule: string): void {
  if (ruleStates.some((one) => one.rule.id === rule && one.isBroken)) ruleState.because(rule);
  else ruleState.untested('the collection changed while it was read; no usable page remains');
}

// Values computed from pages are cached by their list, so an unchanged listing stays the same object.

const withPages = (listing: Listing, more: readonly Page[]): Listing =>
  more.length === 0 ? listing : { ...listing, pages: [...listing.pages, ...more] };

const without = (listing: Listing, excluded: ReadonlyMap<Page, string>): Listing => {
  const isLeft = (page: Page): boolean => !excluded.has(page);
  const { pages, others, unserved, aside } = listing;
  if ([...pages, ...others, ...unserved].every(isLeft)) return listing;
  return {
    ...listing,
    pages: pages.filter(isLeft),
    others: others.filter(isLeft),
    unserved: unserved.filter(isLeft),
    aside: [...aside, ...pages.filter((page) => !isLeft(page))],
  };
};

const overtaking = 16;

/**
 * Pages read before the collection changed: all up to the first with the current total. None if old and current totals are
 * mixed: then some pages are wrong, not stale.
 */
function staleIn({ pages, unserved }: Listing, total: number): Page[] {
  const plain = pages.filter(({ query, total: shown }) => query.filter === undefined && shown !== undefined);
  const old = Math.max(...plain.filter((page) => page.total !== total).map(({ turn }) => turn));
  const now = plain.filter((page) => page.total === total).map(({ turn }) => turn);
  if (old === -Infinity || now.some((turn) => turn < old - overtaking)) return [];
  const first = Math.min(...now.filter((turn) => turn > old));
  return [...pages, ...unserved].filter(({ turn }) => turn < first);
}
