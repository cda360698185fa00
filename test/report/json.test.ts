import { describe, expect, it } from 'vitest';
import { compileReport } from '../../conformance/report/compile.ts';
import { json } from '../../conformance/report/json.ts';
import { canaries, sampleOutcome, sampleReport } from './sample.ts';

describe('the JSON report', () => {
  it('holds the whole run', () => {
    expect(json(sampleReport)).toMatchSnapshot();
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
