// Listings with the further parameters of the contract, and with values that these do not allow (§4.3, §7).

import { fieldOf } from '../../../src/contract/constraint-words.ts';
import { type Constraint, type Contract, firstPath, focusOf } from '../../../src/contract/contract.ts';
import { clauseInFocus } from '../../../src/contract/kind-clauses.ts';
import { listOf, textParameters } from '../../../src/contract/list.ts';
import { collectionParameters, operationIn } from '../../../src/contract/operations.ts';
import { allowsText } from '../../../src/contract/parameter-text.ts';
import { listedValues } from '../../../src/contract/satisfiable.ts';
import type { HttpRequest } from '../../../src/http/exchange.ts';
import type { Json } from '../../../src/json/json.ts';
import { isNumeric } from '../../../src/json/schema-at.ts';
import { shareOf } from '../../core/cases.ts';
import { type ExperimentContext, experiments } from '../../core/context.ts';
import type { RunExchange } from '../../core/exchange.ts';
import { attemptReads, type ReadTrial } from '../../core/read-attempts.ts';
import { wasRejected } from '../../core/status.ts';
import { type Collection, type CollectionName, collectionWords } from '../../core/target.ts';
import { mayPass } from '../../core/transient.ts';
import { atBound, breakingOnly, schemaOfConstraint } from '../../create/invalid-values.ts';
import { itemIdsOf, nextOf } from '../complete-reading.ts';
import { filterFor } from '../filters/filter.ts';
import { followFrom } from '../links/following.ts';
import { furtherOf, listingRequest, notIntegers, type Query } from '../query.ts';
import { fullestCollection, readAllPages } from '../read-pages.ts';
import { constraintsOfParameters, isBeforeFirst } from './rules.ts';

/** The number of collections whose links are followed. */
const mostFollowed = 2;

/** The pages that are read for all values of further parameters; each value gets some. */
const [mostRead, fewestRead] = [32, 4];

/** Parts of a listing whose links are followed. */
const parts: readonly Query[] = [
  { limit: 2, offset: 2 },
  { limit: 3, offset: 1 },
];

/**
 * One query for each allowed value of each further parameter, as far as the contract names values. A number that it does not
 * list may be that of a page, another way to say where a page begins.
 */
function parameterQueries(contract: Contract): string[] {
  const constraints = constraintsOfParameters(contract, focusOf(contract).id);
  const telling = listOf(contract).further.filter(
    ({ schema }) => listedValues(schema) !== undefined || !isNumeric(schema),
  );
  return telling.flatMap(({ name, schema: { example } }) => {
    const own = constraints.filter((one) => firstPath(one)[0] === name);
    const named = own.flatMap((one) => goodValues(contract, one));
    const values = named.length > 0 || example === undefined ? named : [String(example)];
    return [...new Set(values)].map((value) => furtherOf([[name, value]]));
  });
}

/** Whether a server reads a page number before the first as the first, which some frameworks do (READINGS L4). */
async function readsAsFirst(
  context: ExperimentContext,
  collection: Collection,
  small: Query,
): Promise<boolean> {
  const { firstPage } = listOf(context.contract);
  if (firstPage === undefined) return false;
  const [first, before] = [small, { ...small, token: String(firstPage - 1) }].map((query) =>
    context.send(listingRequest(context, collection, query)).catch(() => undefined),
  );
  const [expected, shown] = [(await first)?.page, (await before)?.page];
  return (
    expected !== undefined &&
    shown !== undefined &&
    String(itemIdsOf(expected.items)) === String(itemIdsOf(shown.items))
  );
}

/** Signs of regular expressions, of LIKE and of SQL, together and the likeliest alone. */
const oddTexts = ["(['*%_🔥\\", '('];

/** A 5xx that does not come again, twice in a row, says nothing. */
async function notOnce(context: ExperimentContext, request: HttpRequest): Promise<RunExchange> {
  const first = await context.exchange(request);
  if (!mayPass(first)) return first;
  const again = [await context.exchangeAfresh(request), await context.exchangeAfresh(request)];
  return again.find((one) => !mayPass(one)) ?? first;
}

/** Texts of a parameter that mean nothing else than what this constraint excludes. */
function badValues(contract: Contract, constraint: Constraint): string[] {
  const values =
    constraint.keyword === 'type' ? notIntegers : breakingOnly(contract, constraint).flatMap(scalarTexts);
  return values.filter((text) => !fitsParameter(contract, constraint, text));
}

/** Texts at the bounds of this constraint, or all that it lists. A page past the end need not be served (READINGS L4). */
export function goodValues(contract: Contract, constraint: Constraint): string[] {
  const { firstPage, names } = listOf(contract);
  const isOfPage = firstPage !== undefined && firstPath(constraint)[0] === names.offset;
  if (isOfPage && /aximum$/.test(constraint.keyword)) return [];
  return atBound(contract, constraint)
    .flatMap(scalarTexts)
    .filter((text) => fitsParameter(contract, constraint, text));
}

