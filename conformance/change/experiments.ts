// Requests that replace a record or update its fields: valid and invalid ones, and what is read around them.

import { type Contract, type FieldPromise, isDistinct, promisesOf } from '../../src/contract/contract.ts';
import { clauseId } from '../../src/contract/kind-clauses.ts';
import { type Operation, operationIn } from '../../src/contract/operations.ts';
import { keyOfId } from '../../src/contract/record.ts';
import { deleterOf } from '../../src/contract/related-operations.ts';
import { type Json, withAt } from '../../src/json/json.ts';
import { type ExperimentContext, type ExperimentTable, experiments } from '../core/context.ts';
import type { RunExchange } from '../core/exchange.ts';
import { requestAt } from '../core/requests.ts';
import { wasRejected } from '../core/status.ts';
import { makeRecord } from '../create/creations.ts';
import { requestsWithFields } from '../create/experiments.ts';
import { tellingEdits } from '../create/telling-values.ts';
import { knownGoodFor } from '../create/valid-body.ts';
import {
  fieldsAlone,
  isDone,
  onlyFirst,
  onlyInner,
  type Shown,
  sendAgain,
  sendChange,
  spoiled,
  withNulls,
  withOneOther,
  withOtherValues,
  withReadOnly,
  withValuesOf,
} from '../life/changes.ts';
import { changeConditionally } from '../life/conditions.ts';
import { lifeExperiment } from '../life/on-new-records.ts';
import {
  filtersFor,
  listingOfMade,
  makeReadable,
  reporterOf,
  sortsFor,
  untilSettled,
} from '../life/readings.ts';
import { keysOn, type RelationName, shownIn } from '../life/relations.ts';

/** A change of a record, and the relations between it and what is read around it. */
type ChangeStep = {
  /** What was done, as in: what is read after one field was updated. */
  readonly after: string;
  /** Make the request, of a valid one and what was read last: the first that is accepted. Without any, the last one is sent again. */
  readonly edits: readonly ((body: Json, known: RunExchange) => Json)[];
  readonly rules: readonly RelationName[];
};

/** Requests that change one field alone: a server may reject a change of some fields, such as references. */
const eachAlone = (operation: Operation): ChangeStep['edits'] =>
  fieldsAlone(operation).map((name) => (body) => withOneOther(operation, body, name));

const telling = (operation: Operation, verb: string, rules: ChangeStep['rules']): readonly ChangeStep[] =>
  tellingEdits(operation).map((edit) => ({
    after: `${verb} with values that servers often change`,
    edits: [edit],
    rules,
  }));

const changeSteps: Readonly<
  Record<'replace' | 'update', (operation: Operation, contract: Contract) => readonly ChangeStep[]>
> = {
  replace: (operation, contract) => [
    {
      after: 'a record was replaced',
      edits: [(body) => withOtherValues(operation, body), ...eachAlone(operation)],
      rules: ['shown'],
    },
    ...telling(operation, 'a record was replaced', ['shown']),
    { after: 'a record was replaced twice', edits: [], rules: ['repeatable'] },
    {
      after: 'a record was replaced with null',
      edits: [(body) => withNulls(contract, operation, body)],
      rules: ['shown'],
    },
  ],
  update: (operation, contract) => [
    {
      after: 'one field was updated',
      edits: [...eachAlone(operation), (body) => withOtherValues(operation, onlyFirst(operation, body))],
      rules: ['shown', 'keeps-others'],
    },
    ...telling(operation, 'fields were updated', ['shown', 'keeps-others']),
    {
      // Some servers replace a record by what was sent if nothing of that is new.
      after: 'one field was updated with the value that it had',
      edits: [(body, known) => withValuesOf(operation, onlyFirst(operation, body), known)],
      rules: ['keeps-others'],
    },
    {
      after: 'one field of an object was updated',
      edits: [(body, known) => onlyInner(operation, body, known)],
      rules: ['keeps-others'],
    },
    {
      after: 'fields were updated with null',
      edits: [(body) => withNulls(contract, operation, onlyFirst(operation, body))],
      rules: ['null-clears'],
    },
  ],
};

