import type { Contract } from '../../src/contract/contract.ts';
import { type BrokenRelation, type Claim, stages } from '../core/claim.ts';
import type { Listing, Page } from '../core/evidence.ts';
import type { Target } from '../core/target.ts';
import { narrowedTo } from './evidence.ts';
import type { Blamed } from './judge.ts';
import { type Looker, type Looks, printOf, repeats } from './looks.ts';
import { byNeed, lookAt, type Recheckable, type Shares } from './rechecks.ts';
import type { RuleLedger } from './rule-ledger.ts';
import { staleIn } from './stale.ts';

type RelationClaim = Extract<Claim, { on: 'listing' }>;
type Relation = { readonly ledger: RuleLedger; readonly claim: RelationClaim };
type Suspicion = Relation & Recheckable & { readonly listing: Listing };
/** What is left open for the end, and how rechecks were shared out. */
type Rechecks = { readonly open: Suspicion[]; readonly shares: Shares };
/** What one relation says of a node: some suspicions, and every page that is to blame should they be confirmed. */
type Found = Relation & { readonly suspicions: readonly Suspicion[]; readonly toBlame: readonly Page[] };

/** How many suspicions of one rule are looked at again at once: one that is confirmed is enough. */
const mostSuspicions = 2;
/** How many suspicions are looked at again at once. */
const mostAtOnce = 3;
/** How many looks are kept for the end, when what failed and then held is looked at once more. */
const looksForSettling = 100;
/** What judging relations depends on. */
export type RelationsOf = {
  readonly contract: Contract;
  readonly target: Target;
  readonly looker: Looker;
  readonly ledgers: readonly RuleLedger[];
};

/**
 * Judges what claims say of whole listings, stage by stage. What does not hold is a suspicion: it is looked at again,
 * and fails only if it fails on a listing that stands still (READINGS P6). A page that is to blame, or that came of a
 * listing that moved, is no evidence from then on (P8); what was seen instead of it is.
 */
export async function judgeRelations(
  run: RelationsOf,
  listings: readonly Listing[],
  blamed: Blamed,
): Promise<void> {
  const relations = run.ledgers.flatMap((ledger) =>
    ledger.rule.claims.flatMap((claim) => (claim.on === 'listing' ? [{ ledger, claim }] : [])),
  );
  const open: Suspicion[] = [];
  const shares: Shares = new Map();
  for (const listing of listings) {
    const asides = new Map<Page, string>();
    for (const page of listing.pages) {
      const rule = blamed.get(page.exchange.reply);
      if (rule !== undefined) asides.set(page, rule);
    }
    let current = without(listing, asides);
    for (const stage of stages) {
      const here = relations.filter(({ claim }) => claim.stage === stage);
      current = await judgeStage(run, here, current, listing, asides, { open, shares });
    }
  }
  await settle(run, byNeed(open, shares));
}

/** Judges one stage of one node and gives back the listing that the next stage is to judge. */
async function judgeStage(
  run: RelationsOf,
  relations: readonly Relation[],
  listing: Listing,
  whole: Listing,
  asides: Map<Page, string>,
  rechecks: Rechecks,
): Promise<Listing> {
  let current = listing;
  for (;;) {
    const found = relations.map((relation) => judge(run, relation, current, whole, asides));
    const suspicions = found.flatMap((one) => (one.ledger.isBroken ? [] : one.suspicions));
    const fresh = await lookAgainAt(run, byNeed(suspicions, rechecks.shares), current, asides, rechecks);
    putAside(found, asides);
    current = without(withPages(current, fresh), asides);
    if (suspicions.length === 0) return current;
  }
}

/**
 * Looks at suspicions again, some at a time, and puts the pages aside that they are about. Once one of them turns out to
 * be of a node that changed, so does what was read before that; the others are judged again without it. Gives back the
 * pages that were seen instead.
 */
