import { header, type Reply } from '../../src/http/exchange.ts';
import { depthLimit, measure } from '../../src/json/body.ts';
import type { Claim } from '../core/claim.ts';
import { wrapsObject } from '../core/profile.ts';
import { profiles } from '../profiles/profiles.ts';
import { eachAccepted } from '../core/claims.ts';

/** What a response says its body is. */
const typeOf = ({ headers }: Reply): string | undefined => header(headers, 'content-type');

/** Whether a media type is `application/json`, or ends in `+json`; parameters apart. */
export function isJsonType(type = ''): boolean {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return essence === 'application/json' || /^[^/]+\/[^/]+\+json$/.test(essence);
}

/** A claim that the response to an accepted request has a body that parses as JSON; one without a body has none. */
export const parsesAsJson: Claim = eachAccepted((answer, judge) => {
  const { body, reply } = answer;
  // How deep we read is a limit of ours (READINGS 29).
  if (measure(reply.body).depth > depthLimit)
    return judge.inconclusive(
      `the body nests deeper than ${depthLimit} levels, which is as deep as it is read`,
    );
  // JSON that shows nothing breaks another rule, and is no example of this one.
  if ('json' in body && !wrapsObject(body.json)) return;
  judge.claim('json' in body, () => ({
    expected: 'a JSON body',
    saw: 'json' in body ? 'one' : body.unreadable,
    shown: [answer],
  }));
});

/** Claims that the response to an accepted request does not begin with a byte order mark. */
export const beginsWithJson: Claim = eachAccepted(({ call, json, operation, reply }, judge) => {
  if (json === undefined || !profiles[operation].showsResource(json)) return;
  judge.claim(!hasByteOrderMark(reply.body), () => ({
    expected: 'a body that begins with a JSON value',
    saw: 'a byte order mark (EF BB BF) before it',
    shown: [{ call, reply }],
  }));
});

const hasByteOrderMark = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf;

/** A claim that the response to an accepted request says in its header that it is JSON; parameters apart. */
export const saysJson: Claim = eachAccepted(({ call, json, operation, reply }, judge) => {
  // A response that shows nothing breaks another rule, and is no example of this one.
  if (json === undefined || !profiles[operation].showsResource(json)) return;
  judge.claim(isJsonType(typeOf(reply)), () => ({
    expected: 'Content-Type application/json or one ending in +json',
    saw: typeOf(reply) ?? 'none',
    shown: [{ call, reply }],
  }));
});
