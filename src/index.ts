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
import './supported-node.ts';

export {
  type CheckOptions,
  type CheckTarget,
  check,
  type Running,
  runCheck,
} from '../conformance/check.ts';
export type { NodeTarget } from '../conformance/core/target.ts';
export type { Sighting, Verdict } from '../conformance/core/verdict.ts';
export type { Waiver } from '../conformance/core/waiver.ts';
export { type InspectOptions, inspect } from '../conformance/inspect.ts';
export { readTargetFile } from '../conformance/read-target-file.ts';
export { type Kind as ReportKind, kinds as reports, type Render } from '../conformance/report/files/kinds.ts';
export type { Counts, Created, Finding, Report, ShownExchange } from '../conformance/report/report.ts';
export { type Judging, type Skipping, settle } from '../conformance/report/test-runner/settle.ts';
export type { Headline } from '../conformance/runner/headline.ts';
export type { Selection } from '../conformance/runner/select.ts';
export type { TargetFile } from '../conformance/target/target-file.ts';
export type { Clause, Constraint, Contract, Level, OperationId } from './contract/contract.ts';
export { loadContract } from './contract/load.ts';
export type { ContractFiles } from './contract/read-contract.ts';
export { UserError } from './errors.ts';
export type { Call, Exchange, Header, Lost, Middleware, Mutant, Reply, Transport } from './http/exchange.ts';
export { type FetchHandler, type FetchHandlerOptions, fromFetch } from './http/fetch-handler.ts';
export type { Catalog } from './stub/catalog/catalog.ts';
export { loadCatalog } from './stub/catalog/load-catalog.ts';
export { createStub, type Stub, type StubOptions } from './stub/server/create-stub.ts';
export type { Address, Listening } from './stub/server/listen.ts';
