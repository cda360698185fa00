import { expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { changesOf } from '../../conformance/client/conforming-changes.ts';
import { stubOf } from '../../conformance/client/session.ts';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { targetFileOf } from '../../conformance/stub-target/target-of-stub.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { loadContract } from '../../src/contract/load.ts';
import { exampleFile } from '../example-file.ts';
import { sampled } from '../seed.ts';

const baseUrl = 'http://localhost';

const settings = await Promise.all(
  [{}, ...['library', 'orders', 'events'].map((name) => ({ openapi: exampleFile(name) }))].map(
    async (files) => loadSampleData(await loadContract(files)),
  ),
);

const cases = settings.flatMap((setting) =>
  sampled(
    changesOf(setting.contract).flatMap(({ id, others }) =>
      others.flatMap(({ name, served }) =>
        served.fault || served.prefix
          ? []
          : [[`${id}=${name}`, titleOf(setting.contract), setting, served] as const],
      ),
    ),
    1,
  ),
);

function titleOf({ document }: Contract): unknown {
  return Object(document.info).title;
}

/** What no choice of the stub asks conforms as well: otherwise a client would be accused of a server's fault. */
test.each(cases)('a server with %s breaks no must of %s', async (_, _title, setting, served) => {
  const stub = stubOf(setting, served, [], {});
  const changed = served.records ? setting.parts.withRecords(setting.contract, served.records([])) : setting;
  const { contract } = changed;
  const { collections = [], ...file } = targetFileOf(changed, baseUrl);
  const target = resolveTarget(contract, { ...file, collections: collections.slice(0, 3) }, baseUrl);
  const { results } = await (await createCheck({ contract, target })).run(stub.transport);
  expect(results.filter(({ verdict, level }) => verdict === 'fail' && level === 'must')).toEqual([]);
});
