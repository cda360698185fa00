import type { ClientReport } from '../../conformance/client/client-report.ts';
import type { StubParts } from '../../conformance/client/session.ts';
import { type ClientTerms, tryBaseline, tryVariations } from '../../conformance/client/try-client.ts';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { loadContract } from '../../src/contract/load.ts';

const shipped = await loadSampleData(await loadContract());

/** Tries a client without a process for each run; it fails by throwing. Everything else is as on the command line. */
export async function tryInProcess(
  test: (baseUrl: string) => Promise<unknown>,
  given: Partial<ClientTerms> = {},
  setting: StubParts = shipped,
): Promise<ClientReport> {
  const terms: ClientTerms = {
    command: ['in', 'process'],
    repeat: (chosen) => chosen.join(' '),
    run: async (baseUrl) => {
      const started = performance.now();
      const ended = await test(baseUrl).then(
        () => ({ passed: true, how: 'exit code 0', output: '' }),
        (error: Error) => ({ passed: false, how: error.name, output: String(error.stack) }),
      );
      return { ...ended, ms: performance.now() - started };
    },
    concurrency: 4,
    ...given,
  };
  return tryVariations(setting, await tryBaseline(setting, terms), terms, new Date());
}

export type Send = (target: string, init?: RequestInit & { readonly json?: unknown }) => Promise<Response>;

export const productsOf = (node: string): string =>
  `/pcm/hierarchies/e214368a-b4c3-4797-bbe9-01fb056371c1/nodes/${node}/products`;
export const listing = productsOf('606699e3-d3d0-4977-9433-444b2d312311');

/** Tries a client of a few requests, by default under one option that none of them notices. */
export async function trySending(
  client: (send: Send) => Promise<unknown>,
  terms: Partial<ClientTerms> = {},
  setting?: StubParts,
): Promise<ClientReport> {
  return tryInProcess(
    (base) =>
      client(async (target, { json, ...init } = {}) => {
        const typed = { ...init.headers, 'content-type': 'application/json' };
        const sent = json === undefined ? init : { ...init, headers: typed, body: JSON.stringify(json) };
        return fetch(`${base}${target}`, sent);
      }),
    { only: ['extra-headers'], ...terms },
    setting,
  );
}
