import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { junit } from './junit.ts';
import { sampleReport } from './sample.ts';
import { hostileReport } from './sample-hostile.ts';

const schema = await readFile(new URL('jenkins-junit.xsd', import.meta.url), 'utf8');

describe('the JUnit report', () => {
  it.each([
    ['a run of every verdict', sampleReport],
    ['a hostile target', hostileReport],
    ['nothing', { ...sampleReport, results: [] }],
  ])('is valid for %s', async (_, report) => {
    const { errors } = await validateXML({
      xml: [{ fileName: 'report.xml', contents: junit(report) }],
      schema,
    });
    expect(errors).toEqual([]);
  });

  it('has one suite an operation and one test case a rule', () => {
    const xml = junit(sampleReport);
    expect(xml.match(/<testcase /g)).toHaveLength(sampleReport.results.length);
    expect(xml).toContain('<testsuites name="assay" tests="8" failures="1" errors="3">');
    expect(xml).toContain('<testsuite name="node-products" tests="4" failures="0" errors="2" skipped="1">');
  });

  it('tells clause and repeat line of a failure', () => {
    const [, failure = ''] = /<failure ([\s\S]*?)<\/failure>/.exec(junit(sampleReport)) ?? [];
    expect(failure).toMatch(/^type="stated" message="status 201; saw status 200"/);
    expect(failure).toContain('clause    What stated says.\nstands at must · §4.1\nexpected  status 201\n');
    expect(failure).toContain('repeat    curl -X POST ');
    expect(failure).toContain('assay check http://shop.example/api --only application-key/broken --seed 7');
  });

  it('passes a broken should with its output, and skips what was waived', () => {
    const waived = { reason: 'known', until: '2027-03-31' };
    const results = sampleReport.results.map((one) => (one.verdict === 'fail' ? { ...one, waived } : one));
    expect(junit(sampleReport)).toMatch(/<system-out>warning: the title of node-products\/warned/);
    expect(junit({ ...sampleReport, results })).toContain('waived    known (until 2027-03-31)');
    expect(junit({ ...sampleReport, results })).not.toContain('<failure');
  });

  it('ends each suite with what would make it stronger', () => {
    expect(junit(sampleReport)).toMatch(/what would make this stronger\n {2}add {2}writes: allow\n/);
  });
});
