import { type Contract, focusedOn } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { type BrokenRelation, type Claim, type RelationJudge, stages, stagesOfAll } from '../core/claim.ts';
import { isPageOf } from '../core/claims.ts';
import { seenFrom } from '../core/context.ts';
import type { AcceptedRequests, Listing, Page } from '../core/evidence.ts';
import type { ListingKind } from '../core/kind.ts';
import { isDeclaration } from '../core/remedies.ts';
import type { Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import { odditiesOf } from './plainest.ts';
import { seriesNames } from './rechecks/recheck-series.ts';
import { RecheckShares } from './rechecks/recheck-shares.ts';
import type { Rechecker } from './rechecks/rechecker.ts';
import { type OpenSuspicion, repeatAtOnce, settleSuspicions } from './rechecks/suspicions.ts';
import type { RuleState } from './rule-state.ts';
import { pagesBeforeChange, UsablePages } from './usable-pages.ts';

type RelationClaim = Extract<Claim, { on: 'listing' }>;

type ClaimedRelation = { readonly ruleState: RuleState; readonly claim: RelationClaim };

type RelationsOf = {
  readonly contract: Contract;
  readonly target: Target;
  readonly acceptedRequests: AcceptedRequests;
  readonly kind: ListingKind;
  readonly rechecker: Rechecker;
  readonly ruleStates: readonly RuleState[];
  /** Rules whose findings take no evidence away from others. */
  readonly tolerated: ReadonlySet<string>;
  /** Lets others run, and returns false once the run must end. */
  readonly mayContinue: () => Promise<boolean>;
};

/** What relations of one listing are judged with. */
type StageRun = {
  readonly run: RelationsOf;
  readonly view: UsablePages;
  readonly shares: RecheckShares;
  /** Suspicions that are left for the end. */
  readonly postponed: OpenSuspicion[];
};

/**
 * Judges relations, listing by listing and stage by stage. A failure is rechecked, and counts only if it fails on a
 * listing that does not change (READINGS P6). A page that is to blame, or was read before a change, is not evidence
 * afterwards (P8); its recheck is.
 */
export async function judgeRelations(
  run: RelationsOf,
  listings: readonly Listing[],
  blamed: ReadonlyMap<number, string>,
): Promise<void> {
  const relations = run.ruleStates.flatMap((ruleState) =>
    ruleState.rule.claims.flatMap((claim) => (claim.on === 'listing' ? [{ ruleState, claim }] : [])),
  );
  const shares = new RecheckShares(run.rechecker);
  const postponed: OpenSuspicion[] = [];
  for (const listing of listings) {
    if (!(await run.mayContinue())) break;
    const view = new UsablePages(listing, run.tolerated);
    for (const page of listing.pages) {
      const rule = blamed.get(page.exchange.id);
      if (rule !== undefined) view.blame([page], rule);
    }
    view.update();
    const about = relations.filter(
      ({ ruleState: { rule }, claim }) =>
        listing.collection.operation === rule.operation && judgesListing(claim, listing),
    );
    for (const stage of stages) {
      const some = about.filter(({ claim }) => claim.stage === stage);
      await judgeStage(some, { run, view, shares, postponed });
    }
  }
  await settleSuspicions(postponed, shares, run.rechecker.whyNot);
  explainStructure(run, listings);
}

const judgesListing = ({ stage, parameter }: RelationClaim, { further }: Listing): boolean =>
  parameter === undefined
    ? further === undefined || stagesOfAll.includes(stage)
    : new URLSearchParams(further).has(parameter);

/** Judges relations again and again, until none is suspected on the pages that are left. */
async function judgeStage(relations: readonly ClaimedRelation[], stage: StageRun): Promise<void> {
  const { run, view } = stage;
  // In a recording without rechecks, all breaches of a rule stay suspicions: one by one, each would be judged with all pages again.
  const isRecheckable = seriesNames.some((name) => run.rechecker.hasRoom(name, [], 0));
  for (;;) {
    const found: FoundBreach[] = [];
    for (const relation of relations) {
      if (!(await run.mayContinue())) break;
      found.push(judge(run, relation, view));
    }
    const suspicions = found.flatMap((one) => (one.ruleState.isBroken ? [] : one.suspicions));
    const fresh = await recheckRelation(suspicions, stage);
    blame(found, view);
    if (!isRecheckable) for (const one of found) view.exclude(one.pages, one.ruleState.rule.id);
    view.update(fresh);
    if (suspicions.length === 0) return;
  }
}

/** How many suspicions are rechecked at once: one confirmed is enough. */
const mostAtOnce = 3;

/**
 * Rechecks suspicions, some at a time, and excludes their pages. If the collection changed, older pages are excluded as
 * well, and the remaining suspicions are judged again without them. Returns the newer pages.
 */
async function recheckRelation(
  all: readonly OpenSuspicion[],
  { view, shares, postponed }: StageRun,
): Promise<Page[]> {
  const suspicions = shares.byNeed(all);
  for (let done = 0; done < suspicions.length; done += mostAtOnce) {
    const some = suspicions.slice(done, done + mostAtOnce);
    const repeated = await repeatAtOnce(some, shares);
    for (const { suspicion, now } of repeated) {
      const { rule, broken } = suspicion;
      if (now === 'confirmed') view.blame(broken.pages.slice(0, broken.toBlame ?? 1), rule);
      // Unchanged pages would fail in the same way, and use up rechecks of others.
      else view.exclude(broken.pages, rule);
    }
    const open = repeated.filter(({ now }) => now === 'open');
    const changed = repeated.filter(({ now }) => now === 'changed');
    postponed.push(...[...open, ...changed].map(({ suspicion }) => suspicion));
    const [first] = changed;
    if (!first) continue;
    const total = first.rechecks?.total();
    if (total !== undefined) view.exclude(pagesBeforeChange(view.listing, total), first.suspicion.rule);
    const fresh = changed.flatMap(({ suspicion, rechecks }) => {
      const asSpelled = rechecks?.where(({ spelling }) => spelling === 'reordered');
      return suspicion.broken.pages.flatMap(({ exchange }) => asSpelled?.page(exchange.request) ?? []);
    });
    // A page of another collection is not evidence of this one.
    return [...new Set(fresh)].filter(isPageOf(view.listing));
  }
  return [];
}

/**
 * Excludes each page that a confirmed failure blames, so that later relations do not report the same fault. A
 * `should` must not hide a `must`.
 */
function blame(found: readonly FoundBreach[], view: UsablePages): void {
  for (const { ruleState, toBlame } of found)
    if (ruleState.isBroken && ruleState.level === 'must') view.blame(toBlame, ruleState.rule.id);
}

/** What a relation says of a listing: its suspicions, the pages of all its failures, and those that these blame. */
type FoundBreach = {
  readonly ruleState: RuleState;
  readonly suspicions: readonly OpenSuspicion[];
  readonly pages: readonly Page[];
  readonly toBlame: readonly Page[];
};

function judge(run: RelationsOf, relation: ClaimedRelation, view: UsablePages): FoundBreach {
  const { ruleState } = relation;
  const { listing } = view;
  const found: BrokenRelation[] = [];
  const causes = new Set<string>();
  let reached = 0;
  const isUndefined = isAskedUndefined(listing);
  try {
    apply(run, relation, listing, {
      claim: (holds, otherwise) => {
        reached += 1;
        if (holds) return;
        const broken = otherwise();
        const cause = view.toleratedOn(broken.pages);
        if (cause === undefined || cause === ruleState.rule.id) found.push(broken);
        else causes.add(cause);
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
  if (found.length === 0 && causes.size === 0) ruleState.reach(reached);
  for (const rule of causes) noteTaken(run, ruleState, rule);
  if (reached === 0 && isUndefined)
    ruleState.untested(run.kind.undefinedRequests(focusedOn(run.contract, ruleState.rule.operation)));
  if (reached === 0) for (const rule of view.takers()) noteTaken(run, ruleState, rule);
  return {
    ruleState,
    pages: found.flatMap(({ pages }) => pages),
    toBlame: found.flatMap(({ pages, toBlame = 1 }) => pages.slice(0, toBlame)),
    suspicions: leastOdd(found).map((broken) => ({
      ruleState,
      rule: ruleState.rule.id,
      broken,
      failsOn: (pages, unserved) =>
        firstFailure(run, relation, run.kind.narrowedTo(listing, pages, unserved)),
    })),
  };
}

/** How a relation fails on other readings of its pages; undefined if it passes. */
function firstFailure(
  run: RelationsOf,
  relation: ClaimedRelation,
  listing: Listing,
): BrokenRelation | undefined {
  let broken: BrokenRelation | undefined;
  apply(run, relation, listing, {
    claim: (holds, otherwise) => {
      if (!holds) broken ??= otherwise();
    },
    untested: () => {},
    inconclusive: () => {},
    sampled: () => {},
  });
  return broken;
}

const apply = (
  { contract, target, acceptedRequests }: RelationsOf,
  { ruleState: { rule, level }, claim }: ClaimedRelation,
  listing: Listing,
  judging: Pick<RelationJudge, 'claim' | 'untested' | 'inconclusive' | 'sampled'>,
): void =>
  claim.judge(listing, {
    ...judging,
    ...seenFrom({ contract, target }, rule.operation),
    acceptedRequests,
    level,
  });

/** How many suspicions of a rule are rechecked: one confirmed is enough. */
const mostSuspicions = 2;

/** The least odd failures, and of those as odd the ones with the shortest request. */
const leastOdd = (found: readonly BrokenRelation[]): BrokenRelation[] => {
  const ranks = found.map((broken) => {
    const { request } = broken.pages[0].exchange;
    const oddities = odditiesOf(request) + (broken.isTemporary ? 1 : 0);
    return { broken, oddities, length: request.target.length };
  });
  return ranks
    .toSorted((one, other) => one.oddities - other.oddities || one.length - other.length)
    .slice(0, mostSuspicions)
    .map(({ broken }) => broken);
};

/** Whether a listing was read only by requests that the specification does not define. */
const isAskedUndefined = ({ pages, others }: Listing): boolean => pages.length === 0 && others.length > 0;

function noteTaken({ ruleStates }: RelationsOf, ruleState: RuleState, rule: string): void {
  if (ruleStates.some((one) => one.rule.id === rule && one.isBroken)) ruleState.blockedBy(rule);
  else ruleState.untested({ kind: 'no usable page' });
}

/** Adds what is wrong with the whole page to failures that a page shows. */
function explainStructure({ ruleStates, kind }: RelationsOf, listings: readonly Listing[]): void {
  const broken = ruleStates.filter(({ isBroken, rule }) => isBroken && isOnPages(rule));
  const pages = new Map<string, { readonly page: Page; readonly listing: Listing }>();
  for (const listing of listings)
    for (const page of listing.pages) pages.set(page.exchange.request.target, { page, listing });
  const find = ({ request }: Exchange): string | undefined => {
    const found = pages.get(request.target);
    return found && kind.structureOf(found.page, found.listing);
  };
  for (const ruleState of broken) ruleState.explain(find);
}

/** Whether a rule is about which records a page contains. */
const isOnPages = ({ claims, shows = 'content' }: Rule): boolean =>
  ['pagination', 'filter', 'order'].includes(shows) ||
  claims.some((claim) => claim.on === 'listing' && !['links', 'included'].includes(claim.stage));
