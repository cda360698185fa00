import type { OperationProposal } from '../../src/contract/proposals.ts';
import { isAddress } from '../../src/contract/propose/pages.ts';
import { writePairs } from '../../src/contract/templates.ts';
import { at, type JsonObject, stepsOf } from '../../src/json/json.ts';
import { tokenIn } from '../list/read-page.ts';
import {
  type Ask,
  countAt,
  idPaths,
  openTrial,
  type ProposalTrial,
  recordIds,
  valueAtText,
} from './proposal-trial.ts';
import { tryBoundProposals, tryFilterProposals } from './try-filters.ts';
import { tryOrder, trySorts } from './try-sorts.ts';

/**
 * Tries on a server what is proposed of a listing. What the server does is `seen`, what it does otherwise only
 * `possible`: it is the reader who knows which of both is wrong. `schemaOf` returns what the file states of a parameter.
 */
export async function tryProposals(
  listing: OperationProposal,
  ask: Ask,
  schemaOf: (parameter: string) => JsonObject | undefined,
): Promise<OperationProposal> {
  const open = openTrial(listing, ask);
  const whole = await ask('');
  if (!whole) return open.unread();
  const records = open.recordsOf(whole);
  if (!records) {
    open.doubt(['items'], 'the server returns no list there');
    return open.result();
  }
  open.confirm(['items'], `the server returns ${records.length} records there`);
  const trial: ProposalTrial = { ...open, whole, records };
  tryIdentifier(trial);
  const size = await tryPageSize(trial);
  if (size !== undefined) await tryNextPage(trial, size, schemaOf);
  if (size !== undefined) await tryNextLink(trial, size);
  tryTotal(trial, size);
  await tryFilterProposals(trial);
  await tryBoundProposals(trial);
  await trySorts(trial, schemaOf);
  tryOrder(trial);
  return trial.result();
}

function tryIdentifier(trial: ProposalTrial): void {
  const { records } = trial;
  const proposal = trial.find('identifier');
  if (!proposal || records.length === 0) return;
  const paths = [proposal.value].flat().map((one) => stepsOf(String(one)));
  const ids = records.map((record) => JSON.stringify(paths.map((path) => at(record, ...path) ?? null)));
  const missing = ids.filter((one) => one.includes('null')).length;
  if (missing > 0) trial.doubt(['identifier'], `${missing} of ${ids.length} records have none`);
  else if (new Set(ids).size < ids.length)
    trial.doubt(['identifier'], `two of ${ids.length} records have the same`);
  else trial.confirm(['identifier'], `${ids.length} records have ${ids.length} different ones`);
}

/** Returns a page size that the server honours, less than the records that there are. */
async function tryPageSize(trial: ProposalTrial): Promise<number | undefined> {
  const { records } = trial;
  const name = trial.text('pageSize');
  if (name === undefined || records.length < 2) return undefined;
  const size = Math.min(3, records.length - 1);
  const count = (await trial.recordsBy(writePairs([[name, String(size)]])))?.length;
  if (count === undefined) trial.doubt(['pageSize'], `the server rejects ${name}=${size}`);
  else if (count > size) trial.doubt(['pageSize'], `${name}=${size} returns ${count} records`);
  else trial.confirm(['pageSize'], `${name}=${size} returns ${count} records`);
  return count === size ? size : undefined;
}

