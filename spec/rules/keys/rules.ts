// The creation of application keys, and what is returned of them (§2.1, §4.1, §5).

import {
  at,
  attempts,
  type Claim,
  type Contract,
  changeAt,
  changeResponse,
  changeStatus,
  crashOn,
  distinct,
  eachAccepted,
  eachCreation,
  fieldPlaces,
  header,
  isBrokenAt,
  isUnknown,
  type Json,
  type JsonObject,
  type Judge,
  jsonOfRequest,
  knownGoodOf,
  type Mutant,
  type MutantTable,
  mutantsBy,
  neverCrashes,
  operationIn,
  printPath,
  printValue,
  publicBase,
  type ReadExchange,
  type RuleRow,
  readCredentials,
  rejectAfterRejection,
  rejectWhere,
  renumbered,
  returnsText,
  returnsTextBeyondPlain,
  rewritten,
  rules,
  showsRecord,
  textAt,
  tokenFor,
  tokenLine,
  uuidOf,
  withAt,
  withHeader,
  withoutAt,
} from '../../../conformance/rules.ts';
import { keyFields, rateLimitLine } from './experiments.ts';

const operation = 'application-key';

/** Whether an address ends in the path of the keys and an id; UUIDs are compared without regard to case. */
const endsIn = (link: string, path: string, id: string): boolean =>
  link.slice(0, -id.length).endsWith(`${path}/`) && link.slice(-id.length).toLowerCase() === id.toLowerCase();

/** The length of the shortest column that servers keep names in. */
const column = 64;

const isLongText = (text: unknown): boolean =>
  typeof text === 'string' && text.length > column && /^[ -~]*$/.test(text);

const declaredLimit = ({ target }: Pick<Judge, 'target'>): Json | undefined =>
  knownGoodOf(target, 'application-key')[0].reserved_rate_limit;

const nameFaults: Readonly<Record<string, (text: string) => string>> = {
  'names are cut after 20 characters': (text) => text.slice(0, 20),
  'names come back as slugs': (text) => text.replaceAll(' ', '-'),
  'names lose what looks like a tag': (text) => text.replaceAll(/<[^>]*>/g, ''),
  'names with spaces around them end after their first word': (text) =>
    text.startsWith(' ') ? (text.trim().split(' ')[0] ?? '') : text,
  'an empty name is replaced by an invented one': (text) => text || 'New key',
  'Chinese letters of names are replaced': (text) => text.replaceAll(/\p{Script=Han}/gu, '\ufffd'),
};

const credentials = ['client_id', 'client_secret'];

/** Whether a value shows nothing of a credential (READINGS 12). */
const isMask = (value: string): boolean => /^[*•●∙·x]+$/i.test(value);

const isMaskedInPart = (value: string): boolean => /[*•]{4}/.test(value) && !isMask(value);

const day = 86_400_000;

const keepsOut = (title: string, mutants: MutantTable) => ({
  topic: ['access', 'access'] as const,
  title: `no key is created ${title}`,
  claims: [attempts],
  mutants,
});

const readKeyCredentials = (read: Parameters<typeof readCredentials>[1]): Mutant =>
  readCredentials(operation, read);

const isCreated = (status: number): boolean => status === 201;

