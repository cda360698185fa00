import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };

type Locked = {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
};

const packages = Object.entries(lock.packages as Readonly<Record<string, Locked>>);
/** What comes with an installation that is not for development. */
const shipped = packages.filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link);

describe('what assay is made of', () => {
  it('is few packages, each with its reason', async () => {
    const reasons = await readFile(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
    const names = Object.keys(manifest.dependencies);
    expect(names.length).toBeLessThanOrEqual(15);
    for (const name of names) expect(reasons).toMatch(new RegExp(`^\\|.*\`${name}\`.*\\| \\S`, 'm'));
    expect(shipped.length).toBeLessThan(100);
  });

  it('is taken from a registry, and only with the hash that is locked', () => {
    for (const [path, { resolved, integrity }] of shipped) {
      expect(resolved ?? 'https:', path).toMatch(/^https:/);
      expect(integrity, path).toMatch(/^sha512-/);
    }
  });

  it('runs nothing when it is installed', () => {
    expect(
      Object.keys(manifest.scripts).filter((name) => /^((pre|post)?install|prepare)$/.test(name)),
    ).toEqual([]);
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
  });

  it('is published with a statement of where it was built', () => {
    expect(manifest).toMatchObject({ publishConfig: { access: 'public', provenance: true } });
  });
});
