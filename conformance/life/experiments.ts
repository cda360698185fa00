// Requests to create records, and what is listed after them.

import { clauseId } from '../../src/contract/kind-clauses.ts';
import { type Operation, operationIn } from '../../src/contract/operations.ts';
import { distinctFields, keyOfId, requiredFields } from '../../src/contract/record.ts';
import { creatorAbove, listingOf, readerOf } from '../../src/contract/related-operations.ts';
import { header, isLost } from '../../src/http/exchange.ts';
import { at, type Json, withAt, withoutAt } from '../../src/json/json.ts';
import { editsToReject } from '../access/edits.ts';
import { type ExperimentContext, experiments } from '../core/context.ts';
import { createdIn } from '../core/created.ts';
import type { RunExchange } from '../core/exchange.ts';
import { operationOf } from '../core/operation-of.ts';
import { jsonOfRequest, requestAt } from '../core/requests.ts';
import { readUntil } from '../core/settling.ts';
import { wasRejected } from '../core/status.ts';
import type { CollectionName, Target } from '../core/target.ts';
import { findControls } from '../create/controls.ts';
import { creationsOf, sendLeast } from '../create/creations.ts';
import type { Control, Edit } from '../create/edits.ts';
import { editOf } from '../create/experiments.ts';
import { tellingEdits } from '../create/telling-values.ts';
import { isDone, repeatableTexts, spoiled, withReadOnly } from './changes.ts';
import { lifeExperiment } from './on-new-records.ts';
import {
  collectionOfMade,
  filtersFor,
  pagesWithTotal,
  readable,
  readListing,
  reporterOf,
  sortsFor,
  untilSettled,
} from './readings.ts';
import { keysOn, shownIn } from './relations.ts';

/** Sends edited copies of a creation that was accepted, one after the other; undefined if none was accepted. */
async function goodCreation(context: ExperimentContext, id: string) {
  const { good } = await findControls(context, id);
  const { inTurn, send } = creationsOf(context, id);
  return good && ((edit: Edit): Promise<RunExchange> => inTurn(() => send(good.control, edit)));
}

/** Creates a record, and reads what is listed before and after it; then tries what is rejected. */
async function createAndList(context: ExperimentContext, id: string): Promise<void> {
  const { contract } = context;
  const operation = operationIn(contract, id);
  if (!listingOf(contract, operation)) return;
  const create = await goodCreation(context, id);
  if (!create) return;
  const opening = await create({});
  const known = createdIn(contract, opening);
  const collection = known && collectionOfMade(contract, { ...known, exchange: opening });
  if (!collection) return;
  let isWhole = true;
  const pages = async () => {
    const listed = await readListing(context, collection);
    isWhole = listed.isWhole;
    return listed.pages;
  };
  // Until the first one is listed, the total may grow by that.
  const isListed = (shown: readonly RunExchange[]): boolean =>
    !isWhole || keysOn(contract, shown).has(keyOfId(known.id));
  const { after } = await readUntil(context, pages, isListed);
  const before = after.at(-1);
  const write = await create({});
  if (!before || !isDone(write)) return;
  const report = reporterOf(context, id);
  const what = 'what is listed after a record was created';
  // On a page that is not read it may be listed.
  if (isWhole) {
    const shown = await report('listed', what, write, pages);
    const made = createdIn(contract, write);
    const isShown = made && keysOn(contract, shown).has(keyOfId(made.id));
    for (const { filter, words } of isShown ? filtersFor(contract, operation, write) : []) {
      const filtered = async () => (await readListing(context, collection, { filter })).pages;
      await report('found', `${what}, ${words}`, write, filtered);
    }
    const elsewhere = isShown && (await collectionElsewhere(context, operation, collection));
    if (elsewhere) {
      const below = async () => (await readListing(context, elsewhere)).pages;
      await report('not-listed-elsewhere', 'what is listed below another record', write, below);
    }
  }
  await report('counted', what, write, pages, before);
  const withTotal = () => pagesWithTotal(context, collection, write);
  if (isWhole) await report('total-kept', what, write, withTotal);
  const rejected: (readonly [what: string, exchange: RunExchange])[] = [];
  const edits = [...invalidCreations(context, operation), ...repeatingCreations(operation, write)];
  for (const { what, ...edit } of edits) {
    const exchange = await create(edit);
    if (wasRejected(exchange)) rejected.push([what, exchange]);
  }
  await untilSettled(context);
  const shown = await pages();
  for (const [what, exchange] of rejected)
    await report('rejected-not-stored', `what is listed after ${what}`, exchange, async () => shown, write);
}

