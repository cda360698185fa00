import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { archiveOf, listingEntry } from '../recorded/written-archive.ts';
import { runAssay } from './assay-in-process.ts';
import { spawnAssayIn } from './assay-process.ts';

const top = process.cwd();

/** Somebody else, to whom only root can give a file. */
const somebody = 12_345;
const canGive = process.getuid?.() === 0;
/** Only root can give files to somebody else. */
const whenRoot = it.skipIf(!canGive);
const give = (file: string): Promise<void> => lchown(file, somebody, somebody);

let folder = '';
let count = 0;
beforeEach(async () => {
  count += 1;
  folder = join(top, `${count}`);
  await mkdir(join(folder, '.git'), { recursive: true });
  await mkdir(join(folder, 'rules'));
  await mkdir(join(folder, 'src'));
  await writeFile(at('assay.target.yaml'), 'baseUrl: http://127.0.0.1:1\nrules: rules/*.mjs\nclauses: rules/clauses.yaml\n');
  await writeFile(at('rules', 'own.mjs'), `globalThis.ran = (globalThis.ran ?? 0) + 1; throw new Error('it ran');`);
  await writeFile(at('rules', 'clauses.yaml'), '- { id: house/own, at: §1, level: must, text: x }\n');
  await writeFile(at('a.har'), archiveOf([listingEntry()]));
  Reflect.deleteProperty(globalThis, 'ran');
}); // biome-ignore format: a file a line

const at = (...steps: string[]): string => join(folder, ...steps);
const ran = (): boolean => 'ran' in globalThis;
const run = (...words: string[]) => runAssay(words, { folder: at('src') });
const report = (file: string) =>
  runAssay(['inspect', '--no-target', 'a.har', '--report', `json=${file}`], { folder });
const commands: readonly (readonly [string, readonly string[]])[] = [
  ['check', ['check']],
  ['check of a URL', ['check', 'http://127.0.0.1:1']],
  ['inspect', ['inspect', '../a.har']],
];

describe('a target file that was found', () => {
  it('is used where it is ours, and its rules run in a check', async () => {
    const { code, error } = await run('check');
    expect([code, ran(), error]).toEqual([2, true, expect.stringContaining('it ran')]);
  });

  const faults: readonly (readonly [string, () => Promise<void>, string])[] = [
    ['belongs to somebody else', () => give(at('assay.target.yaml')), 'assay.target.yaml'],
    ['lies in a folder of somebody else', () => give(at('.')), '.'],
    ['names rules of somebody else', () => give(at('rules', 'own.mjs')), 'rules/own.mjs'],
    ['names rules in a folder of somebody else', () => give(at('rules')), 'rules'],
    ['names clauses of somebody else', () => give(at('rules', 'clauses.yaml')), 'rules/clauses.yaml'],
    ['is a link of somebody else', async () => {
      await rm(at('assay.target.yaml'));
      await writeFile(at('elsewhere.yaml'), 'rules: rules/*.mjs');
      await symlink('elsewhere.yaml', at('assay.target.yaml'));
      await give(at('assay.target.yaml'));
    }, 'assay.target.yaml'],
    ['is a link of ours to a file of somebody else', async () => {
      await rename(at('assay.target.yaml'), at('elsewhere.yaml'));
      await symlink('elsewhere.yaml', at('assay.target.yaml'));
      await give(at('elsewhere.yaml'));
    }, 'elsewhere.yaml'],
  ]; // biome-ignore format: a fault a line
  describe.each(faults)('and %s', (_, spoil, file) => {
    whenRoot.each(commands)('is not used by %s', async (_, words) => {
      await spoil();
      const { code, error } = await run(...words);
      if (words[0] === 'inspect' && file.startsWith('rules')) return expect(ran()).toBe(false);
      expect([code, ran()]).toEqual([2, false]);
      expect(error).toContain(` is not used, since ${at(file)} belongs to another user; `);
      expect(error).toMatch(/--target .*--no-target/);
      expect(error.trimEnd().split('\n')).toHaveLength(1);
    });
  });

  it.each([
    ['may be written to by anybody', 0o666, 'assay.target.yaml'],
    ['lies in a folder that anybody may write to', 0o777, '.'],
    ['lies in a folder that anybody may write to, as /tmp', 0o1777, '.'],
    ['names rules in such a folder', 0o777, 'rules'],
  ])('and %s is not used', async (_, mode, file) => {
    await chmod(at(file), mode);
    const { code, error } = await run('check', 'http://127.0.0.1:1');
    expect([code, ran()]).toEqual([2, false]);
    expect(error).toContain(` is not used, since ${at(file)} can be changed by any user; `);
    expect(error).toMatch(/--target .*--no-target/);
  });

  it('is used far below a folder like /tmp, where all between is ours and closed', async () => {
    await chmod(folder, 0o1777);
    await mkdir(at('mine', '.git'), { recursive: true });
    await writeFile(at('mine', 'assay.target.yaml'), 'baseUrl: http://127.0.0.1:1\n');
    const { error } = await runAssay(['check'], { folder: at('mine') });
    expect(error).toMatch(/^http:\/\/127\.0\.0\.1:1 cannot be checked/);
  });

  whenRoot('is used once it is named, or left out', async () => {
    await give(at('assay.target.yaml'));
    expect((await run('check', '--target', '../assay.target.yaml')).error).toContain('it ran');
    expect((await run('check', '--no-target', 'http://127.0.0.1:1')).error).toMatch(/cannot be checked/);
  });

  whenRoot('is used by root where sudo tells that it belongs to who called it', async () => {
    await give(at('assay.target.yaml'));
    process.env.SUDO_UID = `${somebody}`;
    const { error } = await run('check').finally(() => Reflect.deleteProperty(process.env, 'SUDO_UID'));
    expect(error).toContain('it ran');
  });

  it('runs none of its rules in inspect, unless it is named', async () => {
    const found = await run('inspect', '../a.har');
    expect([ran(), found.out]).toEqual([
      false,
      expect.stringMatching(/its rules are not run; --target .*assay\.target\.yaml runs them/),
    ]);
    expect((await run('inspect', '../a.har', '--target', '../assay.target.yaml')).error).toContain('it ran');
  });

  it('may use no variables but its own', async () => {
    const environment = { SECRET_OF_CI: 'canary-0001', ASSAY_TOKEN: 'token-0001', ASSAY_CONTROL_TOKEN: 'canary-0002' };
    const plan = (...words: string[]) => runAssay(['check', '--plan', ...words], { folder: at('src'), environment });
    for (const name of ['SECRET_OF_CI', 'ASSAY_CONTROL_TOKEN']) {
      await writeFile(at('assay.target.yaml'), `baseUrl: http://127.0.0.1:1/\${${name}}\n`);
      const { code, out, error } = await plan();
      expect([code, error]).toEqual([2, expect.stringMatching(`assay.target.yaml:1: a target file that you did not name may use .*, so not "${name}"; rename the variable, or name the file: assay check --target ".*/assay.target.yaml"\n$`)]);
      expect(out).not.toContain('canary');
      expect((await plan('--target', '../assay.target.yaml')).code).toBe(0);
    }
    await writeFile(at('assay.target.yaml'), 'baseUrl: http://127.0.0.1:1\ntoken: $' + '{ASSAY_TOKEN}\n');
    expect((await plan()).code).toBe(0);
  }); // biome-ignore format: short
});

