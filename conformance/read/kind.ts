// Operations that read one record.

import type { OperationId } from '../../src/contract/contract.ts';
import { creatorOf, isStateful, operationIn } from '../../src/contract/operations.ts';
import { createdIn } from '../core/created.ts';
import type { Kind, Probe, Probing } from '../core/kind.ts';
import { requestAt } from '../core/requests.ts';
import { probeCreation } from '../create/kind.ts';
import experiments from './experiments.ts';
import rules from './rules.ts';

export const read: Kind = { of: 'read', rules: [rules], experiments: [experiments], probe };

/** Reads what the probe of its creation created. */
async function probe(operation: OperationId, probing: Probing): Promise<readonly Probe[]> {
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
  return [{ operation, exchanges: await twice(exchange) }];
}
