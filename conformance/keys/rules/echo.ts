import type { Mutant } from '../../../src/http/exchange.ts';
import { at, isObject, type Json, withAt, withoutAt } from '../../../src/json/json.ts';
import type { Claim } from '../../core/claim.ts';
import type { Answer } from '../../core/evidence.ts';
import { printValue } from '../../core/print.ts';
import { rateLimitLine } from '../../core/remedies.ts';
import { rules } from '../../core/rule.ts';
import { beyondPlain, echoed, echoedLetters, echoedPlain, isBeyondPlain } from '../../create/echo.ts';
import { eachCreation, isBrokenAt, neverCrashes } from '../../core/claims.ts';
import { changeReply, changeStatus, escaped, misencoded, withoutAccents } from '../../core/reply-mutants.ts';
import { jsonOfCall, keptInOnePlace } from '../../core/request-mutants.ts';

/** The length of the shortest column that servers keep names in. */
const column = 64;

const isLongText = (name: string): boolean => name.length > column && /^[ -~]*$/.test(name);

const name = ['data', 'name'];

const rateLimit = ['data', 'reserved_rate_limit'];

/**
 * Keys without a rate limit do not show limits that were sent for others. One such limit may be the default of the server:
 * only two that differ are of others.
 */
const neverOfAnother: Claim = {
  on: 'answers',
  open: () => {
    const sentLimits = new Set<number>();
    let first: { readonly limit: number; readonly answer: Answer } | undefined;
    return (answer, judge) => {
      const { request, shape, json } = answer;
      const sent = at(request.json, ...rateLimit);
      const shown = shape && json ? at(json, ...rateLimit) : undefined;
      if (typeof sent === 'number') sentLimits.add(sent);
      if (sent !== undefined || typeof shown !== 'number' || !sentLimits.has(shown)) return;
      first ??= { limit: shown, answer };
      const { limit, answer: other } = first;
      judge.claim(shown === limit, () => ({
        expected: 'keys that were created without a reserved_rate_limit do not show those of others',
        saw: `${shown}, and ${limit} for another key`,
        shown: [other, answer],
      }));
    };
  },
};

/** The rate limit of the key before is shown where none is sent. */
const leaking: Mutant = (next, contract) => {
  let last: Json | undefined;
  return changeReply('application-key', (json, call) => {
    const sent = at(jsonOfCall(call), ...rateLimit) as Json | undefined;
    last = sent ?? last;
    return last === undefined ? undefined : withAt(json, rateLimit, last);
  })(next, contract);
};

