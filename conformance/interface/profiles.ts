import type { OperationId } from '../../src/contract/contract.ts';
import { at, isObject } from '../../src/json/json.ts';
import type { OperationProfile } from '../core/profile.ts';
import type { Target } from '../core/target.ts';
import { nodeLine, nodesLine, tokenLine } from './remedies.ts';

const content = {
  shows: ['content', 'filter', 'pagination', 'live', 'order'],
  words: 'looked at the content of a reply',
} as const;

/** Whether a status asks for credentials that nobody gave. */
const wantsToken = (operation: OperationId, status: number, { tokens }: Target): boolean =>
  status === 401 || (status === 403 && tokens[operation] === undefined);

/** What a subscription has to be made of; the operator may name each. */
const needed = ['account_id', 'offering_id', 'plan_id', 'currency'] as const;

/** What is not named yet; where all is, one more set of values. */
function subscriptionLine({ subscriptions: [first] }: Target): string {
  const missing = needed.filter((name) => first[name] === undefined);
  if (missing.length > 0) return `subscription: { ${missing.map((name) => `${name}: …`).join(', ')} }`;
  const more = '[{ … }, { … }], with one more set of values that your server takes';
  return `subscription: ${first.payment === undefined ? `{ payment: … }, or ${more}` : more}`;
}

/** Whether a body wraps an object in `data`. */
export const wrapsObject = (body: unknown): boolean => isObject(at(body, 'data'));

/** The three operations, as the engine sees them. */
export const profiles: Readonly<Record<OperationId, OperationProfile>> = {
  'application-key': {
    id: 'application-key',
    writes: true,
    showsResource: wrapsObject,
    demands: [content],
    remedyFor: (status, target) =>
      wantsToken('application-key', status, target)
        ? tokenLine('application-key', target)
        : 'token: { application-key: the token of an account that may create more keys }',
  },
  subscription: {
    id: 'subscription',
    writes: true,
    showsResource: wrapsObject,
    demands: [content],
    remedyFor: (status, target) =>
      wantsToken('subscription', status, target)
        ? tokenLine('subscription', target)
        : subscriptionLine(target),
  },
  'node-products': {
    id: 'node-products',
    writes: false,
    showsResource: (body) => Array.isArray(at(body, 'data')),
    demands: [
      content,
      { shows: ['filter'], words: 'saw a filter at work' },
      { shows: ['pagination'], words: 'saw pages cut' },
      { shows: ['live', 'order'], words: 'saw live products only, or the curated order' },
    ],
    remedyFor: (status, target) => {
      if ([401, 403].includes(status)) return tokenLine('node-products', target);
      return target.nodes.length === 0 ? nodesLine : nodeLine('that your server lists');
    },
  },
};
