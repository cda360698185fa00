import { expect, test } from 'vitest';
import { rememberSecrets } from '../../src/secrets/latest-secrets.ts';
import { mostCharacters } from '../../src/secrets/redactor.ts';

test('a secret that is longer than all that are remembered makes none of them forgotten', () => {
  const secrets = rememberSecrets();
  expect(secrets.take(['a secret'])).toBe(true);
  expect(secrets.take(['x'.repeat(mostCharacters / 2 + 1)])).toBe(false);
  expect(secrets.all()).toEqual(['a secret']);
});

test('the secrets that came last are remembered', () => {
  const secrets = rememberSecrets(2);
  secrets.take(['first', 'second', 'first', 'third']);
  expect(secrets.all()).toEqual(['first', 'third']);
});
