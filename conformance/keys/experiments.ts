import type { Exchange, Header } from '../../src/http/exchange.ts';
import { at, type Json, withAt } from '../../src/json/json.ts';
import { type Context, type ExperimentContext, experiments } from '../core/context.ts';
import { jsonOfCall } from '../core/mutants.ts';
import { nonce, textOf } from '../core/nonce.ts';
import { profiles } from '../core/profiles.ts';
import { type Remedy, rateLimitLine } from '../core/remedies.ts';
import { wasAccepted } from '../core/status.ts';
import type { Target } from '../core/target.ts';
import {
  attempt,
  attemptTogether,
  type Control,
  creationsOf,
  type Edit,
  joined,
  type Trial,
} from '../create/attempts.ts';
import {
  bodyTrials,
  constraintTrials,
  createAtOnce,
  derivedBoundTrials,
  firstAccepted,
  isOpen,
  nullTrials,
  type Opening,
  reportNotApplicable,
  type TrialControls,
  tellNext,
  tellOpening,
  whyNot,
  withCharset,
} from '../create/trials.ts';
import { type Materials, validBody } from '../create/valid-body.ts';

const operation = 'application-key';

/** The requests for keys that others differ from: the least, and the fullest. */
function keyControls(materials: Materials): { readonly plain: Control; readonly limited: Control } {
  return {
    plain: () => validBody(materials, operation),
    limited: () => validBody(materials, operation, profiles[operation].creation?.optionalMembers),
  };
}

/** Whether nothing of a credential is returned: only signs that stand for it (READINGS 12). */
export const isMask = (value: string): boolean => /^[*•●∙·x]+$/i.test(value);

/** Both places where a key may show its own address. */
export const places = [
  ['data', 'links', 'self'],
  ['links', 'self'],
];

/** The addresses a new key shows for itself. */
export const selfLinks = (json: Json): string[] =>
  places.map((place) => at(json, ...place)).filter((link) => typeof link === 'string');

/** Whether an address ends in the path of the keys, a slash and the id; UUIDs know no letter case. */
export const endsIn = (link: string, path: string, id: string): boolean =>
  link.slice(0, -id.length).endsWith(`${path}/`) && link.slice(-id.length).toLowerCase() === id.toLowerCase();

/** The response to a request with a rate limit of 0, which `send` sends once in a run; undefined if none was sent. */
export const withoutRateLimit = (
  context: Context,
  send: () => Promise<Exchange | undefined> = async () => undefined,
): Promise<Exchange | undefined> => context.shared('a key with a rate limit of 0', send);

/** Requests for keys without credentials, or with credentials that are no bearer token (READINGS 10). */
function credentialTrials({ tokens }: Target, { least }: TrialControls): Trial[] {
  const token = tokens[operation];
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
const openKeys = (context: ExperimentContext): Promise<KeyOpenings | undefined> =>
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

/** An edit, and what is tried alone if the whole is rejected. */
type Other = readonly [whole: Edit, ...parts: Edit[]];

/** Longer than the columns that many servers keep names in, and shorter than the default bound on text. */
const longerThanColumns = 65;

/** More than anybody reserves, and less than a number of 32 bits holds. */
const large = 1_000_000_000;

/** Names that a server may spoil: by escaping, by decoding, by another encoding. */
const punctuated = `Key No. 7/2 & "Co" <b> 'x' 50%2F_a+b=c; ${nonce}`;

/** Digits alone, with zeros before them: a server may take them for a number. */
const digitsFor = (run: string): string => `007${Number.parseInt(run.slice(0, 8), 16) || 7}`;

const beyondAscii = `Zoë’s 鍵  😀 ${nonce}`;

/** Letters alone: a server that rejects emoji or keeps other signs in another form has to keep these (READINGS 12). */
const letters = `Crème brûlée 注文 ${nonce}`;

const named = (name: string): Edit => ({ edit: (body) => withAt(body, ['data', 'name'], name) });

/** The name of a key that was created before. */
const sameName = ({ call }: Exchange): Edit => named(String(at(jsonOfCall(call), 'data', 'name')));

const limited = (limit: number): Edit => ({
  edit: (body) => withAt(body, ['data', 'reserved_rate_limit'], limit),
});

export default experiments('application-key', {
  /** Creates keys that show what is kept of them. */
  creations: {
    run: async (context) => {
      const openings = await openKeys(context);
      if (!openings) return;
      const { trialControls, open } = openings;
      await attemptTogether(
        context,
        operation,
        [withCharset(operation, trialControls.least)],
        [named(beyondAscii)],
      );
      await attempt(context, operation, derivedBoundTrials(context, operation, trialControls.least));
      if (open) await createOthers(context, open);
    },
  },
  /** Creates keys that have to be issued, and tries all that has to be rejected. */
  rejections: {
    when: 'early',
    run: async (context) => {
      const openings = await openKeys(context);
      if (!openings) return;
      const { trialControls } = openings;
      await attempt(context, operation, [
        ...constraintTrials(context, operation, trialControls),
        ...bodyTrials(operation, trialControls),
        ...nullTrials(context, operation, trialControls),
        ...credentialTrials(context.target, trialControls),
      ]);
    },
  },
});

/** Keys that no server has to issue; what it shows of those it does issue is judged like that of all others. */
async function createOthers(context: ExperimentContext, { control, exchange }: Opening): Promise<void> {
  const { inTurn, send } = creationsOf(context, operation);
  const limit = context.target.key.reserved_rate_limit ?? 1;
  const others: readonly Other[] = [
    [named(digitsFor(context.nonce))],
    [named(letters)],
    [
      joined([named(`${punctuated} ${'and so on, '.repeat(40)}end`), limited(large)]),
      named(punctuated),
      limited(large),
      named(textOf(longerThanColumns)),
    ],
  ];
  const tryAll = async ([whole, ...parts]: Other): Promise<Exchange> => {
    const seen = await inTurn(() => send(control, whole));
    if (!wasAccepted(seen)) for (const part of parts) await inTurn(() => send(control, part));
    return seen;
  };
  for (const other of others) await tryAll(other);
  await createAtOnce(context, operation, control, named(`At once ${nonce}`));
  const same = sameName(exchange);
  await withoutRateLimit(context, () =>
    tryAll([joined([same, limited(0)]), joined([same, limited(limit + 1)]), limited(0)]),
  );
}
