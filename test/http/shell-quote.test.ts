import { expect, it } from 'vitest';
import { shellWord } from '../../src/http/curl.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';

it('takes no empty value for a secret', () => {
  expect(shellWord('a b', [{ value: '', variable: 'EMPTY' }], String)).toBe("'a b'");
});

it('redacts before it quotes: a quotation mark of the shell hides no secret', () => {
  const { text } = createRedactor([`o'brien"s-card`]);
  expect(shellWord(JSON.stringify({ card: `o'brien"s-card` }), [], text)).toBe(`'{"card":"[redacted]"}'`);
});
