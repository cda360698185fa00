import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { honest } from '../proof/ground.ts';
import { faultyIn, reportOn } from '../proof/report-on.ts';
import { json } from './json.ts';
import schema from './report.schema.json' with { type: 'json' };
import type { Report } from './report.ts';
import { sampleReport } from './sample.ts';

const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);

const faults = (report: Report): unknown => {
  validate(JSON.parse(json(report)));
  return validate.errors;
};

describe('the schema of the JSON report', () => {
  it.each<[string, () => Promise<Report>]>([
    ['a server that conforms', () => reportOn(honest())],
    ['a server with faults', () => reportOn(faultyIn('node-products/page-limit', 'application-key/created'))],
    ['a server that never answers', () => reportOn(silentAfterPreflight())],
    ['every verdict', async () => sampleReport],
    [
      'a part of a run with waivers',
      async () => ({
        ...sampleReport,
        amended: ['node-products/name/maxLength'],
        required: ['application-key/broken'],
        shard: { index: 1, count: 2, rulesSha256: '0' },
        waivers: [{ rule: 'a', rules: ['a'], reason: 'b', until: '2027-03-31', state: 'active' }],
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

function silentAfterPreflight() {
  const first = honest();
  let asked = 0;
  return async (...[call]: Parameters<typeof first>) => {
    asked += 1;
    return asked === 1 ? first(call) : ({ lost: 'timeout', detail: 'slow', ms: 1 } as const);
  };
}
