import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeFolders, userCache } from '../src/user-cache.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const module = JSON.stringify(resolve(import.meta.dirname, '../src/user-cache.ts'));

/** What a call returns, or the code of its error, in a process of its own. */
const run = (call: string, options: SpawnSyncOptions): string => {
  const program = `import(${module})
    .then(({ makeFolders, userCache }) => console.log(${call}))
    .catch(({ code }) => console.log(code));`;
  return String(spawnSync(process.execPath, ['--eval', program], options).stdout);
};

describe('the cache of the user', () => {
  it.skipIf(process.getuid?.() !== 0)('is none where the system does not know the user', () => {
    expect(run('userCache({})', { uid: 4242, env: {} })).toBe('undefined\n');
  });

  it.each([
    [{ XDG_CACHE_HOME: '/caches' }, '/home/me', '/caches/assay'],
    [{}, '/home/me', '/home/me/.cache/assay'],
    [{ XDG_CACHE_HOME: '' }, '/home/me', '/home/me/.cache/assay'],
    [{ XDG_CACHE_HOME: 'here' }, '/home/me', '/home/me/.cache/assay'],
    // What is relative would be in the folder of the caller.
    [{}, '', undefined],
    [{}, 'here', undefined],
  ])('of %j and HOME=%s is %s', (env, home, cache) => {
    vi.stubEnv('HOME', home);
    expect(userCache(env)).toBe(cache);
  });
});

describe('folders', () => {
  it('are made with those above them, once', () => {
    makeFolders('one/two/three');
    makeFolders('one/two/three');
    expect(existsSync('one/two/three')).toBe(true);
  });

  it('are given up where nothing can be made', () => {
    // Node would try for ever, and no test could end it.
    expect(run("makeFolders('/proc/one/two')", { timeout: 20_000, killSignal: 'SIGKILL' })).toBe('ENOENT\n');
  });
});
