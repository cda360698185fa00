import type { Contract } from '../../src/contract/contract.ts';
import { filledPath, isOperation, operationIn } from '../../src/contract/operations.ts';
import type { OperationProposal } from '../../src/contract/proposals.ts';
import { bodyText, header, isLost, type Transport } from '../../src/http/exchange.ts';
import { at, type JsonObject, parseJson, stepsOf } from '../../src/json/json.ts';
import { lazy } from '../../src/once.ts';
import { percentEncoded } from '../../src/percent.ts';
import { letIn } from '../core/let-in.ts';
import type { CollectionName, Target } from '../core/target.ts';
import { withinLimits } from '../engine/memory-limits.ts';
import { type Ask, type QueryResponse, recordsShown } from './proposal-trial.ts';
import { tryProposals } from './try-proposals.ts';

/** The most requests by which proposals are tried. */
const mostRequests = 500;

/** What is proposed, as far as it was tried, and collections that were found on the way. */
type TriedProposals = {
  readonly listings: readonly OperationProposal[];
  readonly found: readonly CollectionName[];
};

/** A listing of a path with certain values, and what asks for it; without a query, the server is asked once. */
type OpenedCollection = { readonly values: readonly string[]; readonly ask: Ask };

/**
 * Tries on a server what is proposed of the listings that it can be asked for; the others stay as they are. One below a record
 * of another listing, such as `/authors/{author}/books`, is asked for below a record that this listing shows.
 */
export async function triedOn(
  proposed: readonly OperationProposal[],
  contract: Contract,
  target: Target,
  transport: Transport,
): Promise<TriedProposals> {
  const bounded = withinLimits(transport);
  let left = mostRequests;
  const openAt = ({ id, url }: OperationProposal, values: readonly string[]): OpenedCollection => {
    const path = filledPath(url, values.map(percentEncoded));
    const askFor = async (address: string): Promise<QueryResponse | undefined> => {
      left -= 1;
      if (left < 0) return undefined;
      const response = await bounded(letIn({ contract, target }, id, { method: 'GET', target: address }));
      if (isLost(response) || response.status < 200 || response.status > 299) return undefined;
      const body = parseJson(bodyText(response.body));
      return body === undefined ? undefined : { body, header: (name) => header(response.headers, name) };
    };
    const whole = lazy(() => askFor(path));
    return { values, ask: (query) => (query === '' ? whole() : askFor(`${path}?${query}`)) };
  };
  const schemasOf =
    ({ id }: OperationProposal) =>
    (name: string): JsonObject | undefined =>
      operationIn(contract, id).parameters.find((one) => one.name === name)?.schema;
  /** What asks for the ids that listings show first, by their paths. */
  const idsBy = new Map<string, () => Promise<readonly string[]>>();
  const listings: OperationProposal[] = [];
  const found: CollectionName[] = [];
  for (const listing of proposed) {
    const given = valuesFor(listing, contract, target);
    const opened = given ? openAt(listing, given) : await fullestBelow(listing, idsBy, openAt);
    if (!opened || left <= 0) {
      listings.push(listing);
      continue;
    }
    const { values, ask } = opened;
    if (!given) found.push({ operation: listing.id, values });
    const tried = await tryProposals(listing, ask, schemasOf(listing));
    listings.push(tried);
    if (values.length === 0)
      idsBy.set(
        listing.url,
        lazy(() => idsOn(tried, ask)),
      );
  }
  return { listings, found };
}

/** Below so many records of another listing a listing is looked for; below more of them while it shows no record. */
const [fewParents, mostParents] = [5, 20];

/** The listing below the record of another listing below which it shows most records; undefined if it shows none. */
async function fullestBelow(
  listing: OperationProposal,
  idsBy: ReadonlyMap<string, () => Promise<readonly string[]>>,
  openAt: (listing: OperationProposal, values: readonly string[]) => OpenedCollection,
): Promise<OpenedCollection | undefined> {
  const [, parent = '', below = ''] = /^([^{]*)\/\{[^}]+\}(\/[^{]*)$/.exec(listing.url) ?? [];
  if (listing.method !== 'get' || below === '') return undefined;
  const ids = (await idsBy.get(parent)?.()) ?? [];
  let most = 0;
  let fullest: OpenedCollection | undefined;
  for (const [index, id] of ids.slice(0, mostParents).entries()) {
    if (index >= fewParents && fullest) break;
    const opened = openAt(listing, [id]);
    const response = await opened.ask('');
    const count = (response && recordsShown(listing, response)?.length) ?? 0;
    if (count <= most) continue;
    most = count;
    fullest = opened;
  }
  return fullest;
}

async function idsOn(listing: OperationProposal, ask: Ask): Promise<string[]> {
  const { value } = listing.proposals.find(({ keyword }) => keyword.join() === 'identifier') ?? {};
  const response = typeof value === 'string' ? await ask('') : undefined;
  const records = (response && recordsShown(listing, response)) ?? [];
  return records.flatMap((record) => {
    const id = at(record, ...stepsOf(String(value)));
    return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
  });
}

/** The values of the path of a listing, by the target; undefined if the target does not name all that it needs. */
function valuesFor(
  { id, url, method }: OperationProposal,
  contract: Contract,
  target: Target,
): readonly string[] | undefined {
  if (method !== 'get' || !isOperation(contract, id)) return undefined;
  const { parameters, pathParameters } = operationIn(contract, id);
  const isAsking = parameters.some((one) => one.in === 'query' && 'required' in one && one.required === true);
  if (isAsking) return undefined;
  if (pathParameters.length === 0) return url.includes('{') ? undefined : [];
  return target.collections.find(({ operation }) => operation === id)?.values;
}