describe('a report', () => {
  it('goes where a link of ours leads', async () => {
    await symlink('real.json', at('link.json'));
    await report('link.json');
    expect((await lstat(at('link.json'))).isSymbolicLink()).toBe(true);
    expect(await readFile(at('real.json'), 'utf8')).toContain('"verdict"');
  });

  const links: readonly (readonly [string, () => Promise<string>])[] = [
    ['itself', async () => {
      await symlink('victim.txt', at('link.json'));
      await give(at('link.json'));
      return 'link.json';
    }],
    ['to nothing yet', async () => {
      await symlink('none.txt', at('link.json'));
      await give(at('link.json'));
      return 'link.json';
    }],
    ['behind one of ours', async () => {
      await symlink('victim.txt', at('theirs'));
      await give(at('theirs'));
      await symlink('theirs', at('link.json'));
      return 'link.json';
    }],
    ['of its folder', async () => {
      await symlink('src', at('out'));
      await give(at('out'));
      return 'out/report.json';
    }],
  ]; // biome-ignore format: a link a block
  whenRoot.each(links)('follows no link of somebody else: %s', async (_, link) => {
    await writeFile(at('victim.txt'), 'untouched');
    const { code, error } = await report(await link());
    expect([code, error]).toEqual([2, expect.stringMatching(/is a symbolic link that belongs to another user; remove it, or name another file\.\n$/)]);
    expect(await readFile(at('victim.txt'), 'utf8')).toBe('untouched');
  }); // biome-ignore format: short
});

describe('a file of somebody else in place of one of ours', () => {
  whenRoot('is replaced by one that nobody else may change', async () => {
    await writeFile(at('report.json'), 'theirs');
    await chmod(at('report.json'), 0o666);
    await give(at('report.json'));
    const theirs = await open(at('report.json'));
    await report('report.json');
    expect(await theirs.readFile('utf8')).toBe('theirs');
    await theirs.close();
    const { uid, mode } = await lstat(at('report.json'));
    expect([uid, mode & 0o777]).toEqual([0, 0o644]);
  });

  whenRoot('is not written to if it is a pipe', async () => {
    execFileSync('mkfifo', [at('report.json')]);
    await give(at('report.json'));
    const { code, error } = await report('report.json');
    expect([code, error]).toEqual([2, expect.stringContaining('is a pipe that belongs to another user')]);
  });
});

describe('compiled code', () => {
  it.each([
    [0o700, true],
    [0o777, false],
  ])('is kept in a cache of mode %o only if no other user can change it', async (mode, isKept) => {
    await mkdir(at('home', '.cache', 'assay'), { recursive: true });
    await chmod(at('home', '.cache'), mode);
    const started = spawnAssayIn({ HOME: at('home') }, '--version');
    await once(started, 'close');
    expect((await readdir(at('home', '.cache', 'assay'))).length > 0).toBe(isKept);
  });
});
