import type { RunExchange } from '../../conformance/core/exchange.ts';
import { compileReport } from '../../conformance/report/compile.ts';
import type { Report } from '../../conformance/report/report.ts';
import { sampleOutcome } from './sample.ts';

/** What a target may say that is meant for whoever reads the report. */
export const hostile =
  '</script></pre><script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">' +
  '\u001b[31m\u202e]]>&amp; ``` | \n::error::owned \ud800\uffff';

const head = [['X-Odd', hostile]] as const;

const exchanges: readonly RunExchange[] = [
  {
    id: 1,
    request: { method: 'GET', target: `/a?b=${hostile}`, headers: head, body: Buffer.from(hostile) },
    response: { status: 200, headers: head, body: Buffer.from(JSON.stringify({ a: hostile })), ms: 1 },
  },
  {
    id: 2,
    request: { method: 'GET', target: '/a', headers: head },
    response: { status: 200, headers: head, body: Buffer.from(hostile), ms: 1 },
  },
  {
    id: 3,
    request: { method: 'GET', target: '/b', headers: [] },
    response: { lost: 'protocol', detail: hostile, ms: 1 },
  },
];

/** A report in which everything a target can say is hostile. */
export const hostileReport: Report = await compileReport({
  ...sampleOutcome,
  results: sampleOutcome.results.map((result) => ({
    ...result,
    ...(result.why === undefined ? {} : { why: hostile }),
    ...(result.saw === undefined ? {} : { expected: hostile, saw: hostile }),
    ...(result.intermittent ? { intermittent: [{ expected: hostile, saw: hostile, exchanges }] } : {}),
    exchanges,
  })),
  alsoSeen: sampleOutcome.alsoSeen.map((result) => ({
    ...result,
    title: hostile,
    why: hostile,
    expected: hostile,
    saw: hostile,
  })),
  transientFailures: [{ method: 'GET', target: hostile, saw: hostile, retries: 1, last: hostile }],
  choiceObservations: [
    { choice: 'trailing-slash', option: `other: ${hostile}`, exchanges: [] },
    { choice: 'raw-brackets', verdict: 'inconclusive', why: hostile, exchanges: [] },
  ],
  created: [{ operation: hostile, id: hostile, path: hostile, why: 'no deletions' }],
});
