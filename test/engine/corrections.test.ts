import { describe, expect, it } from 'vitest';
import type { ReadExchange } from '../../conformance/core/evidence.ts';
import type { RunExchange } from '../../conformance/core/exchange.ts';
import { rateRemedy } from '../../conformance/core/remedies.ts';
import type { Rule } from '../../conformance/core/rule.ts';
import type { Result, Unavailable } from '../../conformance/core/verdict.ts';
import { correct, type Facts } from '../../conformance/engine/corrections.ts';
import { bailed } from '../../conformance/engine/ending.ts';
import { codeOf } from '../../conformance/engine/exit-code.ts';
import { type ObservedTarget, remedyOfRate } from '../../conformance/engine/observed-target.ts';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import { testOutcomeOf } from '../../conformance/report/standing.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { Header, Lost } from '../../src/http/exchange.ts';
import { responseOf } from '../json-response.ts';
import { contract } from '../shipped.ts';
import { readExchange } from './read-exchange.ts';

const operation = 'node-products';

const exchange = (status: number, type = 'application/json', server?: string): ReadExchange => {
  const headers: Header[] = [
    ['content-type', type],
    ...(server === undefined ? [] : [['server', server] as const]),
  ];
  return readExchange({ method: 'GET', target: '/products', headers: [] }, responseOf(status, headers, '{}'));
};

const result = (verdict: Result['verdict'], ...exchanges: RunExchange[]): Result => ({
  rule: 'node-products/served',
  clause: 'node-products/served',
  source: 'contract',
  operation,
  level: 'must',
  title: '',
  verdict,
  ...(verdict === 'fail' ? { expected: 'one', saw: 'another' } : { why: 'a reason' }),
  exchanges,
});

const blockedBy = (rule: string): Result => ({
  ...result('untested'),
  why: { kind: 'blocked', by: rule },
});

/** A target that accepts everything at once. */
const calm: ObservedTarget = {
  wasAccepted: () => true,
  lockoutOf: () => undefined,
  blockedOf: () => ({ blocked: 0, all: 10 }),
  blockedForGood: () => undefined,
  isBlocking: () => false,
  unansweredOf: () => undefined,
  rateReached: () => undefined,
  rate: () => undefined,
  slowerRate: () => remedyOfRate(1),
  rateAgainst: () => undefined,
  usualForm: () => undefined,
};

const ruleOf = (on: 'listing' | 'attempt'): Rule => ({
  id: 'node-products/served',
  operation,
  title: '',
  mutants: [],
  claims: [on === 'listing' ? { on, stage: 'counts', judge: () => {} } : { on, judge: () => {} }],
});

type Given = Partial<Omit<Facts, 'target'>> & { readonly target?: Partial<ObservedTarget> };

const factsWith = ({ target, ...given }: Given): Facts => ({
  contract,
  of: 'check',
  ruleOf: () => ruleOf('listing'),
  outdated: new Map(),
  unavailable: [],
  ...given,
  target: { ...calm, ...target },
});

/** One result after all corrections. */
const corrected = (one: Result, given: Given): Result => correct([one], factsWith(given))[0] ?? one;

const lost: Lost = { lost: 'timeout', detail: 'no response within 1 s', ms: 1000 };

const gone: Unavailable = {
  operation,
  state: 'not implemented',
  shown: { request: 'GET /products', status: 404, message: '', isPage: false },
};

it('leaves a result as it is where nothing happened in the run', () => {
  for (const verdict of ['pass', 'fail', 'untested', 'inconclusive'] as const) {
    const one = result(verdict, exchange(404));
    expect(corrected(one, {})).toBe(one);
  }
});

describe('outdated declaration', () => {
  const outdated = new Map([['node-products/served', 'the collection changed']]);

  it('makes a failure inconclusive if the rule relied on what was declared of a collection that changed', () => {
    const now = corrected(result('fail', exchange(200)), { outdated });
    expect(now).toMatchObject({ verdict: 'inconclusive', why: 'the collection changed' });
    expect(now.correctedBy).toEqual(['outdated declaration']);
    expect(now).not.toHaveProperty('expected');
    expect(now.exchanges).toHaveLength(1);
  });

  it('leaves a pass', () => {
    expect(corrected(result('pass'), { outdated }).verdict).toBe('pass');
  });
});

