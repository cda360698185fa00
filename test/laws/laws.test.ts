import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accusers } from '../../conformance/proof/accusers.ts';
import { catalogue } from '../../conformance/proof/ground.ts';
import { mutes } from '../../conformance/proof/mutes.ts';
import { visible } from '../../conformance/proof/sight.ts';
import { onThreads } from '../../conformance/proof/threads.ts';
import type { Law, LawResult } from '../../conformance/proof/trials.ts';
import { stubChoices } from '../../src/stub/choices/choices.ts';
import type { Asked } from './law-trials.ts';
import { isSampled, sampled, sampleSeed } from './sample.ts';

const findings: LawResult[] = [];
const asked: Asked = isSampled ? { sample: sampleSeed } : {};
await onThreads<LawResult>(new URL('law-trials.ts', import.meta.url), asked, (finding) =>
  findings.push(finding),
);

/** The subjects of a law that were tried. */
const triedOf = (law: Law): string[] => [
  ...new Set(findings.flatMap((finding) => (finding.law === law ? finding.subject : []))),
];

describe.runIf(!isSampled)('in full', () => {
  test.each([
    ['sight', visible],
    ['mute', Object.keys(mutes)],
  ] as const)('the law of %s is tried on everything', (law, subjects) => {
    expect(triedOf(law).toSorted()).toEqual(subjects.toSorted());
  });
});

/** What does not hold, of one law and subject; there should be something to hold, and nothing that does not. */
function shortcomings(law: Law, subject: string): string[] {
  const own = findings.filter((finding) => finding.law === law && finding.subject === subject);
  expect(own.length, 'nothing was tried').toBeGreaterThan(0);
  return own.filter(({ holds }) => !holds).map(({ trial, said }) => `${trial}: ${said}`);
}

describe('kills: every rule carries mutants, and fails on each', () => {
  test.each(catalogue.rules.map(({ id }) => id))('%s', (id) => {
    expect(shortcomings('kills', id)).toEqual([]);
  });

  test('one fault is one finding in nine of ten', () => {
    const kills = findings.filter(({ law }) => law === 'kills');
    const alone = kills.filter(({ others }) => others.length === 0);
    expect(alone.length / kills.length).toBeGreaterThanOrEqual(0.9);
  });

  test('a hundred and more are written by hand, three of a rule at the most counted', () => {
    const files = readdirSync(new URL('../../conformance/rules/', import.meta.url), { recursive: true }).map(
      String,
    );
    const names = new Set(files.map((file) => basename(file, '.ts')));
    const written = catalogue.rules.filter(({ id }) => names.has(id.split('/')[1] ?? ''));
    const counted = written.reduce((sum, { mutants }) => sum + Math.min(3, mutants.length), 0);
    expect(written.length).toBeGreaterThan(60);
    expect(counted).toBeGreaterThan(100);
  });
});

describe('choices: whatever the stub makes of a silence, no rule fails', () => {
  test('the usual, the contrary and random ones', () => {
    const variants = findings.filter(({ law }) => law === 'choices');
    expect(variants.length).toBeGreaterThan(isSampled ? 3 : 40);
    expect(variants.filter(({ holds }) => !holds)).toEqual([]);
  });

  test.each(sampled('alternatives', stubChoices, 8))(
    '%s, each of its alternatives',
    async (id, { alternatives }) => {
      for (const alternative of alternatives.slice(1)) {
        expect(await accusers({ [id]: alternative })).toEqual([]);
      }
    },
  );
});

describe('sight: every observation answers with the alternative that the stub was given', () => {
  test.each(triedOf('sight'))('%s', (id) => {
    expect(shortcomings('sight', id)).toEqual([]);
  });
});

describe('mute: no rule passes without evidence, and nothing crashes', () => {
  test.each(triedOf('mute'))('%s', (name) => {
    expect(shortcomings('mute', name)).toEqual([]);
  });
});
