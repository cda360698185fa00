import { type HttpRequest, header } from '../../src/http/exchange.ts';
import { writtenIn } from '../../src/secrets/credentials.ts';

/** A letter, a digit or a bracket that needs no encoding, in small letters. */
const oddAddress = /%(?:3\d|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]|[57][bd])/;

const oddBody = /:\s*""|\\u/;

export const odditiesOf = (
  { target, body, headers }: HttpRequest,
  tokens: readonly string[] = [],
): number => {
  const credentials = header(headers, 'authorization');
  return [
    oddAddress.test(target),
    oddBody.test(requestText(body)),
    body !== undefined && header(headers, 'content-type') !== 'application/json',
    tokens.length > 0 &&
      credentials !== undefined &&
      !tokens.some((token) => isSentToken(token, credentials)),
    header(headers, 'cache-control') !== undefined,
  ].filter(Boolean).length;
};

const isSentToken = (token: string, credentials: string): boolean =>
  token === credentials ||
  (['Bearer', 'Basic'] as const).some((prefix) => writtenIn({ prefix }, token) === credentials);

export function plainnessKey(request: HttpRequest, tokens: readonly string[], isOdd: boolean): string {
  const text = requestText(request.body);
  const oddities = odditiesOf(request, tokens) + (isOdd ? 1 : 0);
  return `${oddities} ${String(request.target.length + text.length).padStart(8, '0')} ${request.target} ${text}`;
}

const requestText = (body: HttpRequest['body']): string => Buffer.from(body ?? []).toString('utf8');
