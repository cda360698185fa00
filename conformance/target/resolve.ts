import type { NodeTarget, Target } from '../engine/target.ts';
import { isLoopback } from './base-url.ts';
import type { TargetFile } from './target-file.ts';

/**
 * The target that a file describes, at a base URL. Nodes named besides are added unless the file has them.
 * Without a word of the operator, a target on loopback may be written to and takes any payment authority.
 */
export function resolveTarget(file: TargetFile, baseUrl: string, nodes: readonly NodeTarget[] = []): Target {
  const loopback = isLoopback(baseUrl);
  const { payment = loopback ? 'any' : undefined, ...subscription } = file.subscription ?? {};
  const known = new Map((file.nodes ?? []).map((node) => [keyOf(node), node]));
  return {
    baseUrl,
    ...(file.token === undefined ? {} : { token: file.token }),
    headers: Object.entries(file.headers ?? {}),
    writes: file.writes === undefined ? loopback : file.writes === 'allow',
    subscription: { currency: 'USD', ...subscription, ...(payment === undefined ? {} : { payment }) },
    nodes: [...known.values(), ...nodes.filter((node) => !known.has(keyOf(node)))],
  };
}

const keyOf = ({ hierarchy, node }: NodeTarget): string => `${hierarchy}/${node}`.toLowerCase();
