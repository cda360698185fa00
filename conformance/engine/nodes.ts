import type { Probe } from './probe.ts';
import type { NodeTarget } from './target.ts';
import { Withheld } from './verdict.ts';

const remedy = 'nodes: [{ hierarchy: …, node: … }]';

/** Makes a claim about every node of the target. */
export async function eachNode(probe: Probe, claim: (node: NodeTarget) => Promise<void>): Promise<void> {
  probe.occasion(probe.target.nodes.length > 0, 'no node to list is known', remedy);
  await eachOf(probe.target.nodes, claim);
}

/**
 * Makes a claim about each of several things. What gives no occasion is passed over: the rule is unexercised
 * only if all of them do so, and inconclusive if a premise was missing on any.
 */
export async function eachOf<T>(things: readonly T[], claim: (thing: T) => Promise<void>): Promise<void> {
  const withheld: Withheld[] = [];
  for (const thing of things) {
    const missing = await attempt(claim(thing));
    if (missing) withheld.push(missing);
  }
  const decisive = withheld.find(({ verdict }) => verdict === 'inconclusive');
  if (decisive) throw decisive;
  const [first] = withheld;
  if (first && withheld.length === things.length) throw first;
}

/** Makes a claim about the first node that lets it be made: for rules in which nodes do not differ. */
export async function anyNode(probe: Probe, claim: (node: NodeTarget) => Promise<void>): Promise<void> {
  probe.occasion(probe.target.nodes.length > 0, 'no node to list is known', remedy);
  let first: Withheld | undefined;
  for (const node of probe.target.nodes) {
    const missing = await attempt(claim(node));
    if (!missing) return;
    first ??= missing;
  }
  if (first) throw first;
}

/** What kept a claim from being made, if anything did. A claim that breaks, breaks. */
export async function attempt(claim: Promise<unknown>): Promise<Withheld | undefined> {
  try {
    await claim;
    return undefined;
  } catch (error) {
    if (error instanceof Withheld) return error;
    throw error;
  }
}
