import { expect, it } from 'vitest';
import { reports } from '../../conformance/report/report-files.ts';
import { secretsOf } from '../../conformance/report/secrets.ts';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { leaksIn } from '../secrets/encodings.ts';
import { target } from '../shipped.ts';
import { faultyIn, reportOn } from './report-on.ts';

const basic = Buffer.from('canary-user:canary-password').toString('base64');
const headers: [string, string][] = [
  ['Cookie', 'session=canary-cookie-one; other="canary-cookie-two"; theme=dark'],
  ['Proxy-Authorization', `Basic ${basic}`],
  ['X-Auth', 'ApiKey canary-key-without-scheme'],
  ['X-Region', 'europe north'],
];
const parts = [
  'canary-cookie-one', 'canary-cookie-two', 'canary-user', 'canary-password', 'canary-key-without-scheme',
]; // biome-ignore format: short

it.each(parts)('%s is redacted by itself', (part) => {
  expect(createRedactor(secretsOf({ ...target, headers })).text(`saw ${part} there`)).toBe(
    'saw [redacted] there',
  );
});

it('ordinary words of headers are left as they are', () => {
  const text = 'dark, europe, north and session';
  expect(createRedactor(secretsOf({ ...target, headers })).text(text)).toBe(text);
});

it('no report shows a part that a server repeats', async () => {
  const faulty = faultyIn('application-key/updated-at-string');
  const repeating: Transport = async (request) => {
    const response = await faulty(request);
    return isLost(response)
      ? response
      : { ...response, headers: [...response.headers, ['x-seen', parts.join(' and ')]] };
  };
  const report = await reportOn(repeating, {
    target: { ...target, headers },
    only: ['application-key/updated-at-string'],
  });
  for (const render of Object.values(reports)) expect(leaksIn(render(report), parts)).toEqual([]);
});
