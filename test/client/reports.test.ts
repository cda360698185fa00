import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { ClientReport, Tried } from '../../conformance/client/client-report.ts';
import schema from '../../conformance/client/report/client.schema.json' with { type: 'json' };
import {
  clientHtml,
  clientJson,
  clientMarkdown,
  clientTerminal,
} from '../../conformance/client/report/client.ts';
import { clientJunit } from '../../conformance/client/report/junit.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { hostile } from '../report/sample-hostile.ts';
import { listing, trySending } from './try-in-process.ts';

const tried = (outcome: Tried['outcome'], part: Tried['part'] = 'choice'): Tried => ({
  id: `default-page-size=${outcome}`,
  part,
  options: [
    { question: 'default-page-size', asks: 'How many?', option: '25', words: 'of them', usual: '100' },
  ],
  outcome,
  how: 'exit code 1',
  parts: { number: 3, method: 'GET', target: `/pcm?${hostile}`, response: '200', baseline: '200' },
  output: ['one', hostile],
  repeat: 'assay client --choose default-page-size=25 -- npm test',
  ms: 12,
});

/** A report in which a command, and what it sent, say what they want. */
const sample: ClientReport = {
  assay: '0.1.0',
  contract: { version: '1.0.0', sha256: '0'.repeat(64) },
  startedAt: '2026-11-22T10:00:00.000Z',
  durationMs: 1234,
  command: ['npm', hostile],
  baseline: {
    ms: 100,
    requests: 12,
    rejected: 2,
    rejectedAsExpected: 1,
    operations: { 'node-products': 12 },
    tries: 2,
    failures: 0,
  },
  variations: [tried('pass'), tried('fail'), tried('intermittent'), tried('not run')],
  resilience: [tried('fail', 'resilience'), tried('pass', 'resilience')],
  sent: [
    {
      kind: 'rejected',
      clause: 'subscription/request-currency-required',
      text: 'What the clause says.',
      request: { number: 2, method: 'POST', target: `/s?${hostile}`, response: '422' },
      test: `a test ${hostile}`,
      count: 2,
    },
    {
      kind: 'tolerated',
      clause: 'node-products/raw-brackets',
      text: 'Brackets.',
      choice: 'raw-brackets=rejected',
      variation: 'link-form=cursor',
      request: { number: 4, method: 'GET', target: '/s', response: '200' },
      count: 1,
    },
  ],
  observed: ['The client never sent a filter.'],
  unnoticed: ['head=served'],
  strict: false,
  verdict: 'violates',
  why: 'depends on 1 choice: default-page-size',
  exitCode: 1,
};

const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);
const faultsOf = (report: unknown): unknown => {
  validate(report);
  return validate.errors;
};

describe('the JSON report', () => {
  test('fits its schema, which is strict', async () => {
    expect(faultsOf(JSON.parse(clientJson(sample)))).toBeNull();
    expect(faultsOf({ ...sample, verdict: 'maybe' })).not.toBeNull();
    expect(faultsOf({ ...sample, more: true })).not.toBeNull();
  });

  test('of a run fits it, too', async () => {
    const only = ['connection', 'transient-failure=503'];
    const report = await trySending((send) => send(listing), { only });
    expect(faultsOf(JSON.parse(clientJson(report)))).toBeNull();
    expect(report).toMatchObject({ verdict: 'passes', exitCode: 0, baseline: { requests: 1 } });
  });
});

test('the JUnit report is valid, and fails what counts', async () => {
  const contents = clientJunit(sample);
  const xsd = await readFile(new URL('../report/jenkins-junit.xsd', import.meta.url), 'utf8');
  expect((await validateXML({ xml: [{ fileName: 'report.xml', contents }], schema: xsd })).errors).toEqual(
    [],
  );
  expect(contents).toContain(
    '<testsuites name="assay client" tests="9" failures="3" errors="0" time="1.234">',
  );
  expect(clientJunit({ ...sample, strict: true })).toContain('tests="9" failures="4"');
});

test('the HTML report needs nothing else, and shows hostile text as text', () => {
  const page = clientHtml(sample);
  expect(page).not.toMatch(/<(link|img|script|iframe)|@import|url\(/);
  expect(page).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  expect(page).toContain('assay client --choose default-page-size=25 -- npm test');
  expect(page).toContain('<dt>request</dt>');
});

test('what the HTML report lists leads to its parts', () => {
  const page = clientHtml(sample);
  const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(targets).toContain('dependences');
  expect(targets.filter((id) => !page.includes(` id="${id}"`))).toEqual([]);
});

test('the Markdown report lets nothing out of its blocks', () => {
  const text = clientMarkdown(sample);
  expect(text).toMatch(/^## ❌ assay client: violates$/m);
  expect(text).toMatch(/\n\| variations \| 1 \| 1 \| 1 \| 1 \|\n\| resilience \| 1 \| 1 \| 0 \| 0 \|\n/);
  expect(text).not.toMatch(/^::error::/m);
  expect(text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '').replaceAll(/(`+) .*? \1/g, '')).not.toMatch(
    /<(script|img)/,
  );
});

test('a terminal is steered by nothing that a command wrote', () => {
  const text = clientTerminal(sample, { colours: coloursIf(false), verbose: true });
  expect(text).toMatch(/^✗ subscription\/request-currency-required +sent$/m);
  expect(text).toMatch(/^ {4}request {3}request 4: GET \/s → 200$/m);
  expect(text).toMatch(/^ {4}test {6}a test /m);
  expect(text).toMatch(/^ {4}in {8}the run with link-form=cursor$/m);
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(text.trimEnd().split('\n').at(-1)).toBe('violates — depends on 1 choice: default-page-size');
});
