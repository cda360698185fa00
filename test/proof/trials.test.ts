import { describe, expect, test } from 'vitest';
import { check } from '../../conformance/check.ts';
import { kill } from '../../conformance/proof/kills.ts';
import { falsePositives, trialOf, trials } from '../../conformance/proof/trials.ts';
import { UserError } from '../../src/errors.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { catalog } from '../sample-catalog.ts';
import { sampled } from '../seed.ts';
import { conforming, contract, ruleSet, shipped } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

/** A shop that sends whoever lacks the right token for an operation to a page to log in. */
const redirecting: Partial<Choices> = {
  authentication: 'required',
  tokens: 'own',
  'unauthorised-status': 302,
};

describe('a proof under choices that redirect', () => {
  test('accuses no honest server, which conforms', async () => {
    expect(await falsePositives(shipped, redirecting)).toEqual([]);
    const { baseUrl: _, ...vouched } = targetOfCatalog(catalog, 'http://localhost', redirecting, contract);
    const running = check(vouched, { transport: conforming({ choices: redirecting }) });
    for await (const _ of running);
    expect((await running.report).headline.verdict).toBe('conforms');
  });

  test('sees the faults of a faulty one, with the token its operator gave', async () => {
    const rule = ruleSet.rules.find(({ id }) => id === 'node-products/page-limit-exact');
    const [mutant] = rule?.mutants ?? [];
    if (!rule || !mutant) throw new Error('the rule has no mutant');
    expect(await kill(shipped, rule, mutant, [{ choices: redirecting }], 1)).toMatchObject({ killed: true });
  });

  test.each(sampled([3, 8], 1))('ends with variants of seed %i, without a false positive', async (seed) => {
    for (const { run } of (await trials({ laws: ['choices'], seed })).slice(2, 4))
      expect(await run()).toMatchObject({ holds: true, said: '' });
  });
});

test('a false positive is printed with what was expected and what was returned', async () => {
  const [mutant] = ruleSet.rules.find(({ id }) => id === 'node-products/page-limit-exact')?.mutants ?? [];
  if (!mutant || !('wire' in mutant)) throw new Error('the rule has no mutant of responses');
  const faulty = { ...shipped, conforming: () => conforming({ mutants: [mutant.wire] }) };
  const found = (await falsePositives(faulty, {})).find((one) =>
    one.startsWith('node-products/page-limit-exact: '),
  );
  expect(found).toMatch(/: .*page\[limit\].* products; got \d+ products?/);
});

describe('a proof of some rules', () => {
  test('tries their mutants and nothing else', async () => {
    const rule = ruleSet.rules.find(({ id }) => id === 'application-key/created');
    const some = await trials({ only: ['application-key/created'] });
    expect(some.map(({ law, subject, trial }) => [law, subject, trial])).toEqual(
      rule?.mutants.map(({ name }) => ['kills', 'application-key/created', name]),
    );
    expect(await some[0]?.run()).toMatchObject({ holds: true });
  });

  test('says so where a pattern picks none', async () => {
    await expect(trials({ only: ['application-key/creatd'] })).rejects.toThrow(
      '--only application-key/creatd matches nothing; the nearest is application-key/created.',
    );
  });
});

describe('a trial', () => {
  const about = { law: 'choices', subject: 'random 1', trial: 'random 1' } as const;

  test('does not hold where a server cannot be checked', async () => {
    const { run } = trialOf(about, async () => {
      throw new UserError('the server redirects; name its address.');
    });
    expect(await run()).toMatchObject({
      holds: false,
      said: expect.stringContaining('the server redirects'),
    });
  });

  test('says what it tried where it breaks down', async () => {
    const { run } = trialOf(about, async () => {
      throw new TypeError('no such thing');
    });
    await expect(run()).rejects.toThrow('choices of random 1 (random 1): no such thing');
  });
});