describe('lockout', () => {
  const lockoutOf = () => ({ first: exchange(401), count: 12 });

  it('makes what was not tested inconclusive from the request on that locked the check out', () => {
    expect(corrected(result('untested'), { target: { lockoutOf } })).toMatchObject({
      verdict: 'inconclusive',
      why: { kind: 'lockout', method: 'GET', target: '/products', count: 12, status: 401 },
      remedy: { kind: 'token' },
      correctedBy: ['lockout'],
    });
  });

  it('does not excuse a failure that another status shows', () => {
    expect(corrected(result('fail', exchange(500)), { target: { lockoutOf } }).verdict).toBe('fail');
    expect(corrected(result('fail', exchange(401)), { target: { lockoutOf } }).verdict).toBe('inconclusive');
  });
});

describe('blocked requests', () => {
  const target = { blockedOf: () => ({ blocked: 6, all: 10 }), isBlocking: () => true };

  it('makes a failure inconclusive if it is one of the rejections that equal requests do not always get', () => {
    expect(corrected(result('fail', exchange(403)), { target })).toMatchObject({
      verdict: 'inconclusive',
      why: { kind: 'blocked requests', blocked: 6, all: 10 },
      remedy: { option: '--rate', value: '1/s' },
      correctedBy: ['blocked requests'],
    });
  });

  it('is reason enough: that the rejection looks foreign is not added', () => {
    const usualForm = () => ({ type: 'application/json', server: undefined });
    const foreign = result('fail', exchange(403, 'text/html'));
    expect(corrected(foreign, { target: { ...target, usualForm } }).correctedBy).toEqual([
      'blocked requests',
    ]);
  });

  it('applies only if more than half of the requests are blocked', () => {
    const half = { ...target, blockedOf: () => ({ blocked: 5, all: 10 }) };
    expect(corrected(result('fail', exchange(403)), { target: half }).verdict).toBe('fail');
  });

  it('says nothing of an operation that never accepted a request', () => {
    const never = { ...target, wasAccepted: () => false };
    expect(corrected(result('fail', exchange(403)), { target: never }).verdict).toBe('fail');
  });
});

it.each([
  [404, /returned 404, and records that this run created are gone/],
  [403, /returned 403, and none was accepted any more: a quota may be used up/],
] as const)('names no rate where no rate helps: %i', (status, words) => {
  const target = { blockedOf: () => ({ blocked: 8, all: 10 }), blockedForGood: () => status };
  const now = corrected(result('untested'), { target });
  expect([now.verdict, now.remedy]).toEqual(['inconclusive', undefined]);
  expect(wordsOfResult(now).why).toMatch(words);
});

it('blames no rule for rechecks that listings used up which change', () => {
  const why = { kind: 'unconfirmed', expected: 'one', saw: 'two', since: 'no room' } as const;
  const left = { ...result('inconclusive'), why };
  const [now] = correct([left, result('pass')], factsWith({}));
  expect(wordsOfResult(now ?? left).why).toMatch(/others write/);
  expect(correct([left, result('fail')], factsWith({}))[0]?.why).toEqual(why);
});

describe('no response', () => {
  const interrupted = { id: 1, request: exchange(0).request, response: lost, operation, why: 'no response' };
  const target = { unansweredOf: () => interrupted, wasAccepted: () => false };

  it('makes what was not tested inconclusive, with the request that got no response', () => {
    expect(corrected(result('untested'), { target })).toMatchObject({
      verdict: 'inconclusive',
      why: 'no response',
      exchanges: [{ response: lost }],
      correctedBy: ['no response'],
    });
  });

  it('leaves a rule that waits for a broken one', () => {
    const waiting = blockedBy('node-products/other');
    expect(corrected(waiting, { target })).toBe(waiting);
  });
});

