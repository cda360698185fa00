import { describe, expect, it } from 'vitest';
import { compileReport } from '../../conformance/report/compile.ts';
import { json } from '../../conformance/report/json.ts';
import type { Finding } from '../../conformance/report/report.ts';
import { canaries, sampleOutcome, sampleReport } from './sample.ts';

describe('the JSON report', () => {
  it('holds the whole run', () => {
    const {
      headline,
      exitCode: _code,
      startedAt: _startedAt,
      results,
      alsoSeen = [],
      ...same
    } = sampleReport;
    const rowOf = ({ lack: _lack, topic: _topic, isBasis: _isBasis, warning, ...row }: Finding) => ({
      ...row,
      ...(warning ? { warning } : {}),
    });
    const document = { ...same, results: results.map(rowOf), alsoSeen: alsoSeen.map(rowOf) };
    const { untested, ...written } = JSON.parse(json(sampleReport));
    expect(written).toEqual({ ...JSON.parse(JSON.stringify(document)), ...headline });
    expect(untested).toEqual([
      {
        words: 'add  collections: [{ at: { hierarchyID: …, nodeID: … } }]',
        rules: ['node-products/unknown'],
      },
      { words: 'add  writes: allow', rules: ['subscription/denied'] },
      { words: 'no bundle', rules: ['node-products/idle'] },
      { words: 'waits until this is fixed: application-key/broken', rules: ['application-key/unjudged'] },
    ]);
    expect(written).toMatchObject({
      counts: { pass: 2, fail: 1, warning: 1, untested: 2, inconclusive: 2, skipped: 1, error: 1 },
      created: [{ id: 'e0', why: 'the contract has no operation that deletes' }],
      observations: [{ id: 'trailing-slash', option: 'other: [redacted]' }],
      unseen: [{ id: 'raw-brackets', why: 'no collection shows [redacted]' }],
      transientFailures: [{ target: '/a?[redacted]', saw: 'status 503', retries: 1, last: 'status 200' }],
      sections: { '2.6': 'Product of a node', '4.1': 'Creating an application key' },
    });
    const broken = written.results.find(({ rule }: Finding) => rule === 'application-key/broken');
    expect(broken).toMatchObject({
      saw: 'status 200\u001b[2J and [redacted]',
      reproduce: expect.stringMatching(
        /^curl -X POST .* -H 'authorization: Bearer '"\$TOKEN" .*"\$ASSAY_CARD_ID"/,
      ),
      exchanges: [
        { request: { headers: [['authorization', 'Bearer [redacted]'], {}, {}] }, response: { ms: 1.3 } },
      ],
    });
  });

  it.each(Object.entries(canaries))('hides the %s, however it is written', (_, canary) => {
    const text = json(sampleReport) + JSON.stringify(sampleReport);
    for (const form of [canary, JSON.stringify(canary).slice(1, -1), encodeURIComponent(canary)])
      expect(text).not.toContain(form);
  });

  it('cuts long bodies', async () => {
    const [broken] = sampleOutcome.results.filter(({ verdict }) => verdict === 'fail');
    const [exchange] = broken?.exchanges ?? [];
    if (!broken || !exchange || 'lost' in exchange.response) throw new Error('the sample has changed');
    const long = { ...exchange, response: { ...exchange.response, body: Buffer.from('x'.repeat(5000)) } };
    const text = json(await compileReport({ ...sampleOutcome, results: [{ ...broken, exchanges: [long] }] }));
    expect(text).toContain(`${'x'.repeat(4096)}… (5000 characters)`);
    expect(text).not.toContain('x'.repeat(4097));
  });
});
