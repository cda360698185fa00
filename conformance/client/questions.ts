import type { Catalog } from '../../spec/stub/catalog.ts';
import { allChoices, type Choice, type ChoiceId, optionNamed } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Exchange, Mutant } from '../../src/http/exchange.ts';
import { withoutAt } from '../../src/json/json.ts';
import { type Choices, seededRandom } from '../../src/stub/choices.ts';
import type { FaultEffect } from '../../src/stub/faults.ts';
import {
  asEntries,
  asPage,
  byText,
  epochSeconds,
  extraHeaders,
  fieldsOfProduct,
  inChangingOrder,
  inChunks,
  inner,
  onJson,
  onProducts,
  onResponse,
  replacedAt,
  reversed,
  withAddedProduct,
  withEqual,
  withEveryField,
  withExtraFields,
  withFlag,
  withHeaders,
  withLaterVersion,
  withLists,
  withNulls,
  withOfferingTimes,
  withOpaqueCredentials,
  withOptions,
  withoutProduct,
  withShortCredentials,
  withStatusOfUnknown,
  withTimes,
  withTimesMoved,
  withUpperIds,
} from './changes.ts';

export type StubChange = {
  readonly choices?: Partial<Choices>;
  /** A prefix of all paths. */
  readonly prefix?: string;
  /** Changes the catalog; `exchanges` are those of the baseline. */
  readonly catalog?: (catalog: Catalog, exchanges: readonly Exchange[]) => Catalog;
  readonly middleware?: Mutant;
  /** Happens once on each operation. */
  readonly fault?: FaultEffect;
};

/** An option of a question. */
type Option = {
  readonly name: string;
  /** What the name does not say. */
  readonly words: string;
  readonly served: StubChange;
};

/** What conforming servers do in several ways: a choice of the stub, or a question that no choice asks. */
type Question = {
  readonly id: string;
  readonly asks: string;
  /** `resilience`: what conforming servers do at bad times, what a `should` advises against, or what is permitted and nobody builds for. */
  readonly part: 'choice' | 'resilience';
  readonly usual: string;
  readonly others: readonly Option[];
  /** The option of a name that is not among the others, such as a number within a range. */
  readonly named?: (name: string) => Option | undefined;
};

export const variationId = (question: string, option: string): string => `${question}=${option}`;

/** Numbers from the whole range of a choice, one of each third, the same each time. */
function drawnFrom({ range, options }: Choice): number[] {
  const [least, most] = range ?? [0, 0];
  const pick = seededRandom('page sizes');
  const third = Math.floor((most - least) / 3);
  const drawn = [0, 1, 2].map((place) => least + place * third + pick(third));
  return drawn.filter((number) => !options.includes(number));
}

/** Makes choices of the stub into questions. Every option conforms. */
const questionsOf = (choices: typeof allChoices): readonly Question[] =>
  choices.map(([id, choice]): Question => {
    const option = (value: string | number): Option => ({
      name: String(value),
      words: choice.words?.[value] ?? '',
      served: { choices: { [id]: value } },
    });
    const [usual, ...others] = [...choice.options, ...(id === 'default-page-size' ? drawnFrom(choice) : [])];
    return {
      id,
      asks: choice.asks,
      part: 'choice',
      usual: String(usual),
      others: others.map(option),
      named: (name) => {
        const value = optionNamed(choice, name);
        return value === undefined ? undefined : option(value);
      },
    };
  });

/** The choices that are not varied, which may still explain why tests fail with the default options. */
export const settingQuestions = questionsOf(allChoices.filter(([, { varied }]) => varied !== undefined));

const option = (name: string, words: string, served: StubChange): Option => ({ name, words, served });
const question = (id: string, asks: string, usual: string, ...others: readonly Option[]): Question => ({
  id,
  asks,
  part: 'choice',
  usual,
  others,
});

