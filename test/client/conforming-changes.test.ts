import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { changesOf } from '../../conformance/client/changes.ts';
import type { StubChange } from '../../conformance/client/question.ts';
import { stubOf, withRecords } from '../../conformance/client/session.ts';
import type { Target } from '../../conformance/core/target.ts';
import { targetOfCatalog } from '../../conformance/stub-target/catalog-target.ts';
import { targetOfSample } from '../../conformance/stub-target/sample-target.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { loadContract } from '../../src/contract/load.ts';
import { sampled } from '../seed.ts';

const baseUrl = 'http://localhost';

const fileOf = (name: string): string => join(import.meta.dirname, `../../examples/${name}/openapi.yaml`);

const settings = [
  { contract: await loadContract(), catalog: await loadCatalog() },
  ...(await Promise.all(
    ['library', 'orders', 'events'].map(async (name) => ({
      contract: await loadContract({ openapi: fileOf(name) }),
      catalog: undefined,
    })),
  )),
];

type Setting = (typeof settings)[number];

const cases = settings.flatMap((setting) =>
  sampled(
    changesOf(setting.contract).flatMap(({ id, others }) =>
      others.flatMap(({ name, served }) =>
        served.fault || served.prefix
          ? []
          : [[`${id}=${name}`, titleOf(setting.contract), setting, served] as const],
      ),
    ),
    2,
  ),
);

function titleOf({ document }: Contract): unknown {
  return Object(document.info).title;
}

/** What is known of a stub whose records were changed; without those, everything. */
function targetOf({ contract, catalog }: Setting, { records }: StubChange): Target {
  if (!catalog) return targetOfSample(contract, baseUrl);
  const { collections = [], ...file } = targetOfCatalog(catalog, baseUrl);
  const some = collections.slice(0, 3).map(({ at = {}, ...known }) => (records ? { at } : { at, ...known }));
  return resolveTarget(contract, { ...file, collections: some }, baseUrl);
}

/** What no choice of the stub asks conforms as well: otherwise a client would be accused of a server's fault. */
test.each(cases)('a server with %s breaks no must of %s', async (_, _title, setting, served) => {
  const stub = stubOf(setting, served, [], {});
  const changed = served.records ? withRecords(setting, served.records([])).contract : setting.contract;
  const target = targetOf({ ...setting, contract: changed } as Setting, served);
  const { results } = await (await createCheck({ contract: changed, target })).run(stub.transport);
  expect(results.filter(({ verdict, level }) => verdict === 'fail' && level === 'must')).toEqual([]);
});