async function lookAgainAt(
  run: RelationsOf,
  suspicions: readonly Suspicion[],
  listing: Listing,
  asides: Map<Page, string>,
  { open, shares }: Rechecks,
): Promise<Page[]> {
  for (let done = 0; done < suspicions.length; done += mostAtOnce) {
    const some = suspicions.slice(done, done + mostAtOnce);
    const looksAt = await lookAt(run.looker, some, looksForSettling, shares);
    const moved: Suspicion[] = [];
    for (const suspicion of some) {
      const { ledger, broken } = suspicion;
      const looks = looksAt.get(suspicion);
      const outcome = looks && outcomeOf(run, suspicion, looks);
      const aside = outcome?.fails ? broken.pages.slice(0, broken.toBlame ?? 1) : broken.pages;
      for (const page of aside) asides.set(page, ledger.rule.id);
      if (outcome?.fails) ledger.fail(outcome.fails);
      else if (outcome) moved.push(suspicion);
      else open.push(suspicion);
    }
    const [first] = moved;
    if (!first) continue;
    open.push(...moved);
    const looks = looksAt.get(first);
    const total = looks?.total();
    for (const page of total === undefined ? [] : staleIn(listing, total))
      asides.set(page, first.ledger.rule.id);
    const fresh = moved.flatMap((one) =>
      one.broken.pages.flatMap(({ exchange }) => looksAt.get(one)?.page(exchange.call, 2) ?? []),
    );
    return [...new Set(fresh)];
  }
  return [];
}

/**
 * Puts aside every page that a rule blames whose breach is confirmed, not only the few that were looked at again: else
 * later relations would find the same fault. Not for a `should`: what takes it otherwise must not hide a `must`.
 */
function putAside(found: readonly Found[], asides: Map<Page, string>): void {
  for (const { ledger, toBlame } of found)
    if (ledger.isBroken && ledger.level === 'must')
      for (const page of toBlame) asides.set(page, ledger.rule.id);
}

/** What one relation says of a node: suspicions, or that it holds. */
function judge(
  run: RelationsOf,
  { ledger, claim }: Relation,
  listing: Listing,
  whole: Listing,
  asides: ReadonlyMap<Page, string>,
): Found {
  const found: BrokenRelation[] = [];
  const toBlame: Page[] = [];
  let reached = 0;
  try {
    claim.judge(listing, {
      contract: run.contract,
      target: run.target,
      level: ledger.level,
      claim: (holds, otherwise) => {
        reached += 1;
        if (holds) return;
        const broken = otherwise();
        if (found.length < mostSuspicions) found.push(broken);
        toBlame.push(...broken.pages.slice(0, broken.toBlame ?? 1));
      },
      unexercised: (why, remedy) => ledger.unexercised(why, remedy),
      inconclusive: (why, remedy, ...shown) => ledger.inconclusive(why, remedy, shown),
      sampled: (what) => ledger.sampled(what),
    });
  } catch (error) {
    ledger.error(error);
  }
  if (found.length === 0) ledger.reach(reached);
  if (reached === 0)
    for (const page of whole.pages) if (asides.has(page)) withhold(run, ledger, asides.get(page) ?? '');
  return { ledger, claim, toBlame, suspicions: found.map((broken) => ({ ledger, claim, broken, listing })) };
}

/** Says why nothing is left to judge: another rule blames the pages, or the node changed after they were read. */
function withhold({ ledgers }: RelationsOf, ledger: RuleLedger, rule: string): void {
  if (ledgers.some((one) => one.rule.id === rule && one.isBroken)) ledger.because(rule);
  else ledger.unexercised('the node changed while it was read, and no page is left that shows this');
}

