import { describe, expect, it } from 'vitest';
import { type Selection, select as selectOf } from '../../conformance/engine/rule-selection.ts';
import type { RuleSet } from '../../conformance/rule-files/rule-set.ts';

const entry = (id: string) => ({ id, operation: 'node-products' });
const ruleSet = {
  rules: [
    'application-key/accepted',
    'node-products/included',
    'node-products/included-exactly',
    'node-products/included/each',
    'node-products/page[limit]/maximum',
  ].map(entry),
  observations: [{ ...entry('node-products/trailing-slash'), choice: 'trailing-slash' }],
} as unknown as RuleSet;

const select = (of: RuleSet, selection: Selection, pins: readonly string[] = []) =>
  selectOf(of, selection, new Map(pins.map((id) => [id, 'served'])));

const rules = (...only: string[]) => [...select(ruleSet, { only }).rules];

describe('select', () => {
  it('runs everything unless told otherwise', () => {
    const { rules, choices, required, isPart } = select(ruleSet, {});
    expect([rules.size, choices.size, required.size, isPart]).toEqual([5, 1, 0, false]);
  });

  it('takes an id, also one with brackets', () => {
    expect(rules('node-products/page[limit]/maximum')).toEqual(['node-products/page[limit]/maximum']);
  });

  it('takes a path that ids begin with, but not a mere beginning of a name', () => {
    expect(rules('node-products/included')).toEqual([
      'node-products/included',
      'node-products/included/each',
    ]);
    expect(rules('application-key/')).toEqual(['application-key/accepted']);
  });

  it('takes a glob', () => {
    expect(rules('*/accepted', '**/each')).toEqual([
      'application-key/accepted',
      'node-products/included/each',
    ]);
  });

  it.each([
    ['node-products/*', ['node-products/included', 'node-products/included-exactly', 'node-products/included/each', 'node-products/page[limit]/maximum']],
    ['*/included-*', ['node-products/included-exactly']],
    ['**', ruleSet.rules.map(({ id }) => id)],
    ['**/m[a-e]x?mum', ['node-products/page[limit]/maximum']],
    ['**/[!em]a*', ['node-products/page[limit]/maximum']],
    ['{application-key,*}/{accepted,each}', ['application-key/accepted']],
  ])('takes the glob %s', (glob, ids) => {
    expect(rules(glob)).toEqual(ids);
  }); // biome-ignore format: one line a glob

  it.each([
    '+([a-z/-])'.repeat(12),
    '([a-z-]+)+!',
    '[a-z/-]+'.repeat(20),
    '*?'.repeat(40),
    '*[a-z]'.repeat(30),
    '**/'.repeat(300),
    '{n,n}{o,o}{d,d}{e,e}{-,-}{p,p}{r,r}{o,o}{d,d}{u,u}{c,c}{t,t}{s,s}!',
    '{'.repeat(900),
    '{1..999999999}',
  ])('takes no time to see that the hostile glob %# matches nothing', (glob) => {
    const begun = performance.now();
    expect(() => rules(`${glob}!`)).toThrow('matches nothing');
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  it('leaves out what is skipped, choices too', () => {
    const selected = select(ruleSet, { skip: ['node-products'] });
    expect([...selected.rules]).toEqual(['application-key/accepted']);
    expect(selected.choices.size).toBe(0);
  });

  it('takes a choice by its id, and by an operation it is about', () => {
    for (const only of ['choice/trailing-slash', 'choice', 'node-products/trailing-slash', 'node-products'])
      expect([...select(ruleSet, { only: [only] }).choices], only).toEqual(['choice/trailing-slash']);
    expect(select(ruleSet, { only: ['choice'] }).rules.size).toBe(0);
  });

  it('takes a choice on one operation only where that is asked for', () => {
    const looks = ['application-key/error-body', 'node-products/error-body'];
    const observations = looks.map((id) => ({ id, operation: id.split('/')[0], choice: 'error-body' }));
    const both = { ...ruleSet, observations } as unknown as RuleSet;
    expect([...select(both, { only: ['choice/error-body'] }).observations]).toEqual(looks);
    const selected = select(both, { only: ['node-products'] });
    expect([...selected.observations]).toEqual(['node-products/error-body']);
    expect([...selected.choices]).toEqual(['choice/error-body']);
  });

  it('takes a run for whole that leaves out choices only', () => {
    expect(select(ruleSet, { skip: ['choice/trailing-slash'] }).isPart).toBe(false);
    expect(select(ruleSet, { skip: ['node-products/included'] }).isPart).toBe(true);
  });

  it('requires a choice that is pinned, and no other', () => {
    const selection = { require: ['choice/trailing-slash'] };
    expect([...select(ruleSet, selection, ['trailing-slash']).required]).toEqual(['choice/trailing-slash']);
    expect(() => select(ruleSet, selection)).toThrow(
      '--require names choice/trailing-slash, which the target file does not pin; pin it there, under "choices".',
    );
  });

  it.each(['only', 'skip', 'require'])(
    'names the pattern of --%s that matches nothing, and the nearest id',
    (option) => {
      expect(() => select(ruleSet, { [option]: ['node-products/inclded'] })).toThrow(
        `--${option} node-products/inclded matches nothing; the nearest is node-products/included.`,
      );
    },
  );

  it('rejects to require a rule that does not run', () => {
    const selection = { skip: ['application-key'], require: ['application-key/*'] };
    expect(() => select(ruleSet, selection)).toThrow('--require names application-key/accepted, which');
  });
});
