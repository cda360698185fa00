import { describe, expect, it } from 'vitest';
import { profiles } from '../../conformance/core/profiles.ts';
import { type Remedy, rateRemedy } from '../../conformance/core/remedies.ts';
import type { Shows } from '../../conformance/core/rule.ts';
import type { Result } from '../../conformance/core/verdict.ts';
import { type HeadlineTerms, headline, type Remark } from '../../conformance/engine/conclude.ts';
import { coloursIf } from '../../conformance/report/terminal/style.ts';
import { lastLine } from '../../conformance/report/terminal/terminal.ts';
import { sampleReport } from '../report/sample.ts';

type Case = Partial<Result> & { readonly shows?: Shows };

const result = {
  source: 'contract',
  operation: 'application-key',
  clause: 'a clause',
  level: 'must',
  title: 'a rule',
  exchanges: [],
} as const;

const products = { operation: 'node-products' } as const;
const earned: readonly Case[] = [{ shows: 'content' }];
const shop: readonly Case[] = (['filter', 'pagination', 'live'] as const).map((shows) => ({
  ...products,
  shows,
}));

describe('an undetermined line', () => {
  const request = 'POST /subscriptions/subscriptions returned 422 "the plan is not active" to a valid request';
  const node = { hierarchy: 'e214368a-b4c3-4797-bbe9-01fb056371c1', node: '606699e3-d3d0-4977-9433-444b2d312311' };
  const path = `/pcm/hierarchies/${node.hierarchy}/nodes/${node.node}/products`;
  const reasons = ['', 'no bundle', request, `GET ${path} returned 404 "no such node" to a request`, 'x'.repeat(300), `${'a word '.repeat(60)}`];
  const remedies: (Remedy | undefined)[] = [undefined, 'nodes: …', rateRemedy, { kind: 'token', operation: 'application-key', token: 'one your server accepts '.repeat(6) }];
  const beside: readonly (readonly Remark[])[] = [[], ['the stub was checked'], [{ words: 'contract amended: 2 places (subscription/currency/pattern and 1 more)', short: 'contract amended: 2 places' }]];
  const warnings: Case[] = [{ level: 'should', verdict: 'fail' }, { level: 'should', verdict: 'fail' }];
  const once: Case = { intermittent: [{ expected: 'one total', saw: 'two', exchanges: [] }] };
  const unavailable = [
    { operation: 'node-products', node: `${node.hierarchy}/${node.node}`, state: 'not implemented', saw: `GET ${path}  404 "no such node"`, inShort: '', returned: '404 "no such node"', advice: '' },
    { operation: 'subscription', state: 'not let in', saw: `POST /subscriptions/subscriptions  401 "${'no '.repeat(50)}"`, inShort: '', returned: '401', advice: '' },
  ] as const;

  /** The last line of a run with such results. */
  function line(cases: readonly Case[], terms: Partial<HeadlineTerms>): string {
    const results = cases.map((one, index): Result => ({ ...result, rule: `application-key/request-with-a-long-name-${index}`, verdict: 'pass', ...one }));
    const rules = results.map(({ rule: id }, index) => ({ id, ...(cases[index]?.shows ? { shows: cases[index].shows } : {}) }));
    const word = headline(results, rules, { strict: false, required: new Set(), profiles: Object.values(profiles), ...terms });
    expect(word.verdict).toBe('undetermined');
    return lastLine({ ...sampleReport, headline: word }, { colours: coloursIf(false), verbose: false, command: '' });
  }

  const lines = reasons.flatMap((why) =>
    remedies.flatMap((remedy) =>
      beside.flatMap((remarks) => {
        const given = { why, ...(remedy === undefined ? {} : { remedy }) };
        const open: Case = { verdict: 'inconclusive', ...given };
        const untested: Case = { verdict: 'untested', stoppedAt: 'POST /subscriptions/subscriptions', ...given };
        return [
          line([...earned, ...warnings, once, open, open, open], { remarks }),
          line([...warnings, untested, untested], { remarks }),
          line([...earned, ...shop, untested], { remarks, required: new Set(['application-key/request-with-a-long-name-4']) }),
          line([...warnings, once, { ...untested, shows: 'content' }], { remarks }),
          line([...earned, { ...open, why: 'the run was interrupted', cause: { kind: 'ended', by: 'interrupt' } }], { remarks, partial: 'the run was interrupted' }),
          line([...earned, { verdict: 'error', ...given }], { remarks }),
          ...unavailable.map((one) => line([...earned, ...shop, ...warnings, once, { ...products, ...open }], { remarks, unavailable: [one] })),
        ];
      }),
    ),
  );

  it('has at most 120 characters, whatever the reason, the advice and the circumstances are', () => {
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.filter(({ length }) => length > 120)).toEqual([]);
  });

  it('names the request and its status first, then what to do', () => {
    const open: Case = { verdict: 'inconclusive', why: request, remedy: 'key: { reserved_rate_limit: an integer }' };
    expect(line([...earned, open], {})).toBe(
      'undetermined — 1 rule inconclusive (POST /subscriptions/subscriptions returned 422 "the plan is…); what to add is above',
    );
    expect(line([...earned, { ...open, why: 'a time-out', remedy: 'nodes: …' }], {})).toBe(
      'undetermined — 1 rule inconclusive: application-key/request-with-a-long-name-1 (a time-out); what to add is above',
    );
  });

  it('names a node that is not served by its id, with the status', () => {
    expect(line([...earned, ...shop, products], { unavailable: [unavailable[0]] })).toBe(
      `undetermined — not every node was judged (node ${node.node}: 404 "no such node")`,
    );
  });
}); // biome-ignore format: one line a case
