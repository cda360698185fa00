import { expect, it } from 'vitest';
import { shellWord } from '../../src/http/shell-quote.ts';

it('takes no empty value for a secret', () => {
  expect(shellWord('a b', [{ value: '', variable: 'EMPTY' }])).toBe("'a b'");
});
