/**
 * The public API of assay: hold a server against the contract from a program or from any test runner.
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
export {
  type CheckOptions,
  type CheckTarget,
  check,
  type Running,
  runCheck,
} from '../conformance/check.ts';
export type { Headline } from '../conformance/engine/headline.ts';
export type { Selection } from '../conformance/engine/select.ts';
export type { NodeTarget } from '../conformance/engine/target.ts';
export type { Sighting, Verdict } from '../conformance/engine/verdict.ts';
export { readTargetFile } from '../conformance/read-target-file.ts';
export { type Kind as ReportKind, kinds as reports, type Render } from '../conformance/report/kinds.ts';
export { type Judging, type Skipping, settle } from '../conformance/report/outcome-of-test.ts';
export type { Counts, Created, Finding, Report, ShownExchange } from '../conformance/report/report.ts';
export type { TargetFile, Waiver } from '../conformance/target/target-file.ts';
export type { Clause, Constraint, Contract, Level, OperationId } from './contract/contract.ts';
export { type ContractFiles, loadContract } from './contract/load.ts';
export { Fault } from './fault.ts';
export type { Catalog } from './stub/catalog.ts';
export { createStub, type Stub, type StubOptions } from './stub/create.ts';
export type { Address, Listening } from './stub/listen.ts';
export { loadCatalog } from './stub/load-catalog.ts';
export type { Call, Exchange, Header, Lost, Mutant, Reply, Transport } from './wire/exchange.ts';
export { type FetchHandler, type FetchHandlerOptions, fromFetch } from './wire/fetch-handler.ts';
