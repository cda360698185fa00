/**
 * What the file of a house rule needs: a rule of a team's own, for which a target file names the files.
 *
 * ```ts
 * import { at, eachPage, rule } from 'assay/rules';
 *
 * export default rule({
 *   operation: 'listBooks',
 *   title: 'every isbn begins with 978',
 *   claims: [
 *     eachPage(({ page, records }, judge) => {
 *       for (const record of records) {
 *         const isbn = at(record, 'isbn');
 *         if (typeof isbn === 'string')
 *           judge.claim(isbn.startsWith('978'), () => ({
 *             expected: 'an isbn that begins with 978',
 *             saw: isbn,
 *             shown: [page.exchange],
 *           }));
 *       }
 *     }),
 *   ],
 * });
 * ```
 *
 * @module
 */
import '../src/supported-node.ts';

import type { Judge, ResponseClaim } from './core/claim.ts';
import { eachPageShows, type ShownPage } from './core/claims.ts';
import type { ReadExchange } from './core/evidence.ts';
import type { HouseRule } from './house/house-rule.ts';

export { type Constraint, type Contract, firstPath as pathOf, focusOf } from '../src/contract/contract.ts';
export { type ListStructure, listOf, relations } from '../src/contract/list.ts';
export { type OperationId, operationIn, type WithOperations } from '../src/contract/operations.ts';
export {
  fieldPlaces,
  fieldsOfRecord,
  keyOfId,
  keyOfRecord,
  recordIn,
  showsRecord,
} from '../src/contract/record.ts';
export {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  header,
  type Mutant,
} from '../src/http/exchange.ts';
export {
  at,
  instances,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  withAt,
  withoutAt,
} from '../src/json/json.ts';
export { matches } from '../src/json/matching.ts';
export { schemaAt } from '../src/json/schema-at.ts';
export { onceFor } from '../src/once.ts';
export { printPath, printValue } from '../src/print.ts';
export type { Broken, Claim, Judge, RelationJudge, ResponseClaim } from './core/claim.ts';
export {
  type Creation,
  eachAccepted,
  eachBasicPage,
  eachCreation,
  eachListing,
  eachPageShows,
  isBrokenAt,
  neverCrashes,
  type ShownPage,
} from './core/claims.ts';
export { type Context, type ContractAndTarget, type ExperimentContext, experiments } from './core/context.ts';
export { jsonIn } from './core/created.ts';
export { distinct } from './core/distinct.ts';
export type { Breach, Item, Listing, Page, ReadExchange } from './core/evidence.ts';
export type { RunExchange } from './core/exchange.ts';
export { attempts } from './core/judge-attempts.ts';
export { nonce, textWithNonce } from './core/nonces.ts';
export {
  agreed,
  type ChoiceContext,
  type ChoiceEvidence,
  namedOption as named,
  type Observed,
  observation,
  observations,
  other,
  outcomeAs,
  tried,
} from './core/observation.ts';
export { isUnknown } from './core/redacted-values.ts';
export { knownLine, type Remedy, remedyWords, tokenLine } from './core/remedies.ts';
export { jsonOfRequest } from './core/requests.ts';
export { type MutantTable, mutantsBy, type RuleRow, rules } from './core/rule.ts';
export { isAccepted, wasAccepted, wasRejected } from './core/status.ts';
export {
  type Collection,
  type DeclaredRecord,
  type KnownGood,
  knownGoodOf,
  publicBase,
  type Target,
  tokenFor,
} from './core/target.ts';
export { attempt, attemptTogether, type Trial } from './create/attempts.ts';
export {
  absentNotNull,
  echoed,
  isSpacedOnly,
  isToBlame,
  neverAccepted,
  returnsText,
  returnsTextBeyondPlain,
  rewritten,
  textAt,
} from './create/claims.ts';
export { controlsOf, isGood, type SentControl, type TrialControls } from './create/controls.ts';
export { creationProfile } from './create/creation-profile.ts';
export { creationsOf } from './create/creations.ts';
export { type Control, type Edit, joined, sendingHeader } from './create/edits.ts';
export {
  leastCreated,
  sameValue,
  tryEdit,
  tryNonDefault,
  tryTogether,
  whetherAccepted,
  withNonDefault,
} from './create/observations.ts';
export { shownAt as shown, shownInBody, timestampForms } from './create/shown-values.ts';
export {
  addressTrials,
  boundTrials,
  createAtOnce,
  derivedBoundTrials,
  hardTexts,
  invalidTrials,
  withCharset,
} from './create/trials.ts';
export { validBody } from './create/valid-body.ts';
export type { House, HouseAttempt, HouseRule } from './house/house-rule.ts';
export {
  completeReading,
  filteredPages,
  inOrder,
  isFullyOrdered,
  misorder,
  placesIn,
  readingOf,
  unfilteredPages,
} from './list/complete-reading.ts';
export { allKnown, type Known } from './list/filters/claims.ts';
export { isDocumented, withOperators } from './list/filters/filter.ts';
export { linkWords } from './list/links/read-links.ts';
export {
  type Arrange,
  changeIncluded,
  changeListing,
  changeRecords,
  filtered,
  filtersByList,
  type IncludedExchange,
  isWholePinned,
  type ListExchange,
  namedBy,
  type RecordExchange,
  recordsOf,
  relist,
  rotate,
  skipAt,
  unfiltered,
  wholeListing,
  withIncluded,
  withoutPin,
  withRecords,
} from './list/mutants.ts';
export { pagesAgree } from './list/pages/pages-agree.ts';
export { pageWords, recordWords } from './list/query.ts';
export { collectionsSeen, fullestSeen, type ListedCollection, recordsSeen } from './list/read-pages.ts';
export { collectionLine, declaredLine, holdsLine, orderLine } from './list/remedies.ts';
export {
  changeAt,
  changeResponse,
  changeStatus,
  crashOn,
  dropAsSpelled,
  overlookInBody,
  readCredentials,
  rejectAfterRejection,
  rejectWhere,
  renumbered,
  uuidOf,
  withHeader,
} from './mutants/edits.ts';

/** States a rule; its file exports it by default. What it has to be is checked when a check begins. */
export const rule = (definition: HouseRule): HouseRule => definition;

/** A claim about every response of the operation, accepted or not, to whatever was asked. */
export const eachResponse = (judge: (exchange: ReadExchange, judge: Judge) => void): ResponseClaim => ({
  on: 'response',
  judge,
});

/** A claim about every page of every listing, with its records as they came. */
export const eachPage = (judge: (shown: ShownPage, judge: Judge) => void): ResponseClaim =>
  eachPageShows(judge);
