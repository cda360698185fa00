import { describe, expect, it } from 'vitest';
import type { Topic } from '../../conformance/core/topic.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { changesSince, terminal } from '../../conformance/report/report-document.ts';
import { standingOf } from '../../conformance/report/standing.ts';
import { canaries, passingReport, sampleReport } from './sample.ts';

const command = 'assay check http://shop.example/api --target target.yaml';
const shown = (verbose = false, report = sampleReport) =>
  terminal({ ...report, command }, { colours: coloursIf(false), verbose });

describe('the terminal report', () => {
  it('shows what is broken first and the headline last', () => {
    expect(shown()).toMatchInlineSnapshot(`
      "checked http://shop.example/api

      ✗ application-key/broken                                          must · §4.1
          the title of application-key/broken
          expected  status 201
          got       status 200\\u{1b}[2J and [redacted]
          request   curl -X POST 'http://shop.example/api/v2/application-keys?who=[redacted]' -H 'authorization: Bearer '"$TOKEN" -H 'X-Key: '"$ASSAY_HEADER_X_KEY" -H 'Content-Type:' --data-raw '{"data":{"type":"payments_gateway_a","customer_id":"'"$ASSAY_CUSTOMER_ID"'","card_id":"'"$ASSAY_CARD_ID"'","name":"'"$ASSAY_NAME"'","email":"'"$ASSAY_EMAIL"'"}}'
          repeat    assay check http://shop.example/api --target target.yaml --only application-key/broken --seed 7

      ! subscription/ours                                               must · §4.1
          the title of subscription/ours
          why       internal error of assay: a bug

      ⚠ node-products/warned: expected: a name; got: none \\u{202e}eman
          --verbose shows how to repeat each

      ? node-products/open: a time-out
      ? node-products/unknown: no collection is known

      ◌ node-products/once: intermittent: one total; got 8, and then [redacted] (GET /a → 200 and GET /b → 200)

      ⚠ subscription/unselected: not selected, but broken (must): a name; got [redacted]
          --verbose shows how to repeat each

      Transient failures, which never decide a verdict (1)
          GET /a?[redacted]: status 503; sent again 1 time, then status 200

      Choices of the server, which are not problems (2); --verbose shows them

      Created records that are left, without a command that deletes them (1)
          application-key: the contract has no operation that deletes (1): e0

      Untested (4)
          no collection        1  add  collections: [{ at: { hierarchyID: …, nodeID: … } }]
          not allowed          1  add  writes: allow
          nothing to check     1  no bundle
          blocked              1  waits until this is fixed: application-key/broken

                           pass   fail   error   warning   inconclusive   untested   skipped
      application-key         1      1       0         0              0          1         0
      subscription            0      0       1         0              0          0         1
      node-products           1      0       0         1              2          1         0

      contract 1.0.0 (0123456789ab) · took 1.2 s · seed 7 · requests 12 · records left 1

      violates — 1 rule broken: application-key/broken; 2 untested; 1 warning; 1 intermittent; read-only: 1 rule skipped
      "
    `);
  });

  it('shows observations when asked to', () => {
    expect(shown(true)).toMatch(
      /^ {4}trailing-slash +other: \[redacted\] +What does a slash after the path of the listing return\?$/m,
    );
  });

  it('says what corrected a result when asked to', () => {
    expect(shown(true)).toContain('    corrected by no response, measured rate\n');
    expect(shown()).not.toContain('corrected');
  });

  it('calls a part of the rules that passed so, and counts warnings and what was intermittent in its last line', () => {
    expect(shown(false, passingReport).trimEnd().split('\n').at(-1)).toBe(
      'passes — 2 of 3 selected rules, 1 warning, 1 intermittent',
    );
  });

  it('shows a few transient failures of many, and all of them when asked to', () => {
    const transientFailures = Array.from({ length: 9 }, (_, index) => ({
      method: 'POST',
      target: `/${index}`,
      saw: 'status 429',
      retries: index % 2,
      last: 'status 201',
    }));
    const report = { ...sampleReport, transientFailures };
    expect(shown(false, report)).toContain(
      'Transient failures, which never decide a verdict (9)\n    POST /0: status 429; not sent again\n' +
        '    POST /1: status 429; sent again 1 time, then status 201\n',
    );
    expect(shown(false, report)).toContain('\n    and 4 more; --verbose shows them\n');
    expect(shown(false, report)).not.toContain('POST /5');
    expect(shown(true, report)).toContain('POST /8');
  });

  it('keeps a table narrow if one of its values is long', () => {
    const [observed] = sampleReport.observations;
    if (!observed) throw new Error('the sample has no observation');
    const observations = [observed, { ...observed, id: 'long', option: `other: ${'EUR, '.repeat(60)}USD` }];
    const lines = shown(true, { ...sampleReport, observations }).split('\n');
    const [row = ''] = lines.filter((line) => line.trim().startsWith(observed.id));
    expect(row).toContain(observed.question.slice(0, 30));
    expect(lines.filter((line) => line.includes('EUR')).filter(({ length }) => length > 160)).toEqual([]);
  });

  it('lets nothing through that steers a terminal', () => {
    expect(shown(true).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it.each(Object.entries(canaries))('hides the %s', (_, canary) => {
    expect(shown(true)).not.toContain(canary);
  });

  it('names each field of what it folds, and one reason only for what one request shows', () => {
    const [warned] = sampleReport.results.filter(({ warning }) => warning);
    if (!warned) throw new Error('the sample has no warning');
    const named = (name: string, reproduce: string, topic: Topic = ['rejections', 'forms']) => ({ ...warned, operation: 'subscription' as const, rule: `subscription/${name}`, reproduce, topic });
    const warnings = [named('request-account-id-uuid', 'a'), named('request-currency-form', 'b'), named('request-plan-id-uuid', 'c')];
    expect(shown(false, { ...sampleReport, results: warnings })).toMatch(
      /⚠ subscription\/request-account-id-uuid: .*\n {4}also, .*: request-currency-form, request-plan-id-uuid\n/,
    );
    const broken = (reproduce: string) =>
      shown(false, { ...sampleReport, results: [named('id-uuid', 'a', ['fields', 'types']), named('plan-id-string', reproduce, ['fields', 'types'])].map((one) => ({ ...one, warning: false })) });
    expect(broken('b')).toContain('also, of the same kind: plan-id-string');
    expect(broken('a')).toContain('also, probably for the same reason: plan-id-string');
  }); // biome-ignore format: one line a report
});

describe('what changed since another run', () => {
  const style = { colours: coloursIf(false), verbose: false };
  const same = sampleReport.results.map((finding) => [finding.rule, standingOf(finding)] as const);

  it('is nothing, if each rule stands as it stood', () => {
    const said = changesSince(sampleReport, new Map(same), style);
    expect(said).toMatch(/^nothing changed\n\nviolates — 1 rule broken: /m);
    expect(said).not.toMatch(/→|✗|⚠/);
  });

  it('is shown in full where it broke, and in a line each otherwise', () => {
    const said = changesSince(sampleReport, new Map(same.map(([rule]) => [rule, 'skipped'])), style);
    expect(said).toMatchInlineSnapshot(`
      "✗ application-key/broken                                          must · §4.1
          the title of application-key/broken
          expected  status 201
          got       status 200\\u{1b}[2J and [redacted]
          request   curl -X POST 'http://shop.example/api/v2/application-keys?who=[redacted]' -H 'authorization: Bearer '"$TOKEN" -H 'X-Key: '"$ASSAY_HEADER_X_KEY" -H 'Content-Type:' --data-raw '{"data":{"type":"payments_gateway_a","customer_id":"'"$ASSAY_CUSTOMER_ID"'","card_id":"'"$ASSAY_CARD_ID"'","name":"'"$ASSAY_NAME"'","email":"'"$ASSAY_EMAIL"'"}}'
          repeat    assay check http://shop.example/api --only application-key/broken --seed 7

      ⚠ node-products/warned: expected: a name; got: none \\u{202e}eman
          --verbose shows how to repeat each

      ✓ application-key/passed  skipped → pass
      ○ application-key/unjudged  skipped → untested: cannot be tested until application-key/broken is fixed
      ? node-products/open  skipped → inconclusive: a time-out
      ✓ node-products/once  skipped → pass
      ○ node-products/idle  skipped → untested: no bundle
      ? node-products/unknown  skipped → inconclusive: no collection is known
      ! subscription/ours  skipped → error: a bug

      violates — 1 rule broken: application-key/broken; 2 untested; 1 warning; 1 intermittent; read-only: 1 rule skipped
      "
    `);
  });
});
