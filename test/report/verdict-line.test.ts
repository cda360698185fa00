import { describe, expect, it } from 'vitest';
import { demandsOf } from '../../conformance/core/kind.ts';
import type { Result } from '../../conformance/core/verdict.ts';
import { codeOf, exitCode } from '../../conformance/engine/exit-code.ts';
import { kinds } from '../../conformance/kinds.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { headline, wordOver } from '../../conformance/report/verdict-line.ts';
import type { Shows } from '../../src/contract/demands.ts';
import { idsOf } from '../../src/contract/operations.ts';
import { contract } from '../shipped.ts';
import { sampleReport } from './sample.ts';

const demands = new Map(idsOf(contract).map((id) => [id, demandsOf(kinds, contract, id)]));

type Case = Partial<Result> & { readonly shows?: Shows };

const result = {
  source: 'contract',
  operation: 'application-key',
  clause: 'a clause',
  level: 'must',
  title: 'a rule',
  exchanges: [],
} as const;

/** The headline of a run that found just this, rule by rule. */
function over(
  cases: readonly Case[],
  strict = false,
  required: readonly string[] = [],
  selected: Parameters<typeof headline>[2]['selected'] = false,
) {
  const results = cases.map(
    (one, index): Result => ({
      ...result,
      rule: `${one.operation ?? 'application-key'}/${index}`,
      clause: `clause-${index}`,
      verdict: 'pass',
      ...one,
    }),
  );
  const rules = results.map(({ rule: id }, index) => {
    const { shows } = cases[index] ?? {};
    return shows === undefined ? { id } : { id, shows };
  });
  const terms = { strict, required: new Set(required), selected, demands };
  const word = headline(results, rules, terms);
  return { ...word, code: exitCode(results, word, terms) };
}

const products = { operation: 'node-products' } as const;
const earned: Case[] = [{ shows: 'content' }];
const shop: Case[] = (['filter', 'pagination', 'live'] as const).map((shows) => ({
  ...products,
  shows,
}));

