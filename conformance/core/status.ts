import { type Exchange, header, isLost, type Lost, type Reply } from '../../src/http/exchange.ts';

/** Accepted is 2xx, refused is 4xx, and nothing else is either (READINGS, levels). */
export const isAccepted = ({ reply }: { readonly reply: Reply }): boolean =>
  reply.status >= 200 && reply.status <= 299;
/** See {@link isAccepted}. */
export const isRefused = ({ reply }: { readonly reply: Reply }): boolean =>
  reply.status >= 400 && reply.status <= 499;

/**
 * Statuses by which a gateway or a limiter speaks, and not the target (READINGS 28); 408 and 421 say that a request came
 * too slowly, or over the wrong connection (RFC 9110, 15.5.9 and 15.5.20).
 */
const interfering = [408, 421, 429, 502, 503, 504];

/** By these, Cloudflare says that it cannot reach the target, or does not understand it; no target sends them itself. */
const isOfCloudflare = (status: number): boolean => status >= 520 && status <= 530;

/** Whether a gateway or a limiter speaks; some limiters answer 403, and say when to come again. */
export const isInterfering = ({ status, headers }: Reply): boolean =>
  interfering.includes(status) ||
  isOfCloudflare(status) ||
  (status === 403 && header(headers, 'retry-after') !== undefined);

/** Whether the target did not let a request in: which tokens are good, and for how long, is open (READINGS 10). */
export const wasLeftOutside = ({ reply }: Exchange): boolean =>
  !isLost(reply) && (reply.status === 401 || reply.status === 403);

/** Whether what comes next must go over another connection (RFC 9110, 15.5.9 and 15.5.20). */
export const wantsFreshConnection = ({ status }: Reply): boolean => status === 408 || status === 421;

/** Asks for fewer requests a second; a run puts the rate in its place that the target stood. */
export const rateRemedy = '--rate 5/s';

/** Why a reply says nothing about the contract, if it says nothing: nothing came, a gateway spoke, or it points elsewhere. */
export function interference(reply: Reply | Lost): { why: string; remedy?: string } | undefined {
  if (isLost(reply))
    return {
      why: `no reply: ${reply.detail}`,
      ...(reply.remedy === undefined ? {} : { remedy: reply.remedy }),
    };
  const { status, headers } = reply;
  if (isInterfering(reply)) {
    const why = `the target answered ${status}, which is never a verdict`;
    return wantsFreshConnection(reply) ? { why } : { why, remedy: rateRemedy };
  }
  if (status < 300 || status > 399) return undefined;
  const where = header(headers, 'location');
  return {
    why: `the target redirects (${status}${where === undefined ? '' : ` to ${where}`}), and redirects are not followed`,
  };
}

/** What became of a request, in the words of an observation or a finding. */
export function outcomeOf({ reply }: Exchange): string {
  if (isLost(reply)) return `not answered (${reply.detail})`;
  if (isAccepted({ reply })) return 'accepted';
  return isRefused({ reply }) ? `refused (${reply.status})` : `answered ${reply.status}`;
}

/** Whether an exchange ended in an acceptance. */
export const wasAccepted = ({ reply }: Exchange): boolean => !isLost(reply) && isAccepted({ reply });
/** Whether an exchange ended in a refusal. */
export const wasRefused = ({ reply }: Exchange): boolean => !isLost(reply) && isRefused({ reply });
