import { header, type Mutant } from '../../src/http/exchange.ts';
import { at, isObject, type Json, type JsonObject, withAt, withoutAt } from '../../src/json/json.ts';
import { attempts } from '../core/attempt.ts';
import type { Claim } from '../core/claim.ts';
import { distinct, eachAccepted, eachCreation, isBrokenAt, neverCrashes } from '../core/claims.ts';
import type { Answer } from '../core/evidence.ts';
import {
  changeReply,
  changeStatus,
  jsonOfCall,
  overlook,
  rejectAfterRejection,
  rejectWhere,
  renumbered,
  uuidOf,
  withHeader,
} from '../core/mutants.ts';
import { printPath, printValue } from '../core/print.ts';
import { wrapsObject } from '../core/profile.ts';
import { publicBases } from '../core/public-base.ts';
import { isUnknown } from '../core/redacted-values.ts';
import { rateLimitLine, tokenLine } from '../core/remedies.ts';
import { rules } from '../core/rule.ts';
import { returnsText, returnsTextBeyondPlain, rewritten, textAt } from '../create/claims.ts';
import { endsIn, isMask, places, selfLinks } from './experiments.ts';

/** Rewrites the addresses a new key shows for itself. */
function relinked(relink: (link: string, json: JsonObject) => string): Mutant {
  return changeKey((json) =>
    places.reduce<Json>((changed, place) => {
      const link = at(json, ...place);
      return typeof link === 'string' ? withAt(changed, place, relink(link, json)) : changed;
    }, json),
  );
}

/** The length of the shortest column that servers keep names in. */
const column = 64;

const isLongText = (name: string): boolean => name.length > column && /^[ -~]*$/.test(name);

const name = ['data', 'name'];

const names = { operation: 'application-key', words: 'names', sentAt: name, shownAt: name } as const;

const rateLimit = ['data', 'reserved_rate_limit'];

const changeKey = (change: Parameters<typeof changeReply>[1]): Mutant =>
  changeReply('application-key', change);

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
  return changeKey((json, call) => {
    const sent = at(jsonOfCall(call), ...rateLimit) as Json | undefined;
    last = sent ?? last;
    return last === undefined ? undefined : withAt(json, rateLimit, last);
  })(next, contract);
};

/** Whether a key request is valid, its name plain and longer than that. */
function isLong({ request }: Answer): boolean {
  const name = at(request.json, 'data', 'name');
  return request.defects.length === 0 && typeof name === 'string' && isLongText(name);
}

/** What only servers that name keys do to a name. */
const nameFaults: Readonly<Record<string, (text: string) => string>> = {
  'names are cut after 20 characters': (text) => text.slice(0, 20),
  'names come back as slugs': (text) => text.replaceAll(' ', '-'),
  'names lose what looks like a tag': (text) => text.replaceAll(/<[^>]*>/g, ''),
  'names with spaces around them end after their first word': (text) =>
    text.startsWith(' ') ? (text.trim().split(' ')[0] ?? '') : text,
  'an empty name is replaced by an invented one': (text) => text || 'New key',
  'Chinese letters of names are replaced': (text) => text.replaceAll(/\p{Script=Han}/gu, '\ufffd'),
};

function relimited(relimit: (limit: number) => number | null | undefined) {
  return changeKey((json, call) => {
    const asked = at(jsonOfCall(call), ...rateLimit);
    if (typeof asked !== 'number') return undefined;
    const limit = relimit(asked);
    return limit === undefined ? withoutAt(json, rateLimit) : withAt(json, rateLimit, limit);
  });
}

/** A place, and that of the object around it. */
const stepsTo = (place: string[]): string[][] => [place, place.slice(0, -1)];

const credentials = ['client_id', 'client_secret'];

const secretAt = ['data', 'client_secret'];

/** Whether signs stand for a part of a value; where they stand for all of it, another rule tells. */
const isMasked = (value: string): boolean => /[*•]{4}/.test(value) && !isMask(value);