/** Creates records with values that servers often change, and reads each by itself and listed. */
async function createWithTellingValues(context: ExperimentContext, id: string): Promise<void> {
  const reader = readerOf(context.contract, id);
  if (!reader) return;
  const { good, trialControls } = await findControls(context, id);
  if (!good) return;
  const creations = creationsOf(context, id);
  const listed: { readonly write: RunExchange; readonly collection: CollectionName }[] = [];
  for (const edit of tellingEdits(operationIn(context.contract, id))) {
    if (context.writesLeft() === 0) break;
    const control = trialControls.full ?? trialControls.least;
    const write = await creations.inTurn(() => creations.send(control, { edit }));
    const created = createdIn(context.contract, write);
    const made = created && { ...created, exchange: write };
    const collection = made && collectionOfMade(context.contract, made);
    if (collection && isDone(write)) listed.push({ write, collection });
    const exchange = (await readable(context, id, made))?.before;
    if (!isDone(exchange)) continue;
    context.report({
      operation: reader.id,
      clause: clauseId(reader.id, 'as-created'),
      what: 'a request to read what was created',
      expects: 'acceptance',
      exchange,
      before: write,
      after: write,
    });
  }
  const report = reporterOf(context, id);
  const [first] = listed;
  if (first) await readOnShortPages(context, id, first.collection, trialControls.least);
  for (const { write, collection } of listed) {
    const { isWhole } = await readListing(context, collection);
    const pages = async (further?: string) =>
      (await readListing(context, collection, further === undefined ? {} : { further })).pages;
    const what = 'what is listed after records with other values were created';
    if (isWhole) await report('listed-each-value', what, write, () => pages());
    if (write !== listed.at(-1)?.write) continue;
    for (const further of sortsFor(context.contract, operationIn(context.contract, id)))
      await report('sorted-as-created', `${what}, sorted`, write, () => pages(further));
  }
}

/** Creates a record, and reads what its Location leads to. */
async function createAndLocate(context: ExperimentContext, id: string): Promise<void> {
  const reader = readerOf(context.contract, id);
  if (!reader) return;
  const create = await goodCreation(context, id);
  if (!create) return;
  const write = await create({});
  const location = isLost(write.response) ? undefined : header(write.response.headers, 'location');
  if (!isDone(write) || location === undefined) return;
  const path = pathOfLocation(context.target, write.request.target, location);
  const request = path === undefined ? undefined : requestAt(context, reader.id, path);
  const isReading = request && operationOf(context.contract, request) === reader.id;
  const read = async () => (isReading ? [await context.exchange(request)] : []);
  await reporterOf(context, id)('location', 'what the Location of a creation leads to', write, read);
}

/** Sends creations with a value of another record where each has one of its own. */
async function createWithTaken(context: ExperimentContext, id: string): Promise<void> {
  const operation = operationIn(context.contract, id);
  const names = distinctFields(operation);
  const create = names.length > 0 ? await goodCreation(context, id) : undefined;
  const made = await create?.({});
  if (!create || !isDone(made)) return;
  for (const name of names) {
    const place = [...operation.sentIn, name];
    const value = at(jsonOfRequest(made.request), ...place);
    if (value === undefined) continue;
    const exchange = await create({ isTaken: true, edit: (body) => withAt(body, place, value as Json) });
    const what = `a request with the ${name} of another record`;
    await reporterOf(context, id)('taken-not-crash', what, exchange, async () => [exchange]);
  }
}

/** Creates a record with values for the fields that only the server sets: for all of them, or else for one. */
async function createWithReadOnly(context: ExperimentContext, id: string): Promise<void> {
  const { contract } = context;
  const operation = operationIn(contract, id);
  const isStated = contract.clauses.has(clauseId(id, 'read-only-ignored'));
  const create = isStated ? await goodCreation(context, id) : undefined;
  if (!create) return;
  const before = await create({});
  const shown = shownIn(contract, before) ?? {};
  for (const most of [undefined, 1]) {
    const write = await create({ edit: (body) => withReadOnly(operation, body, shown, most) });
    if (!isDone(write)) continue;
    const created = createdIn(contract, write);
    const made = await readable(context, id, created && { ...created, exchange: write });
    const what = 'what is read after a creation with readOnly fields';
    await reporterOf(context, id)(
      'read-only-ignored',
      what,
      write,
      made?.read ?? (async () => [write]),
      before,
    );
    return;
  }
}

export default experiments('create', {
  'create-and-list': lifeExperiment(
    'what was created is listed, and what was rejected is not',
    createAndList,
  ),
  'create-with-telling-values': lifeExperiment(
    'created records keep values that servers often change',
    createWithTellingValues,
  ),
  'create-and-locate': lifeExperiment('what the Location of a creation leads to', createAndLocate),
  'create-with-taken': lifeExperiment(
    'creations with a value that another record has alone',
    createWithTaken,
  ),
  'create-with-read-only': lifeExperiment(
    'a record is created with values for readOnly fields, and read',
    createWithReadOnly,
  ),
});

