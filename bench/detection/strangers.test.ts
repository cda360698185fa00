import { expect, test } from 'vitest';
import { partsOf } from '../../spec/stub/parts.ts';
import { isLost } from '../../src/http/exchange.ts';
import { createStub, type StubOptions } from '../../src/stub/create-stub.ts';
import { catalog, contract } from '../servers.ts';
import { defaultServer } from './variant.ts';
import { variants } from './variants.ts';
import { witnesses } from './witnesses.ts';

const strangers = variants.filter(({ kind }) => kind === 'stranger' || kind === 'stranger-2');

/** What a server says to the last of some requests. */
async function lastReply(options: Partial<StubOptions>, name: string): Promise<string> {
  const { transport } = createStub({ contract, parts: partsOf(catalog), seed: 'bench', ...options });
  const said: string[] = [];
  for (const request of witnesses[name] ?? []) {
    const response = await transport(request);
    said.push(
      isLost(response)
        ? response.detail
        : `${response.status} ${Buffer.from(response.body).toString('utf8')}`,
    );
  }
  return said.at(-1) ?? 'nothing was asked';
}

test.each(strangers.map((stranger) => [stranger.name, stranger] as const))(
  'a witness shows that %s',
  async (name, { options }) => {
    expect(await lastReply(options, name)).not.toBe(await lastReply({}, name));
  },
);

test('the bench holds enough of everything', () => {
  expect(variants).toContain(defaultServer);
  expect(variants.filter(({ kind }) => kind === 'carried').length).toBeGreaterThanOrEqual(60);
  expect(variants.filter(({ kind }) => kind === 'stranger-2')).toHaveLength(24);
  expect(variants.filter(({ kind }) => kind === 'honest').length).toBeGreaterThanOrEqual(10);
  expect(new Set(variants.map(({ kind, name }) => `${kind}: ${name}`)).size).toBeGreaterThanOrEqual(90);
});
