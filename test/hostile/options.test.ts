import { describe, expect, it } from 'vitest';
import { createProgram } from '../../conformance/cli/main.ts';
import { createIo } from '../cli/assay-in-process.ts';
import { complaint } from './command.ts';
import { expectSentence } from './sentence.ts';
import { rawServer } from './servers/raw.ts';
import { jsonReply, whole } from './servers/replies.ts';

const nowhere = 'http://127.0.0.1:9';

/** What a command needs except its options, so that nothing but the option under test can be wrong, or nobody is there. */
const needed: Readonly<Record<string, readonly string[]>> = {
  check: [nowhere],
  prove: [nowhere],
  init: [nowhere, '--output', '/nowhere/at/all.yaml'],
  inspect: ['/nowhere/at/all.har'],
  compare: ['/nowhere/at/all.json', '/nowhere/at/all.json'],
  clauses: ['nonsense'],
  client: ['--', 'a-command-that-is-not-there'],
  stub: ['--port', '0', '--quiet', '--fixtures', '/nowhere/at/all.yaml'],
};

const options = (await createProgram(createIo().io, () => {})).commands.flatMap((command) =>
  command.options.map((option) => ({
    command: command.name(),
    flag: option.long ?? '',
    takesValue: option.required,
  })),
);

/** Values that are good for next to nothing. */
const rubbish = ['', '1e999', '\u001b[2J\u202e\u0000\r\nnonsense', 'a'.repeat(100_000)];

describe('every option of every command', () => {
  it('is known here', () => {
    expect(Object.keys(needed).sort()).toEqual([...new Set(options.map(({ command }) => command))].sort());
    expect(options.length).toBeGreaterThan(30);
  });

  it.each(options.filter(({ takesValue }) => takesValue))(
    '$command $flag, without a value or with rubbish, gets a sentence',
    async ({ command, flag }) => {
      expectSentence(await complaint([command, flag]), flag);
      for (const value of rubbish) {
        // First, since what follows `--` belongs to the command of a client.
        const words = [command, `${flag}=${value}`, ...(needed[command] ?? [])];
        expectSentence(await complaint(words), `${command} ${flag}=${JSON.stringify(value.slice(0, 40))}`);
      }
    },
  );

  it.each(options.filter(({ takesValue }) => !takesValue))(
    '$command $flag, with a value that it does not take, gets a sentence',
    async ({ command, flag }) => {
      expectSentence(await complaint([command, `${flag}=yes`, ...(needed[command] ?? [])]), flag);
    },
  );
});

it('what a target says is told in clean words', async () => {
  const away = { ...jsonReply('', 302), headers: [['location', '/\x9b31m\u00ad\x85<b>'] as const] };
  await using server = await rawServer((socket) => void socket.once('data', () => socket.write(whole(away))));
  const said = await complaint(['check', server.baseUrl]);
  expectSentence(said, 'a redirect');
  expect(said?.message).toMatch(/redirects to /);
});
