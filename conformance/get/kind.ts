// Operations that only return something.

import { operationsIn, placeOfParameter } from '../../src/contract/openapi.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { pointerTo } from '../../src/json/json.ts';
import type { Kind, Probe, Probing } from '../core/kind.ts';
import experiments from './experiments.ts';
import { unknownParameter } from './unknown-parameter.ts';

export const get: Kind = { of: 'get', experiments: [experiments], probe: probeGet };

/** Sends nothing, but says which example is missing if nothing can be asked. */
async function probeGet(operation: OperationId, { context }: Probing): Promise<readonly Probe[]> {
  const { document, wantedExamples } = context.contract;
  const unknown = unknownParameter(context, operation);
  const part = operationsIn(document).find(({ id }) => id === operation);
  if (!unknown || !part) return [];
  const path = placeOfParameter(document, part, unknown);
  const line = path && wantedExamples?.get(pointerTo(path));
  if (line === undefined) return [];
  const remedy = { kind: 'example', field: unknown.name, line } as const;
  return [{ operation, exchanges: [], unavailable: { operation, state: 'no example', remedy } }];
}
