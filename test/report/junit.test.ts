import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { element, junit, xmlDocument } from '../../conformance/report/junit.ts';
import { passingReport, sampleReport } from './sample.ts';
import { hostileReport } from './sample-hostile.ts';

const schema = await readFile(new URL('jenkins-junit.xsd', import.meta.url), 'utf8');

/** What is in the test case of a rule. */
function testCase(rule: string, report = sampleReport): string {
  const found = new RegExp(`<testcase name="${rule}"[^>]*?(/>|>[\\s\\S]*?</testcase>)`).exec(junit(report));
  if (!found) throw new Error(`there is no test case of ${rule}`);
  return found[0];
}

describe('the JUnit report', () => {
  it.each([
    ['a run of every verdict', sampleReport],
    ['a hostile target', hostileReport],
    ['a part of the rules', passingReport],
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
    expect(xml).toContain('<testsuites name="assay" tests="10" failures="1" errors="3" time="1.234">');
    expect(xml).toContain('<testsuite name="node-products" tests="5" failures="0" errors="2" skipped="1">');
  });

  it('tells clause and repeat line of a failure', () => {
    const [, failure = ''] = /<failure ([\s\S]*?)<\/failure>/.exec(junit(sampleReport)) ?? [];
    expect(failure).toMatch(/^type="stated" message="status 201; got status 200"/);
    expect(failure).toContain('level     must · §4.1\nclause    What stated says.\nexpected  status 201\n');
    expect(failure).toContain('request   curl -X POST ');
    expect(failure).toContain('assay check http://shop.example/api --only application-key/broken --seed 7');
  });

  it('passes a broken should with its output, and skips what was waived', () => {
    const waived = { reason: 'known', until: '2027-03-31' };
    const results = sampleReport.results.map((one) => (one.verdict === 'fail' ? { ...one, waived } : one));
    expect(junit(sampleReport)).toMatch(/<system-out>warning: the title of node-products\/warned/);
    expect(junit({ ...sampleReport, results })).toContain('waived    known (until 2027-03-31)');
    expect(junit({ ...sampleReport, results })).not.toContain('<failure');
  });

  it('skips what was not judged because another rule fails: one fault is one red test', () => {
    const why = 'cannot be tested until application-key/broken is fixed';
    expect(testCase('application-key/unjudged')).toMatch(new RegExp(`<skipped>untested: [^<]*${why}`));
    expect(junit(sampleReport)).toContain('tests="10" failures="1" errors="3"');
  });

  it('tells what was intermittent in the test case, which passes', () => {
    const line = 'intermittent: one total; got 8, and then [redacted] (GET /a → 200 and GET /b → 200)';
    const found = testCase('node-products/once');
    expect(found).toContain(`<system-out>${line}</system-out>`);
    expect(found).not.toMatch(/<(failure|error|skipped)/);
  });

  it('tells of what was seen apart from the findings in the output of each suite', () => {
    const outputs = [
      ...junit(sampleReport).matchAll(/<system-out>http:\/\/shop\.example\/api: (violates — [^\n]*)\n/g),
    ];
    expect(outputs).toHaveLength(3);
    for (const [, output] of outputs) {
      expect(output).toMatch(/^violates — 1 rule broken: application-key\/broken; 2 untested; 1 warning; 1 intermittent; /);
      expect(output).toContain('; intermittent: node-products/once: one total; got 8, and then [redacted] (GET /a → 200 and GET /b → 200); ');
      expect(output).toContain('; also broken, not selected: subscription/unselected: a name; got [redacted]; ');
      expect(output).toMatch(/; transient failure: GET \/a\?\[redacted\]: status 503; sent again 1 time, then status 200$/);
    } // biome-ignore format: one line a note
    expect(junit(passingReport)).toContain('<property name="verdict" value="passes"/>');
    expect(junit(passingReport)).toContain('passes — 2 of 3 selected rules, 1 warning, 1 intermittent');
  });

  it('gives a test case the time of the exchanges that show it, and none where none is shown', () => {
    expect(testCase('application-key/broken')).toContain(' time="0.001">');
    expect(testCase('application-key/passed')).toMatch(/^<testcase name="\S+" classname="\S+"\/>$/);
  });

  it('says how long the run took', () => {
    expect(junit(sampleReport)).toMatch(/<testsuites [^>]* time="1\.234">/);
  });

  it('ends each suite with what was untested', () => {
    expect(junit(sampleReport)).toMatch(/untested\n {2}not allowed: add {2}writes: allow\n/);
    const results = sampleReport.results.filter(({ verdict }) => verdict === 'pass');
    expect(junit({ ...sampleReport, results })).toContain(
      'untested\n  every rule that was selected was tested',
    );
  });
});

describe('XML', () => {
  const text = 'a & b < c > d "e" \'f\' ]]> \u0000\u0008\ud800\ufffe\uffff 😀\t\r\n.';
  const xml = xmlDocument(element('a', { b: text }, [element('c', {}, text), element('d')]));

  it('holds any text, without the characters it has no place for', () => {
    const escaped = (white: string) => `a &amp; b &lt; c &gt; d &quot;e&quot; 'f' ]]&gt;  😀${white}.`;
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        `<a b="${escaped('&#9;&#13;&#10;')}">\n  <c>${escaped('\t&#13;\n')}</c>\n  <d/>\n</a>\n`,
    );
  });

  it('is well-formed', async () => {
    const any =
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="xs:anyType"/></xs:schema>';
    const { errors } = await validateXML({ xml: [{ fileName: 'a.xml', contents: xml }], schema: any });
    expect(errors).toEqual([]);
  });
});
