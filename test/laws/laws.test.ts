import { describe, expect, inject, test } from 'vitest';
import type { Rule } from '../../conformance/core/rule.ts';
import type { FindingText } from '../../conformance/proof/kills.ts';
import { onThreads } from '../../conformance/proof/threads.ts';
import type { Law, LawResult } from '../../conformance/proof/trials.ts';
import { choicesOf } from '../../src/contract/choices.ts';
import { seed, usualSeed } from '../seed.ts';
import { contract, ruleSet } from '../shipped.ts';
import { digest } from './digest.ts';
import { type Asked, fieldRules, trials } from './law-trials.ts';
import { misnamed } from './named-fields.ts';
import { also } from './readings.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly laws: 'sampled' | 'the rest';
  }
}

/** `npm test` tries a sample, and `npm run test:all` a tenth of the rest. */
const isSampled = inject('laws') === 'sampled';
const findings: LawResult[] = [];
const asked: Asked = { seed, isSampled };
// A sample is tried in turn, since each thread loads everything again.
if (isSampled) for (const { run } of await trials(asked)) findings.push(await run());
else
  await onThreads<LawResult>(new URL('law-trials.ts', import.meta.url), asked, (finding) =>
    findings.push(finding),
  );

/** The subjects of a law that were tried. */
const triedOf = (law: Law): string[] => [
  ...new Set(findings.flatMap((finding) => (finding.law === law ? finding.subject : []))),
];

test.runIf(isSampled)('every observation and each rule that no field states is tried', () => {
  const observed = [...choicesOf(contract)].filter(([, { seen }]) => seen === undefined);
  expect(triedOf('observations').length).toBeGreaterThanOrEqual(observed.length);
  const ofFields = fieldRules(contract);
  const others = ruleSet.rules.filter(({ id, mutants }) => mutants.length > 0 && !ofFields.has(id));
  expect(triedOf('kills')).toEqual(expect.arrayContaining(others.map(({ id }) => id)));
});

test.runIf(isSampled)('of the law of mute a part is tried', () => {
  expect(triedOf('mute')).toHaveLength(4);
});

/** What does not hold, of one law and subject; there should be something to hold, and nothing that does not. */
function shortcomings(law: Law, subject: string): string[] {
  const own = findings.filter((finding) => finding.law === law && finding.subject === subject);
  expect(own.length, 'nothing was tried').toBeGreaterThan(0);
  return own.filter(({ holds }) => !holds).map(({ trial, said }) => `${trial}: ${said}`);
}

/** How many requests a finding shows, and a few letters that are others as soon as one of these is. */
const askedIn = ({ asked }: FindingText): string => `${asked.length} ${digest(asked.join())}`;

