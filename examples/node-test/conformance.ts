// Holds a server against the contract in Node's own test runner. Run it with `node --test conformance.ts`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, settle } from 'assay';
import { startStub } from 'assay/testing';

test('the server conforms', async (context) => {
  // Your server goes here; the stub stands in.
  const server = await startStub();
  context.after(() => server.close());
  const running = check({
    baseUrl: server.baseUrl,
    token: 'any-token-will-do',
    subscription: server.subscription,
    nodes: [
      { hierarchy: 'e214368a-b4c3-4797-bbe9-01fb056371c1', node: '606699e3-d3d0-4977-9433-444b2d312311' },
    ],
  });
  for await (const finding of running) {
    await context.test(finding.rule, (one) => settle(finding, one));
  }
  const { headline } = await running.report;
  assert.equal(headline.verdict, 'conforms', headline.why);
});
