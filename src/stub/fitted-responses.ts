// How a response is fitted to a contract whose fields the stub does not know, such as an amended one.

import { isDeepStrictEqual } from 'node:util';
import {
  type Constraint,
  constraintsOf,
  type FieldPromise,
  isLeftOut,
  promisesOf,
} from '../contract/contract.ts';
import { isChanging, type Operation } from '../contract/operations.ts';
import { allows, fitValue } from '../contract/schema-values.ts';
import { UserError } from '../errors.ts';
import { beginningOf } from '../json/body.ts';
import { at, instances, type Json, type Path, withAt, withoutAt, withoutFields } from '../json/json.ts';
import { inTime, matches } from '../json/matching.ts';
import { schemaAt } from '../json/schema-at.ts';
import type { Handler, Setup } from './operation.ts';
import { shownAs } from './record-view.ts';
import { isRejection } from './responses.ts';

/** Whether a text is shown without the spaces around it, by choice. */
const isTrimmed = (shown: unknown, sent: unknown): boolean =>
  typeof sent === 'string' && shown === sent.trim();

export function fitted(operation: Operation, { contract, source }: Setup, handle: Handler): Handler {
  const { texts, wantedExamples, gone } = contract;
  if (!texts) return handle;
  const { id, response } = operation;
  const promised = promisesOf(contract, id);
  const firsts = new Map<FieldPromise, unknown>();
  const removed = gone.filter((one) => one.operation === id && one.side === 'response');
  const wanted = constraintsOf(contract, id).filter(
    ({ side, pointer }) => side === 'response' && wantedExamples?.has(pointer),
  );
  const isReturned = ({ paths: [path = []] }: Constraint): boolean =>
    promised.some((one) => one.sentAt && isDeepStrictEqual(one.path, path));
  const needed = wanted.find((one) => one.keyword === 'pattern' && !one.optional && !isReturned(one));
  if (needed)
    throw new UserError(
      `${wantedExamples?.get(needed.pointer)}: the stub knows no value of ${needed.paths[0]?.join('.')} that matches this pattern; add an "example" beside it.`,
    );
  return (incoming) => {
    const outcome = handle(incoming);
    if (isRejection(outcome) || outcome.body.byteLength === 0) return outcome;
    const json = JSON.parse(Buffer.from(outcome.body).toString()) as Json;
    const shown = withoutFields(
      inTime(() => fitValue(response, json, texts)).value,
      removed.map(({ path }) => path),
    );
    const sent = promised.some(({ sentAt }) => sentAt) ? beginningOf(incoming.body) : {};
    const kept = promised.reduce((value, promise) => {
      const { path, sentAt, leftOut } = promise;
      if (leftOut) return isLeftOut(sent, leftOut.at) ? withAt(value, path, leftOut.usual) : value;
      const own = sentAt && (at(sent, ...sentAt) as Json | undefined);
      const echoed = shownAs(schemaAt(response, path), own);
      if (echoed !== undefined && !isTrimmed(at(value, ...path), echoed)) return withAt(value, path, echoed);
      if (own !== undefined) return value;
      if (sentAt) {
        const without = withoutAt(value, path);
        // What a change does not send may be there from before, and what a response must have is there.
        const isKept = isChanging(operation) || (contract.hasDerivedClauses && !allows(response, without));
        return isKept ? value : without;
      }
      // A field that the stub knows differs by itself; any other would have the same value each time.
      const filled = at(value, ...path);
      if (filled !== undefined && filled === firsts.get(promise)) return withAt(value, path, source.uuid());
      if (filled !== undefined && !firsts.has(promise)) firsts.set(promise, filled);
      return value;
    }, shown);
    const whole = wanted.flatMap((one) => misfitPlaces(kept, one)).reduce(withoutAt, kept);
    return { ...outcome, body: Buffer.from(JSON.stringify(whole)) };
  };
}

/** The paths of texts that do not match a pattern. */
const misfitPlaces = (json: Json, { paths, keyword, value: pattern }: Constraint): Path[] =>
  (keyword === 'pattern' ? paths : [])
    .flatMap((path) => instances(json, path))
    .filter(({ value }) => typeof value === 'string' && !matches(String(pattern), value))
    .map(({ path }) => path);
