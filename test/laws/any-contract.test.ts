import { describe, expect, inject, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { drawFrom } from '../../conformance/core/random-draws.ts';
import { loadProof, type Proof } from '../../conformance/proof/proof.ts';
import { type Law, type LawResult, type LawTrial, trials } from '../../conformance/proof/trials.ts';
import type { Report } from '../../conformance/report/report.ts';
import { repeatCommand } from '../../conformance/report/words.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { exampleFile } from '../example-file.ts';
import { seed } from '../seed.ts';
import { fieldRules } from './law-trials.ts';

/** `npm test` tries the same few trials, each law on one contract; `npm run test:all` more, drawn by a seed. */
const isSampled = inject('laws') === 'sampled';

const contracts = ['library', 'orders', 'events'];

/** The laws, with how many trials of a contract are tried, and the contract of the sample. */
const laws: readonly {
  readonly law: Law;
  readonly count: number;
  readonly sample: string;
}[] = [
  { law: 'kills', count: isSampled ? 4 : 20, sample: 'events' },
  { law: 'choices', count: isSampled ? 1 : 3, sample: 'library' },
  { law: 'observations', count: isSampled ? 3 : 20, sample: 'orders' },
  { law: 'mute', count: isSampled ? 1 : 3, sample: 'orders' },
];

const drawn = isSampled ? 1 : seed;

const cases = laws.flatMap(({ law, count, sample }) =>
  (isSampled ? [sample] : contracts).map((name) => [law, name, count] as const),
);

describe('the laws hold on any contract', () => {
  test.each(cases)('%s, of %s', async (law, name, count) => {
    const all = await trials({ openapi: exampleFile(name), laws: [law] });
    const results: LawResult[] = [];
    for (const { run } of drawFrom(drawn, `${name} ${law}`, all, count)) results.push(await run());
    expect(results.length).toBeGreaterThan(0);
    // Sample data show nothing to a few observations.
    const withoutData = results.filter(({ holds, said }) => holds && said !== '' && law === 'observations');
    expect(withoutData.length / results.length).toBeLessThanOrEqual(0.2);
    const broken = results.filter(({ holds }) => !holds);
    expect(broken.map(({ subject, trial, said }) => `${subject} · ${trial}: ${said}`)).toEqual([]);
  });

  // `npm test` tries the rules of the shipped contract, and here what others have beyond them.
  test.runIf(isSampled).each(['library', 'orders'])('kills, of %s: a rule of each name', async (name) => {
    const openapi = exampleFile(name);
    const nameOf = ({ subject }: LawTrial): string => subject.slice(subject.indexOf('/') + 1);
    const tried = new Set((await trials({ laws: ['kills'] })).map(nameOf));
    const ofFields = fieldRules(await loadContract({ openapi }));
    const own = (await trials({ openapi, laws: ['kills'] })).filter(
      (one) => !tried.has(nameOf(one)) && !ofFields.has(one.subject),
    );
    const broken: string[] = [];
    for (const [rule, some] of Map.groupBy(own, nameOf))
      for (const { run, subject, trial } of drawFrom(drawn, rule, some, 1)) {
        const { holds, said } = await run();
        if (!holds) broken.push(`${subject} · ${trial}: ${said}`);
      }
    expect(broken).toEqual([]);
  });

  const repeated = isSampled ? ['events'] : contracts;
  test.each(repeated)(
    'repeat, of %s: a finding fails again alone, and passes without its fault',
    async (name) => {
      const proof = await loadProof({ openapi: exampleFile(name) });
      const passing = new Set(passed(await check(proof, proof.conforming())));
      const rules = proof.ruleSet.rules.filter(({ id, mutants }) => passing.has(id) && mutants.length > 0);
      let failing = 0;
      for (const rule of drawFrom(drawn, `${name} repeat`, rules, isSampled ? 2 : 4)) {
        const [mutant] = rule.mutants;
        const whole = mutant && (await check(proof, proof.faulty(mutant)));
        const finding = whole?.results.find(({ rule: id, verdict }) => id === rule.id && verdict === 'fail');
        // Some faults have data under other choices of the stub only.
        if (!mutant || !whole || !finding) continue;
        failing += 1;
        const words = repeatCommand(whole, finding).replaceAll("'", '').split(' ');
        const only = words.filter((_, place) => words[place - 1] === '--only');
        const again = await check(proof, proof.faulty(mutant), only);
        expect(again.results).toContainEqual(expect.objectContaining({ rule: rule.id, verdict: 'fail' }));
        const gone = await check(proof, proof.conforming(), only);
        expect([rule.id, gone.exitCode]).toEqual([rule.id, 0]);
      }
      expect(failing).toBeGreaterThan(0);
    },
  );
});

async function check(
  { contract, target }: Proof,
  transport: Transport,
  only: readonly string[] = [],
): Promise<Report> {
  return (await createCheck({ contract, target }, { only })).run(transport);
}

const passed = ({ results }: Report): string[] =>
  results.flatMap(({ rule, verdict }) => (verdict === 'pass' ? rule : []));
