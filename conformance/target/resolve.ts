import { operationIds } from '../../src/contract/contract.ts';
import { isLoopback } from '../../src/http/loopback.ts';
import type { HiddenProduct, NodeTarget, Target } from '../core/target.ts';
import { checkBaseUrl } from './base-url.ts';
import { readPins } from './pins.ts';
import type { LiveProduct, NodeEntry, TargetFile } from './target-file.ts';

/**
 * The target that a file describes, at a base URL. Nodes of the command line are added unless the file has them.
 * Unless the operator says otherwise, only a target on loopback may be written to; nothing is known-good.
 */
export function resolveTarget(file: TargetFile, baseUrl: string, nodes: readonly NodeTarget[] = []): Target {
  const known = new Map((file.nodes ?? []).map((node) => [keyOf(node), resolveNode(node)]));
  const live = [...(file.nodes ?? []), file].flatMap((one) => one.live ?? []);
  const [subscription = {}, ...others] = [file.subscription ?? {}].flat();
  return {
    baseUrl,
    ...(file.publicUrl === undefined ? {} : { publicUrl: checkBaseUrl(file.publicUrl, 'publicUrl') }),
    tokens: tokensOf(file.token),
    headers: Object.entries(file.headers ?? {}),
    writes: file.writes === undefined ? isLoopback(baseUrl) : file.writes === 'allow',
    key: file.key ?? {},
    subscriptions: [subscription, ...others],
    nodes: [...known.values(), ...nodes.filter((node) => !known.has(keyOf(node)))],
    ...(file.live ? { live: file.live.map(idOf) } : {}),
    ...(file.hidden ? { hidden: file.hidden } : {}),
    declared: new Map(
      live.flatMap((one) => (typeof one === 'string' ? [] : [[one.id.toLowerCase(), one] as const])),
    ),
    choices: readPins(file.choices),
  };
}

const resolveNode = ({ live, ...node }: NodeEntry): NodeTarget => ({
  ...node,
  ...(live ? { live: live.map(idOf) } : {}),
});

/** The id of a product, however it is in a target file. */
export const idOf = (product: LiveProduct | HiddenProduct): string =>
  typeof product === 'string' ? product : product.id;

const tokensOf = (token: TargetFile['token']): Target['tokens'] =>
  typeof token === 'string' ? Object.fromEntries(operationIds.map((id) => [id, token])) : (token ?? {});

const keyOf = ({ hierarchy, node }: Pick<NodeTarget, 'hierarchy' | 'node'>): string =>
  `${hierarchy}/${node}`.toLowerCase();