/** A list or an object has no text of its own. */
const scalarTexts = (value: Json): string[] => (typeof value === 'object' ? [] : [String(value)]);

const fitsParameter = (contract: Contract, constraint: Constraint, text: string): boolean =>
  allowsText(schemaOfConstraint(contract, constraint), text);

/** A collection with another value of one of the parameters that name it; undefined if the parameter is none of them. */
function collectionWith(
  contract: Contract,
  collection: CollectionName,
  name: string,
  value: string,
): CollectionName | undefined {
  const place = collectionParameters(operationIn(contract, collection.operation)).indexOf(name);
  return place < 0 ? undefined : { ...collection, values: collection.values.with(place, value) };
}

/** A query with a parameter, which skips no record unless it is the offset. */
function queryWith(contract: Contract, { limit = 2, offset = 0 }: Query, name: string, value: string): Query {
  const { names } = listOf(contract);
  if (name === names.limit) return { limit: value, offset };
  if (name === names.offset) return { limit, offset: value };
  return { limit, offset, further: furtherOf([[name, value]]) };
}

export default experiments('list', {
  'parameter-values': {
    shows: 'parameters with values that the contract allows, and with others',
    run: async (context) => {
      const { contract } = context;
      const constraints = constraintsOfParameters(contract, focusOf(contract).id);
      if (constraints.length === 0) return;
      const { collection } = await fullestCollection(context, 0);
      const small = { limit: 2, offset: 0 };
      const isFirst = await readsAsFirst(context, collection, small);
      const trials = constraints.flatMap((constraint) => {
        const [name = ''] = firstPath(constraint);
        if (isFirst && isBeforeFirst(listOf(contract), constraint)) return [];
        const trial = (value: string, expects: ReadTrial['expects']): ReadTrial => {
          const other = collectionWith(contract, collection, name, value);
          return {
            clause: constraint.clause.id,
            what: `a request with ${fieldOf(constraint)} ${JSON.stringify(value)}`,
            request: other
              ? listingRequest(context, other, small)
              : listingRequest(context, collection, queryWith(contract, small, name, value)),
            expects,
          };
        };
        // No collection need have another name, whatever the schema allows.
        const isOfCollection = collectionWith(contract, collection, name, '') !== undefined;
        return [
          ...badValues(contract, constraint).map((value) => trial(value, 'rejection')),
          ...(isOfCollection
            ? []
            : goodValues(contract, constraint).map((value) => trial(value, 'acceptance'))),
        ];
      });
      await attemptReads(context, listingRequest(context, collection, small), trials);
    },
  },
  'parameter-texts': {
    shows: 'parameters with text that has a meaning in other languages',
    run: async (context) => {
      const { contract } = context;
      const list = listOf(contract);
      const own = textParameters(list);
      if (own.length === 0) return;
      const { collection } = await fullestCollection(context, 0);
      for (const { name, schema, field } of own) {
        const queryFor = (text: string): Query =>
          field ? { filter: filterFor(list, field.key, text) } : { further: furtherOf([[name, text]]) };
        const send = async (text: string): Promise<RunExchange> => {
          const request = listingRequest(context, collection, { limit: 2, offset: 0, ...queryFor(text) });
          const what = `a request with ${name} ${JSON.stringify(text)}`;
          const exchange = await notOnce(context, request);
          context.report({
            ...{ operation: collection.operation, clause: clauseInFocus(contract, 'valid-not-crash') },
            ...{ what, expects: 'either', exchange },
          });
          return exchange;
        };
        // A server may reject the one text for its length, or for one of its signs.
        for (const text of oddTexts.filter((one) => allowsText(schema, one)))
          if (!wasRejected(await send(text))) break;
      }
    },
  },
  'parameter-pages': {
    shows: 'pages with each allowed value from the first on, a part, and what its links lead to',
    runFor: async (context, collection) => {
      const followed = context.target.collections.slice(0, mostFollowed);
      const queries = parameterQueries(context.contract);
      const share = Math.max(fewestRead, Math.floor(mostRead / queries.length));
      const most = Math.ceil((share * context.draws) / 10);
      for (const [place, further] of queries.entries()) {
        const pages = await readAllPages(context, collection, undefined, { further }, most);
        const [last] = pages.slice(-1);
        if (last && pages.length === most && nextOf(last))
          context.sample(`the first ${most} pages with \`${further}\` in ${collectionWords(collection)}`);
        if (!followed.includes(collection)) continue;
        const [part] = shareOf(place % 2 === 0 ? parts : parts.toReversed(), followed, collection);
        await followFrom(context, collection, { ...part, further });
      }
    },
  },
});
