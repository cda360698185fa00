import { describe, expect, it } from 'vitest';
import {
  type CheckTarget,
  check,
  createCheck,
  type Running,
  runCheck,
  type Terms,
} from '../../conformance/check.ts';
import { tokenFor } from '../../conformance/core/target.ts';
import type { Finding } from '../../conformance/report/report.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { fromFetch } from '../../src/http/fetch-handler.ts';
import { createFetch } from '../../src/stub/fetch.ts';
import { faultyIn } from '../report/report-on.ts';
import { catalog } from '../sample-catalog.ts';
import { conforming, contract, target as ground, ruleSet } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

const { baseUrl } = ground;
const token = tokenFor(ground, 'application-key') ?? '';
const { known = {}, collections = [] } = targetOfCatalog(catalog, baseUrl);
const target = { token, known, collections } satisfies CheckTarget;
const only = ['subscription/currency-echo', 'application-key/id-uuid', 'application-key/name-echo'];

async function gathered(running: Running): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of running) findings.push(finding);
  return findings;
}

/** A conforming stub that takes a moment, and counts what it was asked. */
function slow() {
  const stub = conforming();
  const asked = { count: 0 };
  const transport: Transport = async (request) => {
    asked.count += 1;
    await new Promise((resolve) => setTimeout(resolve, 2));
    return stub(request);
  };
  return { transport, asked };
}

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

describe('check', () => {
  it('tells of each rule in the order of the catalogue, and then gives the report', async () => {
    const running = check(target, { transport: conforming(), only });
    const findings = await gathered(running);
    expect(findings.map(({ rule, verdict }) => `${rule} ${verdict}`)).toEqual(
      only.toSorted().map((rule) => `${rule} pass`),
    );
    const report = await running.report;
    expect(report.results).toEqual(findings);
    expect(report.target).toBe('http://localhost');
    expect(report.headline.verdict).toBe('passes');
  });

  it('begins when it is read, and not before', async () => {
    const { transport, asked } = slow();
    const running = check(target, { transport, only });
    await moment();
    expect(asked.count).toBe(0);
    await running.next();
    expect(asked.count).toBeGreaterThan(0);
  });

  it('shows no secret on the way', async () => {
    const transport = faultyIn('application-key/updated-at-string');
    const findings = await gathered(check(target, { transport, only: ['application-key'] }));
    const shown = JSON.stringify(findings.filter(({ verdict }) => verdict === 'fail'));
    expect(shown).toContain('client_secret');
    expect(shown).not.toMatch(/client_secret\\":\\"(?!\[redacted\])/);
    expect(token).not.toBe('');
    expect(shown).not.toContain(token);
  });

  it('ends when it is told to, with what was found until then', async () => {
    const { transport, asked } = slow();
    const controller = new AbortController();
    const onProgress: Terms['onProgress'] = ({ done }) => done > 0 && controller.abort();
    const terms = { signal: controller.signal, onProgress, concurrency: 1 };
    const report = await (await createCheck({ contract, target: ground }, terms)).run(transport);
    const after = asked.count;
    await moment();
    expect(asked.count).toBe(after);
    expect(asked.count).toBeLessThan(100);
    expect(report.headline).toMatchObject({
      verdict: 'undetermined',
      why: expect.stringContaining('the run was interrupted'),
    });
  });

  it('ends before it begins where it was told to beforehand', async () => {
    const { transport, asked } = slow();
    const report = await runCheck(target, { transport, signal: AbortSignal.abort() });
    expect(asked.count).toBe(0);
    expect(report.headline.verdict).toBe('undetermined');
  });

  it('throws what only the operator can settle where the findings are read', async () => {
    const read = () => gathered(check({}, {}));
    await expect(read()).rejects.toThrow('the target has no base URL');
    await expect(gathered(check('http://127.0.0.1:1'))).rejects.toThrow('cannot be checked');
    await expect(runCheck(target, { transport: conforming(), only: ['nothing'] })).rejects.toThrow(
      '--only nothing',
    );
  });

  it('checks an app without a port', async () => {
    const serve = createFetch(conforming(), baseUrl);
    const report = await runCheck(target, { transport: fromFetch((request) => serve(request)) });
    expect(report.headline).toMatchObject({ verdict: 'conforms' });
  });
});

describe('createCheck', () => {
  it('says what it would judge before anything is sent', async () => {
    const whole = await createCheck({ contract, target: ground });
    expect(whole.selected.rules.size).toBe(ruleSet.rules.length);
    const part = await createCheck({ contract, target: ground }, { only });
    expect([...part.selected.rules]).toEqual(only.toSorted());
    await expect(createCheck({ contract, target: ground }, { require: ['nothing'] })).rejects.toThrow(
      '--require nothing matches nothing',
    );
  });
});