/** What every conforming server may do, and no choice of the stub asks. */
export const furtherQuestions: readonly Question[] = [
  question(
    'absent-field',
    'Which field do products not have?',
    'none',
    ...fieldsOfProduct.map((path) =>
      option(path.join('.'), '', { middleware: onProducts((product) => withoutAt(product, path)) }),
    ),
  ),
  question(
    'every-field',
    'Do products have every optional field?',
    'some',
    option('all', 'except a name and a slug, by which filters look for products', {
      middleware: onProducts(withEveryField),
    }),
  ),
  question(
    'uncurated-flag',
    'What do products that are not curated have instead of `curated_product: true`?',
    'absent',
    option('false', '', { middleware: onProducts(withFlag) }),
  ),
  question(
    'component-options',
    'What are the options of a component?',
    'sorted',
    option('reversed', 'not in the order of `sort_order`', {
      middleware: onProducts(withOptions((options) => options.toReversed())),
    }),
    option('no-default', 'none of them is the default', {
      middleware: onProducts(
        withOptions((options) => options.map((one) => replacedAt(one, ['default'], () => false))),
      ),
    }),
    option('brief', 'without `quantity`, `sort_order` and `default`', {
      middleware: onProducts(
        withOptions((options) =>
          options.map((one) =>
            ['quantity', 'sort_order', 'default'].reduce((shown, name) => withoutAt(shown, [name]), one),
          ),
        ),
      ),
    }),
  ),
  question(
    'inner-form',
    'Which field of products contains something else, since the specification only says that it is an object?',
    'none',
    option('locales', 'one object for each text', { middleware: onProducts(inner('locales', byText)) }),
    option('variation_matrix', 'a list of entries in an object', {
      middleware: onProducts(inner('variation_matrix', asEntries)),
    }),
    option('relationships', 'a list in `data`, even of one', { middleware: onProducts(withLists) }),
  ),
  question(
    'product-timestamps',
    'What form do the timestamps of products have?',
    'rfc3339',
    option('epoch', 'seconds since 1970', { middleware: onProducts(withTimes(epochSeconds)) }),
    option('http', 'as in HTTP headers', { middleware: onProducts(withTimes((at) => at.toUTCString())) }),
  ),
  question(
    'credentials',
    'What do `data.client_id` and `data.client_secret` consist of?',
    'letters and digits',
    option('opaque', 'characters of all kinds', { middleware: onJson(withOpaqueCredentials) }),
    option('short', 'twelve characters', { middleware: onJson(withShortCredentials) }),
  ),
  question(
    'created-ids',
    'Which version of UUID are the ids of new records?',
    '4',
    option('7', '', { middleware: onJson(withLaterVersion) }),
  ),
  question(
    'creation-times',
    'What are the timestamps of a new record?',
    'now',
    option('updated-later', '`updated_at` is a second after `created_at`', {
      middleware: onJson(withTimesMoved({ updated_at: 1 })),
    }),
    option('behind', 'ten minutes before now', {
      middleware: onJson(withTimesMoved({ created_at: -600, updated_at: -600 })),
    }),
  ),
  question(
    'offering-times',
    'Are the timestamps in the attributes of an offering those in its `meta`?',
    'same',
    option('other', 'a day earlier', { middleware: onJson(withOfferingTimes) }),
  ),
  question(
    'external-product-refs',
    'Does an offering have entries in `external_product_refs`?',
    'some',
    option('none', '', {
      middleware: onJson((json) =>
        replacedAt(json, ['data', 'attributes', 'offering', 'meta', 'external_product_refs'], () => []),
      ),
    }),
  ),
  question(
    'extra-fields',
    'Do responses contain fields that the specification does not name?',
    'none',
    option('some', 'in each object that a response names', { middleware: onJson(withExtraFields) }),
  ),
  question(
    'field-order',
    'In which order are the fields of an object returned?',
    'specification',
    option('reversed', '', { middleware: onJson(reversed) }),
  ),
  question(
    'extra-headers',
    'Do responses have headers that the specification does not name?',
    'none',
    option('some', 'a cookie, the location of a new record and a challenge among them', {
      middleware: withHeaders(extraHeaders),
    }),
  ),
  question(
    'product-ids',
    'In which letter case are the ids of products returned?',
    'lower',
    option('upper', '', { middleware: onJson(withUpperIds) }),
  ),
  question(
    'connection',
    'Does a server close the connection after each response?',
    'kept',
    option('closed', '', { middleware: withHeaders(() => [['connection', 'close']]) }),
  ),
  question(
    'body-length',
    'Does the head of a response contain the length of the body?',
    'known',
    option('chunked', 'the body is sent in chunks, without a length', { middleware: onResponse(inChunks) }),
  ),
  question(
    'unknown-path',
    'Which status does a path return that the specification does not name?',
    '404',
    option('400', '', { middleware: withStatusOfUnknown(400) }),
    option('403', '', { middleware: withStatusOfUnknown(403) }),
  ),
  question(
    'error-page',
    'Is a rejection a page of HTML?',
    'none',
    option('html', '', { middleware: onResponse(asPage) }),
  ),
  question(
    'path-prefix',
    'Does the base address have a path?',
    'none',
    option('some', '`/shop/api` before every path', { prefix: '/shop/api' }),
  ),
  ...(['slug', 'name'] as const).map((attribute) =>
    question(
      `${attribute}s`,
      `Do two products of a collection have the same ${attribute}?`,
      'none',
      option('equal', 'two that no filter of the client names, if there are two', {
        catalog: withEqual(attribute),
      }),
    ),
  ),
  question(
    'products',
    'Which products were added or unpublished since the last run?',
    'none',
    option('added', 'one more product on each collection', { catalog: withAddedProduct }),
    option('unpublished', 'one product less on each collection, which no filter of the client names', {
      catalog: withoutProduct,
    }),
  ),
];

