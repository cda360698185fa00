import type { Contract } from '../../../src/contract/contract.ts';
import type { Call, Exchange } from '../../../src/http/exchange.ts';
import { onceFor } from '../../../src/once.ts';
import type { Claim, Judge } from '../../core/claim.ts';
import type { Answer, PageQuery } from '../../core/evidence.ts';
import { outcomeOf, wasAccepted, wasLeftOutside } from '../../core/status.ts';
import type { NodeTarget } from '../../core/target.ts';
import { theirWords } from '../../core/their-words.ts';
import { listingPath } from '../calls.ts';
import { eachListing } from '../claims.ts';
import { farthest, queryOf, wholePage } from '../read-page.ts';
import { plainPages } from '../whole.ts';
import { extentOf } from './extent.ts';
import { pageWords } from './page-words.ts';

/** Whether a query asks for a page that the document promises: each parameter left out or within its bounds, no filter. */
export const isPromised = ({ filter, limit, offset, odd }: PageQuery): boolean =>
  !odd &&
  filter === undefined &&
  (limit === undefined || (limit >= 1 && limit <= wholePage)) &&
  (offset === undefined || offset <= farthest);

/** The path of the listing of a node, by a contract. */
const pathBy = onceFor((contract: Contract) =>
  onceFor((node: NodeTarget): string => listingPath(contract, node)),
);

/**
 * What a call asks for of which node of the target, where it asks for a page that the document promises, at the very
 * path that it gives: whether other spellings of that do is left open.
 */
export function promised(
  { contract, target }: Pick<Judge, 'contract' | 'target'>,
  call: Call,
): { readonly node: NodeTarget; readonly query: PageQuery } | undefined {
  const [path] = call.target.split('?');
  const pathOf = pathBy(contract);
  const node = target.nodes.find((one) => pathOf(one) === path);
  const query = queryOf(call);
  return node && isPromised(query) ? { node, query } : undefined;
}

/**
 * That pages are served, whoever asked for them (READINGS 22). What answers for the first page, and a success without
 * a body, say enough by themselves; a refusal further on says something only while the total lies beyond it.
 */
export const pagesAreServed = (isAbout: (query: PageQuery) => boolean): Claim[] => [
  {
    on: 'answer',
    judge: (answer, judge) => {
      const asked = promised(judge, answer.call);
      if (!asked || !isAbout(asked.query)) return;
      if (wasLeftOutside(answer)) return judge.inconclusive(...leftOutside(asked, answer));
      if (answer.page || isSurelyDue(asked, answer)) claimServed(judge, asked.query, answer);
    },
    interrupted: ({ why, remedy, call, reply }, judge) => {
      const asked = promised(judge, call);
      if (asked && isAbout(asked.query))
        judge.inconclusive(`${pageWords(asked.query)} of node ${asked.node.node}: ${why}`, remedy, {
          call,
          reply,
        });
    },
  },
  eachListing('counts', (listing, judge) => {
    const extent = extentOf(plainPages(listing), listing.node.live?.length);
    if (!extent?.usual) return;
    for (const page of listing.unserved) {
      const { query, exchange } = page;
      const asked = promised(judge, exchange.call);
      if (!asked || !isAbout(query) || (query.offset ?? 0) >= extent.count || wasAccepted(exchange)) continue;
      if (wasLeftOutside(exchange)) continue;
      judge.claim(false, () => ({
        saw: insteadOf(exchange),
        expected: `${pageWords(query)} is served (2xx), since there are ${extent.count} products`,
        pages: [page, extent.usual ?? page],
        fingerprint: 'total',
      }));
    }
  }),
];

const leftOutside = (
  { node, query }: { node: NodeTarget; query: PageQuery },
  { call, reply }: Answer,
): [string, string, Exchange] => [
  `${pageWords(query)} of node ${node.node} was refused with ${reply.status}: the token may have run out, or something in front of the target keeps the check out`,
  'token: one that lasts as long as the check',
  { call, reply },
];

/** Whether an answer without a listing is a breach wherever the node ends. */
function isSurelyDue(
  { node, query: { offset = 0 } }: { node: NodeTarget; query: PageQuery },
  answer: Answer,
): boolean {
  // What is served and holds something else than a listing has rules of its own.
  if (answer.accepted) return answer.reply.body.byteLength === 0;
  return offset === 0 || (answer.reply.status >= 500 && offset < (node.live?.length ?? 0));
}

function claimServed(judge: Judge, query: PageQuery, answer: Answer): void {
  judge.claim(answer.page !== undefined, () => ({
    expected: `${pageWords(query)} is served (2xx) as a listing`,
    saw: insteadOf(answer),
    shown: [answer],
  }));
}

/** What came instead of a page. */
export const insteadOf = (exchange: Exchange): string =>
  wasAccepted(exchange) ? 'a success without a body' : outcomeOf(exchange) + theirWords(exchange);