export default rules(['fields', 'echo'], {
  'long-name-not-crash': {
    topic: ['rejections'],
    title: 'a long `data.name` of a key does not cause a 5xx status',
    claims: [neverCrashes(isLong, `a key request with a \`data.name\` of more than ${column} characters`)],
    mutants: [
      {
        name: 'a name longer than its column crashes the server',
        wire: changeStatus('application-key', (status, call) =>
          isLongText(String(at(jsonOfCall(call), 'data', 'name'))) ? 500 : status,
        ),
      },
      {
        name: 'a name of 65 to 255 characters crashes the server, and a longer one is rejected',
        wire: changeStatus('application-key', (status, call) => {
          const name = String(at(jsonOfCall(call), 'data', 'name'));
          if (!isLongText(name)) return status;
          return name.length < 256 ? 500 : 422;
        }),
      },
    ],
  },
  'name-echo-beyond-ascii': {
    title: 'emoji, signs beyond ASCII and double spaces in data.name are returned',
    claims: [echoed({ sentAt: name, shownAt: name, isMeant: isBeyondPlain, read: beyondPlain })],
    mutants: [
      {
        name: 'spaces side by side in names become one',
        wire: renamed((text) => text.replaceAll(/ +/g, ' ')),
      },
      {
        name: 'quotation marks beyond ASCII are replaced',
        wire: renamed((text) => text.replaceAll('’', "'")),
      },
      {
        name: 'characters above U+FFFF are replaced',
        wire: renamed((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
      },
    ],
  },
  'name-echo': {
    title: 'data.name is returned as sent',
    shows: 'content',
    claims: [...echoedPlain({ sentAt: name, shownAt: name }), echoedLetters({ sentAt: name, shownAt: name })],
    mutants: [
      { name: 'names come back in lower case', wire: renamed((text) => text.toLowerCase()) },
      { name: 'names are cut after 20 characters', wire: renamed((text) => text.slice(0, 20)) },
      { name: 'names are cut after 255 characters', wire: renamed((text) => text.slice(0, 255)) },
      {
        name: 'names of digits lose leading zeros',
        wire: renamed((text) => text.replace(/^0+(?=\d+$)/, '')),
      },
      { name: 'names come back as slugs', wire: renamed((text) => text.replaceAll(' ', '-')) },
      { name: 'names come back escaped for HTML', wire: renamed(escaped) },
      { name: 'names come back percent-decoded', wire: renamed((text) => text.replaceAll('%2F', '/')) },
      { name: 'names lose what looks like a tag', wire: renamed((text) => text.replaceAll(/<[^>]*>/g, '')) },
      {
        name: 'names with spaces around them end after their first word',
        wire: renamed((text) => (text.startsWith(' ') ? (text.trim().split(' ')[0] ?? '') : text)),
      },
      { name: 'an empty name is replaced by an invented one', wire: renamed((text) => text || 'New key') },
      { name: 'names lose what is beyond ASCII', wire: renamed((text) => text.replaceAll(/[^ -~]/gu, '?')) },
      { name: 'names are written as UTF-8 and read as Latin-1', wire: renamed(misencoded) },
      { name: 'names lose their accents', wire: renamed(withoutAccents) },
      {
        name: 'Chinese letters of names are replaced',
        wire: renamed((text) => text.replaceAll(/\p{Script=Han}/gu, '\ufffd')),
      },
      {
        name: 'keys that are created at once share a name',
        wire: keptInOnePlace('application-key', name, name),
      },
      { name: 'a key with a rate limit is called after its type', wire: calledAfterType() },
    ],
  },
  'rate-limit-echo-others': {
    title: 'every accepted `reserved_rate_limit` is returned as sent',
    claims: [
      eachCreation(({ answer, sent, shown }, judge) => {
        const asked = at(sent, ...rateLimit);
        if (!Number.isInteger(asked) || asked === judge.target.key.reserved_rate_limit) return;
        if (!isObject(shown.data) || isBrokenAt(answer, rateLimit)) return;
        const back = at(shown, ...rateLimit);
        judge.claim(back === asked, () => ({
          expected: `data.reserved_rate_limit is ${asked}`,
          saw: printValue(back),
          shown: [answer],
        }));
      }),
      neverOfAnother,
    ],
    mutants: [
      { name: 'a rate limit of 0 is dropped', wire: relimited((limit) => (limit === 0 ? undefined : limit)) },
      {
        name: 'a rate limit of 0 is shown as none',
        wire: relimited((limit) => (limit === 0 ? null : limit)),
      },
      {
        name: 'a rate limit is lowered to a maximum',
        wire: relimited((limit) => Math.min(limit, 10_000)),
      },
      { name: 'a rate limit is raised to a minimum', wire: relimited((limit) => Math.max(limit, 1)) },
      { name: 'a key without a rate limit has that of the key before', wire: leaking },
    ],
  },
  'rate-limit-echo': {
    title: 'the `reserved_rate_limit` of the target file is returned as sent',
    shows: 'content',
    claims: [
      eachCreation(({ answer, sent, shown }, judge) => {
        const declaredLimit = judge.target.key.reserved_rate_limit;
        if (declaredLimit === undefined)
          return judge.untested('the target file declares no rate limit', rateLimitLine);
        if (
          at(sent, ...rateLimit) !== declaredLimit ||
          !isObject(shown.data) ||
          isBrokenAt(answer, rateLimit)
        )
          return;
        const back = at(shown, ...rateLimit);
        judge.claim(back === declaredLimit, () => ({
          expected: `data.reserved_rate_limit is ${declaredLimit}`,
          saw: printValue(back),
          shown: [answer],
        }));
      }),
    ],
    mutants: [
      {
        name: 'the rate limit is not shown',
        wire: changeReply('application-key', (json) => withoutAt(json, rateLimit)),
      },
      {
        name: 'reserved_rate_limit is always the default',
        wire: changeReply('application-key', (json) => withAt(json, rateLimit, 60)),
      },
      {
        name: 'the rate limit is returned multiplied by 60',
        wire: changeReply('application-key', (json, call) => {
          const sent = at(jsonOfCall(call), ...rateLimit);
          return typeof sent === 'number' ? withAt(json, rateLimit, sent * 60) : undefined;
        }),
      },
    ],
  },
});

/** Whether a key request is valid, its name plain and longer than that. */
function isLong({ request }: Answer): boolean {
  const name = at(request.json, 'data', 'name');
  return request.defects.length === 0 && typeof name === 'string' && isLongText(name);
}

function renamed(rename: (text: string) => string) {
  return changeReply('application-key', (json) => withAt(json, name, rename(String(at(json, ...name)))));
}

function calledAfterType() {
  return changeReply('application-key', (json) =>
    at(json, 'data', 'reserved_rate_limit') === undefined ? undefined : withAt(json, name, 'application_key'),
  );
}

function relimited(relimit: (limit: number) => number | null | undefined) {
  return changeReply('application-key', (json, call) => {
    const asked = at(jsonOfCall(call), ...rateLimit);
    if (typeof asked !== 'number') return undefined;
    const limit = relimit(asked);
    return limit === undefined ? withoutAt(json, rateLimit) : withAt(json, rateLimit, limit);
  });
}
