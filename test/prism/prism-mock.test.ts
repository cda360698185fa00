import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { assayFile } from '../../bench/command-of-assay.ts';
import { tokenFor } from '../../conformance/core/target.ts';
import { contract, target } from '../../conformance/proof/fixtures.ts';
import type { Finding } from '../../conformance/report/report.ts';
import { namedCollection } from '../../conformance/target/collections.ts';
import { withoutProgress } from '../cli/assay-in-process.ts';
import { startPrism } from './prism.ts';

/** A server that keeps nothing, reads no query and returns examples: what it therefore breaks, and why. */
const broken = {
  'every creation is answered with one and the same example': [
    '✗ application-key/id-distinct',
    '✗ application-key/name-echo',
    '⚠ application-key/name-echo-beyond-ascii',
    '⚠ application-key/rate-limit-echo-others',
    '⚠ application-key/timestamps-current',
    '⚠ application-key/client-id-distinct',
    '⚠ application-key/client-secret-distinct',
    '⚠ application-key/self-link-base',
    '✗ subscription/account-id-echo',
    '✗ subscription/currency-echo',
    '✗ subscription/external-ref-echo',
    '✗ subscription/id-distinct',
    '✗ subscription/offering-id-echo',
    '✗ subscription/plan-id-echo',
    '⚠ subscription/external-ref-echo-beyond-ascii',
    '⚠ subscription/id-distinct-alike',
  ],
  'three capitals pass for a currency, whether there is one of that name or not': [
    '⚠ subscription/request-currency-unknown',
  ],
  'a listing is the same two products, whatever the filter': [
    '✗ node-products/filter-eq-name-only',
    '✗ node-products/filter-eq-slug-only',
    '✗ node-products/filter-in-id-only',
    '⚠ node-products/filter-unparsable',
  ],
  'a listing is the same two products, whatever the page': [
    '✗ node-products/page-limit',
    '✗ node-products/page-offset-past-end',
    '✗ node-products/page-offset-alone',
    '✗ node-products/total-count',
    '⚠ node-products/offset-tail',
    '⚠ node-products/pages-join',
    '⚠ node-products/page-limit-bound',
    '⚠ node-products/page-limit-integer',
    '⚠ node-products/page-offset-bound',
    '⚠ node-products/page-offset-integer',
  ],
  'one of the two products has links, and they are those of one request': [
    '⚠ node-products/links-self',
    '⚠ node-products/links-first',
    '⚠ node-products/links-on-all',
  ],
};

/** Checks a server of which no more is known than a token and the collections to list. */
async function check(baseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-prism-'));
  const file = join(folder, 'target.yaml');
  const report = join(folder, 'report.json');
  const collections = target.collections.map((one) => namedCollection(contract, one));
  await writeFile(file, JSON.stringify({ token: tokenFor(target, 'application-key'), collections }));
  // Prism never answers a body that is not JSON: each such wait lasts as long as it is let.
  const words = [
    assayFile,
    'check',
    baseUrl,
    '--target',
    file,
    '--timeout',
    '2000',
    '--report',
    `json=${report}`,
  ];
  const child = spawn(process.execPath, words);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  const { results }: { results: readonly Finding[] } = JSON.parse(await readFile(report, 'utf8'));
  await rm(folder, { recursive: true });
  return { code, out, error, broken: results.filter(({ verdict }) => verdict === 'fail') };
}

test('a mock made of the contract itself breaks what no mock can keep, and nothing else', async () => {
  await using prism = await startPrism('mock');
  const { code, out, error, broken: found } = await check(prism.baseUrl);
  // An error of ours would end it with 2, whatever else was found.
  expect(code).toBe(1);
  expect(withoutProgress(error)).toBe('');
  expect(out).toMatch(/\nviolates — \d+ rules broken: .*\n$/);
  const marked = found.map(({ rule, warning }) => `${warning ? '⚠' : '✗'} ${rule}`);
  expect(marked.toSorted()).toEqual(Object.values(broken).flat().toSorted());
});
