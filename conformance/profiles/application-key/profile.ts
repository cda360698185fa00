import { content, profileOf, required, wantsToken } from '../../core/profile.ts';
import { tokenLine } from '../../core/remedies.ts';

const id = 'application-key';

/** Creating an application key. */
export const profile = profileOf(id, {
  demands: [
    content,
    required,
    { shows: ['authorization'], words: 'showed that a request without credentials is rejected' },
  ],
  remedyFor: (status, target) =>
    wantsToken(id, status, target)
      ? tokenLine(id, target)
      : { kind: 'token', operation: id, token: 'the token of an account that may create more keys' },
  creation: {
    optionalMembers: ['reserved_rate_limit'],
    alwaysSent: [],
    freeText: 'name',
    freeTextShownAt: ['data', 'name'],
    knownGoodSets: () => [{}],
    nonDefaultFields: () => ({ 'rate-limit-large': ['reserved_rate_limit', Number.MAX_SAFE_INTEGER] }),
  },
});
