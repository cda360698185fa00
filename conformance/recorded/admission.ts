import type { Contract } from '../../src/contract/contract.ts';
import { descriptorOf } from '../../src/contract/operations/operations.ts';
import { header, isLost } from '../../src/http/exchange.ts';
import { excessLength } from '../../src/json/body.ts';
import { numberWords } from '../../src/number-words.ts';
import { transientFailure, wasRejected } from '../core/status.ts';
import { operationOf } from '../interface/operation-of.ts';
import { isJsonType } from '../interface/reply-claims.ts';
import type { ForeignExchange } from './foreign-exchange.ts';

/** Why an exchange is left alone, in the words of a report; undefined where it is judged. */
export function whyLeftAlone(contract: Contract, exchange: ForeignExchange): string | undefined {
  const { call, reply, isOfCheck } = exchange;
  const operation = operationOf(call);
  if (!operation || call.method !== contract.operations[operation].method) return 'of other operations';
  if (isLost(reply))
    return reply.lost === 'oversize' ? `with a body of ${excessLength}` : 'without a response';
  if (transientFailure(reply)) return 'a gateway, a rate limiter or a redirect responded';
  if (isOfCheck) return undefined;
  // What foreign products leave out or add may be why: which headers a server wants is not stated.
  if ((call.body === undefined || !descriptorOf(operation).hasBody) && wasRejected(exchange))
    return 'listings rejected, and a recording does not contain the reason';
  return asksForJson(exchange) ? undefined : 'that ask for something else than JSON';
}

const asksForJson = ({ call }: ForeignExchange): boolean =>
  (header(call.headers, 'accept') ?? '*/*')
    .split(',')
    .map((range) => range.split(';')[0]?.trim().toLowerCase() ?? '')
    .some((range) => ['*/*', 'application/*', ''].includes(range) || isJsonType(range));

/** Counts what is left alone, by the reason. */
export function countReasons(): {
  readonly add: (reason: string, count?: number) => void;
  readonly words: () => string[];
} {
  const counts = new Map<string, number>();
  return {
    add: (reason, count = 1) => {
      if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count);
    },
    words: () => [...counts].map(([reason, count]) => `${numberWords(count)} ${reason}`),
  };
}
