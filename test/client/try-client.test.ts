import { describe, expect, test } from 'vitest';
import type { ClientReport } from '../../conformance/client/client-report.ts';
import { planChosen } from '../../conformance/client/plan.ts';
import { expectationAdvice } from '../../conformance/client/sent.ts';
import type { ClientTerms } from '../../conformance/client/try-client.ts';
import { contract } from '../shipped.ts';
import { listing, type Send, trySending } from './try-in-process.ts';

type Client = (send: Send) => Promise<unknown>;

/** Fails where a condition on a response does not hold. */
const needing =
  (holds: (response: Response) => boolean | Promise<boolean>): Client =>
  async (send) => {
    if (!(await holds(await send(listing)))) throw new RangeError('not so');
  };

const anything = needing(() => true);
const plainType = needing(({ headers }) => headers.get('content-type') === 'application/json');
const unhurt = needing(({ ok }) => ok);
const tenRecords = needing(
  async (response) => ((await response.json()) as { data: unknown[] }).data.length === 10,
);

/** The same, and it says that it expects a rejection. */
const tenExpectingRejection: Client = (send) =>
  tenRecords((target) => send(target, { headers: { 'assay-expect': 'rejection' } }));
/** Sends JSON without its type, and fails where that is rejected. */
const untyped: Client = async (send) => {
  const body = JSON.stringify({ data: { type: 'application_key', name: 'a' } });
  const headers = { authorization: 'Bearer any' };
  const { ok } = await send('/v2/application-keys', { method: 'POST', headers, body });
  if (!ok) throw new RangeError('not so');
};

/** Fails in the runs of these numbers, counted from 1. */
function failingIn(...runs: readonly number[]): Client {
  let run = 0;
  return async (send) => {
    await send(listing);
    run += 1;
    if (runs.includes(run)) throw new RangeError('now and then');
  };
}

/** The verdict, each variation with its outcome, and how often the baseline was tried and failed. */
const linesOf = ({
  verdict,
  why,
  exitCode,
  variations,
  resilience,
  baseline,
  observed,
}: ClientReport): string[] => [
  `${exitCode} ${verdict}: ${why}`,
  ...[...variations, ...resilience].map(({ id, outcome, how }) =>
    how === undefined ? `${id} ${outcome}` : `${id} ${outcome}: ${how}`,
  ),
  `${baseline.tries} tries, ${baseline.failures} failures`,
  ...observed.filter((line) => !line.startsWith('The client never')),
];

const types = { only: ['json-type', 'extra-headers'], concurrency: 1 };
const lastRequest = `The last request of the baseline was GET ${listing} → 200.`;
const fails = 'the command fails with the default option of each choice: RangeError';

