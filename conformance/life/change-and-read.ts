import { deleterOf } from '../../src/contract/lives.ts';
import type { Operation } from '../../src/contract/operations.ts';
import type { Json } from '../../src/json/json.ts';
import type { ExperimentContext } from '../core/context.ts';
import type { RunExchange } from '../core/exchange.ts';
import { requestAt } from '../core/requests.ts';
import { wasRejected } from '../core/status.ts';
import { makeRecord } from '../create/attempts.ts';
import { isDone, sendChange, spoiled, withOtherValues } from './changes.ts';
import { filtersFor, inTurn, listingOfMade, operationOfLife, readMade, reportAfter } from './readings.ts';

/** A record that a run created and changes. */
type Changing = {
  readonly operation: Operation;
  /** How the record was read before it was changed. */
  readonly before: RunExchange;
  /** Sends a change of the record; undefined if no such request was accepted before in this run. */
  readonly send: (edit: (body: Json) => Json) => Promise<RunExchange | undefined>;
  readonly read: (isRepeated: boolean) => Promise<readonly RunExchange[]>;
};

/**
 * Changes a record that it creates, reads another one and the listing around the first change, and sends an invalid
 * request at the end, after which the record is read. `change` returns how the record was last read; undefined if no
 * change was accepted.
 */
export const changeAndRead = (
  context: ExperimentContext,
  id: string,
  change: (changing: Changing) => Promise<RunExchange | undefined>,
): Promise<void> =>
  inTurn(context, async () => {
    const operation = operationOfLife(context, id);
    const made = await makeRecord(context, id);
    const before = made && (await readMade(context, id, made));
    if (!made || !before) return;
    const other = await makeRecord(context, id);
    const otherBefore = other && (await readMade(context, id, other));
    const listed = await listingOfMade(context, made);
    const read: Changing['read'] = async (isRepeated) => [
      (await readMade(context, id, made, isRepeated)) ?? before,
    ];
    const othersStay = async (write: RunExchange): Promise<void> => {
      if (!other || !otherBefore) return;
      const what = 'another record, read after one was changed';
      const readOther = async (isRepeated: boolean) => [
        (await readMade(context, id, other, isRepeated)) ?? otherBefore,
      ];
      await reportAfter(context, operation, 'others-stay', { what, write, before: otherBefore }, readOther);
    };
    let first: RunExchange | undefined;
    const send: Changing['send'] = async (edit) => {
      const sent = await sendChange(context, operation, made, { edit });
      if (!isDone(sent) || first) return sent;
      first = sent;
      await othersStay(sent);
      return sent;
    };
    const last = await change({ operation, before, send, read });
    if (!last) return;
    const whole = await send((body) => withOtherValues(operation, body));
    let known = last;
    if (isDone(whole)) {
      const about = { what: 'what is read after all fields were changed', write: whole, before: last };
      [known = last] = await reportAfter(context, operation, 'shown', about, read);
      await othersStay(whole);
    }
    if (listed && isDone(whole)) {
      const what = 'what is listed after a record was changed';
      const readBoth = async (isRepeated: boolean) => [
        ...(await read(isRepeated)),
        ...(await listed.pages()),
      ];
      const about = { what, write: whole };
      await reportAfter(
        context,
        operation,
        'listed-as-changed',
        { ...about, before: listed.shownOn },
        readBoth,
      );
      await reportAfter(context, operation, 'creates-none', { ...about, before }, listed.pages);
      for (const { filter, words } of filtersFor(context.contract, made.creation, known))
        await reportAfter(
          context,
          operation,
          'found',
          { what: `what is listed ${words} after a record was changed`, write: whole, before: known },
          () => listed.filtered(filter),
        );
    }
    const bad = await send((body) => {
      const changed = withOtherValues(operation, body);
      return spoiled(operation, changed) ?? changed;
    });
    if (bad && wasRejected(bad)) {
      const rejected = { what: 'what is read after an invalid request', write: bad, before: known };
      await reportAfter(context, operation, 'rejected-changes-nothing', rejected, read);
    }
    const deleter = deleterOf(context.contract, made.creation);
    const path = deleter && made.pathFor(deleter);
    if (!deleter || path === undefined) return;
    const deletion = await context.exchange(requestAt(context, deleter.id, path));
    const late = isDone(deletion) ? await send((body) => withOtherValues(operation, body)) : undefined;
    if (!late) return;
    const about = { what: 'what is read after a deleted record was changed', write: late, before: known };
    await reportAfter(context, operation, 'not-after-deletion', about, read);
  });
