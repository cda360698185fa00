import { expect, test } from 'vitest';
import { printValue } from '../src/print.ts';

test.each([
  [`http://127.0.0.1:8190/${'pcm/'.repeat(40)}products?page%5Blimit%5D=6`, '"http://127.0.0.1:8190/…?page%5Blimit%5D=6" (208 characters)'],
  [`http://127.0.0.1:8190/${'pcm/'.repeat(40)}products`, '"http://127.0.0.1:8190/pcm/pcm/pcm/pcm/pcm/pcm/pcm/pcm/pcm/p…" (190 characters)'],
  ['x'.repeat(130), `"${'x'.repeat(59)}…" (130 characters)`],
  ['short', '"short"'],
  [undefined, 'nothing'],
])('%s is shown short, a link with its query', (value, shown) => {
  expect(printValue(value)).toBe(shown);
}); // biome-ignore format: one line a value
