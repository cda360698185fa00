import type { Rule } from '../core/rule.ts';

/** Why ordinary traffic shows nothing of a rule that takes more than one request, where that is so. */
export const whyOrdinaryTrafficIsSilent = ({ claims }: Pick<Rule, 'claims'>): string | undefined =>
  claims.every(({ on }) => on === 'attempt')
    ? 'only a check tries this, between two requests that differ from it in one edit'
    : undefined;
