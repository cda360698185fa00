import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

/** A server whose faults change in the middle of a test. */
type ChangingServer = AsyncDisposable & {
  readonly baseUrl: string;
  /** Breaks these rules from now on, and no others. */
  readonly breakOnly: (...ids: readonly string[]) => void;
};

/** Serves the stub on a free port, and writes its target file. */
export async function changingServer(targetFile: string): Promise<ChangingServer> {
  const contract = await loadContract();
  const catalog = await loadCatalog();
  const { rules } = await loadRuleSet(contract);
  let broken: readonly Mutant[] = [];
  const mutantOf = (id: string): Mutant => {
    const mutants = rules.find((rule) => rule.id === id)?.mutants ?? [];
    const [first] = mutants.flatMap((mutant) => ('wire' in mutant ? [mutant.wire] : []));
    if (!first) throw new Error(`${id} has no mutant`);
    return first;
  };
  const changing: Mutant = (next, contract) => (request) =>
    broken.reduce((transport, mutant) => mutant(transport, contract), next)(request);
  const stub = await createStub({ contract, parts: stubPartsOf(catalog), mutants: [changing] }).listen();
  const { collections = [], ...file } = targetOfCatalog(catalog, stub.baseUrl);
  // One collection is checked sooner than all.
  await writeFile(targetFile, stringify({ ...file, collections: collections.slice(0, 1) }));
  return {
    baseUrl: stub.baseUrl,
    breakOnly: (...ids) => {
      broken = ids.map(mutantOf);
    },
    [Symbol.asyncDispose]: stub[Symbol.asyncDispose],
  };
}
