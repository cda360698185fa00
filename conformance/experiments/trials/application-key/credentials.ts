import type { Header } from '../../../../src/http/exchange.ts';
import type { Target } from '../../../core/target.ts';
import type { Trial } from '../../../interface/creations/attempts.ts';
import type { TrialControls } from '../constraints.ts';

/** Requests for keys without credentials, or with credentials that are no bearer token (READINGS 10). */
export function credentialTrials({ tokens }: Target, { least }: TrialControls): Trial[] {
  // The very token: a server that reads nothing else shows itself.
  const token = tokens['application-key'] ?? 'YW55b25lOg==';
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
    trial('other-scheme-rejected', 'with the scheme Basic', `Basic ${token}`),
    trial('empty-token-rejected', 'with the scheme Bearer and no token', 'Bearer'),
    trial('bare-token-rejected', 'with a token and no scheme', token),
  ];
}

/** The path with a letter percent-encoded, which means the same (RFC 3986, 6.2.2.2): some read it before it is decoded. */
const encoded = (target: string): string => target.replace('application', '%61pplication');

const withCredentials = (sent: readonly Header[], credentials: string | undefined): Header[] => [
  ...sent.filter(([name]) => name.toLowerCase() !== 'authorization'),
  ...(credentials === undefined ? [] : [['authorization', credentials] satisfies Header]),
];
