import { afterAll, describe, expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { attempts } from '../../conformance/core/attempt.ts';
import { readingCall } from '../../conformance/core/calls.ts';
import type { Experiment } from '../../conformance/core/context.ts';
import { profileOf } from '../../conformance/core/profile.ts';
import { profiles } from '../../conformance/core/profiles.ts';
import type { Rule } from '../../conformance/core/rule.ts';
import { createdId, creationsOf, leastWith } from '../../conformance/create/attempts.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { loadContract } from '../../src/contract/load.ts';
import { descriptorOf, descriptors } from '../../src/contract/operations.ts';
import type { Reply } from '../../src/http/exchange.ts';

// The contract has no operation that reads what another creates, so one is made up here, and taken away again.
const operation = 'application-key-read' as OperationId;

const clause = `${operation}/readable`;

const path = '/v2/application-keys';

const madeUp = {
  ...descriptorOf('application-key'),
  ...({ kind: 'read', method: 'GET', path: `${path}/{id}`, pathParameters: ['id'] } as const),
};
Object.assign(descriptors, { [operation]: madeUp });
const profile = profileOf(operation, { writes: true, remedyFor: () => undefined });
Object.assign(profiles, { [operation]: profile });
afterAll(() => {
  for (const table of [descriptors, profiles]) Reflect.deleteProperty(table, operation);
});

const shipped = await loadContract();

const { method, path: template } = madeUp;

const contract: Contract = {
  ...shipped,
  operations: {
    ...shipped.operations,
    [operation]: { ...shipped.operations['application-key'], method, path: template },
  },
  clauses: new Map([
    ...shipped.clauses,
    [clause, { id: clause, at: [], level: 'must', text: 'A key can be read.' }],
  ]),
};

const about = { shows: 'content', mutants: [] } as const;

const rules: Rule[] = [
  {
    ...about,
    id: 'application-key/id-present',
    operation: 'application-key',
    title: 'a key has an id',
    claims: [
      {
        on: 'answer',
        judge: ({ json }, judge) =>
          judge.claim(json !== undefined, () => ({ expected: 'a body', saw: 'none', shown: [] })),
      },
    ],
  },
  {
    ...about,
    id: clause,
    operation,
    title: 'a key that was created can be read',
    claims: [attempts(clause, operation)],
  },
];

/** Reads a key as an experiment of a rule does that asks for this. */
const read: Experiment = {
  id: `${operation}/read`,
  operation,
  run: async (context) => {
    const before = await creationsOf(context, 'application-key').control(
      leastWith(context, 'application-key'),
    );
    const id = before && createdId(before);
    if (!before || id === undefined) return;
    const exchange = await context.exchange(readingCall(context, operation, id));
    context.report({ operation, clause, what: 'it', expects: 'acceptance', exchange, before, after: before });
  },
};

const reply = (status: number): Reply => ({
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from('{"data":{"id":"a key/1"}}'),
  ms: 1,
});

/** Checks a server that creates keys, and whose responses to readings have these statuses, the last of them from then on. */
async function check(...statuses: readonly number[]) {
  const asked: string[] = [];
  const file = { baseUrl: 'http://localhost', token: 'a-token', writes: 'allow' } as const;
  const { run } = await createCheck(
    {
      contract,
      target: resolveTarget(file, file.baseUrl),
      ruleSet: { rules, observations: [], experiments: [read] },
    },
    {},
  );
  const report = await run(async ({ method, target }) => {
    if (method === 'POST') return reply(201);
    if (target === path) return reply(405);
    asked.push(target);
    return reply(statuses[asked.length - 1] ?? statuses.at(-1) ?? 200);
  });
  const verdicts = report.results.map(({ operation: of, verdict }) => `${of} ${verdict}`);
  return { report, verdicts, asked };
}

describe('the first reading of what was created', () => {
  it.each([404, 405, 501])('says that the operation is not there, if it is %i twice', async (status) => {
    const { report, verdicts, asked } = await check(status);
    expect(asked.slice(0, 2)).toEqual([`${path}/a%20key%2F1`, `${path}/a%20key%2F1`]);
    expect(report.unavailable).toEqual([
      {
        operation,
        state: 'not implemented',
        saw: expect.stringMatching(`^GET ${path}/a%20key%2F1  ${status}`),
        advice: 'not served here; is it not implemented yet?',
      },
    ]);
    expect(verdicts).toEqual(['application-key pass', `${operation} untested`]);
  });

  it('says nothing of the kind if it is served once', async () => {
    const { report, asked } = await check(404, 200);
    expect(asked.length).toBeGreaterThan(1);
    expect(report.unavailable).toBeUndefined();
  });

  it('judges the operation as usual if it is served', async () => {
    const { report, verdicts } = await check(200);
    expect(report.unavailable).toBeUndefined();
    expect(verdicts).toEqual(['application-key pass', `${operation} pass`]);
  });
});
