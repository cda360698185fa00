import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { relativeTo, resolveBeside } from '../../conformance/cli/options/options.ts';
import { overlayOf } from '../contract/edited-contract.ts';
import { createIo, runAssay, startStub } from './assay-in-process.ts';

const gateways = fileURLToPath(new URL('../../fixtures/gateways.overlay.yaml', import.meta.url));
const rule = 'subscription/payment_authority.type/enum';

const folder = process.cwd();
beforeAll(async () => {
  await mkdir(join(folder, 'targets'));
});

const assay = (...words: string[]) => runAssay(words, { folder });

describe.concurrent('--overlay', () => {
  it('is applied to the contract that check uses', async () => {
    const report = join(folder, 'report.json');
    const { code, out, error } = await assay(
      'check',
      '--stub',
      '--overlay',
      gateways,
      '--only',
      'subscription/request-*',
      '--report',
      `json=${report}`,
    );
    expect(out).toMatch(
      /\npasses — \d+ of \d+ selected rules.*; contract amended: 1 place \(subscription\/payment_authority\.type\/enum\)/,
    );
    expect([code, error]).toEqual([0, '']);
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
      verdict: 'passes',
      amended: [rule],
    });
  });

  it('may be in a target file, relative to it, and is applied before those of the command line', async () => {
    const schema = '$.components.schemas.PaymentAuthority.properties.card_id';
    const bound = (most: number) => overlayOf(`  - { target: ${schema}, update: { maxLength: ${most} } }`);
    await writeFile(join(folder, 'ours.yaml'), await readFile(gateways, 'utf8'));
    await writeFile(join(folder, 'narrow.yaml'), bound(1020));
    await writeFile(join(folder, 'wide.yaml'), bound(1030));
    const exported = join('targets', 'target.yaml');
    const words = ['--overlay', 'ours.yaml', '--overlay', 'narrow.yaml', '--export-target', exported];
    await using _stub = await startStub(words, { folder });
    expect(await readFile(join(folder, exported), 'utf8')).toContain('- ../ours.yaml\n  - ../narrow.yaml\n');
    const check = ['check', '--target', exported, '--only', 'subscription/request-*'];
    const same = await assay(...check);
    expect(same.out).toMatch(/\npasses — .*; contract amended: 2 places \(/);
    const other = await assay(...check, '--overlay', 'wide.yaml');
    expect(other.out).toMatch(/✗ subscription\/request-payment-card-id-length/);
  });

  it('changes the text of clauses', async () => {
    const { out } = await assay(
      'clauses',
      'subscription/request-payment-type-allowed',
      '--overlay',
      gateways,
    );
    expect(out).toContain(
      'A `payment_authority` is rejected if its `type` is a string other than `acme_pay` or `orbit_pay`.',
    );
  });

  it('is rejected if an action matches nothing', async () => {
    await writeFile(join(folder, 'nothing.yaml'), overlayOf('  - { target: $.nowhere, update: {} }'));
    const { code, out, error } = await assay('check', '--stub', '--overlay', 'nothing.yaml');
    const sentence = 'action 1: $.nowhere matches nothing; correct "target", or remove the action.';
    expect([code, out, error]).toEqual([2, '', `${join(folder, 'nothing.yaml')}:6: ${sentence}\n`]);
  });

  it.each([['check', '--stub'], ['clauses'], ['stub']])(
    'makes %s exit with 2 and one sentence if it is invalid',
    async (...command) => {
      const { code, out, error } = await assay(...command, '--overlay', 'nowhere.yaml');
      expect([code, out, error]).toEqual([
        2,
        '',
        `${join(folder, 'nowhere.yaml')}: cannot be read (ENOENT); check the path.\n`,
      ]);
    },
  );
});

describe('paths in a file', () => {
  it('are relative to the file, unless they are absolute', () => {
    expect(resolveBeside('a/target.yaml', ['b.yaml', '../c.yaml', '/d.yaml'])).toEqual([
      'a/b.yaml',
      'c.yaml',
      '/d.yaml',
    ]);
    expect(resolveBeside('target.yaml', ['b.yaml'])).toEqual(['b.yaml']);
    const { io } = createIo();
    expect(relativeTo(io, 'a/target.yaml', ['a/b.yaml', 'c.yaml', '/d.yaml'])).toEqual([
      'b.yaml',
      '../c.yaml',
      '/d.yaml',
    ]);
  });
});
