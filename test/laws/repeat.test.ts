import { describe, expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import type { Rule, RuleMutant } from '../../conformance/core/rule.ts';
import type { Report } from '../../conformance/report/report.ts';
import { repeatCommand } from '../../conformance/report/words.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { sampled } from '../seed.ts';
import { conforming, contract, faulty, ruleSet, target } from '../shipped.ts';

const check = async (transport: Transport, only: readonly string[] = [], seed?: number): Promise<Report> =>
  (await createCheck({ contract, target }, { only, ...(seed === undefined ? {} : { seed }) })).run(transport);

/** One mutant of every so many rules, so that each kind of claim and each operation is among them. */
const every = 12;

/** The rules that pass on a server. */
const passedBy = async (transport: Transport, only: readonly string[] = []): Promise<string[]> =>
  (await check(transport, only)).results.flatMap(({ rule, verdict }) => (verdict === 'pass' ? rule : []));

/** The rules that a conforming stub gives something to judge by: the others need other choices of the stub. */
const judged = new Set(await passedBy(conforming()));

const some = ruleSet.rules.filter(
  ({ id, mutants }, index) => index % every === 0 && mutants.length > 0 && judged.has(id),
);
const drawn = sampled(some, 3).flatMap((rule): [string, Rule, RuleMutant][] =>
  rule.mutants.slice(0, 1).map((mutant) => [rule.id, rule, mutant]),
);

/** Text without the nonces, which are fresh for each run. */
const withoutNonces = (text = ''): string => text.replaceAll(/[0-9a-f]{16}/g, 'nonce');

/** What the command printed beside a finding asks for. */
function asked(command: string): { only: string[]; seed: number } {
  const words = command.split(' ');
  return {
    only: [words[words.indexOf('--only') + 1] ?? ''],
    seed: Number(words[words.indexOf('--seed') + 1]),
  };
}

test('every rule passes on a conforming stub, if only with other choices', async () => {
  const others = ruleSet.rules.flatMap(({ id }) => (judged.has(id) ? [] : id));
  const passed = [
    ...(await passedBy(conforming({ choices: { state: 'resumed', 'extra-fields': 'some' } }), others)),
    ...(await passedBy(conforming({ choices: { state: 'cancelled' } }), others)),
  ];
  expect(others.filter((id) => !passed.includes(id))).toEqual([]);
});

describe('repeat: a finding fails again under the command printed beside it, and passes once the fault is gone', () => {
  let failing = 0;

  test.each(drawn)('%s', async (id, { operation }, mutant) => {
    const whole = await check(faulty(mutant), [`${operation}/*`]);
    const finding = whole.results.find(({ rule }) => rule === id);
    // Some faults have data under other choices of the stub only: the law of kills tries those.
    if (finding?.verdict !== 'fail') return;
    failing += 1;
    const { only, seed } = asked(repeatCommand(whole, finding));
    const again = await check(faulty(mutant), only, seed);
    expect(again.results).toHaveLength(1);
    expect(again.results[0]).toMatchObject({ rule: id, verdict: 'fail' });
    expect(withoutNonces(again.results[0]?.expected)).toBe(withoutNonces(finding.expected));
    const gone = await check(conforming(), only, seed);
    expect(gone.headline.verdict).toBe('passes');
    expect(gone.exitCode).toBe(0);
  });

  test('most of the drawn faults have an occasion', () => {
    expect(failing).toBeGreaterThan(drawn.length / 2);
  });
});