describe('headline', () => {
  it('conforms where every demand is met, and says how much was held', () => {
    expect(over([...earned, ...shop])).toEqual({ verdict: 'conforms', why: '4 rules passed', code: 0 });
  });

  it('violates where a must is broken, whatever else is open', () => {
    const found = over([...earned, { verdict: 'fail' }, { verdict: 'inconclusive' }]);
    expect(found).toEqual({ verdict: 'violates', why: '1 rule broken: application-key/1', code: 1 });
  });

  it('counts a broken should only where asked to', () => {
    const warned: Case[] = [...earned, { level: 'should', verdict: 'fail' }];
    expect(over(warned).verdict).toBe('conforms');
    expect(over(warned, true).verdict).toBe('violates');
    expect(over(warned, false, ['application-key/1']).verdict).toBe('violates');
  });

  it('counts a should that was not rechecked, and is undetermined for a must', () => {
    const open = {
      verdict: 'inconclusive',
      why: { kind: 'unconfirmed', expected: 'one total', saw: 'two', since: 'no room' },
    } as const;
    const left: Case[] = [...earned, { level: 'should', ...open }];
    expect(over(left)).toMatchObject({ verdict: 'conforms', why: '1 rule passed, 1 not rechecked' });
    expect(over([...earned, open]).verdict).toBe('undetermined');
  });

  it('counts warnings, and what was intermittent', () => {
    const once = { expected: 'one total', saw: 'two', exchanges: [] };
    const warned: Case[] = [...earned, { level: 'should', verdict: 'fail' }, { intermittent: [once, once] }];
    expect(over(warned)).toMatchObject({
      verdict: 'conforms',
      why: '2 rules passed, 1 warning, 2 intermittent',
    });
    expect(over([...warned, { verdict: 'fail' }]).why).toBe(
      '1 rule broken: application-key/3; 1 warning; 2 intermittent',
    );
    expect(over(warned, false, ['application-key/1']).why).toBe(
      '1 rule broken: application-key/1; 2 intermittent',
    );
    expect(over(warned, true).why).toBe('1 rule broken: application-key/1; 2 intermittent');
    const waived = { reason: 'known', until: '9999-12-31' };
    expect(over([...earned, { level: 'should', verdict: 'fail', waived }]).why).toBe(
      '1 rule passed; waived: 1 broken rule',
    );
  });

  it('is undetermined where a must is inconclusive, but not for a should', () => {
    const open = over([...earned, { verdict: 'inconclusive', why: 'a time-out', remedy: 'token: …' }]);
    expect(open).toMatchObject({ verdict: 'undetermined', remedy: 'token: …', code: 3 });
    expect(open.why).toBe('1 rule inconclusive: application-key/1 (a time-out)');
    const decided = over([...earned, { level: 'should', verdict: 'inconclusive' }]);
    expect(decided).toMatchObject({ code: 0, why: expect.stringMatching(/ passed, 1 inconclusive$/) });
  });

  it('ends a long reason at a whole word, since a part of one may look like that of a secret', () => {
    const why = `${'the server may have given an id again '.repeat(3)}in /wells/w73924e to another record`;
    const { why: said } = over([...earned, { verdict: 'inconclusive', why }]);
    expect(said).toMatch(/ again in…\)$/);
  });

  it('is undetermined where a required rule was not exercised', () => {
    const idle: Case[] = [...earned, { verdict: 'untested', why: 'no bundle' }];
    expect(over(idle).verdict).toBe('conforms');
    expect(over(idle, false, ['application-key/1'])).toMatchObject({ verdict: 'undetermined', code: 3 });
  });

  it('ends with two for an error of ours, even beside a broken must', () => {
    expect(over([...earned, { verdict: 'error', why: 'a bug' }])).toMatchObject({
      verdict: 'undetermined',
      why: expect.stringContaining('a bug'),
      code: 2,
    });
    expect(over([...earned, { verdict: 'fail' }, { verdict: 'error' }])).toMatchObject({
      verdict: 'violates',
      code: 2,
    });
  });

  it('has results of the user’s own rules beside it, and names those that press', () => {
    const waived = { reason: 'known', until: '9999-12-31' };
    const own: readonly (readonly [rule: string, found: Case])[] = [
      ['untested', { verdict: 'untested' }],
      ['passed', { verdict: 'pass' }],
      ['warned', { level: 'should', verdict: 'fail' }],
      ['waived', { verdict: 'fail', waived }],
      ['open', { verdict: 'inconclusive' }],
      ['broken', { verdict: 'fail' }],
      ['at-fault', { verdict: 'error' }],
    ];
    const results = own.map(
      ([name, found]): Result => ({
        ...result,
        verdict: 'pass',
        ...found,
        rule: `house/${name}`,
        source: 'house',
      }),
    );
    const over = (some: readonly Result[], more = {}) => {
      const { word, code } = wordOver(some, [], { strict: false, required: new Set(), demands, ...more });
      return `${code} ${word.verdict}: ${word.why}`;
    };
    const alone = 'only house rules were selected';
    expect(over(results)).toBe(
      `2 undetermined: ${alone}; house rules: 1 at fault (house/at-fault), 1 broken (house/broken), 1 open (house/open), 1 waived, 1 broken as a warning, 1 passed, 1 untested`,
    );
    const passed = results.filter(({ rule }) => rule === 'house/passed');
    const ended = 'the time was up';
    expect(over(passed)).toBe(`0 passes: ${alone}; house rules: 1 passed`);
    expect(over(passed, { isRecorded: true })).toBe(`0 no violation: ${alone}; house rules: 1 passed`);
    expect(over(passed, { partial: ended })).toBe(
      `3 undetermined: ${ended}; ${alone}; house rules: 1 passed`,
    );
  });

  it('has to be earned: statuses alone prove nothing', () => {
    expect(over([{}])).toMatchObject({ verdict: 'undetermined', code: 3 });
    expect(over([])).toEqual({ verdict: 'undetermined', why: 'no rule passed', code: 3 });
  });

  it.each(['filter', 'pagination', 'live'])(
    'asks for %s in the listings, and names what is missing',
    (shown) => {
      const poor = shop.map((one) =>
        one.shows === shown
          ? ({ ...one, verdict: 'untested', why: 'an empty shop', remedy: 'collections: …' } as const)
          : one,
      );
      expect(over(poor)).toMatchObject({ verdict: 'undetermined', remedy: 'collections: …', code: 3 });
    },
  );

  it.each([
    ['application-key', 'required', 'a required field'],
    ['application-key', 'authorization', 'credentials'],
    ['subscription', 'required', 'a required field'],
  ] as const)('asks that %s rejected something: %s', (operation, shows, words) => {
    const content: Case = { operation, shows: 'content' };
    const asked: Case = { operation, shows, verdict: 'untested', why: 'it was full', remedy: 'token: …' };
    expect(over([content, asked])).toMatchObject({
      verdict: 'undetermined',
      why: expect.stringMatching(
        new RegExp(`^no rule of ${operation} .* without ${words} is .*\\(it was full\\)`),
      ),
      remedy: 'token: …',
    });
    expect(over([content, { ...asked, verdict: 'pass' }]).verdict).toBe('conforms');
  });

  it('is undetermined if the run stopped more than a tenth of the must rules of an operation', () => {
    const of = (count: number, one: Case): Case[] => Array.from({ length: count }, () => one);
    const stopped: Case = { verdict: 'untested', why: 'it was full', stoppedAt: 'POST /keys' };
    const data: Case = { verdict: 'untested', why: 'no bundle' };
    const others = of(20, { operation: 'subscription', shows: 'content' });
    expect(over([...of(18, { shows: 'content' }), ...of(2, stopped), ...others]).verdict).toBe('conforms');
    expect(over([...of(17, { shows: 'content' }), ...of(3, data), ...others]).verdict).toBe('conforms');
    expect(over([...of(17, { shows: 'content' }), ...of(3, stopped), ...others])).toMatchObject({
      verdict: 'undetermined',
      why: '3 of 20 must rules of application-key not judged (POST /keys: it was full); 3 untested',
      code: 3,
    });
    const shoulds = of(3, { ...stopped, level: 'should' });
    expect(over([...of(17, { shows: 'content' }), ...shoulds]).verdict).toBe('conforms');
  });

  it('asks for no filter if an amended contract has none', () => {
    const rest = shop.filter(({ shows }) => shows !== 'filter');
    expect(over([{ ...products, shows: 'content' }, ...rest]).verdict).toBe('conforms');
  });

  it('asks no evidence of what a waived fault keeps from being seen, but of what gave no occasion', () => {
    const waived = { reason: 'known', until: '9999-12-31' };
    const adopt = (change: Partial<Result>): Case[] =>
      shop.map((one) => (one.shows === 'pagination' ? { ...one, ...change, waived } : one));
    expect(over(adopt({ verdict: 'fail' }))).toMatchObject({
      code: 0,
      why: '2 rules passed; waived: 1 broken rule',
    });
    const why = { kind: 'blocked', by: 'node-products/page-limit' } as const;
    expect(over(adopt({ verdict: 'untested', why })).code).toBe(0);
    expect(over(adopt({ verdict: 'untested' })).code).toBe(3);
    expect(over(adopt({ verdict: 'inconclusive' })).code).toBe(3);
  });

  it('takes the curated order for live products', () => {
    const ordered = shop.map((one) => (one.shows === 'live' ? { ...one, shows: 'order' as const } : one));
    expect(over(ordered).verdict).toBe('conforms');
  });

  it('says how many rules were skipped, and does not ask them for evidence', () => {
    const denied: Case[] = [...shop, { verdict: 'skipped' }, { verdict: 'skipped' }];
    expect(over(denied)).toMatchObject({
      verdict: 'conforms',
      why: '3 rules passed; read-only: 2 rules skipped',
    });
  });

  it('says so beside every word', () => {
    expect(over([{ verdict: 'fail' }, { verdict: 'skipped' }]).why).toBe(
      '1 rule broken: application-key/0; read-only: 1 rule skipped',
    );
  });

  it('does not take a passed should for evidence', () => {
    expect(over([{ shows: 'content', level: 'should' }, {}]).verdict).toBe('undetermined');
  });

  describe('over a part of the rules', () => {
    const part = (cases: readonly Case[], required: readonly string[] = [], named = ['application-key/1']) =>
      over(cases, false, required, { named: new Set(named) });

    it('never conforms: it passes', () => {
      expect(part([...earned, ...shop])).toEqual({
        verdict: 'passes',
        why: '4 of 4 selected rules',
        code: 0,
      });
      expect(part([{}])).toEqual({ verdict: 'passes', why: '1 of 1 selected rule', code: 0 });
    });

    it('passes with warnings, which are counted', () => {
      expect(part([{}, {}, { level: 'should', verdict: 'fail' }])).toEqual({
        verdict: 'passes',
        why: '2 of 3 selected rules, 1 warning',
        code: 0,
      });
    });

    it('violates where a must of it is broken', () => {
      expect(part([{}, { verdict: 'fail' }])).toMatchObject({ verdict: 'violates', code: 1 });
    });

    it.each(['untested', 'skipped', 'inconclusive'] as const)(
      'is undetermined where a must of it was %s',
      (verdict) => {
        const found = part([{}, { verdict, why: 'no bundle', remedy: 'collections: …' }]);
        expect(found).toMatchObject({ verdict: 'undetermined', remedy: 'collections: …', code: 3 });
        expect(found.why).toContain('(no bundle)');
        expect(part([{}, { verdict, level: 'should' }]).code).toBe(0);
        expect(part([{}, { verdict, level: 'should' }], ['application-key/1']).code).toBe(3);
      },
    );

    it('passes where a must that a pattern stands for found no occasion, but not where no other passed', () => {
      const untested: Case = { verdict: 'untested', why: 'no bundle' };
      expect(part([{}, untested], [], [])).toMatchObject({
        why: '1 of 2 selected rules',
        code: 0,
      });
      expect(part([untested, untested], [], []).code).toBe(3);
      expect(part([{ level: 'should' }, untested], [], []).code).toBe(3);
      expect(part([{}, { ...untested, verdict: 'inconclusive' }], [], []).code).toBe(3);
    });

    it('is undetermined where nothing passed', () => {
      expect(part([{ level: 'should', verdict: 'untested', why: 'no bundle' }])).toMatchObject({
        verdict: 'undetermined',
        why: 'no rule passed (no bundle)',
        code: 3,
      });
    });
  });
});