/** Tries whether a second page joins the first; if it does not, the line stays, so that a check finds it. */
async function tryNextPage(
  trial: ProposalTrial,
  size: number,
  schemaOf: (parameter: string) => JsonObject | undefined,
): Promise<void> {
  const { records } = trial;
  const sizeName = trial.text('pageSize') ?? '';
  type Found = readonly JsonObject[] | undefined;
  const pageAt = (name: string, value: string): Promise<Found> =>
    trial.recordsBy(`${writePairs([[name, value]])}&${writePairs([[sizeName, String(size)]])}`);
  const [firstIds, nextIds] = [
    recordIds(trial, records.slice(0, size)),
    recordIds(trial, records.slice(size)),
  ];
  const hasIds = idPaths(trial).length > 0;
  const shown = (id: string | undefined): string => id?.replace(/^\[(.*)\]$/, '$1') ?? 'none';
  const isFirst = (page: Found): boolean => recordIds(trial, page ?? []).join() === firstIds.join();
  const compare = (keyword: string, written: string, page: Found): void => {
    const ids = recordIds(trial, page ?? []);
    const different = nextIds.findIndex((id, index) => index < size && id !== ids[index]);
    if (!page) trial.doubt([keyword], `the server rejects ${written}`);
    else if (isFirst(page)) trial.doubt([keyword], `${written} returns the first records again`);
    else if (different >= 0) {
      const [given, expected] = [ids[different], nextIds[different]].map(shown);
      trial.question(
        [keyword],
        `The second page does not join the first: with ${sizeName}=${size}, record ${different + 1} of ${written} is not record ${size + different + 1} of the listing${hasIds ? ` (${given} instead of ${expected})` : ''}. Does the server skip or repeat records? A check will find it.`,
      );
    } else if (nextIds.length > 0) trial.confirm([keyword], 'the second page joins the first');
  };
  const offset = trial.text('offset');
  const pageIndex = trial.text('pageIndex');
  const [inputToken, outputToken] = [trial.text('inputToken'), trial.text('outputToken')];
  if (offset !== undefined) compare('offset', `${offset}=${size}`, await pageAt(offset, String(size)));
  else if (pageIndex !== undefined) {
    const zero = await pageAt(pageIndex, '0');
    const one = await pageAt(pageIndex, '1');
    const isFromZero = isFirst(zero) && !isFirst(one);
    if (isFromZero) {
      if (schemaOf(pageIndex)?.minimum !== 0)
        trial.question(
          ['pageIndex'],
          `The first page is ${pageIndex}=0. Add minimum: 0 to the schema of the parameter.`,
        );
      compare('pageIndex', `${pageIndex}=1`, one);
    } else compare('pageIndex', `${pageIndex}=2`, await pageAt(pageIndex, '2'));
  } else if (inputToken !== undefined && outputToken !== undefined) {
    const first = await trial.ask(writePairs([[sizeName, String(size)]]));
    const token = first && valueAtText(first, outputToken);
    const hasToken = token !== undefined && token !== null && token !== '';
    if (hasToken)
      compare(
        'inputToken',
        'the token of the first page',
        await pageAt(inputToken, tokenIn(String(token), inputToken)),
      );
    else trial.doubt(['outputToken'], `a page of ${size} records that others follow has none`);
    if (trial.find('inputToken')?.sure === 'seen')
      trial.confirm(['outputToken'], 'it leads to the second page');
  }
}

/** Tells a link to the next page from a token by what a page that others follow has. */
async function tryNextLink(trial: ProposalTrial, size: number): Promise<void> {
  const link = trial.find('links', 'next');
  if (link?.sure !== 'possible') return;
  const first = await trial.ask(writePairs([[trial.text('pageSize') ?? '', String(size)]]));
  const shown = first && valueAtText(first, String(link.value));
  if (typeof shown !== 'string' || shown === '') return;
  if (isAddress(shown)) trial.confirm(link.keyword, 'the server returns an address there');
  else trial.note(link.keyword, 'the server returns no address there');
}

function tryTotal(trial: ProposalTrial, size: number | undefined): void {
  const { records } = trial;
  if (trial.text('total') === undefined) return;
  const total = countAt(trial, trial.whole);
  if (total === undefined) trial.doubt(['total'], 'the server returns no whole number there');
  else if (total < records.length)
    trial.doubt(['total'], `it is ${total}, and a page has ${records.length} records`);
  else if (size !== undefined) trial.confirm(['total'], `the server returns ${total}`);
}

// biome-ignore format: one glance
