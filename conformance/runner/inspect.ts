import type { Contract } from '../../src/contract/contract.ts';
import type { Call, Lost, Reply } from '../../src/http/exchange.ts';
import { isLost } from '../../src/http/exchange.ts';
import type { BrokenRelation, Fingerprint } from '../core/claim.ts';
import { stages } from '../core/claim.ts';
import type { Listing, Page } from '../core/evidence.ts';
import { interference } from '../core/status.ts';
import type { Target } from '../core/target.ts';
import type { Result } from '../core/verdict.ts';
import { createAnswerReader } from '../interface/read-answer.ts';
import type { Catalogue } from './catalogue.ts';
import { createEvidence } from './evidence.ts';
import { openBench } from './judge.ts';
import { printOf } from './looks.ts';
import type { RuleLedger } from './rule-ledger.ts';

/** What is inspected: the contract, the rules, and what the operator knows. */
export type Inspected = {
  readonly contract: Contract;
  readonly catalogue: Catalogue;
  readonly target: Target;
};

/** Judges exchanges that somebody else sent; nothing is sent here. */
export type Inspection = {
  /** Takes one exchange; told when it began, in milliseconds since 1970, where that is known. */
  readonly take: (call: Call, reply: Reply | Lost, startedAt?: number) => void;
  /** How many exchanges were taken, and how many of them could be judged. */
  readonly counts: () => { readonly taken: number; readonly judged: number };
  /** What the rules say of all that was taken, in the order of the catalogue. */
  readonly results: () => Result[];
};

/** How long a listing is taken to stand still between two looks, in milliseconds: what is further apart says nothing. */
const longestStill = 60_000;
/** How often a relation has to fail, on looks that are the same before and after, to count (READINGS P6). */
const leastLooks = 3;

/** Opens an inspection. Local claims judge as exchanges come; relations when the results are asked for. */
export function openInspection({ contract, catalogue, target }: Inspected): Inspection {
  const evidence = createEvidence(target);
  const bench = openBench(contract, target, catalogue.rules, () => {});
  const read = createAnswerReader(contract, target);
  let taken = 0;
  let judged = 0;
  return {
    take: (call, reply, startedAt) => {
      taken += 1;
      if (isLost(reply) || interference(reply)) return;
      const answer = read(call, reply, startedAt ?? taken);
      if (!answer) return;
      judged += 1;
      evidence.take(answer);
      bench.take(answer);
    },
    counts: () => ({ taken, judged }),
    results: () => {
      for (const listing of evidence.listings()) judgeRecorded(bench.ledgers, contract, target, listing);
      return bench.ledgers.map((ledger) => ledger.result());
    },
  };
}

/** Judges what claims say of the pages of one node that were looked at while it stood still. */
function judgeRecorded(
  ledgers: readonly RuleLedger[],
  contract: Contract,
  target: Target,
  listing: Listing,
): void {
  for (const pages of periods(listing.pages)) {
    const asides = new Set<Page>();
    for (const stage of stages) {
      for (const ledger of ledgers) {
        for (const claim of ledger.rule.claims) {
          if (claim.on !== 'listing' || claim.stage !== stage || ledger.isBroken) continue;
          const current = { ...listing, pages: pages.filter((page) => !asides.has(page)) };
          const judge = (among: Listing): { broken: BrokenRelation | undefined; reached: number } => {
            let broken: BrokenRelation | undefined;
            let reached = 0;
            claim.judge(among, {
              contract,
              target,
              level: ledger.level,
              claim: (holds, otherwise) => {
                reached += 1;
                if (!holds) broken ??= otherwise();
              },
              unexercised: (why, remedy) => ledger.unexercised(why, remedy),
              inconclusive: () => {},
              sampled: () => {},
            });
            return { broken, reached };
          };
          const { broken, reached } = judge(current);
          if (!broken) {
            ledger.reach(reached);
            continue;
          }
          for (const page of broken.pages) asides.add(page);
          const shown = broken.pages.map(({ exchange }) => exchange);
          if (isConfirmed(current, broken, (among) => judge(among).broken !== undefined))
            ledger.fail({ expected: broken.expected, saw: broken.saw, shown });
          else ledger.seenOnce({ expected: broken.expected, saw: broken.saw, exchanges: shown });
        }
      }
    }
  }
}

/** The pages of a node, apart where nobody looked at it for long. */
function periods(pages: readonly Page[]): Page[][] {
  const found: Page[][] = [];
  let last: Page | undefined;
  for (const page of pages) {
    if (!last || page.turn - last.turn > longestStill) found.push([]);
    found.at(-1)?.push(page);
    last = page;
  }
  return found;
}

/** Whether a recording shows by itself that a relation failed on a listing that stood still: the same looks, again and again. */
function isConfirmed(
  listing: Listing,
  { pages, fingerprint = 'ids' }: BrokenRelation,
  fails: (among: Listing) => boolean,
): boolean {
  const looks = pages.map((page) => listing.pages.filter((other) => queryKey(other) === queryKey(page)));
  if (looks.some((same) => same.length < leastLooks || !isStill(same, fingerprint))) return false;
  return Array.from({ length: leastLooks }, (_, round) => looks.flatMap((same) => same[round] ?? [])).every(
    (round) => fails({ ...listing, pages: round }),
  );
}

const isStill = (same: readonly Page[], fingerprint: Fingerprint): boolean =>
  new Set(same.map((page) => printOf(page, fingerprint))).size === 1;

/** What a page was asked for, whatever the order of its parameters. */
function queryKey({ exchange: { call } }: Page): string {
  const [path = '', query = ''] = call.target.split('?');
  return `${path}?${query.split('&').toSorted().join('&')}`;
}