/** Creates records that are alike, and reads all pages with few records each: between two, equal values are lost easily. */
async function readOnShortPages(
  context: ExperimentContext,
  id: string,
  collection: CollectionName,
  control: Control,
): Promise<void> {
  const { contract } = context;
  if (!contract.clauses.has(clauseId(id, 'listed-on-pages'))) return;
  const pagesOf = async (most?: number) => (await readListing(context, collection, {}, most)).pages;
  const size = Math.max(2, Math.ceil(keysOn(contract, await pagesOf()).size / mostShortPages));
  if (size > longestShortPage) return;
  const creations = creationsOf(context, id);
  const made: RunExchange[] = [];
  // So many that one of them ends a page.
  while (made.length <= size && context.writesLeft() > 0)
    made.push(await creations.inTurn(() => creations.send(control, {})));
  const isListed = (write: RunExchange, pages: readonly RunExchange[]): boolean =>
    keysOn(contract, pages).has(keyOfId(createdIn(contract, write)?.id ?? ''));
  const { after } = await readUntil(
    context,
    () => pagesOf(),
    (pages) => made.every((one) => isListed(one, pages)),
  );
  const listed = made.filter((one) => isListed(one, after));
  const pages = await pagesOf(size);
  // Which of them a page lacks is different each time, and so one is reported.
  const write = listed.find((one) => !isListed(one, pages)) ?? listed.at(-1);
  if (!write) return;
  const what = `what is listed on pages of ${size} after records were created`;
  const read = async (isRepeated: boolean) => (isRepeated ? pagesOf(size) : pages);
  await reporterOf(context, id)('listed-on-pages', what, write, read);
}

/** A collection with many records is not read in more pages than these, nor in longer ones. */
const [mostShortPages, longestShortPage] = [15, 6];

/** The same collection below another record, which is created for it; undefined if that one may be below the first. */
async function collectionElsewhere(
  context: ExperimentContext,
  operation: Operation,
  { operation: listing, values }: CollectionName,
): Promise<CollectionName | undefined> {
  const above = creatorAbove(context.contract, operation);
  const isMeant = context.contract.clauses.has(clauseId(operation.id, 'not-listed-elsewhere'));
  if (!above || !isMeant) return undefined;
  const exchange = await sendLeast(context, above.id);
  if (!exchange) return undefined;
  const other = createdIn(context.contract, exchange);
  const sent = JSON.stringify(jsonOfRequest(exchange.request) ?? null).split(/[^\w-]+/);
  return other && !sent.includes(values.at(-1) ?? '')
    ? { operation: listing, values: values.with(-1, other.id) }
    : undefined;
}

/** At most so many required fields are left out, one in each request. */
const mostLeftOut = 4;

type NamedEdit = Edit & { readonly what: string };

/** Requests that are rejected: without credentials, without one required field, and with a value of another type. */
const invalidCreations = (context: ExperimentContext, operation: Operation): readonly NamedEdit[] => [
  ...editsToReject(context, operation.id).slice(0, 1).map(editOf),
  ...requiredFields(operation)
    .slice(-mostLeftOut)
    .map((name) => ({
      what: `a request without ${name}`,
      edit: (body: Json) => withoutAt(body, [...operation.sentIn, name]),
    })),
  { what: 'an invalid request', edit: (body) => spoiled(operation, body) ?? body },
];

/** At most so many texts are repeated, one in each request. */
const mostRepeated = 3;

/** Requests that repeat a text of a record, which a server may reject, since it takes it for unique. */
const repeatingCreations = (operation: Operation, { request }: RunExchange): readonly NamedEdit[] =>
  repeatableTexts(operation)
    .slice(0, mostRepeated)
    .flatMap((name) => {
      const place = [...operation.sentIn, name];
      const value = at(jsonOfRequest(request), ...place);
      return typeof value !== 'string'
        ? []
        : [
            {
              isTaken: true,
              what: `a request with the ${name} of another record`,
              edit: (body: Json) => withAt(body, place, value),
            },
          ];
    });

/**
 * The target of a Location below the base URL; undefined if it is not below it. No other host is ever contacted: of an
 * address on one, only path and query are used.
 */
function pathOfLocation({ baseUrl }: Target, target: string, location: string): string | undefined {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const here = new URL(prefix + target, baseUrl).href;
  if (!URL.canParse(location, here)) return undefined;
  const { pathname, search } = new URL(location, here);
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) + search : undefined;
}
