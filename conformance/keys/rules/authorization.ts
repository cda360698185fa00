import { header } from '../../../src/http/exchange.ts';
import { attemptsAt } from '../../core/attempt.ts';
import { tokenLine } from '../../core/remedies.ts';
import { rules } from '../../core/rule.ts';
import { overlook, withHeader } from '../../core/request-mutants.ts';
import { profiles } from '../../profiles/profiles.ts';

export default rules(['access', 'access'], {
  authorization: {
    title: 'no key is created without an Authorization header',
    shows: 'authorization',
    claims: [attemptsAt('application-key/authorization', profiles['application-key'])],
    mutants: [
      {
        name: 'keys need no authorization',
        wire: overlook('application-key', (call) =>
          header(call.headers, 'authorization') === undefined
            ? withHeader(call, 'authorization', 'Bearer anyone')
            : call,
        ),
      },
      {
        name: 'keys need no authorization where a letter of the path is percent-encoded',
        wire: (next) => (call) => {
          const target = call.target.replaceAll(/%[46-7][0-9a-f]/gi, decodeURIComponent);
          return next(
            target === call.target ? call : withHeader({ ...call, target }, 'authorization', 'Bearer anyone'),
          );
        },
      },
    ],
  },
  'bare-token-rejected': {
    title: 'no key is created if the token has no scheme',
    claims: [attemptsAt('application-key/bare-token-rejected', profiles['application-key'])],
    mutants: [
      {
        name: 'the last word of the header is taken for the token',
        wire: overlook('application-key', (call) => {
          const given = header(call.headers, 'authorization')?.trim() ?? '';
          const isBare = given !== '' && given !== 'Bearer' && !given.includes(' ');
          return isBare ? withHeader(call, 'authorization', `Bearer ${given}`) : call;
        }),
      },
    ],
  },
  'empty-token-rejected': {
    title: 'no key is created if the scheme Bearer has no token',
    claims: [attemptsAt('application-key/empty-token-rejected', profiles['application-key'])],
    mutants: [
      {
        name: 'the scheme without a token is accepted',
        wire: overlook('application-key', (call) =>
          header(call.headers, 'authorization')?.trim() === 'Bearer'
            ? withHeader(call, 'authorization', 'Bearer anyone')
            : call,
        ),
      },
    ],
  },
  'other-scheme-rejected': {
    title: 'no key is created with an invented credential of the scheme Basic',
    claims: [attemptsAt('application-key/other-scheme-rejected', profiles['application-key'])],
    mutants: [
      {
        name: 'the scheme is not checked',
        wire: overlook('application-key', (call) => {
          const given = header(call.headers, 'authorization');
          return given?.includes(' ')
            ? withHeader(call, 'authorization', given.replace(/^\S+/, 'Bearer'))
            : call;
        }),
      },
    ],
  },
  'token-in-other-scheme-rejected': {
    title: 'no key is created with the token under the scheme Basic',
    claims: [
      attemptsAt('application-key/token-in-other-scheme-rejected', profiles['application-key']),
      {
        on: 'answer',
        judge: (_, judge) => {
          if (judge.target.tokens['application-key'] === undefined)
            judge.untested('the target file declares no token', tokenLine('application-key', judge.target));
        },
      },
    ],
    mutants: [
      {
        name: 'the scheme before the token is not read',
        wireFor: ({ tokens }) =>
          overlook('application-key', (call) => {
            const token = tokens['application-key'];
            const given = header(call.headers, 'authorization') ?? '';
            return token !== undefined && given.endsWith(` ${token}`)
              ? withHeader(call, 'authorization', `Bearer ${token}`)
              : call;
          }),
      },
    ],
  },
});
