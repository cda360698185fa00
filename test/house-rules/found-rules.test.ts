import { expect, it } from 'vitest';
import { filesOfRules } from '../../conformance/house/load.ts';

it('a pattern that would look through a whole disk is refused', async () => {
  await expect(filesOfRules({ rules: '/**/nowhere-*.js' })).rejects.toThrow(
    'rules: /**/nowhere-*.js looks through more than 10000 files; name the folder of the rules.',
  );
});