describe('foreign rejection', () => {
  const target = { usualForm: () => ({ type: 'application/json', server: undefined }) };

  it('holds nothing against the server that a firewall seems to have sent', () => {
    const now = corrected(result('fail', exchange(403, 'text/html')), { target });
    expect(now).toMatchObject({ verdict: 'inconclusive', correctedBy: ['foreign rejection'] });
    expect(wordsOfResult(now).why).toMatch(
      /^one; got another; .* does not look like the server's own \(application\/json\)/,
    );
  });

  it('only says so of another status, which a server returns itself', () => {
    const now = corrected(result('fail', exchange(400, 'text/html')), { target });
    expect(now).toMatchObject({ verdict: 'fail', expected: 'one', correctedBy: ['foreign rejection'] });
    expect(wordsOfResult(now).saw).toMatch(/^another; this rejection \(text\/html\)/);
  });

  it('says nothing of a rejection without content, if the contract states it so', () => {
    const { path } = operationIn(contract, operation);
    const stated = (response: object) => ({
      ...contract,
      document: { paths: { [path]: { get: { responses: { 404: response } } } } },
    });
    const empty = exchange(404);
    const bare = { ...empty, response: { ...empty.response, headers: [] } };
    const foreign = ({ response }: { response: object }) =>
      corrected(result('fail', bare), { target, contract: stated(response) as typeof contract }).foreign;
    expect(foreign({ response: { description: 'none' } })).toBeUndefined();
    expect(foreign({ response: { content: { 'application/json': {} } } })).toBeDefined();
  });

  it('suspects a gateway only if another name is in Server', () => {
    const [same, other] = [undefined, 'edge'].map(
      (server) =>
        wordsOfResult(corrected(result('fail', exchange(400, 'text/html', server)), { target })).why,
    );
    expect(same).not.toContain('gateway');
    expect(other).toContain('a gateway may have sent it');
  });
});

describe('measured rate', () => {
  it('replaces the rate of a remedy by the one that the target accepted', () => {
    const open = { ...result('inconclusive'), remedy: rateRemedy };
    expect(corrected(open, { target: { rate: () => 20.7 } }).remedy).toEqual(remedyOfRate(20));
    expect(corrected(open, {}).remedy).toBe(rateRemedy);
  });

  it('asks for a lower rate, and not for more requests, if a limiter used them up', () => {
    const more = { kind: 'option', option: '--max-writes', value: '600' } as const;
    const open = { ...result('inconclusive'), remedy: more };
    expect(corrected(open, { target: { rateReached: () => 0.55 } })).toMatchObject({
      why: { kind: 'rate limit', of: 'a reason' },
      remedy: { option: '--rate', value: '0.5/s' },
      correctedBy: ['measured rate'],
    });
    expect(corrected(open, { target: { rate: () => 3 } }).remedy).toBe(more);
  });
});

describe('writes spent', () => {
  const remedy = { kind: 'option', option: '--max-writes', value: '600' } as const;
  const spent: Lost = { lost: 'unsent', detail: 'this run may send no more', remedy, ms: 0 };
  const unshown: Result = {
    ...result('untested'),
    operation: 'application-key',
    why: { kind: 'nothing shown' },
  };

  it('is why nothing showed what a rule checks, unless it is about a listing', () => {
    expect(corrected(unshown, { spent })).toMatchObject({
      verdict: 'untested',
      why: { kind: 'lost', detail: 'this run may send no more' },
      remedy,
      correctedBy: ['writes spent'],
    });
    for (const other of [
      { ...unshown, operation },
      { ...unshown, why: 'another reason' },
    ])
      expect(corrected(other, { spent })).toBe(other);
    expect(corrected(unshown, {})).toBe(unshown);
  });
});

describe('pages that hide records', () => {
  const total: Result = {
    ...result('fail', exchange(200)),
    rule: 'node-products/total-filter',
  };
  const cause = (level: Result['level'], verdict: Result['verdict'] = 'fail'): Result => ({
    ...result(verdict, exchange(200)),
    rule: 'node-products/pages',
    level,
  });
  const afterwards = (one: Result, hidesRecords: 'must' | 'should' | undefined): Result | undefined => {
    const rules: Readonly<Record<string, Partial<Rule>>> = {
      'node-products/total-filter': { needsAllRecords: true },
      'node-products/pages': hidesRecords ? { hidesRecords } : {},
    };
    const known = factsWith({ ruleOf: (id) => ({ ...ruleOf('listing'), ...rules[id] }) });
    return correct([total, one], known)[0];
  };

  it('are the cause of a total that is not the number of records on them', () => {
    for (const [level, least] of [
      ['should', 'should'],
      ['must', 'should'],
      ['must', 'must'],
    ] as const)
      expect(afterwards(cause(level), least)).toMatchObject({
        verdict: 'untested',
        why: { kind: 'blocked', by: 'node-products/pages' },
        correctedBy: ['pages that hide records'],
      });
  });

  it('are no cause if they join, or break what hides records only as a must', () => {
    expect(afterwards(cause('must', 'pass'), 'should')).toBe(total);
    expect(afterwards(cause('should'), 'must')).toBe(total);
    expect(afterwards(cause('must'), undefined)).toBe(total);
    expect(afterwards({ ...cause('must'), operation: 'subscription' }, 'should')).toBe(total);
  });
});

