import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overlayOf } from '../contract/testing.ts';
import { besideFile, seenFrom } from './overlays.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const gateways = fileURLToPath(new URL('../../fixtures/gateways.overlay.yaml', import.meta.url));
const rule = 'subscription/payment_authority.type/enum';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-overlays-'));
  await mkdir(join(folder, 'targets'));
});
afterAll(() => rm(folder, { recursive: true }));

const start = (...words: string[]) =>
  spawn(process.execPath, [main, ...words], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });

async function assay(...words: string[]) {
  const child = start(...words);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { code, out, error };
}

/** Does something with a stub that serves a contract with Overlays on it. */
async function withStub<T>(words: string[], use: () => Promise<T>): Promise<T> {
  const child = start('stub', '--port', '0', ...words);
  let shown = '';
  for await (const bytes of child.stdout) {
    shown += bytes;
    if (shown.includes('Ctrl-C')) break;
  }
  try {
    return await use();
  } finally {
    child.kill('SIGINT');
  }
}

describe.concurrent('--overlay', { timeout: 60_000 }, () => {
  it('lets check hold the stub to the contract with the Overlay on it', async () => {
    const report = join(folder, 'report.json');
    const { code, out, error } = await assay(
      'check',
      '--overlay',
      gateways,
      '--only',
      'subscription',
      '--report',
      `json=${report}`,
    );
    expect(out).toMatch(
      /\nconforms — \d+ clauses held.*; contract amended: 1 constraint \(subscription\/payment_authority\.type\/enum\)/,
    );
    expect([code, error]).toEqual([0, '']);
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
      verdict: 'conforms',
      amended: [rule],
    });
  });

  it('is given in a target file too, from where that file lies, and before those of the command line', async () => {
    const schema = '$.components.schemas.PaymentAuthority.properties.card_id';
    const bound = (most: number) => overlayOf(`  - { target: ${schema}, update: { maxLength: ${most} } }`);
    await writeFile(join(folder, 'ours.yaml'), await readFile(gateways, 'utf8'));
    await writeFile(join(folder, 'narrow.yaml'), bound(1020));
    await writeFile(join(folder, 'wide.yaml'), `${bound(1030)}\n  - { target: $.nowhere, update: {} }`);
    const exported = join('targets', 'target.yaml');
    await withStub(
      ['--overlay', 'ours.yaml', '--overlay', 'narrow.yaml', '--export-target', exported],
      async () => {
        expect(await readFile(join(folder, exported), 'utf8')).toContain(
          '- ../ours.yaml\n  - ../narrow.yaml\n',
        );
        const words = ['check', '--target', exported, '--only', 'subscription'];
        const same = await assay(...words);
        expect(same.out).toMatch(/\nconforms — .*; contract amended: 2 constraints \(/);
        const other = await assay(...words, '--overlay', 'wide.yaml');
        expect(other.error).toBe('wide.yaml:7: $.nowhere matches nothing, so this action changes nothing.\n');
        expect(other.out).toMatch(/✗ subscription\/payment_authority\.card_id\/maxLength/);
      },
    );
  });

  it('shows clauses as they stand then', async () => {
    const { out } = await assay(
      'clauses',
      'subscription-request-payment-type-allowed',
      '--overlay',
      gateways,
    );
    expect(out).toContain(
      'A payment authority whose type is a string other than acme_pay, orbit_pay is refused.',
    );
  });

  it.each(['check', 'clauses', 'stub'])(
    'ends %s with 2 and one sentence for what is amiss in it',
    async (command) => {
      const { code, out, error } = await assay(command, '--overlay', 'nowhere.yaml');
      expect([code, out, error]).toEqual([2, '', 'nowhere.yaml: cannot be read (ENOENT); check the path.\n']);
    },
  );
});

describe('besideFile', () => {
  it('leaves whole paths as they are', () => {
    expect(besideFile('a/target.yaml', ['b.yaml', '../c.yaml', '/d.yaml'])).toEqual([
      'a/b.yaml',
      'c.yaml',
      '/d.yaml',
    ]);
    expect(besideFile('target.yaml', ['b.yaml'])).toEqual(['b.yaml']);
    expect(seenFrom('a/target.yaml', ['a/b.yaml', 'c.yaml', '/d.yaml'])).toEqual([
      'b.yaml',
      '../c.yaml',
      '/d.yaml',
    ]);
  });
});
