import { isLost } from '../../src/http/exchange.ts';
import type { NodeTarget, Target } from '../core/target.ts';
import { nodeInPath } from '../interface/operation-of.ts';
import { keyOfNode } from '../interface/read-answer.ts';
import type { ForeignExchange } from './foreign-exchange.ts';

/** How many nodes are found beyond those of the target file. */
const mostNodes = 10_000;
/** How many base URLs are found beyond that of the target. */
const mostBaseUrls = 100;

/** A target that learns from exchanges what the target file does not name. */
export function targetInTraffic(given: Target): {
  readonly target: Target;
  readonly learn: (exchange: ForeignExchange) => void;
} {
  const nodes: NodeTarget[] = [...given.nodes];
  const known = new Set(nodes.map(keyOfNode));
  const otherBaseUrls: string[] = [];
  return {
    target: { ...given, nodes, otherBaseUrls },
    learn: ({ call, reply, askedAt }) => {
      // A node is known once it is listed.
      const node = isLost(reply) || reply.status > 299 ? undefined : nodeInPath(call);
      if (node && nodes.length < given.nodes.length + mostNodes && !known.has(keyOfNode(node))) {
        known.add(keyOfNode(node));
        nodes.push(node);
      }
      // A link may begin with the address that its client used.
      if (askedAt === undefined || otherBaseUrls.length >= mostBaseUrls) return;
      if (!otherBaseUrls.includes(askedAt)) otherBaseUrls.push(askedAt);
    },
  };
}
