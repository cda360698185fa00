import type { Exchange } from '../../src/http/exchange.ts';
import type { Listing, Page } from '../core/evidence.ts';
import type { Rule } from '../core/rule.ts';
import { structureOf } from '../node-products/pages/structure.ts';
import type { RuleState } from './rule-state.ts';

/** Says of each broken rule on which products a page contains what is wrong with the page as a whole that shows it. */
export function explainStructure(ruleStates: readonly RuleState[], listings: readonly Listing[]): void {
  const broken = ruleStates.filter(({ isBroken, rule }) => isBroken && isOnPages(rule));
  if (broken.length === 0) return;
  const pages = new Map<string, { readonly page: Page; readonly listing: Listing }>();
  for (const listing of listings)
    for (const page of listing.pages) pages.set(page.exchange.call.target, { page, listing });
  const find = ({ call }: Exchange): string | undefined => {
    const found = pages.get(call.target);
    return found && structureOf(found.page, found.listing);
  };
  for (const ruleState of broken) ruleState.explain(find);
}

/** Whether a rule is on which products are on a page. */
const isOnPages = ({ claims, shows = 'content' }: Rule): boolean =>
  ['pagination', 'filter', 'order'].includes(shows) ||
  claims.some((claim) => claim.on === 'listing' && !['links', 'included'].includes(claim.stage));
