// The words for why a rule ended as it did. Rules say in their own words what their subject lacks; what a run knows is data.

import { missingStatuses } from '../core/status.ts';
import type { Explanation, Result } from '../core/verdict.ts';
import { sawWords } from './not-judged.ts';

type ExplanationData = Exclude<Explanation, string>;

const reasonWords: {
  readonly [Kind in ExplanationData['kind']]: (reason: Extract<ExplanationData, { kind: Kind }>) => string;
} = {
  'not accepted': ({ returned, what, isLast }) =>
    `${returned} to ${what}${isLast ? ', and no request was accepted after it' : ''}`,
  crash: ({ saw }) => `${saw}, so it was neither rejected nor accepted`,
  unavailable: sawWords,
  lost: ({ detail }) => `no response: ${detail}`,
  'transient failure': ({ status, isLasting, minutes }) =>
    `the target returned ${status}, which never decides the verdict${
      minutes === undefined ? '' : `, and asks for a pause of ${minutes} min; run again after that`
    }${isLasting ? '; every retry returned it, so it is not a rate limit: see the log of what is in front of the target' : ''}`,
  'blocked at times': ({ status }) =>
    `the target returned ${status}, also for requests that it accepts at other times; something in front of it may block some of them`,
  redirect: ({ status, where }) =>
    `the target redirects (${status}${where === undefined ? '' : ` to ${where}`}), and redirects are not followed`,
  'of one': ({ what, why }) => `${what}: ${explanationWords(why)}`,
  ended: ({ detail }) => detail,
  denied: () => 'POST requests are not allowed for this target',
  'nothing shown': () => 'no response contained what the rule checks',
  'no usable page': () => 'the collection changed while it was read; no usable page remains',
  'only in checks': () => 'only `assay check` tests this, since it needs requests that clients rarely send',
  'not seen': () => 'no response of this run showed it',
  'none created': () => 'nothing was created that shows it',
  'not tried': () => 'only a check tries this',
  'not sent': () => 'it was not sent',
  'no response': () => 'nothing came',
  blocked: ({ by }) => `cannot be tested until ${by} is fixed`,
  mistake: ({ message, at }) => `${message} (${at})`,
  broken: ({ expected, saw }) => `${expected}; got ${saw}`,
  unconfirmed: ({ expected, saw, since }) => `${expected}; got ${saw}; ${wordsOfRechecks(since)}`,
  'listing moved': () => 'the listing changed while it was recorded',
  lockout: ({ method, target, count, status }) =>
    `from ${method} ${target} on, ${count} requests were rejected (${status}) and none was accepted: ${
      lockouts[status] ?? 'a firewall may have locked out the check; let the check through it'
    }`,
  'blocked requests': ({ blocked, all, lasting }) => {
    const some = `${blocked} of ${all} requests`;
    if (lasting === undefined)
      return `${some} seem to be blocked: the same requests are accepted at other times`;
    const why = missingStatuses.includes(lasting)
      ? 'records that this run created are gone; the server may have restarted, or others delete them'
      : `none was accepted any more: ${lockouts[lasting] ?? 'a quota may be used up, or a firewall may have locked out the check'}`;
    return `${some} returned ${lasting}, and ${why}`;
  },
  'rate limit': ({ of }) => `${explanationWords(of)}; a limit of requests per time is the cause`,
};

const lockouts: Readonly<Record<number, string>> = {
  401: 'the token may have expired',
  402: 'a quota may be used up',
};

type Since = Extract<ExplanationData, { kind: 'unconfirmed' }>['since'];

const rechecks: Readonly<Record<Extract<Since, string>, string>> = {
  unshown: 'the same pages were returned again, but do not show the failure by themselves',
  moved: 'but the same request got different responses when it was rechecked',
  'only exactly':
    'only exactly this request gets this response again: with its parameters in another order it gets another response',
  'no room':
    'not rechecked, since this run used up its rechecks: correct what is broken, or check this rule alone with --only',
  'not tried':
    'not tried again on new records, since this run created no more: another user may have changed this one',
  'others write':
    'not rechecked, since what changed meanwhile used up the rechecks: others write; check while nothing else does',
  recorded: 'a recording cannot be rechecked',
};

const wordsOfRechecks = (since: Since): string =>
  typeof since === 'string'
    ? rechecks[since]
    : `but a cache sent the response to a recheck (${since.cacheSign}): empty it, or check without it`;

export const reasonData = (reason: Explanation | undefined): ExplanationData | undefined =>
  typeof reason === 'string' ? undefined : reason;

export const explanationWords = (reason: Explanation): string =>
  typeof reason === 'string' ? reason : reasonWords[reason.kind](reason as never);

const formWords = ({ type, server }: NonNullable<Result['foreign']>['form']): string =>
  server === undefined ? type : `${type} by ${server}`;

/** That a rejection looks unlike most of this server. Only another name in `Server` suggests another sender: frameworks have error pages of their own. */
function wordsOfForeign({ form, usual }: NonNullable<Result['foreign']>): string {
  const cause = form.server === usual.server ? '' : 'a gateway may have sent it, so ';
  return `; this rejection (${formWords(form)}) does not look like the server's own (${formWords(usual)}): ${cause}read the log of the server, and check Host and the other headers of the request`;
}

const dependences = {
  spelling: '; the same request with other percent-encoding (such as %5b for %5B) gets another response',
  cache: '; a request with Cache-Control: no-cache gets another response',
} as const satisfies Readonly<Record<NonNullable<Result['dependsOn']>, string>>;

/** What a result says of its verdict, in words. */
export function wordsOfResult({
  verdict,
  source,
  expected,
  saw,
  why,
  foreign,
  dependsOn,
}: Pick<Result, 'verdict' | 'source' | 'expected' | 'saw' | 'why' | 'foreign' | 'dependsOn'>): {
  readonly why?: string;
  readonly saw?: string;
} {
  const note = (dependsOn ? dependences[dependsOn] : '') + (foreign ? wordsOfForeign(foreign) : '');
  const between = source === 'pin' ? ', ' : '; got ';
  const reason = verdict === 'fail' && why === undefined ? `${expected}${between}${saw}` : why;
  return {
    ...(reason === undefined ? {} : { why: explanationWords(reason) + note }),
    ...(saw === undefined ? {} : { saw: saw + note }),
  };
}
