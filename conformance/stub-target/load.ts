import type { Contract } from '../../src/contract/contract.ts';
import { importDefault } from '../rule-files/import-default.ts';
import { faultIn } from '../rule-files/rule-file-faults.ts';
import { samplePart } from './sample-data.ts';
import type { ContractWithData, StubPart } from './stub-part.ts';

/**
 * Loads what a stub of a contract serves: as its `stub/parts.ts` says, else sample data of its `fixtures`, examples and
 * schemas. `fixtures` are others.
 */
export async function loadSampleData(
  contract: Contract,
  fixtures?: string | object,
): Promise<ContractWithData> {
  const { stub } = contract;
  const { load } = stub ? await stubPartIn(stub.file) : samplePart();
  return load(contract, fixtures ?? stub?.fixtures);
}

async function stubPartIn(file: string): Promise<StubPart> {
  const part = await importDefault(file);
  if (isStubPart(part)) return part;
  throw faultIn(file, 'exports no part of a stub', 'write "export default samplePart({ … })"');
}

const isStubPart = (value: unknown): value is StubPart =>
  typeof value === 'object' && value !== null && 'load' in value && typeof value.load === 'function';
