import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ClientReport, isDependence } from '../../conformance/client/client-report.ts';
import { questionsFor } from '../../conformance/client/variations.ts';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { loadContract } from '../../src/contract/load.ts';
import { tryInProcess } from '../../test/client/try-in-process.ts';
import { clientOf, contractOf, edited, type Name, type Variant } from './variants.ts';

/** What `assay client` says of a variant of a client. */
export async function tried(name: Name, variant: Variant): Promise<ClientReport> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-clients-'));
  try {
    const [client, openapi] = [join(folder, 'client.mjs'), join(folder, 'openapi.yaml')];
    await writeFile(client, edited(await clientOf(name), variant.name, variant.edits));
    const stated = await readFile(contractOf(name), 'utf8');
    await writeFile(openapi, edited(stated, variant.name, variant.contract));
    const contract = await loadContract({ openapi });
    const { testClient }: { testClient: (base: string) => Promise<void> } = await import(
      pathToFileURL(client).href
    );
    // What only warns takes most of the time.
    const only = questionsFor(contract).flatMap(({ id, part }) => (part === 'choice' ? id : []));
    return await tryInProcess(testClient, { concurrency: 8, only }, await loadSampleData(contract));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Whether a report says what it has to say of a variant, and what it says. */
export function verdictOn({ on, names }: Variant, { variations, sent, verdict, why }: ClientReport) {
  const broken = variations.filter(isDependence).map(({ id }) => id);
  const said = [...broken, ...sent.map(({ text, line = '' }) => `${text} (${line})`)].join(' ') || why;
  if (on !== undefined) {
    const isNamed =
      broken.some((id) => id.startsWith(`${on}=`)) || sent.some(({ choice }) => choice?.startsWith(`${on}=`));
    return { kind: 'dependences named', isGood: verdict === 'depends' && isNamed, said };
  }
  if (names) {
    const isNamed = sent.some((one) => {
      const text = [
        one.operation,
        one.clause,
        one.text,
        one.request.method,
        one.request.target.split('?')[0],
      ].join(' ');
      return (
        names.every((word) => text.includes(word)) && (one.operation === undefined || one.line !== undefined)
      );
    });
    return { kind: 'wrong requests named', isGood: isNamed, said };
  }
  return { kind: 'sound forms not reported', isGood: verdict === 'passes', said };
}
