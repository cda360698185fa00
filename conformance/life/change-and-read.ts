import type { Operation } from '../../src/contract/operations.ts';
import type { Json } from '../../src/json/json.ts';
import type { ExperimentContext } from '../core/context.ts';
import type { RunExchange } from '../core/exchange.ts';
import { wasRejected } from '../core/status.ts';
import { makeRecord } from '../create/attempts.ts';
import { sendChange, spoiled } from './changes.ts';
import { inTurn, operationOfLife, readMade, reportAfter } from './readings.ts';

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
 * Changes a record that it creates, and then once with an invalid request, after which the record is read. `change` returns
 * how the record was last read; undefined if no change was accepted.
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
    const send: Changing['send'] = (edit) => sendChange(context, operation, made, { edit });
    const read: Changing['read'] = async (isRepeated) => [
      (await readMade(context, id, made, isRepeated)) ?? before,
    ];
    const last = await change({ operation, before, send, read });
    if (!last) return;
    const bad = await send((body) => spoiled(operation, body) ?? body);
    if (!bad || !wasRejected(bad)) return;
    const rejected = { what: 'what is read after an invalid request', write: bad, before: last };
    await reportAfter(context, operation, 'rejected-changes-nothing', rejected, read);
  });
