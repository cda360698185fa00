import { hash } from 'node:crypto';
import { at, isObject, type Json, type JsonObject, type Path } from '../../src/json/json.ts';
import { onceFor } from '../../src/once.ts';
import type { AnswerClaim, Claim, Judge, RelationJudge, Stage } from './claim.ts';
import type { Answer, Listing, Page } from './evidence.ts';
import { printPath } from './print.ts';
import { wrapsObject } from './profile.ts';
import { isUnknown } from './redacted-values.ts';

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

export const eachPage = (judge: (shown: ShownPage, judge: Judge) => void): Claim => pageClaim(true, judge);

/**
 * A claim about each page whose query has only parameters of the contract, since any other may change its meaning.
 * `blames`: whether a page that breaks it is not evidence for relations.
 */
export const eachPlainPage = (
  judge: (shown: ShownPage, judge: Judge) => void,
  { blames = true }: { readonly blames?: boolean } = {},
): AnswerClaim =>
  pageClaim(blames, (shown, judging) => {
    if (isPlain(shown.page)) judge(shown, judging);
  });

export const isPlain = ({ query }: Pick<Page, 'query'>): boolean => query.isPlain;

/** A claim about fields of products: a page that breaks it is still evidence for relations. */
export const eachPageShows = (judge: (shown: ShownPage, judge: Judge) => void): AnswerClaim =>
  pageClaim(false, judge);

/** A claim about all pages of each node; a failure is rechecked before it counts. */
export const eachListing = (
  stage: Stage,
  judge: (listing: Listing, judge: RelationJudge) => void,
): Claim => ({
  on: 'listing',
  stage,
  judge,
});

export type Creation = { readonly answer: Answer; readonly sent: JsonObject; readonly shown: JsonObject };

export const eachCreation = (judge: (creation: Creation, judge: Judge) => void): AnswerClaim => ({
  on: 'answer',
  judge: (answer, judging) => {
    const { shape, json, request } = answer;
    if (shape && json && wrapsObject(json) && isObject(request.json))
      judge({ answer, sent: request.json, shown: json }, judging);
  },
});

export const eachAccepted = (judge: (answer: Answer, judge: Judge) => void): Claim => ({
  on: 'answer',
  judge: (answer, judging) => {
    if (answer.accepted && isValidRequest(answer)) judge(answer, judging);
  },
});

/** Whether the request is not known to break the contract. */
export const isValidRequest = ({ request, call }: Answer): boolean =>
  request.defects.length === 0 && (call.body === undefined || request.json !== undefined);

export const neverCrashes = (isMeant: (answer: Answer) => boolean, what: string): Claim => ({
  on: 'answer',
  judge: (answer, judge) => {
    const { status } = answer.reply;
    // An accepted request without a record in its response proves nothing.
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

function flawWords({ call, request: { json, defects } }: Answer): string | undefined {
  if (call.body?.byteLength === 0) return 'an empty body';
  if (call.body !== undefined && json === undefined) return 'a body that is not JSON';
  const [defect] = defects;
  return defect && `a body whose ${printPath(defect.path) || 'root'} is bad or missing`;
}

/** Whether the value at a path breaks a constraint, which another rule reports (READINGS P8). */
export const isBrokenAt = ({ shape }: Answer, path: Path): boolean =>
  shape?.breaches.some(
    (breach) =>
      breach.path.length === path.length && path.every((step, index) => step === breach.path[index]),
  ) === true;

/** Which text must differ between created records. */
type Distinct = {
  readonly shownAt: Path;
  readonly by?: string;
  /** The part of the text that is compared; by default all. */
  readonly read?: (text: string) => string;
  /** What two requests must have in common to be compared; by default nothing. */
  readonly within?: (sent: JsonObject) => Json;
  /** What two requests must differ in to be compared; by default anything. */
  readonly apart?: (sent: JsonObject) => Json;
};

/** A claim that no two created records have the same text, unless they were asked for the same. */
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
    if (isBrokenAt(answer, shownAt) || isUnknown(answer, shown)) return undefined;
    const group = digest(within(request.json));
    return { group, value: digest([group, read(shown)]), askedFor: digest(apart(request.json)) };
  },
});

/** A digest, so that many values can be compared without being kept. */
export const digest = (value: Json): string => hash('sha256', JSON.stringify(value), 'base64');
