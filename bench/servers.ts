import { loadCatalog } from '../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../spec/stub/parts.ts';
import type { Contract } from '../src/contract/contract.ts';
import { loadContract } from '../src/contract/load.ts';
import type { Mutant } from '../src/http/exchange.ts';
import { createStub, type StubOptions } from '../src/stub/create-stub.ts';

/** The contract and the shop that every server of the bench is made of. */
export const contract: Contract = await loadContract();
export const catalog = await loadCatalog();

/** A server under test, and how many requests it got. */
export type Served = AsyncDisposable & { readonly baseUrl: string; readonly requests: () => number };

/** Serves the stub, seeded so that it can be repeated, on a free port of the loopback address. */
export async function serve(options: Partial<StubOptions> = {}): Promise<Served> {
  let requests = 0;
  const count: Mutant = (next) => (request) => {
    requests += 1;
    return next(request);
  };
  const mutants = [count, ...(options.mutants ?? [])];
  const stub = createStub({ contract, parts: stubPartsOf(catalog), seed: 'bench', ...options, mutants });
  const { baseUrl, close } = await stub.listen();
  return { baseUrl, requests: () => requests, [Symbol.asyncDispose]: close };
}