describe('a client', () => {
  test.each<readonly [string, Client, Partial<ClientTerms>, readonly string[]]>([
    ['that depends on nothing', anything, types, [
      '0 passes: 3 of 3 variations passed, 1 valid request', 'json-type=charset pass', 'json-type=vendor pass',
      'extra-headers=some pass', '1 tries, 0 failures']],
    ['that depends on an option', plainType, types, [
      '1 depends: on 1 choice: json-type', 'json-type=charset fail: RangeError', 'json-type=vendor fail: RangeError',
      'extra-headers=some pass', '3 tries, 0 failures']],
    ['that depends on one, and is to end there', plainType, { ...types, bail: true }, [
      '1 depends: on 1 choice: json-type', 'json-type=charset fail: RangeError',
      'json-type=vendor not run: another variation failed (--bail)', 'extra-headers=some not run: another variation failed (--bail)',
      '2 tries, 0 failures']],
    ['that fails once in a variation', failingIn(2), {}, [
      '3 undetermined: no variation passed, 1 intermittent', 'extra-headers=some intermittent: RangeError', '2 tries, 0 failures']],
    ['that fails in a variation, and then by default', failingIn(2, 3), {}, [
      '3 undetermined: the command is flaky: with the default options it failed 1 of 2 times, 1 intermittent',
      'extra-headers=some intermittent: RangeError', '2 tries, 1 failures']],
    ['that fails at first', failingIn(1), {}, [
      '3 undetermined: the command is flaky: with the default options it failed 1 of 2 times', '2 tries, 1 failures', lastRequest,
      'The command fails with each of 1 other option, too.']],
    ['that needs another option', tenRecords, { only: ['default-page-size', 'json-type'] }, [
      `1 depends: on 1 choice: default-page-size; ${fails}`,
      'default-page-size=10 needed: passes with this option, and fails with the default: RangeError', '2 tries, 2 failures',
      lastRequest]],
    ['that needs another option, and is to end there', tenRecords, { only: ['default-page-size'], bail: true }, [
      `3 undetermined: ${fails}`, '1 tries, 1 failures', lastRequest]],
    ['that needs another option for what it sends', untyped, { only: ['content-type-required'] }, [
      `1 violates: ${fails}; 1 request rejected: application-key/request-content-type; depends on 1 choice: content-type-required`,
      'content-type-required=never needed: passes with this option, and fails with the default: RangeError', '2 tries, 2 failures',
      expectationAdvice, 'The last request of the baseline was POST /v2/application-keys → 415.']],
    ['that needs another option, and expects a rejection of what is accepted', tenExpectingRejection, { only: ['default-page-size'] }, [
      `1 depends: on 1 choice: default-page-size; ${fails}; 1 warning`,
      'default-page-size=10 needed: passes with this option, and fails with the default: RangeError', '2 tries, 2 failures',
      lastRequest]],
    ['that fails with every option', needing(() => false), types, [
      `3 undetermined: ${fails}`, '1 tries, 1 failures', lastRequest, 'The command fails with each of 3 other options, too.']],
    ['that sends nothing', async () => {}, {}, [
      '3 undetermined: the command passed, but sent no request to the stub; let it send its requests to the address in ASSAY_STUB_URL',
      '1 tries, 0 failures']],
    ['that sends nothing and fails', async () => { throw new RangeError(); }, {}, [
      `3 undetermined: ${fails}; it sent no request to the stub; let it send its requests to the address in ASSAY_STUB_URL`,
      '1 tries, 1 failures']],
    ['that is in the first shard', plainType, { ...types, shard: { index: 1, count: 2 } }, [
      '1 depends: on 1 choice: json-type', 'json-type=charset fail: RangeError', 'extra-headers=some pass', '2 tries, 0 failures']],
    ['that is in the second shard', plainType, { ...types, shard: { index: 2, count: 2 } }, [
      '1 depends: on 1 choice: json-type', 'json-type=vendor fail: RangeError', '2 tries, 0 failures']],
    ['that is in a shard without variations', anything, { ...types, shard: { index: 9, count: 9 } }, [
      '0 passes: 0 of 0 variations passed, 1 valid request', '1 tries, 0 failures']],
    ['that fails under a fault', unhurt, { only: ['transient-failure=503', 'extra-headers'] }, [
      '0 passes: 1 of 1 variation passed, 1 valid request, 1 warning', 'extra-headers=some pass',
      'transient-failure=503 fail: RangeError', '2 tries, 0 failures']],
    ['that fails under a fault, strictly', unhurt, { only: ['transient-failure=503', 'extra-headers'], strict: true }, [
      '1 depends: on 1 choice: transient-failure', 'extra-headers=some pass', 'transient-failure=503 fail: RangeError',
      '2 tries, 0 failures']],
    ['of which one combination is chosen', plainType, { choose: ['json-type=charset', 'extra-headers=some'] }, [
      '1 depends: on 1 choice: json-type with extra-headers', 'json-type=charset,extra-headers=some fail: RangeError',
      '2 tries, 0 failures']],
    ['that is interrupted', anything, { signal: AbortSignal.abort() }, [
      '3 undetermined: the run was interrupted before the command passed with the default options', '1 tries, 0 failures']],
    ['that takes too long', anything, { signal: AbortSignal.abort(new DOMException('', 'TimeoutError')) }, [
      '3 undetermined: the time of --budget was up before the command passed with the default options', '1 tries, 0 failures']],
  ])('%s', async (_, client, terms, lines) => {
    expect(linesOf(await trySending(client, terms))).toEqual(lines);
  }); // biome-ignore format: a client a row
});

describe('--choose', () => {
  test.each([
    [['default-page-sise=25'], /^--choose default-page-sise=25: write NAME=OPTION; .*"default-page-size"/],
    [['default-page-size=1000'], /^--choose default-page-size=1000: /],
    [['default-page-size=100'], /"100" is what the baseline does; name another option\.$/],
    [['uuid-case=upper', 'json-type=charset', 'uuid-case=upper'], /names uuid-case twice/],
  ])('%s is wrong, and told in a sentence', (chosen, message) => {
    expect(() => planChosen(chosen, contract)).toThrow(message);
  });

  test.each([
    [['json-type=charset'], 'choice'],
    [['transient-failure=503'], 'resilience'],
    [['default-page-size=7'], 'choice'],
    [['json-type=charset', 'uuid-case=upper'], 'combination'],
  ])('%s is planned as a %s', (chosen, part) => {
    expect(planChosen(chosen, contract).variation).toMatchObject({ id: chosen.join(','), part });
  });
});
