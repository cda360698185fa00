import { bodyText, type Exchange, isLost, type Lost } from '../../src/http/exchange.ts';
import { redactedHeaders, secretInResponse } from '../../src/secrets/exchange-secrets.ts';
import { redactionMark } from '../../src/secrets/names.ts';
import { everyNamed, type NamedTest, type Redactor } from '../../src/secrets/redactor.ts';
import { remedyWords } from '../core/remedies.ts';
import type { Result } from '../core/verdict.ts';
import { keptOfBody } from '../engine/memory-limits.ts';
import type { TimedExchange } from '../engine/sending/recorder.ts';
import { beginLongWork } from '../engine/yielding.ts';
import type { ShownExchange } from './report.ts';

/** A body as text; of a long one its beginning, up to a whole character, and how long it is. */
function keptText(body: Uint8Array, size = body.byteLength, room = keptOfBody): string {
  const end = Math.min(room, body.byteLength);
  if (size <= end) return bodyText(body);
  const beginning = bodyText(body.subarray(0, end)).replace(/\ufffd$/, '');
  return `${beginning}… (${size} bytes)`;
}

/** Replaces a body for which there was no time; read as JSON, it is a string. */
export const unshownBody = `"${redactionMark}: the run had to end before this body was redacted"`;

/** Who sent an exchange, and from when on there is no more time for bodies, on the clock of `performance.now()`. */
type ShowManner = {
  readonly isForeign?: boolean;
  readonly reportBy?: number | undefined;
  /** How much of the body of the response is shown, in bytes. */
  readonly room?: number | undefined;
};

const lostShown = ({ remedy, ...lost }: Lost, redactor: Redactor): ShownExchange['response'] => ({
  ...lost,
  detail: redactor.foreign(lost.detail),
  ...(remedy === undefined ? {} : { remedy: remedyWords(remedy) }),
});

/**
 * An exchange as text, without its secrets. In a request of ours nothing is a secret by its name: its values are known, or made
 * up. `bodySize` is that of the whole body, where only its beginning is there.
 */
export function show(
  exchange: Exchange & Pick<TimedExchange, 'bodySize'>,
  redactor: Redactor,
  { isForeign = false, reportBy = Number.POSITIVE_INFINITY, room }: ShowManner = {},
): ShownExchange {
  const { request, response, bodySize } = exchange;
  const { body, method } = request;
  const shown = (text: string, isSecret?: NamedTest): string =>
    performance.now() > reportBy ? unshownBody : redactor.body(text, isSecret);
  const asked = isForeign ? redactor.foreign : redactor.text;
  return {
    request: {
      method,
      target: asked(request.target),
      headers: redactedHeaders(request.headers, redactor),
      ...(body ? { body: shown(keptText(body), isForeign ? everyNamed : undefined) } : {}),
    },
    response: isLost(response)
      ? lostShown(response, redactor)
      : {
          status: response.status,
          headers: redactedHeaders(response.headers, redactor),
          body: shown(keptText(response.body, bodySize, room), secretInResponse(redactor.names, exchange)),
          ms: Math.round(response.ms * 10) / 10,
        },
  };
}

/**
 * Teaches a redactor the secrets of all exchanges that results show, with turns of others between them. From `reportBy` on, on the clock of `performance.now()`,
 * there is no time to look for them: then no body is shown at all.
 */
export async function learnShown(
  redactor: Redactor,
  results: readonly Result[],
  secretsIn: (exchange: Exchange) => string[],
  reportBy = Number.POSITIVE_INFINITY,
): Promise<void> {
  const shown = results.flatMap(({ exchanges, intermittent = [] }) => [
    ...exchanges,
    ...intermittent.flatMap((once) => once.exchanges),
  ]);
  const turn = beginLongWork();
  for (const exchange of new Map(shown.map((one) => [one.response, one])).values()) {
    await turn();
    if (redactor.isFull()) return;
    if (performance.now() > reportBy) redactor.redactBodies();
    else redactor.learn(secretsIn(exchange));
  }
}
