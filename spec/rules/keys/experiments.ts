// Requests to create application keys (§4.1, §5).

import {
  at,
  attempt,
  attemptTogether,
  type Context,
  type ContractAndTarget,
  type Control,
  controlsOf,
  createAtOnce,
  creationProfile,
  creationsOf,
  derivedBoundTrials,
  type Edit,
  type ExperimentContext,
  experiments,
  fieldPlaces,
  hardTexts,
  invalidTrials,
  isGood,
  joined,
  jsonOfRequest,
  knownGoodOf,
  knownLine,
  nonce,
  operationIn,
  type Remedy,
  type RunExchange,
  type SentControl,
  sendingHeader,
  type Target,
  type Trial,
  type TrialControls,
  textWithNonce,
  tokenFor,
  validBody,
  type WithOperations,
  wasAccepted,
  withAt,
  withCharset,
} from '../../../conformance/rules.ts';

const operation = 'application-key';

/** Where requests have the fields of a key. */
export function keyFields(contract: WithOperations) {
  const { sent } = fieldPlaces(operationIn(contract, operation));
  return { name: sent('name'), rateLimit: sent('reserved_rate_limit') };
}

export const rateLimitLine = knownLine(operation, 'reserved_rate_limit: an integer your server accepts');

function keyControls(materials: ContractAndTarget): {
  readonly smallest: Control;
  readonly limited: Control;
} {
  return {
    smallest: () => validBody(materials, operation),
    limited: () =>
      validBody(materials, operation, creationProfile(materials.contract, operation).optionalFields),
  };
}

/** The response to a request with a rate limit of 0, which `send` sends once in a run; undefined if none was sent. */
export const withoutRateLimit = (
  context: Context,
  send: () => Promise<RunExchange | undefined> = async () => undefined,
): Promise<RunExchange | undefined> => context.shared('a key with a rate limit of 0', send);

/** Requests for keys without credentials, or with credentials that are no bearer token (READINGS 10). */
function credentialTrials(target: Target, { least }: TrialControls): Trial[] {
  const token = tokenFor(target, operation);
  const trial = (rule: string, what: string, credentials: string | undefined): Trial => ({
    clause: `application-key/${rule}`,
    what: `a request ${what}`,
    expects: 'rejection',
    redirectRejects: true,
    control: least,
    headers: sendingHeader('authorization', credentials),
  });
  return [
    // One replica of several may let in who the others do not.
    ...Array.from({ length: 2 }, () => trial('authorization', 'without an Authorization header', undefined)),
    {
      ...trial('authorization', 'without an Authorization header, a letter of its path encoded,', undefined),
      target: encodedPath,
      showsAcceptance: true,
    },
    trial('other-scheme-rejected', 'with the scheme Basic and an invented credential', `Basic ${invented}`),
    trial('empty-token-rejected', 'with the scheme Bearer and no token', 'Bearer'),
    trial('bare-token-rejected', 'with a token and no scheme', token ?? invented),
    // A server that reads nothing but the token shows itself.
    ...(token === undefined
      ? []
      : [trial('token-in-other-scheme-rejected', 'with the token under the scheme Basic', `Basic ${token}`)]),
  ];
}

/** `anyone` without a password, as the scheme Basic writes it (RFC 7617). */
const invented = 'YW55b25lOg==';

/** The path with a letter percent-encoded, which means the same (RFC 3986, 6.2.2.2). */
const encodedPath = (target: string): string => target.replace('application', '%61pplication');

const accepted = { clause: 'application-key/accepted', what: 'a request with type and name' };

const acceptsLimit = {
  clause: 'application-key/accepts-rate-limit',
  what: 'a request with the declared rate limit',
};

type KeyControls = { readonly trialControls: TrialControls; readonly good: SentControl | undefined };