/** The rules, with the places that a contract gives to what they read and change. */
function keyRows(contract: Contract): Readonly<Record<string, RuleRow>> {
  const { name, rateLimit } = keyFields(contract);
  const { shown: shownAt } = fieldPlaces(operationIn(contract, operation));
  const [nameAt, rateLimitAt] = [shownAt('name'), shownAt('reserved_rate_limit')];
  const names = { operation, words: 'names', sentAt: name, shownAt: nameAt };
  const linkPlaces = [shownAt('links', 'self'), ['links', 'self']];
  const selfLinks = (json: Json): string[] =>
    linkPlaces.map((place) => at(json, ...place)).filter((link) => typeof link === 'string');

  const relinked = (relink: (link: string, json: JsonObject) => string): Mutant =>
    changeResponse(operation, (json) =>
      linkPlaces.reduce<Json>((changed, place) => {
        const link = at(json, ...place);
        return typeof link === 'string' ? withAt(changed, place, relink(link, json)) : changed;
      }, json),
    );

  const returnsLimit = (isMeant: (sent: number, declared: Json | undefined) => boolean): Claim =>
    eachCreation(({ exchange, sent, shown }, judge) => {
      const limit = at(sent, ...rateLimit);
      if (!Number.isInteger(limit) || !isMeant(Number(limit), declaredLimit(judge))) return;
      if (isBrokenAt(exchange, rateLimitAt)) return;
      judge.claim(at(shown, ...rateLimitAt) === limit, () => ({
        expected: `${printPath(rateLimitAt)} is ${limit}`,
        saw: printValue(at(shown, ...rateLimitAt)),
        shown: [exchange],
      }));
    });

  /** Keys without a rate limit do not show those of others. The same one may be the default: only two that differ are wrong. */
  const neverOfAnother: Claim = {
    on: 'responses',
    open: () => {
      const sentLimits = new Set<number>();
      let first: { readonly limit: number; readonly exchange: ReadExchange } | undefined;
      return (exchange, judge) => {
        const { requestContent, shape, json } = exchange;
        const sent = at(requestContent.json, ...rateLimit);
        const shown = shape && json ? at(json, ...rateLimitAt) : undefined;
        if (typeof sent === 'number') sentLimits.add(sent);
        if (sent !== undefined || typeof shown !== 'number' || !sentLimits.has(shown)) return;
        first ??= { limit: shown, exchange };
        const { limit, exchange: other } = first;
        judge.claim(shown === limit, () => ({
          expected: 'keys that were created without a reserved_rate_limit do not show those of others',
          saw: `${shown}, and ${limit} for another key`,
          shown: [other, exchange],
        }));
      };
    },
  };

  const leaking: Mutant = (next, contract) => {
    let last: Json | undefined;
    return changeAt(
      operation,
      rateLimitAt,
    )((_, sent) => {
      last = (at(sent, ...rateLimit) as Json | undefined) ?? last;
      return last;
    })(next, contract);
  };

  const changeLimit = (change: (limit: number) => number | null | undefined): Mutant =>
    changeResponse(operation, (json, request) => {
      const sent = at(jsonOfRequest(request), ...rateLimit);
      if (typeof sent !== 'number') return undefined;
      const limit = change(sent);
      return limit === undefined ? withoutAt(json, rateLimitAt) : withAt(json, rateLimitAt, limit);
    });

  const secretAt = shownAt('client_secret');
  const timestamps = ['created_at', 'updated_at', 'last_used_at'].map((field) =>
    shownAt('meta', 'timestamps', field),
  );
  const distinctCredentials = Object.fromEntries(
    credentials.map((field) => {
      const words = field.replace('_', ' ');
      const credentialAt = shownAt(field);
      const fromName = (value: (name: string) => string): Mutant =>
        changeAt(operation, credentialAt)((_, __, json) => value(String(at(json, ...nameAt))));
      return [
        `${field.replace('_', '-')}-distinct`,
        {
          title: `different keys have different ${printPath(credentialAt)}`,
          claims: [distinct({ shownAt: credentialAt })],
          mutants: mutantsBy<(name: string) => string>(fromName, {
            [`every key has the same ${words}`]: () => 'fernhollow',
            [`keys of one name share a ${words}`]: (of) => uuidOf(of),
            [`the ${words} is made from the first letter of the name`]: (of) => `client-${of[0]}`,
          }),
        },
      ];
    }),
  );

  const hasLimit = (json: Json | undefined): boolean => at(json, ...rateLimit) !== undefined;

  const hasLongName = (json: Json | undefined): boolean => isLongText(at(json, ...name));

  return {
    accepted: {
      topic: ['operations'],
      title: 'a request to create a key with the required fields is accepted',
      claims: [attempts],
      mutants: {
        'a request is rejected because the one before it was': rejectAfterRejection(operation),
        'every key crashes the server': crashOn(operation, (_, status) => isCreated(status)),
        'a key without a rate limit is rejected': rejectWhere(
          operation,
          (json) => at(json, ...name) !== undefined && !hasLimit(json),
        ),
      },
    },
    'accepts-rate-limit': {
      topic: ['valid requests'],
      title: 'the `reserved_rate_limit` of the target file is accepted',
      claims: [attempts],
      mutants: {
        'every reserved_rate_limit is rejected': rejectWhere(operation, hasLimit),
        'a rate limit is accepted only as text': rejectWhere(
          operation,
          (json) => typeof at(json, ...rateLimit) === 'number',
          400,
        ),
        'a rate limit crashes the server': crashOn(
          operation,
          (sent, status) => isCreated(status) && hasLimit(sent),
        ),
      },
    },
    authorization: {
      ...keepsOut('without an Authorization header', {
        'keys need no authorization': readKeyCredentials((given) =>
          given === undefined ? 'Bearer anyone' : undefined,
        ),
        'keys need no authorization where a letter of the path is percent-encoded': (next) => (request) => {
          const target = request.target.replaceAll(/%[46-7][0-9a-f]/gi, decodeURIComponent);
          return next(
            target === request.target
              ? request
              : withHeader({ ...request, target }, 'authorization', 'Bearer anyone'),
          );
        },
      }),
      shows: 'authorization',
    },
    'bare-token-rejected': keepsOut('if the token has no scheme', {
      'the last word of the header is taken for the token': readKeyCredentials((given = '') =>
        given !== '' && given !== 'Bearer' && !given.includes(' ') ? `Bearer ${given}` : undefined,
      ),
    }),
    'empty-token-rejected': keepsOut('if the scheme Bearer has no token', {
      'the scheme without a token is accepted': readKeyCredentials((given) =>
        given === 'Bearer' ? 'Bearer anyone' : undefined,
      ),
    }),
    'other-scheme-rejected': keepsOut('with an invented credential of the scheme Basic', {
      'the scheme is not checked': readKeyCredentials((given) =>
        given?.includes(' ') ? given.replace(/^\S+/, 'Bearer') : undefined,
      ),
    }),
    'token-in-other-scheme-rejected': {
      ...keepsOut('with the token under the scheme Basic', {
        'the scheme before the token is not read': {
          wireFor: (target) => {
            const token = tokenFor(target, operation);
            return readKeyCredentials((given) =>
              token !== undefined && given?.endsWith(` ${token}`) ? `Bearer ${token}` : undefined,
            );
          },
        },
      }),
      claims: [
        attempts,
        {
          on: 'response',
          judge: (_, judge) => {
            if (tokenFor(judge.target, operation) === undefined)
              judge.untested('the target file declares no token', tokenLine(operation, judge.target));
          },
        },
      ],
    },
    'long-name-not-crash': {
      topic: ['rejections'],
      title: `a long \`${printPath(name)}\` of a key does not cause a 5xx status`,
      claims: [
        neverCrashes(
          ({ requestContent }) => requestContent.defects.length === 0 && hasLongName(requestContent.json),
          `a key request with a \`${printPath(name)}\` of more than ${column} characters`,
        ),
      ],
      mutants: {
        'a name longer than its column crashes the server': crashOn(operation, hasLongName),
        'a name of 65 to 255 characters crashes the server, and a longer one is rejected': changeStatus(
          operation,
          (status, request) => {
            const sent = jsonOfRequest(request);
            if (!hasLongName(sent)) return status;
            return String(at(sent, ...name)).length < 256 ? 500 : 422;
          },
        ),
      },
    },
    'name-echo-beyond-ascii': {
      topic: ['fields', 'echo'],
      title: `emoji, signs beyond ASCII and double spaces in ${printPath(nameAt)} are returned`,
      ...returnsTextBeyondPlain(names),
    },
    'name-echo': {
      topic: ['fields', 'echo'],
      title: `${printPath(nameAt)} is returned as sent`,
      shows: 'content',
      claims: returnsText(names).claims,
      mutants: {
        ...returnsText(names).mutants,
        ...mutantsBy((rewrite: (text: string) => string) => rewritten(names, rewrite), nameFaults),
        'a key with a rate limit is called after its type': changeAt(
          operation,
          nameAt,
        )((_, __, json) => (hasLimit(json) ? 'application_key' : undefined)),
      },
    },
    'rate-limit-echo-others': {
      topic: ['fields', 'echo'],
      title: 'every accepted `reserved_rate_limit` is returned as sent',
      claims: [returnsLimit((sent, declared) => sent !== declared), neverOfAnother],
      mutants: {
        ...mutantsBy(changeLimit, {
          'a rate limit of 0 is dropped': (limit) => (limit === 0 ? undefined : limit),
          'a rate limit of 0 is shown as none': (limit) => (limit === 0 ? null : limit),
          'a rate limit is lowered to a maximum': (limit) => Math.min(limit, 10_000),
          'a rate limit is raised to a minimum': (limit) => Math.max(limit, 1),
        }),
        'a key without a rate limit has that of the key before': leaking,
      },
    },
    'rate-limit-echo': {
      topic: ['fields', 'echo'],
      title: 'the `reserved_rate_limit` of the target file is returned as sent',
      shows: 'content',
      claims: [
        eachCreation((_, judge) => {
          if (declaredLimit(judge) === undefined)
            judge.untested('the target file declares no rate limit', rateLimitLine);
        }),
        returnsLimit((sent, declared) => sent === declared),
      ],
      mutants: {
        'the rate limit is not shown': changeResponse(operation, (json) => withoutAt(json, rateLimitAt)),
        'reserved_rate_limit is always the default': changeAt(operation, rateLimitAt)(() => 60),
        'the rate limit is returned multiplied by 60': changeLimit((limit) => limit * 60),
      },
    },
    ...distinctCredentials,
    'id-distinct': {
      title: `different keys have different ${printPath(shownAt('id'))}`,
      shows: 'content',
      claims: [distinct({ shownAt: shownAt('id'), read: (id) => id.toLowerCase() })],
      mutants: {
        'every key has the same id': renumbered(operation, () => uuidOf('a key')),
        'the second key has the id of the first, in capitals': renumbered(operation, (_, __, count) =>
          count === 0 ? uuidOf('a') : count === 1 ? uuidOf('a').toUpperCase() : undefined,
        ),
        'ids are drawn from a small pool': renumbered(operation, (_, __, count) => uuidOf(String(count % 3))),
        'ids are made from the names': renumbered(operation, (shown) => uuidOf(String(at(shown, ...nameAt)))),
      },
    },
    'self-link-base': {
      topic: ['links and totals'],
      title: `${printPath(shownAt('links', 'self'))} or links.self is a URL that begins with the base URL`,
      claims: [
        eachCreation(({ exchange, shown }, judge) => {
          const { path } = operationIn(judge.contract, operation);
          const base = `${publicBase(judge.target)}${path}/`;
          const id = textAt(shown, ...shownAt('id'));
          const links = selfLinks(shown).filter((link) => !isUnknown(exchange, link));
          for (const link of links.filter((one) => id !== undefined && endsIn(one, path, id)))
            judge.claim(URL.canParse(link) && new URL(link).href.startsWith(base), () => ({
              expected: `${printPath(shownAt('links', 'self'))} or links.self begins with ${base}`,
              saw: `${printValue(link)}; if this is the public address of the server, declare it as publicUrl`,
              shown: [exchange],
            }));
        }),
      ],
      mutants: mutantsBy(relinked, {
        'the self link has another host': (link) =>
          link.replace(/^https?:\/\/[^/]*/, 'https://keys.fernhollow.example'),
        'the self link is a path only': (link) => link.replace(/^https?:\/\/[^/]*/, ''),
        'the self link has one segment too many before the path': (link) =>
          link.replace(/^(https?:\/\/[^/]*)/, '$1/internal'),
      }),
    },
    'self-link': {
      topic: ['links and totals'],
      title: `${printPath(shownAt('links', 'self'))} or links.self ends in the id of the key`,
      shows: 'content',
      claims: [
        eachCreation(({ exchange, shown }, judge) => {
          const { path } = operationIn(judge.contract, operation);
          const id = textAt(shown, ...shownAt('id'));
          // A link breaks another rule if it, or the object around it, is not of its type.
          const places = [shownAt('id'), ...linkPlaces.flatMap((place) => [place, place.slice(0, -1)])];
          if (id === undefined || places.some((place) => isBrokenAt(exchange, place))) return;
          const links = selfLinks(shown);
          if ([id, ...links].some((text) => isUnknown(exchange, text))) return;
          judge.claim(
            links.some((link) => endsIn(link, path, id)),
            () => ({
              expected: `${printPath(shownAt('links', 'self'))} or links.self ends in ${path}/${id}`,
              saw: links.length === 0 ? 'neither' : links.map(printValue).join(' and '),
              shown: [exchange],
            }),
          );
        }),
      ],
      mutants: {
        'a key has no self link': changeResponse(operation, (json) =>
          linkPlaces.reduce<Json>(withoutAt, json),
        ),
        ...mutantsBy(relinked, {
          'the self link is the path of all keys': (link) => link.replace(/\/[^/]*$/, ''),
          'the self link ends in client_id': (link, json) =>
            link.replace(/[^/]*$/, String(at(json, ...shownAt('client_id')))),
          'the self link has no version': (link) => link.replace('/v2/', '/'),
          'a key with a rate limit has the self link of another key': (link, json) =>
            hasLimit(json) ? link.replace(/[^/]*$/, '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41') : link,
        }),
      },
    },
    'client-secret-returned': {
      topic: ['fields'],
      title: `${printPath(secretAt)} is returned, not only a mask of it`,
      claims: [
        eachCreation(({ exchange, shown }, judge) => {
          const secret = textAt(shown, ...secretAt);
          // Recordings often mask secrets.
          if (!secret || exchange.isRecorded) return;
          judge.claim(!isMask(secret), () => ({
            expected: `${printPath(secretAt)} is the secret of the new key`,
            saw: `${secret.length} characters of a mask`,
            shown: [exchange],
          }));
        }),
      ],
      mutants: Object.fromEntries(
        ['********', '••••••••••••', 'xxxxxxxxxxxxxxxx'].map((mask) => [
          `the client_secret is ${mask}`,
          changeAt(operation, secretAt)(() => mask),
        ]),
      ),
    },
    created: {
      topic: ['body'],
      title: 'an accepted request to create a key returns status 201',
      claims: [
        eachAccepted((exchange, judge) => {
          if (!showsRecord(judge.contract, operation, exchange.json)) return;
          const { status } = exchange.response;
          judge.claim(isCreated(status), () => ({
            expected: 'status 201',
            saw: `status ${status}`,
            shown: [exchange],
          }));
        }),
      ],
      mutants: {
        'keys are created with 200': changeStatus(operation, (status) => (isCreated(status) ? 200 : status)),
        'keys with a rate limit are created with 202': changeStatus(operation, (status, request) =>
          isCreated(status) && hasLimit(jsonOfRequest(request)) ? 202 : status,
        ),
      },
    },
    'credentials-not-empty': {
      topic: ['fields'],
      title: 'client_id and client_secret are neither empty nor masked in part',
      claims: [
        eachCreation(({ exchange, shown }, judge) => {
          for (const field of credentials) {
            const value = textAt(shown, ...shownAt(field));
            const expected = `${printPath(shownAt(field))} is not empty and not masked`;
            if (value !== undefined)
              judge.claim(value.trim() !== '' && !isMaskedInPart(value), () => ({
                title: expected,
                expected,
                saw: isMaskedInPart(value) ? 'a mask' : value === '' ? 'an empty string' : 'spaces only',
                shown: [exchange],
              }));
          }
        }),
      ],
      mutants: {
        ...Object.fromEntries(
          credentials.map((field) => [
            `the ${field} is empty`,
            changeAt(operation, shownAt(field))(() => ''),
          ]),
        ),
        'the client_secret is masked up to its last four characters': changeAt(
          operation,
          secretAt,
        )((secret) => '*'.repeat(28) + String(secret).slice(-4)),
      },
    },
    'timestamps-current': {
      topic: ['fields', 'timestamps'],
      title: "the timestamps of a new key are within a day of the response's Date",
      claims: [
        eachCreation(({ exchange, shown }, judge) => {
          const now = Date.parse(header(exchange.response.headers, 'date') ?? '');
          if (Number.isNaN(now)) return judge.untested('the response has no Date header to compare with');
          for (const path of timestamps) {
            const text = textAt(shown, ...path);
            const instant = Date.parse(text ?? '');
            // Other rules cover the form of a time.
            if (Number.isNaN(instant)) continue;
            judge.claim(Math.abs(instant - now) <= day, () => ({
              title: `${printPath(path)} is within a day of the response's Date`,
              expected: `${printPath(path)} is within a day of ${new Date(now).toISOString()}`,
              saw: printValue(text),
              shown: [exchange],
            }));
          }
        }),
      ],
      mutants: {
        ...Object.fromEntries(
          timestamps.map((path) => [
            `${path.at(-1)} is the year 1970`,
            changeAt(operation, path)(() => '1970-01-01T00:00:00Z'),
          ]),
        ),
        'a key was last used in the year 1': changeAt(
          operation,
          shownAt('meta', 'timestamps', 'last_used_at'),
        )(() => '0001-01-01T00:00:00Z'),
      },
    },
  };
}

export default rules(operation, ['fields', 'distinct'], (_, contract) => keyRows(contract));