describe('what one result asks for', () => {
  const open = { ...result, rule: 'application-key/name', verdict: 'inconclusive' } as const;
  const named = { named: new Set([open.rule]) };

  it.each([
    ['is 3 if it is inconclusive', {}, {}, 3],
    ['is 0 if it is untested', { verdict: 'untested' }, {}, 0],
    ['is 3 if it is untested and was named', { verdict: 'untested' }, { selected: named }, 3],
    ['is 3 if it is untested and required', { verdict: 'untested' }, { required: [open.rule] }, 3],
    ['is 0 if a record cannot decide it', {}, { isRecorded: true }, 0],
  ] as const)('%s', (_, change, terms, code) => {
    expect(codeOf({ ...open, ...change }, { strict: false, ...terms })).toBe(code);
  });
});

describe('an undetermined line', () => {
  const request = 'POST /subscriptions/subscriptions returned 422 "the plan is not active" to a valid request';

  /** The last line of a run with such results. */
  function line(cases: readonly Case[], terms: Partial<Parameters<typeof headline>[2]>): string {
    const results = cases.map((one, index): Result => ({ ...result, rule: `application-key/${index}`, verdict: 'pass', ...one }));
    const word = headline(results, [], { strict: false, required: new Set(), demands, ...terms });
    expect(word.verdict).toBe('undetermined');
    const printed = terminal({ ...sampleReport, headline: word }, { colours: coloursIf(false), verbose: false });
    return printed.trimEnd().split('\n').at(-1) ?? '';
  }

  it('names the rule, the request and its status, and then what to do', () => {
    const open: Case = { verdict: 'inconclusive', why: request, remedy: 'known: { application-key: { reserved_rate_limit: an integer } }' };
    expect(line([...earned, open], { remarks: ['the stub was checked'] })).toBe(
      `undetermined — 1 rule inconclusive: application-key/1 (${request}); the stub was checked; what to add is above`,
    );
    expect(line([...earned, { ...open, why: 'a time-out', remedy: 'collections: …' }], {})).toBe(
      'undetermined — 1 rule inconclusive: application-key/1 (a time-out); add to the target file: collections: …',
    );
  });

  it('contains the beginning of a long reason', () => {
    const open: Case = { verdict: 'inconclusive', why: 'x'.repeat(300) };
    expect(line([...earned, open], {})).toBe(
      `undetermined — 1 rule inconclusive: application-key/1 (${'x'.repeat(120)}…)`,
    );
  });

  it('names a collection that is not served by its id, with the status', () => {
    const node = '606699e3-d3d0-4977-9433-444b2d312311';
    const shown = { request: 'GET /products', status: 404, message: 'no such node', isPage: false };
    const unavailable = [{ ...products, collection: `e214368a/${node}`, state: 'not implemented', shown }] as const;
    expect(line([...earned, ...shop, products], { unavailable })).toBe(
      `undetermined — not every collection was judged (${node}: 404 "no such node")`,
    );
  });
}); // biome-ignore format: one line a case
