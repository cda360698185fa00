import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ContractChoice, choicesOf } from '../../src/contract/choices.ts';
import { loadContract } from '../../src/contract/load.ts';
import { root } from '../docs/pages.ts';

const contract = await loadContract();
const { clauses } = contract;
const allChoices = [...choicesOf(contract)];

it('a choice asks a question, has options that differ, and belongs to clauses that are silent', () => {
  expect(allChoices.length).toBeGreaterThan(0);
  for (const [id, { asks, options, words = {}, seen = 'no, because …', ...choice }] of allChoices) {
    expect(asks, id).toMatch(/\?$/);
    expect(new Set(options.map(String)).size, id).toBe(options.length);
    expect(options.map(String), id).toEqual(expect.arrayContaining(Object.keys(words)));
    expect(seen, id).toMatch(/^no, because /);
    const levels = choice.clauses.map((clause) => clauses.get(clause)?.level ?? `unknown clause ${clause}`);
    expect(levels, id).toEqual(levels.map(() => 'unspecified'));
  }
});

it('docs/choices.md lists the choices; if not, run this test with -u', async () => {
  await expect(pageOf(allChoices)).toMatchFileSnapshot(join(root, 'docs/choices.md'));
});

function pageOf(all: readonly (readonly [string, ContractChoice])[]): string {
  const observed = all.filter(([, { seen }]) => seen === undefined);
  const others = all.filter(([, { seen }]) => seen !== undefined);
  const rows = [
    ['choice', 'question', 'options'],
    ['---', '---', '---'],
    ...observed.map(([id, choice]) => [`\`${id}\``, choice.asks, optionsOf(choice)]),
  ];
  return `${[
    '# Choices',
    '',
    'If the specification does not say what a server must do, the server has a *choice*. A check observes which option the server takes. In a',
    '[target file](target-file.md#choices) you can pin an option. The [stub](stub.md#choices) can take every option; the first one is the default.',
    '(This page is written from `src/contract/kind-choices.ts` and `spec/choices.yaml` by `vitest run test/contract/choices.test.ts -u`.)',
    '',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `A check does not observe ${others.length} further choices, but the stub can take all their options. \`assay clauses choice\` lists them, and`,
    `\`assay clauses ${others[0]?.[0]}\` explains the first.`,
  ].join('\n')}\n`;
}

const optionsOf = ({ options, words = {}, range }: ContractChoice): string =>
  [
    ...options.map((one) => `\`${one}\`${words[one] === undefined ? '' : ` ${words[one]}`}`),
    ...(range ? [`any from ${range[0]} to ${range[1]}`] : []),
  ].join('<br>');
