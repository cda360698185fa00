import type { Catalogue } from './catalogue.ts';
import { judge } from './judge.ts';
import type { Setting } from './probe.ts';
import type { Observation, Rule } from './rule.ts';
import { observe } from './run.ts';
import type { Wire } from './wire.ts';
import { keyOf } from './wire.ts';

/** The calls that each rule and each observation sends, those of the rules it needs included. */
export type Costs = ReadonlyMap<string, ReadonlySet<string>>;

/** The calls of one of them. */
export const costOf = (costs: Costs, id: string): ReadonlySet<string> => costs.get(id) ?? new Set();

/** Finds out what each sends, in order, by running it once over a wire. */
export async function measure(
  setting: Setting,
  wire: Wire,
  { rules, observations }: Catalogue,
): Promise<Costs> {
  const own = new Map<string, ReadonlySet<string>>();
  for (const rule of rules) own.set(rule.id, await callsOf(rule, wire, (over) => judge(setting, over, rule)));
  for (const look of observations)
    own.set(look.id, await callsOf(look, wire, (over) => observe(setting, over, look)));
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const whole = (id: string): ReadonlySet<string> =>
    new Set([...(byId.get(id)?.needs ?? []).flatMap((needed) => [...whole(needed)]), ...costOf(own, id)]);
  return new Map([...own.keys()].map((id) => [id, whole(id)]));
}

async function callsOf(
  { id }: Rule | Observation,
  wire: Wire,
  run: (wire: Wire) => Promise<unknown>,
): Promise<ReadonlySet<string>> {
  const calls = new Set<string>();
  const watched: Wire = {
    send: (call, afresh) => {
      calls.add(afresh ? `${id} ${calls.size}` : keyOf(call));
      return wire.send(call, afresh);
    },
    anew: () => watched,
  };
  await run(watched);
  return calls;
}
