/**
 * The public API of assay: check a server against the contract from a program or from any test runner.
 *
 * ```ts
 * import { check } from 'assay';
 *
 * for await (const { rule, verdict, why } of check('http://127.0.0.1:8080')) {
 *   console.log(verdict, rule, why ?? '');
 * }
 * ```
 *
 * @module
 */
import '../src/supported-node.ts';

export type { Clause, Constraint, Contract, Level } from '../src/contract/contract.ts';
export { loadContract } from '../src/contract/load.ts';
export type { OperationId } from '../src/contract/operations.ts';
export type { ContractFiles } from '../src/contract/read-contract.ts';
export { UserError } from '../src/errors.ts';
export type {
  Exchange,
  Header,
  HttpRequest,
  HttpResponse,
  Lost,
  Middleware,
  Mutant,
  Transport,
} from '../src/http/exchange.ts';
export { type FetchHandler, type FetchHandlerOptions, fromFetch } from '../src/http/fetch-handler.ts';
export { createStub, type Stub, type StubOptions } from '../src/stub/create-stub.ts';
export type { Address, Listening } from '../src/stub/listen.ts';
export type { ContractParts, ShownCollection } from '../src/stub/operation.ts';
export {
  type CheckOptions,
  type CheckTarget,
  check,
  type Running,
  readTargetFile,
  runCheck,
} from './check.ts';
export type { Created } from './core/evidence.ts';
export type { Collection } from './core/target.ts';
export type { ObservedChoice, Verdict, Waiver } from './core/verdict.ts';
export type { Selection } from './engine/rule-selection.ts';
export { type InspectOptions, inspect } from './inspect.ts';
export { type Judging, type Skipping, settle } from './report/end-test.ts';
export type { Counts, Finding, Headline, Report, ShownExchange } from './report/report.ts';
export { type Render, type ReportKind, reports } from './report/report-files.ts';
export type { ContractWithData, DeclaredData, RecordChange, SampleData } from './stub-target/sample-data.ts';
export { loadSampleData } from './stub-target/sample-data.ts';
export type { TargetFile } from './target/target-file.ts';