const timestamps = ['created_at', 'updated_at', 'last_used_at'].map((member) => [
  'data',
  'meta',
  'timestamps',
  member,
]);

const day = 86_400_000;

/** What a key has of its own beside its id, and servers that give it to several. */
const distinctCredentials = Object.fromEntries(
  credentials.map((member) => {
    const words = member.replace('_', ' ');
    const shownAt = ['data', member];
    const from = (value: (name: string) => string): Mutant =>
      changeKey((json) => withAt(json, shownAt, value(String(at(json, ...name)))));
    return [
      `${member.replace('_', '-')}-distinct`,
      {
        title: `different keys have different data.${member}`,
        claims: [distinct({ shownAt })],
        mutants: {
          [`every key has the same ${words}`]: from(() => 'fernhollow'),
          [`keys of one name share a ${words}`]: from((of) => uuidOf(of)),
          [`the ${words} is made from the first letter of the name`]: from((of) => `client-${of[0]}`),
        },
      },
    ];
  }),
);

export default rules('application-key', ['fields', 'distinct'], {
  accepted: {
    topic: ['operations'],
    title: 'a request to create a key with the required fields is accepted',
    claims: [attempts],
    mutants: {
      'a request is rejected because the one before it was': rejectAfterRejection('application-key'),
      'every key crashes the server': changeStatus('application-key', (status) =>
        status === 201 ? 500 : status,
      ),
      'a key without a rate limit is rejected': rejectWhere(
        'application-key',
        (json) => at(json, 'data', 'name') !== undefined && at(json, ...rateLimit) === undefined,
      ),
    },
  },
  'accepts-rate-limit': {
    topic: ['valid requests'],
    title: 'the `reserved_rate_limit` of the target file is accepted',
    claims: [attempts],
    mutants: {
      'every reserved_rate_limit is rejected': rejectWhere(
        'application-key',
        (json) => at(json, ...rateLimit) !== undefined,
      ),
      'a rate limit is accepted only as text': rejectWhere(
        'application-key',
        (json) => typeof at(json, ...rateLimit) === 'number',
        400,
      ),
      'a rate limit crashes the server': changeStatus('application-key', (status, call) =>
        status === 201 && at(jsonOfCall(call), ...rateLimit) !== undefined ? 500 : status,
      ),
    },
  },
  authorization: {
    topic: ['access', 'access'],
    title: 'no key is created without an Authorization header',
    shows: 'authorization',
    claims: [attempts],
    mutants: {
      'keys need no authorization': overlook('application-key', (call) =>
        header(call.headers, 'authorization') === undefined
          ? withHeader(call, 'authorization', 'Bearer anyone')
          : call,
      ),
      'keys need no authorization where a letter of the path is percent-encoded': (next) => (call) => {
        const target = call.target.replaceAll(/%[46-7][0-9a-f]/gi, decodeURIComponent);
        return next(
          target === call.target ? call : withHeader({ ...call, target }, 'authorization', 'Bearer anyone'),
        );
      },
    },
  },
  'bare-token-rejected': {
    topic: ['access', 'access'],
    title: 'no key is created if the token has no scheme',
    claims: [attempts],
    mutants: {
      'the last word of the header is taken for the token': overlook('application-key', (call) => {
        const given = header(call.headers, 'authorization')?.trim() ?? '';
        const isBare = given !== '' && given !== 'Bearer' && !given.includes(' ');
        return isBare ? withHeader(call, 'authorization', `Bearer ${given}`) : call;
      }),
    },
  },
  'empty-token-rejected': {
    topic: ['access', 'access'],
    title: 'no key is created if the scheme Bearer has no token',
    claims: [attempts],
    mutants: {
      'the scheme without a token is accepted': overlook('application-key', (call) =>
        header(call.headers, 'authorization')?.trim() === 'Bearer'
          ? withHeader(call, 'authorization', 'Bearer anyone')
          : call,
      ),
    },
  },
  'other-scheme-rejected': {
    topic: ['access', 'access'],
    title: 'no key is created with an invented credential of the scheme Basic',
    claims: [attempts],
    mutants: {
      'the scheme is not checked': overlook('application-key', (call) => {
        const given = header(call.headers, 'authorization');
        return given?.includes(' ')
          ? withHeader(call, 'authorization', given.replace(/^\S+/, 'Bearer'))
          : call;
      }),
    },
  },
  'token-in-other-scheme-rejected': {
    topic: ['access', 'access'],
    title: 'no key is created with the token under the scheme Basic',
    claims: [
      attempts,
      {
        on: 'answer',
        judge: (_, judge) => {
          if (judge.target.tokens['application-key'] === undefined)
            judge.untested('the target file declares no token', tokenLine('application-key', judge.target));
        },
      },
    ],
    mutants: {
      'the scheme before the token is not read': {
        wireFor: ({ tokens }) =>
          overlook('application-key', (call) => {
            const token = tokens['application-key'];
            const given = header(call.headers, 'authorization') ?? '';
            return token !== undefined && given.endsWith(` ${token}`)
              ? withHeader(call, 'authorization', `Bearer ${token}`)
              : call;
          }),
      },
    },
  },
  'long-name-not-crash': {
    topic: ['rejections'],
    title: 'a long `data.name` of a key does not cause a 5xx status',
    claims: [neverCrashes(isLong, `a key request with a \`data.name\` of more than ${column} characters`)],
    mutants: {
      'a name longer than its column crashes the server': changeStatus('application-key', (status, call) =>
        isLongText(String(at(jsonOfCall(call), 'data', 'name'))) ? 500 : status,
      ),
      'a name of 65 to 255 characters crashes the server, and a longer one is rejected': changeStatus(
        'application-key',
        (status, call) => {
          const name = String(at(jsonOfCall(call), 'data', 'name'));
          if (!isLongText(name)) return status;
          return name.length < 256 ? 500 : 422;
        },
      ),
    },
  },
  'name-echo-beyond-ascii': {
    topic: ['fields', 'echo'],
    title: 'emoji, signs beyond ASCII and double spaces in data.name are returned',
    ...returnsTextBeyondPlain(names),
  },
  'name-echo': {
    topic: ['fields', 'echo'],
    title: 'data.name is returned as sent',
    shows: 'content',
    claims: returnsText(names).claims,
    mutants: {
      ...returnsText(names).mutants,
      ...Object.fromEntries(
        Object.entries(nameFaults).map(([fault, rewrite]) => [fault, rewritten(names, rewrite)]),
      ),
      'a key with a rate limit is called after its type': changeKey((json) =>
        at(json, ...rateLimit) === undefined ? undefined : withAt(json, name, 'application_key'),
      ),
    },
  },
  'rate-limit-echo-others': {
    topic: ['fields', 'echo'],
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
    mutants: {
      'a rate limit of 0 is dropped': relimited((limit) => (limit === 0 ? undefined : limit)),
      'a rate limit of 0 is shown as none': relimited((limit) => (limit === 0 ? null : limit)),
      'a rate limit is lowered to a maximum': relimited((limit) => Math.min(limit, 10_000)),
      'a rate limit is raised to a minimum': relimited((limit) => Math.max(limit, 1)),
      'a key without a rate limit has that of the key before': leaking,
    },
  },
  'rate-limit-echo': {
    topic: ['fields', 'echo'],
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
    mutants: {
      'the rate limit is not shown': changeKey((json) => withoutAt(json, rateLimit)),
      'reserved_rate_limit is always the default': changeKey((json) => withAt(json, rateLimit, 60)),
      'the rate limit is returned multiplied by 60': changeKey((json, call) => {
        const sent = at(jsonOfCall(call), ...rateLimit);
        return typeof sent === 'number' ? withAt(json, rateLimit, sent * 60) : undefined;
      }),
    },
  },
  ...distinctCredentials,
  'id-distinct': {
    title: 'different keys have different data.id',
    shows: 'content',
    claims: [distinct({ shownAt: ['data', 'id'], read: (id) => id.toLowerCase() })],
    mutants: {
      'every key has the same id': renumbered('application-key', () => uuidOf('a key')),
      'the second key has the id of the first, in capitals': renumbered('application-key', (_, __, count) =>
        count === 0 ? uuidOf('a') : count === 1 ? uuidOf('a').toUpperCase() : undefined,
      ),
      'ids are drawn from a small pool': renumbered('application-key', (_, __, count) =>
        uuidOf(String(count % 3)),
      ),
      'ids are made from the names': renumbered('application-key', (shown) =>
        uuidOf(String(at(shown, 'data', 'name'))),
      ),
    },
  },
  'self-link-base': {
    topic: ['links and totals'],
    title: 'data.links.self or links.self is a URL that begins with the base URL',
    claims: [
      eachCreation(({ answer, shown }, judge) => {
        const { path } = judge.contract.operations['application-key'];
        const bases = publicBases(judge.target).map((base) => `${base}${path}/`);
        const id = textAt(shown, 'data', 'id');
        const links = selfLinks(shown).filter((link) => !isUnknown(answer, link));
        for (const link of links.filter((one) => id !== undefined && endsIn(one, path, id)))
          judge.claim(
            URL.canParse(link) && bases.some((base) => new URL(link).href.startsWith(base)),
            () => ({
              expected: `data.links.self or links.self begins with ${bases[0]}`,
              saw: `${printValue(link)}; if this is the public address of the server, declare it as publicUrl`,
              shown: [answer],
            }),
          );
      }),
    ],
    mutants: {
      'the self link has another host': relinked((link) =>
        link.replace(/^https?:\/\/[^/]*/, 'https://keys.fernhollow.example'),
      ),
      'the self link is a path only': relinked((link) => link.replace(/^https?:\/\/[^/]*/, '')),
      'the self link has one segment too many before the path': relinked((link) =>
        link.replace(/^(https?:\/\/[^/]*)/, '$1/internal'),
      ),
    },
  },
  'self-link': {
    topic: ['links and totals'],
    title: 'data.links.self or links.self ends in the id of the key',
    shows: 'content',
    claims: [
      eachCreation(({ answer, shown }, judge) => {
        const { path } = judge.contract.operations['application-key'];
        const id = textAt(shown, 'data', 'id');
        if (
          id === undefined ||
          [['data', 'id'], ...places.flatMap(stepsTo)].some((path) => isBrokenAt(answer, path))
        )
          return;
        const links = selfLinks(shown);
        if ([id, ...links].some((text) => isUnknown(answer, text))) return;
        judge.claim(
          links.some((link) => endsIn(link, path, id)),
          () => ({
            expected: `data.links.self or links.self ends in ${path}/${id}`,
            saw: links.length === 0 ? 'neither' : links.map(printValue).join(' and '),
            shown: [answer],
          }),
        );
      }),
    ],
    mutants: {
      'a key has no self link': changeKey((json) => places.reduce<Json>(withoutAt, json)),
      'the self link is the path of all keys': relinked((link) => link.replace(/\/[^/]*$/, '')),
      'the self link ends in client_id': relinked((link, json) =>
        link.replace(/[^/]*$/, String(at(json, 'data', 'client_id'))),
      ),
      'the self link has no version': relinked((link) => link.replace('/v2/', '/')),
      'a key with a rate limit has the self link of another key': relinked((link, json) =>
        typeof at(json, ...rateLimit) === 'number'
          ? link.replace(/[^/]*$/, '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41')
          : link,
      ),
    },
  },
  'client-secret-returned': {
    topic: ['fields'],
    title: 'data.client_secret is returned, not only a mask of it',
    claims: [
      eachCreation(({ answer, shown }, judge) => {
        const secret = textAt(shown, ...secretAt);
        // Whoever records traffic often masks its secrets.
        if (!secret || answer.isRecorded) return;
        judge.claim(!isMask(secret), () => ({
          expected: 'data.client_secret is the secret of the new key',
          saw: `${secret.length} characters of a mask`,
          shown: [answer],
        }));
      }),
    ],
    mutants: Object.fromEntries(
      ['********', '••••••••••••', 'xxxxxxxxxxxxxxxx'].map((mask) => [
        `the client_secret is ${mask}`,
        changeKey((json) => withAt(json, secretAt, mask)),
      ]),
    ),
  },
  created: {
    topic: ['body'],
    title: 'an accepted request to create a key returns status 201',
    claims: [
      eachAccepted((answer, judge) => {
        if (!wrapsObject(answer.json)) return;
        const { status } = answer.reply;
        judge.claim(status === 201, () => ({
          expected: 'status 201',
          saw: `status ${status}`,
          shown: [answer],
        }));
      }),
    ],
    mutants: {
      'keys are created with 200': changeStatus('application-key', (status) =>
        status === 201 ? 200 : status,
      ),
      'keys with a rate limit are created with 202': changeStatus('application-key', (status, call) =>
        status === 201 && at(jsonOfCall(call), ...rateLimit) !== undefined ? 202 : status,
      ),
    },
  },
  'credentials-not-empty': {
    topic: ['fields'],
    title: 'client_id and client_secret are neither empty nor masked in part',
    claims: [
      eachCreation(({ answer, shown }, judge) => {
        for (const member of credentials) {
          const value = textAt(shown, 'data', member);
          if (value !== undefined)
            judge.claim(value.trim() !== '' && !isMasked(value), () => ({
              title: `data.${member} is not empty and not masked`,
              expected: `data.${member} is not empty and not masked`,
              saw: isMasked(value) ? 'a mask' : value === '' ? 'an empty string' : 'spaces only',
              shown: [answer],
            }));
        }
      }),
    ],
    mutants: {
      ...Object.fromEntries(
        credentials.map((member) => [
          `the ${member} is empty`,
          changeKey((json) => withAt(json, ['data', member], '')),
        ]),
      ),
      'the client_secret is masked up to its last four characters': changeKey((json) => {
        const secret = String(at(json, 'data', 'client_secret'));
        return withAt(json, ['data', 'client_secret'], '*'.repeat(28) + secret.slice(-4));
      }),
    },
  },
  'timestamps-current': {
    topic: ['fields', 'timestamps'],
    title: "the timestamps of a new key are within a day of the response's Date",
    claims: [
      eachCreation(({ answer, shown }, judge) => {
        const now = Date.parse(header(answer.reply.headers, 'date') ?? '');
        if (Number.isNaN(now)) return judge.untested('the response has no Date header to compare with');
        for (const path of timestamps) {
          const text = textAt(shown, ...path);
          const instant = Date.parse(text ?? '');
          // What cannot be read as a time is for the rules on its form.
          if (Number.isNaN(instant)) continue;
          judge.claim(Math.abs(instant - now) <= day, () => ({
            title: `${printPath(path)} is within a day of the response's Date`,
            expected: `${printPath(path)} is within a day of ${new Date(now).toISOString()}`,
            saw: printValue(text),
            shown: [answer],
          }));
        }
      }),
    ],
    mutants: {
      ...Object.fromEntries(
        timestamps.map((path) => [
          `${path.at(-1)} is the year 1970`,
          changeKey((json) => withAt(json, path, '1970-01-01T00:00:00Z')),
        ]),
      ),
      'a key was last used in the year 1': changeKey((json) =>
        withAt(json, ['data', 'meta', 'timestamps', 'last_used_at'], '0001-01-01T00:00:00Z'),
      ),
    },
  },
});