describe('unavailable operation', () => {
  it('makes a rule untested that only saw that its operation is not there', () => {
    const now = corrected(result('fail', exchange(404)), { unavailable: [gone] });
    expect(now).toMatchObject({
      verdict: 'untested',
      why: {
        kind: 'unavailable',
        state: 'not implemented',
        shown: { request: 'GET /products', status: 404 },
      },
      exchanges: [],
      correctedBy: ['unavailable operation'],
    });
  });

  it('lets nothing pass in a vacuum', () => {
    expect(corrected(result('pass'), { unavailable: [gone] }).verdict).toBe('untested');
  });

  it('keeps a failure that shows something else', () => {
    expect(corrected(result('fail', exchange(200)), { unavailable: [gone] }).verdict).toBe('fail');
  });

  it('keeps the other collections of an operation', () => {
    const one = { ...gone, collection: 'a/b' };
    expect(corrected(result('pass'), { unavailable: [one] }).verdict).toBe('pass');
  });
});

describe('ended run', () => {
  const halt = { ...bailed, at: 0, cutOff: lost };

  it('skips what the run did not reach', () => {
    expect(corrected(result('untested'), { halt })).toMatchObject({
      verdict: 'skipped',
      why: { kind: 'ended', by: 'bail' },
      correctedBy: ['ended run'],
    });
  });

  it('counts what a broken rule blocked alike in the exit code and in every test file', () => {
    const ended = { ...halt, verdict: 'inconclusive', by: 'budget' } as const;
    const now = corrected(blockedBy('node-products/other'), { halt: ended });
    expect(now).toMatchObject({ verdict: 'inconclusive', why: { kind: 'ended' } });
    expect(codeOf(now, { strict: false })).toBe(3);
    expect(testOutcomeOf(now, { strict: false })).toBe('error');
  });

  it('takes back a pass of a rule whose relations were not compared, and of no other', () => {
    expect(corrected(result('pass'), { halt }).verdict).toBe('skipped');
    expect(corrected(result('pass'), { halt, ruleOf: () => ruleOf('attempt') }).verdict).toBe('pass');
  });

  it('takes back what an interrupted request left inconclusive, and nothing else that is inconclusive', () => {
    const cutOff = { id: 1, request: exchange(0).request, response: lost };
    expect(corrected(result('inconclusive', cutOff), { halt }).verdict).toBe('skipped');
    expect(corrected(result('inconclusive', exchange(503)), { halt }).verdict).toBe('inconclusive');
  });
});

describe('nothing accepted', () => {
  const known = { ...result('untested'), rule: 'node-products/token', why: 'no token', remedy: 'token: …' };
  const both = (given: Given): readonly Result[] => correct([result('untested'), known], factsWith(given));

  it('gives the other rules of an operation that accepted nothing the reason of the one that knows it', () => {
    const [now, same] = both({ target: { wasAccepted: () => false } });
    expect(now).toMatchObject({ why: 'no token', remedy: 'token: …', correctedBy: ['nothing accepted'] });
    expect(same).toBe(known);
  });

  it('says nothing of an operation that accepted something, or of a recording', () => {
    expect(both({})[0]?.why).toBe('a reason');
    expect(both({ of: 'recording', target: { wasAccepted: () => false } })[0]?.why).toBe('a reason');
  });
});

describe('only in checks', () => {
  const given = { of: 'recording', ruleOf: () => ruleOf('attempt') } as const;

  it('says of a recording without attempts that only a check makes them', () => {
    expect(corrected(result('untested'), given)).toMatchObject({
      why: { kind: 'only in checks' },
      correctedBy: ['only in checks'],
    });
    expect(corrected(result('untested'), { ...given, of: 'check' }).why).toBe('a reason');
  });

  it('leaves rules that a recording can show', () => {
    expect(corrected(result('untested'), { ...given, ruleOf: () => ruleOf('listing') }).why).toBe('a reason');
  });
});

it('applies corrections in their order, the more general reason last', () => {
  const halt = { ...bailed, at: 0, cutOff: lost };
  const given = {
    halt,
    unavailable: [gone],
    target: { lockoutOf: () => ({ first: exchange(401), count: 12 }) },
  };
  expect(corrected(result('untested'), given).correctedBy).toEqual([
    'lockout',
    'unavailable operation',
    'ended run',
  ]);
});
