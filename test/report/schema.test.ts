import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { json } from '../../conformance/report/json.ts';
import schema from '../../conformance/report/report.schema.json' with { type: 'json' };
import type { Report } from '../../conformance/report/report.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { loadEdited, overlayOf } from '../contract/edited-contract.ts';
import { catalog } from '../sample-catalog.ts';
import { conforming, target } from '../shipped.ts';
import { faultyIn, reportOn } from './report-on.ts';
import { passingReport, sampleReport } from './sample.ts';

const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);

const faults = (report: Report): unknown => {
  validate(JSON.parse(json(report)));
  return validate.errors;
};

/** A report in which an operation could not be tried, since the contract has no value for it. */
async function withoutValue(): Promise<Report> {
  const note = { type: 'string', pattern: '^v(?=\\d)\\d$' };
  const update = JSON.stringify({ required: ['note'], properties: { note } });
  const action = `  - { target: $.components.schemas.SubscriptionRequest.properties.data, update: ${update} }`;
  const contract = await loadEdited({ overlays: [overlayOf(action)] });
  const { transport } = createStub({ contract, parts: stubPartsOf(catalog), seed: 'schema' });
  return (await createCheck({ contract, target })).run(transport);
}

describe('the schema of the JSON report', () => {
  it.each<[string, () => Promise<Report>]>([
    ['a server that conforms', () => reportOn(conforming())],
    [
      'a server with faults',
      () =>
        reportOn(faultyIn('node-products/live-only', 'application-key/client-id-present'), {
          only: ['node-products/live-only', 'application-key/client-id-present'],
        }),
    ],
    ['a server that never answers', () => reportOn(silentAfterPreflight())],
    ['a contract without a value for a pattern', withoutValue],
    ['every verdict', async () => sampleReport],
    ['a part of the rules', async () => passingReport],
    ['a run under interference', () => reportOn(busyAtFirst(), { only: ['application-key'] })],
    [
      'a part of a run with waivers',
      async () => ({
        ...sampleReport,
        amended: ['node-products/name/maxLength'],
        required: ['application-key/broken'],
        waivers: [
          { rule: 'a', rules: ['a'], reason: 'b', until: '2027-03-31', state: 'active', daysLeft: 3 },
        ],
        referenceStub: true,
      }),
    ],
    [
      'a record that is left, with the command that deletes it',
      async () => ({
        ...sampleReport,
        created: [{ operation: 'a', id: 'b', path: '/a/b', delete: 'curl -X DELETE' }],
      }),
    ],
  ])('fits %s', async (_, report) => {
    expect(faults(await report())).toBeNull();
  });

  it('is strict', () => {
    const [first] = sampleReport.results;
    if (!first) throw new Error('the sample has changed');
    const verdict = 'maybe' as 'pass';
    expect(faults({ ...sampleReport, results: [{ ...first, verdict }] })).not.toBeNull();
  });
});

function busyAtFirst(): Transport {
  const next = conforming();
  let isBusy = true;
  return async (request) => {
    if (request.method === 'GET' || !isBusy) return next(request);
    isBusy = false;
    return { status: 503, headers: [['Retry-After', '0']], body: new Uint8Array(), ms: 1 };
  };
}

function silentAfterPreflight() {
  const first = conforming();
  let asked = 0;
  return async (...[request]: Parameters<typeof first>) => {
    asked += 1;
    return asked === 1 ? first(request) : ({ lost: 'timeout', detail: 'slow', ms: 1 } as const);
  };
}