/** Finds controls that are accepted, once in a run, and reports their responses. */
const findKeyControls = (context: ExperimentContext): Promise<KeyControls> =>
  context.shared('openings application-key', async () => {
    const { firstAccepted, reportUnsent, whyNot } = controlsOf(context, operation);
    const controls = keyControls(context);
    const smallest = await firstAccepted([controls.smallest]);
    const full = await firstAccepted([controls.limited]);
    const remedy: Remedy | undefined =
      knownGoodOf(context.target, operation)[0].reserved_rate_limit === undefined ? rateLimitLine : undefined;
    if (!smallest) reportUnsent(accepted, controls.smallest);
    else if (full) await reportControls(context, smallest, full, remedy);

    // Rate limits may run out, so the control of other requests reserves nothing if possible.
    const good = [smallest, full].find(isGood);
    const whyNotFull = whyNot('a request with a rate limit', controls.limited, full, {
      remedy,
      isDeclared: remedy === undefined,
    });
    const least = good?.control ?? controls.smallest;
    return { good, trialControls: { least, whyNotFull } };
  });

async function reportControls(
  context: ExperimentContext,
  smallest: SentControl,
  full: SentControl,
  limitLine: Remedy | undefined,
): Promise<void> {
  const { reportAcceptance, reportBeside, reportNotApplicable } = controlsOf(context, operation);
  if (isGood(smallest) || !isGood(full)) reportAcceptance(accepted, smallest.exchange, true);
  else await reportBeside(accepted, smallest, full);
  if (limitLine) reportNotApplicable(acceptsLimit, 'the target file declares no rate limit', limitLine);
  else if (isGood(smallest)) await reportBeside(acceptsLimit, full, smallest);
  else reportAcceptance(acceptsLimit, full.exchange);
}

/** An edit, and the parts that are tried alone if it is rejected. */
type EditOfParts = readonly [whole: Edit, ...parts: Edit[]];

/** Longer than usual columns for names, and shorter than the default bound on text. */
const longerThanColumns = 65;

const large = 1_000_000_000;

const { punctuated, beyondAscii, letters } = hardTexts('Key', '鍵');

/** Digits with leading zeros, which a server may take for a number. */
const digitsFor = (run: string): string => `007${Number.parseInt(run.slice(0, 8), 16) || 7}`;

const editsFor = ({ contract }: ExperimentContext) => {
  const { name, rateLimit } = keyFields(contract);
  const named = (text: string): Edit => ({ edit: (body) => withAt(body, name, text) });
  const limited = (limit: number): Edit => ({ edit: (body) => withAt(body, rateLimit, limit) });
  return {
    named,
    limited,
    sameName: ({ request }: RunExchange): Edit => named(String(at(jsonOfRequest(request), ...name))),
  };
};

export default experiments('application-key', {
  creations: {
    shows: 'valid keys at every bound, with unusual texts, and several at once',
    run: async (context) => {
      const { trialControls, good } = await findKeyControls(context);
      const { least } = trialControls;
      const { named } = editsFor(context);
      await attemptTogether(context, operation, [withCharset(operation, least)], [named(beyondAscii)]);
      await attempt(context, operation, derivedBoundTrials(context, operation, least));
      if (good) await createOtherKeys(context, good);
    },
  },
  rejections: {
    shows: 'requests with one edit that makes them invalid',
    when: 'early',
    run: async (context) => {
      const { trialControls } = await findKeyControls(context);
      await attempt(context, operation, [
        ...invalidTrials(context, operation, trialControls),
        ...credentialTrials(context.target, trialControls),
      ]);
    },
  },
});

/** Creates keys that a server may reject; what it returns is checked like any other response. */
async function createOtherKeys(
  context: ExperimentContext,
  { control, exchange }: SentControl,
): Promise<void> {
  const { inTurn, send } = creationsOf(context, operation);
  const { named, limited, sameName } = editsFor(context);
  const limit = Number(knownGoodOf(context.target, operation)[0].reserved_rate_limit ?? 1);
  const others: readonly EditOfParts[] = [
    [named(digitsFor(context.nonce))],
    [named(letters)],
    [
      joined([named(`${punctuated} ${'and so on, '.repeat(40)}end`), limited(large)]),
      named(punctuated),
      limited(large),
      named(textWithNonce(longerThanColumns)),
    ],
  ];
  const tryAll = async ([whole, ...parts]: EditOfParts): Promise<RunExchange> => {
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
