import type { Header } from '../../src/http/exchange.ts';
import type { ExperimentContext } from '../core/context.ts';
import { type Remedy, rateLimitLine } from '../core/remedies.ts';
import type { Target } from '../core/target.ts';
import type { Trial } from '../create/attempts.ts';
import {
  firstAccepted,
  isOpen,
  type Opening,
  reportNotApplicable,
  type TrialControls,
  tellNext,
  tellOpening,
  whyNot,
} from '../create/trials.ts';
import { keyControls } from './controls.ts';

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

const operation = 'application-key';

const rules = {
  accepted: { clause: 'application-key/accepted', what: 'a request with type and name' },
  limited: {
    clause: 'application-key/accepts-rate-limit',
    what: 'a request with the declared rate limit',
  },
};

/** What a run found to be accepted, before anything else is tried. */
type KeyOpenings = { readonly trialControls: TrialControls; readonly open: Opening | undefined };

/**
 * Looks for requests that are accepted, once in a run, and hands over what that says of what has to be; undefined where
 * none may be sent.
 */
export const openKeys = (context: ExperimentContext): Promise<KeyOpenings | undefined> =>
  context.shared('openings application-key', async () => {
    const controls = keyControls(context);
    const plain = await firstAccepted(context, operation, [controls.plain]);
    const full = await firstAccepted(context, operation, [controls.limited]);
    if (!plain || !full) return undefined;
    await tellOpenings(context, plain, full);

    // What is reserved may run out, so what others differ from reserves nothing if it can.
    const open = [plain, full].find(isOpen);
    const remedy = limitLine(context.target);
    const whyNotFull = whyNot(context, operation, 'a request with a rate limit', full, {
      remedy,
      isDeclared: remedy === undefined,
    });
    const least = open?.control ?? controls.plain;
    return { open, trialControls: { least, ...(whyNotFull ? { whyNotFull } : {}) } };
  });

/** The line of the target file that would declare a rate limit. */
const limitLine = ({ key }: Target): Remedy | undefined =>
  key.reserved_rate_limit === undefined ? rateLimitLine : undefined;

async function tellOpenings(context: ExperimentContext, plain: Opening, full: Opening): Promise<void> {
  if (isOpen(plain) || !isOpen(full)) tellOpening(context, operation, rules.accepted, plain.exchange, true);
  else await tellNext(context, operation, rules.accepted, plain, full);
  const line = limitLine(context.target);
  if (line)
    reportNotApplicable(context, operation, rules.limited, 'the target file declares no rate limit', line);
  else if (isOpen(plain)) await tellNext(context, operation, rules.limited, full, plain);
  else tellOpening(context, operation, rules.limited, full.exchange, false);
}
