import { expect, test } from 'vitest';
import { proofText } from '../../../conformance/cli/output/proof.ts';
import type { LawResult } from '../../../conformance/proof/trials.ts';
import { coloursIf } from '../../../conformance/report/escaping.ts';

const style = { verbose: false, isLive: false, colours: coloursIf(false) };
const kill: LawResult = {
  law: 'kills',
  subject: 'a/one',
  trial: 'a fault',
  holds: true,
  said: '',
  others: ['a/two'],
};

test('asks for a share of mutants that only their rule finds of all rules, and not of some', () => {
  const whole = proofText([kill], { ...style, isPart: false });
  const part = proofText([kill], { ...style, isPart: true });
  expect([whole.holds, part.holds]).toEqual([false, true]);
  expect(part.text).toBe(whole.text);
  expect(part.text).toContain('also fails: a/two (a fault)');
  expect(proofText([{ ...kill, holds: false }], { ...style, isPart: true }).holds).toBe(false);
});
