import type { Catalogue } from '../../conformance/engine/catalogue.ts';
import { measure } from '../../conformance/engine/cost.ts';
import { select } from '../../conformance/engine/select.ts';
import { deal, type Shard } from '../../conformance/engine/shard.ts';
import { createWire } from '../../conformance/engine/wire.ts';
import type { CheckOptions } from './check-options.ts';
import type { StandIn } from './stand-in.ts';

/** The rules and observations of one shard. Costs are measured on the stand-in, so every machine deals alike. */
export async function dealtTo(
  { index, count }: { readonly index: number; readonly count: number },
  options: Pick<CheckOptions, 'only' | 'skip' | 'require' | 'seed' | 'runs'>,
  catalogue: Catalogue,
  { contract, target, transport }: StandIn,
): Promise<Shard> {
  const { seed, runs } = options;
  const setting = { contract, target, seed, draws: 10 * runs, nonce: '00000000' };
  const { rules, observations } = select(catalogue, options);
  const costs = await measure(setting, createWire(transport), catalogue);
  const hands = deal([...new Set([...rules, ...observations])], costs, count);
  return { index, count, ids: hands[index - 1] ?? new Set() };
}
