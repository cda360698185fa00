import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { readYaml } from '../../src/yaml/yaml-file.ts';
import { installed, missingNpm } from './typescript.ts';

const contract = new URL('../../spec/openapi.yaml', import.meta.url);

/** As much of Spectral as is used here. */
type Spectral = {
  readonly setRuleset: (ruleset: unknown) => void;
  readonly run: (
    document: unknown,
  ) => Promise<readonly { readonly code: string; readonly message: string }[]>;
};

it('Spectral has nothing to say about the contract', { timeout: 900_000 }, async ({ skip }) => {
  const reason = await missingNpm();
  skip(reason !== undefined, reason);
  const problem = await installed().then(() => undefined, String);
  skip(problem !== undefined, `Spectral cannot be installed: ${problem}`);
  const { oas } = (await part('spectral-rulesets')) as { oas: unknown };
  const { Spectral } = (await part('spectral-core')) as { Spectral: new () => Spectral };
  const linter = new Spectral();
  linter.setRuleset({ extends: [[oas, 'recommended']] });
  const { value } = await readYaml(contract);
  expect(await linter.run(value)).toEqual([]);
  const broken = { ...Object(value), info: { title: 'without a contact', version: '1' } };
  expect((await linter.run(broken)).map(({ code }) => code)).toContain('info-contact');
});

async function part(name: string): Promise<unknown> {
  const file = join(await installed(), 'node_modules', '@stoplight', name, 'dist', 'index.js');
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)).default;
}