describe('kills: every rule carries mutants, and fails on each', () => {
  test.each(triedOf('kills'))('%s', (id) => {
    expect(shortcomings('kills', id)).toEqual([]);
  });

  test('a name tells each mutant of a rule from the others', () => {
    const isNamed = (rule: Rule): boolean =>
      new Set(rule.mutants.flatMap(({ name }) => name.trim() || [])).size === rule.mutants.length;
    expect(ruleSet.rules.filter((rule) => !isNamed(rule)).map(({ id }) => id)).toEqual([]);
  });

  test.each([
    ['data[].attributes is an object', 'included.component_products[3].attributes is an object', '7'],
    ['data.meta.timestamps is present', 'data.offering is an object', '7'],
    [
      'customer_id is at most 1024 characters long',
      'a customer_id of 1025 characters is rejected',
      'accepted',
    ],
    ['client_id and client_secret are not empty', 'data.client_secret is not empty', 'an empty string'],
  ])('a title does not fit: %s', (title, expected, saw) => {
    expect(misnamed({ title, expected, saw })).not.toEqual([]);
  });

  test('the title of each finding names the field and the bound of its assertion, and no other', () => {
    const titled = findings.flatMap(({ finding, subject, trial }) =>
      finding ? [{ finding, about: `${subject}: ${trial}` }] : [],
    );
    expect(titled.length).toBeGreaterThan(isSampled ? 150 : 25);
    const wrong = titled.flatMap(({ finding, about }) => {
      const against = misnamed(finding);
      return against.length > 0 ? [`${about}: ${finding.title}: ${against.join(', ')}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  // As golden.txt does for what passes; a change of structure changes nothing here.
  test.runIf(isSampled && seed === usualSeed)('a finding of a rule says what it said before', async () => {
    const lines = findings.flatMap(({ finding, subject, trial }) =>
      finding && !fieldRules(contract).has(subject)
        ? `${subject} · ${trial} · ${finding.title} · ${finding.expected} · ${finding.saw} · ${askedIn(finding)}`
        : [],
    );
    await expect([...lines.sort(), ''].join('\n')).toMatchFileSnapshot('findings.txt');
  });

  test('a field that should be there is left out everywhere, too', () => {
    const due = contract.constraints.filter(
      ({ side, keyword, clause }) =>
        side === 'response' && keyword === 'required' && clause.level === 'should',
    );
    expect(due.length).toBeGreaterThan(0);
    const names = ruleSet.rules.flatMap(({ mutants }) => mutants.map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(due.map(({ id }) => `${id} omitted everywhere`)));
  });

  // `assay prove` counts all mutants, of which nine in ten have to be alone.
  test.runIf(isSampled)('most faults are one finding', () => {
    const kills = findings.filter(({ law }) => law === 'kills');
    const alone = kills.filter(({ others }) => others.length === 0);
    expect(alone.length / kills.length).toBeGreaterThanOrEqual(0.85);
  });
});

describe('readings: a fault of a should breaks that should, and no must', () => {
  const nameOf = ({ subject, trial }: LawResult): string => `${subject}: ${trial}`;
  const faults = findings.filter(
    ({ law, subject }) => law === 'kills' && contract.clauses.get(subject)?.level === 'should',
  );

  test('nothing else breaks on the nodes that it is killed on, except what is listed', () => {
    expect(faults.length).toBeGreaterThan(isSampled ? 40 : 8);
    const breaking = faults.filter(({ others }) => others.length > 0);
    expect(Object.fromEntries(breaking.map((one) => [nameOf(one), one.others.toSorted()]))).toEqual(
      Object.fromEntries(
        faults.flatMap((one) => {
          const breaks = also[nameOf(one)]?.breaks ?? [];
          return breaks.length > 0 ? [[nameOf(one), breaks]] : [];
        }),
      ),
    );
  });

  test('what is listed is a fault of a should, and seldom breaks a must', () => {
    const shoulds = ruleSet.rules.filter(({ id }) => contract.clauses.get(id)?.level === 'should');
    const known = new Set(shoulds.flatMap(({ id, mutants }) => mutants.map(({ name }) => `${id}: ${name}`)));
    expect(Object.keys(also).filter((name) => !known.has(name))).toEqual([]);
    const breaking = Object.values(also).filter(({ breaks }) =>
      breaks.some((id) => contract.clauses.get(id)?.level === 'must'),
    );
    expect(breaking.length).toBeLessThanOrEqual(known.size / 20);
  });
});

describe('choices: whatever the stub makes of a silence, no rule fails', () => {
  test('the default, the opposite, random ones, and each option with few others', () => {
    const variants = findings.filter(({ law }) => law === 'choices');
    expect(variants.length).toBeGreaterThan(isSampled ? 5 : 3);
    expect(variants.filter(({ holds }) => !holds)).toEqual([]);
  });
});

/** Of the rest a tenth is tried, in which a law may have no part; the sample has some of each. */
const ifTried = (law: Law) => describe.runIf(isSampled || triedOf(law).length > 0);

ifTried('observations')('observations: every observation returns the option that the stub was given', () => {
  test.each(triedOf('observations'))('%s', (id) => {
    expect(shortcomings('observations', id)).toEqual([]);
  });
});

ifTried('mute')('mute: no rule passes without evidence, and nothing crashes', () => {
  test.each(triedOf('mute'))('%s', (name) => {
    expect(shortcomings('mute', name)).toEqual([]);
  });
});
