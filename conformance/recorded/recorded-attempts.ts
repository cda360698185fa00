import type { Contract } from '../../src/contract/contract.ts';
import { clauseId } from '../../src/contract/kind-clauses.ts';
import { isOfKind } from '../../src/contract/operations.ts';
import { header } from '../../src/http/exchange.ts';
import type { Attempt, ReadExchange } from '../core/evidence.ts';
import { bare, type RunExchange } from '../core/exchange.ts';
import { isUnknown } from '../core/redacted-values.ts';
import { digest } from '../core/same-as-sent.ts';
import type { AttemptPart } from '../report/report.ts';
import type { ForeignExchange } from './foreign-exchange.ts';

/** Later, in milliseconds, a repeated request may have another result for good reasons. */
const longest = 60_000;
const mostRemembered = 5000;
/** Rejections that are about the client, money or time, not the request. */
const excused = [401, 402, 403, 408, 409, 410, 423, 425, 429, 451];

type SentAt = { readonly exchange: RunExchange; readonly time: number };
type Repeated = { accepted?: SentAt; rejected?: SentAt & { readonly before: RunExchange } };

export function findAttempts(contract: Contract, onAttempt: (attempt: Attempt) => void) {
  const check = attemptsOfCheck(contract);
  const takeRepeated = repeatedRequests(onAttempt);
  return {
    takeParts: check.take,
    /** Takes a response to a client; `exchange` has its original headers. */
    take: (read: ReadExchange, exchange: ForeignExchange, time: number): void => {
      if (exchange.isOfCheck || !isOfKind(contract, read.operation, 'create')) return;
      if (read.accepted && isNoJson(exchange.request))
        onAttempt({
          operation: read.operation,
          clause: clauseId(read.operation, 'request-body-json'),
          what: 'a request with a body that is not JSON',
          expects: 'rejection',
          exchange: bare(read),
        });
      takeRepeated(read, exchange, time);
    },
    ofCheck: check.all,
  };
}

type AttemptParts = {
  about?: AttemptPart['about'];
  readonly one: Partial<Record<AttemptPart['as'], RunExchange>>;
  readonly readAfter: Map<number, RunExchange>;
};

function attemptsOfCheck(contract: Contract) {
  const parts = new Map<number, AttemptParts>();
  return {
    take: ({ request, response, attempts = [] }: ForeignExchange, id: number): void => {
      for (const { attempt, as, about, place = 0 } of attempts) {
        const known: AttemptParts = parts.get(attempt) ?? { one: {}, readAfter: new Map() };
        const exchange = { id, request, response };
        if (as === 'readAfter') known.readAfter.set(place, exchange);
        else known.one[as] = exchange;
        if (about) known.about = about;
        parts.set(attempt, known);
      }
    },
    all: (): Attempt[] =>
      [...parts.values()].flatMap(
        ({ about, one: { exchange, before, after, failedOnce, readBefore }, readAfter }) => {
          if (!about || !exchange) return [];
          if (about.expects !== 'either' && !contract.clauses.has(about.clause)) return [];
          const { readAfter: count, ...rest } = about;
          // If a reading was not recorded, the effect of the request is unknown.
          const isRead = count !== undefined && count === readAfter.size;
          const inOrder = [...readAfter].toSorted(([one], [other]) => one - other).map(([, read]) => read);
          return [
            {
              ...rest,
              exchange,
              before,
              after,
              failedOnce,
              ...(isRead ? { readings: { after: inOrder, before: readBefore } } : {}),
            },
          ];
        },
      ),
  };
}

/** Finds requests that were rejected between two equal accepted ones (READINGS P3). */
function repeatedRequests(
  onAttempt: (attempt: Attempt) => void,
): (exchange: ReadExchange, original: ForeignExchange, time: number) => void {
  const remembered = new Map<string, Repeated>();
  return (read, original, time) => {
    const { operation, requestContent, response, accepted } = read;
    if (requestContent.json === undefined || requestContent.defects.length > 0) return;
    const headers = original.request.headers
      .map(([name, value]) => `${name}: ${value}`)
      .filter(isTellingHeader);
    const asked = JSON.stringify([operation, requestContent.json, headers]);
    // Redacted requests cannot be compared.
    if (isUnknown(read, asked)) return;
    const key = digest(asked);
    const known = remembered.get(key) ?? {};
    remembered.delete(key);
    remembered.set(key, known);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    const exchange = bare(read);
    if (accepted) {
      const { rejected } = known;
      if (rejected && Math.abs(time - rejected.time) <= longest)
        onAttempt({
          operation,
          clause: clauseId(operation, 'accepted'),
          what: 'a request that was accepted before and after',
          expects: 'acceptance',
          exchange: rejected.exchange,
          before: rejected.before,
          after: exchange,
        });
      known.accepted = { exchange, time };
      delete known.rejected;
    } else if (
      known.accepted &&
      !excused.includes(response.status) &&
      Math.abs(time - known.accepted.time) <= longest
    ) {
      known.rejected = { exchange, time, before: known.accepted.exchange };
    }
  };
}

/** Whether a body cannot be JSON by its beginning; encoded bodies are not read. */
function isNoJson({ body, headers }: ForeignExchange['request']): boolean {
  if (!body || header(headers, 'content-encoding') !== undefined) return false;
  const beginning = Buffer.from(body.subarray(0, 64)).toString('latin1').trimStart();
  return /^[!-~]/.test(beginning) && !/^[[{"\-0-9tfn]/.test(beginning);
}

const isTellingHeader = (header: string): boolean =>
  !/^(date|content-length|traceparent|x-request-id):/i.test(header);