/** Whether a suspicion is confirmed, and by what; whether the pages it is about stood still. */
function outcomeOf(
  run: RelationsOf,
  { ledger, claim, broken, listing }: Suspicion,
  looks: Looks,
): { fails?: { expected: string; saw: string; shown: Page['exchange'][] }; isStill: boolean } {
  const calls = broken.pages.map(({ exchange }) => exchange.call);
  const isStill = looks.stoodStill(calls, broken.fingerprint ?? 'ids');
  if (!isStill) return { isStill };
  let last: BrokenRelation | undefined;
  for (const round of repeats) {
    // A relation between two looks at one page is held against the two looks of a round.
    const isSecond = (index: number): boolean =>
      calls.slice(0, index).some(({ target }) => target === calls[index]?.target);
    const pages = calls.flatMap((call, index) => looks.page(call, round, isSecond(index)) ?? []);
    const unserved = calls.flatMap((call) => looks.unserved(call, round) ?? []);
    last = undefined;
    claim.judge(narrowedTo(listing, pages, unserved), {
      contract: run.contract,
      target: run.target,
      level: ledger.level,
      claim: (holds, otherwise) => {
        if (!holds) last ??= otherwise();
      },
      unexercised: () => {},
      inconclusive: () => {},
      sampled: () => {},
    });
    if (!last) return { isStill };
  }
  if (!last) return { isStill };
  // A recheck spells its request so that no cache answers it; where the first said the same, its request is plainer.
  const isSame = sentence(last) === sentence(broken);
  return { isStill, fails: { ...last, shown: shownBy(isSame ? broken : last) } };
}

/**
 * Looks once more, at the end, at what failed and then held, or moved, and for the first time at what there was no room for
 * before: what holds now was seen once.
 */
async function settle(run: RelationsOf, open: readonly Suspicion[]): Promise<void> {
  const looksAt = await lookAt(run.looker, open);
  for (const suspicion of open) {
    const { ledger, broken } = suspicion;
    const looks = looksAt.get(suspicion);
    const outcome = looks && outcomeOf(run, suspicion, looks);
    if (outcome?.fails) ledger.fail(outcome.fails);
    else if (!outcome) leaveOpen(run, suspicion);
    else if (outcome.isStill && isUnchanged(suspicion, looks))
      ledger.inconclusive(
        `${sentence(broken)}; the same pages came again, but do not show it by themselves`,
        undefined,
        shownBy(broken),
      );
    else if (outcome.isStill)
      ledger.seenOnce({ expected: broken.expected, saw: broken.saw, exchanges: shownBy(broken) });
    else
      ledger.inconclusive(
        `${sentence(broken)}; but the listing kept changing while it was looked at again`,
        undefined,
        shownBy(broken),
      );
  }
}

/** Whether the pages of a suspicion came again as they were: then nothing changed, and nothing was intermittent. */
const isUnchanged = ({ broken: { pages } }: Suspicion, looks: Looks): boolean =>
  pages.every((page) => {
    const again = looks.page(page.exchange.call, 1);
    return again !== undefined && printOf(again, 'ids') === printOf(page, 'ids');
  });

/** Says that a suspicion was not looked at again; nothing at all of a listing that shows by itself that it changed. */
function leaveOpen({ looker }: RelationsOf, { ledger, broken }: Suspicion): void {
  const { why, isMoving } = looker.whyNot(broken.pages);
  if (isMoving) ledger.unexercised(why);
  else ledger.inconclusive(`${sentence(broken)}; ${why}`, undefined, shownBy(broken));
}

const sentence = ({ expected, saw }: BrokenRelation): string => `${expected}; got ${saw}`;

const shownBy = ({ pages }: BrokenRelation): Page['exchange'][] =>
  pages.slice(0, 4).map(({ exchange }) => exchange);

// What is worked out from pages is remembered by their list: as long as nothing changes, it stays the same.

const withPages = (listing: Listing, more: readonly Page[]): Listing =>
  more.length === 0 ? listing : { ...listing, pages: [...listing.pages, ...more] };

const without = (listing: Listing, asides: ReadonlyMap<Page, string>): Listing => {
  const isLeft = (page: Page): boolean => !asides.has(page);
  const { pages, unserved, aside } = listing;
  if (pages.every(isLeft) && unserved.every(isLeft)) return listing;
  return {
    ...listing,
    pages: pages.filter(isLeft),
    unserved: unserved.filter(isLeft),
    aside: [...aside, ...pages.filter((page) => !isLeft(page))],
  };
};
