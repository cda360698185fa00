import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, root } from './checkout.ts';

/** assay as it is installed. */
type Installed = {
  /** Where commands run. */
  readonly folder: () => string;
  readonly start: (words: readonly string[]) => ChildProcess;
  readonly interrupt: (child: ChildProcess) => unknown;
  /** The command of a Node that can run a client. */
  readonly node: string;
};

const overlay = ['--overlay', 'gateways.overlay.yaml'];
const catalog = ['--fixtures', 'kiosk.yaml'];
const target = ['--target', 'own.yaml'];
const contract = ['--contract', 'library.yaml'];

/** The node of the catalog, with two products. */
const listing =
  '/pcm/hierarchies/0b3c6f1e-52d4-4c8e-8f6a-1d2e3f4a5b6c/nodes/9a1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d/products';
const client = `fetch(process.env.ASSAY_STUB_URL + '${listing}')
  .then((response) => response.json())
  .then(({ data }) => process.exit(data.length === 2 ? 0 : 1))`;

/** A client of a contract of one's own. */
const ownClient = `const url = process.env.ASSAY_STUB_URL;
fetch(url + '/')
  .then((response) => response.json())
  .then(({ collections }) => fetch(url + collections[0].path, { headers: { 'x-api-key': 'any' } }))
  .then(({ status }) => process.exit(status === 200 ? 0 : 1))`;

/** What commands are given instead of these words: the address of the stub, and the Node. */
const [address, clientNode] = ['ADDRESS', 'NODE'];

const stub = ['stub', '--port', '0', ...catalog, ...overlay, '--export-target', 'own.yaml'];

/** The other commands, in the order in which they run, with the last line that each prints. */
const others: readonly (readonly [words: readonly string[], last: RegExp])[] = [
  [['check', ...target, '--report', 'json=own.json', '--report', 'har=own.har', '--report', 'html=own.html'], /^conforms — \d+ rules passed, .*; contract amended: 1 place /],
  [['inspect', 'own.har', ...target], /^no violation in \d+ exchanges — .*; contract amended: 1 place /],
  [['compare', 'own.json', 'own.json'], /^no regression — /],
  [['init', address, '--output', 'first.yaml'], / Run assay check --target first\.yaml$/],
  [['clauses', ...target], / complete listing: /],
  [['client', ...catalog, ...overlay, '--only', 'extra-headers', '--', clientNode, 'client.cjs'], /^passes — 1 of 1 variation /],
  [['check', '--stub', ...contract], /^conforms — \d+ rules passed, .*; the stub was checked$/],
  [['client', ...contract, '--only', 'extra-headers', '--', clientNode, 'own-client.cjs'], /^passes — 1 of 1 variation /],
  [['prove', ...target, '--only', 'node-products/live-only'], /^kills {9}1 of 1 mutants /],
  [['prove', ...overlay, '--only', 'subscription/request-payment-type-allowed'], /^alone /],
]; // biome-ignore format: one line a command

/** Runs each command with what the build has not seen: an Overlay, a catalog of one's own and a target file. */
export function describeEachCommand({ folder, start, interrupt, node }: Installed): void {
  describe('with an Overlay, a catalog, a target file and a contract of one’s own', () => {
    let url = '';
    const startFilledIn = (words: readonly string[]): ChildProcess =>
      start(words.map((word) => (word === address ? url : word === clientNode ? node : word)));
    const printed = (stream: NonNullable<ChildProcess['stdout']> | null) => (stream ? text(stream) : '');

    async function run(words: readonly string[]) {
      const child = startFilledIn(words);
      const ended = once(child, 'close');
      const [out, error] = await Promise.all([printed(child.stdout), printed(child.stderr)]);
      return { code: (await ended)[0], out: out.trimEnd().split('\n'), error };
    }

    let serving: ChildProcess;
    beforeAll(async () => {
      for (const file of ['fixtures/gateways.overlay.yaml', 'examples/stub/kiosk.yaml'])
        await copyFile(join(root, file), join(folder(), basename(file)));
      await copyFile(join(root, 'examples/library/openapi.yaml'), join(folder(), 'library.yaml'));
      await writeFile(join(folder(), 'client.cjs'), client);
      await writeFile(join(folder(), 'own-client.cjs'), ownClient);
      serving = startFilledIn(stub);
      serving.stderr?.resume();
      url = await addressOf(serving);
    });
    afterAll(() => interrupt(serving));

    it.each(others.map(([words, last]) => ({ name: words.join(' '), words, last })))(
      '$name',
      async ({ words, last }) => {
        const { code, out, error } = await run(words);
        expect(code, error).toBe(0);
        expect(out.at(-1)).toMatch(last);
      },
    );

    it('none is left out', async () => {
      const { out } = await run(['--help']);
      const named = out.flatMap((line) => /^ {2}([a-z]+) \[flags\]/.exec(line)?.[1] ?? []);
      const tried = new Set([stub, ...others.map(([words]) => words)].map(([name]) => name));
      expect([...tried].sort()).toEqual(named.sort());
    });
  });
}
