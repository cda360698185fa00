// What contracts leave open about the life of a record: what changes and deletions leave.

import { isDeepStrictEqual } from 'node:util';
import { operationIn } from '../../src/contract/operations.ts';
import { keyOfId, recordIn, requestFields } from '../../src/contract/record.ts';
import { at } from '../../src/json/json.ts';
import { jsonIn } from '../core/created.ts';
import type { RunExchange } from '../core/exchange.ts';
import {
  type ChoiceContext,
  type ChoiceEvidence,
  choiceRuleId,
  namedOption,
  observation,
  observations,
  other,
  tried,
} from '../core/observation.ts';
import { countedAs } from '../core/operation-of.ts';
import { jsonOfRequest, requestAt } from '../core/requests.ts';
import { readUntil } from '../core/settling.ts';
import { isAccepted, wasAccepted } from '../core/status.ts';
import { findControls } from '../create/controls.ts';
import { creationsOf, makeRecord } from '../create/creations.ts';
import { isDone, sendAgain, sendChange } from './changes.ts';
import { inTurn } from './on-new-records.ts';
import { collectionOfMade, makeReadable, readListing } from './readings.ts';
import { keysOn } from './relations.ts';

/** Reports exchanges under the same words, by which they are found again. */
const reportAs = (context: ChoiceContext, what: string, exchanges: readonly RunExchange[]): void => {
  const { operation, choice } = context;
  for (const exchange of exchanges)
    context.report({ operation, clause: choiceRuleId(choice), what, expects: 'either', exchange });
};

/** Whether one of the pages that were reported under some words shows the record that these name. */
const isListedOn = (seen: ChoiceEvidence, words: string): boolean =>
  seen
    .trials()
    .some(
      ({ what, exchange }) =>
        what.startsWith(`${words} `) && keysOn(seen.contract, [exchange]).has(what.slice(words.length + 1)),
    );

/** The record that the exchange shows which was reported under some words. */
function recordOn(seen: ChoiceEvidence, what: string): unknown {
  const { exchange } = tried(seen, what);
  return recordIn(operationIn(seen.contract, countedAs(seen.contract, exchange.request)), jsonIn(exchange));
}

/** Changes a record twice in the same way. */
async function changeTwice(context: ChoiceContext): Promise<void> {
  const made = await makeRecord(context, context.operation);
  const first =
    made && (await sendChange(context, operationIn(context.contract, context.operation), made, {}));
  if (!isDone(first)) return;
  reportAs(context, 'first', [first]);
  reportAs(context, 'second', [await sendAgain(context, first)]);
}

const unchangedStatus = observation('unchanged-status', {
  gather: (context) => inTurn(context, context.operation, () => changeTwice(context)),
  read: (seen) => {
    const [first, second] = ['first', 'second'].map((what) => tried(seen, what).exchange.response.status);
    return second === first ? 'usual' : namedOption(seen, 'unchanged-status', second ?? 0);
  },
});

/** Replaces a record that has optional fields by one without them. */
async function replaceWithLeast(context: ChoiceContext): Promise<void> {
  const operation = operationIn(context.contract, context.operation);
  const made = await makeReadable(context, operation.id);
  const path = made?.pathFor(operation);
  const { trialControls } = await findControls(context, operation.id);
  if (!made || path === undefined || context.writesLeft() === 0) return;
  const sent = await creationsOf(context, operation.id).send(trialControls.least, { target: () => path });
  if (!wasAccepted(sent)) return;
  reportAs(context, 'before', [made.before]);
  reportAs(context, 'sent', [sent]);
  reportAs(context, 'after', await made.read(true));
}

/** Deletes a record, and looks for it where it was read and listed. */
async function deleteAndRead(context: ChoiceContext): Promise<void> {
  const operation = operationIn(context.contract, context.operation);
  const made = await makeReadable(context, operation.id);
  const path = made?.pathFor(operation);
  if (!made || path === undefined) return;
  if (!wasAccepted(await context.exchange(requestAt(context, operation.id, path)))) return;
  reportAs(context, 'after', await made.read(true));
  const collection = collectionOfMade(context.contract, made);
  if (collection)
    reportAs(context, `listed ${keyOfId(made.id)}`, (await readListing(context, collection)).pages);
}

/** Creates a record, and reads its collection until that shows it. */
async function createAndList(context: ChoiceContext): Promise<void> {
  const made = await makeRecord(context, context.operation);
  const collection = made && collectionOfMade(context.contract, made);
  if (!collection) return;
  const key = keyOfId(made.id);
  const { first, after } = await readUntil(
    context,
    async () => (await readListing(context, collection)).pages,
    (pages) => keysOn(context.contract, pages).has(key),
  );
  reportAs(context, `first ${key}`, first);
  if (after !== first) reportAs(context, `later ${key}`, after);
}

export default [
  observations('create', [
    observation('created-listed', {
      gather: (context) => inTurn(context, context.operation, () => createAndList(context)),
      read: (seen) => {
        if (isListedOn(seen, 'first')) return 'at-once';
        seen.orUntested(isListedOn(seen, 'later'), 'no created record was listed');
        return 'late';
      },
    }),
  ]),
  observations('replace', [
    unchangedStatus,
    observation('replaced-fields', {
      gather: (context) => inTurn(context, context.operation, () => replaceWithLeast(context)),
      read: (seen) => {
        const operation = operationIn(seen.contract, seen.operation);
        const fields = Object.entries(requestFields(operation));
        const [before, after] = ['before', 'after'].map((what) => recordOn(seen, what));
        const sent = at(jsonOfRequest(tried(seen, 'sent').exchange.request), ...operation.sentIn);
        // What is left out has its default then; a field that had it before shows nothing.
        const left = fields.flatMap(([name, schema]) => {
          const cleared = at(schema, 'default') ?? null;
          const isTold =
            at(sent, name) === undefined && !isDeepStrictEqual(at(before, name) ?? null, cleared);
          return isTold ? [{ name, cleared }] : [];
        });
        seen.orUntested(left.length > 0, 'no replacement left out a field that the record had');
        if (left.every(({ name }) => isDeepStrictEqual(at(after, name), at(before, name)))) return 'kept';
        return left.every(({ name, cleared }) => isDeepStrictEqual(at(after, name) ?? null, cleared))
          ? 'cleared'
          : other('some are kept, and others have other values');
      },
    }),
  ]),
  observations('update', [unchangedStatus]),
  observations('delete', [
    observation('soft-deletion', {
      gather: (context) => inTurn(context, context.operation, () => deleteAndRead(context)),
      read: (seen) => {
        if (!isAccepted(tried(seen, 'after').exchange)) return 'gone';
        return isListedOn(seen, 'listed') ? 'listed' : 'readable';
      },
    }),
  ]),
];
