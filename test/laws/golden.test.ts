import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { operationOf } from '../../conformance/core/operation-of.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { json } from '../../conformance/report/json.ts';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { targetFileOf } from '../../conformance/stub-target/target-of-stub.ts';
import { loadContract } from '../../src/contract/load.ts';
import { everyOperation } from '../../src/contract/operations.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { digest } from './digest.ts';

// What a check of the stub says and sends, and how contracts are read. A change of structure changes nothing here; another change
// has to want each line that differs, and `vitest run test/laws/golden.test.ts -u` writes them.

const root = join(import.meta.dirname, '../..');

const digestOf = (value: unknown): string => digest(JSON.stringify(value));

type Reported = {
  readonly requests: number;
  readonly results: readonly {
    readonly rule: string;
    readonly level: string;
    readonly verdict: string;
    readonly title: string;
    readonly reason?: string;
  }[];
};

const settings = {
  golden: 'spec',
  'golden-events': 'examples/events',
  'golden-library': 'examples/library',
  'golden-orders': 'examples/orders',
};

test.each(Object.entries(settings))(
  'a check of the stub says and sends what it did before: %s',
  async (name, folder) => {
    const openapi = folder === 'spec' ? {} : { openapi: join(root, folder, 'openapi.yaml') };
    const setting = await loadSampleData(await loadContract(openapi));
    const { contract } = setting;
    const stub = createStub({ ...setting, seed: 'golden', journal: false });
    const sent: HttpRequest[] = [];
    const report = await runCheck(targetFileOf(setting, 'http://localhost'), {
      contract,
      transport: (request) => {
        sent.push(request);
        return stub.transport(request);
      },
      nonce: '00000000',
    });
    const { requests, results }: Reported = JSON.parse(json(report));
    const lines = results.map(
      ({ rule, level, verdict, title, reason }) =>
        `${rule} · ${level} · ${verdict} · ${title}${reason === undefined ? '' : ` · ${reason}`}`,
    );
    const asked = Map.groupBy(sent, (one) => `${one.method} ${operationOf(contract, one) ?? 'elsewhere'}`);
    const groups = [...asked].map(([about, some]) => {
      const texts = some.map(
        ({ target, headers, body }) => `${target} ${headers} ${Buffer.from(body ?? [])}`,
      );
      return `${some.length} requests · ${about} · ${digestOf(texts.sort())}`;
    });
    await expect(
      [`${requests} requests`, ...groups.sort(), ...lines.sort(), ''].join('\n'),
    ).toMatchFileSnapshot(`${name}.txt`);
  },
);

const files = globSync(
  [
    'spec/openapi.yaml',
    'examples/*/openapi.yaml',
    'test/**/{books,library,shelf}.yaml',
    'bench/real/*/*.yaml',
  ],
  { cwd: root },
).sort();

test('contracts are read as they were before: what fields state, the clauses and the rules', async () => {
  const lines: string[] = [];
  for (const file of files) {
    const contract = await loadContract({ openapi: join(root, file) });
    const { rules } = await loadRuleSet(contract);
    for (const { id: operation, kind, record, idPlace, sentIn } of everyOperation(contract)) {
      const isOwn = (one: { readonly operation?: string }): boolean => one.operation === operation;
      const fields = contract.constraints
        .filter(isOwn)
        .map(({ id, side, keyword, value, optional }) => [id, side, keyword, value, optional]);
      const clauses = [...contract.clauses.values()]
        .filter(({ id }) => id.startsWith(`${operation}/`))
        .map(({ id, level, text, unobservable }) => [id, level, text, unobservable]);
      const own = rules
        .filter(isOwn)
        .map(({ id, title, topic, mutants }) => [id, title, topic, mutants.map(({ name }) => name)]);
      lines.push(
        [
          `${file} ${operation}: ${kind} ${digestOf([record, idPlace, sentIn])}`,
          `${fields.length} fields ${digestOf(fields)}`,
          `${clauses.length} clauses ${digestOf(clauses)}`,
          `${own.length} rules ${digestOf(own)}`,
        ].join(', '),
      );
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden-contracts.txt');
});
