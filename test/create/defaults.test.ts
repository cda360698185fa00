// What a creation has of fields that a request leaves out, and of which its schema states a default.

import { describe, expect, it } from 'vitest';
import { jsonOfRequest } from '../../conformance/core/requests.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { changeResponse } from '../../conformance/mutants/edits.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { at, type Json } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAgainst } from '../check-of.ts';
import { changes, creates, deletes, loadDocument, pathParameter, reads } from '../contract/own-contract.ts';

/** As NestJS writes it: a schema for the request, and one for the response, with the default beside a reference. */
const contract = await loadDocument(`openapi: 3.0.0
info: { title: Instruments, version: 1.0.0 }
paths:
  /instruments:
    ${creates('create', 'Instrument', 'CreateInstrument')}
  /instruments/{id}:
    ${pathParameter('id')}
    ${reads('read', 'Instrument')}
    ${changes('put', 'replace', 'Instrument', 'CreateInstrument')}
    ${deletes('remove')}
components:
  schemas:
    Status: { type: string, enum: [active, maintenance, retired] }
    CreateInstrument:
      type: object
      required: [serial, location]
      properties:
        serial: { type: integer, minimum: 1, maximum: 100000 }
        name: { type: string, maxLength: 80, default: unnamed }
        status: { default: active, allOf: [{ $ref: '#/components/schemas/Status' }] }
        months: { type: integer, minimum: 1, maximum: 60, default: 12 }
        tags: { type: array, items: { type: string }, default: [] }
        notes: { type: string, maxLength: 500, nullable: true, default: null }
        unit: { type: string, enum: [kg], default: kg }
        ratio: { type: number, minimum: 1, default: 0 }
        secret: { type: string, writeOnly: true, default: none }
        hidden: { type: string, default: none }
        location: { $ref: '#/components/schemas/Location' }
    Location:
      type: object
      required: [building]
      properties: { building: { type: string }, room: { type: string, nullable: true, default: lobby } }
    LocationView:
      type: object
      required: [building, room]
      properties: { building: { type: string }, room: { type: string, nullable: true } }
    Instrument:
      type: object
      required: [id, serial, name, status, months, tags, notes, location]
      properties:
        id: { type: integer, readOnly: true }
        serial: { type: integer }
        name: { type: string, maxLength: 80 }
        status: { allOf: [{ $ref: '#/components/schemas/Status' }] }
        months: { type: integer }
        tags: { type: array, items: { type: string } }
        notes: { type: string, nullable: true }
        unit: { type: string, enum: [kg] }
        ratio: { type: number, minimum: 1 }
        location: { $ref: '#/components/schemas/LocationView' }
`);
const { rules } = await loadRuleSet(contract);
const ofDefaults = rules.filter(({ id }) => id.endsWith('-default'));

const verdicts = async (mutants: readonly Mutant[] = []): Promise<readonly string[]> => {
  const { transport } = createStub({ contract, seed: 'defaults', mutants });
  const { results } = await runAgainst(contract, transport);
  return results
    .filter(({ rule }) => rule.endsWith('-default'))
    .map(({ rule, verdict }) => `${rule}: ${verdict}`);
};

/** A server that shows another value where the stub shows the default. */
const showing = (name: string, change: (shown: Json | undefined) => Json | undefined): Mutant =>
  changeResponse('create', ({ [name]: shown, ...others }, request) => {
    if (at(jsonOfRequest(request), name) !== undefined) return undefined;
    const changed = change(shown);
    return changed === undefined ? others : { ...others, [name]: changed };
  });

describe('a field that a creation leaves out', () => {
  it('has a clause of its own if its schema states a default that can be seen', () => {
    expect(ofDefaults.map(({ id }) => `${id}: ${contract.clauses.get(id)?.level}`).toSorted()).toEqual([
      'create/location-room-default: must',
      'create/months-default: must',
      'create/name-default: must',
      'create/notes-default: should',
      'create/status-default: must',
      'create/tags-default: must',
    ]);
  });

  it('has its default in the stub', async () => {
    expect(await verdicts()).toEqual(ofDefaults.map(({ id }) => `${id}: pass`));
  });

  it.each(ofDefaults.flatMap(({ id, mutants }) => mutants.map((mutant) => [id, mutant] as const)))(
    'is not the default of $0',
    async (id, mutant) => {
      const seen = await verdicts('wire' in mutant ? [mutant.wire] : []);
      expect(seen.filter((one) => !one.endsWith(': pass'))).toEqual([`${id}: fail`]);
    },
  );

  it.each<readonly [name: string, change: (shown: Json | undefined) => Json | undefined]>([
    ['notes', () => ''],
    ['notes', () => undefined],
    ['tags', () => undefined],
    ['months', (shown) => (shown === undefined ? undefined : 12.0)],
  ])('may have an empty default of %s in another form', async (name, change) => {
    expect((await verdicts([showing(name, change)])).filter((one) => one.endsWith(': fail'))).toEqual([]);
  });
});
