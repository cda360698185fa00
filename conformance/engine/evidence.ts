import type { Constraint, MemberPath, OperationId } from '../../src/contract/contract.ts';
import { readBody } from '../../src/wire/body.ts';
import { type Json, withAt } from '../../src/wire/json.ts';
import { extras, specimen, type WritingOperation } from '../creation/specimen.ts';
import { submit } from '../creation/submit.ts';
import { variety } from '../creation/variety.ts';
import { list, listingCall, type Query, shownIds, walk, wholePage } from '../listing/listing.ts';
import { accepted, isAccepted } from './acceptance.ts';
import type { Answer, Probe } from './probe.ts';
import type { NodeTarget } from './target.ts';
import { Withheld } from './verdict.ts';

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
  const others = [
    ...(full instanceof Withheld ? [] : await everyValue(probe, operation)),
    ...(await whereAccepted(probe, operation, variety(probe, operation))),
  ];
  const all = [plain, ...(full instanceof Withheld ? [] : [full]), ...others];
  return [...new Map(all.map((answer) => [answer.reply, answer])).values()];
}

/** The accepted ones among the requests with every allowed value; other rules send them anyway. */
function everyValue(probe: Probe, operation: WritingOperation): Promise<Answer[]> {
  const lists = probe.contract.constraints.filter(
    (one) => one.operation === operation && one.side === 'request' && one.keyword === 'enum',
  );
  const bodies = lists.flatMap(({ value, paths: [path = []] }) => {
    const control = specimen(probe.contract, probe.target, operation, path);
    return Array.isArray(value) ? value.map((one) => withAt(control, path, one)) : [];
  });
  return whereAccepted(probe, operation, bodies);
}

async function whereAccepted(probe: Probe, operation: WritingOperation, bodies: Json[]): Promise<Answer[]> {
  const answers = await Promise.all(bodies.map((body) => settled(submit(probe, operation, body))));
  return answers.flatMap((answer) => (answer instanceof Withheld || !isAccepted(answer) ? [] : [answer]));
}

/** Every page of every node; of a node whose listing cannot be walked, what came in the place of its first page. */
async function listings(probe: Probe): Promise<Answer[]> {
  const { nodes } = probe.target;
  probe.occasion(nodes.length > 0, 'no node to list is known', 'nodes: [{ hierarchy: …, node: … }]');
  const found = await Promise.all([
    ...nodes.map((node) => settled(pagesOf(probe, node))),
    settled(aside(probe)),
  ]);
  const answers = found.flatMap((pages) => (pages instanceof Withheld ? [] : pages));
  const lost = found.find((pages) => pages instanceof Withheld);
  if (answers.length === 0 && lost) throw lost;
  return answers;
}

/** Pages of another kind, of the first node that has two products: a small one, an empty one, filtered ones. */
async function aside(probe: Probe): Promise<Answer[]> {
  for (const node of probe.target.nodes) {
    const first = await settled(list(probe, node, { limit: wholePage, offset: 0 }));
    const id = first instanceof Withheld ? undefined : shownIds(first.products)[1];
    if (first instanceof Withheld || id === undefined) continue;
    const whole = { limit: wholePage, offset: 0 };
    const queries: Query[] = [
      { limit: 2, offset: 0 },
      { limit: 2, offset: first.total ?? first.products.length },
      { ...whole, filter: `in(id,${id})` },
      { ...whole, filter: 'eq(name,assay-no-such-name)' },
    ];
    const answers = await Promise.all(
      queries.map((query) => settled(probe.send(listingCall(probe, node, query)))),
    );
    return answers.flatMap((answer) => (answer instanceof Withheld || !isAccepted(answer) ? [] : [answer]));
  }
  return [];
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

/**
 * Where the value of a constraint is judged. The document puts links on the products of `data` only: on a component
 * product they are a member of the server's own.
 */
export const judgedPaths = ({ paths }: Constraint): readonly MemberPath[] =>
  paths.filter((path) => !(path[0] === 'included' && path.includes('links')));

/** The JSON bodies among those replies. */
export const bodies = (answers: readonly Answer[]) =>
  answers.flatMap((answer) => {
    const body = readBody(answer.reply.body);
    return 'json' in body ? [{ answer, json: body.json }] : [];
  });
