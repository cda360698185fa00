// With which rejections an application answers itself, not its framework.

import { type Constraint, type Contract, constraintsOf } from './contract.ts';
import type { Operation } from './operations.ts';

/** What frameworks leave to applications; a value of another type is rejected while the body is read. */
export const limits = [
  'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf',
  'minItems', 'maxItems', 'uniqueItems',
]; // biome-ignore format: one glance

/** With these, applications reject, each after some requests; with others, frameworks and gateways do as well. */
const applicationStatuses: Readonly<
  Record<string, (operation: Operation, constraints: readonly Constraint[]) => boolean>
> = {
  400: (_, constraints) => constraints.some(isLimit),
  404: ({ pathParameters }) => pathParameters.length > 0,
  409: ({ method }) => method !== 'GET',
  410: ({ pathParameters }) => pathParameters.length > 0,
  412: ({ method }) => method !== 'GET',
  422: (_, constraints) => constraints.some(isLimit),
};

const isLimit = ({ side, keyword }: Constraint): boolean => side === 'request' && limits.includes(keyword);

/** Whether an application itself rejects some request with a status of this name. */
export const rejectsItself = (
  contract: Pick<Contract, 'constraints'>,
  operation: Operation,
  name: string,
): boolean => applicationStatuses[name]?.(operation, constraintsOf(contract, operation.id)) === true;
