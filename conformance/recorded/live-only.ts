import type { Rule } from '../core/rule.ts';

/**
 * Rules that the record of a check does not tell as the check did, each with the reason. Everything else that a check
 * finds is found again in its record.
 */
export const liveOnly: Readonly<Record<string, string>> = {
  'application-key/client-secret-distinct': 'a record of a check holds no secrets that could be compared',
};

/** Why ordinary traffic shows nothing of a rule that takes more than one request, where that is so. */
export const whyOrdinaryTrafficIsSilent = ({ claims }: Pick<Rule, 'claims'>): string | undefined =>
  claims.every(({ on }) => on === 'attempt')
    ? 'only a check tries this, between two requests that differ from it in one edit'
    : undefined;