/** The fields that no change may give the value of another record. */
const distinctFields = (contract: Contract, id: string): readonly FieldPromise[] =>
  promisesOf(contract, id).filter(isDistinct);

/** In which clocks are coarser than milliseconds, in milliseconds. */
const tickOfClocks = 20;

/** Changes a record that it creates, step by step, and reads it, another one and the listing. */
async function changeAndRead(context: ExperimentContext, id: string): Promise<void> {
  const operation = operationIn(context.contract, id);
  const kind = operation.kind === 'update' ? 'update' : 'replace';
  const report = reporterOf(context, id);
  const made = await makeReadable(context, id);
  if (!made) return;
  const other = await makeReadable(context, id);
  const listed = await listingOfMade(context, made);
  const change = (edit: (body: Json) => Json) => sendChange(context, operation, made, { edit });
  const least = (body: Json): Json => (kind === 'update' ? onlyFirst(operation, body) : body);
  let known = made.before;
  let last: RunExchange | undefined;
  const isTimed = context.contract.clauses.has(clauseId(id, 'time-of-change'));
  // The first change may come in the millisecond in which the record was created.
  if (isTimed) await context.pause(tickOfClocks);
  for (const [index, { after, edits, rules }] of changeSteps[kind](operation, context.contract).entries()) {
    const before = known;
    let write = edits.length === 0 && last ? await sendAgain(context, last) : undefined;
    for (const edit of edits) {
      write = await change((body) => edit(body, before));
      if (!write || isDone(write)) break;
    }
    if (!isDone(write)) continue;
    last = write;
    for (const rule of rules)
      [known = before] = await report(rule, `what is read after ${after}`, write, made.read, before);
    if (isTimed && index === 0) {
      // The milliseconds of one time may be none by chance.
      const clocks = other ? [other.before] : [];
      const read: typeof made.read = async (isRepeated) => [...clocks, ...(await made.read(isRepeated))];
      await report('time-of-change', `the time that is read after ${after}`, write, read, before);
    }
  }
  const whatIsListed = 'what is listed after a record was changed';
  const first = shownIn(context.contract, made.before);
  let isListed = false;
  const declared = knownGoodFor(context, id);
  const changeTo = async (
    edit: (body: Json, shown: Shown) => Json,
    changed: string,
  ): Promise<RunExchange | undefined> => {
    const before = known;
    const shown = { first, last: shownIn(context.contract, before) };
    const write = await change((body) => edit(body, shown));
    if (!isDone(write)) return undefined;
    last = write;
    [known = before] = await report('shown', `what is read after ${changed}`, write, made.read, before);
    return write;
  };
  const seekListed = async (write: RunExchange): Promise<void> => {
    if (!listed) return;
    await untilSettled(context);
    const pages = await report('creates-none', whatIsListed, write, listed.pages, made.before);
    isListed = !listed.isWhole || keysOn(context.contract, pages).has(keyOfId(made.id));
  };
  let accepted: RunExchange | undefined;
  // A server may know only some texts, and list only records in some state.
  for (const changed of ['texts', 'states', 'numbers'] as const) {
    const write = await changeTo(
      (body, shown) => withOtherValues(operation, body, shown, declared, changed),
      'all fields were changed',
    );
    if (!write) continue;
    accepted = write;
    await seekListed(write);
    if (isListed || !listed) break;
  }
  if (!accepted) {
    for (const name of fieldsAlone(operation))
      accepted =
        (await changeTo(
          (body, shown) => withOneOther(operation, body, name, shown, declared),
          'one field was changed',
        )) ?? accepted;
    if (accepted) await seekListed(accepted);
  }
  if (kind === 'update' && accepted) {
    // Fields have other values now than by default, which a server may give those that an update does not contain.
    const before = known;
    const updated = 'one field of a changed record was updated';
    const write = await changeTo(
      (body, shown) => withOtherValues(operation, onlyFirst(operation, body), shown, declared),
      updated,
    );
    if (write)
      [known = before] = await report(
        'keeps-others',
        `what is read after ${updated}`,
        write,
        made.read,
        before,
      );
  }
  if (!last) return;
  await untilSettled(context);
  if (other)
    await report('others-stay', 'another record, read after one was changed', last, other.read, other.before);
  for (const { clause, path } of other ? distinctFields(context.contract, id) : []) {
    const name = String(path.at(-1));
    const taken = other && shownIn(context.contract, other.before)?.[name];
    if (!other || taken === undefined) continue;
    const place = [...operation.sentIn, name];
    const exchange = await change((body) => withAt(least(body), place, taken));
    if (!exchange) continue;
    await untilSettled(context);
    const after = await made.read(true);
    if (isDone(exchange)) [known = known] = after;
    context.report({
      operation: id,
      clause: clause.id,
      what: `what is read after a change to the ${name} of another record`,
      expects: 'either',
      exchange,
      readings: { before: other.before, after },
    });
  }
  if (listed && isListed) {
    const both = async (isRepeated: boolean) => [...(await made.read(isRepeated)), ...(await listed.pages())];
    await report('listed-as-changed', whatIsListed, last, both, listed.shownOn);
    for (const { filter, words } of filtersFor(context.contract, made.creation, known))
      await report('found', `${whatIsListed}, ${words}`, last, () => listed.pagesWith({ filter }), known);
    for (const further of sortsFor(context.contract, made.creation))
      await report('sorted-as-changed', `${whatIsListed}, sorted`, last, () => listed.pagesWith({ further }));
  }
  // The last change had other values.
  for (const isEach of [false, true]) {
    const bad = await change((body) => spoiled(operation, body, isEach) ?? body);
    // An accepted one may have changed the record.
    if (isDone(bad)) [known = known] = await made.read(false);
    if (!bad || !wasRejected(bad)) continue;
    await untilSettled(context);
    await report('rejected-changes-nothing', 'what is read after an invalid request', bad, made.read, known);
  }
  // A server may reject some of these fields, or all.
  for (const most of context.contract.clauses.has(clauseId(id, 'read-only-ignored')) ? [undefined, 1] : []) {
    const shown = shownIn(context.contract, known) ?? {};
    const write = await change((body) => withReadOnly(operation, least(body), shown, most));
    if (!isDone(write)) continue;
    await untilSettled(context);
    const what = 'what is read after a change with readOnly fields';
    [known = known] = await report('read-only-ignored', what, write, made.read, known);
    break;
  }
  const deleter = deleterOf(context.contract, made.creation);
  const path = deleter && other?.pathFor(deleter);
  if (other && deleter && path !== undefined) {
    // The id of the newest one may be given again; not that of an older one, if the next one gets another.
    await makeRecord(context, id);
    const deletion = await context.exchange(requestAt(context, deleter.id, path));
    if (!isDone(deletion)) return;
    const next = await makeRecord(context, id);
    if (next && keyOfId(next.id) === keyOfId(other.id)) return;
    const [before] = await other.read(true);
    const late = await sendChange(context, operation, other, { edit: least });
    if (late)
      await report(
        'not-after-deletion',
        'what is read after a deleted record was changed',
        late,
        other.read,
        before,
      );
  }
}

const changes: ExperimentTable = {
  ...requestsWithFields,
  'change-conditionally': lifeExperiment(
    'requests with ETags that the record has and had',
    changeConditionally,
  ),
  'change-and-read': lifeExperiment(
    'a record is changed with valid requests and an invalid one, and read each time',
    changeAndRead,
  ),
};

export default [experiments('replace', changes), experiments('update', changes)];
