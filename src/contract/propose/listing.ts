import { type JsonObject, stepsOf } from '../../json/json.ts';
import { pageParametersIn, proposedPages } from './pages.ts';
import { type ListProposal, listOfProposals, type Proposal, usable } from './proposal.ts';
import { proposedFilters, sortOf } from './queries.ts';
import { identifierOf, itemsIn, recordAt } from './records.ts';
import { statedByVendors } from './vendor.ts';

/** An operation that may list, as its document describes it. */
type MaybeListing = Parameters<typeof statedByVendors>[0] & {
  readonly url: string;
  /** All paths of the document. */
  readonly urls: readonly string[];
  /** The names of the headers of the response. */
  readonly headers: readonly string[];
};

/** The `x-list` that is proposed of an operation; undefined unless it says how pages are requested. */
export function proposedList(source: MaybeListing): JsonObject | undefined {
  const list = listOfProposals(proposeListing(source)?.proposals ?? []);
  const isPaged = ['offset', 'pageIndex', 'outputToken'].some((keyword) => keyword in list);
  return isPaged && 'items' in list && 'pageSize' in list ? list : undefined;
}

/** What is proposed of how an operation lists; undefined if it does not look like it. */
export function proposeListing(source: MaybeListing): ListProposal | undefined {
  const { url, parameters, response, headers } = source;
  const stated = statedByVendors(source);
  const pageParameters = pageParametersIn(parameters);
  const isPaged = Object.keys(pageParameters).length > 0 || stated.length > 0;
  const statedItems = stated.find(({ keyword }) => keyword[0] === 'items');
  const items = statedItems
    ? {
        path: statedItems.value === '$response.body' ? [] : stepsOf(String(statedItems.value)),
        proposal: statedItems,
      }
    : itemsIn(url, response, isPaged);
  if (!items) return undefined;
  const record = recordAt(response, items.path);
  if (record === undefined) return undefined;
  const identifier = identifierOf(source, items.path, record);
  const pages = proposedPages(pageParameters, parameters, response, items.path, headers);
  const taken = new Set(
    [...stated, ...pages.proposals].flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
  );
  for (const { name } of Object.values(pageParameters)) taken.add(name);
  const further = parameters.filter(({ name }) => !taken.has(name));
  const sort = sortOf(further, record);
  const filters = proposedFilters(
    further.filter(({ name }) => !sort.parameters.includes(name)),
    record,
  );
  const proposals = [
    items.proposal,
    ...('value' in identifier ? [identifier] : []),
    ...withStated(pages.proposals, stated),
    ...filters.proposals,
    ...sort.proposals,
  ];
  const certain = usable(proposals).filter(({ sure }) => sure !== 'possible');
  const asked = [...('asks' in identifier ? [identifier] : []), ...pages.questions, ...sort.questions];
  return {
    proposals,
    questions: [
      ...asked.filter(({ keyword }) => !certain.some((one) => one.keyword[0] === keyword[0])),
      ...filters.questions,
    ],
    unasked: filters.unasked,
  };
}

const wayKeywords = ['offset', 'pageIndex', 'inputToken', 'outputToken'];

/** What a vendor states replaces what names suggest: of the ways to the next page, all. */
function withStated(proposed: readonly Proposal[], stated: readonly Proposal[]): Proposal[] {
  const own = stated.filter(({ keyword }) => keyword[0] !== 'items');
  const hasWay = own.some(({ keyword }) => wayKeywords.includes(String(keyword[0])));
  const isReplaced = ({ keyword }: Proposal): boolean =>
    own.some(
      (one) =>
        one.keyword.join() === keyword.join() ||
        (one.keyword[0] === 'links' && keyword[0] === 'links' && keyword.length === 1),
    ) ||
    (hasWay && wayKeywords.includes(String(keyword[0])));
  const isPart = (keyword: string): boolean => own.some((one) => one.keyword[0] === keyword);
  // A token without its other half is of no use.
  const usable = own.filter(
    ({ keyword: [name] }) =>
      !(
        name === 'inputToken' &&
        !isPart('outputToken') &&
        !proposed.some((one) => one.keyword[0] === 'outputToken')
      ),
  );
  const kept = proposed.filter(
    (one) =>
      !isReplaced(one) ||
      (one.keyword[0] === 'outputToken' && isPart('inputToken') && !isPart('outputToken')),
  );
  return [...usable, ...kept];
}
