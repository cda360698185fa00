import { describe, expect, it } from 'vitest';
import { createFetch } from '../src/stub/fetch.ts';
import type { Transport } from '../src/wire/exchange.ts';
import { fromFetch } from '../src/wire/fetch-handler.ts';
import { type CheckTarget, check, type Running, runCheck } from './check.ts';
import { target as ground, honest } from './proof/ground.ts';
import type { Finding } from './report/report.ts';

const { baseUrl, token, nodes, subscription } = ground;
const target: CheckTarget = { ...(token === undefined ? {} : { token }), subscription, nodes };
const only = ['node-products/page-limit', 'application-key/created', 'node-products/total-count'];

async function gathered(running: Running): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of running) findings.push(finding);
  return findings;
}

describe('check', () => {
  it('tells of each rule as it ends, and then gives the report', async () => {
    const running = check(target, { transport: honest(), only });
    const told: string[] = [];
    for await (const { rule, verdict } of running) told.push(`${rule} ${verdict}`);
    expect(told.sort()).toEqual(only.map((rule) => `${rule} pass`).sort());
    const report = await running.report;
    expect(report.results.map(({ rule }) => rule).sort()).toEqual([...only].sort());
    expect(report.target).toBe('http://localhost');
  });

  it('shows no secret on the way', async () => {
    const waiting = honest();
    const wrongStatus: Transport = async (call) => {
      const reply = await waiting(call);
      return 'status' in reply && reply.status === 201 ? { ...reply, status: 200 } : reply;
    };
    const findings = await gathered(check(target, { transport: wrongStatus, only: ['application-key'] }));
    const shown = JSON.stringify(findings.filter(({ verdict }) => verdict === 'fail'));
    expect(shown).toContain('client_secret');
    expect(shown).not.toMatch(/client_secret\\":\\"(?!\[hidden\])/);
    expect(shown).not.toContain(token);
  });

  it('stops the run when nobody reads on', async () => {
    let sent = 0;
    const stub = honest();
    const slow: Transport = async (call) => {
      sent += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
      return stub(call);
    };
    const running = check(target, { transport: slow, concurrency: 1 });
    for await (const _ of running) break;
    const after = sent;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent).toBe(after);
    expect(sent).toBeLessThan(100);
    expect((await running.report).headline.verdict).not.toBe('conforms');
  });

  it('throws what only the operator can mend where the findings are read', async () => {
    const read = () => gathered(check({}, {}));
    await expect(read()).rejects.toThrow('the target has no base URL');
    await expect(gathered(check('http://127.0.0.1:1'))).rejects.toThrow('cannot be checked');
    await expect(runCheck(target, { transport: honest(), only: ['nothing'] })).rejects.toThrow(
      '--only nothing',
    );
  });

  it('checks an app without a port', async () => {
    const serve = createFetch(honest(), baseUrl);
    const report = await runCheck(target, { transport: fromFetch((request) => serve(request)) });
    expect(report.headline).toMatchObject({ verdict: 'conforms' });
  });

  it('has waivers', async () => {
    const waivers = [{ rule: 'node-products/total-count', reason: 'known', until: '2999-01-01' }];
    const { waivers: notes } = await runCheck({ ...target, waivers }, { transport: honest(), only });
    expect(notes).toMatchObject([{ rule: 'node-products/total-count', state: 'stale' }]);
  });
});
