import type { Header } from '../../../src/http/exchange.ts';
import type { Target } from '../../core/target.ts';
import type { Trial } from '../../creations/attempts.ts';
import type { TrialControls } from '../../creations/trials/constraints.ts';

/** Requests for keys without credentials, or with credentials that are no bearer token (READINGS 10). */
export function credentialTrials({ tokens }: Target, { least }: TrialControls): Trial[] {
  const token = tokens['application-key'];
  const trial = (rule: string, what: string, credentials: string | undefined): Trial => ({
    clause: `application-key/${rule}`,
    what: `a request ${what}`,
    expects: 'rejection',
    redirectRejects: true,
    control: least,
    headers: (sent) => withCredentials(sent, credentials),
  });
  return [
    trial('authorization', 'without an Authorization header', undefined),
    {
      ...trial('authorization', 'without an Authorization header, a letter of its path encoded,', undefined),
      target: encoded,
      showsAcceptance: true,
    },
    trial('other-scheme-rejected', 'with the scheme Basic and an invented credential', `Basic ${invented}`),
    trial('empty-token-rejected', 'with the scheme Bearer and no token', 'Bearer'),
    trial('bare-token-rejected', 'with a token and no scheme', token ?? invented),
    // The very token: a server that reads nothing else shows itself.
    ...(token === undefined
      ? []
      : [trial('token-in-other-scheme-rejected', 'with the token under the scheme Basic', `Basic ${token}`)]),
  ];
}

/** `anyone` without a password, as the scheme Basic writes it (RFC 7617). */
const invented = 'YW55b25lOg==';

/** The path with a letter percent-encoded, which means the same (RFC 3986, 6.2.2.2): some read it before it is decoded. */
const encoded = (target: string): string => target.replace('application', '%61pplication');

const withCredentials = (sent: readonly Header[], credentials: string | undefined): Header[] => [
  ...sent.filter(([name]) => name.toLowerCase() !== 'authorization'),
  ...(credentials === undefined ? [] : [['authorization', credentials] satisfies Header]),
];
