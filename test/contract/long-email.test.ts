import { expect, it } from 'vitest';
import { textOfLength } from '../../src/contract/schema-values.ts';

it.each([20, 24, 64, 120, 200, 254])(
  'an address of %i characters has only names that DNS allows',
  (length) => {
    const address = textOfLength({ format: 'email' }, 'text', length) ?? '';
    expect(address).toHaveLength(length);
    const [local = '', domain = ''] = address.split('@');
    expect(local.length).toBeLessThanOrEqual(64);
    expect(Math.max(...domain.split('.').map((name) => name.length))).toBeLessThanOrEqual(63);
  },
);
