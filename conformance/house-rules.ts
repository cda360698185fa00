/**
 * What the file of a house rule needs: a rule of a team's own, for which a target file names the files.
 *
 * ```ts
 * import { at, eachPage, rule } from 'assay/rules';
 *
 * export default rule({
 *   operation: 'node-products',
 *   title: 'every sku begins with AC-',
 *   claims: [
 *     eachPage(({ page, products }, judge) => {
 *       for (const product of products) {
 *         const sku = at(product, 'attributes', 'sku');
 *         if (typeof sku === 'string')
 *           judge.claim(sku.startsWith('AC-'), () => ({
 *             expected: 'a sku that begins with AC-',
 *             saw: sku,
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

export type { OperationId } from '../src/contract/contract.ts';
export type { Exchange, HttpRequest, HttpResponse } from '../src/http/exchange.ts';
export type { Json, JsonObject } from '../src/json/json.ts';
export { at, withAt } from '../src/json/json.ts';
export type { Broken, Judge, ResponseClaim } from './core/claim.ts';
export { type Creation, eachCreation, type ShownPage } from './core/claims.ts';
export type { Page, ReadExchange } from './core/evidence.ts';
export type { Collection, Target } from './core/target.ts';
export type { House, HouseAttempt, HouseRule } from './house/house-rule.ts';

/** States a rule; its file exports it by default. What it has to be is checked when a check begins. */
export const rule = (definition: HouseRule): HouseRule => definition;

/** A claim about every response of the operation, accepted or not, to whatever was asked. */
export const eachResponse = (judge: (exchange: ReadExchange, judge: Judge) => void): ResponseClaim => ({
  on: 'response',
  judge,
});

/** A claim about every page of every listing, with its products as they came. */
export const eachPage = (judge: (shown: ShownPage, judge: Judge) => void): ResponseClaim =>
  eachPageShows(judge);
