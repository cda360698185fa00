import { at, type Json, withAt, withoutAt } from '../../../src/json/json.ts';
import { printValue } from '../../core/print.ts';
import { rules } from '../../core/rule.ts';
import { textAt } from '../../create/echo.ts';
import { distinct, eachCreation, isBrokenAt } from '../../core/claims.ts';
import { publicBases } from '../../core/public-base.ts';
import { isUnknown } from '../../core/redacted-values.ts';
import { changeReply, renumbered, uuidOf } from '../../core/reply-mutants.ts';
import { endsIn, places, selfLinks } from '../controls.ts';
import { relinked } from '../mutants.ts';

const clientId = ['data', 'client_id'];

const clientSecret = ['data', 'client_secret'];

/** A place, and that of the object around it. */
const stepsTo = (place: string[]): string[][] => [place, place.slice(0, -1)];

export default rules(['fields', 'distinct'], {
  'client-id-distinct': {
    title: 'different keys have different data.client_id',
    claims: [distinct({ shownAt: clientId })],
    mutants: [
      { name: 'every key has the same client id', wire: clientIdFrom(() => 'fernhollow') },
      { name: 'keys of one name share a client id', wire: clientIdFrom((name) => uuidOf(name)) },
      {
        name: 'the client id is made from the first letter of the name',
        wire: clientIdFrom((name) => `client-${name[0]}`),
      },
    ],
  },
  'client-secret-distinct': {
    title: 'different keys have different data.client_secret',
    claims: [distinct({ shownAt: clientSecret })],
    mutants: [
      { name: 'every key has the same client secret', wire: clientSecretFrom(() => 'fernhollow') },
      { name: 'keys of one name share a client secret', wire: clientSecretFrom((name) => uuidOf(name)) },
      {
        name: 'the client secret is made from the first letter of the name',
        wire: clientSecretFrom((name) => `client-${name[0]}`),
      },
    ],
  },
  'id-distinct': {
    title: 'different keys have different data.id',
    shows: 'content',
    claims: [distinct({ shownAt: ['data', 'id'], read: (id) => id.toLowerCase() })],
    mutants: [
      { name: 'every key has the same id', wire: renumbered('application-key', () => uuidOf('a key')) },
      {
        name: 'the second key has the id of the first, in capitals',
        wire: renumbered('application-key', (_, __, count) =>
          count === 0 ? uuidOf('a') : count === 1 ? uuidOf('a').toUpperCase() : undefined,
        ),
      },
      {
        name: 'ids are drawn from a small pool',
        wire: renumbered('application-key', (_, __, count) => uuidOf(String(count % 3))),
      },
      {
        name: 'ids are made from the names',
        wire: renumbered('application-key', (shown) => uuidOf(String(at(shown, 'data', 'name')))),
      },
    ],
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
    mutants: [
      {
        name: 'the self link has another host',
        wire: relinked((link) => link.replace(/^https?:\/\/[^/]*/, 'https://keys.fernhollow.example')),
      },
      {
        name: 'the self link is a path only',
        wire: relinked((link) => link.replace(/^https?:\/\/[^/]*/, '')),
      },
      {
        name: 'the self link has one segment too many before the path',
        wire: relinked((link) => link.replace(/^(https?:\/\/[^/]*)/, '$1/internal')),
      },
    ],
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
    mutants: [
      {
        name: 'a key has no self link',
        wire: changeReply('application-key', (json) => places.reduce<Json>(withoutAt, json)),
      },
      {
        name: 'the self link is the path of all keys',
        wire: relinked((link) => link.replace(/\/[^/]*$/, '')),
      },
      {
        name: 'the self link ends in client_id',
        wire: relinked((link, json) => link.replace(/[^/]*$/, String(at(json, 'data', 'client_id')))),
      },
      { name: 'the self link has no version', wire: relinked((link) => link.replace('/v2/', '/')) },
      {
        name: 'a key with a rate limit has the self link of another key',
        wire: relinked((link, json) =>
          typeof at(json, 'data', 'reserved_rate_limit') === 'number'
            ? link.replace(/[^/]*$/, '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41')
            : link,
        ),
      },
    ],
  },
});

function clientIdFrom(value: (name: string) => string) {
  return changeReply('application-key', (json) =>
    withAt(json, clientId, value(String(at(json, 'data', 'name')))),
  );
}

function clientSecretFrom(value: (name: string) => string) {
  return changeReply('application-key', (json) =>
    withAt(json, clientSecret, value(String(at(json, 'data', 'name')))),
  );
}
