import { expect, test } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { json } from '../../conformance/report/json.ts';
import type { Report } from '../../conformance/report/report.ts';
import { startStub } from '../../conformance/testing.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { declared, serve } from './first-server.ts';

/** Every choice is read, and nothing else is checked. */
const only = ['choice'];

/** What is seen of the choices of a server that shares no code with the stub. */
async function seenOfServer(): Promise<Report> {
  await using server = await serve();
  return await runCheck({ ...declared, baseUrl: server.baseUrl }, { only });
}

test('a stub that imitates a server takes the options of that server, except those it lists', async () => {
  const seen = await seenOfServer();
  const contract = await loadContract();
  await using stub = await startStub({ imitate: JSON.parse(json(seen)) });
  const chosen = Object.fromEntries(stub.description.choices.map(({ id, chosen }) => [id, chosen]));
  const target = targetOfCatalog(await loadCatalog(), stub.baseUrl, chosen as Partial<Choices>, contract);
  const imitated = new Map(
    (await runCheck(target, { only })).observations.map(({ id, option }) => [id, option]),
  );
  const listed = new Set(stub.notImitated.map(({ choice }) => choice));
  const wanted = seen.observations.filter(({ id }) => !listed.has(id));
  expect(wanted.map(({ id }) => [id, imitated.get(id)])).toEqual(
    wanted.map(({ id, option }) => [id, option]),
  );
  expect(wanted.length).toBeGreaterThan(40);
  // It is no imitation of the default stub: the server differs in many choices.
  const others = wanted.filter(({ id, option }) => !usual.get(id)?.startsWith(option));
  expect(others.length).toBeGreaterThan(5);
  const seenOnly = stub.notImitated.filter(({ saw }) => saw.startsWith('other: '));
  expect(seenOnly.map(({ choice }) => choice)).toEqual([
    'filter-joined',
    'subscription-optional-fields',
    'product-fields',
  ]);
});

const usual = new Map(
  (await startStub({ listen: false })).description.choices.map(({ id, chosen }) => [id as string, chosen]),
);
