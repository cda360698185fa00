// Operations that read one record.

import { filledPath, type OperationId, operationIn } from '../../src/contract/operations.ts';
import { recordsIn, shownIdOf } from '../../src/contract/record.ts';
import { creatorOf, isStateful } from '../../src/contract/related-operations.ts';
import { type Exchange, isLost } from '../../src/http/exchange.ts';
import { pathAbove } from '../../src/path-template.ts';
import { percentEncoded } from '../../src/percent.ts';
import type { Context } from '../core/context.ts';
import { createdIn, jsonIn } from '../core/created.ts';
import type { RunExchange } from '../core/exchange.ts';
import type { Kind, Probe, Probing } from '../core/kind.ts';
import { pathValuesOf } from '../core/operation-of.ts';
import { requestAt } from '../core/requests.ts';
import { wasAccepted } from '../core/status.ts';
import { isServed } from '../core/unavailable.ts';
import { probeCreation } from '../create/kind.ts';
import experiments from './experiments.ts';
import rules from './rules.ts';

export const read: Kind = { of: 'read', rules: [rules], experiments: [experiments], probe: probeReading };

/** Reads what the probe of its creation created. That it is not there may be a fault of the creation. */
async function probeReading(operation: OperationId, probing: Probing): Promise<readonly Probe[]> {
  const { context, probes, twice } = probing;
  const { contract } = context;
  if (!isStateful(contract, operation)) return [];
  const creator = creatorOf(contract, operation)?.id ?? '';
  const { exchanges } =
    probes.find((one) => one.operation === creator) ?? (await probeCreation(creator, probing));
  const path = exchanges
    .map((one) => createdIn(contract, one)?.pathFor(operationIn(contract, operation)))
    .find((one) => one !== undefined);
  if (path === undefined) return [{ operation, exchanges: [] }];
  const exchange = await context.exchange(requestAt(context, operation, path));
  if (isServed(exchange)) return [{ operation, exchanges: [exchange] }];
  const isThere = (await isAnotherServed(operation, probing)) || (await isUnlikeNoPath(exchange, context));
  const creation = probes.some((one) => one.operation === creator) ? [] : exchanges.filter(isServed);
  return [
    { operation, exchanges: isThere ? [] : await twice(exchange) },
    // What was created shows that the address is right, though it may take long to be read.
    ...(creation.length > 0 ? [{ operation: creator, exchanges: creation }] : []),
  ];
}

/** Whether a record is served that a listing above it shows: then one that is not was lost. */
async function isAnotherServed(operation: OperationId, { context, probes }: Probing): Promise<boolean> {
  const { contract } = context;
  const { path } = operationIn(contract, operation);
  for (const {
    operation: id,
    exchanges: [page],
  } of probes) {
    const listing = operationIn(contract, id);
    if (!page || listing.kind !== 'list' || listing.path !== pathAbove(path)) continue;
    const [found] = recordsIn(listing, jsonIn(page)).flatMap((one) => shownIdOf(listing, one) ?? []);
    if (found === undefined) continue;
    const values = [...pathValuesOf(contract, page.request), found].map(percentEncoded);
    const target = filledPath(path, values);
    if (wasAccepted(await context.exchange(requestAt(context, operation, target)))) return true;
  }
  return false;
}

/** Whether an unknown path returns another message: then this path is known, and its record was lost. */
async function isUnlikeNoPath({ request, response }: RunExchange, context: Context): Promise<boolean> {
  const target = `${request.target}/assay-no-such-path`;
  const others = [
    await context.exchange({ ...request, target }),
    await context.exchange({ ...request, target: `${target}/either` }),
  ];
  const [words, ...unlike] = [{ request, response }, ...others].map(rejectionWords);
  return words !== undefined && unlike[0] !== undefined && unlike[0] === unlike[1] && unlike[0] !== words;
}

/** The body of a 404, without its path and without words that have a digit, such as times and ids. */
const rejectionWords = ({ request, response }: Exchange): string | undefined =>
  isLost(response) || response.status !== 404
    ? undefined
    : Buffer.from(response.body)
        .toString()
        .replaceAll(request.target, '')
        .replaceAll(/\S*\d\S*/g, '');
