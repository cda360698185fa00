import { hash } from 'node:crypto';
import { at, isObject, type Json, type JsonObject, type Path } from '../../src/json/json.ts';
import { onceFor } from '../../src/once.ts';
import type { AnswerClaim, Claim, Judge, RelationJudge, Stage } from './claim.ts';
import type { Answer, Listing, Page } from './evidence.ts';
import { printPath } from './print.ts';
import { wrapsObject } from './profile.ts';
import { isUnknown } from './redacted-values.ts';

/** A page and the products on it as they came. */
export type ShownPage = {
  readonly page: Page;
  readonly products: readonly JsonObject[];
  readonly json: JsonObject;
};

const pageClaim = (blames: boolean, judge: (shown: ShownPage, judge: Judge) => void): AnswerClaim => ({
  on: 'answer',
  blames,
  judge: (answer, judging) => {
    const { page, json } = answer;
    if (!page || !json || !Array.isArray(json.data)) return;
    judge({ page, json, products: objectsIn(json.data) }, judging);
  },
});

const objectsIn = onceFor((values: readonly Json[]): JsonObject[] => values.filter(isObject));

/** A claim about every page of every listing, by itself, against its request or the target file. */
export const eachPage = (judge: (shown: ShownPage, judge: Judge) => void): Claim => pageClaim(true, judge);

/**
 * The same, of pages whose query holds nothing but the contract's parameters: what a claim needs that reads the query, since
 * another parameter may mean anything. `blames`: whether a page that breaks it is no evidence for relations.
 */
export const eachPlainPage = (
  judge: (shown: ShownPage, judge: Judge) => void,
  { blames = true }: { readonly blames?: boolean } = {},
): AnswerClaim =>
  pageClaim(blames, (shown, judging) => {
    if (isPlain(shown.page)) judge(shown, judging);
  });

/** Whether a page was asked for with nothing but the contract's parameters. */
export const isPlain = ({ query }: Pick<Page, 'query'>): boolean => query.isPlain;

/** The same, of what products show: a page that breaks it is evidence still of which products are where. */
export const eachPageShows = (judge: (shown: ShownPage, judge: Judge) => void): AnswerClaim =>
  pageClaim(false, judge);

/** A claim about all that was seen of each node; what fails is rechecked before it counts. */
export const eachListing = (
  stage: Stage,
  judge: (listing: Listing, judge: RelationJudge) => void,
): Claim => ({
  on: 'listing',
  stage,
  judge,
});

/** A creation: what was sent, what was shown. */
export type Creation = { readonly answer: Answer; readonly sent: JsonObject; readonly shown: JsonObject };

/** A claim about every response that tells of something created by a valid request. */
export const eachCreation = (judge: (creation: Creation, judge: Judge) => void): AnswerClaim => ({
  on: 'answer',
  judge: (answer, judging) => {
    const { shape, json, request } = answer;
    if (shape && json && wrapsObject(json) && isObject(request.json))
      judge({ answer, sent: request.json, shown: json }, judging);
  },
});

/** A claim about every accepted response to a valid request. */
export const eachAccepted = (judge: (answer: Answer, judge: Judge) => void): Claim => ({
  on: 'answer',
  judge: (answer, judging) => {
    if (answer.accepted && isValidRequest(answer)) judge(answer, judging);
  },
});

/** Whether nothing in the request of a response is known to break the contract. */
export const isValidRequest = ({ request, call }: Answer): boolean =>
  request.defects.length === 0 && (call.body === undefined || request.json !== undefined);

/** A claim that no request of a kind gets a crash, whoever sent it. */
export const neverCrashes = (isMeant: (answer: Answer) => boolean, what: string): Claim => ({
  on: 'answer',
  judge: (answer, judge) => {
    const { status } = answer.reply;
    // What is accepted and shows nothing says nothing, either.
    const isAnswered = !answer.accepted || wrapsObject(answer.json);
    if (isMeant(answer) && isAnswered)
      judge.claim(status < 500, () => {
        const request = flawWords(answer) ?? what;
        return {
          title: `${request} does not cause a 5xx status`,
          expected: `no 5xx status for ${request}`,
          saw: `status ${status}`,
          shown: [answer],
        };
      });
  },
});

/** The body of a bad request by what is wrong with it; undefined if nothing is known to be. */
function flawWords({ call, request: { json, defects } }: Answer): string | undefined {
  if (call.body?.byteLength === 0) return 'an empty body';
  if (call.body !== undefined && json === undefined) return 'a body that is not JSON';
  const [defect] = defects;
  return defect && `a body whose ${printPath(defect.path) || 'root'} is bad or missing`;
}

/** Whether what a response shows at a place breaks a constraint: then that is what is wrong with it (READINGS P8). */
export const isBrokenAt = ({ shape }: Answer, path: Path): boolean =>
  shape?.breaches.some(
    (breach) =>
      breach.path.length === path.length && path.every((step, index) => step === breach.path[index]),
  ) === true;

/** What must not be the same in creations whose requests differ. */
type Distinct = {
  /** Where it is shown. */
  readonly shownAt: Path;
  /** By what the requests that it is compared over differ; by default by anything. */
  readonly by?: string;
  /** What of it is compared; by default all. */
  readonly read?: (text: string) => string;
  /** What of a request has to be the same in two creations for the rule to speak of them; by default nothing. */
  readonly within?: (sent: JsonObject) => Json;
  /** What of a request has to differ; by default anything. */
  readonly apart?: (sent: JsonObject) => Json;
};

/** A claim that no two creations of a run show the same text, unless what they were asked for is the same. */
export const distinct = ({
  shownAt,
  by,
  read = (text) => text,
  within = () => null,
  apart = (sent) => sent,
}: Distinct): Claim => ({
  on: 'identity',
  what: printPath(shownAt) + (by === undefined ? '' : ` of a request with ${by}`),
  read: (answer) => {
    const { shape, json, request } = answer;
    const shown = at(json, ...shownAt);
    if (!shape || !isObject(request.json) || typeof shown !== 'string' || shown === '') return undefined;
    // What is redacted tells nothing apart.
    if (isBrokenAt(answer, shownAt) || isUnknown(answer, shown)) return undefined;
    const group = digest(within(request.json));
    return { group, value: digest([group, read(shown)]), askedFor: digest(apart(request.json)) };
  },
});

/** Tells values apart without keeping them. */
export const digest = (value: Json): string => hash('sha256', JSON.stringify(value), 'base64');
