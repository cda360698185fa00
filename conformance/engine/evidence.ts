import type { OperationId } from '../../src/contract/contract.ts';
import { readBody } from '../../src/wire/body.ts';
import { accepted, isAccepted } from './acceptance.ts';
import { listingCall, walk, wholePage } from './listing.ts';
import type { Answer, Probe } from './probe.ts';
import { specimen } from './specimen.ts';
import type { NodeTarget } from './target.ts';
import { Withheld } from './verdict.ts';

/** Optional members that the second specimen of an operation carries, so that their echo is seen too. */
const extras = { 'application-key': ['reserved_rate_limit'], subscription: ['payment_authority'] } as const;

/**
 * The replies on whose shape the rules of an operation are judged: accepted creations shared by all of them,
 * or every page of every node. What could not be fetched is left out, unless nothing could.
 */
export async function replies(probe: Probe, operation: OperationId): Promise<Answer[]> {
  if (operation === 'node-products') return listings(probe);
  const plain = await accepted(probe, operation, specimen(probe.contract, probe.target, operation));
  const full = await settled(
    accepted(probe, operation, specimen(probe.contract, probe.target, operation, extras[operation])),
  );
  return full instanceof Withheld ? [plain] : [plain, full];
}

/** Every page of every node; of a node whose listing cannot be walked, what came in the place of its first page. */
async function listings(probe: Probe): Promise<Answer[]> {
  const { nodes } = probe.target;
  probe.occasion(nodes.length > 0, 'no node to list is known', 'nodes: [{ hierarchy: …, node: … }]');
  const found = await Promise.all(nodes.map((node) => settled(pagesOf(probe, node))));
  const answers = found.flatMap((pages) => (pages instanceof Withheld ? [] : pages));
  const lost = found.find((pages) => pages instanceof Withheld);
  if (answers.length === 0 && lost) throw lost;
  return answers;
}

async function pagesOf(probe: Probe, node: NodeTarget): Promise<Answer[]> {
  const walked = await settled(walk(probe, node));
  if (!(walked instanceof Withheld)) return walked.pages.map(({ answer }) => answer);
  const answer = await probe.send(listingCall(probe, node, { limit: wholePage, offset: 0 }));
  probe.given(isAccepted(answer), `the listing was answered ${answer.reply.status}`);
  return [answer];
}

async function settled<T>(promise: Promise<T>): Promise<T | Withheld> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Withheld) return error;
    throw error;
  }
}

/** The JSON bodies among those replies. */
export const bodies = (answers: readonly Answer[]) =>
  answers.flatMap((answer) => {
    const body = readBody(answer.reply.body);
    return 'json' in body ? [{ answer, json: body.json }] : [];
  });
