import { expect, test } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { furtherQuestions, resilienceQuestions } from '../../conformance/client/questions.ts';
import { openSession } from '../../conformance/client/session.ts';
import { targetOfCatalog } from '../../conformance/stub-target/catalog-target.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { loadContract } from '../../src/contract/load.ts';
import { sampled } from '../seed.ts';

const setting = { contract: await loadContract(), catalog: await loadCatalog() };

/** What no choice of the stub asks conforms as well: otherwise a client would be accused of a server's fault. */
test.each(
  sampled(
    [...furtherQuestions, ...resilienceQuestions].flatMap(({ id, others }) =>
      others.flatMap(({ name, served }) => (served.fault ? [] : [[`${id}=${name}`, served] as const])),
    ),
    3,
  ),
)('a server with %s breaks no must', async (_, served) => {
  await using session = await openSession(setting, served);
  const catalog = served.catalog?.(setting.catalog, []) ?? setting.catalog;
  const { collections = [], ...file } = targetOfCatalog(catalog, session.baseUrl);
  const { headline, results } = await runCheck({ ...file, collections: collections.slice(0, 3) });
  expect(results.filter(({ verdict, level }) => verdict === 'fail' && level === 'must')).toEqual([]);
  expect(headline.verdict).toBe('conforms');
});
