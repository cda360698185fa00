import { everyOperation, type Operation } from '../contract/operations.ts';
import { itemsIn } from '../contract/propose/records.ts';
import { recordSchemaOf } from '../contract/record.ts';
import { hasListedValues } from '../contract/schema-values.ts';
import { type Json, withAt } from '../json/json.ts';
import { pathBefore } from '../path-template.ts';
import type { Handler, Setup } from './operation.ts';
import { createParameterCheck } from './parameters.ts';
import { createRecordView } from './record-view.ts';
import { reject } from './responses.ts';
import { valueFor } from './samples.ts';
import { rejectionStatus, successStatus } from './statuses.ts';
import { storeOf } from './store.ts';

/** Serves any other GET: a value that never changes, with the records at its path if others create or read them. */
export function createGet(setup: Setup, operation: Operation): Handler {
  const usual = valueFor('', operation.response, 1);
  const withRecords = createRecordsAt(setup, operation);
  const check = createParameterCheck(setup, operation, (one) => one.in === 'query');
  const rejecting = rejectionStatus(setup.contract, operation, 400);
  const status = successStatus(operation);
  return (incoming) => {
    const problems = check(incoming);
    return problems.length > 0
      ? reject(rejecting, problems)
      : { status, body: Buffer.from(JSON.stringify(withRecords(usual))) };
  };
}

/** Puts what is stored at the path of an operation where its response has records, though nothing says how it lists. */
function createRecordsAt(setup: Setup, operation: Operation): (response: Json) => Json {
  const { path, response } = operation;
  const items = path.includes('{') ? undefined : itemsIn(path, response, false);
  const source = everyOperation(setup.contract).find(
    (one) =>
      (one.kind === 'create' && one.path === path) ||
      (one.kind === 'read' && pathBefore(one.path, one.pathParameters.at(-1)) === path),
  );
  if (!items || !source) return (usual) => usual;
  const listing: Operation = { ...operation, kind: 'list', record: items.path };
  const schema = recordSchemaOf(listing);
  const show = createRecordView(setup, listing);
  const store = storeOf(setup);
  return (usual) => {
    const records = store.storedBelow(source, []).filter((one) => hasListedValues(schema, one));
    return withAt(usual, items.path, records.map(show));
  };
}
