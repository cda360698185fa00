import type { Contract } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { recordIdsIn, recordsIn, showsRecord } from '../../src/contract/record.ts';
import { isObject, type Json, type JsonObject, type Path } from '../../src/json/json.ts';
import { printPath } from '../../src/print.ts';
import type { Claim, Judge, RelationJudge, ResponseClaim, Stage } from './claim.ts';
import type { Listing, Page, ReadExchange } from './evidence.ts';
import { isSameCollection } from './target.ts';

/** A page and the records on it as they came. */
export type ShownPage = {
  readonly page: Page;
  readonly records: readonly JsonObject[];
  /** Where the page has its records. */
  readonly place: Path;
  readonly json: JsonObject | Json[];
};

const pageClaim = (blames: boolean, judge: (shown: ShownPage, judge: Judge) => void): ResponseClaim => ({
  on: 'response',
  blames,
  judge: (exchange, judging) => {
    const { page, json, operation } = exchange;
    if (!page || !json) return;
    const from = operationIn(judging.contract, operation);
    if (!recordIdsIn(from, json)) return;
    judge({ page, json, records: recordsIn(from, json), place: from.record }, judging);
  },
});

export const eachPage = (judge: (shown: ShownPage, judge: Judge) => void): Claim => pageClaim(true, judge);

/**
 * A claim about each page whose query has only parameters of the contract, since any other may change its meaning.
 * `blames`: whether a page that breaks it is not evidence for relations.
 */
export const eachBasicPage = (
  judge: (shown: ShownPage, judge: Judge) => void,
  { blames = true }: { readonly blames?: boolean } = {},
): ResponseClaim =>
  pageClaim(blames, (shown, judging) => {
    if (isBasic(shown.page)) judge(shown, judging);
  });

export const isBasic = ({ query }: Pick<Page, 'query'>): boolean =>
  query.isDefined && query.further === undefined;

/** Whether a page belongs to a listing: to its collection, with its further parameters and no others. */
export const isPageOf =
  ({ collection, further }: Pick<Listing, 'collection' | 'further'>) =>
  (page: Pick<Page, 'collection' | 'query'>): boolean =>
    page.collection !== undefined &&
    isSameCollection(page.collection, collection) &&
    page.query.isDefined &&
    page.query.further === further;

/** A claim about fields of records: a page that breaks it is still evidence for relations. */
export const eachPageShows = (judge: (shown: ShownPage, judge: Judge) => void): ResponseClaim =>
  pageClaim(false, judge);

/**
 * A claim about all pages of each collection, or those with a further parameter; a failure is rechecked before it counts.
 */
export const eachListing = (
  stage: Stage,
  judge: (listing: Listing, judge: RelationJudge) => void,
  parameter?: string,
): Claim => ({
  on: 'listing',
  stage,
  judge,
  ...(parameter === undefined ? {} : { parameter }),
});

/** A creation: what was sent, what was shown. */
export type Creation = {
  readonly exchange: ReadExchange;
  readonly sent: JsonObject;
  readonly shown: JsonObject;
};

/** Makes a claim about every response that shows what a valid request created. */
export const eachCreation = (judge: (creation: Creation, judge: Judge) => void): ResponseClaim => ({
  on: 'response',
  judge: (exchange, judging) => {
    const { shape, json, requestContent } = exchange;
    if (
      shape &&
      isObject(json) &&
      showsRecord(judging.contract, exchange.operation, json) &&
      isObject(requestContent.json)
    )
      judge({ exchange, sent: requestContent.json, shown: json }, judging);
  },
});

/** A claim about every accepted response to a valid request. */
export const eachAccepted = (judge: (exchange: ReadExchange, judge: Judge) => void): Claim => ({
  on: 'response',
  judge: (exchange, judging) => {
    if (exchange.accepted && isValidRequest(exchange)) judge(exchange, judging);
  },
});

/** Whether the request is not known to break the contract. */
export const isValidRequest = ({ requestContent, request }: ReadExchange): boolean =>
  requestContent.defects.length === 0 && (request.body === undefined || requestContent.json !== undefined);

/** The claim that no request of some kind gets a 5xx status. */
export const neverCrashes = (
  isMeant: (exchange: ReadExchange, contract: Contract) => boolean,
  what: string,
): Claim => ({
  on: 'response',
  judge: (exchange, judge) => {
    const { status } = exchange.response;
    // An accepted request without a record in its response proves nothing.
    const isAnswered = !exchange.accepted || showsRecord(judge.contract, exchange.operation, exchange.json);
    if (isMeant(exchange, judge.contract) && isAnswered)
      judge.claim(status < 500, () => {
        const request = flawWords(exchange) ?? what;
        return {
          title: `${request} does not cause a 5xx status`,
          expected: `no 5xx status for ${request}`,
          saw: `status ${status}`,
          shown: [exchange],
        };
      });
  },
});

function flawWords({ request, requestContent: { json, defects } }: ReadExchange): string | undefined {
  if (request.body?.byteLength === 0) return 'an empty body';
  if (request.body !== undefined && json === undefined) return 'a body that is not JSON';
  const [defect] = defects;
  return defect && `a body whose ${printPath(defect.path) || 'root'} is bad or missing`;
}

/** Whether the value at a path breaks a constraint, which another rule reports (READINGS P8). */
export const isBrokenAt = ({ shape }: ReadExchange, path: Path): boolean =>
  shape?.breaches.some(
    (breach) =>
      breach.path.length === path.length && path.every((step, index) => step === breach.path[index]),
  ) === true;
