import { describe, expect, it } from 'vitest';
import { allForms } from '../../conformance/report/secrets/secret-forms.ts';
import { conceal } from '../../src/http/secrets.ts';

const secret = 'c/n"ry+ <1>';

describe('allForms', () => {
  it.each([
    ['as it stands', secret],
    ['in a query', encodeURIComponent(secret)],
    ['in a query, in small letters', encodeURIComponent(secret).toLowerCase()],
    ['in a form', new URLSearchParams({ a: secret }).toString().slice(2)],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in JSON of another writer', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
    ['in a page', 'c/n&quot;ry+ &lt;1&gt;'],
    ['in base64', Buffer.from(secret).toString('base64')],
  ])('hides a secret %s', (_, form) => {
    expect(conceal(`before ${form} after`, allForms([secret]))).toBe('before [hidden] after');
  });

  it.each(['', 'a', 'ab', 'user:', 'a-long-user:'])('hides a secret in base64 behind "%s"', (before) => {
    const text = Buffer.from(`${before}${secret}${before}`).toString('base64');
    const shown = conceal(text, allForms([secret])).replaceAll('[hidden]', '');
    expect(Buffer.from(shown, 'base64').toString()).not.toContain(secret.slice(2, -2));
  });

  it('hides the longer of two secrets whole', () => {
    expect(conceal('abcdef-more', allForms(['abcdef', 'abcdef-more']))).toBe('[hidden]');
  });
});