/** What servers do at bad times, once on each operation, what a `should` advises them against, and what nobody builds for. */
export const resilienceQuestions: readonly Question[] = [
  question(
    'transient-failure',
    'What happens once to each operation?',
    'none',
    option('429', 'a rate limit, with `Retry-After: 1`', { fault: { kind: 'too-many-requests' } }),
    option('503', 'the server is not available', { fault: { kind: 'status', code: 503 } }),
    option('reset', 'the connection is reset', { fault: { kind: 'connection-reset' } }),
    option('slow', 'the response takes two seconds', { fault: { kind: 'latency', ms: 2000 } }),
    option('cut', 'the connection closes in the middle of the body', { fault: { kind: 'truncated-body' } }),
  ),
  question(
    'empty-optional-fields',
    'What is returned for an optional field that has no value?',
    'absent',
    option('null', '`null` in its place', { middleware: onJson(withNulls) }),
  ),
  question(
    'absent-id',
    'Which products have no `id`?',
    'none',
    option('all', 'the specification does not require it', {
      middleware: onProducts((product) => withoutAt(product, ['id'])),
    }),
  ),
  question(
    'changing-order',
    'Are products that are not curated listed in the same order each time?',
    'same',
    option('each-read', 'every second read has another order', { middleware: inChangingOrder }),
  ),
].map((one): Question => ({ ...one, part: 'resilience' }));

const allQuestions: readonly Question[] = [
  ...questionsOf(allChoices.filter(([, { varied }]) => varied === undefined)),
  ...furtherQuestions,
  ...resilienceQuestions,
];

/** Choices about what the shipped contract does not have: other styles of listings, and the lives of records. */
export const ofOtherStyles: ReadonlySet<string> = new Set<ChoiceId>([
  'last-token',
  'short-pages',
  'page-past-end',
  'filter-letter-case',
  'filter-ne-absent',
  'sort-absent',
  'sort-letter-case',
  'sort-ties',
  'deletion-status',
  'second-deletion',
  'soft-deletion',
  'unchanged-status',
  'replaced-fields',
  'created-listed',
]);

/** The questions for clients of the shipped contract. */
export const questions: readonly Question[] = allQuestions.filter(({ id }) => !ofOtherStyles.has(id));

/** What conforming servers of any contract may do. The others are about what only the shipped contract has, or leaves open. */
const ofAnyContract: ReadonlySet<string> = new Set([
  'scheme-case',
  'unauthorised-status',
  'unknown-members',
  'content-type-required',
  'refusal-status',
  'trailing-text',
  'beyond-bmp',
  'length-unit',
  'listing-refusal',
  'default-page-size',
  'limit-zero',
  'limit-negative',
  'limit-over-maximum',
  'offset-negative',
  'filter-whitespace',
  'filter-empty',
  'unknown-parameters',
  'duplicate-parameters',
  'raw-brackets',
  'trailing-slash',
  'timestamps',
  'uuid-case',
  'field-order',
  'extra-headers',
  'connection',
  'body-length',
  'unknown-path',
  'path-prefix',
  'transient-failure',
]);

/** The questions with which clients of a contract are tried. */
export const questionsFor = ({ own }: Pick<Contract, 'own'>): readonly Question[] =>
  own ? allQuestions.filter(({ id }) => ofAnyContract.has(id) || ofOtherStyles.has(id)) : questions;

/** What a stub is to do under all responses of a variation at the same time. */
export function together(served: readonly StubChange[]): StubChange {
  const catalogs = served.flatMap(({ catalog }) => catalog ?? []);
  const middlewares = served.flatMap(({ middleware }) => middleware ?? []);
  const others = Object.assign({}, ...served.map(({ choices: _, ...rest }) => rest));
  return {
    ...others,
    choices: Object.assign({}, ...served.map(({ choices }) => choices)),
    ...(catalogs.length > 0
      ? { catalog: (catalog, exchanges) => catalogs.reduce((one, change) => change(one, exchanges), catalog) }
      : {}),
    ...(middlewares.length > 0
      ? {
          middleware: (next, contract) => middlewares.reduceRight((inner, one) => one(inner, contract), next),
        }
      : {}),
  };
}
