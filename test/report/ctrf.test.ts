import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ctrf } from '../../conformance/report/ctrf/ctrf.ts';
import { passingReport, sampleReport } from './sample.ts';
import { hostileReport } from './sample-hostile.ts';

const closed = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});
const text = { type: 'string' };
const whole = { type: 'integer' };
const counts = ['tests', 'passed', 'failed', 'skipped', 'pending', 'other', 'start', 'stop'];

/** What the format asks for, as far as it is written here: everything it does not know is an error. */
const validate = new Ajv2020().compile(
  closed(['reportFormat', 'specVersion', 'results'], {
    reportFormat: { const: 'CTRF' },
    specVersion: { ...text, pattern: '^\\d+\\.\\d+\\.\\d+$' },
    timestamp: text,
    generatedBy: text,
    results: closed(['tool', 'summary', 'tests'], {
      tool: closed(['name'], { name: { ...text, minLength: 1 }, version: text }),
      summary: closed(counts, Object.fromEntries(counts.map((name) => [name, whole]))),
      tests: {
        type: 'array',
        items: closed(['name', 'status', 'duration'], {
          name: { ...text, minLength: 1 },
          status: { enum: ['passed', 'failed', 'skipped', 'pending', 'other'] },
          duration: whole,
          suite: { type: 'array', minItems: 1, items: text },
          message: text,
          trace: text,
          rawStatus: text,
          flaky: { type: 'boolean' },
          extra: { type: 'object' },
        }),
      },
      environment: closed([], { testEnvironment: text }),
      extra: { type: 'object' },
    }),
  }),
);

const read = (report: typeof sampleReport) => JSON.parse(ctrf(report)).results;
const test = (rule: string, report = sampleReport) =>
  read(report).tests.find(({ name }: { name: string }) => name === rule);

describe('the CTRF report', () => {
  it.each([
    ['a run of every verdict', sampleReport],
    ['a hostile target', hostileReport],
    ['a part of the rules', passingReport],
    ['a run whose beginning is known', { ...sampleReport, startedAt: '2026-11-21T10:00:00.000Z' }],
  ])('is valid for %s', (_, report) => {
    validate(JSON.parse(ctrf(report)));
    expect(validate.errors).toBeNull();
  });

  it('counts its tests, one a rule, and says when the run was', () => {
    const { summary, tests, tool } = read({ ...sampleReport, startedAt: '2026-11-21T10:00:00.000Z' });
    const start = Date.UTC(2026, 10, 21, 10);
    expect(summary).toEqual({
      tests: 10,
      passed: 3,
      failed: 4,
      skipped: 3,
      pending: 0,
      other: 0,
      start,
      stop: start + 1234,
    });
    expect(tests).toHaveLength(10);
    expect(tool).toEqual({ name: 'assay', version: sampleReport.assay });
  });

  it.each([
    ['application-key/passed', 'passed', 'pass'],
    ['application-key/broken', 'failed', 'fail'],
    ['application-key/unjudged', 'skipped', 'untested'],
    ['node-products/warned', 'passed', 'warning'],
    ['node-products/open', 'failed', 'inconclusive'],
    ['subscription/denied', 'skipped', 'skipped'],
    ['subscription/ours', 'failed', 'error'],
  ])('ends the test of %s as %s', (rule, status, rawStatus) => {
    expect(test(rule)).toMatchObject({ status, rawStatus });
  });

  it('tells of a broken rule what the other reports tell', () => {
    expect(test('application-key/broken')).toMatchObject({
      suite: ['application-key'],
      duration: 1,
      message: 'status 201; got status 200',
      trace: expect.stringMatching(/\nexpected {2}status 201\ngot {7}status 200\\u\{1b\}\[2J and \[redacted\]\nrequest {3}curl /),
      extra: {
        clause: 'stated',
        level: 'must',
        reproduce: expect.stringMatching(/^curl /),
        command: 'assay check http://shop.example/api --only application-key/broken --seed 7',
      },
    }); // biome-ignore format: one line a member
  });

  it('claims no time for a rule that no exchange shows', () => {
    expect(test('application-key/passed').duration).toBe(0);
  });

  it('calls what was intermittent flaky, and tells both exchanges', () => {
    expect(test('node-products/once')).toMatchObject({
      status: 'passed',
      flaky: true,
      extra: { intermittent: ['one total; got 8, and then [redacted] (GET /a → 200 and GET /b → 200)'] },
    });
    expect(test('application-key/passed')).not.toHaveProperty('flaky');
  });

  it('tells the verdict, and what was seen apart from the findings', () => {
    expect(read(sampleReport).extra).toMatchObject({
      verdict: 'violates',
      notes: [
        expect.stringMatching(/^intermittent: node-products\/once: /),
        'also broken, not selected: subscription/unselected: a name; got [redacted]',
        'transient failure: GET /a?[redacted]: status 503; sent again 1 time, then status 200',
      ],
      untested: expect.arrayContaining([{ words: 'add  writes: allow', rules: ['subscription/denied'] }]),
    });
    expect(read(passingReport).extra).toMatchObject({
      verdict: 'passes',
      why: '2 of 3 selected rules, 1 warning, 1 intermittent',
    });
  });
});
